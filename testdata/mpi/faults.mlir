// A process that ends without the others ends them, with its name.
//
// REQUIRES: mpi
// A device that fails: what every process says is what it says in one process.
// RUN: exits 1 mpirun -n 2 pjrt run --device %device --devices 1 testdata/parallel/failing.mlir 2>&1 | grep -c "^error: device 1 (replica 1): .*expected 0, actual 1" | grep -x 2
// RUN: exits 4 mpirun -n 4 pjrt run --device %device --devices 1 testdata/parallel/missing.mlir --input=1xf32=1 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: all-reduce %{{.+}} at {{.*}}missing.mlir:{{[0-9:]+}} of devices [0, 1, 2, 3] can never go on: here: device 1 (replica 1), device 2 (replica 2), device 3 (replica 3); missing: device 0 (replica 0), whose run has ended
// RUN: exits 4 timeout 60 mpirun -n 2 pjrt run --device %device --devices 1 --collective-timeout 0.4 testdata/parallel/late.mlir --input=ui32=0 2>&1 | FileCheck %s --check-prefix=LATE
// LATE: warning: all-reduce %{{.+}} at {{.*}}late.mlir:{{[0-9:]+}} of devices [0, 1] has waited for 0.{{[0-9]}} s: here: device 1 (replica 1); missing: device 0 (replica 0), which has not come
// LATE: error: all-reduce %{{.+}} has waited for 0.{{[0-9]}} s: here: device 1 (replica 1); missing: device 0 (replica 0), which has not come
//
// A process whose arguments are bad never begins its run.
// RUN: pjrt run --device cpu testdata/mpi/devices.mlir --input=ui32=0 --output=@%t.0.npy && ! timeout 60 mpirun -n 2 pjrt run --device %device --devices 1 testdata/parallel/late.mlir --input=@%t.{device}.npy 2>&1 | grep "cannot read .*t.1.npy"
//
// A process that is killed: mpirun says which one it was, and ends the others.
// RUN: exits 137 timeout 60 mpirun -n 2 bash -c '[ $OMPI_COMM_WORLD_RANK = 0 ] || { sleep 1; kill -9 $$; } & exec pjrt run --device %device --devices 1 testdata/parallel/late.mlir --input=ui32=0' 2>&1 | grep "process rank 1 .* exited on signal 9"
func.func @main() {
  return
}
