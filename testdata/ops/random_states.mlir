// What DEFAULT draws from is left to the implementation: Philox's state here, in words of any type. Another one is
// refused by name before anything runs.
//
// RUN: pjrt run --device=%device %s --input='4xui32=1 0 7 0' --input='2xui64=1 7'
// RUN: sed -n 's|^// EIGHT: ||p' %s > %t.mlir
// RUN: exits 77 pjrt run --device=%device %t.mlir --input='8xui64=0' 2>&1 | FileCheck %s
// RUN: exits 77 pjrt compile %t.mlir -o %t.pjx 2>&1 | FileCheck %s
// CHECK: unsupported: rng-bit-generator %{{.*}}: expected a state of 2 or 3 u64, found u64[8]
func.func @main(%narrow: tensor<4xui32>, %wide: tensor<2xui64>) {
  %next, %bits = stablehlo.rng_bit_generator %narrow, algorithm = DEFAULT : (tensor<4xui32>) -> (tensor<4xui32>, tensor<5xui32>)
  %after, %same = stablehlo.rng_bit_generator %wide, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  check.expect_eq %bits, %same : tensor<5xui32>
  return
}
// EIGHT: func.func @main(%state: tensor<8xui64>) -> (tensor<8xui64>, tensor<4xui32>) {
// EIGHT:   %a, %b = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<8xui64>) -> (tensor<8xui64>, tensor<4xui32>)
// EIGHT:   return %a, %b : tensor<8xui64>, tensor<4xui32>
// EIGHT: }
