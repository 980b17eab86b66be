// What jaxlib wrote of this program for readers of old versions: containers of the versions 0, 1, 3, 4 and 6.
// RUN: for v in 0.9.0 0.10.0 0.12.0 0.14.0 1.17.0; do pjrt run --device=cpu testdata/bytecode/old_versions.$v.mlirbc --input='2x3xf32=1 2 3 4 5 6' --input=i32=2 --expect='2xf32=24 60' --expect=2xi1=1 --exact || exit 1; done
// RUN: for v in 0.10.0 0.12.0 0.14.0 1.17.0; do pjrt dump --stage=text testdata/bytecode/old_versions.$v.mlirbc | diff <(pjrt dump --stage=text testdata/bytecode/old_versions.0.9.0.mlirbc) - || exit 1; done
// RUN: pjrt run --device=%device %s --input='2x3xf32=1 2 3 4 5 6' --input=i32=2 --expect='2xf32=24 60' --expect=2xi1=1 --exact
module @old {
  func.func public @main(%x: tensor<2x3xf32> {jax.buffer_donor = true}, %n: tensor<i32>) -> (tensor<2xf32>, tensor<2xi1>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    %flags = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<2x3xf32>
    cond {
      %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.add %i, %1 : tensor<i32>
      %3 = func.call @twice(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
      stablehlo.return %2, %3 : tensor<i32>, tensor<2x3xf32>
    }
    %4 = stablehlo.reduce(%0#1 init: %c) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    %start = stablehlo.constant dense<[[0], [1]]> : tensor<2x1xi32>
    %5 = "stablehlo.gather"(%x, %start) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<2x3xf32>, tensor<2x1xi32>) -> tensor<2xf32>
    %ones = stablehlo.constant dense<1.0> : tensor<3xf32>
    %6 = stablehlo.dot_general %x, %ones, contracting_dims = [1] x [0], precision = [HIGH, HIGHEST] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
    %7 = stablehlo.subtract %4, %5 : tensor<2xf32>
    %p = stablehlo.compare GT, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %8 = "stablehlo.if"(%p) ({
      %9 = stablehlo.add %7, %5 : tensor<2xf32>
      stablehlo.return %9 : tensor<2xf32>
    }, {
      stablehlo.return %6 : tensor<2xf32>
    }) : (tensor<i1>) -> tensor<2xf32>
    %10 = stablehlo.pad %8, %c, low = [-1], high = [1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %11 = stablehlo.compare GE, %10, %10, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
    %12 = stablehlo.or %11, %flags : tensor<2xi1>
    %13 = stablehlo.subtract %8, %5 : tensor<2xf32>
    %14 = stablehlo.add %13, %5 : tensor<2xf32>
    return %14, %12 : tensor<2xf32>, tensor<2xi1>
  }
  func.func private @twice(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %0 = stablehlo.add %a, %a : tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
