// The devices of two processes are numbered process by process; each process reads the files of its own, and the first
// one delivers the results of all.
//
// REQUIRES: mpi
// RUN: for d in 0 1 2 3; do pjrt run --device cpu %s --input=ui32=$d --output=@%t.$d.npy; done && mpirun -n 2 pjrt run --device %device --devices 2 %s --input=@%t.{device}.npy | FileCheck %s
// CHECK: result[0] of device 0: ui32=20
// CHECK-NEXT: result[0] of device 1: ui32=23
// CHECK-NEXT: result[0] of device 2: ui32=26
// CHECK-NEXT: result[0] of device 3: ui32=29
// CHECK-NOT: result
//
// As many devices as the program needs, where nothing is said; and more processes than it has devices.
// RUN: mpirun -n 2 pjrt run --device %device --num-partitions=4 %s --input=ui32=0 | grep -c result | grep -x 4
// RUN: mpirun -n 4 pjrt run --device %device --num-replicas=2 %s --input=ui32=0 | grep -c result | grep -x 2
// RUN: mpirun -n 2 pjrt run --device %device %s --input=ui32=7 | grep -x "result.0.: ui32=17"
//
// A measurement, by as many runs in each process.
// RUN: mpirun -n 2 pjrt bench --device %device --num-partitions=4 --seconds=0.05 --input=ui32=0 --outputs-to=%t.bench %s | FileCheck %s --check-prefix=BENCH && ls %t.bench | grep -c . | grep -x 4
// BENCH: median
// BENCH: memory MB
// BENCH-NOT: median
//
// Operation by operation.
// RUN: mpirun -n 2 pjrt run --device %device --eager --num-replicas=4 %s --input=ui32=0 | FileCheck %s --check-prefix=EAGER
// EAGER: result[0] of device 0: ui32=10
// EAGER: result[0] of device 3: ui32=16
func.func @main(%x: tensor<ui32>) -> tensor<ui32> {
  %replica = stablehlo.replica_id : tensor<ui32>
  %two = stablehlo.constant dense<2> : tensor<ui32>
  %ten = stablehlo.constant dense<10> : tensor<ui32>
  %twice = stablehlo.multiply %replica, %two : tensor<ui32>
  %sum = stablehlo.add %x, %twice : tensor<ui32>
  %result = stablehlo.add %sum, %ten : tensor<ui32>
  return %result : tensor<ui32>
}
