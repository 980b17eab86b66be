//! Locations that programs give their operations.

use super::module;

const TEXT: &str = r##"#loc1 = loc("model.py":12:5)
func.func @main(%x: tensor<2xf32> loc("args[0]")) -> tensor<2xf32> {
  %0 = stablehlo.negate %x : tensor<2xf32> loc(#loc2)
  %1 = "stablehlo.abs"(%0) : (tensor<2xf32>) -> tensor<2xf32> loc(callsite("f.py":1:2 at "g.py":3:4 to :9))
  %2 = stablehlo.sqrt %1 : tensor<2xf32> loc(fused<"x">[unknown, "a/b"])
  return %2 : tensor<2xf32> loc(unknown)
} loc(#loc1)
#loc2 = loc("jit(f)/neg"(#loc1))
"##;

#[test]
fn names_frames_and_places() {
    let module = module(TEXT);
    let entry = module.entry();
    let shown: Vec<String> = entry.ids().map(|id| entry.get(id).location.as_ref().unwrap().to_string()).collect();
    assert_eq!(
        shown,
        [
            "test.mlir:2:17 from \"args[0]\"",
            "test.mlir:3:8 from model.py:12:5 from \"jit(f)/neg\"",
            "test.mlir:4:8 from f.py:1:2 from g.py:3:4",
            "test.mlir:5:8 from \"a/b\"",
        ]
    );
}
