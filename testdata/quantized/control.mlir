// Functions, branches, loops and tuples hand quantized values on; arguments and results of a program are the integers.
// RUN: pjrt run --device %device %s --input '3xi8=1 2 100' | FileCheck %s
// CHECK: result[0]: 3xi8=5 8 127

!q = !quant.uniform<i8:f32, 0.5:-1>

func.func @main(%x: tensor<3x!q>) -> tensor<3x!q> {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.if"(%true) ({
    %a = func.call @twice(%x) : (tensor<3x!q>) -> tensor<3x!q>
    stablehlo.return %a : tensor<3x!q>
  }, {
    stablehlo.return %x : tensor<3x!q>
  }) : (tensor<i1>) -> tensor<3x!q>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %1:2 = stablehlo.while(%k = %i, %y = %0) : tensor<i32>, tensor<3x!q>
  cond {
    %p = stablehlo.compare LT, %k, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %n = stablehlo.add %k, %one : tensor<i32>
    %z = stablehlo.add %y, %x : tensor<3x!q>
    stablehlo.return %n, %z : tensor<i32>, tensor<3x!q>
  }
  %t = stablehlo.tuple %1#1, %x : tuple<tensor<3x!q>, tensor<3x!q>>
  %e = stablehlo.get_tuple_element %t[0] : (tuple<tensor<3x!q>, tensor<3x!q>>) -> tensor<3x!q>
  %b = stablehlo.optimization_barrier %e : tensor<3x!q>
  return %b : tensor<3x!q>
}

func.func private @twice(%x: tensor<3x!q>) -> tensor<3x!q> {
  %0 = stablehlo.add %x, %x : tensor<3x!q>
  return %0 : tensor<3x!q>
}
