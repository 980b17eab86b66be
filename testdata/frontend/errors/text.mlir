// Texts that are no program: each message says what was expected and what was found.

// OUTPUT: printf '' | exits 2 pjrt dump -
//| error: builtin.module: the program has no function
//|  --> <stdin>:1:1
//|   |
//| 1 |
//|   | ^
// OUTPUT: printf 'func.func @main() {\n  return' | exits 2 pjrt dump -
//| error: expected an operation, found the end of the text
//|  --> <stdin>:2:9
//|   |
//| 2 |   return
//|   |         ^
// OUTPUT: printf 'func.func @main() { return }}' | exits 2 pjrt dump -
//| error: expected an operation, found `}`
//|  --> <stdin>:1:29
//|   |
//| 1 | func.func @main() { return }}
//|   |                             ^
// OUTPUT: printf 'func.func @main() {\n  0 = stablehlo.abs\n}' | exits 2 pjrt dump -
//| error: expected `:`, found `}`
//|  --> <stdin>:3:1
//|   |
//| 3 | }
//|   | ^
// OUTPUT: printf 'func.func @main() {\n  %%0 = "stablehlo.add' | exits 2 pjrt dump -
//| error: this is never closed
//|  --> <stdin>:2:8
//|   |
//| 2 |   %0 = "stablehlo.add
//|   |        ^^^^^^^^^^^^^^
// OUTPUT: printf 'func.func @main() {\377 return }' | exits 2 pjrt dump -
//| <stdin>:1:20: error: expected the text of a program, found a byte that is not UTF-8
// OUTPUT: printf 'func.func @main() {\000 return }' | exits 2 pjrt dump -
//| error: expected text, found a NUL character
//|  --> <stdin>:1:20
//|   |
//| 1 | func.func @main() {␀ return }
//|   |                    ^
// OUTPUT: printf 'import jax\n' | exits 2 pjrt dump -
//| error: expected an operation of StableHLO, CHLO, func or check, found `import`
//|  --> <stdin>:1:1
//|   |
//| 1 | import jax
//|   | ^^^^^^
// OUTPUT: printf 'func.func @main(%%x: tensor<99999999999999999999xf32>) { return }' | exits 2 pjrt dump -
//| error: expected a dimension below 2^63, found `99999999999999999999`
//|  --> <stdin>:1:28
//|   |
//| 1 | func.func @main(%x: tensor<99999999999999999999xf32>) { return }
//|   |                            ^^^^^^^^^^^^^^^^^^^^^^^^
// OUTPUT: printf 'func.func @main(%%x: tensor<4294967296x4294967296xf32>) { return }' | exits 2 pjrt dump -
//| error: tensor<4294967296x4294967296xf32> has more bytes than memory can have
//|  --> <stdin>:1:1
//|   |
//| 1 | func.func @main(%x: tensor<4294967296x4294967296xf32>) { return }
//|   | ^^^^^^^^^
// OUTPUT: printf 'func.func @main(%%x: tensor<2xfoo>) { return }' | exits 2 pjrt dump -
//| error: expected a type, found `foo`
//|  --> <stdin>:1:30
//|   |
//| 1 | func.func @main(%x: tensor<2xfoo>) { return }
//|   |                              ^^^
// OUTPUT: printf 'func.func @main() { return }\nfunc.func @main() { return }' | exits 2 pjrt dump -
//| error: redefinition of symbol named 'main'
//|  --> <stdin>:2:1
//|   |
//| 2 | func.func @main() { return }
//|   | ^^^^^^^^^
//|   |
//|   = note: see existing symbol definition here: <stdin>:1:1
// OUTPUT: printf 'func.func @main() {\n  %%0 = arith.addf %%0, %%0 : f32\n  return\n}' | exits 77 pjrt dump -
//| unsupported: arith.addf: operations of the dialect arith
//|  --> <stdin>:2:8
//|   |
//| 2 |   %0 = arith.addf %0, %0 : f32
//|   |        ^^^^^^^^^^
// OUTPUT: printf 'func.func @main(%%x: tensor<f32>) {\n  %%0 = "tensor.cast"(%%x) : (tensor<f32>) -> tensor<f32>\n  return\n}' | exits 77 pjrt dump -
//| unsupported: tensor.cast: operations of the dialect tensor
//|  --> <stdin>:2:8
//|   |
//| 2 |   %0 = "tensor.cast"(%x) : (tensor<f32>) -> tensor<f32>
//|   |        ^^^^^^^^^^^^^
// RUN: printf 'func.func @main() {\n  stablehlo.ad\n  return\n}' | exits 2 pjrt dump -
// RUN: { printf 'func.func @main(%%x: tensor<f32>) {\n'; printf 'stablehlo.while(%%a = %%x) : tensor<f32> cond { %%c = stablehlo.constant dense<true> : tensor<i1> stablehlo.return %%c : tensor<i1> } do {\n%.0s' {1..300}; } > %t; exits 77 pjrt dump %t 2>&1 | grep -c -E '^(error|unsupported): ' | grep -qx 1
// OUTPUT: printf '(%.0s' {1..1000} | exits 77 pjrt dump -
//| unsupported: brackets nested more than 256 deep
//|  --> <stdin>:1:257
//|   |
//| 1 | ...((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((...
//|   |                                                                    ^
// OUTPUT: printf '\357\273\277func.func @main() { return }' | pjrt dump --stage=hlo - | head -1
//| HloModule module, entry_computation_layout={()->()}

func.func @main() {
  return
}
