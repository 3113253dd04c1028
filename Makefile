# talpa: every chore by one name. `make` builds, `make demo` and `make test` do
# all their set-up themselves.

GO     ?= go
MVN    ?= mvn
AGENT  := device/agent
AGENT_SOURCES := $(shell find $(AGENT) -path '*/target' -prune -o -type f -print 2>/dev/null)
# A tag where there is one; else the version that the next tag counts on from, with the commit.
VERSION ?= $(shell git describe --tags --dirty 2>/dev/null || echo v0.1.0-dev.$$(git rev-list --count HEAD 2>/dev/null || echo 0)+$$(git describe --always --dirty 2>/dev/null || echo unknown))

# All is built, tested and linted as talpa is shipped: without cgo (one file that needs no C library, and starts without
# one) and without the names of this machine's folders. So each package is compiled once for all of them, and tests are
# of what users get.
export CGO_ENABLED := 0
export GOFLAGS := $(GOFLAGS) -trimpath

# Maven and javac end before code that is compiled with more care pays.
export MAVEN_OPTS ?= -XX:TieredStopAtLevel=1 -XX:+UseSerialGC

.PHONY: always all agent older demo dist install test test-all test-go test-java bench bench-search bench-levels bench-planted lint house fmt fuzz-smoke docs soak determinism clean tools

all: bin/talpa bin/talpa-layout lib/agent/.built

# The go command knows best what has changed, the version of a new commit included, and leaves a program alone that is
# as it should be.
bin/talpa: always
	$(GO) build -ldflags '-s -w -X main.version=$(VERSION)' -o $@ ./cmd/talpa

