#!/bin/sh
# device.sh [APK...]: what the embedded device costs, app by app: the whole loop
# (act, read the log, look, choose) with random events on one device. Prints a
# table in Markdown:
#
#   first      CPU and wall seconds of the first run ever, to one event: code
#              conversion, boot of a JVM, start of the app
#   cached     the same again, with the conversion in the cache
#   cold       the device alone: from asking for the app, its code converted, to
#              its first screen, in a JVM that boots for it
#   spare      the same in a JVM that has booted and waits
#   events     per second of wall time, over EVENTS events less the cached start
#   an event   CPU milliseconds, in the same way
#   memory     peak of the largest process, which is the JVM
#
#   OUT     folder for results (default out/bench)
#   CORPUS  folder with the apps that are looked at without an APK named
#           (default ../shared, if there); else the project's own sample
#   EVENTS  how many events (default 2000)
#
# Wall times mean something on a machine with nothing else to do only.
set -eu
cd "$(dirname "$0")/../.."
OUT=${OUT:-out/bench}/device
[ -n "${CORPUS-}" ] || { [ -d ../shared/cases ] && CORPUS=../shared || CORPUS=; }
EVENTS=${EVENTS:-2000}
. scripts/bench/lib.sh
rm -rf "$OUT/cache"
mkdir -p "$OUT/logs"
: >"$OUT/times.tsv"
if [ $# -eq 0 ]; then
	set -- testdata/apps/burrow.apk
	for apk in cases/ATimeTracker-34/app.apk cases/ActivityDiary-118/app.apk apks/pbfdroid/notepad.apk; do
		[ -n "$CORPUS" ] && [ -f "$CORPUS/$apk" ] && set -- "$@" "$CORPUS/$apk"
	done
fi

# run WHAT NAME APK EVENTS: one search. The ANR oracle alone: scripts of crashes
# would be shortened, and that is not what is measured.
run() {
	rm -rf "$OUT/run"
	# LIMIT is for a device that hangs; --time 0 lets the events be the limit.
	LIMIT=1200 measure "$1" "$2" bin/talpa fuzz "$3" --oracle anr --generator random --devices 1 --seed 1 \
		--events "$4" --time 0 --cache-dir "$OUT/cache" -o "$OUT/run" --json
	json=$OUT/logs/$1-$2.log
	value() { sed -n "s/^  \"$1\": \([0-9.]*\),*$/\1/p" "$json" | head -n 1; }
	tail -n 1 "$OUT/times.tsv" | awk -F '\t' -v e="$(value events)" -v s="$(value seconds)" \
		'{ printf "%s %s %s %s %s\n", $3, $4, $5, e, s }'
}

# start APK: CPU and wall milliseconds of a cold start and of one from a spare.
start() {
	case $1 in /*) apk=$1 ;; *) apk=$PWD/$1 ;; esac
	TALPA_APPS=$apk timeout 600 go test ./device/adb -run '^$' -bench Start \
		-benchtime 1x 2>>"$OUT/logs/start.log" | awk '/^Benchmark/ { for (i = 3; i < NF; i++) v[$(i + 1)] = $i }
		END { printf "%d %d %d %d\n", v["cold-cpu-ms"], v["cold-ms"], v["warm-cpu-ms"], v["warm-ms"] }'
}

echo "| app | first: CPU, wall | cached: CPU, wall | cold: CPU, wall | spare: CPU, wall | events a second | CPU ms an event | memory |"
echo "|---|---|---|---|---|---|---|---|"
for apk; do
	name=$(basename "$apk" .apk)
	[ "$name" != app ] || name=$(basename "$(dirname "$apk")")
	say "$name"
	first=$(run first "$name" "$apk" 1)
	cached=$(run cached "$name" "$apk" 1)
	many=$(run many "$name" "$apk" "$EVENTS")
	echo "$name $first $cached $many $(start "$apk")" | awk '
		$4 + $9 + $14 > 0 && !$15 { printf "| %s | failed (exit %d, %d, %d) | | | | | | |\n", $1, $4, $9, $14; next }
		{ printf "| %s | %.1f s, %.1f s | %.1f s, %.1f s | %.1f s, %.1f s | %.1f s, %.1f s | %.0f | %.1f | %d MB |\n",
			$1, $2, $6, $7, $11, $17 / 1000, $18 / 1000, $19 / 1000, $20 / 1000,
			($15 - $10) / ($16 - $11), 1000 * ($12 - $7) / ($15 - $10), $13 }'
done
