// A program of dynamic shapes on several devices: compiled for the arguments of the first, whose shapes are those of all.
//
// RUN: pjrt run --device %device --num-replicas=2 --stacked --exact %s --input='2x3xf32=1 2 3 10 20 30' --expect='2x3xf32=11 22 33 11 22 33'
// RUN: pjrt run --device %device --devices=3 %s --input=2xf32=1 | grep -c "2xf32=3 3" | grep -x 3
// RUN: pjrt bench --device cpu --num-replicas=2 --runs=1 --seconds=0.1 %s --input=4xf32=1 | grep -q all-reduce
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %sum = "stablehlo.all_reduce"(%x) <{replica_groups = dense<> : tensor<0x0xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return %sum : tensor<?xf32>
}
