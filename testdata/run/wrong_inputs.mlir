// A wrong number, shape or type of inputs names argument, dimension, expected and actual, and the signature.
// OUTPUT: pjrt run --device cpu %s --input=2x3xf32
//| error: expected 2 arguments, found 1
//|   note: the program is @main(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>) -> tensor<2x3xf32>
// OUTPUT: pjrt run --device cpu %s --input=2x4xf32 --input=i32
//| error: argument 0 ('Arg_0') of @main(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>) -> tensor<2x3xf32>: dimension 1: expected 3, found 4 (expected 2x3xf32, found 2x4xf32)
// OUTPUT: pjrt run --device cpu %s --input=2x3xf32 --input=ui8=1
//| error: argument 1 ('Arg_1') of @main(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>) -> tensor<2x3xf32>: expected elements of type i32, found ui8
// OUTPUT: pjrt run %s
//| error: $PJRT_DEVICE is not set.
//|   note: --device=cpu chooses native code, --device=interpreter the reference
// OUTPUT: pjrt run --device tpu %s
//| error: unknown device 'tpu': expected one of cpu, interpreter
func.func @main(%x: tensor<2x3xf32>, %n: tensor<i32>) -> tensor<2x3xf32> {
  return %x : tensor<2x3xf32>
}
