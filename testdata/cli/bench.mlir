// A table for people, one line for the harness.

// RUN: pjrt bench --device=cpu %s --seconds=0.01 | FileCheck %s
// CHECK: {{^}}module {{ *}}ms
// CHECK-NEXT: compile
// CHECK-NEXT: min
// CHECK-NEXT: median
// CHECK-NEXT: p90
// CHECK-NEXT: p99
// CHECK-NEXT: max
// CHECK-NEXT: runs
// CHECK-NEXT: GFLOP/s
// CHECK-NEXT: GB/s
// CHECK-NEXT: memory MB
// CHECK: step {{ *}}kind {{ *}}ms    share    GFLOP/s       GB/s
// CHECK-NEXT: %dot.1 {{ *}}gemm {{ *[0-9.]+ +[0-9.]+}} %
// RUN: pjrt bench --device=interpreter %s --seconds=0.01 --runs=2 | FileCheck %s --check-prefix=PLAIN
// PLAIN: median
// PLAIN-NOT: step
// RUN: pjrt bench --device=cpu %s --seconds=0.01 --format=json | tail -1 | FileCheck %s --check-prefix=JSON
// JSON: {"compile_ms":{{[0-9.]+}},"run_ms_median":{{[0-9.]+}},"runs":{{[0-9]+}},"run_ms":[{{.*}}],"memory_mb":{{.*}}}
// RUN: exits 3 pjrt bench --device=cpu %s --seconds=-1
// RUN: exits 3 pjrt bench --device=cpu %s --seconds=nan

func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
