#!/bin/sh
# device.sh [APK...]: what the embedded device costs, app by app: the whole loop
# (act, read the log, look, choose) with random events on one device. Prints a
# table in Markdown:
#
#   first      CPU and wall seconds of the first run ever, to one event: code
#              conversion, boot of a JVM, start of the app
#   cached     the same again, with the conversion in the cache
#   cold       the device alone: from asking for the app, its code converted, to
#              its first screen, on a device that has booted no JVM yet
#   next       the same again on that device, in a fresh JVM
#   events     per second of the search's time, over EVENTS events less the first
#   an event   CPU milliseconds, less those of the cached run
#   memory     peak of the largest process, which is the JVM
#
# and a second table with the same figures as multiples of what a fixed loop
# (scripts/bench/loop) takes, run before and after each app: CPU of its CPU, wall
# time of its wall time. So machines, and loads of one, can be compared.
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
		'{ printf "%s %s %s %s %s %s\n", $3, $4, $5, $6, e, s }'
}

# start APK: CPU and wall milliseconds of a cold start and of the next one.
start() {
	case $1 in /*) apk=$1 ;; *) apk=$PWD/$1 ;; esac
	TALPA_APPS=$apk timeout 600 go test ./device/adb -run '^$' -bench Start \
		-benchtime 1x 2>>"$OUT/logs/start.log" | awk '/^Benchmark/ { for (i = 3; i < NF; i++) v[$(i + 1)] = $i }
		END { printf "%d %d %d %d\n", v["cold-cpu-ms"], v["cold-ms"], v["next-cpu-ms"], v["next-ms"] }'
}

# loop: CPU and wall milliseconds of the fixed loop.
loop() { "$OUT/loop"; }

go build -o "$OUT/loop" ./scripts/bench/loop
: >"$OUT/figures.txt"
for apk; do
	name=$(basename "$apk" .apk)
	[ "$name" != app ] || name=$(basename "$(dirname "$apk")")
	say "$name"
	before=$(loop)
	first=$(run first "$name" "$apk" 1)
	cached=$(run cached "$name" "$apk" 1)
	many=$(run many "$name" "$apk" "$EVENTS")
	echo "$name $first $cached $many $(start "$apk") $before $(loop)" >>"$OUT/figures.txt"
done

# Fields: name, three runs (CPU, memory, exit code, wall, events, the search's seconds),
# cold and next (CPU, wall), the loop before and after (CPU, wall).
head='| app | first: CPU, wall | cached: CPU, wall | cold: CPU, wall | next: CPU, wall'
printf '%s | events a second | CPU ms an event | memory |\n|---|---|---|---|---|---|---|---|\n' "$head"
awk '$4 + $10 + $16 > 0 && !$18 { printf "| %s | failed (exit %d, %d, %d) | | | | | | |\n", $1, $4, $10, $16; next }
	{ printf "| %s | %.1f s, %.1f s | %.1f s, %.1f s | %.1f s, %.1f s | %.1f s, %.1f s | %.0f | %.1f | %d MB |\n",
		$1, $2, $5, $8, $11, $20 / 1000, $21 / 1000, $22 / 1000, $23 / 1000,
		($18 - $12) / ($19 - $13), 1000 * ($14 - $8) / ($18 - $12), $15 }' "$OUT/figures.txt"
printf '\n%s | 1000 events: CPU, wall | the loop: CPU, wall |\n|---|---|---|---|---|---|---|\n' "$head"
awk '$4 + $10 + $16 > 0 && !$18 { next }
	{ c = ($24 + $26) / 2000; w = ($25 + $27) / 2000; e = $18 - $12
	printf "| %s | %.2f, %.2f | %.2f, %.2f | %.2f, %.2f | %.2f, %.2f | %.1f, %.1f | %.2f s, %.2f s |\n",
		$1, $2 / c, $5 / w, $8 / c, $11 / w, $20 / 1000 / c, $21 / 1000 / w, $22 / 1000 / c, $23 / 1000 / w,
		1000 * ($14 - $8) / e / c, 1000 * ($19 - $13) / e / w, c, w }' "$OUT/figures.txt"
