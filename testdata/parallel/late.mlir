// A device that does not come in time: the others warn, then fail.
//
// RUN: exits 4 timeout 60 pjrt run --device %device --devices 2 --collective-timeout 0.4 %s --input=ui32=0 2>&1 | FileCheck %s
// CHECK: warning: all-reduce %{{.+}} at {{.*}}late.mlir:{{[0-9:]+}} of devices [0, 1] has waited for 0.{{[0-9]}} s: here: device 1 (replica 1); missing: device 0 (replica 0), which has not come
// CHECK: error: all-reduce %{{.+}} has waited for 0.{{[0-9]}} s: here: device 1 (replica 1); missing: device 0 (replica 0), which has not come
func.func @main(%x: tensor<ui32>) -> tensor<ui32> {
  %id = stablehlo.replica_id : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %first = stablehlo.compare EQ, %id, %zero, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %late = "stablehlo.if"(%first) ({
    // No square is 2, so that x * x + 1 never becomes 3.
    %never = stablehlo.while(%i = %x) : tensor<ui32>
      cond {
        %three = stablehlo.constant dense<3> : tensor<ui32>
        %more = stablehlo.compare NE, %i, %three : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<ui32>
        %square = stablehlo.multiply %i, %i : tensor<ui32>
        %next = stablehlo.add %square, %one : tensor<ui32>
        stablehlo.return %next : tensor<ui32>
      }
    stablehlo.return %never : tensor<ui32>
  }, {
    stablehlo.return %x : tensor<ui32>
  }) : (tensor<i1>) -> tensor<ui32>
  %sum = "stablehlo.all_reduce"(%late) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
      %s = stablehlo.add %a, %b : tensor<ui32>
      stablehlo.return %s : tensor<ui32>
  }) : (tensor<ui32>) -> tensor<ui32>
  return %sum : tensor<ui32>
}
