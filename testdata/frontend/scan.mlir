// A scan is a loop that cuts slices out of its inputs, carries values, and writes slices of its outputs.
//
// RUN: pjrt run --device=%device %s

func.func @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [10, 20, 30]]> : tensor<2x3xi32>
  %zero = stablehlo.constant dense<0> : tensor<2xi32>
  %scale = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %factor = stablehlo.negate %scale : tensor<2xi32>
  %0:2 = chlo.scan(%x) inits(%zero) dimension=1 attributes {is_reverse = true} {
  ^bb0(%slice: tensor<2xi32>, %sum: tensor<2xi32>):
    %1 = stablehlo.multiply %slice, %factor : tensor<2xi32>
    %2 = stablehlo.add %sum, %1 : tensor<2xi32>
    stablehlo.return %2, %2 : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[[-6, -5, -3], [-120, -100, -60]]> : tensor<2x3xi32>
  check.expect_eq_const %0#1, dense<[-6, -120]> : tensor<2xi32>
  return
}
