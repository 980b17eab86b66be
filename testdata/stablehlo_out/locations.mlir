// What the program says about where it comes from; else the place in this file.
#file = loc("model.py":12:3)
func.func @main(%x: tensor<f32> loc("x")) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32> loc("jit(f)/add"(#file))
  %1 = stablehlo.sine %0 : tensor<f32> loc(callsite("a.py":1:2 at "b.py":3:4))
  %2 = stablehlo.negate %1 : tensor<f32>
  return %2 : tensor<f32>
}

// OUTPUT: pjrt compile --emit=stablehlo --locations %s
//| module @module attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
//|   func.func public @main(%arg0: tensor<f32> loc("x")) -> tensor<f32> {
//|     %0 = stablehlo.add %arg0, %arg0 : tensor<f32> loc("jit(f)/add"("model.py":12:3))
//|     %1 = stablehlo.sine %0 : tensor<f32> loc(callsite("a.py":1:2 at "b.py":3:4))
//|     %2 = stablehlo.negate %1 : tensor<f32> loc("testdata/stablehlo_out/locations.mlir":6:8)
//|     return %2 : tensor<f32>
//|   }
//| }
