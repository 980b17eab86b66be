// A saved executable of a sharded program takes whole arrays and gives whole ones, as the program does; pjrt bench too.
//
// RUN: pjrt compile %s -o %t.pjx && pjrt run --device cpu %t.pjx --input=4x2xf32=iota --expect=4x2xf32="2 1 4 3 6 5 8 7"
// RUN: pjrt bench --device cpu --runs=1 --seconds=0.1 %s --input=4x2xf32=iota --outputs-to=%t && pjrt run --device cpu %s --input=4x2xf32=iota --expect=@%t/0.npy
module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>}) {
    %reversed = stablehlo.reverse %x, dims = [1] : tensor<4x2xf32>
    %one = stablehlo.constant dense<1.0> : tensor<4x2xf32>
    %sum = stablehlo.add %reversed, %one : tensor<4x2xf32>
    return %sum : tensor<4x2xf32>
  }
}
