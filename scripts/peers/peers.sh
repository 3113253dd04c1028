#!/bin/sh
# peers.sh runs a tool of others, unchanged, on the embedded device:
#
#   scripts/peers/peers.sh droidbot   APP.apk SECONDS
#   scripts/peers/peers.sh kea        APP.apk SECONDS PROPERTIES.py...
#   scripts/peers/peers.sh hypothesis APP.apk SECONDS TEST.py
#
# It wants bin/talpa, adb, and python3 with its module venv. Tools are installed into
# out/peers; DROIDBOT and KEA name checkouts of them, without which they are cloned.
# Results are in out/peers/TOOL-APP. PORT is that of the adb server (5047).
set -eu
[ $# -ge 3 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 2; }
tool=$1 app=$(realpath "$2") seconds=$3
shift 3
files=
for f; do files="$files $(realpath "$f")"; done
cd "$(dirname "$0")/../.."
root=$PWD
venv=out/peers/venv-$tool
run=out/peers/$tool-$(basename "$app" .apk)
export ANDROID_ADB_SERVER_PORT="${PORT:-5047}"

# install makes the environment of the tool with these packages.
install() {
	[ ! -x "$venv/bin/ready" ] || return 0
	python3 -m venv "$venv"
	"$venv/bin/pip" install --quiet --upgrade pip
	"$venv/bin/pip" install --quiet "$@"
	ln -sf python "$venv/bin/ready"
}

# source prints the checkout of a tool: the one that is named, or a clone.
source() { # NAME REPOSITORY CHECKOUT
	if [ -n "$3" ]; then
		echo "$3"
		return
	fi
	[ -d "out/peers/$1" ] || git clone --quiet --depth 1 "$2" "out/peers/$1" >&2
	echo "$root/out/peers/$1"
}

# serve starts the device; it ends with this script.
serve() {
	bin/talpa device serve --adb-port "$ANDROID_ADB_SERVER_PORT" >"$run/device.log" 2>&1 &
	device=$!
	trap 'kill "$device" 2>/dev/null || true' EXIT INT TERM
	# adb would start a server of its own where none listens yet.
	until grep -q '^adb server on' "$run/device.log"; do
		kill -0 "$device" 2>/dev/null || { cat "$run/device.log" >&2; exit 3; }
		sleep 1
	done
}

rm -rf "$run"
mkdir -p "$run"
case $tool in
droidbot)
	# 3.4.0a1 is the last androguard with the module names that DroidBot imports.
	install 'androguard==3.4.0a1' networkx Pillow 'setuptools<81'
	src=$(source droidbot https://github.com/honeynet/droidbot "${DROIDBOT:-}")
	serve
	PYTHONPATH=$src timeout "$((seconds + 300))" "$venv/bin/python" "$src/start.py" -d talpa-1 -a "$app" \
		-o "$run/out" -timeout "$seconds" -count 100000 -interval 1 -policy "${POLICY:-dfs_greedy}" \
		-is_emulator -grant_perm >"$run/log" 2>&1 || true
	adb -s talpa-1 logcat -d >"$run/logcat.txt"
	echo "events: $(find "$run/out/events" -name '*.json' | wc -l)"
	echo "screens: $(find "$run/out/states" -name '*.json' | wc -l)"
	;;
kea)
	install 'uiautomator2==3.2.2' 'androguard==4.0.0' networkx Pillow attrs opencv-python-headless coloredlogs \
		hypothesis hmdriver2 pyyaml openai rtree setuptools
	src=$(source kea https://github.com/ecnusse/Kea "${KEA:-}")
	serve
	# shellcheck disable=SC2086 # several files
	PYTHONPATH=$src timeout "$((seconds + 300))" "$venv/bin/python" -m kea.start -d talpa-1 -a "$app" \
		-o "$run/out" -t "$seconds" -p random -f $files >"$run/log" 2>&1 || true
	adb -s talpa-1 logcat -d >"$run/logcat.txt"
	echo "events: $(sed -n 's/.*Total event count: //p' "$run/log" | tail -1)"
	echo "properties judged and held: $(grep -c 'Post condition satisfied' "$run/log" || true)"
	echo "properties that failed: $(grep -c 'Postcondition failed' "$run/log" || true)"
	;;
hypothesis)
	install 'uiautomator2==3.2.2' hypothesis
	serve
	adb -s talpa-1 install -r -g "$app"
	# shellcheck disable=SC2086
	timeout "$seconds" "$venv/bin/python" $files 2>&1 | tee "$run/log"
	adb -s talpa-1 logcat -d >"$run/logcat.txt"
	;;
*)
	echo "peers.sh: no such tool: $tool" >&2
	exit 2
	;;
esac
echo "crashes: $(grep -c 'FATAL EXCEPTION' "$run/logcat.txt" || true)"
echo "log: $run/log"
