#!/bin/sh
# soak.sh [APP.apk]: 20,000 events and 100 restarts on one device; fails if
# memory, threads, files or temporary folders grow. EVENTS and RESTARTS change
# the figures. Needs `make all`.
set -eu
app=${1:+$(realpath "$1")}
cd "$(dirname "$0")/.."
TALPA_SOAK_APP=$app TALPA_SOAK_EVENTS=${EVENTS:-20000} TALPA_SOAK_RESTARTS=${RESTARTS:-100} \
  go test ./internal/workflow -run 'TestSoak$' -count 1 -v -timeout 24h
