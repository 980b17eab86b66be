// Gives its arguments back: the way for tests to write folders of inputs.
// RUN: pjrt run --device %device %s --input=2xf32=1 --input=f32=2 --input=i32=3 --outputs-to=%t && pjrt run --device %device %s --inputs-from=%t --expect=2xf32=1 --expect=f32=2 --expect=i32=3
func.func @main(%x: tensor<?xf32>, %y: tensor<f32>, %n: tensor<i32>) -> (tensor<?xf32>, tensor<f32>, tensor<i32>) {
  return %x, %y, %n : tensor<?xf32>, tensor<f32>, tensor<i32>
}
