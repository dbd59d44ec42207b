# make run     certify the built-in implementation; ARGS="..." goes to `assay run`
# make test    what a developer runs: the tests of the code, and a short whole run of each kind
# make test-all  every test, as .ci/run does
# make bench   measure what must be quick; bench-tokens, bench-reports, bench-history, bench-backend, bench-gate and
#              bench-load measure one thing each
#              (bench-backend needs nginx-light and wrk, and is left out without them)
# make fuzz    have libFuzzer look for bytes that something that comes in is read wrongly from, or that end the process: tokens,
#              keys, configurations, HTTP, lines of adapters, traces, files in YAML, control requests; FOR=3600 for an hour
# make attack  hold the tool against a corpus of hostile tokens, keys, configurations, traces, files and requests
# make sanitize  run the tests of what reads foreign bytes with AddressSanitizer
# make locust  tries one load run over many machines with real Locust processes on this one
# make clients installs the programs and libraries that the tests of `assay serve` try it with.
# make soak    hold correct ports against a busy machine, by the thousand sessions (hours), and against load, by the
#              million fan-outs; soak-load does the second alone, in some minutes
# make explore   search for what no contract asks, for ten minutes; FOR=60 for one, ARGS="--implementation ..."
#                explore-short a minute with a fixed seed
# make variants  run the whole catalogue against ports that are right and different, also two at once; ARGS="--seed 7"
# make gates     what runs through gates are worth: right ports 20 times each, ARGS="--runs 1 --mutants merge" for others
# make bugs      plant bugs that other SDKs had into the port in Python; which are caught? ARGS=--whole asks the whole catalogue
# make planted   explore the reference with fifty bugs in it, by an author who knew it and the documents alone: an hour or more
# make innocent  explore twenty right ports, a million steps each: hours; ARGS="--for 30" for some of it, and again to go on
# make covered   which lines of the reference do contracts run, and which does exploring? ARGS=120 for two minutes of it
# make program   one executable with the specs and the documentation in it, in .build/package
# make install   installs it: PREFIX=/usr/local, DESTDIR for a folder that becomes a package; `make uninstall` takes it away
# make dist, make deb   an archive to unpack, and a Debian package, both in .build/package
# make debug     build .build/debug/assay and the tests
# The others: build, format, lint, clean.

PACKAGES := libcurl4-openssl-dev libxml2-dev libyaml-dev libssl-dev zlib1g-dev pkg-config
MODULES  := libcurl libxml-2.0 yaml-0.1 libcrypto libssl zlib
ORACLES  := hdrhistogram==0.10.8 pandas==3.1.1 duckdb==2.0.1
# Clients that nobody here wrote, for the tests of `assay serve`; a test whose client is missing says so and is left out.
CLIENTS  := curl openssl chromium chromium-driver python3 python3-requests python3-requests-oauthlib python3-jwt \
            python3-cryptography python3-onelogin-saml2
SOURCES  := Sources Tests Package.swift
# Locust changes the standard library of a process that imports it, so its processes are started from others.
PYTEST   = "$(CURDIR)/.build/locust/bin/python" -m pytest -q -p no:cacheprovider
LOCUST   = cd Integrations/locust && $(PYTEST) tests/test_units.py && \
           ASSAY="$(CURDIR)/.build/debug/assay" ASSAY_SPECS="$(CURDIR)/Specs" $(PYTEST) -n 8 tests/test_faults.py tests/test_cluster.py
# Builds for debugging compile a module as a whole: on two cores a quarter of the time that file by file takes.
WHOLE    := -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2
# The modules that tests use most are optimized (Package.swift); ASSAY_OPTIMIZE=0 leaves them to a debugger.
export ASSAY_OPTIMIZE ?= 1
ARGS     ?=
FOR      ?= 60
FOREIGN  := Tokens|XML|Cryptography|Documents|HTTPServer

.PHONY: run test test-all fuzz attack sanitize bench bench-tokens bench-reports bench-backend bench-load soak soak-load bench-compare build \
	format lint clean packages oracles clients locust