# Lays out graphs for `talpa graph --format svg`; a program of its own because its
# library starts a WebAssembly engine in every program that imports it.
bin/talpa-layout: $(wildcard cmd/talpa-layout/*.go) go.mod go.sum
	$(GO) build -ldflags '-s -w' -o $@ ./cmd/talpa-layout

# The JVM agent of the embedded device, its libraries and the Android framework.
agent: lib/agent/.built

lib/agent/.built: $(AGENT_SOURCES)
	rm -f lib/agent/talpa-agent*.jar
	$(MVN) -q -B -f $(AGENT) package -DskipTests
	touch $@

# Android 11's own framework beside Android 15's, for devices of level 30 and below: docs/device-levels.md.
older: lib/agent-30/.built

lib/agent-30/.built: lib/agent/.built scripts/older.sh
	./scripts/older.sh

tools:
	./scripts/tools.sh
	./scripts/kotlinc.sh

# The main job on an app by other people: a crash that its trace names, again.
demo: all
	./scripts/tools.sh npm
	./scripts/sample-app.sh out/selendroid-test-app.apk
	bin/talpa reproduce out/selendroid-test-app.apk testdata/traces/selendroid-onclick.txt -o out/demo

# Java's tests mostly keep one processor busy, so Go's run beside them. They leave lib/agent alone, out of which
# the devices of Go's tests start.
test: all tools
	$(MAKE) --no-print-directory -j 2 test-java test-go

# The whole of it: checks of the same thing on more data, of which `make test` takes a fixed part. See docs/testing.md.
test-all:
	TALPA_WHOLE=1 $(MAKE) --no-print-directory test

# What this machine does without; tests that need it are skipped, all others fail
# where something is missing. See docs/testing.md.
CONTROLLERS := $(shell cat /sys/fs/cgroup/cgroup.controllers 2>/dev/null)
TALPA_WITHOUT ?= $(if $(wildcard ../shared/cases),,corpus) $(if $(wildcard out/uiautomator2/bin/python),,uiautomator2) $(if $(wildcard out/kotlinc/.done),,kotlinc) $(if $(wildcard lib/agent-30/.built),,older) $(if $(filter memory,$(CONTROLLERS)),,controllers)
export TALPA_WITHOUT

# The packages that take longest begin first, and one package more than there are processors runs at a time, since
# tests of devices wait now and then. Vetting is left to lint, and nobody debugs these programs. They end soon, so they
# may leave more garbage lie than programs do by themselves.
LONGEST := ./internal/workflow ./device/adb ./cmd/talpa ./internal/workflow/fleet
test-go: all
	GOGC=300 $(GO) test -timeout 30m -p $$(($$(nproc) + 1)) -vet=off -ldflags='-s -w' -json $(LONGEST) ./... | $(GO) run ./scripts/testsummary

test-java: lib/agent/.built out/java-format
	$(MVN) -q -B -f $(AGENT) test

# The layout of Java's sources, when one has changed: it takes longer than most tests.
out/java-format: $(AGENT_SOURCES)
	$(MVN) -q -B -f $(AGENT) com.spotify.fmt:fmt-maven-plugin:check
	mkdir -p out
	touch $@

# Talpa beside its peers, the growth of its cost, the device, and the Go
# benchmarks. CORPUS names a folder with other people's apps (../shared if there),
# PEERS the peers, BENCHTIME how long each Go benchmark runs. See docs/benchmarks.md.
BENCHTIME ?= 1s
bench: all
	./scripts/tools.sh aapt time
	./scripts/bench/static.sh
	./scripts/bench/growth.sh
	./scripts/bench/device.sh
	$(GO) test -run '^$$' -bench . -benchmem -benchtime $(BENCHTIME) ./...

# The search with and without each of its strategies, on the corpus: hours, but what is done is
# kept in out/search, so it can be stopped and goes on. SEARCH are flags of benchsearch.
bench-search: all
	$(GO) run ./scripts/benchsearch -cases $(or $(CORPUS),../shared)/cases $(SEARCH)

# The experiment of Mole's paper: the generator random on each level of pruning. Kept as above, in
# out/levels.
bench-levels: all
	$(GO) run ./scripts/benchsearch -levels -cases $(or $(CORPUS),../shared)/cases -out out/levels -events 1000 -time 20m $(SEARCH)

# Crashes planted in apps that nobody tuned the search for: PLANT are the apps, SEED draws the places. Kept as
# above, in out/planted and out/planted-search.
bench-planted: all
	$(GO) run ./scripts/plant -kind $(or $(KIND),throw) -seed $(or $(SEED),1) -n 2 -out out/planted $(PLANT)
	$(GO) run ./scripts/benchsearch -cases out/planted -out out/planted-search -seeds 1 -events 400 -time 2m -variants '^$$' $(SEARCH)

# The long checks of the embedded device: hours.
soak: all
	./scripts/soak.sh

determinism: all
	./scripts/determinism.sh $(APPS)

# Each parser's fuzz target for FUZZTIME.
FUZZTIME ?= 30s
fuzz-smoke:
	./scripts/fuzz.sh $(FUZZTIME)

lint:
	./scripts/lint.sh

# Packages with few tests or, in the analysis, few comments for their code.
house:
	$(GO) run ./scripts/house

# Lays out the source as lint and the agent's verify want it.
fmt:
	gofmt -w .
	$(MVN) -q -B -f $(AGENT) com.spotify.fmt:fmt-maven-plugin:format

# The download: a folder that needs a Java runtime and nothing else, as a tar, with checksums and a list
# of its parts. JAVA is the java of the JDK whose runtime it starts fastest on.
JAVA ?= java
dist: all
	$(GO) run ./scripts/dist -version $(VERSION) -java $(JAVA)

# Puts what make has built below PREFIX, for all users: PREFIX=$$HOME/.local for one.
PREFIX ?= /usr/local
install: all
	install -d $(DESTDIR)$(PREFIX)/lib/talpa/bin $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1
	install bin/talpa bin/talpa-layout $(DESTDIR)$(PREFIX)/lib/talpa/bin
	rm -rf $(DESTDIR)$(PREFIX)/lib/talpa/lib
	install -d $(DESTDIR)$(PREFIX)/lib/talpa/lib
	cp -R lib/agent $(DESTDIR)$(PREFIX)/lib/talpa/lib/agent
	ln -sf ../lib/talpa/bin/talpa $(DESTDIR)$(PREFIX)/bin/talpa
	install -m 644 docs/man/*.1 $(DESTDIR)$(PREFIX)/share/man/man1
	for shell in bash:share/bash-completion/completions/talpa zsh:share/zsh/site-functions/_talpa \
		fish:share/fish/vendor_completions.d/talpa.fish; do \
		install -d $$(dirname $(DESTDIR)$(PREFIX)/$${shell#*:}); \
		bin/talpa completion $${shell%%:*} >$(DESTDIR)$(PREFIX)/$${shell#*:}; \
	done

docs: bin/talpa
	bin/talpa docs docs/cli docs/man

clean:
	rm -rf bin lib out
	$(MVN) -q -B -f $(AGENT) clean
