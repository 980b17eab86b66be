// Sharded programs as JAX writes them, on the devices of two and of four processes: the same bits as in one.
//
// REQUIRES: mpi
// RUN: for name in data_parallel_step ring_attention pipeline_parallel expert_parallel concat_slice_pad; do program=testdata/spmd/jax_$name.mlir; pjrt run --device cpu $program --input=random:1 --outputs-to=%t/$name && for n in 2 4; do mpirun -n $n pjrt run --device cpu $program --input=random:1 --outputs-to=%t/$name-$n && diff -r %t/$name %t/$name-$n || exit 1; done; done
// RUN: pjrt run --device %device %s --input=4x2xf32=iota --expect=4x2xf32="2 1 4 3 6 5 8 7" && mpirun -n 4 pjrt run --device %device %s --input=4x2xf32=iota --expect=4x2xf32="2 1 4 3 6 5 8 7"
module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>}) {
    %reversed = stablehlo.reverse %x, dims = [1] : tensor<4x2xf32>
    %one = stablehlo.constant dense<1.0> : tensor<4x2xf32>
    %sum = stablehlo.add %reversed, %one : tensor<4x2xf32>
    return %sum : tensor<4x2xf32>
  }
}
