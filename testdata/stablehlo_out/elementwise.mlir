// Elementwise operations in the forms that StableHLO prints.
func.func @main(%x: tensor<2x3xf32>, %i: tensor<4xui8>, %z: tensor<2xcomplex<f64>>, %p: tensor<i1>)
    -> (tensor<2x3xf32>, tensor<4xui8>, tensor<2xf64>, tensor<2xcomplex<f64>>) {
  %0 = stablehlo.exponential %x : tensor<2x3xf32>
  %1 = stablehlo.add %0, %x : tensor<2x3xf32>
  %2 = stablehlo.compare GE, %1, %x, TOTALORDER : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %3 = stablehlo.select %2, %x, %1 : tensor<2x3xi1>, tensor<2x3xf32>
  %4 = stablehlo.select %p, %3, %1 : tensor<i1>, tensor<2x3xf32>
  %5 = stablehlo.reduce_precision %4, format = e5m2 : tensor<2x3xf32>
  %6 = stablehlo.clamp %x, %5, %1 : tensor<2x3xf32>
  %7 = chlo.erf %6 : tensor<2x3xf32> -> tensor<2x3xf32>
  %8 = stablehlo.shift_left %i, %i : tensor<4xui8>
  %9 = stablehlo.compare LT, %8, %i : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %10 = stablehlo.convert %9 : (tensor<4xi1>) -> tensor<4xui8>
  %11 = stablehlo.real %z : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %12 = stablehlo.imag %z : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  %13 = stablehlo.complex %12, %11 : tensor<2xcomplex<f64>>
  %14 = stablehlo.abs %13 : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
  return %7, %10, %14, %13 : tensor<2x3xf32>, tensor<4xui8>, tensor<2xf64>, tensor<2xcomplex<f64>>
}

// OUTPUT: pjrt compile --emit=stablehlo %s
//| module @module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
//|   func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<4xui8>, %arg2: tensor<2xcomplex<f64>>, %arg3: tensor<i1>) -> (tensor<2x3xf32>, tensor<4xui8>, tensor<2xf64>, tensor<2xcomplex<f64>>) {
//|     %0 = stablehlo.exponential %arg0 : tensor<2x3xf32>
//|     %1 = stablehlo.add %0, %arg0 : tensor<2x3xf32>
//|     %2 = stablehlo.compare GE, %1, %arg0, TOTALORDER : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
//|     %3 = stablehlo.select %2, %arg0, %1 : tensor<2x3xi1>, tensor<2x3xf32>
//|     %4 = stablehlo.select %arg3, %3, %1 : tensor<i1>, tensor<2x3xf32>
//|     %5 = stablehlo.reduce_precision %4, format = e5m2 : tensor<2x3xf32>
//|     %6 = stablehlo.clamp %arg0, %5, %1 : tensor<2x3xf32>
//|     %7 = chlo.erf %6 : tensor<2x3xf32> -> tensor<2x3xf32>
//|     %8 = stablehlo.shift_left %arg1, %arg1 : tensor<4xui8>
//|     %9 = stablehlo.compare LT, %8, %arg1, UNSIGNED : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
//|     %10 = stablehlo.convert %9 : (tensor<4xi1>) -> tensor<4xui8>
//|     %11 = stablehlo.real %arg2 : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
//|     %12 = stablehlo.imag %arg2 : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
//|     %13 = stablehlo.complex %12, %11 : tensor<2xcomplex<f64>>
//|     %14 = stablehlo.abs %13 : (tensor<2xcomplex<f64>>) -> tensor<2xf64>
//|     return %7, %10, %14, %13 : tensor<2x3xf32>, tensor<4xui8>, tensor<2xf64>, tensor<2xcomplex<f64>>
//|   }
//| }
