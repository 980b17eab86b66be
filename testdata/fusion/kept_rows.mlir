// What a reduction computes of a row is kept for a later one over the same row, of any length: it is read where it has
// been written, also where its place is a number. Rows of weights that are divided by their sum come to 1.

// RUN: pjrt run --device=%device %s --input=random:1 --input=random:2 --input=random:3 --expect=2xf32=1 --expect=4xf32=1 --expect=3xf64=1 --expect=16xbf16=1 --expect=16xf32=1 --expect=16xf32=1 --rtol=1e-2

func.func @main(%seeds: tensor<16x1023xf32>, %zeros: tensor<16xi1>, %ones: tensor<16xi1>) -> (tensor<2xf32>, tensor<4xf32>, tensor<3xf64>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zero64 = stablehlo.constant dense<0.0> : tensor<f64>
  %zero16 = stablehlo.constant dense<0.0> : tensor<bf16>

  // Few elements, without a loop.
  %x0 = stablehlo.slice %seeds [0:2, 0:5] : (tensor<16x1023xf32>) -> tensor<2x5xf32>
  %e0 = stablehlo.exponential %x0 : tensor<2x5xf32>
  %s0 = stablehlo.reduce(%e0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x5xf32>, tensor<f32>) -> tensor<2xf32>
  %b0 = stablehlo.broadcast_in_dim %s0, dims = [0] : (tensor<2xf32>) -> tensor<2x5xf32>
  %d0 = stablehlo.divide %e0, %b0 : tensor<2x5xf32>
  %r0 = stablehlo.reduce(%d0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x5xf32>, tensor<f32>) -> tensor<2xf32>

  // A vector and a part of one.
  %x1 = stablehlo.slice %seeds [0:4, 0:12] : (tensor<16x1023xf32>) -> tensor<4x12xf32>
  %e1 = stablehlo.exponential %x1 : tensor<4x12xf32>
  %s1 = stablehlo.reduce(%e1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x12xf32>, tensor<f32>) -> tensor<4xf32>
  %b1 = stablehlo.broadcast_in_dim %s1, dims = [0] : (tensor<4xf32>) -> tensor<4x12xf32>
  %d1 = stablehlo.divide %e1, %b1 : tensor<4x12xf32>
  %r1 = stablehlo.reduce(%d1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x12xf32>, tensor<f32>) -> tensor<4xf32>

  // A loop and its rest.
  %x2 = stablehlo.slice %seeds [0:3, 0:1023] : (tensor<16x1023xf32>) -> tensor<3x1023xf32>
  %w2 = stablehlo.convert %x2 : (tensor<3x1023xf32>) -> tensor<3x1023xf64>
  %e2 = stablehlo.exponential %w2 : tensor<3x1023xf64>
  %s2 = stablehlo.reduce(%e2 init: %zero64) applies stablehlo.add across dimensions = [1] : (tensor<3x1023xf64>, tensor<f64>) -> tensor<3xf64>
  %b2 = stablehlo.broadcast_in_dim %s2, dims = [0] : (tensor<3xf64>) -> tensor<3x1023xf64>
  %d2 = stablehlo.divide %e2, %b2 : tensor<3x1023xf64>
  %r2 = stablehlo.reduce(%d2 init: %zero64) applies stablehlo.add across dimensions = [1] : (tensor<3x1023xf64>, tensor<f64>) -> tensor<3xf64>

  // Another type.
  %x3 = stablehlo.slice %seeds [0:16, 0:33] : (tensor<16x1023xf32>) -> tensor<16x33xf32>
  %w3 = stablehlo.convert %x3 : (tensor<16x33xf32>) -> tensor<16x33xbf16>
  %e3 = stablehlo.logistic %w3 : tensor<16x33xbf16>
  %s3 = stablehlo.reduce(%e3 init: %zero16) applies stablehlo.add across dimensions = [1] : (tensor<16x33xbf16>, tensor<bf16>) -> tensor<16xbf16>
  %b3 = stablehlo.broadcast_in_dim %s3, dims = [0] : (tensor<16xbf16>) -> tensor<16x33xbf16>
  %d3 = stablehlo.divide %e3, %b3 : tensor<16x33xbf16>
  %r3 = stablehlo.reduce(%d3 init: %zero16) applies stablehlo.add across dimensions = [1] : (tensor<16x33xbf16>, tensor<bf16>) -> tensor<16xbf16>

  // Each lane has a row, or a column, of its own, as more is done with the sums.
  %i4 = stablehlo.not %ones : tensor<16xi1>
  %j4 = stablehlo.or %i4, %ones : tensor<16xi1>
  %f4 = stablehlo.convert %j4 : (tensor<16xi1>) -> tensor<16xf32>
  %k4 = stablehlo.and %zeros, %i4 : tensor<16xi1>
  %l4 = stablehlo.and %k4, %ones : tensor<16xi1>
  %g4 = stablehlo.convert %l4 : (tensor<16xi1>) -> tensor<16xf32>
  %x4 = stablehlo.slice %seeds [0:16, 7:12] : (tensor<16x1023xf32>) -> tensor<16x5xf32>
  %e4 = stablehlo.exponential %x4 : tensor<16x5xf32>
  %s4 = stablehlo.reduce(%e4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<16x5xf32>, tensor<f32>) -> tensor<16xf32>
  %b4 = stablehlo.broadcast_in_dim %s4, dims = [0] : (tensor<16xf32>) -> tensor<16x5xf32>
  %d4 = stablehlo.divide %e4, %b4 : tensor<16x5xf32>
  %t4 = stablehlo.reduce(%d4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<16x5xf32>, tensor<f32>) -> tensor<16xf32>
  %u4 = stablehlo.multiply %t4, %f4 : tensor<16xf32>
  %r4 = stablehlo.add %u4, %g4 : tensor<16xf32>
  %x5 = stablehlo.slice %seeds [0:16, 4:20] : (tensor<16x1023xf32>) -> tensor<16x16xf32>
  %e5 = stablehlo.exponential %x5 : tensor<16x16xf32>
  %s5 = stablehlo.reduce(%e5 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
  %b5 = stablehlo.broadcast_in_dim %s5, dims = [1] : (tensor<16xf32>) -> tensor<16x16xf32>
  %d5 = stablehlo.divide %e5, %b5 : tensor<16x16xf32>
  %r5 = stablehlo.reduce(%d5 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
  return %r0, %r1, %r2, %r3, %r4, %r5 : tensor<2xf32>, tensor<4xf32>, tensor<3xf64>, tensor<16xbf16>, tensor<16xf32>, tensor<16xf32>
}
