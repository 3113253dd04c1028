# lib.sh: what the scripts of this folder share; sourced by them. OUT is the
# folder of results, bench=scripts/bench.

# say LINE...: tells the person who waits.
say() { echo "bench: $*" >&2; }

[ -x /usr/bin/time ] || { say "needs GNU time at /usr/bin/time (Debian package: time)"; exit 3; }

# measure TOOL APP COMMAND...: runs the command, at most LIMIT seconds, and adds
# a line to $OUT/times.tsv: tool, app, CPU seconds (user and system, children
# included), peak memory of its largest process in MB, exit code, wall seconds.
measure() {
	tool=$1 app=$2
	shift 2
	mkdir -p "$OUT/logs"
	log=$OUT/logs/$tool-$app.log
	code=0
	/usr/bin/time -o "$log.time" -f '%U %S %M %e' timeout -k 5 "${LIMIT:-600}" "$@" >"$log" 2>&1 || code=$?
	tail -n 1 "$log.time" | awk -v OFS='\t' -v tool="$tool" -v app="$app" -v code="$code" \
		'{ printf "%s\t%s\t%.2f\t%.0f\t%d\t%.2f\n", tool, app, $1 + $2, $3 / 1024, code, $4 }' >>"$OUT/times.tsv"
	rm -f "$log.time"
	return 0
}

# apps: "name<TAB>apk<TAB>trace", a line for each app with a trace: the cases of
# the corpus, or the project's own sample where there is no corpus.
apps() {
	if [ -n "$CORPUS" ]; then
		for dir in "$CORPUS"/cases/*/; do
			[ -f "$dir/app.apk" ] && printf '%s\t%s\t%s\n' "$(basename "$dir")" "${dir}app.apk" "${dir}trace.txt"
		done
	else
		printf 'burrow\t%s\t%s\n' testdata/apps/burrow.apk testdata/traces/burrow-form.txt
	fi
}
