#!/usr/bin/env bash
# Compiles a ResNet-50 that JAX exported, runs it on .npy inputs, and shows the result.
# usage: demo.sh PJRT
set -euo pipefail
pjrt=$(realpath "$1")
cd "$(dirname "$0")/../demo"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/inputs"

say() { printf '\n\033[1m%s\033[0m\n' "$1"; }

say "1. Weights and an image, made by a StableHLO program: demo/inputs.mlir"
"$pjrt" run --device cpu inputs.mlir --outputs-to="$work/inputs"
echo "$(ls "$work/inputs" | wc -l) .npy files, $(du -sm "$work/inputs" | cut -f1) MB"

say "2. Compile demo/resnet50.mlir, as jax.jit(...).lower(...).as_text() printed it"
"$pjrt" compile resnet50.mlir -o "$work/resnet50.pjx"
ls -l "$work/resnet50.pjx" | awk '{ printf "resnet50.pjx, %.1f MB\n", $5 / 1e6 }'

say "3. Run it on the .npy inputs"
"$pjrt" run --device cpu "$work/resnet50.pjx" --inputs-from="$work/inputs" --output=@"$work/scores.npy"

say "4. The five best of 1000 classes (untrained weights: no claim about the image)"
"$pjrt" run --device cpu top5.mlir --input=@"$work/scores.npy"

say "5. How fast is it?"
"$pjrt" bench --device cpu "$work/resnet50.pjx" --inputs-from="$work/inputs" --seconds=2
