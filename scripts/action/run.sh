#!/bin/bash
# run.sh: runs talpa as the inputs of action.yml say (COMMAND, APP, TRACE, SCRIPT, TIME, ARGS,
# SOURCE_ROOT, OUT), and tells verdict, exit code and folder as outputs. It fails only where talpa
# could not be asked: the verdict is for the last step to judge.
set -euo pipefail
mkdir -p "${OUT:?}"
common=(--json --summary "${GITHUB_STEP_SUMMARY:?}" --source-root "${SOURCE_ROOT:-}")
case ${COMMAND:?} in
reproduce) args=("$APP" "${TRACE:?reproduce needs the input trace}" -o "$OUT" --time "${TIME:?}") ;;
fuzz) args=("$APP" -o "$OUT" --time "${TIME:?}") ;;
replay) args=("${SCRIPT:?replay needs the input script}" "$APP") ;;
*)
	echo "no command $COMMAND: reproduce, fuzz or replay" >&2
	exit 2
	;;
esac
# Flags of the user's are words: blanks part them.
read -r -a more <<<"${ARGS:-}" || true
result=$(mktemp)
code=0
"${TALPA:?}" "$COMMAND" "${args[@]}" "${common[@]}" --junit "$result.xml" --sarif "$result.sarif" "${more[@]}" >"$result" || code=$?
cat "$result"
for form in xml sarif; do
	if [ -f "$result.$form" ]; then
		name=$([ $form = xml ] && echo junit.xml || echo talpa.sarif)
		mv "$result.$form" "$OUT/$name"
	fi
done
verdict=$(sed -n 's/^ *{*"verdict": *"\([a-z-]*\)".*/\1/p' "$result" | head -n 1)
rm -f "$result"
{
	echo "verdict=$verdict"
	echo "code=$code"
	echo "out=$OUT"
} >>"${GITHUB_OUTPUT:?}"
