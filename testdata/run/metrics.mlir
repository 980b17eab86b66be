// A run of a compiled model takes one sample on each of the four timers; --eager takes one an operation.
// RUN: pjrt run --device %device %s --input=4xf32=2 --metrics 2>&1 | FileCheck %s
// CHECK: Metric: TransferToDeviceTime
// CHECK-NEXT: TotalSamples: 1
// CHECK: Metric: CompileTime
// CHECK-NEXT: TotalSamples: 1
// CHECK: Metric: ExecuteTime
// CHECK-NEXT: TotalSamples: 1
// CHECK: Metric: TransferFromDeviceTime
// CHECK-NEXT: TotalSamples: 1
// RUN: pjrt run --device %device %s --input=4xf32=2 --eager --metrics 2>&1 | FileCheck %s --check-prefix=EAGER
// EAGER: Metric: CompileTime
// EAGER-NEXT: TotalSamples: 2
// EAGER: EagerOpExecution
// EAGER-NEXT: Value: 2
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
