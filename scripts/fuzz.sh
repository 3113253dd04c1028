#!/bin/sh
# fuzz.sh TIME: runs every native fuzz target of the module for TIME, one on
# each processor. What a target prints is shown when it fails.
#
# Go before 1.27 sometimes calls the end of TIME itself a failure
# (golang/go issue 75804): "context deadline exceeded" is then all it says, and
# there is no failing input. The target ran its whole time and found nothing.
set -eu
FUZZTIME=${1:-30s}
export FUZZTIME
grep -r --include='*_test.go' '^func Fuzz' . |
	sed -n 's|^\(.*\)/[^/]*:func \(Fuzz[A-Za-z0-9_]*\)(.*|\1 \2|p' | sort -u |
	xargs -L 1 -P "$(nproc)" sh -c '
		log=$(mktemp)
		trap "rm -f $log" EXIT
		if go test "$0" -run "^$" -fuzz "^$1\$" -fuzztime "$FUZZTIME" -fuzzminimizetime 10x -parallel 1 >"$log" 2>&1; then
			echo "ok $0 $1"
		elif grep -v "^fuzz: elapsed" "$log" | tr -d "\n" |
			grep -Eqx -e "--- FAIL: $1 \([0-9.]+s\) +context deadline exceededFAILexit status 1FAIL[^A-Za-z]+[^ ]+[^A-Za-z]+s"; then
			echo "ok $0 $1 (its end was taken for a failure)"
		else
			cat "$log"
			echo "FAILED $0 $1"
			exit 1
		fi'
