// f8E8M0FNU has no sign: a negated number is NaN, and stays it.
// RUN: pjrt run --device %device %s --input=2xf8E8M0FNU=1,4 --expect=2xf8E8M0FNU=nan,nan --expect=2xf8E8M0FNU=nan,nan
func.func @main(%x: tensor<2xf8E8M0FNU>) -> (tensor<2xf8E8M0FNU>, tensor<2xf8E8M0FNU>) {
  %0 = stablehlo.negate %x : tensor<2xf8E8M0FNU>
  %1 = stablehlo.abs %0 : tensor<2xf8E8M0FNU>
  %2 = stablehlo.negate %0 : tensor<2xf8E8M0FNU>
  return %1, %2 : tensor<2xf8E8M0FNU>, tensor<2xf8E8M0FNU>
}
