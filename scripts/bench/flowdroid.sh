#!/bin/sh
# flowdroid.sh setup|run NAME APK: the peer FlowDroid out of Maven Central. A run
# is the construction of its call graph (SPARK, the default), without data flow.
set -eu
bench=$(dirname "$0")
. "$bench/lib.sh"
build=$bench/flowdroid/target
platform=$OUT/peers/android.jar
case $1 in
setup)
	[ -f "$platform" ] || {
		"${MVN:-mvn}" -q -B -f "$bench/flowdroid" package &&
			home=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/ *java.home = //p') &&
			java -cp "$build/classes:$build/lib/*" talpa.bench.Platform \
				"$platform.new" "$home/lib/ct.sym" "$build/framework.jar" && mv "$platform.new" "$platform"
	} >"$OUT/logs/flowdroid-setup.log" 2>&1 || { say "flowdroid is left out: see $OUT/logs/flowdroid-setup.log"; exit 1; }
	;;
run)
	measure flowdroid "$2" java -Xmx8g -cp "$build/classes:$build/lib/*" talpa.bench.CallGraph "$platform" "$3"
	;;
esac
