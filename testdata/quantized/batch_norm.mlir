// Whole algorithms on numbers: a mean of 1, a variance of 4; and three results, each quantized.
// RUN: pjrt run --device %device %s

!q = !quant.uniform<i8:f32, 0.5:-3>

func.func @main() {
  // -1, 3; -1, 3
  %x = stablehlo.constant() <{value = dense<[[-5], [3], [-5], [3]]> : tensor<4x1xi8>}> : () -> tensor<4x1x!q>
  // 10, and -2
  %scale = stablehlo.constant() <{value = dense<17> : tensor<1xi8>}> : () -> tensor<1x!q>
  %offset = stablehlo.constant() <{value = dense<-7> : tensor<1xi8>}> : () -> tensor<1x!q>
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<4x1x!q>, tensor<1x!q>, tensor<1x!q>) -> (tensor<4x1x!q>, tensor<1x!q>, tensor<1x!q>)
  check.expect_eq_const %0#0, dense<[[-27], [13], [-27], [13]]> : tensor<4x1x!q>
  check.expect_eq_const %0#1, dense<-1> : tensor<1x!q>
  check.expect_eq_const %0#2, dense<5> : tensor<1x!q>
  return
}
