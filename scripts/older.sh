#!/bin/sh
# The folder of a device with Android 11's own framework, beside that of Android 15's: the same agent, another
# framework, and the packs of classes that fit it. See docs/device-levels.md.
set -eu
cd "$(dirname "$0")/.."
from=lib/agent
to=lib/agent-30
version=11-robolectric-6757853-i7
get() { # artifact, folder
	${MVN:-mvn} -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
		-Dartifact="$1" -DoutputDirectory="$2" -Dmdep.useBaseVersion=true
}
rm -f "$to/.built" "$to"/*.jar
mkdir -p "$to/sdk" "$to/native"
# A build writes the agent's own jars in place, all others stay as they are.
cp -p "$from"/talpa-agent-*.jar "$to"
for f in "$from"/*.jar; do
	[ -e "$to/$(basename "$f")" ] || ln "$f" "$to"
done
ln -f "$from"/jdk.jsa "$from"/jdk.jsa.key "$to"
[ -e "$to/sdk/android-all-instrumented-$version.jar" ] ||
	get "org.robolectric:android-all-instrumented:$version" "$to/sdk"
[ -d "$to/native/fonts" ] || cp -al "$from/native/fonts" "$from/native/hyphen-data" "$to/native"
# Robolectric's native library for all frameworks before Android 15's.
[ -d "$to/native/native" ] ||
	unzip -qo "$from"/nativeruntime-dist-compat-*.jar 'icu/*' 'native/linux/x86_64/*' -d "$to/native"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
java @device/agent/jvm.flags -Drobolectric.dependency.dir="$to/sdk" -Djava.io.tmpdir="$tmp" -cp "$to/*" \
	talpa.agent.build.PackMain device/agent/dist/src/main/warm.apk
touch "$to/.built"
