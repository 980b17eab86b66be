//! Whole messages about wrong programs.

use super::{findings, in_main};

#[test]
fn pretty_forms_all_at_once() {
    let text = in_main(
        "  %0 = stablehlo.add %x %x : tensor<2x3xf32>
  %1 = stablehlo.transpose %x, dim = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
    );
    assert_eq!(
        findings(&text),
        "error: expected `:`, found `%x`
 --> test.mlir:2:25
  |
2 |   %0 = stablehlo.add %x %x : tensor<2x3xf32>
  |                         ^^

error: expected `dims`, found `dim`
 --> test.mlir:3:32
  |
3 |   %1 = stablehlo.transpose %x, dim = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  |                                ^^^"
    );
}

#[test]
fn undeclared_values_at_their_place() {
    let text = in_main("  %0 = stablehlo.add %x, %y : tensor<2x3xf32>");
    assert_eq!(
        findings(&text),
        "error: expected a value that is defined in this region or around it, found `%y`
 --> test.mlir:2:26
  |
2 |   %0 = stablehlo.add %x, %y : tensor<2x3xf32>
  |                          ^^"
    );
}

#[test]
fn lowering_all_at_once_and_nothing_that_follows() {
    let text = in_main(
        r#"  %0 = stablehlo.constant dense<[1, 2, 300]> : tensor<3xi8>
  %1 = "stablehlo.foo"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32> loc("f"("model.py":12:5))
  %2 = stablehlo.add %1, %1 : tensor<2x3xf32>
  %3 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<?x?xf32>"#,
    );
    assert_eq!(
        findings(&text),
        "error: 300 does not fit i8
 --> test.mlir:2:40
  |
2 |   %0 = stablehlo.constant dense<[1, 2, 300]> : tensor<3xi8>
  |                                        ^^^

error: stablehlo.foo: StableHLO has no such operation
 --> test.mlir:3:8
  |
3 |   %1 = \"stablehlo.foo\"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32> loc(\"f\"(\"model.py\":12:5))
  |        ^^^^^^^^^^^^^^^
  |
  = note: from \"f\", model.py:12:5

error: stablehlo.reshape: the operands do not tell the sizes of tensor<?x?xf32>
 --> test.mlir:5:8
  |
5 |   %3 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<?x?xf32>
  |        ^^^^^^^^^^^^^^^^^"
    );
}

#[test]
fn recursion_and_missing_functions() {
    let text = "func.func @main() { call @f() : () -> () return }
func.func @f() { call @main() : () -> () call @g() : () -> () return }
";
    let found = findings(text);
    assert!(found.contains("func.call: @main calls itself: programs have no recursion"), "{found}");
    assert!(found.contains("func.call: no function is named @g"), "{found}");
}

#[test]
fn no_entry() {
    let text = "module {\n  func.func @f() { return }\n  func.func @g() { return }\n}\n";
    assert!(
        findings(text).starts_with("error: builtin.module: expected a function `main`, or a single one; found f, g")
    );
}

#[test]
fn sizes_beyond_memory() {
    let found = findings(&in_main("  %0 = stablehlo.constant dense<0.0> : tensor<99999999999x99999999999xf32>"));
    assert!(found.contains("tensor<99999999999x99999999999xf32> has more bytes than memory can have"), "{found}");
    let found = findings(&in_main("  %0 = stablehlo.constant dense<[1.0]> : tensor<1000000000000xf32>"));
    assert!(found.contains("too few elements for f32[1000000000000]"), "{found}");
}

#[test]
fn what_never_ends() {
    for text in
        ["func.func @main() {\n  %0 = stablehlo.constant dense<[1.0, 2.0", "func.func @main() {\n  %0 = \"a", "{-#"]
    {
        assert!(findings(text).contains("never closed"), "{text}");
    }
    assert!(findings("func.func @main() {").starts_with("error: expected "));
}

#[test]
fn deep_nesting() {
    let regions = "\"a.b\"() ({\n".repeat(100_000);
    let types = format!("func.func @main() -> {}", "tuple<".repeat(100_000));
    for text in [regions, types] {
        assert!(findings(&text).contains("brackets nested more than 256 deep"));
    }
}

#[test]
fn columns_count_from_the_beginning_of_a_long_line() {
    let text =
        format!("module attributes {{a = \"{}\"}} {{ func.func @main() {{ return %x : i1 }} }}", "é".repeat(1000));
    let column = text.chars().position(|c| c == '%').unwrap() + 1;
    assert!(findings(&text).contains(&format!(":1:{column}\n")), "{}", findings(&text));
}

#[test]
fn aliases_without_end() {
    let chain: String = (0..100).map(|i| format!("#loc{i} = loc(fused[#loc{}, #loc{}])\n", i + 1, i + 1)).collect();
    let text = chain + "#loc100 = loc(#loc0)\n" + &in_main("  %0 = stablehlo.abs %x : tensor<2x3xf32> loc(#loc0)");
    super::module(&text);
}

#[test]
fn every_truncation_of_a_program_is_refused_or_read() {
    let text = in_main(
        r#"  %c = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 0x7F800000]]> : tensor<2x3xf32>
  %0:2 = stablehlo.while(%i = %c, %j = %x) : tensor<2x3xf32>, tensor<2x3xf32> attributes {a = 1 : i32} cond {
    %p = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s = stablehlo.slice %i [0:1, 0:3:2] : (tensor<2x3xf32>) -> tensor<1x2xf32>
    stablehlo.return %j, %i : tensor<2x3xf32>, tensor<2x3xf32> loc(callsite("a" at "b.py":1:2))
  }
  %1 = stablehlo.custom_call @f(%x) {backend_config = {a = [1, 2.0, "b"]}} : (tensor<2x3xf32>) -> tensor<2x3xf32>"#,
    );
    for end in 0..text.len() {
        let source = super::Source::new("test.mlir", &text[..end]);
        if let Err(findings) = super::parse(&source) {
            super::render(&findings, &source);
        }
    }
}
