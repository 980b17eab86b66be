// Numbers of this machine become a cost model, by which collectives are planned.
//
// RUN: pjrt calibrate --device=cpu --seconds=0.001 --name=here > %t.json && FileCheck %s --check-prefix=MODEL < %t.json && pjrt dump --collectives --cost-model=%t.json %s | FileCheck %s
// RUN: exits 3 pjrt calibrate --device=nothing 2>&1 | grep "unknown device 'nothing'"
// MODEL: "name": "here"
// MODEL: "flops_per_second": {{[1-9]}}
// MODEL: "link_bytes_per_second": {{[1-9]}}
// MODEL: "asynchronous": []
// CHECK: total all-reduce: 1, 8 bytes in
// CHECK: of it waiting, on here
module attributes {mhlo.num_replicas = 2 : i32} {
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %sum = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return %sum : tensor<2xf32>
}
}
