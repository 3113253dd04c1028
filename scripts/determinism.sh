#!/bin/sh
# determinism.sh [APP.apk...]: 10 runs of 200 seeded events on the sample app and
# on each app named, on fresh JVMs, and as many on recycled ones: the events,
# screens and logs must be the same in all. RUNS, EVENTS and EPISODE (events
# between two clean starts) change the figures. Needs `make all`.
set -eu
apps=
for app in "$@"; do
  apps="$apps $(realpath "$app")"
done
cd "$(dirname "$0")/.."
TALPA_DETERMINISM_APPS=$apps TALPA_DETERMINISM_RUNS=${RUNS:-10} TALPA_DETERMINISM_EVENTS=${EVENTS:-200} \
  TALPA_DETERMINISM_EPISODE=${EPISODE:-100} \
  go test ./internal/workflow -run 'TestDeterminism$' -count 1 -v -timeout 24h
