// Choices by order are not minima and maxima: with NaN, `x <= c ? x : c` of such a choice is another one. LLVM takes
// both for the minimum of x and c.

// RUN: pjrt run --device=%device %s --input=6xf32=nan,0.5,2.0,-nan,1.0,inf --input=6xf64=nan,0.5,2.0,-nan,1.0,inf
// RUN: pjrt run --device=%device %s --input=6xf32=nan,0.5,2.0,-nan,1.0,inf --input=6xf64=nan,0.5,2.0,-nan,1.0,inf --disable-pass=fusion

func.func @main(%x: tensor<6xf32>, %y: tensor<6xf64>) {
  %c = stablehlo.constant dense<1.0> : tensor<6xf32>

  %0 = stablehlo.compare LE, %c, %x : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %1 = stablehlo.select %0, %c, %x : tensor<6xi1>, tensor<6xf32>
  %2 = stablehlo.compare LE, %1, %c : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %3 = stablehlo.select %2, %1, %c : tensor<6xi1>, tensor<6xf32>
  check.expect_eq_const %3, dense<[1.0, 0.5, 1.0, 1.0, 1.0, 1.0]> : tensor<6xf32>

  %4 = stablehlo.compare GT, %c, %x : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %5 = stablehlo.select %4, %c, %x : tensor<6xi1>, tensor<6xf32>
  %6 = stablehlo.compare GT, %5, %c : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  %7 = stablehlo.select %6, %5, %c : tensor<6xi1>, tensor<6xf32>
  check.expect_eq_const %7, dense<[1.0, 1.0, 2.0, 1.0, 1.0, 0x7F800000]> : tensor<6xf32>

  // In regions too, where the padding is the constant that comes again.
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %8 = "stablehlo.reduce_window"(%y, %one) <{window_dimensions = array<i64: 3>, base_dilations = array<i64: 2>, window_strides = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %10 = stablehlo.compare LE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %11 = stablehlo.select %10, %a, %b : tensor<i1>, tensor<f64>
    stablehlo.return %11 : tensor<f64>
  }) : (tensor<6xf64>, tensor<f64>) -> tensor<6xf64>
  check.expect_eq_const %8, dense<[1.0, 0.5, 1.0, 1.0, 1.0, 1.0]> : tensor<6xf64>
  return
}
