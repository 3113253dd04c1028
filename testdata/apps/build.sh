#!/bin/sh
# build.sh APP: compiles testdata/apps/APP (Java, resources, manifest) into
# testdata/apps/APP.apk, signed with a throw-away key. The APKs are committed so
# that tests need none of these tools: Maven, a JDK 17, aapt2, zipalign, apksigner, gcc.
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
set --
if [ -f "$app/splits" ]; then # lines "NAME CONFIGURATION"
  while read -r name config; do set -- "$@" --split "$work/$name.apk:$config"; done <"$app/splits"
fi
[ ! -d "$app/assets" ] || set -- "$@" -A "$app/assets"
if [ -d "$app/native" ]; then # for the host's own C library, not a phone's
  mkdir "$work/native"
  gcc -shared -fPIC -O1 -s -Wall -Wextra -o "$work/native/native.so" "$app"/native/*.c
  set -- "$@" -A "$work/native"
fi
aapt2 link -I "$platform" --manifest "$app/AndroidManifest.xml" --java "$work/gen" -o "$work/app.apk" "$@" "$work/res.zip"
find "$app/src" "$work/gen" -name '*.java' >"$work/sources"
javac --release 8 -g -Xlint:-options -Xlint:-deprecation -nowarn -proc:none -cp "$platform" -d "$work/classes" @"$work/sources"
java -cp "$work/lib/dalvik-dx-$dx.jar" com.android.dx.command.Main --dex --min-sdk-version=21 --output="$work/classes.dex" "$work/classes"
(cd "$work" && zip -q -X app.apk classes.dex)
keytool -genkeypair -keystore "$work/key.jks" -storepass android -alias test -keyalg RSA -keysize 2048 -validity 10000 \
  -dname CN=test 2>/dev/null

# seal IN OUT: aligns and signs an APK.
seal() {
  zipalign -f 4 "$1" "$work/aligned.apk"
  apksigner sign --ks "$work/key.jks" --ks-pass pass:android --v4-signing-enabled false --out "$2" "$work/aligned.apk"
}

if [ ! -f "$app/splits" ]; then
  seal "$work/app.apk" "$app.apk"
  ls -l "$app.apk"
  exit
fi
mkdir "$work/extra" "$work/set"
javac --release 8 -g -Xlint:-options -nowarn -proc:none -cp "$platform" -d "$work/extra" $(find "$app/feature/src" -name '*.java')
java -cp "$work/lib/dalvik-dx-$dx.jar" com.android.dx.command.Main --dex --min-sdk-version=21 --output="$work/classes.dex" "$work/extra"
aapt2 link -I "$platform" --manifest "$app/feature/AndroidManifest.xml" -A "$app/feature/assets" -o "$work/extra.apk"
(cd "$work" && zip -q -X extra.apk classes.dex)
seal "$work/app.apk" "$work/set/base.apk"
seal "$work/extra.apk" "$work/set/extra.apk"
while read -r name config; do seal "$work/$name.apk" "$work/set/$name.apk"; done <"$app/splits"
rm -f "$app.apks"
(cd "$work/set" && zip -q -X -0 app.apks ./*.apk) && mv "$work/set/app.apks" "$app.apks"
ls -l "$app.apks"
