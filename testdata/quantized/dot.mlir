// Products of quantized arrays: on integers where the sums are exact in 32 bits, on numbers elsewhere.
// RUN: pjrt run --device %device %s

!l = !quant.uniform<i8:f32, 0.5:-128>
!r = !quant.uniform<i8:f32, 0.25>

func.func @main() {
  // [[127.5, 0, 64], [0.5, 1, 1.5]] and [[31.75, -32, 0], [1, 0.25, -0.25], [0, 2, 4]]
  %x = stablehlo.constant() <{value = dense<[[127, -128, 0], [-127, -126, -125]]> : tensor<2x3xi8>}> : () -> tensor<2x3x!l>
  %w = stablehlo.constant() <{value = dense<[[127, -128, 0], [4, 1, -1], [0, 8, 16]]> : tensor<3x3xi8>}> : () -> tensor<3x3x!r>

  // The product of the scales: the integers as they are.
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3x!l>, tensor<3x3x!r>) -> tensor<2x3x!quant.uniform<i32:f32, 0.125>>
  %i0 = stablehlo.bitcast_convert %0 : (tensor<2x3x!quant.uniform<i32:f32, 0.125>>) -> tensor<2x3xi32>
  check.expect_eq_const %i0, dense<[[32385, -31616, 2048], [135, -102, 46]]> : tensor<2x3xi32>
  %1 = stablehlo.dot %x, %w : (tensor<2x3x!l>, tensor<3x3x!r>) -> tensor<2x3x!quant.uniform<i8:f32, 0.125:-100>>
  %i1 = stablehlo.bitcast_convert %1 : (tensor<2x3x!quant.uniform<i8:f32, 0.125:-100>>) -> tensor<2x3xi8>
  check.expect_eq_const %i1, dense<[[127, -128, 127], [35, -128, -54]]> : tensor<2x3xi8>

  // Another scale: 4048.125, -3952, 256; 16.875, -12.75, 5.75 over 32, and 100.
  %2 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3x!l>, tensor<3x3x!r>) -> tensor<2x3x!quant.uniform<i8:f32, 32.0:100>>
  %i2 = stablehlo.bitcast_convert %2 : (tensor<2x3x!quant.uniform<i8:f32, 32.0:100>>) -> tensor<2x3xi8>
  check.expect_eq_const %i2, dense<[[127, -24, 108], [101, 100, 100]]> : tensor<2x3xi8>

  // Batch and free dimensions of the right side in another order than in the result.
  %a = stablehlo.constant() <{value = dense<[[[-127], [-126]], [[-125], [-124]]]> : tensor<2x2x1xi8>}> : () -> tensor<2x2x1x!l>
  %b = stablehlo.constant() <{value = dense<[[[1, 10], [2, 20]], [[3, 30], [4, 40]], [[5, 50], [6, 60]]]> : tensor<3x2x2xi8>}> : () -> tensor<3x2x2x!r>
  %3 = stablehlo.dot_general %a, %b, batching_dims = [0] x [2], contracting_dims = [1] x [1] : (tensor<2x2x1x!l>, tensor<3x2x2x!r>) -> tensor<2x1x3x!quant.uniform<i32:f32, 0.125>>
  %i3 = stablehlo.bitcast_convert %3 : (tensor<2x1x3x!quant.uniform<i32:f32, 0.125>>) -> tensor<2x1x3xi32>
  check.expect_eq_const %i3, dense<[[[5, 11, 17]], [[110, 250, 390]]]> : tensor<2x1x3xi32>

  // A scale for each column.
  %p = stablehlo.bitcast_convert %w : (tensor<3x3x!r>) -> tensor<3x3x!quant.uniform<i8:f32:1, {0.25, 0.5, 1.0}>>
  %4 = stablehlo.dot_general %x, %p, contracting_dims = [1] x [0] : (tensor<2x3x!l>, tensor<3x3x!quant.uniform<i8:f32:1, {0.25, 0.5, 1.0}>>) -> tensor<2x3x!quant.uniform<i32:f32:1, {0.125, 0.25, 1.0}>>
  %i4 = stablehlo.bitcast_convert %4 : (tensor<2x3x!quant.uniform<i32:f32:1, {0.125, 0.25, 1.0}>>) -> tensor<2x3xi32>
  check.expect_eq_const %i4, dense<[[32385, -31616, 1024], [135, -102, 23]]> : tensor<2x3xi32>

  // The left side not quantized.
  %f = stablehlo.constant dense<[[1.0, 2.0, 0x7F800000]]> : tensor<1x3xf32>
  %5 = stablehlo.dot_general %f, %p, contracting_dims = [1] x [0] : (tensor<1x3xf32>, tensor<3x3x!quant.uniform<i8:f32:1, {0.25, 0.5, 1.0}>>) -> tensor<1x3xf32>
  check.expect_almost_eq_const %5, dense<[[0x7FC00000, 0x7F800000, 0x7F800000]]> : tensor<1x3xf32>

  // Sums that f16 cannot hold, and do not have to.
  %g = stablehlo.constant() <{value = dense<100> : tensor<1x50xi8>}> : () -> tensor<1x50x!quant.uniform<i8:f16, 1.0>>
  %h = stablehlo.constant() <{value = dense<100> : tensor<50x1xi8>}> : () -> tensor<50x1x!quant.uniform<i8:f16, 1.0>>
  %6 = stablehlo.dot_general %g, %h, contracting_dims = [1] x [0] : (tensor<1x50x!quant.uniform<i8:f16, 1.0>>, tensor<50x1x!quant.uniform<i8:f16, 1.0>>) -> tensor<1x1x!quant.uniform<i8:f16, 8192.0>>
  %i6 = stablehlo.bitcast_convert %6 : (tensor<1x1x!quant.uniform<i8:f16, 8192.0>>) -> tensor<1x1xi8>
  check.expect_eq_const %i6, dense<61> : tensor<1x1xi8>

  // Sixteen bits, four, and unsigned eight.
  %s = stablehlo.constant() <{value = dense<[[30000, -30000]]> : tensor<1x2xi16>}> : () -> tensor<1x2x!quant.uniform<i16:f32, 0.5:5>>
  %t = stablehlo.constant() <{value = dense<[[20000], [10000]]> : tensor<2x1xi16>}> : () -> tensor<2x1x!quant.uniform<i16:f32, 1.0>>
  %7 = stablehlo.dot_general %s, %t, contracting_dims = [1] x [0] : (tensor<1x2x!quant.uniform<i16:f32, 0.5:5>>, tensor<2x1x!quant.uniform<i16:f32, 1.0>>) -> tensor<1x1x!quant.uniform<i16:f32, 131072.0>>
  %i7 = stablehlo.bitcast_convert %7 : (tensor<1x1x!quant.uniform<i16:f32, 131072.0>>) -> tensor<1x1xi16>
  check.expect_eq_const %i7, dense<1144> : tensor<1x1xi16>
  %u = stablehlo.constant() <{value = dense<[[0, 15]]> : tensor<1x2xui4>}> : () -> tensor<1x2x!quant.uniform<u4:f32, 1.0:8>>
  %v = stablehlo.constant() <{value = dense<[[15], [1]]> : tensor<2x1xui4>}> : () -> tensor<2x1x!quant.uniform<u4:f32, 1.0>>
  %8 = stablehlo.dot_general %u, %v, contracting_dims = [1] x [0] : (tensor<1x2x!quant.uniform<u4:f32, 1.0:8>>, tensor<2x1x!quant.uniform<u4:f32, 1.0>>) -> tensor<1x1x!quant.uniform<i32:f32, 1.0>>
  %i8 = stablehlo.bitcast_convert %8 : (tensor<1x1x!quant.uniform<i32:f32, 1.0>>) -> tensor<1x1xi32>
  check.expect_eq_const %i8, dense<-113> : tensor<1x1xi32>
  %y = stablehlo.constant() <{value = dense<[[255, 0]]> : tensor<1x2xui8>}> : () -> tensor<1x2x!quant.uniform<u8:f32, 1.0:128>>
  %z = stablehlo.constant() <{value = dense<[[255], [200]]> : tensor<2x1xui8>}> : () -> tensor<2x1x!quant.uniform<u8:f32, 1.0>>
  %k = stablehlo.bitcast_convert %z : (tensor<2x1x!quant.uniform<u8:f32, 1.0>>) -> tensor<2x1x!quant.uniform<u8:f32, 1.0:3>>
  %9 = stablehlo.dot_general %y, %z, contracting_dims = [1] x [0] : (tensor<1x2x!quant.uniform<u8:f32, 1.0:128>>, tensor<2x1x!quant.uniform<u8:f32, 1.0>>) -> tensor<1x1x!quant.uniform<i32:f32, 1.0:7>>
  %i9 = stablehlo.bitcast_convert %9 : (tensor<1x1x!quant.uniform<i32:f32, 1.0:7>>) -> tensor<1x1xi32>
  check.expect_eq_const %i9, dense<6792> : tensor<1x1xi32>

  // `dot` may have a zero point on the right side.
  %d = stablehlo.dot %y, %k : (tensor<1x2x!quant.uniform<u8:f32, 1.0:128>>, tensor<2x1x!quant.uniform<u8:f32, 1.0:3>>) -> tensor<1x1x!quant.uniform<i32:f32, 1.0>>
  %id = stablehlo.bitcast_convert %d : (tensor<1x1x!quant.uniform<i32:f32, 1.0>>) -> tensor<1x1xi32>
  check.expect_eq_const %id, dense<[[6788]]> : tensor<1x1xi32>

  // Nothing to sum: zero.
  %n = stablehlo.constant() <{value = dense<> : tensor<1x0xi8>}> : () -> tensor<1x0x!l>
  %o = stablehlo.constant() <{value = dense<> : tensor<0x2xi8>}> : () -> tensor<0x2x!r>
  %10 = stablehlo.dot_general %n, %o, contracting_dims = [1] x [0] : (tensor<1x0x!l>, tensor<0x2x!r>) -> tensor<1x2x!quant.uniform<i8:f32, 2.0:-7>>
  %i10 = stablehlo.bitcast_convert %10 : (tensor<1x2x!quant.uniform<i8:f32, 2.0:-7>>) -> tensor<1x2xi8>
  check.expect_eq_const %i10, dense<-7> : tensor<1x2xi8>
  return
}
