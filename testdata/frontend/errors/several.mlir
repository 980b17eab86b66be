// MLIR's parser stops at the first error; what it stopped at is left out with all that depends on it, and the rest is
// read again.

func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.add %x, %y : tensor<2x3xf32>
  %1 = stablehlo.negate %0 : tensor<2x3xf32>
  %2 = stablehlo.abs %missing : tensor<2x3xf32>
  %3 = "stablehlo.tanh"(%x) : (tensor<2x3xf3>) -> tensor<2x3xf32>
  %4 = stablehlo.exponential %3 : tensor<2x3xf32>
  %5 = stablehlo.add %x %x : tensor<2x3xf32>
  %6 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    %7 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %7 : tensor<f32>
  }) {dimensions = array<i64: 0, 1} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
func.func @other(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.negate %x : tensor<3xf32>
  return %x, %x : tensor<2xf32>, tensor<2xf32>
}
func.func @third(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x, %x : tensor<2xf32>, tensor<2xf32>
}

// OUTPUT: exits 2 pjrt dump --stage=hlo %s
//| error: use of value '%y' expects different type than prior uses: 'tensor<2x3xf32>' vs 'tensor<3x2xf32>'
//|  --> testdata/frontend/errors/several.mlir:5:26
//|   |
//| 5 |   %0 = stablehlo.add %x, %y : tensor<2x3xf32>
//|   |                          ^^
//|   |
//|   = note: prior use here: testdata/frontend/errors/several.mlir:4:38
//|
//| error: expected a value that is defined in this region or around it, found `%missing`
//|  --> testdata/frontend/errors/several.mlir:7:22
//|   |
//| 7 |   %2 = stablehlo.abs %missing : tensor<2x3xf32>
//|   |                      ^^^^^^^^
//|
//| error: expected a type, found `f3`
//|  --> testdata/frontend/errors/several.mlir:8:43
//|   |
//| 8 |   %3 = "stablehlo.tanh"(%x) : (tensor<2x3xf3>) -> tensor<2x3xf32>
//|   |                                           ^^
//|
//| error: expected `:`, found `%x`
//|   --> testdata/frontend/errors/several.mlir:10:25
//|    |
//| 10 |   %5 = stablehlo.add %x %x : tensor<2x3xf32>
//|    |                         ^^
//|
//| error: expected '>' to close an array attribute, found `}`
//|   --> testdata/frontend/errors/several.mlir:15:35
//|    |
//| 15 |   }) {dimensions = array<i64: 0, 1} : (tensor<2x3xf32>) -> tensor<2x3xf32>
//|    |                                   ^
//|
//| error: use of value '%x' expects different type than prior uses: 'tensor<3xf32>' vs 'tensor<2xf32>'
//|   --> testdata/frontend/errors/several.mlir:19:25
//|    |
//| 19 |   %0 = stablehlo.negate %x : tensor<3xf32>
//|    |                         ^^
//|    |
//|    = note: prior use here: testdata/frontend/errors/several.mlir:18:18
//|
//| error: 'func.return' op has 2 operands, but enclosing function (@third) returns 1
//|   --> testdata/frontend/errors/several.mlir:23:3
//|    |
//| 23 |   return %x, %x : tensor<2xf32>, tensor<2xf32>
//|    |   ^^^^^^
