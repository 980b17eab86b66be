//! The StableHLO program that measures one function in one type.

use crate::function::Function;

/// A binary format: what the measuring program needs to know of it.
pub struct Format {
    /// StableHLO's name.
    pub name: &'static str,
    pub bits: u32,
    /// Stored bits of the mantissa.
    pub mantissa: i32,
    /// Exponent of the smallest normal number.
    pub least_exponent: i32,
    /// No number of the format is so large.
    pub limit: f64,
}

/// The text of a program from a start and a stride (`tensor<ui64>` each) to the largest error in ulp (`f64`), the
/// counter that has it, and the number of results of a wrong kind, over `count` counters.
pub fn text(function: &Function, format: &Format, count: usize) -> String {
    let operands = operands(function, format, count);
    let (narrow, wide) = (format!("tensor<{count}x{}>", format.name), format!("tensor<{count}xf64>"));
    let (truth, counter) = (format!("tensor<{count}xi1>"), format!("tensor<{count}xui64>"));
    let call = |type_: &str, x: &str, y: &str| match function.arity {
        1 => format!("\"{}\"({x}) : ({type_}) -> {type_}", function.name),
        _ => format!("\"{}\"({x}, {y}) : ({type_}, {type_}) -> {type_}", function.name),
    };
    let (found, exact) = (call(&narrow, "%x", "%y"), call(&wide, "%x64", "%y64"));
    let scalar = |name: &str, value: f64| {
        format!(
            "  %{name}_0 = stablehlo.constant dense<{value:e}> : tensor<f64>\n  %{name} = stablehlo.broadcast_in_dim %{name}_0, dims = [] : (tensor<f64>) -> {wide}\n"
        )
    };
    let constants = scalar("high", format.limit)
        + &scalar("low", -format.limit)
        + &scalar("none", 0.0)
        + &scalar("one", 1.0)
        + &scalar("least", 2f64.powi(format.least_exponent))
        + &scalar("last", 2f64.powi(-format.mantissa));
    format!(
        r#"
func.func @main(%start: tensor<ui64>, %stride: tensor<ui64>) -> (tensor<f64>, tensor<ui64>, tensor<ui64>) {{
{operands}{constants}
  // What the function gives, and the exact value, also rounded.
  %found_narrow = {found}
  %x64 = stablehlo.convert %x : ({narrow}) -> {wide}
  %y64 = stablehlo.convert %y : ({narrow}) -> {wide}
  %exact = {exact}
  %nearest_narrow = stablehlo.convert %exact : ({wide}) -> {narrow}
  %found = stablehlo.convert %found_narrow : ({narrow}) -> {wide}
  %nearest = stablehlo.convert %nearest_narrow : ({narrow}) -> {wide}

  // A NaN for a number or a number for a NaN, or a zero of the other sign.
  %found_nan = stablehlo.compare NE, %found, %found : ({wide}, {wide}) -> {truth}
  %nearest_nan = stablehlo.compare NE, %nearest, %nearest : ({wide}, {wide}) -> {truth}
  %other_kind = stablehlo.xor %found_nan, %nearest_nan : {truth}
  %found_none = stablehlo.compare EQ, %found, %none : ({wide}, {wide}) -> {truth}
  %nearest_none = stablehlo.compare EQ, %nearest, %none : ({wide}, {wide}) -> {truth}
  %both_none = stablehlo.and %found_none, %nearest_none : {truth}
  %found_side = stablehlo.divide %one, %found : {wide}
  %nearest_side = stablehlo.divide %one, %nearest : {wide}
  %sides_differ = stablehlo.compare NE, %found_side, %nearest_side : ({wide}, {wide}) -> {truth}
  %other_side = stablehlo.and %both_none, %sides_differ : {truth}
  %wrong = stablehlo.or %other_kind, %other_side : {truth}
  %wrongs = stablehlo.convert %wrong : ({truth}) -> {counter}

  // The distance in units in the last place of the exact value, which is its power of two times `last`.
  %found_in = stablehlo.clamp %low, %found, %high : {wide}
  %exact_in = stablehlo.clamp %low, %exact, %high : {wide}
  %difference = stablehlo.subtract %found_in, %exact_in : {wide}
  %distance = stablehlo.abs %difference : {wide}
  %bits = stablehlo.bitcast_convert %exact_in : ({wide}) -> {counter}
  %exponent_0 = stablehlo.constant dense<0x7FF0000000000000> : tensor<ui64>
  %exponent = stablehlo.broadcast_in_dim %exponent_0, dims = [] : (tensor<ui64>) -> {counter}
  %power_bits = stablehlo.and %bits, %exponent : {counter}
  %power = stablehlo.bitcast_convert %power_bits : ({counter}) -> {wide}
  %normal = stablehlo.maximum %power, %least : {wide}
  %ulp = stablehlo.multiply %normal, %last : {wide}
  %error = stablehlo.divide %distance, %ulp : {wide}
  %no_number = stablehlo.or %found_nan, %nearest_nan : {truth}
  %errors = stablehlo.select %no_number, %none, %error : {truth}, {wide}

  %zero = stablehlo.constant dense<0> : tensor<ui64>
  %wrong_count = stablehlo.reduce(%wrongs init: %zero) applies stablehlo.add across dimensions = [0] : ({counter}, tensor<ui64>) -> tensor<ui64>
  %worst:2 = stablehlo.reduce(%errors init: %none_0), (%n init: %zero) across dimensions = [0] : ({wide}, {counter}, tensor<f64>, tensor<ui64>) -> (tensor<f64>, tensor<ui64>)
    reducer(%a: tensor<f64>, %b: tensor<f64>) (%at_a: tensor<ui64>, %at_b: tensor<ui64>) {{
      %larger = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %error_of = stablehlo.select %larger, %a, %b : tensor<i1>, tensor<f64>
      %at = stablehlo.select %larger, %at_a, %at_b : tensor<i1>, tensor<ui64>
      stablehlo.return %error_of, %at : tensor<f64>, tensor<ui64>
    }}
  return %worst#0, %worst#1, %wrong_count : tensor<f64>, tensor<ui64>, tensor<ui64>
}}
"#
    )
}

