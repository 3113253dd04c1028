#!/bin/sh
# lint.sh: format, vet, staticcheck and golangci-lint; the Java side is checked
# by its own build.
set -eu
unformatted=$(gofmt -l .)
if [ -n "$unformatted" ]; then
	echo "gofmt -w $unformatted" >&2
	exit 1
fi
go vet ./...
go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...
go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0 run ./...
