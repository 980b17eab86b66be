// Attributes whose brace is missing end where the next operation begins: what else is wrong is told.

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 0> : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.add %x, %y : tensor<4xf32>
  %2 = stablehlo.negate %0 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
// OUTPUT: exits 2 pjrt run --device=cpu %s --input=random
//| error: expected '}' in attribute dictionary, found `:`
//|  --> testdata/frontend/errors/brace.mlir:7:33
//|   |
//| 7 |   }) {dimensions = array<i64: 0> : (tensor<4xf32>) -> tensor<4xf32>
//|   |                                 ^
//|
//| error: expected a value that is defined in this region or around it, found `%y`
//|  --> testdata/frontend/errors/brace.mlir:8:26
//|   |
//| 8 |   %1 = stablehlo.add %x, %y : tensor<4xf32>
//|   |                          ^^
