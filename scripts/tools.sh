#!/bin/sh
# tools.sh [PROGRAM...]: sees that the programs talpa calls are there. With no
# argument: those that the main job and the tests use. What is missing is
# installed with apt-get where that is possible, and named where it is not.
set -eu
[ $# -gt 0 ] || set -- apktool apksigner zipalign aapt2 aapt adb dexdump chromium npm mksh

# package PROGRAM: the Debian package that carries it.
package() {
	case $1 in
	aapt2) echo aapt ;;
	*) echo "$1" ;;
	esac
}

missing=
for program; do
	command -v "$program" >/dev/null 2>&1 || missing="$missing $(package "$program")"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
	echo "tools.sh: missing:$missing; install them with your package manager" >&2
	exit 3
fi
run=
if [ "$(id -u)" != 0 ]; then
	command -v sudo >/dev/null 2>&1 || {
		echo "tools.sh: missing:$missing; as root: apt-get install$missing" >&2
		exit 3
	}
	run=sudo
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "installing$missing" >&2
# shellcheck disable=SC2086 # a list of packages
if ! { $run apt-get update && $run env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
	tail -5 "$log" >&2
	echo "tools.sh: could not install$missing" >&2
	exit 3
fi
