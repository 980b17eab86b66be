# `make demo` and `make test` do everything, on a fresh Debian 12 too.

SHELL := /bin/bash
CARGO ?= cargo
LLVM := /usr/lib/llvm-22
PACKAGES := llvm-22-dev libmlir-22-dev mlir-22-tools libpolly-22-dev clang-22 libzstd-dev zlib1g-dev libxml2-dev
# For tests with several processes.
MPI_PACKAGES := openmpi-bin libopenmpi-dev libclang-22-dev
PJRT := target/release/pjrt
# Tests are built once, with everything.
TEST := $(CARGO) test --features mpi --quiet

.PHONY: demo test bench setup setup-tests build lint unit golden mpi round-trip fuzz accuracy readme clean

demo: build
	@scripts/demo.sh $(PJRT)

test: setup-tests lint unit golden mpi round-trip fuzz accuracy readme

# Side by side with XLA:CPU, through the harness beside this repository; needs Python.
bench: build
	@scripts/bench.sh $(PJRT)

# Installs what is missing; does nothing where all is there.
setup:
	@scripts/setup.sh $(PACKAGES)

setup-tests:
	@scripts/setup.sh $(PACKAGES) $(MPI_PACKAGES)

build: setup
	$(CARGO) build --release --quiet

lint: setup-tests
	$(CARGO) fmt --check
	$(CARGO) clippy --features mpi --all-targets --quiet -- -D warnings

unit: setup-tests
	$(TEST) --lib

golden: setup-tests
	$(TEST) --test cli -- --skip mpi/

# Programs on the devices of two and of four processes.
mpi: setup-tests
	$(TEST) --test cli -- mpi/

# Short runs of the differential fuzzer, over programs, passes, several devices and shardings; tests/fuzz/main.rs has
# the longer ones.
fuzz: setup-tests
	$(TEST) --test fuzz
	$(TEST) --test fuzz -- --target passes --seeds 40
	$(TEST) --test fuzz -- --target devices --seeds 40
	$(TEST) --test fuzz -- --target shardings --seeds 60

# What is printed as HLO text or proto reads back.
round-trip: setup-tests
	$(TEST) --test round_trip

# The errors of elementwise functions against docs/numerics.md.
accuracy: setup-tests
	$(TEST) --test accuracy

# The README's commands print what the README says; with the tests' build, which is there.
readme: setup-tests
	$(CARGO) build --features mpi --quiet
	@scripts/readme.sh target/debug/pjrt

clean:
	$(CARGO) clean
