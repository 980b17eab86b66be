// Collectives move integers, and their regions compute on quantized scalars, in wider storage if they say so.
// RUN: pjrt run --device %device %s

!q = !quant.uniform<i8:f32, 0.5:-3>
!w = !quant.uniform<i32:f32, 0.25:1>

func.func @main() {
  %x = stablehlo.constant() <{value = dense<[[-3, 1], [5, 127]]> : tensor<2x2xi8>}> : () -> tensor<2x2x!q>
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<!w>, %b: tensor<!w>):
    %s = stablehlo.add %a, %b : tensor<!w>
    stablehlo.return %s : tensor<!w>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x2x!q>) -> tensor<2x2x!w>
  check.expect_eq_const %0, dense<[[1, 9], [17, 261]]> : tensor<2x2x!w>
  %1 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2x2x!q>) -> tensor<2x2x!q>
  check.expect_eq %1, %x : tensor<2x2x!q>
  return
}
