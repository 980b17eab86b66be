// What a concatenation returns is computed where it goes, a loop for each operand; small pieces are written block by
// block in one function.
// RUN: pjrt dump %s --stage=thunks | FileCheck %s
// CHECK: kernel {{.*}} k{{[0-9]+}}_concatenate_{{[0-9]+}} x3000
// CHECK: kernel {{.*}}fusion x37
// CHECK-NOT: kernel
// RUN: mkdir -p %t && pjrt run --device interpreter %s --input=random:1 --input=random:2 --input=iota --input=iota --outputs-to=%t && pjrt run --device cpu %s --input=random:1 --input=random:2 --input=iota --input=iota --expect=@%t/0.npy --expect=@%t/1.npy --rtol=1e-5
func.func @main(%x: tensor<37x64xf32>, %y: tensor<37x64xf32>, %r: tensor<3000x3xf32>, %g: tensor<3000x3xf32>) -> (tensor<37x128xf32>, tensor<3000x6xf32>) {
  %a = stablehlo.exponential %x : tensor<37x64xf32>
  %b = stablehlo.negate %y : tensor<37x64xf32>
  %c = stablehlo.concatenate %a, %b, dim = 1 : (tensor<37x64xf32>, tensor<37x64xf32>) -> tensor<37x128xf32>
  %d = stablehlo.concatenate %r, %g, dim = 1 : (tensor<3000x3xf32>, tensor<3000x3xf32>) -> tensor<3000x6xf32>
  return %c, %d : tensor<37x128xf32>, tensor<3000x6xf32>
}
