// `interpreter.probe` keeps what a value is each time that it is computed, in files that `index.csv` lists, and
// `check.expect_serialized_eq` compares one of them. `interpreter.print` shows a value. Without a folder a probe keeps
// nothing, and an expectation of what it kept fails.
//
// RUN: mkdir -p %t && pjrt run --device=%device --probe-output-dir %t %s | FileCheck %s
// RUN: mkdir -p %t && pjrt run --device=%device --probe-output-dir %t %s && FileCheck --check-prefix=INDEX %s < %t/index.csv
// RUN: exits 1 pjrt run --device=%device %s

// CHECK: 2xf32=2 3
// INDEX: a value/0,f32[2],{{.*}}probe0.npy
// INDEX-NEXT: turn,s64[],{{.*}}probe1.npy
// INDEX-NEXT: turn,s64[],{{.*}}probe2.npy
// INDEX-NOT: turn
func.func @main() {
  %x = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  interpreter.print %x : tensor<2xf32>
  %y = interpreter.probe %x, probe_id = "a value/0" : tensor<2xf32>
  check.expect_serialized_eq %y, probe_id = "a value/0" : tensor<2xf32>

  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %two = stablehlo.constant dense<2> : tensor<i64>
  %n = stablehlo.while(%i = %zero) : tensor<i64>
  cond {
    %more = stablehlo.compare LT, %i, %two : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i64>
    %seen = interpreter.probe %next, probe_id = "turn" : tensor<i64>
    stablehlo.return %seen : tensor<i64>
  }
  check.expect_eq_const %n, dense<2> : tensor<i64>
  check.expect_serialized_eq %one, probe_id = "turn", iter = 0 : tensor<i64>
  check.expect_serialized_eq %two, probe_id = "turn", iter = 1 : tensor<i64>
  return
}
