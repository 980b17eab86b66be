// Constraints of the specification on elementwise operations: an operation that breaks each.

func.func @main(%f: tensor<4xf32>, %g: tensor<5xf32>, %d: tensor<4xf64>, %i: tensor<4xi32>, %j: tensor<5xi32>, %c: tensor<4xcomplex<f32>>, %p: tensor<5xi1>, %b: tensor<i1>, %m: tensor<2x3xf32>) {
  // reduce_precision C3
  %0 = "stablehlo.reduce_precision"(%f) {exponent_bits = 5 : i32, mantissa_bits = -1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  // compare C3
  %1 = stablehlo.compare LT, %i, %i, UNSIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  // compare C3
  %2 = stablehlo.compare LT, %i, %i, TOTALORDER : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  // compare C3
  %3 = stablehlo.compare EQ, %c, %c, TOTALORDER : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  // map C2
  %4 = "stablehlo.map"() ({
    %x = stablehlo.constant dense<0.0> : tensor<f32>
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 0>} : () -> tensor<4xf32>
  // map C3
  %5 = "stablehlo.map"(%m) ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @main(%f: tensor<4xf32>, %g: tensor<5xf32>, %d: tensor<4xf64>, %i: tensor<4xi32>, %j: tensor<5xi32>, %c: tensor<4xcomplex<f32>>, %p: tensor<5xi1>, %b: tensor<i1>, %m: tensor<2x3xf32>) {
  // abs C1
  %0 = stablehlo.abs %f : (tensor<4xf32>) -> tensor<5xf32>
  // abs C2
  %1 = stablehlo.abs %c : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  // cbrt C1
  %2 = stablehlo.cbrt %f : (tensor<4xf32>) -> tensor<5xf32>
  // ceil C1
  %3 = stablehlo.ceil %f : (tensor<4xf32>) -> tensor<5xf32>
  // cosine C1
  %4 = stablehlo.cosine %f : (tensor<4xf32>) -> tensor<5xf32>
  // exponential C1
  %5 = stablehlo.exponential %f : (tensor<4xf32>) -> tensor<5xf32>
  // exponential_minus_one C1
  %6 = stablehlo.exponential_minus_one %f : (tensor<4xf32>) -> tensor<5xf32>
  // floor C1
  %7 = stablehlo.floor %f : (tensor<4xf32>) -> tensor<5xf32>
  // log C1
  %8 = stablehlo.log %f : (tensor<4xf32>) -> tensor<5xf32>
  // log_plus_one C1
  %9 = stablehlo.log_plus_one %f : (tensor<4xf32>) -> tensor<5xf32>
  // logistic C1
  %10 = stablehlo.logistic %f : (tensor<4xf32>) -> tensor<5xf32>
  // negate C1
  %11 = stablehlo.negate %f : (tensor<4xf32>) -> tensor<5xf32>
  // round_nearest_afz C1
  %12 = stablehlo.round_nearest_afz %f : (tensor<4xf32>) -> tensor<5xf32>
  // round_nearest_even C1
  %13 = stablehlo.round_nearest_even %f : (tensor<4xf32>) -> tensor<5xf32>
  // rsqrt C1
  %14 = stablehlo.rsqrt %f : (tensor<4xf32>) -> tensor<5xf32>
  // sign C1
  %15 = stablehlo.sign %f : (tensor<4xf32>) -> tensor<5xf32>
  // sine C1
  %16 = stablehlo.sine %f : (tensor<4xf32>) -> tensor<5xf32>
  // sqrt C1
  %17 = stablehlo.sqrt %f : (tensor<4xf32>) -> tensor<5xf32>
  // tan C1
  %18 = stablehlo.tan %f : (tensor<4xf32>) -> tensor<5xf32>
  // tanh C1
  %19 = stablehlo.tanh %f : (tensor<4xf32>) -> tensor<5xf32>
  // count_leading_zeros C1
  %20 = stablehlo.count_leading_zeros %i : (tensor<4xi32>) -> tensor<4xi64>
  // not C1
  %21 = stablehlo.not %i : (tensor<4xi32>) -> tensor<4xi64>
  // popcnt C1
  %22 = stablehlo.popcnt %i : (tensor<4xi32>) -> tensor<4xi64>
  // is_finite C1
  %23 = stablehlo.is_finite %f : (tensor<4xf32>) -> tensor<5xi1>
  // convert C1
  %24 = stablehlo.convert %f : (tensor<4xf32>) -> tensor<2x2xi32>
  // real C1
  %25 = stablehlo.real %c : (tensor<4xcomplex<f32>>) -> tensor<5xf32>
  // real C2
  %26 = stablehlo.real %c : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  // imag C1
  %27 = stablehlo.imag %c : (tensor<4xcomplex<f32>>) -> tensor<5xf32>
  // imag C2
  %28 = stablehlo.imag %c : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  // reduce_precision C1
  %29 = "stablehlo.reduce_precision"(%f) {exponent_bits = 5 : i32, mantissa_bits = 10 : i32} : (tensor<4xf32>) -> tensor<5xf32>
  // reduce_precision C2
  %30 = stablehlo.reduce_precision %f, format = e0m10 : tensor<4xf32>
  // add C1
  %31 = "stablehlo.add"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  // atan2 C1
  %32 = "stablehlo.atan2"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  // divide C1
  %33 = "stablehlo.divide"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  // maximum C1
  %34 = "stablehlo.maximum"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  // minimum C1
  %35 = "stablehlo.minimum"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  // multiply C1
  %36 = "stablehlo.multiply"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  // power C1
  %37 = "stablehlo.power"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  // remainder C1
  %38 = "stablehlo.remainder"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  // subtract C1
  %39 = "stablehlo.subtract"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  // and C1
  %40 = "stablehlo.and"(%i, %j) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
  // or C1
  %41 = "stablehlo.or"(%i, %j) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
  // xor C1
  %42 = "stablehlo.xor"(%i, %j) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
  // shift_left C1
  %43 = "stablehlo.shift_left"(%i, %j) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
  // shift_right_arithmetic C1
  %44 = "stablehlo.shift_right_arithmetic"(%i, %j) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
  // shift_right_logical C1
  %45 = "stablehlo.shift_right_logical"(%i, %j) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
  // bitcast_convert C1
  %46 = stablehlo.bitcast_convert %f : (tensor<4xf32>) -> tensor<5xi32>
  // bitcast_convert C1
  %47 = stablehlo.bitcast_convert %f : (tensor<4xf32>) -> tensor<4x3xi16>
  // bitcast_convert C1
  %48 = stablehlo.bitcast_convert %f : (tensor<4xf32>) -> tensor<i64>
  // bitcast_convert C2
  %49 = stablehlo.bitcast_convert %c : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  // clamp C1
  %50 = "stablehlo.clamp"(%g, %f, %f) : (tensor<5xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // clamp C2
  %51 = "stablehlo.clamp"(%f, %f, %g) : (tensor<4xf32>, tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  // clamp C3
  %52 = "stablehlo.clamp"(%f, %f, %d) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  // clamp C4
  %53 = "stablehlo.clamp"(%f, %f, %f) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
  // compare C1
  %54 = stablehlo.compare LT, %f, %d : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xi1>
  // compare C2
  %55 = stablehlo.compare LT, %f, %g : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xi1>
  // compare C2
  %56 = stablehlo.compare LT, %f, %f : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xi1>
  // complex C1
  %57 = "stablehlo.complex"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xcomplex<f32>>
  // complex C2
  %58 = "stablehlo.complex"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xcomplex<f32>>
  // complex C3
  %59 = "stablehlo.complex"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f64>>
  // select C1
  %60 = "stablehlo.select"(%p, %f, %f) : (tensor<5xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // select C2
  %61 = "stablehlo.select"(%b, %f, %g) : (tensor<i1>, tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  // select C2
  %62 = "stablehlo.select"(%b, %f, %f) : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
  // map C1
  %63 = "stablehlo.map"(%f, %g) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
  // map C4
  %64 = "stablehlo.map"(%f) ({
  ^bb0(%x: tensor<f64>):
    stablehlo.return %x : tensor<f64>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf64>
  // map C4
  %65 = "stablehlo.map"(%f) ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// OUTPUT: exits 2 pjrt run --device=interpreter %s
//| error: stablehlo.reduce_precision: expected `mantissa_bits` to be at least 0, found -1
//|  --> testdata/constraints/elementwise.mlir:5:8
//|   |
//| 5 |   %0 = "stablehlo.reduce_precision"(%f) {exponent_bits = 5 : i32, mantissa_bits = -1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.compare: expected a comparison of i32, found UNSIGNED
//|  --> testdata/constraints/elementwise.mlir:7:8
//|   |
//| 7 |   %1 = stablehlo.compare LT, %i, %i, UNSIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
//|   |        ^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.compare: expected a comparison of i32, found TOTALORDER
//|  --> testdata/constraints/elementwise.mlir:9:8
//|   |
//| 9 |   %2 = stablehlo.compare LT, %i, %i, TOTALORDER : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
//|   |        ^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.compare: expected a comparison of complex<f32>, found TOTALORDER
//|   --> testdata/constraints/elementwise.mlir:11:8
//|    |
//| 11 |   %3 = stablehlo.compare EQ, %c, %c, TOTALORDER : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
//|    |        ^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.map: expected at least 1 operands, found 0
//|   --> testdata/constraints/elementwise.mlir:13:8
//|    |
//| 13 |   %4 = "stablehlo.map"() ({
//|    |        ^^^^^^^^^^^^^^^
//|
//| error: stablehlo.map: expected dimensions [0, 1], found [1, 0]
//|   --> testdata/constraints/elementwise.mlir:18:8
//|    |
//| 18 |   %5 = "stablehlo.map"(%m) ({
//|    |        ^^^^^^^^^^^^^^^
//| error: abs: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:27:8
//|    |
//| 27 |   %0 = stablehlo.abs %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |        ^^^^^^^^^^^^^
//|    |
//|    = note: in %abs.9 of computation %main
//|
//| error: abs: expected a result of shape f32[4], found f64[4]
//|   --> testdata/constraints/elementwise.mlir:29:8
//|    |
//| 29 |   %1 = stablehlo.abs %c : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
//|    |        ^^^^^^^^^^^^^
//|    |
//|    = note: in %abs.10 of computation %main
//|
//| error: cbrt: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:31:8
//|    |
//| 31 |   %2 = stablehlo.cbrt %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |        ^^^^^^^^^^^^^^
//|    |
//|    = note: in %cbrt.11 of computation %main
//|
//| error: ceil: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:33:8
//|    |
//| 33 |   %3 = stablehlo.ceil %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |        ^^^^^^^^^^^^^^
//|    |
//|    = note: in %ceil.12 of computation %main
//|
//| error: cosine: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:35:8
//|    |
//| 35 |   %4 = stablehlo.cosine %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |        ^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %cosine.13 of computation %main
//|
//| error: exponential: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:37:8
//|    |
//| 37 |   %5 = stablehlo.exponential %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %exponential.14 of computation %main
//|
//| error: exponential-minus-one: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:39:8
//|    |
//| 39 |   %6 = stablehlo.exponential_minus_one %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %exponential-minus-one.15 of computation %main
//|
//| error: floor: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:41:8
//|    |
//| 41 |   %7 = stablehlo.floor %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |        ^^^^^^^^^^^^^^^
//|    |
//|    = note: in %floor.16 of computation %main
//|
//| error: log: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:43:8
//|    |
//| 43 |   %8 = stablehlo.log %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |        ^^^^^^^^^^^^^
//|    |
//|    = note: in %log.17 of computation %main
//|
//| error: log-plus-one: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:45:8
//|    |
//| 45 |   %9 = stablehlo.log_plus_one %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %log-plus-one.18 of computation %main
//|
//| error: logistic: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:47:9
//|    |
//| 47 |   %10 = stablehlo.logistic %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |         ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %logistic.19 of computation %main
//|
//| error: negate: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:49:9
//|    |
//| 49 |   %11 = stablehlo.negate %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |         ^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %negate.20 of computation %main
//|
//| error: round-nearest-afz: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:51:9
//|    |
//| 51 |   %12 = stablehlo.round_nearest_afz %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %round-nearest-afz.21 of computation %main
//|
//| error: round-nearest-even: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:53:9
//|    |
//| 53 |   %13 = stablehlo.round_nearest_even %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %round-nearest-even.22 of computation %main
//|
//| error: rsqrt: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:55:9
//|    |
//| 55 |   %14 = stablehlo.rsqrt %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |         ^^^^^^^^^^^^^^^
//|    |
//|    = note: in %rsqrt.23 of computation %main
//|
//| error: sign: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:57:9
//|    |
//| 57 |   %15 = stablehlo.sign %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |         ^^^^^^^^^^^^^^
//|    |
//|    = note: in %sign.24 of computation %main
//|
//| error: sine: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:59:9
//|    |
//| 59 |   %16 = stablehlo.sine %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |         ^^^^^^^^^^^^^^
//|    |
//|    = note: in %sine.25 of computation %main
//|
//| error: sqrt: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:61:9
//|    |
//| 61 |   %17 = stablehlo.sqrt %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |         ^^^^^^^^^^^^^^
//|    |
//|    = note: in %sqrt.26 of computation %main
//|
//| error: tan: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:63:9
//|    |
//| 63 |   %18 = stablehlo.tan %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |         ^^^^^^^^^^^^^
//|    |
//|    = note: in %tan.27 of computation %main
//|
//| error: tanh: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:65:9
//|    |
//| 65 |   %19 = stablehlo.tanh %f : (tensor<4xf32>) -> tensor<5xf32>
//|    |         ^^^^^^^^^^^^^^
//|    |
//|    = note: in %tanh.28 of computation %main
//|
//| error: count-leading-zeros: expected a result of shape s32[4], found s64[4]
//|   --> testdata/constraints/elementwise.mlir:67:9
//|    |
//| 67 |   %20 = stablehlo.count_leading_zeros %i : (tensor<4xi32>) -> tensor<4xi64>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %count-leading-zeros.29 of computation %main
//|
//| error: not: expected a result of shape s32[4], found s64[4]
//|   --> testdata/constraints/elementwise.mlir:69:9
//|    |
//| 69 |   %21 = stablehlo.not %i : (tensor<4xi32>) -> tensor<4xi64>
//|    |         ^^^^^^^^^^^^^
//|    |
//|    = note: in %not.30 of computation %main
//|
//| error: popcnt: expected a result of shape s32[4], found s64[4]
//|   --> testdata/constraints/elementwise.mlir:71:9
//|    |
//| 71 |   %22 = stablehlo.popcnt %i : (tensor<4xi32>) -> tensor<4xi64>
//|    |         ^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %popcnt.31 of computation %main
//|
//| error: is-finite: expected a result of shape pred[4], found pred[5]
//|   --> testdata/constraints/elementwise.mlir:73:9
//|    |
//| 73 |   %23 = stablehlo.is_finite %f : (tensor<4xf32>) -> tensor<5xi1>
//|    |         ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %is-finite.32 of computation %main
//|
//| error: convert: expected a result of shape s32[4], found s32[2,2]
//|   --> testdata/constraints/elementwise.mlir:75:9
//|    |
//| 75 |   %24 = stablehlo.convert %f : (tensor<4xf32>) -> tensor<2x2xi32>
//|    |         ^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %convert.33 of computation %main
//|
//| error: real: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:77:9
//|    |
//| 77 |   %25 = stablehlo.real %c : (tensor<4xcomplex<f32>>) -> tensor<5xf32>
//|    |         ^^^^^^^^^^^^^^
//|    |
//|    = note: in %real.34 of computation %main
//|
//| error: real: expected a result of shape f32[4], found f64[4]
//|   --> testdata/constraints/elementwise.mlir:79:9
//|    |
//| 79 |   %26 = stablehlo.real %c : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
//|    |         ^^^^^^^^^^^^^^
//|    |
//|    = note: in %real.35 of computation %main
//|
//| error: imag: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:81:9
//|    |
//| 81 |   %27 = stablehlo.imag %c : (tensor<4xcomplex<f32>>) -> tensor<5xf32>
//|    |         ^^^^^^^^^^^^^^
//|    |
//|    = note: in %imag.36 of computation %main
//|
//| error: imag: expected a result of shape f32[4], found f64[4]
//|   --> testdata/constraints/elementwise.mlir:83:9
//|    |
//| 83 |   %28 = stablehlo.imag %c : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
//|    |         ^^^^^^^^^^^^^^
//|    |
//|    = note: in %imag.37 of computation %main
//|
//| error: reduce-precision: expected a result of shape f32[4], found f32[5]
//|   --> testdata/constraints/elementwise.mlir:85:9
//|    |
//| 85 |   %29 = "stablehlo.reduce_precision"(%f) {exponent_bits = 5 : i32, mantissa_bits = 10 : i32} : (tensor<4xf32>) -> tensor<5xf32>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %reduce-precision.38 of computation %main
//|
//| error: reduce-precision: expected exponent_bits of at least 1, found 0
//|   --> testdata/constraints/elementwise.mlir:87:9
//|    |
//| 87 |   %30 = stablehlo.reduce_precision %f, format = e0m10 : tensor<4xf32>
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %reduce-precision.39 of computation %main
//|
//| error: add: expected operand 1 of shape f32[4], found f64[4]
//|   --> testdata/constraints/elementwise.mlir:89:9
//|    |
//| 89 |   %31 = "stablehlo.add"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
//|    |         ^^^^^^^^^^^^^^^
//|    |
//|    = note: in %add.40 of computation %main
//|
//| error: atan2: expected operand 1 of shape f32[4], found f64[4]
//|   --> testdata/constraints/elementwise.mlir:91:9
//|    |
//| 91 |   %32 = "stablehlo.atan2"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
//|    |         ^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %atan2.41 of computation %main
//|
//| error: divide: expected operand 1 of shape f32[4], found f64[4]
//|   --> testdata/constraints/elementwise.mlir:93:9
//|    |
//| 93 |   %33 = "stablehlo.divide"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
//|    |         ^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %divide.42 of computation %main
//|
//| error: maximum: expected operand 1 of shape f32[4], found f64[4]
//|   --> testdata/constraints/elementwise.mlir:95:9
//|    |
//| 95 |   %34 = "stablehlo.maximum"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
//|    |         ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %maximum.43 of computation %main
//|
//| error: minimum: expected operand 1 of shape f32[4], found f64[4]
//|   --> testdata/constraints/elementwise.mlir:97:9
//|    |
//| 97 |   %35 = "stablehlo.minimum"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
//|    |         ^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %minimum.44 of computation %main
//|
//| error: multiply: expected operand 1 of shape f32[4], found f64[4]
//|   --> testdata/constraints/elementwise.mlir:99:9
//|    |
//| 99 |   %36 = "stablehlo.multiply"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
//|    |         ^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %multiply.45 of computation %main
//|
//| error: power: expected operand 1 of shape f32[4], found f64[4]
//|    --> testdata/constraints/elementwise.mlir:101:9
//|     |
//| 101 |   %37 = "stablehlo.power"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
//|     |         ^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %power.46 of computation %main
//|
//| error: remainder: expected operand 1 of shape f32[4], found f64[4]
//|    --> testdata/constraints/elementwise.mlir:103:9
//|     |
//| 103 |   %38 = "stablehlo.remainder"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
//|     |         ^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %remainder.47 of computation %main
//|
//| error: subtract: expected operand 1 of shape f32[4], found f64[4]
//|    --> testdata/constraints/elementwise.mlir:105:9
//|     |
//| 105 |   %39 = "stablehlo.subtract"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
//|     |         ^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %subtract.48 of computation %main
//|
//| error: and: expected operand 1 of shape s32[4], found s32[5]
//|    --> testdata/constraints/elementwise.mlir:107:9
//|     |
//| 107 |   %40 = "stablehlo.and"(%i, %j) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
//|     |         ^^^^^^^^^^^^^^^
//|     |
//|     = note: in %and.49 of computation %main
//|
//| error: or: expected operand 1 of shape s32[4], found s32[5]
//|    --> testdata/constraints/elementwise.mlir:109:9
//|     |
//| 109 |   %41 = "stablehlo.or"(%i, %j) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
//|     |         ^^^^^^^^^^^^^^
//|     |
//|     = note: in %or.50 of computation %main
//|
//| error: xor: expected operand 1 of shape s32[4], found s32[5]
//|    --> testdata/constraints/elementwise.mlir:111:9
//|     |
//| 111 |   %42 = "stablehlo.xor"(%i, %j) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
//|     |         ^^^^^^^^^^^^^^^
//|     |
//|     = note: in %xor.51 of computation %main
//|
//| error: shift-left: expected operand 1 of shape s32[4], found s32[5]
//|    --> testdata/constraints/elementwise.mlir:113:9
//|     |
//| 113 |   %43 = "stablehlo.shift_left"(%i, %j) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
//|     |         ^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %shift-left.52 of computation %main
//|
//| error: shift-right-arithmetic: expected operand 1 of shape s32[4], found s32[5]
//|    --> testdata/constraints/elementwise.mlir:115:9
//|     |
//| 115 |   %44 = "stablehlo.shift_right_arithmetic"(%i, %j) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %shift-right-arithmetic.53 of computation %main
//|
//| error: shift-right-logical: expected operand 1 of shape s32[4], found s32[5]
//|    --> testdata/constraints/elementwise.mlir:117:9
//|     |
//| 117 |   %45 = "stablehlo.shift_right_logical"(%i, %j) : (tensor<4xi32>, tensor<5xi32>) -> tensor<4xi32>
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %shift-right-logical.54 of computation %main
//|
//| error: bitcast-convert: expected a result of shape s32[4], found s32[5]
//|    --> testdata/constraints/elementwise.mlir:119:9
//|     |
//| 119 |   %46 = stablehlo.bitcast_convert %f : (tensor<4xf32>) -> tensor<5xi32>
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %bitcast-convert.55 of computation %main
//|
//| error: bitcast-convert: expected a result of shape s16[4,2], found s16[4,3]
//|    --> testdata/constraints/elementwise.mlir:121:9
//|     |
//| 121 |   %47 = stablehlo.bitcast_convert %f : (tensor<4xf32>) -> tensor<4x3xi16>
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %bitcast-convert.56 of computation %main
//|
//| error: bitcast-convert: expected a last dimension of 64 bits in total, found f32[4]
//|    --> testdata/constraints/elementwise.mlir:123:9
//|     |
//| 123 |   %48 = stablehlo.bitcast_convert %f : (tensor<4xf32>) -> tensor<i64>
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %bitcast-convert.57 of computation %main
//|
//| error: bitcast-convert: expected both types complex or neither, found c64 and f64
//|    --> testdata/constraints/elementwise.mlir:125:9
//|     |
//| 125 |   %49 = stablehlo.bitcast_convert %c : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
//|     |         ^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %bitcast-convert.58 of computation %main
//|
//| error: clamp: expected the minimum with dimensions [4], found [5]
//|    --> testdata/constraints/elementwise.mlir:127:9
//|     |
//| 127 |   %50 = "stablehlo.clamp"(%g, %f, %f) : (tensor<5xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//|     |         ^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %clamp.59 of computation %main
//|
//| error: clamp: expected the maximum with dimensions [4], found [5]
//|    --> testdata/constraints/elementwise.mlir:129:9
//|     |
//| 129 |   %51 = "stablehlo.clamp"(%f, %f, %g) : (tensor<4xf32>, tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
//|     |         ^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %clamp.60 of computation %main
//|
//| error: clamp: expected the maximum with element type f32, found f64
//|    --> testdata/constraints/elementwise.mlir:131:9
//|     |
//| 131 |   %52 = "stablehlo.clamp"(%f, %f, %d) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
//|     |         ^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %clamp.61 of computation %main
//|
//| error: clamp: expected a result of shape f32[4], found f32[5]
//|    --> testdata/constraints/elementwise.mlir:133:9
//|     |
//| 133 |   %53 = "stablehlo.clamp"(%f, %f, %f) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
//|     |         ^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %clamp.62 of computation %main
//|
//| error: compare: expected operand 1 of shape f32[4], found f64[4]
//|    --> testdata/constraints/elementwise.mlir:135:9
//|     |
//| 135 |   %54 = stablehlo.compare LT, %f, %d : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xi1>
//|     |         ^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %compare.63 of computation %main
//|
//| error: compare: expected operand 1 of shape f32[4], found f32[5]
//|    --> testdata/constraints/elementwise.mlir:137:9
//|     |
//| 137 |   %55 = stablehlo.compare LT, %f, %g : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xi1>
//|     |         ^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %compare.64 of computation %main
//|
//| error: compare: expected a result of shape pred[4], found pred[5]
//|    --> testdata/constraints/elementwise.mlir:139:9
//|     |
//| 139 |   %56 = stablehlo.compare LT, %f, %f : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xi1>
//|     |         ^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %compare.65 of computation %main
//|
//| error: complex: expected operand 1 of shape f32[4], found f64[4]
//|    --> testdata/constraints/elementwise.mlir:141:9
//|     |
//| 141 |   %57 = "stablehlo.complex"(%f, %d) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xcomplex<f32>>
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %complex.66 of computation %main
//|
//| error: complex: expected a result of shape c64[4], found c64[5]
//|    --> testdata/constraints/elementwise.mlir:143:9
//|     |
//| 143 |   %58 = "stablehlo.complex"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xcomplex<f32>>
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %complex.67 of computation %main
//|
//| error: complex: expected a result of shape c64[4], found c128[4]
//|    --> testdata/constraints/elementwise.mlir:145:9
//|     |
//| 145 |   %59 = "stablehlo.complex"(%f, %f) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f64>>
//|     |         ^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %complex.68 of computation %main
//|
//| error: select: expected a predicate with dimensions [4], found [5]
//|    --> testdata/constraints/elementwise.mlir:147:9
//|     |
//| 147 |   %60 = "stablehlo.select"(%p, %f, %f) : (tensor<5xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
//|     |         ^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %select.69 of computation %main
//|
//| error: select: expected operand 2 of shape f32[4], found f32[5]
//|    --> testdata/constraints/elementwise.mlir:149:9
//|     |
//| 149 |   %61 = "stablehlo.select"(%b, %f, %g) : (tensor<i1>, tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>
//|     |         ^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %select.70 of computation %main
//|
//| error: select: expected a result of shape f32[4], found f32[5]
//|    --> testdata/constraints/elementwise.mlir:151:9
//|     |
//| 151 |   %62 = "stablehlo.select"(%b, %f, %f) : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
//|     |         ^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %select.71 of computation %main
//|
//| error: map: expected operand 1 with dimensions [4], found [5]
//|    --> testdata/constraints/elementwise.mlir:153:9
//|     |
//| 153 |   %63 = "stablehlo.map"(%f, %g) ({
//|     |         ^^^^^^^^^^^^^^^
//|     |
//|     = note: in %map.72 of computation %main
//|
//| error: map: expected a computation of type (f32[]) -> f64[], found (f64[]) -> f64[]
//|    --> testdata/constraints/elementwise.mlir:158:9
//|     |
//| 158 |   %64 = "stablehlo.map"(%f) ({
//|     |         ^^^^^^^^^^^^^^^
//|     |
//|     = note: in %map.73 of computation %main
//|
//| error: map: expected a result of shape f32[4], found f64[4]
//|    --> testdata/constraints/elementwise.mlir:163:9
//|     |
//| 163 |   %65 = "stablehlo.map"(%f) ({
//|     |         ^^^^^^^^^^^^^^^
//|     |
//|     = note: in %map.74 of computation %main
