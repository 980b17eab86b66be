// Integers take the absolute tolerance and the number of units, truth values none.

// RUN: pjrt run --device=%device %s --input=2xi32=7 --expect='2xi32=7 7'
// RUN: exits 1 pjrt run --device=%device %s --input=2xi32=7 --expect='2xi32=7 9'
// RUN: exits 1 pjrt run --device=%device %s --input=2xi32=7 --expect='2xi32=7 9' --rtol=10
// RUN: exits 1 pjrt run --device=%device %s --input=2xi32=7 --expect='2xi32=7 9' --atol=1
// RUN: pjrt run --device=%device %s --input=2xi32=7 --expect='2xi32=7 9' --atol=2
// RUN: pjrt run --device=%device %s --input=2xi32=7 --expect='2xi32=5 9' --ulp=2
// OUTPUT: exits 1 pjrt run --device=cpu %s --input=2xi32=-2147483648 --expect=2xi32=2147483647 --atol=2
//| result[0]: 2xi32=-2147483648 -2147483648
//| [FAILED] result[0] (2xi32): element at index [0] is -2147483648, expected 2147483647; 2 of 2 values differ, by up to 4.294967295e9

func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  return %x : tensor<2xi32>
}
