#!/bin/sh
# fuzz.sh TIME: runs every native fuzz target of the module for TIME.
set -eu
time=${1:-30s}
grep -rl --include='*_test.go' '^func Fuzz' . | while read -r file; do
	dir=$(dirname "$file")
	sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$file" | while read -r target; do
		echo "$dir $target"
		go test "$dir" -run '^$' -fuzz "^$target\$" -fuzztime "$time" -fuzzminimizetime 10x >/tmp/fuzz.$$ 2>&1 || {
			cat /tmp/fuzz.$$
			rm -f /tmp/fuzz.$$
			exit 1
		}
		rm -f /tmp/fuzz.$$
	done || exit 1
done
