// What is written for each device of a mesh is for that many partitions.
module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%p: tensor<2xf32>) {
      %q = stablehlo.reverse %p, dims = [0] : tensor<2xf32>
      sdy.return %q : tensor<2xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
// OUTPUT: exits 2 pjrt run --device=cpu %s --input=iota
//| error: the sharding {devices=[4]<=[4]} of custom-call.1 is for 4 devices, and the program has 2 partitions
//|  --> testdata/spmd/manual_mesh.mlir:5:10
//|   |
//| 5 |     %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%p: tensor<2x...
//|   |          ^^^^^^^^^^^^^^^^^^^^^^
