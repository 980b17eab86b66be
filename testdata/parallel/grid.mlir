// A grid of programs, one a device, from inside a program: what each returns comes to all.
//
// RUN: pjrt run --device %device %s
// RUN: pjrt dump --stage=hlo %s | FileCheck %s
// CHECK: HloModule {{.*}}replica_count=2
// CHECK: conditional(
// CHECK: collective-broadcast({{.*}}replica_groups={{[{][{]}}1,0}}, use_global_device_ids=true
func.func @sum(%x: tensor<2xi64>) -> tensor<2xi64> {
  %r = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %s = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}
func.func @negated_sum(%x: tensor<2xi64>) -> (tensor<2xi64>, tensor<ui32>) {
  %n = stablehlo.negate %x : tensor<2xi64>
  %r = func.call @sum(%n) : (tensor<2xi64>) -> tensor<2xi64>
  %id = stablehlo.replica_id : tensor<ui32>
  return %r, %id : tensor<2xi64>, tensor<ui32>
}
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %y = stablehlo.constant dense<[10, 20]> : tensor<2xi64>
  %r:3 = "interpreter.run_parallel"(%x, %y) {programs = [[@sum], [@negated_sum]]} : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<ui32>)
  check.expect_eq_const %r#0, dense<[-9, -18]> : tensor<2xi64>
  check.expect_eq_const %r#1, dense<[-9, -18]> : tensor<2xi64>
  check.expect_eq_const %r#2, dense<1> : tensor<ui32>
  return
}
