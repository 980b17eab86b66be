// A wrong number, shape or type of inputs names argument, dimension, expected and actual, and the signature.
// OUTPUT: pjrt run --device cpu %s --input=2x3xf32
// OUTPUT: pjrt run --device cpu %s --input=2x4xf32 --input=i32
// OUTPUT: pjrt run --device cpu %s --input=2x3xf32 --input=ui8=1
// OUTPUT: pjrt run %s
// OUTPUT: pjrt run --device tpu %s
func.func @main(%x: tensor<2x3xf32>, %n: tensor<i32>) -> tensor<2x3xf32> {
  return %x : tensor<2x3xf32>
}
