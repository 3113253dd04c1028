#!/bin/sh
# growth.sh [FOLDER...]: how the cost of talpa analyze grows with the app. Every
# APK below the folders is analysed with its launcher's onCreate as the crash
# point. Writes growth/growth.csv and the chart growth/growth.svg in $OUT; prints
# the fit.
#
#   OUT     folder for results (default out/bench)
#   CORPUS  folder with apps (default ../shared, if there); else testdata/apps
set -eu
cd "$(dirname "$0")/../.."
OUT=${OUT:-out/bench}/growth
[ -n "${CORPUS-}" ] || { [ -d ../shared/apks ] && CORPUS=../shared || CORPUS=testdata/apps; }
[ $# -gt 0 ] || set -- "$CORPUS"
. scripts/bench/lib.sh
mkdir -p "$OUT/logs"
: >"$OUT/times.tsv"
csv=$OUT/growth.csv
echo "app,instructions,methods,cpu_s,peak_mb" >"$csv"
find -H "$@" -name '*.apk' -size -200M | sort >"$OUT/apks.txt"
left=0
while read -r apk; do
	launcher=$(aapt dump badging "$apk" 2>/dev/null | sed -n "s/^launchable-activity: name='\([^']*\)'.*/\1/p" | head -n 1)
	printf 'java.lang.RuntimeException\n\tat %s.onCreate(Unknown Source)\n' "$launcher" >"$OUT/trace.txt"
	rm -f "$OUT/guide.json"
	measure growth "$(basename "$apk" .apk)" bin/talpa analyze "$apk" "$OUT/trace.txt" -o "$OUT/guide.json" </dev/null
	number() { sed -n "s/^ *\"$1\": *\([0-9]*\).*/\1/p" "$OUT/guide.json" 2>/dev/null | head -n 1; }
	if [ -n "$(number instructions)" ]; then
		tail -n 1 "$OUT/times.tsv" | awk -F '\t' -v i="$(number instructions)" -v m="$(number methods)" \
			'{ gsub(/,/, "_", $2); printf "%s,%s,%s,%s,%s\n", $2, i, m, $3, $4 }' >>"$csv"
	else
		left=$((left + 1))
		say "left out: $apk: $(tail -n 1 "$OUT/logs/growth-$(basename "$apk" .apk).log")"
	fi
done <"$OUT/apks.txt"
awk -f scripts/bench/growth.awk "$csv" >"$OUT/growth.svg"
awk -F , -v left="$left" -f scripts/bench/growth-fit.awk "$csv"
