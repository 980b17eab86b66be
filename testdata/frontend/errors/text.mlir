// Texts that are no program: each message says what was expected and what was found.

// OUTPUT: printf '' | exits 2 pjrt dump -
// OUTPUT: printf 'func.func @main() {\n  return' | exits 2 pjrt dump -
// OUTPUT: printf 'func.func @main() { return }}' | exits 2 pjrt dump -
// OUTPUT: printf 'func.func @main() {\n  0 = stablehlo.abs\n}' | exits 2 pjrt dump -
// OUTPUT: printf 'func.func @main() {\n  %%0 = "stablehlo.add' | exits 2 pjrt dump -
// OUTPUT: printf 'func.func @main() {\377 return }' | exits 2 pjrt dump -
// OUTPUT: printf 'func.func @main() {\000 return }' | exits 2 pjrt dump -
// OUTPUT: printf 'import jax\n' | exits 2 pjrt dump -
// OUTPUT: printf 'func.func @main(%%x: tensor<99999999999999999999xf32>) { return }' | exits 2 pjrt dump -
// OUTPUT: printf 'func.func @main(%%x: tensor<4294967296x4294967296xf32>) { return }' | exits 2 pjrt dump -
// OUTPUT: printf 'func.func @main(%%x: tensor<2xfoo>) { return }' | exits 2 pjrt dump -
// OUTPUT: printf 'func.func @main() { return }\nfunc.func @main() { return }' | exits 2 pjrt dump -
// OUTPUT: printf 'func.func @main() {\n  %%0 = arith.addf %%0, %%0 : f32\n  return\n}' | exits 2 pjrt dump -
// OUTPUT: printf '(%.0s' {1..1000} | exits 2 pjrt dump -
// OUTPUT: printf '\357\273\277func.func @main() { return }' | pjrt dump --stage=hlo - | head -1

func.func @main() {
  return
}
