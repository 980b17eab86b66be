// What goes into a region, a function or a loop has the type that it takes, quantization included.

!q = !quant.uniform<i8:f32, 0.5:-3>
!r = !quant.uniform<i8:f32, 0.25>
!n = !quant.uniform<i4:f32, 0.5>

func.func @main(%q: tensor<2x!q>, %r: tensor<2x!r>, %z: tensor<!q>, %p: tensor<i1>, %i: tensor<2xi8>, %iz: tensor<i8>) {
  %0 = "stablehlo.reduce"(%q, %z) ({
  ^bb0(%a: tensor<!n>, %b: tensor<!n>):
    stablehlo.return %a : tensor<!n>
  }) {dimensions = array<i64: 0>} : (tensor<2x!q>, tensor<!q>) -> tensor<!n>
  %1 = "stablehlo.reduce"(%q, %z) ({
  ^bb0(%a: tensor<!r>, %b: tensor<!r>):
    stablehlo.return %a : tensor<!r>
  }) {dimensions = array<i64: 0>} : (tensor<2x!q>, tensor<!q>) -> tensor<!q>
  %2 = "stablehlo.reduce"(%i, %iz) ({
  ^bb0(%a: tensor<!q>, %b: tensor<!q>):
    stablehlo.return %a : tensor<!q>
  }) {dimensions = array<i64: 0>} : (tensor<2xi8>, tensor<i8>) -> tensor<!q>
  %3 = "stablehlo.if"(%p) ({
    stablehlo.return %q : tensor<2x!q>
  }, {
    stablehlo.return %r : tensor<2x!r>
  }) : (tensor<i1>) -> tensor<2x!q>
  %4 = "stablehlo.while"(%q) ({
  ^bb0(%a: tensor<2x!q>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<2x!q>):
    stablehlo.return %r : tensor<2x!r>
  }) : (tensor<2x!q>) -> tensor<2x!q>
  %5 = func.call @f(%r) : (tensor<2x!r>) -> tensor<2x!q>
  %6 = func.call @f(%q) : (tensor<2x!q>) -> tensor<2xi8>
  %7:2 = "stablehlo.sort"(%q, %r) ({
  ^bb0(%a: tensor<!q>, %b: tensor<!r>, %c: tensor<!r>, %d: tensor<!r>):
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<2x!q>, tensor<2x!r>) -> (tensor<2x!q>, tensor<2x!r>)
  return
}

func.func private @f(%x: tensor<2x!q>) -> tensor<2x!q> {
  return %x : tensor<2x!q>
}

// OUTPUT: exits 2 pjrt dump --stage=hlo %s
//| error: stablehlo.reduce: expected operand 0 to be promotable to !quant.uniform<i4:f32, 0.5>, which the region takes, found !quant.uniform<i8:f32, 0.5:-3>
//|  --> testdata/quantized/errors/regions.mlir:8:8
//|   |
//| 8 |   %0 = "stablehlo.reduce"(%q, %z) ({
//|   |        ^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce: expected result 0 to be !quant.uniform<i8:f32, 0.25>, found !quant.uniform<i8:f32, 0.5:-3>
//|   --> testdata/quantized/errors/regions.mlir:12:8
//|    |
//| 12 |   %1 = "stablehlo.reduce"(%q, %z) ({
//|    |        ^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.reduce: expected operand 0 to be quantized, found no quantization
//|   --> testdata/quantized/errors/regions.mlir:16:8
//|    |
//| 16 |   %2 = "stablehlo.reduce"(%i, %iz) ({
//|    |        ^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.if: expected result 0 of region 1 to be !quant.uniform<i8:f32, 0.5:-3>, found !quant.uniform<i8:f32, 0.25>
//|   --> testdata/quantized/errors/regions.mlir:20:8
//|    |
//| 20 |   %3 = "stablehlo.if"(%p) ({
//|    |        ^^^^^^^^^^^^^^
//|
//| error: stablehlo.while: expected result 0 of region 1 to be !quant.uniform<i8:f32, 0.5:-3>, found !quant.uniform<i8:f32, 0.25>
//|   --> testdata/quantized/errors/regions.mlir:25:8
//|    |
//| 25 |   %4 = "stablehlo.while"(%q) ({
//|    |        ^^^^^^^^^^^^^^^^^
//|
//| error: func.call: expected argument 0 of @f to be !quant.uniform<i8:f32, 0.5:-3>, found !quant.uniform<i8:f32, 0.25>
//|   --> testdata/quantized/errors/regions.mlir:32:8
//|    |
//| 32 |   %5 = func.call @f(%r) : (tensor<2x!r>) -> tensor<2x!q>
//|    |        ^^^^^^^^^
//|
//| error: func.call: expected result 0 of @f to be !quant.uniform<i8:f32, 0.5:-3>, found no quantization
//|   --> testdata/quantized/errors/regions.mlir:33:8
//|    |
//| 33 |   %6 = func.call @f(%q) : (tensor<2x!q>) -> tensor<2xi8>
//|    |        ^^^^^^^^^
//|
//| error: stablehlo.sort: expected argument 1 of region 0 to be !quant.uniform<i8:f32, 0.5:-3>, found !quant.uniform<i8:f32, 0.25>
//|   --> testdata/quantized/errors/regions.mlir:34:10
//|    |
//| 34 |   %7:2 = "stablehlo.sort"(%q, %r) ({
//|    |          ^^^^^^^^^^^^^^^^
