// An artifact of any version runs as the text does, from a file or standard input; it keeps names and places.
// RUN: pjrt compile --emit=bytecode %s -o %t.mlirbc && pjrt run --device %device %t.mlirbc --input=3xf32='1 2 3' --expect=3xf32='2 6 12' --exact
// RUN: for v in 0.15.0 1.0.0 1.8.0 1.13.0 current; do pjrt compile --emit=bytecode --target-version=$v %s -o %t.mlirbc && pjrt run --device cpu - --input=3xf32='1 2 3' --expect=3xf32='2 6 12' --exact < %t.mlirbc || exit 1; done
// RUN: pjrt compile --emit=bytecode %s -o %t.mlirbc && pjrt compile --emit=stablehlo %s > %t.1 && pjrt compile --emit=stablehlo %t.mlirbc | diff %t.1 -
// RUN: pjrt compile --emit=bytecode %s -o %t.1 && pjrt compile --emit=bytecode %t.1 -o %t.2 && cmp %t.1 %t.2
module @squares {
  func.func public @main(%x: tensor<3xf32> {tf.aliasing_output = 0 : i32}) -> tensor<3xf32> {
    %0 = call @square(%x) : (tensor<3xf32>) -> tensor<3xf32> loc("jit(f)/square"("model.py":3:5))
    %1 = stablehlo.add %0, %x : tensor<3xf32> loc("jit(f)/add")
    return %1 : tensor<3xf32>
  }
  func.func private @square(%x: tensor<3xf32>) -> tensor<3xf32> {
    %0 = stablehlo.multiply %x, %x : tensor<3xf32>
    return %0 : tensor<3xf32>
  }
}

// OUTPUT: pjrt compile --emit=bytecode %s -o %t.mlirbc && head -c 24 %t.mlirbc | tail -c 19 | tr '\0' '\n'
//| StableHLO_v1.13.0
//|
// OUTPUT: pjrt compile --emit=bytecode %s -o %t.mlirbc && pjrt compile --emit=stablehlo --locations %t.mlirbc
//| module @squares attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
//|   func.func public @main(%arg0: tensor<3xf32> {tf.aliasing_output = 0 : i32} loc("testdata/bytecode/round_trip.mlir":7:26)) -> tensor<3xf32> {
//|     %0 = call @square(%arg0) : (tensor<3xf32>) -> tensor<3xf32> loc("jit(f)/square"("model.py":3:5))
//|     %1 = stablehlo.add %0, %arg0 : tensor<3xf32> loc("jit(f)/add")
//|     return %1 : tensor<3xf32>
//|   }
//|   func.func private @square(%arg0: tensor<3xf32> loc("testdata/bytecode/round_trip.mlir":12:29)) -> tensor<3xf32> {
//|     %0 = stablehlo.multiply %arg0, %arg0 : tensor<3xf32> loc("testdata/bytecode/round_trip.mlir":13:10)
//|     return %0 : tensor<3xf32>
//|   }
//| }
