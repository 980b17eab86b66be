// Calls: unknown functions, recursion, arguments that do not fit.

func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = call @missing(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = call @g(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @main(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @g(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// OUTPUT: exits 2 pjrt dump --stage=hlo %s
//| error: func.call: @main calls itself: programs have no recursion
//|   --> testdata/frontend/errors/functions.mlir:10:8
//|    |
//| 10 |   %0 = call @main(%x) : (tensor<2xf32>) -> tensor<2xf32>
//|    |        ^^^^
//|
//| error: func.call: no function is named @missing
//|  --> testdata/frontend/errors/functions.mlir:5:8
//|   |
//| 5 |   %1 = call @missing(%x) : (tensor<2xf32>) -> tensor<2xf32>
//|   |        ^^^^
//|
//| error: func.call: @g takes 1 arguments, found 2
//|  --> testdata/frontend/errors/functions.mlir:6:8
//|   |
//| 6 |   %2 = call @g(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
//|   |        ^^^^
