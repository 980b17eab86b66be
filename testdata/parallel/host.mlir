// Programs of a grid that talk through the host: what one sends on a channel another receives, in the order sent; the
// infeed holds what the grid puts there; what goes to the outfeed is the host's.
//
// RUN: pjrt run --device %device %s
func.func @sender(%x: tensor<2xi32>, %token: !stablehlo.token) -> !stablehlo.token {
  %0 = "stablehlo.send"(%x, %token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  %twice = stablehlo.add %x, %x : tensor<2xi32>
  %1 = "stablehlo.send"(%twice, %0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  %2 = "stablehlo.outfeed"(%x, %1) : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
  return %2 : !stablehlo.token
}
func.func @receiver(%token: !stablehlo.token) -> (tensor<2xi32>, tensor<2xi32>, tensor<f32>) {
  %0:2 = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %1:2 = "stablehlo.recv"(%0#1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %2:2 = "stablehlo.infeed"(%1#1) : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  return %0#0, %1#0, %2#0 : tensor<2xi32>, tensor<2xi32>, tensor<f32>
}
func.func @fed() -> tensor<f32> {
  %x = stablehlo.constant dense<0.5> : tensor<f32>
  return %x : tensor<f32>
}
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %token = stablehlo.after_all : !stablehlo.token
  %r:4 = "interpreter.run_parallel"(%x, %token, %token) {infeed = [@fed], programs = [[@sender], [@receiver]]} : (tensor<2xi32>, !stablehlo.token, !stablehlo.token) -> (!stablehlo.token, tensor<2xi32>, tensor<2xi32>, tensor<f32>)
  check.expect_eq_const %r#1, dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %r#2, dense<[2, 4]> : tensor<2xi32>
  check.expect_eq_const %r#3, dense<0.5> : tensor<f32>
  return
}
