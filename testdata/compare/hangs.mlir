// A program that does not come to an end, on the reference neither: the search ends all the same.
// RUN: timeout 120 pjrt bisect %s --time-limit=1 --trials=1 -o %t | FileCheck %s
// RUN: exits 4 timeout 120 pjrt bisect %s --script='f() { (sleep 1; kill -INT $PPID) & exit 1; }; f' -o %t.cut 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: test -f %t.cut/program.hlo

// CHECK: instructions are left after 1 trials: it does not come to an end
// CHECK-NEXT: // reproduce: pjrt compare {{.*}}/program.hlo
// CUT: error: interrupted

func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %y = stablehlo.negate %x : tensor<f32>
  %r = stablehlo.while(%a = %y) : tensor<f32> cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %a : tensor<f32>
  }
  return %r : tensor<f32>
}