run: build
	@.build/release/assay run $(ARGS)

fuzz: packages
	@WHOLE="$(WHOLE)" ASSAY_OPTIMIZE=0 Tests/TokenFuzzer/fuzz.sh $(FOR)

# ARGS="wrapping keys" for two of its classes.
attack: PACKAGES += gcc libc6-dev openssl procps python3
attack: build
	@Tests/Attack/attack.py $(ARGS)

# Whoever looks for leaks takes what only Swift's enumerations point to for one.
sanitize: packages
	@ASAN_OPTIONS=detect_leaks=0 swift test --scratch-path .build/sanitize --sanitize=address --disable-xctest --filter "^($(FOREIGN))Tests"

# A whole run of each kind: the reference, wrong ports, right ones, the port in Python, the one in C, one in a process of its
# own, REST API v2, a port that dies, strength, exploration, load. `make test-all` has them all.
QUICK := theReferenceKeepsEveryContractThatApplies aMutantOfTheMergeIsCaughtByTheRuleItBreaks aRightPortFailsNothing \
	adaptersInPythonDialIn aPortInCKeepsEveryContractForWhichItHasTheCalls aPortThatDiesInOneCaseCrashesInThatCaseAlone \
	whatStartsAgainDoesSoInAFreshProcess theReferenceKeepsTheSmokeSet theReferenceIsMeasuredAndFoundRight \
	aMutantIsCaughtByTheContractsThatSaySo aSearchWithoutTimeFindsNothingOut
# What costs more than it tells every time: the tool run dozens of times, adapters that do not answer, and much memory.
SLOW := MachineLimitsTests PartsOfARunTests InnocentClientTests AdapterLintTests FixedScenarios ServeRecordTests \
	LoadAtGatesTests BoundedMemoryTests aHundredThousandTimesTheSameMistakeIsOneMistake
