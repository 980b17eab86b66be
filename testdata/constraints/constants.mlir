// Constraints of the specification on constants: one that breaks each.

func.func @main() {
  // constant C1
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<3xf32>
  return
}
// -----
func.func @main() {
  // constant C1
  %0 = "stablehlo.constant"() {value = dense<1.0> : tensor<2xf32>} : () -> tensor<3xf32>
  return
}
// -----
func.func @main() {
  // integer constant C1
  %0 = stablehlo.constant dense<300> : tensor<i8>
  return
}
// -----
func.func @main() {
  // integer constant C1
  %0 = stablehlo.constant dense<-1> : tensor<ui8>
  return
}
// -----
func.func @main() {
  // float constant C1
  %0 = stablehlo.constant dense<yes> : tensor<f32>
  return
}
// -----
func.func @main() {
  // float constant C2
  %0 = stablehlo.constant dense<0x17FC00000> : tensor<f32>
  return
}
// -----
func.func @main() {
  // complex constant C1
  %0 = stablehlo.constant dense<(true, 0.0)> : tensor<complex<f32>>
  return
}
// -----
func.func @main() {
  // complex constant C2
  %0 = stablehlo.constant dense<(0.0, true)> : tensor<complex<f32>>
  return
}
// -----
func.func @main() {
  // tensor constant C1
  %0 = stablehlo.constant dense<[1.5, 2]> : tensor<2xi32>
  return
}
// -----
func.func @main() {
  // tensor constant C2
  %0 = stablehlo.constant dense<[[1, 2], [3]]> : tensor<2x2xi32>
  return
}
// -----
func.func @main() {
  // quantized constant C1
  %0 = stablehlo.constant dense<[300]> : tensor<1x!quant.uniform<i8:f32, 2.0:17>>
  return
}
// -----
func.func @main() {
  // quantized constant C2
  %0 = stablehlo.constant dense<[1, 2]> : tensor<1x!quant.uniform<i8:f32, 2.0:17>>
  return
}

// OUTPUT: exits 2 pjrt run --device=interpreter %s
//| error: expected 3 elements in dimension 0 of f32[3], found 2
//|  --> testdata/constraints/constants.mlir:5:33
//|   |
//| 5 |   %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<3xf32>
//|   |                                 ^
//| error: stablehlo.constant: expected a value of f32[3], found f32[2]
//|   --> testdata/constraints/constants.mlir:11:8
//|    |
//| 11 |   %0 = "stablehlo.constant"() {value = dense<1.0> : tensor<2xf32>} : () -> tensor<3xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^
//| error: 300 does not fit i8
//|   --> testdata/constraints/constants.mlir:17:33
//|    |
//| 17 |   %0 = stablehlo.constant dense<300> : tensor<i8>
//|    |                                 ^^^
//| error: -1 does not fit ui8
//|   --> testdata/constraints/constants.mlir:23:33
//|    |
//| 23 |   %0 = stablehlo.constant dense<-1> : tensor<ui8>
//|    |                                 ^
//| error: expected a value of type f32, found `yes`
//|   --> testdata/constraints/constants.mlir:29:33
//|    |
//| 29 |   %0 = stablehlo.constant dense<yes> : tensor<f32>
//|    |                                 ^^^
//| error: 0x17FC00000 has more bits than f32
//|   --> testdata/constraints/constants.mlir:35:33
//|    |
//| 35 |   %0 = stablehlo.constant dense<0x17FC00000> : tensor<f32>
//|    |                                 ^^^^^^^^^^^
//| error: expected a value of type f32, found `true`
//|   --> testdata/constraints/constants.mlir:41:34
//|    |
//| 41 |   %0 = stablehlo.constant dense<(true, 0.0)> : tensor<complex<f32>>
//|    |                                  ^^^^
//| error: expected a value of type f32, found `true`
//|   --> testdata/constraints/constants.mlir:47:39
//|    |
//| 47 |   %0 = stablehlo.constant dense<(0.0, true)> : tensor<complex<f32>>
//|    |                                       ^^^^
//| error: expected a value of type i32, found `1.5`
//|   --> testdata/constraints/constants.mlir:53:34
//|    |
//| 53 |   %0 = stablehlo.constant dense<[1.5, 2]> : tensor<2xi32>
//|    |                                  ^^^
//| error: expected 2 elements in dimension 1 of s32[2,2], found 1
//|   --> testdata/constraints/constants.mlir:59:42
//|    |
//| 59 |   %0 = stablehlo.constant dense<[[1, 2], [3]]> : tensor<2x2xi32>
//|    |                                          ^
//| error: 300 does not fit i8
//|   --> testdata/constraints/constants.mlir:65:34
//|    |
//| 65 |   %0 = stablehlo.constant dense<[300]> : tensor<1x!quant.uniform<i8:f32, 2.0:17>>
//|    |                                  ^^^
//| error: expected 1 elements in dimension 0 of s8[1]
//|   --> testdata/constraints/constants.mlir:71:36
//|    |
//| 71 |   %0 = stablehlo.constant dense<[1, 2]> : tensor<1x!quant.uniform<i8:f32, 2.0:17>>
//|    |                                    ^
