// Loops carry the values around them that their regions use; branches read them in place. A function that is called
// stays one.
module @loops {
  func.func public @main(%n: tensor<i32>, %x: tensor<4xf32> {tf.aliasing_output = 1 : i32}, %y: tensor<4xf32> {jax.buffer_donor = true}) -> (tensor<i32>, tensor<4xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %i, %1 : tensor<i32>
      %3 = func.call @step(%a, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      stablehlo.return %2, %3 : tensor<i32>, tensor<4xf32>
    }
    %p = stablehlo.compare GT, %0#0, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4:2 = "stablehlo.if"(%p) ({
      stablehlo.return %0#0, %y : tensor<i32>, tensor<4xf32>
    }, {
      stablehlo.return %n, %0#1 : tensor<i32>, tensor<4xf32>
    }) : (tensor<i1>) -> (tensor<i32>, tensor<4xf32>)
    %5 = "stablehlo.case"(%4#0) ({
      stablehlo.return %4#1 : tensor<4xf32>
    }, {
      %6 = stablehlo.negate %x : tensor<4xf32>
      stablehlo.return %6 : tensor<4xf32>
    }) : (tensor<i32>) -> tensor<4xf32>
    %7:2 = stablehlo.optimization_barrier %4#0, %5 : tensor<i32>, tensor<4xf32>
    return %7#0, %7#1 : tensor<i32>, tensor<4xf32>
  }
  func.func private @step(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %a, %b : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// RUN: pjrt compile --emit=stablehlo %s | pjrt run --device %device - --input=i32=3 --input=4xf32=1 --input=4xf32=2 --expect=i32=3 --expect='4xf32=-1' --exact
// RUN: pjrt compile --emit=optimized-stablehlo %s | pjrt run --device %device - --input=i32=3 --input=4xf32=1 --input=4xf32=2 --expect=i32=3 --expect='4xf32=-1' --exact
// OUTPUT: pjrt compile --emit=stablehlo %s
//| module @loops attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
//|   func.func public @main(%arg0: tensor<i32>, %arg1: tensor<4xf32> {tf.aliasing_output = 1 : i32}, %arg2: tensor<4xf32> {jax.buffer_donor = true}) -> (tensor<i32>, tensor<4xf32>) {
//|     %c = stablehlo.constant dense<0> : tensor<i32>
//|     %0:4 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg1, %iterArg_1 = %arg0, %iterArg_2 = %arg2) : tensor<i32>, tensor<4xf32>, tensor<i32>, tensor<4xf32>
//|     cond {
//|       %5 = stablehlo.compare LT, %iterArg, %iterArg_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
//|       stablehlo.return %5 : tensor<i1>
//|     } do {
//|       %c_0 = stablehlo.constant dense<1> : tensor<i32>
//|       %5 = stablehlo.add %iterArg, %c_0 : tensor<i32>
//|       %6 = func.call @step(%iterArg_0, %iterArg_2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//|       stablehlo.return %5, %6, %iterArg_1, %iterArg_2 : tensor<i32>, tensor<4xf32>, tensor<i32>, tensor<4xf32>
//|     }
//|     %1 = stablehlo.compare GT, %0#0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
//|     %2:2 = "stablehlo.if"(%1) ({
//|       stablehlo.return %0#0, %arg2 : tensor<i32>, tensor<4xf32>
//|     }, {
//|       stablehlo.return %arg0, %0#1 : tensor<i32>, tensor<4xf32>
//|     }) : (tensor<i1>) -> (tensor<i32>, tensor<4xf32>)
//|     %3 = "stablehlo.case"(%2#0) ({
//|       stablehlo.return %2#1 : tensor<4xf32>
//|     }, {
//|       %5 = stablehlo.negate %arg1 : tensor<4xf32>
//|       stablehlo.return %5 : tensor<4xf32>
//|     }) : (tensor<i32>) -> tensor<4xf32>
//|     %4:2 = stablehlo.optimization_barrier %2#0, %3 : tensor<i32>, tensor<4xf32>
//|     return %4#0, %4#1 : tensor<i32>, tensor<4xf32>
//|   }
//|   func.func private @step(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
//|     %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
//|     return %0 : tensor<4xf32>
//|   }
//| }