ALONE := aThousandSessionsAtOnceStayApart
QUICK_LOAD := everyFileSaysTheSameToReadersOfOthers partsAreMergedToTheReportOfTheWhole
empty :=
# The names as one pattern.
any = [./]($(subst $(empty) ,|,$(strip $1)))[(/]

# Ports in Python and C are certified, too.
test test-all: PACKAGES += python3 gcc libc6-dev git
# Begun all at once, a thousand tests keep each other waiting until their time limits pass.
test test-all: WIDTH = $(shell swift test --help-hidden 2>/dev/null | grep -q maximum-parallelization-width && \
	echo --experimental-maximum-parallelization-width)
# Whole runs are apart from the tests that compute: beside those, what they wait for may come too late. Load is apart from
# them: a run that finds the machine busy says that it is invalid. Most of their own time they wait, so the suites run beside
# each other; each says how many of its tests may run at once, and one that waits for its turn keeps no other from its own.
# A thousand sessions at once have the machine to themselves: beside others, even the services answer too late.
test: packages
	@swift test $(WHOLE) --skip 'WholeRuns|$(call any,$(SLOW))' $(WIDTH:%=% 16)
	@swift test $(WHOLE) --skip-build --filter '$(call any,$(QUICK))' $(WIDTH:%=% 8)
	@swift test $(WHOLE) --skip-build --filter '$(call any,$(QUICK_LOAD))'

# A part that fails does not keep the others from being run.
test-all: packages
	@failed=0; \
	swift test $(WHOLE) --skip WholeRuns $(WIDTH:%=% 16) || failed=1; \
	swift test $(WHOLE) --skip-build --filter WholeRuns --skip 'WholeRunsOfLoad|$(ALONE)' $(WIDTH:%=% 500) || failed=1; \
	swift test $(WHOLE) --skip-build --filter '$(ALONE)' || failed=1; \
	swift test $(WHOLE) --skip-build --filter WholeRunsOfLoad $(WIDTH:%=% 500) || failed=1; \
	exit $$failed
	@tests=$$(swift test list $(WHOLE) --skip-build 2>/dev/null); for test in $(QUICK) $(QUICK_LOAD) $(SLOW) $(ALONE); do \
	    echo "$$tests" | grep -q "[./]$$test[(/]" || { echo "Makefile: there is no test $$test"; exit 1; }; \
	done

bench: bench-tokens bench-reports bench-history bench-backend bench-gate bench-load

.PHONY: bench-gate
bench-gate: packages
	@swift run -c release --quiet GateBenchmark

bench-tokens: packages
	@Sources/Benchmarks/tokens.sh

# ARGS="1000 200" for so many nights and cases instead of 10,000 and 810.
.PHONY: bench-history
bench-history: build
	@Sources/Benchmarks/history.py $(ARGS)

.PHONY: bench-reports
bench-reports: packages
	@swift run -c release --quiet ReportBenchmark

bench-backend: packages
	@Sources/Benchmarks/backend.sh

# For the night: hours, on a machine that is kept busy. ARGS="2000 4" for 2,000 sessions beside 4 processes.
soak: build
	@Tests/Attack/attack.py
	@Sources/Benchmarks/soak-load.py
	@Sources/Benchmarks/soak.sh $(ARGS)

# For the night, too: none may fail anything.
.PHONY: variants
variants: build
	@.build/release/assay strength --variants --pairs 60 $(ARGS)

.PHONY: bugs
bugs: PACKAGES += python3 git
bugs: build
	@ASSAY="$(CURDIR)/.build/release/assay" Tests/Bugs/bugs.py $(ARGS)

# For an hour or more; ARGS="--for 120 7 9" for two of them.
.PHONY: planted
planted: PACKAGES += python3 git
planted: packages
	@Tests/Bugs/planted/planted.py $(ARGS)

.PHONY: gates
gates: PACKAGES += python3 gcc libc6-dev
gates: build
	@ASSAY="$(CURDIR)/.build/release/assay" Tests/ForeignBackend/figures.py $(ARGS)

.PHONY: explore
explore: FOR = 600
explore: build
	@.build/release/assay explore --for $(FOR)s $(ARGS)

# No right port may fail.
.PHONY: innocent
innocent: PACKAGES += python3
innocent: build
	@Sources/Benchmarks/innocent.py $(ARGS)

.PHONY: covered
covered: PACKAGES += python3
covered: packages
	@Sources/Benchmarks/covered.py $(ARGS)

# The same scenarios each time; what is tried before every change is taken. What is inconclusive (2) is nobody's fault.
.PHONY: explore-short
explore-short: packages
	@swift build $(WHOLE) --product assay
	@.build/debug/assay explore --seed 1 --runs 100 --report-dir .build/explore-short $(ARGS) || [ $$? -eq 2 ]

# ARGS="50000" for so many fan-outs instead of a million.
soak-load: build
	@Sources/Benchmarks/soak-load.py $(ARGS)

# ARGS="3 2 generator" asks for three repetitions of two seconds of one part.
bench-load: build
	@Sources/Benchmarks/load.py $(ARGS)

# How often two runs of one port are told apart, and how often a slower one is found; takes half an hour each.
# ARGS="same --for 10" ends after ten minutes, and the next goes on from there.
bench-compare: build
	@Sources/Benchmarks/compare.py $(or $(ARGS),same)

build: packages
	@swift build -c release --product assay

# Everything for debugging, the tests as well. Nothing may be imported that a target does not declare.
.PHONY: debug
debug: packages
	@swift build $(WHOLE) --build-tests --explicit-target-dependency-import-check error

# A program for machines without Swift.
PREFIX  ?= /usr/local
DESTDIR ?=
VERSION := $(shell sed -n 's/^let assayVersion = "\(.*\)"$$/\1/p' Sources/assay/Version.swift)
OUT     := .build/package
RELEASE := assay-$(VERSION)
ARCHIVE := $(OUT)/$(RELEASE)-linux-$(shell uname -m).tar.gz
DEB     := $(OUT)/assay_$(VERSION)_$(shell dpkg --print-architecture 2>/dev/null).deb
CARRIED := $(shell find Sources Specs Documentation Packaging README.md Reports/README.md Package.swift -type f)

.PHONY: program install uninstall dist deb
program: packages
	@swift build -c release --product assay --static-swift-stdlib --scratch-path .build/dist
	@mkdir -p $(OUT)
	@Packaging/carry.sh .build/dist/release/assay $(OUT)/assay

# Who installs need not be who built.
$(OUT)/assay: $(CARRIED)
	@$(MAKE) --no-print-directory program

$(OUT)/$(RELEASE): $(OUT)/assay
	@rm -rf $@ && mkdir -p $@/bin $@/share/man/man1 $@/share/bash-completion/completions \
	    $@/share/zsh/site-functions $@/share/fish/vendor_completions.d
	@cp $(OUT)/assay $@/bin
	@cp README.md Packaging/install.sh Packaging/needs.sh $@
	@cd $@ && bin/assay man >share/man/man1/assay.1 && \
	    bin/assay completions bash >share/bash-completion/completions/assay && \
	    bin/assay completions zsh >share/zsh/site-functions/_assay && \
	    bin/assay completions fish >share/fish/vendor_completions.d/assay.fish
	@touch $@

install: $(OUT)/$(RELEASE)
	@DESTDIR="$(DESTDIR)" $(OUT)/$(RELEASE)/install.sh "$(PREFIX)"

uninstall:
	@DESTDIR="$(DESTDIR)" Packaging/install.sh --uninstall "$(PREFIX)"

dist: program
	@$(MAKE) --no-print-directory $(OUT)/$(RELEASE)
	@tar --format=ustar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C $(OUT) -c $(RELEASE) | \
	    gzip -n9 >$(ARCHIVE)
	@echo $(ARCHIVE)

deb: program
	@rm -rf $(OUT)/stage
	@$(MAKE) --no-print-directory install DESTDIR=$(CURDIR)/$(OUT)/stage PREFIX=/usr
	@Packaging/deb.sh $(OUT)/stage $(DEB)

format:
	@swift format --in-place --recursive $(SOURCES)

lint:
	@swift format lint --strict --recursive $(SOURCES)

clean:
	@rm -rf .build

# Installs what some tests compare with, in an environment of its own.
oracles: .build/oracles/installed

.build/oracles/installed: Makefile
	@python3 -m venv .build/oracles
	@.build/oracles/bin/pip install --quiet --disable-pip-version-check $(ORACLES)
	@touch $@

# Its tests start real Locust processes; mypy and ruff read it first.
locust: packages .build/locust/installed
	@swift build $(WHOLE) --product assay
	@cd Integrations/locust && "$(CURDIR)/.build/locust/bin/mypy" && "$(CURDIR)/.build/locust/bin/ruff" check --quiet
	@$(LOCUST)

.build/locust/installed: Makefile Integrations/locust/pyproject.toml
	@python3 -m venv .build/locust
	@.build/locust/bin/pip install --quiet --disable-pip-version-check -e "Integrations/locust[test]"
	@touch $@

# Debian's own clients; elsewhere there is nothing to install.
clients:
	@if command -v dpkg >/dev/null; then $(MAKE) --no-print-directory packages PACKAGES="$(CLIENTS)"; fi

# Installs the Debian packages that are missing, and nothing where none is.
packages:
	@if command -v dpkg >/dev/null; then \
	    missing=; \
	    for package in $(PACKAGES); do \
	        dpkg -s $$package 2>/dev/null | grep -q '^Status:.* installed$$' || missing="$$missing $$package"; \
	    done; \
	    if [ -n "$$missing" ]; then \
	        echo "installing$$missing"; \
	        if [ "$$(id -u)" = 0 ]; then root=; else root=sudo; fi; \
	        $$root apt-get update -q && \
	        $$root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $$missing; \
	    fi; \
	elif ! pkg-config --exists $(MODULES) 2>/dev/null; then \
	    echo "libcurl, libxml2, libyaml, zlib, OpenSSL 3 and pkg-config are needed, with their headers"; \
	    exit 1; \
	fi
