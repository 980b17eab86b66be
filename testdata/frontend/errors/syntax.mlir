// All operations that are written wrongly are told at once.

func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.add %x %x : tensor<2x3xf32>
  %1 = stablehlo.transpose %x, dim = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = stablehlo.gather %x : tensor<2x3xf32>
  %3 = stablehlo.clamp %x, %x, %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// OUTPUT: exits 2 pjrt dump --stage=hlo %s
//| error: expected `:`, found `%x`
//|  --> testdata/frontend/errors/syntax.mlir:4:25
//|   |
//| 4 |   %0 = stablehlo.add %x %x : tensor<2x3xf32>
//|   |                         ^^
//|
//| error: expected `dims`, found `dim`
//|  --> testdata/frontend/errors/syntax.mlir:5:32
//|   |
//| 5 |   %1 = stablehlo.transpose %x, dim = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
//|   |                                ^^^
//|
//| error: no operation is written `stablehlo.gather`
//|  --> testdata/frontend/errors/syntax.mlir:6:8
//|   |
//| 6 |   %2 = stablehlo.gather %x : tensor<2x3xf32>
//|   |        ^^^^^^^^^^^^^^^^
//|   |
//|   = note: write it in generic form: "stablehlo.gather"(…) : (…) -> …
//|
//| error: expected 3 operand types, found 1
//|  --> testdata/frontend/errors/syntax.mlir:7:37
//|   |
//| 7 |   %3 = stablehlo.clamp %x, %x, %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
//|   |                                     ^
