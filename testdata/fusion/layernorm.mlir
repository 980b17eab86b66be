// One kernel: mean and mean square of a row are summed in one loop, and the row is normalized in a second.
// RUN: pjrt dump %s --stage=thunks | FileCheck %s
// CHECK: kernel
// CHECK-NOT: kernel
// RUN: pjrt run --device interpreter %s --input=random:1 --input=random:2 --output=@%t.npy && pjrt run --device cpu %s --input=random:1 --input=random:2 --expect=@%t.npy --rtol=1e-4 --atol=1e-5
func.func @main(%x: tensor<1x40x24xf32>, %scale: tensor<24xf32>) -> tensor<1x40x24xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %count = stablehlo.constant dense<24.0> : tensor<1x40x1xf32>
  %epsilon = stablehlo.constant dense<0.00001> : tensor<1x40x1xf32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<1x40x24xf32>, tensor<f32>) -> tensor<1x40xf32>
  %sums = stablehlo.reshape %sum : (tensor<1x40xf32>) -> tensor<1x40x1xf32>
  %mean = stablehlo.divide %sums, %count : tensor<1x40x1xf32>
  %square = stablehlo.multiply %x, %x : tensor<1x40x24xf32>
  %squares = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<1x40x24xf32>, tensor<f32>) -> tensor<1x40xf32>
  %power = stablehlo.reshape %squares : (tensor<1x40xf32>) -> tensor<1x40x1xf32>
  %mean_square = stablehlo.divide %power, %count : tensor<1x40x1xf32>
  %square_mean = stablehlo.multiply %mean, %mean : tensor<1x40x1xf32>
  %variance = stablehlo.subtract %mean_square, %square_mean : tensor<1x40x1xf32>
  %shifted = stablehlo.add %variance, %epsilon : tensor<1x40x1xf32>
  %factor = stablehlo.rsqrt %shifted : tensor<1x40x1xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [0, 1, 2] : (tensor<1x40x1xf32>) -> tensor<1x40x24xf32>
  %factors = stablehlo.broadcast_in_dim %factor, dims = [0, 1, 2] : (tensor<1x40x1xf32>) -> tensor<1x40x24xf32>
  %centered = stablehlo.subtract %x, %means : tensor<1x40x24xf32>
  %normal = stablehlo.multiply %centered, %factors : tensor<1x40x24xf32>
  %scales = stablehlo.broadcast_in_dim %scale, dims = [2] : (tensor<24xf32>) -> tensor<1x40x24xf32>
  %r = stablehlo.multiply %normal, %scales : tensor<1x40x24xf32>
  return %r : tensor<1x40x24xf32>
}
