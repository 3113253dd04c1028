#!/bin/sh
# fuzz.sh TIME: runs every native fuzz target of the module for TIME, one on
# each processor. What a target prints is shown when it fails.
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
		else
			cat "$log"
			echo "FAILED $0 $1"
			exit 1
		fi'
