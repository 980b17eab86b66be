// Locations that a program gives its operations, by name, place, call site or alias, become HLO's metadata.
//
// RUN: pjrt dump --stage=hlo %s | FileCheck %s

#loc = loc("model.py":12:5)
func.func @main(%x: tensor<2xf32> loc("args[0]")) -> tensor<2xf32> {
  // CHECK: negate({{.+}}), metadata={op_name="jit(f)/neg" source_file="model.py" source_line=12
  %0 = stablehlo.negate %x : tensor<2xf32> loc(#loc1)
  // CHECK: abs({{.+}}), metadata={source_file="f.py" source_line=1
  %1 = "stablehlo.abs"(%0) : (tensor<2xf32>) -> tensor<2xf32> loc(callsite("f.py":1:2 at "g.py":3:4 to :9))
  // CHECK: sqrt({{.+}}), metadata={op_name="a/b"
  %2 = stablehlo.sqrt %1 : tensor<2xf32> loc(fused<"meta">[unknown, "a/b"])
  return %2 : tensor<2xf32> loc(unknown)
} loc(#loc)
#loc1 = loc("jit(f)/neg"(#loc))
