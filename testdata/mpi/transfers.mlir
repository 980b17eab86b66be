// What devices send each other goes to the process of its receiver; a device that has ended without sending is missed
// in every process. The host feeds the devices of each process, and the first one shows what all give. Queues of a grid
// are one process's, and serve all.
//
// REQUIRES: mpi
// RUN: mpirun -n 3 pjrt run --device=%device --devices 1 --stacked --exact testdata/parallel/send_recv.mlir --input='3x2xf32=1 2 3 4 5 6' --expect='3x2xf32=5 6 1 2 3 4' --expect='3x2xf32=0 0 2 4 0 0' --expect='3xi32=0 7 0'
// RUN: mpirun -n 3 pjrt run --device=%device --devices 1 --stacked --exact testdata/parallel/recv_first.mlir --input='3x2xf32=1 2 3 4 5 6' --expect='3x2xf32=5 6 1 2 3 4'
// RUN: exits 4 timeout 60 mpirun -n 2 pjrt run --device=%device --devices 1 testdata/parallel/send_recv_alone.hlo --input=s32=0 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: pjrt run --device=%device --devices=2 --output=@%t.{device}.npy %s && mpirun -n 2 pjrt run --device=%device --devices=1 --infeed=@%t.{device}.npy --infeed=2xf32=1 --infeed=2xf32=1 --recv=7:i32=5 testdata/run/host_transfers.mlir | FileCheck %s --check-prefix=HOST
// RUN: exits 4 timeout 60 mpirun -n 2 pjrt run --device=%device --devices=1 --infeed=2xf32=1 testdata/run/host_transfers.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: timeout 60 mpirun -n 2 pjrt run --device=%device --devices 1 testdata/parallel/host.mlir
// ALONE: recv of device 1 (replica 1) from the queue channel 7 from 0 to 1 can never go on: device 0 (replica 0), whose run has ended
// HOST: outfeed[0] of device 0: 2xf32=0 0
// HOST: channel 4[0] of device 0: 2xf32=2 2
// HOST: outfeed[0] of device 1: 2xf32=1 1
// HOST: channel 4[0] of device 1: 2xf32=3 3
// HOST-NEXT: result[0] of device 0: 2xf32=2 2
// HOST-NEXT: result[1] of device 0: i32=5
// HOST-NEXT: result[0] of device 1: 2xf32=3 3
// EMPTY: expected 2xf32 in the queue infeed, found nothing
func.func @main() -> tensor<2xf32> {
  %replica = stablehlo.replica_id : tensor<ui32>
  %number = stablehlo.convert %replica : (tensor<ui32>) -> tensor<f32>
  %both = stablehlo.broadcast_in_dim %number, dims = [] : (tensor<f32>) -> tensor<2xf32>
  return %both : tensor<2xf32>
}
