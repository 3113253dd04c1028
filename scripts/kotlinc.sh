#!/bin/sh
# kotlinc.sh: makes out/kotlinc, the Kotlin compiler and JUnit as jars, which the tests of
# exported Kotlin want.
set -eu
cd "$(dirname "$0")/.."
dir=out/kotlinc
[ ! -e "$dir/.done" ] || exit 0
rm -rf "$dir"
${MVN:-mvn} -q -B -f scripts/kotlinc dependency:copy-dependencies -DoutputDirectory="$PWD/$dir"
touch "$dir/.done"
