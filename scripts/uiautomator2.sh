#!/bin/sh
# uiautomator2.sh: makes out/uiautomator2, a Python environment with the client
# of generation 2 that the published scripts were written for. Tests that use
# it are skipped where it is absent.
set -eu
cd "$(dirname "$0")/.."
dir=out/uiautomator2
[ ! -x "$dir/bin/python" ] || exit 0
if ! python3 -m venv "$dir"; then
	rm -rf "$dir"
	echo "uiautomator2.sh: python3 with its module venv is needed (Debian: python3-venv)" >&2
	exit 3
fi
if ! "$dir/bin/pip" install --quiet 'uiautomator2==2.16.26' setuptools; then
	rm -rf "$dir"
	echo "uiautomator2.sh: the client could not be installed" >&2
	exit 3
fi
