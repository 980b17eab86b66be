// Attention's scores: scaled, masked and made a softmax of, row by row as the product leaves them.
// RUN: pjrt dump %s --stage=thunks | FileCheck %s
// CHECK: gemm {{.*}} then k
// CHECK-NOT: {{^kernel}}
// RUN: pjrt run --device interpreter %s --input=random:1 --input=random:2 --output=@%t.npy && pjrt run --device cpu %s --input=random:1 --input=random:2 --expect=@%t.npy --rtol=1e-4 --atol=1e-6
func.func @main(%q: tensor<2x3x13x4xf32>, %k: tensor<2x3x13x4xf32>) -> tensor<2x3x13x13xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %scale = stablehlo.constant dense<0.5> : tensor<2x3x13x13xf32>
  %never = stablehlo.constant dense<-1.0e9> : tensor<2x3x13x13xf32>
  %row = stablehlo.iota dim = 2 : tensor<2x3x13x13xi32>
  %column = stablehlo.iota dim = 3 : tensor<2x3x13x13xi32>
  %mask = stablehlo.compare GE, %row, %column : (tensor<2x3x13x13xi32>, tensor<2x3x13x13xi32>) -> tensor<2x3x13x13xi1>
  %scores = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<2x3x13x4xf32>, tensor<2x3x13x4xf32>) -> tensor<2x3x13x13xf32>
  %scaled = stablehlo.multiply %scores, %scale : tensor<2x3x13x13xf32>
  %masked = stablehlo.select %mask, %scaled, %never : tensor<2x3x13x13xi1>, tensor<2x3x13x13xf32>
  %max = stablehlo.reduce(%masked init: %least) applies stablehlo.maximum across dimensions = [3] : (tensor<2x3x13x13xf32>, tensor<f32>) -> tensor<2x3x13xf32>
  %m = stablehlo.broadcast_in_dim %max, dims = [0, 1, 2] : (tensor<2x3x13xf32>) -> tensor<2x3x13x13xf32>
  %d = stablehlo.subtract %masked, %m : tensor<2x3x13x13xf32>
  %e = stablehlo.exponential %d : tensor<2x3x13x13xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<2x3x13x13xf32>, tensor<f32>) -> tensor<2x3x13xf32>
  %s = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (tensor<2x3x13xf32>) -> tensor<2x3x13x13xf32>
  %r = stablehlo.divide %e, %s : tensor<2x3x13x13xf32>
  return %r : tensor<2x3x13x13xf32>
}
