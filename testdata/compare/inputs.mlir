// Shapes come from the inputs; without inputs they are random, where the program says how large they are.
// RUN: pjrt compare %s --input=3xf32=random:1 | FileCheck %s
// RUN: pjrt compare %s --input=3xf32=random:1 --per-op | FileCheck %s --check-prefix=OPS
// RUN: exits 3 pjrt compare %s 2>&1 | FileCheck %s --check-prefix=SHAPE

// A snapshot brings its own.
// RUN: pjrt compare testdata/hlo/proto/snapshot.pb | FileCheck %s --check-prefix=SNAPSHOT

// SNAPSHOT: result[0] {{.*}}: {{equal|close}}
// CHECK: result[0] 3xf32: {{equal|close}}
// OPS: 0 of 1 instructions differ
// SHAPE: expected a shape that fits ?xf32

func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.exponential %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
