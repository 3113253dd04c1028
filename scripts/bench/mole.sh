#!/bin/sh
# mole.sh setup|run NAME APK: the peer Mole (TSE 2024). Its released code is in no
# package registry: MOLE names a folder in which somebody built it, with a program
# `run NAME APK OUT` that does its static half. Without it Mole is left out.
set -eu
. "$(dirname "$0")/lib.sh"
case $1 in
setup)
	[ -n "${MOLE:-}" ] && [ -x "$MOLE/run" ] || {
		say "mole is left out: its code is in no registry; MOLE=FOLDER names a build with a program FOLDER/run"
		exit 1
	}
	;;
run)
	measure mole "$2" "$MOLE/run" "$2" "$3" "$OUT/logs/mole-$2"
	;;
esac
