# The commands of the README. Each installs what it needs first.

SWIFT ?= swift
# Tests are one release build with testing enabled: vectors by the hundred thousand are slow in a debug build.
# It has a scratch folder of its own, so that the program and the tests don't undo each other's builds. A sixth of a
# build's time would go into what a debugger knows of lines.
TESTING = -c release -Xswiftc -enable-testing -debug-info-format none --scratch-path .build/testing
PROGRAM = .build/release/lectures

.PHONY: demo demo-web build test test-web soak test-quick interop conformance crash-test sanitize bench fuzz differential exchange-courses lint \
  contracts man install package clean

demo: build
	@$(PROGRAM) demo

# Pages in a browser over a devnet with lectures and an exchange; without a desktop it prints the address.
demo-web: build
	@$(PROGRAM) demo web

# Names that a program exports cost it a millisecond at each start, and megabytes; nothing looks them up. Relocations are
# packed, another 3 MB, where the system's C library reads such (glibc 2.36 and later).
ifeq ($(shell uname),Linux)
LINKING = -Xlinker --no-export-dynamic
GLIBC := $(word 2,$(shell getconf GNU_LIBC_VERSION))
ifeq ($(shell printf '%s\n' 2.36 $(GLIBC) | sort -V | head -n 1),2.36)
LINKING += -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs
endif
endif
build:
	@Scripts/setup.sh build
	SMALL_BUILD=1 $(SWIFT) build -c release --product lectures --static-swift-stdlib $(LINKING)

test:
	@Scripts/setup.sh tests
	@Scripts/test.sh Tests/Chain Tests/Contracts $(SWIFT) test $(TESTING)

# All journeys through the pages in a browser, at two widths, with JavaScript and without, some in a second one; `make test`
# goes a sample.
test-web:
	@Scripts/setup.sh tests
	@WEB=all Scripts/test.sh $(SWIFT) test $(TESTING) --filter 'WebAppTests|BrowserTests|WebKillTests'

# Streams of events of a platform that starts again each hour, for HOURS.
HOURS = 24
soak: build
	@Scripts/setup.sh tests
	@.venv/bin/python Tests/Web/soak.py $(PROGRAM) $$(($(HOURS) * 60))

# What needs no other program: seconds, once built.
test-quick:
	@Scripts/setup.sh build
	@Scripts/test.sh $(SWIFT) test $(TESTING) --skip InteropTests --skip IntegrationTests

interop:
	@Scripts/setup.sh tests
	@Scripts/test.sh $(SWIFT) test $(TESTING) --filter InteropTests

# The official tests of Ethereum; FIXTURES=DIR names others than those of the fixtures.
conformance: build
	@Scripts/conformance.sh

# Kills a devnet that keeps its chain in a file, again and again, and looks whether all that it had answered is there; and
# what sends: at every step of its disk and its network, and so often at random, on every bad way to a node, and in so
# many steps beside a model; and who trades at the exchanges, and the relay, likewise. WRITE_DOCS=1 writes
# Docs/crashes.md, Docs/faults.md and Docs/byzantine.md anew.
CRASHES ?= 200
KILLS ?= 1000
STEPS ?= 1000000
COURSES ?= 400
crash-test:
	@Scripts/setup.sh tests
	@CRASHES=$(CRASHES) KILLS=$(KILLS) STEPS=$(STEPS) COURSES=$(COURSES) \
	  Scripts/test.sh $(SWIFT) test $(TESTING) --filter 'CrashTests|FaultTableTests|ServerWayTests|ByzantineTests|ModelTests'

sanitize:
	@Scripts/setup.sh tests
	@Scripts/sanitize.sh

bench:
	@Scripts/setup.sh bench
	@Scripts/bench.sh

fuzz:
	@Scripts/setup.sh build
	@Scripts/fuzz.sh

# Random programs through our EVM and others'; PROGRAMS=100000 is the long run.
differential:
	@Scripts/setup.sh tests
	@Scripts/differential.sh

# Random courses of calls at the exchange's contracts beside a model; EXCHANGE_COURSES=100000 is the long run.
EXCHANGE_COURSES ?= 1000
exchange-courses:
	@Scripts/setup.sh tests
	EXCHANGE_COURSES=$(EXCHANGE_COURSES) .venv/bin/python -m unittest discover -s Tests/Contracts -p test_exchange_courses.py

lint:
	$(SWIFT) format lint --strict --recursive --parallel Sources Tests Plugins Snippets Package.swift \
	  Fuzz/Sources Fuzz/Package.swift Benchmarks/Sources Benchmarks/Package.swift

# Compiles the contracts anew; CI compares (Contracts/build.py --check).
contracts:
	@Scripts/setup.sh tests
	.venv/bin/python Contracts/build.py

# The manual: a page for the program and one for each of its commands. `man -l .build/man/lectures.1` shows one.
MAN = .build/man
man: build
	@rm -rf $(MAN)
	$(PROGRAM) manual $(MAN)

PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share
# Installs what `make man` has made and builds nothing itself: root may have neither Swift nor business in .build.
install:
	@[ -x $(PROGRAM) ] && [ -d $(MAN) ] || { echo "install: run make man first, as yourself" >&2; exit 1; }
	install -D -s -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/lectures
	install -d $(SHARE)/man/man1 $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions \
	  $(SHARE)/fish/vendor_completions.d
	install -m 644 $(MAN)/*.1 $(SHARE)/man/man1
	$(PROGRAM) --generate-completion-script bash > $(SHARE)/bash-completion/completions/lectures
	$(PROGRAM) --generate-completion-script zsh > $(SHARE)/zsh/site-functions/_lectures
	$(PROGRAM) --generate-completion-script fish > $(SHARE)/fish/vendor_completions.d/lectures.fish

# A Debian package of the program and its manual, in .build/package; Containerfile makes a container of it.
package: man
	@Scripts/setup.sh package
	@Scripts/package.sh

clean:
	rm -rf .build
