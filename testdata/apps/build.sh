#!/bin/sh
# build.sh APP: compiles testdata/apps/APP (Java, resources, manifest) into
# testdata/apps/APP.apk, signed with a throw-away key. The APKs are committed so
# that tests need none of these tools: Maven, a JDK 17, aapt2, zipalign, apksigner.
set -eu
cd "$(dirname "$0")"
app=${1:?usage: build.sh APP}
sdk=10-robolectric-5803371
dx=16.0.1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mvn -q dependency:copy -Dartifact=org.robolectric:android-all:$sdk -DoutputDirectory="$work/lib"
mvn -q dependency:copy -Dartifact=com.jakewharton.android.repackaged:dalvik-dx:$dx -DoutputDirectory="$work/lib"
platform=$work/lib/android-all-$sdk.jar

mkdir "$work/gen" "$work/classes"
aapt2 compile --dir "$app/res" -o "$work/res.zip"
aapt2 link -I "$platform" --manifest "$app/AndroidManifest.xml" --java "$work/gen" -o "$work/app.apk" "$work/res.zip"
find "$app/src" "$work/gen" -name '*.java' >"$work/sources"
javac --release 8 -g -Xlint:-options -Xlint:-deprecation -nowarn -proc:none -cp "$platform" -d "$work/classes" @"$work/sources"
java -cp "$work/lib/dalvik-dx-$dx.jar" com.android.dx.command.Main --dex --min-sdk-version=21 --output="$work/classes.dex" "$work/classes"
(cd "$work" && zip -q -X app.apk classes.dex)
zipalign -f 4 "$work/app.apk" "$work/aligned.apk"
keytool -genkeypair -keystore "$work/key.jks" -storepass android -alias test -keyalg RSA -keysize 2048 -validity 10000 \
  -dname CN=test 2>/dev/null
apksigner sign --ks "$work/key.jks" --ks-pass pass:android --v4-signing-enabled false --out "$app.apk" "$work/aligned.apk"
ls -l "$app.apk"
