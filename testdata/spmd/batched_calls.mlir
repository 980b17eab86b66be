// Library calls that say how many dimensions are a batch, as JAX's of LAPACK do, are divided along these.
//
// RUN: pjrt run --device=%device --exact %s --input='2x2x2xf32=2 1 1 1 1 2 4 2' --expect='2x2x2xf32=2 1 0.5 0.5 4 2 0.25 1.5' --expect='2x2xi32=1 2 2 2' --expect='2xi32=0 0'
// RUN: pjrt opt --pipeline=spmd %s | FileCheck %s
// CHECK-NOT: all-gather
// CHECK: (f32[1,2,2]{{.*}}, s32[1,2]{{.*}}, s32[1]{{.*}}) custom-call({{.*}}custom_call_target="lapack_sgetrf_ffi"
// CHECK-NOT: all-gather
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["b"=2]>
  func.func public @main(%a: tensor<2x2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}, {}]>}) -> (tensor<2x2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}, {}]>}, tensor<2x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}, tensor<2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) {
    %lu:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) {api_version = 4 : i32, mhlo.backend_config = {}, mhlo.frontend_attributes = {num_batch_dims = "1"}, operand_layouts = [dense<[1, 2, 0]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>]} : (tensor<2x2x2xf32>) -> (tensor<2x2x2xf32>, tensor<2x2xi32>, tensor<2xi32>)
    return %lu#0, %lu#1, %lu#2 : tensor<2x2x2xf32>, tensor<2x2xi32>, tensor<2xi32>
  }
}
