// A name that no operation has comes with one that is spelled much like it.

func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = "stablehlo.exponentail"(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = "chlo.lgama"(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %2 = "stablehlo.erf"(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %x : tensor<3xf32>
}

// OUTPUT: exits 2 pjrt run --device=cpu %s --input=zeros
//| error: stablehlo.exponentail: StableHLO has no such operation
//|  --> testdata/frontend/errors/misspelled.mlir:4:8
//|   |
//| 4 |   %0 = "stablehlo.exponentail"(%x) : (tensor<3xf32>) -> tensor<3xf32>
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^
//|   |
//|   = note: `stablehlo.exponential` may be meant
//|
//| error: chlo.lgama: CHLO has no such operation
//|  --> testdata/frontend/errors/misspelled.mlir:5:8
//|   |
//| 5 |   %1 = "chlo.lgama"(%x) : (tensor<3xf32>) -> tensor<3xf32>
//|   |        ^^^^^^^^^^^^
//|   |
//|   = note: `chlo.lgamma` may be meant
//|
//| error: stablehlo.erf: StableHLO has no such operation
//|  --> testdata/frontend/errors/misspelled.mlir:6:8
//|   |
//| 6 |   %2 = "stablehlo.erf"(%x) : (tensor<3xf32>) -> tensor<3xf32>
//|   |        ^^^^^^^^^^^^^^^

// OUTPUT: echo 'func.func @main(%x: tensor<f32>) { %0 = stablehlo.ad %x, %x : tensor<f32> return }' | exits 2 pjrt run --device=cpu - --input=zeros
//| error: no operation is written `stablehlo.ad`
//|  --> <stdin>:1:41
//|   |
//| 1 | func.func @main(%x: tensor<f32>) { %0 = stablehlo.ad %x, %x : tensor<f32> return }
//|   |                                         ^^^^^^^^^^^^
//|   |
//|   = note: `stablehlo.add` may be meant
