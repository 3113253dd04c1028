#!/bin/sh
# static.sh: the static half beside its peers, app by app, each in a process of
# its own. Prints a table in Markdown: CPU seconds and peak memory of each tool,
# and what a peer costs for each part that talpa costs.
#
#   OUT     folder for results and peers (default out/bench)
#   CORPUS  folder with cases/*/app.apk and trace.txt (default ../shared, if there)
#   PEERS   the peers that are asked for (default: androguard flowdroid mole)
#   RUNS    how often talpa is run on an app; the median counts (default 5)
set -eu
cd "$(dirname "$0")/../.."
bench=scripts/bench
OUT=${OUT:-out/bench}
[ -n "${CORPUS-}" ] || { [ -d ../shared/cases ] && CORPUS=../shared || CORPUS=; }
PEERS=${PEERS-androguard flowdroid mole}
export OUT CORPUS
. $bench/lib.sh
mkdir -p "$OUT/logs" "$OUT/peers"
: >"$OUT/times.tsv"

there=
for peer in $PEERS; do
	if $bench/"$peer.sh" setup; then there="$there $peer"; fi
done
tab=$(printf '\t')
apps >"$OUT/apps.tsv"
while IFS=$tab read -r name apk trace; do
	say "$name"
	for _ in $(seq "${RUNS:-5}"); do
		measure talpa "$name" bin/talpa analyze "$apk" "$trace" -o "$OUT/guide.json" </dev/null
	done
	for peer in $there; do
		$bench/"$peer.sh" run "$name" "$apk" </dev/null
	done
done <"$OUT/apps.tsv"
awk -f $bench/static.awk "$OUT/times.tsv"
