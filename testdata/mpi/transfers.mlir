// What devices send each other goes to the process of its receiver; a device that has ended without sending is missed
// in every process. What goes to the host does not reach the others.
//
// REQUIRES: mpi
// RUN: mpirun -n 3 pjrt run --device=%device --devices 1 --stacked --exact testdata/parallel/send_recv.mlir --input='3x2xf32=1 2 3 4 5 6' --expect='3x2xf32=5 6 1 2 3 4' --expect='3x2xf32=0 0 2 4 0 0' --expect='3xi32=0 7 0'
// RUN: mpirun -n 3 pjrt run --device=%device --devices 1 --stacked --exact testdata/parallel/recv_first.mlir --input='3x2xf32=1 2 3 4 5 6' --expect='3x2xf32=5 6 1 2 3 4'
// RUN: exits 4 timeout 60 mpirun -n 2 pjrt run --device=%device --devices 1 testdata/parallel/send_recv_alone.hlo --input=s32=0 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: exits 77 timeout 60 mpirun -n 2 pjrt run --device=%device --devices 1 testdata/parallel/host.mlir 2>&1 | FileCheck %s --check-prefix=HOST
// ALONE: recv of device 1 (replica 1) from the queue channel 7 from 0 to 1 can never go on: device 0 (replica 0), whose run has ended
// HOST: unsupported: a transfer to or from the host, where several processes run the program
func.func @main() {
  return
}