/// `%n`, the counters; `%x` and `%y`, the operands: a counter's own bits, or for functions of two the two halves of its
/// hash.
fn operands(function: &Function, format: &Format, count: usize) -> String {
    let (counter, code) = (format!("tensor<{count}xui64>"), format!("tensor<{count}xui{}>", format.bits));
    let narrow = format!("tensor<{count}x{}>", format.name);
    let hash = match function.arity {
        1 => "  %hash = stablehlo.add %n, %n_zero : COUNTER\n",
        // A step of Vigna's SplitMix64.
        _ => concat!(
            "  %m1 = stablehlo.constant dense<0xBF58476D1CE4E5B9> : COUNTER\n",
            "  %m2 = stablehlo.constant dense<0x9E3779B97F4A7C15> : COUNTER\n",
            "  %shift = stablehlo.constant dense<30> : COUNTER\n",
            "  %h1 = stablehlo.multiply %n, %m2 : COUNTER\n",
            "  %h2 = stablehlo.shift_right_logical %h1, %shift : COUNTER\n",
            "  %h3 = stablehlo.xor %h1, %h2 : COUNTER\n",
            "  %hash = stablehlo.multiply %h3, %m1 : COUNTER\n",
        ),
    };
    format!(
        r#"  %i = stablehlo.iota dim = 0 : COUNTER
  %starts = stablehlo.broadcast_in_dim %start, dims = [] : (tensor<ui64>) -> COUNTER
  %strides = stablehlo.broadcast_in_dim %stride, dims = [] : (tensor<ui64>) -> COUNTER
  %steps = stablehlo.multiply %i, %strides : COUNTER
  %n = stablehlo.add %starts, %steps : COUNTER
  %n_zero = stablehlo.constant dense<0> : COUNTER
{hash}  %half = stablehlo.constant dense<32> : COUNTER
  %upper = stablehlo.shift_right_logical %hash, %half : COUNTER
  %x_code = stablehlo.convert %hash : (COUNTER) -> {code}
  %y_code = stablehlo.convert %upper : (COUNTER) -> {code}
  %x = stablehlo.bitcast_convert %x_code : ({code}) -> {narrow}
  %y = stablehlo.bitcast_convert %y_code : ({code}) -> {narrow}
"#
    )
    .replace("COUNTER", &counter)
}
