#!/bin/sh
# androguard.sh setup|run NAME APK: the peer androguard out of PyPI, in a venv of
# its own. A run is AnalyzeAPK, which parses the app and finds its references.
set -eu
bench=$(dirname "$0")
. "$bench/lib.sh"
home=$OUT/peers/androguard
case $1 in
setup)
	command -v python3 >/dev/null || { say "androguard is left out: no python3"; exit 1; }
	[ -x "$home/bin/androguard" ] || {
		python3 -m venv "$home" && "$home/bin/pip" install -q androguard==4.1.4
	} >"$OUT/logs/androguard-setup.log" 2>&1 || { say "androguard is left out: see $OUT/logs/androguard-setup.log"; exit 1; }
	;;
run)
	measure androguard "$2" "$home/bin/python" -c '
import sys
from loguru import logger
logger.remove()
from androguard.misc import AnalyzeAPK
AnalyzeAPK(sys.argv[1])' "$3"
	;;
esac
