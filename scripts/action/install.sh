#!/bin/bash
# install.sh: has talpa ready for the steps after it, from the tarball ARCHIVE or, without one, built
# in SOURCES, and tells its path as the output "talpa".
set -euo pipefail
if [ -n "${ARCHIVE:-}" ]; then
	home=${RUNNER_TEMP:?}/talpa
	mkdir -p "$home"
	tar xf "$ARCHIVE" -C "$home" --strip-components=1
else
	home=${SOURCES:?}
	make -C "$home" all
fi
echo "talpa=$home/bin/talpa" >>"${GITHUB_OUTPUT:?}"
