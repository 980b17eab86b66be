// However the result of a reshape is divided, it is the operand's elements in order.
// RUN: pjrt run --device=%device --input=iota --expect=12x2xi32=iota --expect=12x2xi32=iota --expect=12x2xi32=iota --expect=12x2xi32=iota %s
module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%a: tensor<6x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x","y"}]>}) -> (
      tensor<12x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
      tensor<12x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>},
      tensor<12x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>},
      tensor<12x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
    %0 = stablehlo.reshape %a : (tensor<6x4xi32>) -> tensor<12x2xi32>
    %1 = stablehlo.reshape %a : (tensor<6x4xi32>) -> tensor<12x2xi32>
    %2 = stablehlo.reshape %a : (tensor<6x4xi32>) -> tensor<12x2xi32>
    %3 = stablehlo.reshape %a : (tensor<6x4xi32>) -> tensor<12x2xi32>
    return %0, %1, %2, %3 : tensor<12x2xi32>, tensor<12x2xi32>, tensor<12x2xi32>, tensor<12x2xi32>
  }
}
