// Constraints of the specification on transfers: an operation that breaks each.

func.func @main(%f: tensor<2x4xf32>, %t: !stablehlo.token) {
  // infeed C1
  "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> ()
  // infeed C2
  %0:2 = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  // infeed C3
  %1 = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> tensor<2x4xf32>
  // recv C1
  %2:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
  // recv C2
  %3:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
  // recv C3
  %4:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 1]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
  // recv C4
  %5:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
  // recv C5
  %6:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = false} : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
  // recv C5
  %7:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2x4xf32>, !stablehlo.token)
  // send C1
  %8 = "stablehlo.send"(%f, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
  // send C2
  %9 = "stablehlo.send"(%f, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>} : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
  // send C3
  %10 = "stablehlo.send"(%f, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 1]]> : tensor<2x2xi64>} : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
  // send C4
  %11 = "stablehlo.send"(%f, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
  // send C5
  %12 = "stablehlo.send"(%f, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = false} : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
  // send C5
  %13 = "stablehlo.send"(%f, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x4xf32>, !stablehlo.token) -> !stablehlo.token
  return
}

// OUTPUT: exits 2 pjrt run --device=interpreter %s
//| error: stablehlo.infeed: expected at least one result, found none
//|  --> testdata/constraints/transfers.mlir:5:3
//|   |
//| 5 |   "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> ()
//|   |   ^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.infeed: expected arrays before the token, found !stablehlo.token
//|  --> testdata/constraints/transfers.mlir:7:10
//|   |
//| 7 |   %0:2 = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
//|   |          ^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.infeed: expected a token as the last result, found tensor<2x4xf32>
//|  --> testdata/constraints/transfers.mlir:9:8
//|   |
//| 9 |   %1 = "stablehlo.infeed"(%t) {infeed_config = ""} : (!stablehlo.token) -> tensor<2x4xf32>
//|   |        ^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.recv: expected pairs of devices, found 3 in one
//|   --> testdata/constraints/transfers.mlir:11:10
//|    |
//| 11 |   %2:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_ta...
//|    |          ^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.recv: 0 is a source twice
//|   --> testdata/constraints/transfers.mlir:13:10
//|    |
//| 13 |   %3:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_ta...
//|    |          ^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.recv: 1 is a target twice
//|   --> testdata/constraints/transfers.mlir:15:10
//|    |
//| 15 |   %4:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_ta...
//|    |          ^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.recv: expected devices in `source_target_pairs`, found -1
//|   --> testdata/constraints/transfers.mlir:17:10
//|    |
//| 17 |   %5:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_ta...
//|    |          ^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.recv: expected a channel of type 1, DEVICE_TO_DEVICE, found 3
//|   --> testdata/constraints/transfers.mlir:19:10
//|    |
//| 19 |   %6:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = false} : (!stabl...
//|    |          ^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.recv: expected a channel of type 3, HOST_TO_DEVICE, found 1
//|   --> testdata/constraints/transfers.mlir:21:10
//|    |
//| 21 |   %7:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true, source_tar...
//|    |          ^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.send: expected pairs of devices, found 3 in one
//|   --> testdata/constraints/transfers.mlir:23:8
//|    |
//| 23 |   %8 = "stablehlo.send"(%f, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_...
//|    |        ^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.send: 0 is a source twice
//|   --> testdata/constraints/transfers.mlir:25:8
//|    |
//| 25 |   %9 = "stablehlo.send"(%f, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_...
//|    |        ^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.send: 1 is a target twice
//|   --> testdata/constraints/transfers.mlir:27:9
//|    |
//| 27 |   %10 = "stablehlo.send"(%f, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source...
//|    |         ^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.send: expected devices in `source_target_pairs`, found -1
//|   --> testdata/constraints/transfers.mlir:29:9
//|    |
//| 29 |   %11 = "stablehlo.send"(%f, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source...
//|    |         ^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.send: expected a channel of type 1, DEVICE_TO_DEVICE, found 2
//|   --> testdata/constraints/transfers.mlir:31:9
//|    |
//| 31 |   %12 = "stablehlo.send"(%f, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = false} : (ten...
//|    |         ^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.send: expected a channel of type 2, DEVICE_TO_HOST, found 1
//|   --> testdata/constraints/transfers.mlir:33:9
//|    |
//| 33 |   %13 = "stablehlo.send"(%f, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true, source_...
//|    |         ^^^^^^^^^^^^^^^^
