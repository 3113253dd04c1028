#!/bin/sh
# executed.sh OUT EVENTS APK...: drives each app for EVENTS random events on the
# embedded device and writes what ran to OUT/NAME.jsonl beside a link to the app,
# for `go test ./cfg/icfg -run Executed -recordings OUT`. Apps that are there
# already are passed over, so that it can be stopped and started again. TIME is
# the limit for one app (4m), TALPA names the program.
set -eu
out=$1 events=$2
shift 2
talpa=${TALPA:-bin/talpa}
mkdir -p "$out"
for apk in "$@"; do
	name=$(basename "$apk" .apk)
	# The apps of cases are all named app.apk: their folder tells them apart.
	[ "$name" != app ] || name=$(basename "$(dirname "$apk")")
	[ ! -s "$out/$name.jsonl" ] || continue
	# What the app does wrong is of no interest here, only what it runs.
	"$talpa" fuzz "$apk" --generator random --oracle anr --events "$events" --time "${TIME:-4m}" --devices 1 --seed 1 \
		--record "$out/$name.part" -o "$out/$name.run" -q >"$out/$name.log" 2>&1 || true
	rm -rf "$out/$name.run"
	[ -s "$out/$name.part" ] || continue
	ln -sf "$(realpath "$apk")" "$out/$name.apk"
	mv "$out/$name.part" "$out/$name.jsonl"
	echo "$name $(wc -l <"$out/$name.jsonl") events"
done
