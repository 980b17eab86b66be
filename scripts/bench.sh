#!/usr/bin/env bash
# Times the models beside this repository on XLA:CPU and on pjrt, in turns.
# usage: bench.sh PJRT [MODEL...]     PYTHON: an environment with jaxlib; BENCH_CACHE: where inputs are kept
set -euo pipefail
pjrt=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
harness=../shared/bench
[ -f "$harness/compare.py" ] || { echo "bench: $harness is not there" >&2; exit 1; }
python=${PYTHON:-python3} cache=${BENCH_CACHE:-target/bench}
mkdir -p "$cache"
exec "$python" "$harness/compare.py" --cache "$cache" --out "$cache/results.jsonl" --systems xla,cli --threads 2 --cli \
    "$pjrt bench --device cpu --format json --inputs-from {inputs} --outputs-to {outputs} --threads {threads} --seconds {seconds} --runs {runs} {module}" "$@"
