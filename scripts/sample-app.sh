#!/bin/sh
# sample-app.sh OUT.apk: fetches an app by other people that throws on purpose,
# the test app of selendroid, out of the npm package sample-apps (Apache-2.0).
set -eu
out=${1:?usage: sample-app.sh OUT.apk}
package=sample-apps@2.0.4
sha256=6d3c24239a7313f1c98c1897914547f6faca36aa3a2b1b8ae262ab5fa9007282
if [ -f "$out" ] && echo "$sha256  $out" | sha256sum -c --status; then
	exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent "$package" >/dev/null && tar xzf ./*.tgz package/pre-built/selendroid-test-app.apk) || {
	echo "sample-app.sh: could not fetch the npm package $package" >&2
	exit 3
}
app=$work/package/pre-built/selendroid-test-app.apk
echo "$sha256  $app" | sha256sum -c --status || {
	echo "sample-app.sh: $package is not the app that this version was made with" >&2
	exit 3
}
mkdir -p "$(dirname "$out")"
mv "$app" "$out"
