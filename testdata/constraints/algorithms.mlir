// Constraints of the specification on linear algebra, Fourier transforms, normalization and random numbers: an
// operation that breaks each.

func.func @main(%a: tensor<2x3x3xf32>, %b: tensor<2x3x4xf32>, %bd: tensor<2x3x4xf64>, %m3: tensor<3x3x3xf32>, %m: tensor<2x3xf32>, %v: tensor<3xf32>, %v4: tensor<4xf32>, %vd: tensor<3xf64>, %c: tensor<2x3x4xcomplex<f32>>, %cv: tensor<3xcomplex<f32>>, %c4: tensor<1x2x3x4xcomplex<f32>>, %s: tensor<f32>, %e: tensor<f64>, %i: tensor<i32>, %sh: tensor<2xi64>, %mat: tensor<1x2xi64>, %st: tensor<2xui64>, %st3: tensor<3xui64>, %st4: tensor<4xui64>) {
  %k = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // batch_norm_inference C1
  %0 = "stablehlo.batch_norm_inference"(%b, %v, %v, %v, %v) {epsilon = 0.001 : f32, feature_index = -1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  // batch_norm_training C1
  %1:3 = "stablehlo.batch_norm_training"(%b, %v, %v) {epsilon = 0.001 : f32, feature_index = -1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  // batch_norm_grad C1
  %2:3 = "stablehlo.batch_norm_grad"(%b, %v, %v, %v, %b) {epsilon = 0.001 : f32, feature_index = -1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  // rng C3
  %3 = stablehlo.rng %s, %s, %k, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x4xf32>
  // rng C3
  %4 = stablehlo.rng %s, %s, %mat, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1x2xi64>) -> tensor<2x3xf32>
  return
}
// -----
func.func @main(%a: tensor<2x3x3xf32>, %b: tensor<2x3x4xf32>, %bd: tensor<2x3x4xf64>, %m3: tensor<3x3x3xf32>, %m: tensor<2x3xf32>, %v: tensor<3xf32>, %v4: tensor<4xf32>, %vd: tensor<3xf64>, %c: tensor<2x3x4xcomplex<f32>>, %cv: tensor<3xcomplex<f32>>, %c4: tensor<1x2x3x4xcomplex<f32>>, %s: tensor<f32>, %e: tensor<f64>, %i: tensor<i32>, %sh: tensor<2xi64>, %mat: tensor<1x2xi64>, %st: tensor<2xui64>, %st3: tensor<3xui64>, %st4: tensor<4xui64>) {
  // cholesky C1
  %0 = "stablehlo.cholesky"(%a) {lower = true} : (tensor<2x3x3xf32>) -> tensor<2x3x3xf64>
  // cholesky C2
  %1 = "stablehlo.cholesky"(%v) {lower = true} : (tensor<3xf32>) -> tensor<3xf32>
  // cholesky C3
  %2 = "stablehlo.cholesky"(%m) {lower = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // triangular_solve C1
  %3 = "stablehlo.triangular_solve"(%a, %bd) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xf32>, tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
  // triangular_solve C2
  %4 = "stablehlo.triangular_solve"(%a, %m) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  // triangular_solve C2
  %5 = "stablehlo.triangular_solve"(%v, %v) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  // triangular_solve C3
  %6 = "stablehlo.triangular_solve"(%m3, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3x3xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  // triangular_solve C3
  %7 = "stablehlo.triangular_solve"(%b, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  // triangular_solve C3
  %8 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  // triangular_solve C4
  %9 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf64>
  // fft C1
  %10 = stablehlo.fft %cv, type = FFT, length = [3, 3] : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  // fft C2
  %11 = stablehlo.fft %b, type = FFT, length = [4] : (tensor<2x3x4xf32>) -> tensor<2x3x4xcomplex<f32>>
  // fft C2
  %12 = stablehlo.fft %b, type = IFFT, length = [4] : (tensor<2x3x4xf32>) -> tensor<2x3x4xcomplex<f32>>
  // fft C2
  %13 = stablehlo.fft %c, type = RFFT, length = [4] : (tensor<2x3x4xcomplex<f32>>) -> tensor<2x3x3xcomplex<f32>>
  // fft C2
  %14 = stablehlo.fft %b, type = IRFFT, length = [6] : (tensor<2x3x4xf32>) -> tensor<2x3x6xf32>
  // fft C2
  %15 = stablehlo.fft %c, type = FFT, length = [4] : (tensor<2x3x4xcomplex<f32>>) -> tensor<2x3x4xcomplex<f64>>
  // fft C3
  %16 = stablehlo.fft %c, type = FFT, length = [] : (tensor<2x3x4xcomplex<f32>>) -> tensor<2x3x4xcomplex<f32>>
  // fft C3
  %17 = stablehlo.fft %c4, type = FFT, length = [1, 2, 3, 4] : (tensor<1x2x3x4xcomplex<f32>>) -> tensor<1x2x3x4xcomplex<f32>>
  // fft C4
  %18 = stablehlo.fft %b, type = RFFT, length = [5] : (tensor<2x3x4xf32>) -> tensor<2x3x3xcomplex<f32>>
  // fft C4
  %19 = stablehlo.fft %c, type = IRFFT, length = [5] : (tensor<2x3x4xcomplex<f32>>) -> tensor<2x3x6xf32>
  // fft C5
  %20 = stablehlo.fft %c, type = FFT, length = [4] : (tensor<2x3x4xcomplex<f32>>) -> tensor<2x3x5xcomplex<f32>>
  // fft C5
  %21 = stablehlo.fft %b, type = RFFT, length = [4] : (tensor<2x3x4xf32>) -> tensor<2x3x4xcomplex<f32>>
  // batch_norm_inference C1
  %22 = "stablehlo.batch_norm_inference"(%b, %v, %v, %v, %v) {epsilon = 0.001 : f32, feature_index = 3 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  // batch_norm_inference C2
  %23 = "stablehlo.batch_norm_inference"(%b, %vd, %v, %v, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  // batch_norm_inference C3
  %24 = "stablehlo.batch_norm_inference"(%b, %v4, %v, %v, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  // batch_norm_inference C4
  %25 = "stablehlo.batch_norm_inference"(%b, %v, %v4, %v, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  // batch_norm_inference C5
  %26 = "stablehlo.batch_norm_inference"(%b, %v, %v, %v4, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  // batch_norm_inference C6
  %27 = "stablehlo.batch_norm_inference"(%b, %v, %v, %v, %v4) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>
  // batch_norm_inference C7
  %28 = "stablehlo.batch_norm_inference"(%b, %v, %v, %v, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x5xf32>
  // batch_norm_training C1
  %29:3 = "stablehlo.batch_norm_training"(%b, %v, %v) {epsilon = 0.001 : f32, feature_index = 3 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  // batch_norm_training C2
  %30:3 = "stablehlo.batch_norm_training"(%b, %vd, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf64>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  // batch_norm_training C3
  %31:3 = "stablehlo.batch_norm_training"(%b, %v4, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  // batch_norm_training C4
  %32:3 = "stablehlo.batch_norm_training"(%b, %v, %v4) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  // batch_norm_training C5
  %33:3 = "stablehlo.batch_norm_training"(%b, %v, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<4xf32>, tensor<3xf32>)
  // batch_norm_training C6
  %34:3 = "stablehlo.batch_norm_training"(%b, %v, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<4xf32>)
  // batch_norm_training C7
  %35:3 = "stablehlo.batch_norm_training"(%b, %v, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
  // batch_norm_grad C1
  %36:3 = "stablehlo.batch_norm_grad"(%b, %v, %v, %v, %b) {epsilon = 0.001 : f32, feature_index = 3 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  // batch_norm_grad C2
  %37:3 = "stablehlo.batch_norm_grad"(%b, %v, %vd, %v, %b) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf64>, tensor<3xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  // batch_norm_grad C3
  %38:3 = "stablehlo.batch_norm_grad"(%b, %v, %v, %v, %a) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  // batch_norm_grad C3
  %39:3 = "stablehlo.batch_norm_grad"(%b, %v, %v, %v, %b) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x3xf32>, tensor<3xf32>, tensor<3xf32>)
  // batch_norm_grad C4
  %40:3 = "stablehlo.batch_norm_grad"(%b, %v, %v4, %v, %b) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  // batch_norm_grad C4
  %41:3 = "stablehlo.batch_norm_grad"(%b, %v, %v, %v, %b) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<4xf32>)
  // batch_norm_grad C5
  %42:3 = "stablehlo.batch_norm_grad"(%b, %v4, %v4, %v4, %b) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>)
  // rng C1
  %43 = stablehlo.rng %s, %e, %sh, distribution = UNIFORM : (tensor<f32>, tensor<f64>, tensor<2xi64>) -> tensor<2x3xf32>
  // rng C1
  %44 = stablehlo.rng %s, %s, %sh, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf64>
  // rng C2
  %45 = stablehlo.rng %i, %i, %sh, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>
  // rng_bit_generator C1
  %46:2 = stablehlo.rng_bit_generator %st, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  // rng_bit_generator C2
  %47:2 = stablehlo.rng_bit_generator %st3, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  // rng_bit_generator C2
  %48:2 = stablehlo.rng_bit_generator %st4, algorithm = PHILOX : (tensor<4xui64>) -> (tensor<4xui64>, tensor<4xui32>)
  return
}

// OUTPUT: exits 2 pjrt run --device=interpreter %s
//| error: stablehlo.batch_norm_inference: expected `feature_index` to be at least 0, found -1
//|  --> testdata/constraints/algorithms.mlir:7:8
//|   |
//| 7 |   %0 = "stablehlo.batch_norm_inference"(%b, %v, %v, %v, %v) {epsilon = 0.001 : f32, feature_index = -1 : i64} : (tensor<2x3x4xf32>, t...
//|   |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.batch_norm_training: expected `feature_index` to be at least 0, found -1
//|  --> testdata/constraints/algorithms.mlir:9:10
//|   |
//| 9 |   %1:3 = "stablehlo.batch_norm_training"(%b, %v, %v) {epsilon = 0.001 : f32, feature_index = -1 : i64} : (tensor<2x3x4xf32>, tensor<3...
//|   |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.batch_norm_grad: expected `feature_index` to be at least 0, found -1
//|   --> testdata/constraints/algorithms.mlir:11:10
//|    |
//| 11 |   %2:3 = "stablehlo.batch_norm_grad"(%b, %v, %v, %v, %b) {epsilon = 0.001 : f32, feature_index = -1 : i64} : (tensor<2x3x4xf32>, ten...
//|    |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|
//| error: stablehlo.rng: the result, declared tensor<2x4xf32>, is given another shape: dimension 1: expected 4, found 3
//|   --> testdata/constraints/algorithms.mlir:13:8
//|    |
//| 13 |   %3 = stablehlo.rng %s, %s, %k, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x4xf32>
//|    |        ^^^^^^^^^^^^^
//|
//| error: stablehlo.rng: expected a shape of rank 1, found s64[1,2]
//|   --> testdata/constraints/algorithms.mlir:15:8
//|    |
//| 15 |   %4 = stablehlo.rng %s, %s, %mat, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1x2xi64>) -> tensor<2x3xf32>
//|    |        ^^^^^^^^^^^^^
//| error: cholesky: expected a result of shape f32[2,3,3], found f64[2,3,3]
//|   --> testdata/constraints/algorithms.mlir:21:8
//|    |
//| 21 |   %0 = "stablehlo.cholesky"(%a) {lower = true} : (tensor<2x3x3xf32>) -> tensor<2x3x3xf64>
//|    |        ^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %cholesky.19 of computation %main
//|
//| error: cholesky: expected operand 0 to hold square matrices, found f32[3]
//|   --> testdata/constraints/algorithms.mlir:23:8
//|    |
//| 23 |   %1 = "stablehlo.cholesky"(%v) {lower = true} : (tensor<3xf32>) -> tensor<3xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %cholesky.20 of computation %main
//|
//| error: cholesky: expected operand 0 to hold square matrices, found f32[2,3]
//|   --> testdata/constraints/algorithms.mlir:25:8
//|    |
//| 25 |   %2 = "stablehlo.cholesky"(%m) {lower = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
//|    |        ^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %cholesky.21 of computation %main
//|
//| error: triangular-solve: expected operand 1 with element type f32, found f64
//|   --> testdata/constraints/algorithms.mlir:27:8
//|    |
//| 27 |   %3 = "stablehlo.triangular_solve"(%a, %bd) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transp...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %triangular-solve.22 of computation %main
//|
//| error: triangular-solve: expected operand 1 of rank 3, found 2
//|   --> testdata/constraints/algorithms.mlir:29:8
//|    |
//| 29 |   %4 = "stablehlo.triangular_solve"(%a, %m) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpo...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %triangular-solve.23 of computation %main
//|
//| error: triangular-solve: expected operand 0 to hold square matrices, found f32[3]
//|   --> testdata/constraints/algorithms.mlir:31:8
//|    |
//| 31 |   %5 = "stablehlo.triangular_solve"(%v, %v) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpo...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %triangular-solve.24 of computation %main
//|
//| error: triangular-solve: expected batch dimensions of operand 1 [3], found [2]
//|   --> testdata/constraints/algorithms.mlir:33:8
//|    |
//| 33 |   %6 = "stablehlo.triangular_solve"(%m3, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transp...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %triangular-solve.25 of computation %main
//|
//| error: triangular-solve: expected operand 0 to hold square matrices, found f32[2,3,4]
//|   --> testdata/constraints/algorithms.mlir:35:8
//|    |
//| 35 |   %7 = "stablehlo.triangular_solve"(%b, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpo...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %triangular-solve.26 of computation %main
//|
//| error: triangular-solve: expected operand 1 with dimension 2 of size 3, found 4
//|   --> testdata/constraints/algorithms.mlir:37:8
//|    |
//| 37 |   %8 = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transp...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %triangular-solve.27 of computation %main
//|
//| error: triangular-solve: expected a result of shape f32[2,3,4], found f64[2,3,4]
//|   --> testdata/constraints/algorithms.mlir:39:8
//|    |
//| 39 |   %9 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpo...
//|    |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %triangular-solve.28 of computation %main
//|
//| error: fft: expected at most 1 lengths, found 2
//|   --> testdata/constraints/algorithms.mlir:41:9
//|    |
//| 41 |   %10 = stablehlo.fft %cv, type = FFT, length = [3, 3] : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
//|    |         ^^^^^^^^^^^^^
//|    |
//|    = note: in %fft.29 of computation %main
//|
//| error: fft: expected an operand of type c64 or c128, found f32
//|   --> testdata/constraints/algorithms.mlir:43:9
//|    |
//| 43 |   %11 = stablehlo.fft %b, type = FFT, length = [4] : (tensor<2x3x4xf32>) -> tensor<2x3x4xcomplex<f32>>
//|    |         ^^^^^^^^^^^^^
//|    |
//|    = note: in %fft.30 of computation %main
//|
//| error: fft: expected an operand of type c64 or c128, found f32
//|   --> testdata/constraints/algorithms.mlir:45:9
//|    |
//| 45 |   %12 = stablehlo.fft %b, type = IFFT, length = [4] : (tensor<2x3x4xf32>) -> tensor<2x3x4xcomplex<f32>>
//|    |         ^^^^^^^^^^^^^
//|    |
//|    = note: in %fft.31 of computation %main
//|
//| error: fft: expected an operand of type f32 or f64, found c64
//|   --> testdata/constraints/algorithms.mlir:47:9
//|    |
//| 47 |   %13 = stablehlo.fft %c, type = RFFT, length = [4] : (tensor<2x3x4xcomplex<f32>>) -> tensor<2x3x3xcomplex<f32>>
//|    |         ^^^^^^^^^^^^^
//|    |
//|    = note: in %fft.32 of computation %main
//|
//| error: fft: expected an operand of type c64 or c128, found f32
//|   --> testdata/constraints/algorithms.mlir:49:9
//|    |
//| 49 |   %14 = stablehlo.fft %b, type = IRFFT, length = [6] : (tensor<2x3x4xf32>) -> tensor<2x3x6xf32>
//|    |         ^^^^^^^^^^^^^
//|    |
//|    = note: in %fft.33 of computation %main
//|
//| error: fft: expected a result of shape c64[2,3,4], found c128[2,3,4]
//|   --> testdata/constraints/algorithms.mlir:51:9
//|    |
//| 51 |   %15 = stablehlo.fft %c, type = FFT, length = [4] : (tensor<2x3x4xcomplex<f32>>) -> tensor<2x3x4xcomplex<f64>>
//|    |         ^^^^^^^^^^^^^
//|    |
//|    = note: in %fft.34 of computation %main
//|
//| error: fft: expected 1 to 3 lengths, found 0
//|   --> testdata/constraints/algorithms.mlir:53:9
//|    |
//| 53 |   %16 = stablehlo.fft %c, type = FFT, length = [] : (tensor<2x3x4xcomplex<f32>>) -> tensor<2x3x4xcomplex<f32>>
//|    |         ^^^^^^^^^^^^^
//|    |
//|    = note: in %fft.35 of computation %main
//|
//| error: fft: expected 1 to 3 lengths, found 4
//|   --> testdata/constraints/algorithms.mlir:55:9
//|    |
//| 55 |   %17 = stablehlo.fft %c4, type = FFT, length = [1, 2, 3, 4] : (tensor<1x2x3x4xcomplex<f32>>) -> tensor<1x2x3x4xcomplex<f32>>
//|    |         ^^^^^^^^^^^^^
//|    |
//|    = note: in %fft.36 of computation %main
//|
//| error: fft: expected an operand with last dimensions [5], found [4]
//|   --> testdata/constraints/algorithms.mlir:57:9
//|    |
//| 57 |   %18 = stablehlo.fft %b, type = RFFT, length = [5] : (tensor<2x3x4xf32>) -> tensor<2x3x3xcomplex<f32>>
//|    |         ^^^^^^^^^^^^^
//|    |
//|    = note: in %fft.37 of computation %main
//|
//| error: fft: expected an operand with last dimensions [3], found [4]
//|   --> testdata/constraints/algorithms.mlir:59:9
//|    |
//| 59 |   %19 = stablehlo.fft %c, type = IRFFT, length = [5] : (tensor<2x3x4xcomplex<f32>>) -> tensor<2x3x6xf32>
//|    |         ^^^^^^^^^^^^^
//|    |
//|    = note: in %fft.38 of computation %main
//|
//| error: fft: expected a result of shape c64[2,3,4], found c64[2,3,5]
//|   --> testdata/constraints/algorithms.mlir:61:9
//|    |
//| 61 |   %20 = stablehlo.fft %c, type = FFT, length = [4] : (tensor<2x3x4xcomplex<f32>>) -> tensor<2x3x5xcomplex<f32>>
//|    |         ^^^^^^^^^^^^^
//|    |
//|    = note: in %fft.39 of computation %main
//|
//| error: fft: expected a result of shape c64[2,3,3], found c64[2,3,4]
//|   --> testdata/constraints/algorithms.mlir:63:9
//|    |
//| 63 |   %21 = stablehlo.fft %b, type = RFFT, length = [4] : (tensor<2x3x4xf32>) -> tensor<2x3x4xcomplex<f32>>
//|    |         ^^^^^^^^^^^^^
//|    |
//|    = note: in %fft.40 of computation %main
//|
//| error: batch-norm-inference: expected feature_index below 3, found [3]
//|   --> testdata/constraints/algorithms.mlir:65:9
//|    |
//| 65 |   %22 = "stablehlo.batch_norm_inference"(%b, %v, %v, %v, %v) {epsilon = 0.001 : f32, feature_index = 3 : i64} : (tensor<2x3x4xf32>, ...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %batch-norm-inference.41 of computation %main
//|
//| error: batch-norm-inference: expected operand 1 of shape f32[3], found f64[3]
//|   --> testdata/constraints/algorithms.mlir:67:9
//|    |
//| 67 |   %23 = "stablehlo.batch_norm_inference"(%b, %vd, %v, %v, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>,...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %batch-norm-inference.42 of computation %main
//|
//| error: batch-norm-inference: expected operand 1 of shape f32[3], found f32[4]
//|   --> testdata/constraints/algorithms.mlir:69:9
//|    |
//| 69 |   %24 = "stablehlo.batch_norm_inference"(%b, %v4, %v, %v, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>,...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %batch-norm-inference.43 of computation %main
//|
//| error: batch-norm-inference: expected operand 2 of shape f32[3], found f32[4]
//|   --> testdata/constraints/algorithms.mlir:71:9
//|    |
//| 71 |   %25 = "stablehlo.batch_norm_inference"(%b, %v, %v4, %v, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>,...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %batch-norm-inference.44 of computation %main
//|
//| error: batch-norm-inference: expected operand 3 of shape f32[3], found f32[4]
//|   --> testdata/constraints/algorithms.mlir:73:9
//|    |
//| 73 |   %26 = "stablehlo.batch_norm_inference"(%b, %v, %v, %v4, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>,...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %batch-norm-inference.45 of computation %main
//|
//| error: batch-norm-inference: expected operand 4 of shape f32[3], found f32[4]
//|   --> testdata/constraints/algorithms.mlir:75:9
//|    |
//| 75 |   %27 = "stablehlo.batch_norm_inference"(%b, %v, %v, %v, %v4) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>,...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %batch-norm-inference.46 of computation %main
//|
//| error: batch-norm-inference: expected a result of shape f32[2,3,4], found f32[2,3,5]
//|   --> testdata/constraints/algorithms.mlir:77:9
//|    |
//| 77 |   %28 = "stablehlo.batch_norm_inference"(%b, %v, %v, %v, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, ...
//|    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %batch-norm-inference.47 of computation %main
//|
//| error: batch-norm-training: expected feature_index below 3, found [3]
//|   --> testdata/constraints/algorithms.mlir:79:11
//|    |
//| 79 |   %29:3 = "stablehlo.batch_norm_training"(%b, %v, %v) {epsilon = 0.001 : f32, feature_index = 3 : i64} : (tensor<2x3x4xf32>, tensor<...
//|    |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %batch-norm-training.48 of computation %main
//|
//| error: batch-norm-training: expected operand 1 of shape f32[3], found f64[3]
//|   --> testdata/constraints/algorithms.mlir:81:11
//|    |
//| 81 |   %30:3 = "stablehlo.batch_norm_training"(%b, %vd, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor...
//|    |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %batch-norm-training.52 of computation %main
//|
//| error: batch-norm-training: expected operand 1 of shape f32[3], found f32[4]
//|   --> testdata/constraints/algorithms.mlir:83:11
//|    |
//| 83 |   %31:3 = "stablehlo.batch_norm_training"(%b, %v4, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor...
//|    |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %batch-norm-training.56 of computation %main
//|
//| error: batch-norm-training: expected operand 2 of shape f32[3], found f32[4]
//|   --> testdata/constraints/algorithms.mlir:85:11
//|    |
//| 85 |   %32:3 = "stablehlo.batch_norm_training"(%b, %v, %v4) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor...
//|    |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %batch-norm-training.60 of computation %main
//|
//| error: batch-norm-training: expected a result of shape (f32[2,3,4], f32[3], f32[3]), found (f32[2,3,4], f32[4], f32[3])
//|   --> testdata/constraints/algorithms.mlir:87:11
//|    |
//| 87 |   %33:3 = "stablehlo.batch_norm_training"(%b, %v, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<...
//|    |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %batch-norm-training.64 of computation %main
//|
//| error: batch-norm-training: expected a result of shape (f32[2,3,4], f32[3], f32[3]), found (f32[2,3,4], f32[3], f32[4])
//|   --> testdata/constraints/algorithms.mlir:89:11
//|    |
//| 89 |   %34:3 = "stablehlo.batch_norm_training"(%b, %v, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<...
//|    |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %batch-norm-training.68 of computation %main
//|
//| error: batch-norm-training: expected a result of shape (f32[2,3,4], f32[3], f32[3]), found (f32[2,3,5], f32[3], f32[3])
//|   --> testdata/constraints/algorithms.mlir:91:11
//|    |
//| 91 |   %35:3 = "stablehlo.batch_norm_training"(%b, %v, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<...
//|    |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %batch-norm-training.72 of computation %main
//|
//| error: batch-norm-grad: expected feature_index below 3, found [3]
//|   --> testdata/constraints/algorithms.mlir:93:11
//|    |
//| 93 |   %36:3 = "stablehlo.batch_norm_grad"(%b, %v, %v, %v, %b) {epsilon = 0.001 : f32, feature_index = 3 : i64} : (tensor<2x3x4xf32>, ten...
//|    |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %batch-norm-grad.76 of computation %main
//|
//| error: batch-norm-grad: expected operand 2 of shape f32[3], found f64[3]
//|   --> testdata/constraints/algorithms.mlir:95:11
//|    |
//| 95 |   %37:3 = "stablehlo.batch_norm_grad"(%b, %v, %vd, %v, %b) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, te...
//|    |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %batch-norm-grad.80 of computation %main
//|
//| error: batch-norm-grad: expected the output gradient of shape f32[2,3,4], found f32[2,3,3]
//|   --> testdata/constraints/algorithms.mlir:97:11
//|    |
//| 97 |   %38:3 = "stablehlo.batch_norm_grad"(%b, %v, %v, %v, %a) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, ten...
//|    |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %batch-norm-grad.84 of computation %main
//|
//| error: batch-norm-grad: expected a result of shape (f32[2,3,4], f32[3], f32[3]), found (f32[2,3,3], f32[3], f32[3])
//|   --> testdata/constraints/algorithms.mlir:99:11
//|    |
//| 99 |   %39:3 = "stablehlo.batch_norm_grad"(%b, %v, %v, %v, %b) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, ten...
//|    |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|    |
//|    = note: in %batch-norm-grad.88 of computation %main
//|
//| error: batch-norm-grad: expected operand 2 of shape f32[3], found f32[4]
//|    --> testdata/constraints/algorithms.mlir:101:11
//|     |
//| 101 |   %40:3 = "stablehlo.batch_norm_grad"(%b, %v, %v4, %v, %b) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, t...
//|     |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %batch-norm-grad.92 of computation %main
//|
//| error: batch-norm-grad: expected a result of shape (f32[2,3,4], f32[3], f32[3]), found (f32[2,3,4], f32[3], f32[4])
//|    --> testdata/constraints/algorithms.mlir:103:11
//|     |
//| 103 |   %41:3 = "stablehlo.batch_norm_grad"(%b, %v, %v, %v, %b) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, te...
//|     |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %batch-norm-grad.96 of computation %main
//|
//| error: batch-norm-grad: expected operand 1 of shape f32[3], found f32[4]
//|    --> testdata/constraints/algorithms.mlir:105:11
//|     |
//| 105 |   %42:3 = "stablehlo.batch_norm_grad"(%b, %v4, %v4, %v4, %b) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>,...
//|     |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %batch-norm-grad.100 of computation %main
//|
//| error: rng: expected operand 1 of shape f32[], found f64[]
//|    --> testdata/constraints/algorithms.mlir:107:9
//|     |
//| 107 |   %43 = stablehlo.rng %s, %e, %sh, distribution = UNIFORM : (tensor<f32>, tensor<f64>, tensor<2xi64>) -> tensor<2x3xf32>
//|     |         ^^^^^^^^^^^^^
//|     |
//|     = note: in %rng.104 of computation %main
//|
//| error: rng: expected a result of shape f32[2,3], found f64[2,3]
//|    --> testdata/constraints/algorithms.mlir:109:9
//|     |
//| 109 |   %44 = stablehlo.rng %s, %s, %sh, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf64>
//|     |         ^^^^^^^^^^^^^
//|     |
//|     = note: in %rng.105 of computation %main
//|
//| error: rng: expected operand 0 of float type, found s32[]
//|    --> testdata/constraints/algorithms.mlir:111:9
//|     |
//| 111 |   %45 = stablehlo.rng %i, %i, %sh, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<2x3xi32>
//|     |         ^^^^^^^^^^^^^
//|     |
//|     = note: in %rng.106 of computation %main
//|
//| error: rng-bit-generator: expected a result of shape (u64[2], u32[4]), found (u64[3], u32[4])
//|    --> testdata/constraints/algorithms.mlir:113:11
//|     |
//| 113 |   %46:2 = stablehlo.rng_bit_generator %st, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
//|     |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %rng-bit-generator.107 of computation %main
//|
//| error: rng-bit-generator: expected a state of 2 u64, found u64[3]
//|    --> testdata/constraints/algorithms.mlir:115:11
//|     |
//| 115 |   %47:2 = stablehlo.rng_bit_generator %st3, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
//|     |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %rng-bit-generator.110 of computation %main
//|
//| error: rng-bit-generator: expected a state of 2 or 3 u64, found u64[4]
//|    --> testdata/constraints/algorithms.mlir:117:11
//|     |
//| 117 |   %48:2 = stablehlo.rng_bit_generator %st4, algorithm = PHILOX : (tensor<4xui64>) -> (tensor<4xui64>, tensor<4xui32>)
//|     |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^
//|     |
//|     = note: in %rng-bit-generator.113 of computation %main
