// What is fed to a program over whole arrays, and what it gives its host, is divided as annotations say: of a whole array
// each device takes its part, and parts that are given are shown as the whole.
//
// RUN: pjrt run --device=%device --exact %s --input='4x2xf32=0 10 20 30 40 50 60 70' --infeed='4x2xf32=0 1 2 3 4 5 6 7' --infeed='3xi32=1 2 3' --infeed='i32=7' --expect='4x2xf32=0 11 22 33 44 55 66 77' --expect='3xi32=8 9 10' | FileCheck %s
// CHECK: outfeed[0]: 4x2xf32=[0 11][22 33][44 55][66 77]
// CHECK-NEXT: outfeed[1]: 3xi32=8 9 10
// CHECK-NEXT: outfeed[2] of device 0: i32=7
// CHECK-NEXT: outfeed[2] of device 1: i32=7
//
// Each device may be fed its part instead; stacked, parts are shown.
// RUN: pjrt run --device=%device --stacked %s --input='2x2x2xf32=0 10 20 30 40 50 60 70' --infeed='2x2xf32=1 2 3 4' --infeed='3xi32=1 2 3' --infeed='i32=7' | FileCheck %s --check-prefix=PARTS
// PARTS: outfeed[0] of device 0: 2x2xf32=[1 12][23 34]
// PARTS-NEXT: outfeed[1] of device 0: 2xi32=8 9
// PARTS-NEXT: outfeed[2] of device 0: i32=7
// PARTS-NEXT: outfeed[0] of device 1: 2x2xf32=[41 52][63 74]
// PARTS-NEXT: outfeed[1] of device 1: 2xi32=10 7
// PARTS-NEXT: outfeed[2] of device 1: i32=7
//
// RUN: exits 4 pjrt run --device=%device %s --input='4x2xf32=0 10 20 30 40 50 60 70' --infeed='3x2xf32=0 1 2 3 4 5' 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: expected 2x2xf32, or 4x2xf32 of which it is a part, in the queue infeed, found 3x2xf32
//
// RUN: pjrt opt --pipeline=spmd %s | FileCheck %s --check-prefix=LOCAL
// LOCAL: (f32[2,2]{{.*}}, token[]) infeed({{.*}}frontend_attributes={host_parts="[4,2] {devices=[2,1]<=[2]}"}
// LOCAL-NOT: all-gather
// LOCAL: outfeed({{.*}}frontend_attributes={host_parts="[4,2] {devices=[2,1]<=[2]}; [3] {devices=[2]<=[2]}"}
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<4x2xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> (tensor<4x2xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}, tensor<3xi32>) {
    %t = stablehlo.after_all : !stablehlo.token
    %fed:2 = "stablehlo.infeed"(%t) {mhlo.sharding = "{{devices=[2,1]<=[2]}, {replicated}}"} : (!stablehlo.token) -> (tensor<4x2xf32>, !stablehlo.token)
    %uneven:2 = "stablehlo.infeed"(%fed#1) {mhlo.sharding = "{devices=[2]<=[2]}"} : (!stablehlo.token) -> (tensor<3xi32>, !stablehlo.token)
    %whole:2 = "stablehlo.infeed"(%uneven#1) : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
    %s = stablehlo.add %x, %fed#0 : tensor<4x2xf32>
    %three = stablehlo.broadcast_in_dim %whole#0, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %u = stablehlo.add %uneven#0, %three : tensor<3xi32>
    %o = "stablehlo.outfeed"(%s, %u, %whole#1) {mhlo.sharding = "{{devices=[2,1]<=[2]}, {devices=[2]<=[2]}, {replicated}}"} : (tensor<4x2xf32>, tensor<3xi32>, !stablehlo.token) -> !stablehlo.token
    %p = "stablehlo.outfeed"(%whole#0, %o) : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
    return %s, %u : tensor<4x2xf32>, tensor<3xi32>
  }
}
