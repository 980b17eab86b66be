# `make demo` and `make test` do everything, on a fresh Debian 12 too.

SHELL := /bin/bash
CARGO ?= cargo
LLVM := /usr/lib/llvm-22
PACKAGES := llvm-22-dev libmlir-22-dev mlir-22-tools libpolly-22-dev clang-22 libzstd-dev zlib1g-dev libxml2-dev
PJRT := target/release/pjrt

.PHONY: demo test bench setup build lint unit golden round-trip fuzz accuracy readme clean

demo: build
	@scripts/demo.sh $(PJRT)

test: setup lint unit golden round-trip fuzz accuracy readme

# Side by side with XLA:CPU, through the harness beside this repository; needs Python.
bench: build
	@scripts/bench.sh $(PJRT)

# Installs what is missing; does nothing where all is there.
setup:
	@scripts/setup.sh $(PACKAGES)

build: setup
	$(CARGO) build --release --quiet

lint: setup
	$(CARGO) fmt --check
	$(CARGO) clippy --all-targets --quiet -- -D warnings

unit: setup
	$(CARGO) test --lib --quiet

golden: setup
	$(CARGO) test --test cli --quiet

# Short runs of the differential fuzzer, over programs and over passes; tests/fuzz/main.rs has the longer ones.
fuzz: setup
	$(CARGO) test --test fuzz --quiet
	$(CARGO) test --test fuzz --quiet -- --target passes --seeds 40

# What is printed as HLO text or proto reads back.
round-trip: setup
	$(CARGO) test --test round_trip --quiet

# The errors of elementwise functions against docs/numerics.md.
accuracy: setup
	$(CARGO) test --test accuracy --quiet

# The README's commands print what the README says.
readme: build
	@scripts/readme.sh $(PJRT)

clean:
	$(CARGO) clean
