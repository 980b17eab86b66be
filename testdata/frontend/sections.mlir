// Sections between lines of `// -----` are programs of their own.
//
// RUN: pjrt run --device=%device %s

func.func @first() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  check.expect_eq_const %0, dense<1> : tensor<i32>
  return
}

// -----

func.func @second() {
  %0 = stablehlo.constant dense<2> : tensor<i32>
  check.expect_eq_const %0, dense<2> : tensor<i32>
  return
}
