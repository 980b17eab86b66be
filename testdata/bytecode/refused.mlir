// What an artifact cannot hold is refused by name; damaged files are no programs.
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.tan %x : tensor<3xf32>
  check.expect_almost_eq %0, %0, tolerance = 0.5 : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// RUN: exits 77 pjrt compile --emit=bytecode %s -o %t.mlirbc
// RUN: printf 'ML\357R\001garbage\0' > %t.mlirbc && exits 2 pjrt run --device cpu %t.mlirbc
// RUN: printf 'ML\357R\377' > %t.mlirbc && exits 77 pjrt run --device cpu %t.mlirbc
// What no StableHLO of the artifact's version has is damage; a newer one may have it.
// OUTPUT: sed 's/add_v1/add_v7/' testdata/bytecode/old_versions.1.17.0.mlirbc > %t.mlirbc; exits 2 pjrt run --device cpu - < %t.mlirbc
//| <stdin>: error: byte 622: there is no operation vhlo.add_v7
// OUTPUT: sed 's/add_v1/add_v7/; s/StableHLO_v1.17/StableHLO_v1.77/' testdata/bytecode/old_versions.1.17.0.mlirbc > %t.mlirbc; exits 77 pjrt run --device cpu - < %t.mlirbc
//| <stdin>: unsupported: operation vhlo.add_v7, of a newer StableHLO
// OUTPUT: pjrt compile --emit=bytecode %s -o %t.mlirbc 2>&1 | grep -o 'custom-call: .*'
//| custom-call: StableHLO cannot say the expectation check.expect_almost_eq with these limits in an artifact
// OUTPUT: pjrt compile --emit=bytecode --target-version=0.9.0 demo/softmax.mlir -o %t.mlirbc
//| unsupported: artifacts of StableHLO 0.9.0: expected a version from 0.15.0 to 1.20.0
// OUTPUT: pjrt compile --emit=bytecode --target-version=soon demo/softmax.mlir -o %t.mlirbc 2>&1 | head -1
//| error: invalid value 'soon' for '--target-version <VERSION>': expected a version such as 1.13.0, found 'soon'
// OUTPUT: printf 'ML\357R\rStableHLO\0\001\005' > %t.mlirbc && pjrt run --device cpu - < %t.mlirbc
//| <stdin>: error: byte 17: expected 2 bytes of a section, found 0
