#!/usr/bin/env bash
# Installs the Debian packages and the Rust toolchain that a build needs, where they are missing.
# usage: setup.sh PACKAGE...
set -euo pipefail

missing=()
for package in "$@" build-essential; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done

if [ ${#missing[@]} -gt 0 ]; then
    if ! command -v apt-get >/dev/null; then
        echo "setup: this needs Debian 12 (or a system with apt) and the packages: ${missing[*]}" >&2
        exit 1
    fi
    sudo=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || { echo "setup: run as root, or install sudo, to install: ${missing[*]}" >&2; exit 1; }
        sudo=(sudo)
    fi
    echo "setup: installing ${missing[*]}"
    "${sudo[@]}" apt-get update -qq
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null || {
        echo "setup: apt-get could not install ${missing[*]}; on another system than Debian 12, get LLVM and MLIR 22 from apt.llvm.org" >&2
        exit 1
    }
fi

if ! command -v cargo >/dev/null; then
    echo "setup: Rust 1.95 or newer is missing; install it with rustup" >&2
    exit 1
fi
