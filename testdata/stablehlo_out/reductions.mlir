// Reductions: compact where the body is one operation, else with their region.
func.func @main(%x: tensor<2x6xf32>, %i: tensor<2x6xi32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>, tensor<2x3xf32>, tensor<2x6xf32>) {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %d = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [1] : (tensor<2x6xf32>, tensor<f32>) -> tensor<2xf32>
  %1:2 = stablehlo.reduce(%x init: %c), (%i init: %d) across dimensions = [1] : (tensor<2x6xf32>, tensor<2x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  reducer(%a: tensor<f32>, %b: tensor<f32>) (%m: tensor<i32>, %n: tensor<i32>) {
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
    %w = stablehlo.select %p, %m, %n : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }
  %2 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<2x6xf32>, tensor<f32>) -> tensor<2x3xf32>
  %3:2 = "stablehlo.sort"(%x, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %m: tensor<i32>, %n: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<2x6xf32>, tensor<2x6xi32>) -> (tensor<2x6xf32>, tensor<2x6xi32>)
  return %0, %1#0, %1#1, %2, %3#0 : tensor<2xf32>, tensor<2xf32>, tensor<2xi32>, tensor<2x3xf32>, tensor<2x6xf32>
}

// OUTPUT: pjrt compile --emit=stablehlo %s
//| module @module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
//|   func.func public @main(%arg0: tensor<2x6xf32>, %arg1: tensor<2x6xi32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>, tensor<2x3xf32>, tensor<2x6xf32>) {
//|     %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
//|     %c = stablehlo.constant dense<0> : tensor<i32>
//|     %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<2x6xf32>, tensor<f32>) -> tensor<2xf32>
//|     %1:2 = stablehlo.reduce(%arg0 init: %cst), (%arg1 init: %c) across dimensions = [1] : (tensor<2x6xf32>, tensor<2x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
//|      reducer(%arg2: tensor<f32>, %arg4: tensor<f32>) (%arg3: tensor<i32>, %arg5: tensor<i32>)  {
//|       %4 = stablehlo.compare GE, %arg2, %arg4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
//|       %5 = stablehlo.select %4, %arg2, %arg4 : tensor<i1>, tensor<f32>
//|       %6 = stablehlo.select %4, %arg3, %arg5 : tensor<i1>, tensor<i32>
//|       stablehlo.return %5, %6 : tensor<f32>, tensor<i32>
//|     }
//|     %2 = "stablehlo.reduce_window"(%arg0, %cst) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
//|     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
//|       %4 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
//|       stablehlo.return %4 : tensor<f32>
//|     }) : (tensor<2x6xf32>, tensor<f32>) -> tensor<2x3xf32>
//|     %3:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 1 : i64, is_stable = true}> ({
//|     ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<i32>, %arg5: tensor<i32>):
//|       %4 = stablehlo.compare LT, %arg2, %arg3, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
//|       stablehlo.return %4 : tensor<i1>
//|     }) : (tensor<2x6xf32>, tensor<2x6xi32>) -> (tensor<2x6xf32>, tensor<2x6xi32>)
//|     return %0, %1#0, %1#1, %2, %3#0 : tensor<2xf32>, tensor<2xf32>, tensor<2xi32>, tensor<2x3xf32>, tensor<2x6xf32>
//|   }
//| }
