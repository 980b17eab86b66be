// A wrong constant is told at the element.

func.func @main() {
  %0 = stablehlo.constant dense<[[1.0, 2.0], [3.0, x]]> : tensor<2x2xf32>
  %1 = stablehlo.constant dense<"0x0011"> : tensor<2x2xf32>
  %2 = stablehlo.constant dense<[1, 2, 300]> : tensor<3xi8>
  %3 = stablehlo.constant dense<[[1, 2],
                                 [3]]> : tensor<2x2xi32>
  %4 = stablehlo.constant dense<0.0> : tensor<99999999999x99999999999xf32>
  %5 = stablehlo.constant dense_resource<missing> : tensor<2xf32>
  return
}

// OUTPUT: exits 2 pjrt dump --stage=hlo %s
//| error: expected a value of type f32, found `x`
//|  --> testdata/frontend/errors/constants.mlir:4:52
//|   |
//| 4 |   %0 = stablehlo.constant dense<[[1.0, 2.0], [3.0, x]]> : tensor<2x2xf32>
//|   |                                                    ^
//|
//| error: expected 16 bytes for f32[2,2], or 4 for one element, found 2
//|  --> testdata/frontend/errors/constants.mlir:5:33
//|   |
//| 5 |   %1 = stablehlo.constant dense<"0x0011"> : tensor<2x2xf32>
//|   |                                 ^^^^^^^^
//|
//| error: 300 does not fit i8
//|  --> testdata/frontend/errors/constants.mlir:6:40
//|   |
//| 6 |   %2 = stablehlo.constant dense<[1, 2, 300]> : tensor<3xi8>
//|   |                                        ^^^
//|
//| error: expected 2 elements in dimension 1 of s32[2,2], found 1
//|  --> testdata/frontend/errors/constants.mlir:8:34
//|   |
//| 8 | ...                   [3]]> : tensor<2x2xi32>
//|   |                       ^
//|
//| error: tensor<99999999999x99999999999xf32> has more bytes than memory can have
//|  --> testdata/frontend/errors/constants.mlir:9:8
//|   |
//| 9 |   %4 = stablehlo.constant dense<0.0> : tensor<99999999999x99999999999xf32>
//|   |        ^^^^^^^^^^^^^^^^^^
//|
//| error: no resource is named `missing`: expected it under dialect_resources, builtin
//|   --> testdata/frontend/errors/constants.mlir:10:27
//|    |
//| 10 |   %5 = stablehlo.constant dense_resource<missing> : tensor<2xf32>
//|    |                           ^^^^^^^^^^^^^^
