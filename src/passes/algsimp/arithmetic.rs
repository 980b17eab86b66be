//! Rules about numbers: sums, products, quotients, powers, signs.

use super::Rule;
use crate::hlo::{BinaryOp, InstructionId, Op, UnaryOp};
use crate::passes::graph::Graph;
use crate::passes::scalar::{Scalar, integer_range};

pub(super) const UNARY_RULES: &[Rule] =
    &[negate_negate, abs_of_unsigned, abs_of_sign_change, idempotent, part_of_complex];

pub(super) const BINARY_RULES: &[Rule] = &[
    constant_to_the_right,
    add_zero,
    add_negated,
    add_constants,
    subtract_zero,
    subtract_itself,
    subtract_from_zero,
    subtract_negated,
    subtract_constant,
    multiply_by_one,
    multiply_by_minus_one,
    multiply_by_zero,
    multiply_constants,
    multiply_negated,
    divide_by_one,
    divide_by_power_of_two,
    remainder_by_one,
    power_of_small_exponent,
    extremum_of_itself,
    extremum_with_limit,
    extremum_of_constants,
    complex_of_parts,
];

/// -(-x) = x
///
/// Holds for floats as for integers, which wrap.
fn negate_negate(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    graph.as_unary(graph.as_unary(id, UnaryOp::Negate)?, UnaryOp::Negate)
}

/// |x| = x for unsigned x
fn abs_of_unsigned(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let x = graph.as_unary(id, UnaryOp::Abs)?;
    graph.element_type(x).is_unsigned_integer().then_some(x)
}

/// |-x| = |x| and ||x|| = |x|
///
/// Also for the least integer, which is its own negative and its own magnitude. Complex numbers are excluded, since
/// their magnitude has another type.
fn abs_of_sign_change(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let inner = graph.as_unary(id, UnaryOp::Abs)?;
    let x = graph.as_unary(inner, UnaryOp::Negate).or_else(|| graph.as_unary(inner, UnaryOp::Abs))?;
    (!graph.element_type(x).is_complex()).then(|| graph.unary(UnaryOp::Abs, x))
}

/// f(f(x)) = f(x) for roundings to whole numbers and the sign
///
/// A whole number, an infinity, NaN and either zero round to themselves.
fn idempotent(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    use UnaryOp::*;
    let Op::Unary(op @ (Ceil | Floor | RoundNearestAfz | RoundNearestEven | Sign)) = *graph.op(id) else {
        return None;
    };
    let inner = graph.operand(id, 0);
    let is_real = !graph.element_type(inner).is_complex();
    (is_real && graph.as_unary(inner, op).is_some()).then_some(inner)
}

/// real(complex(a, b)) = a and imag(complex(a, b)) = b
fn part_of_complex(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let part = match graph.op(id) {
        Op::Unary(UnaryOp::Real) => 0,
        Op::Unary(UnaryOp::Imag) => 1,
        _ => return None,
    };
    Some(graph.as_binary(graph.operand(id, 0), BinaryOp::Complex)?[part])
}

/// c ∘ x = x ∘ c for commutative ∘, so that other rules look for constants on the right only
fn constant_to_the_right(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let Op::Binary(op) = *graph.op(id) else { return None };
    let (x, y) = (graph.operand(id, 0), graph.operand(id, 1));
    let is_constant = |value| graph.as_constant(value).is_some() || graph.splat_bytes(value).is_some();
    (op.is_commutative(graph.element_type(id)) && is_constant(x) && !is_constant(y)).then(|| graph.binary(op, y, x))
}

/// x + 0 = x for integers, x + (-0) = x for floats
///
/// Not x + 0 for floats: -0 + 0 is +0.
fn add_zero(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::Add)?;
    let zero = graph.splat(y)?;
    (zero == Scalar::Integer(0) || zero.is_negative_zero()).then_some(x)
}

/// x + (-y) = x - y
///
/// IEEE defines the difference so.
fn add_negated(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::Add)?;
    let y = graph.as_unary(y, UnaryOp::Negate)?;
    Some(graph.binary(BinaryOp::Subtract, x, y))
}

/// (x + a) + b = x + (a + b) for integer constants
///
/// Integers wrap, so their sums associate.
fn add_constants(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    combine_constants(graph, id, BinaryOp::Add, i128::wrapping_add)
}

/// x - 0 = x
///
/// For floats with +0 only: 0 - (-0) is 0, and so is -0 - (-0).
fn subtract_zero(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::Subtract)?;
    graph.splat(y)?.is(0).then_some(x)
}

/// x - x = 0 for integers
///
/// Not for floats: infinity and NaN.
fn subtract_itself(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::Subtract)?;
    let shape = graph.array(id).clone();
    (x == y && shape.element_type.is_integer()).then(|| graph.splat_of(&shape, Scalar::Integer(0)))?
}

/// 0 - x = -x for integers, -0 - x = -x for floats
///
/// Not 0 - x for floats: 0 - 0 is +0.
fn subtract_from_zero(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::Subtract)?;
    let zero = graph.splat(x)?;
    (zero == Scalar::Integer(0) || zero.is_negative_zero()).then(|| graph.unary(UnaryOp::Negate, y))
}

/// x - (-y) = x + y
fn subtract_negated(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::Subtract)?;
    let y = graph.as_unary(y, UnaryOp::Negate)?;
    Some(graph.binary(BinaryOp::Add, x, y))
}

/// x - c = x + (-c) for integer constants, the form in which sums of constants are collected
///
/// Integers wrap.
fn subtract_constant(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::Subtract)?;
    let value = graph.splat(y)?.as_integer()?;
    let shape = graph.array(id).clone();
    let negative = graph.splat_of(&shape, Scalar::Integer(-value))?;
    Some(graph.binary(BinaryOp::Add, x, negative))
}

/// x · 1 = x
fn multiply_by_one(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::Multiply)?;
    graph.splat(y)?.is(1).then_some(x)
}

/// x · (-1) = -x
///
/// For floats the product differs from x in its sign alone; a NaN's sign is open.
fn multiply_by_minus_one(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::Multiply)?;
    graph.splat(y)?.is(-1).then(|| graph.unary(UnaryOp::Negate, x))
}

/// x · 0 = 0 for integers
///
/// Not for floats: infinity, NaN, and the sign of the zero.
fn multiply_by_zero(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [_, y] = graph.as_binary(id, BinaryOp::Multiply)?;
    (graph.splat(y)? == Scalar::Integer(0)).then_some(y)
}

/// (x · a) · b = x · (a · b) for integer constants
///
/// Integers wrap, so their products associate.
fn multiply_constants(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    combine_constants(graph, id, BinaryOp::Multiply, i128::wrapping_mul)
}

/// (-x) · (-y) = x · y
fn multiply_negated(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::Multiply)?;
    let (x, y) = (graph.as_unary(x, UnaryOp::Negate)?, graph.as_unary(y, UnaryOp::Negate)?);
    Some(graph.binary(BinaryOp::Multiply, x, y))
}

/// x / 1 = x
fn divide_by_one(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::Divide)?;
    graph.splat(y)?.is(1).then_some(x)
}

/// x / 2ⁿ = x · 2⁻ⁿ for floats
///
/// Quotient and product are the same real number, rounded once, as long as 2⁻ⁿ is a normal number of the type.
fn divide_by_power_of_two(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::Divide)?;
    let divisor = graph.splat(y)?.as_float()?;
    let is_power_of_two = divisor.is_normal() && divisor.to_bits().trailing_zeros() >= f64::MANTISSA_DIGITS - 1;
    let is_moderate = (2f64.powi(-14)..=2f64.powi(14)).contains(&divisor.abs());
    if !is_power_of_two || !is_moderate {
        return None;
    }
    let shape = graph.array(y).clone();
    let reciprocal = graph.splat_of(&shape, Scalar::Float(1.0 / divisor))?;
    Some(graph.binary(BinaryOp::Multiply, x, reciprocal))
}

/// x % 1 = 0 for integers
fn remainder_by_one(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [_, y] = graph.as_binary(id, BinaryOp::Remainder)?;
    let shape = graph.array(id).clone();
    (graph.splat(y)? == Scalar::Integer(1)).then(|| graph.splat_of(&shape, Scalar::Integer(0)))?
}

/// x⁰ = 1, x¹ = x, x² = x · x, x³ = x · x · x, x⁻¹ = 1 / x
///
/// The power of NaN to zero is one. Square and reciprocal are rounded once, as a correctly rounded power is. The cube
/// is rounded twice, an error below the power's own; narrow types, where a unit is large, keep theirs.
fn power_of_small_exponent(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::Power)?;
    let exponent = graph.splat(y)?;
    let shape = graph.array(id).clone();
    let one = Scalar::of(shape.element_type, 1);
    let is_narrow = shape.element_type.is_float() && shape.element_type.bit_width() < 32;
    if exponent.is(0) || exponent.is_negative_zero() {
        graph.splat_of(&shape, one)
    } else if exponent.is(1) {
        Some(x)
    } else if exponent.is(2) {
        Some(graph.binary(BinaryOp::Multiply, x, x))
    } else if exponent.is(3) && !is_narrow {
        let square = graph.binary(BinaryOp::Multiply, x, x);
        Some(graph.binary(BinaryOp::Multiply, square, x))
    } else if exponent.is(-1) && shape.element_type.is_float() {
        let one = graph.splat_of(&shape, one)?;
        Some(graph.binary(BinaryOp::Divide, one, x))
    } else {
        None
    }
}

/// max(x, x) = x and min(x, x) = x
fn extremum_of_itself(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::Maximum).or_else(|| graph.as_binary(id, BinaryOp::Minimum))?;
    (x == y).then_some(x)
}

/// max(x, -∞) = x and min(x, ∞) = x, for integers with the least and greatest of their type
///
/// NaN comes through either way.
fn extremum_with_limit(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let Op::Binary(op @ (BinaryOp::Maximum | BinaryOp::Minimum)) = *graph.op(id) else { return None };
    let [x, y] = [graph.operand(id, 0), graph.operand(id, 1)];
    let neutral = match (graph.splat(y)?, integer_range(graph.element_type(y))) {
        (Scalar::Float(limit), _) => limit == if op == BinaryOp::Maximum { f64::NEG_INFINITY } else { f64::INFINITY },
        (Scalar::Integer(limit), Some((least, greatest))) => {
            limit == if op == BinaryOp::Maximum { least } else { greatest }
        }
        (Scalar::Integer(_), None) => false,
    };
    neutral.then_some(x)
}

/// max(max(x, a), b) = max(x, max(a, b)) for integer constants, and so for min
fn extremum_of_constants(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    combine_constants(graph, id, BinaryOp::Maximum, i128::max)
        .or_else(|| combine_constants(graph, id, BinaryOp::Minimum, i128::min))
}

/// complex(real(z), imag(z)) = z
fn complex_of_parts(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [re, im] = graph.as_binary(id, BinaryOp::Complex)?;
    let z = graph.as_unary(re, UnaryOp::Real)?;
    let is_whole = graph.as_unary(im, UnaryOp::Imag) == Some(z) && graph.element_type(z).is_complex();
    is_whole.then_some(z)
}

/// (x ∘ a) ∘ b = x ∘ (a ∘ b) for integer constants and associative ∘
pub(super) fn combine_constants(
    graph: &mut Graph,
    id: InstructionId,
    op: BinaryOp,
    combine: fn(i128, i128) -> i128,
) -> Option<InstructionId> {
    let [inner, b] = graph.as_binary(id, op)?;
    let [x, a] = graph.as_binary(inner, op)?;
    let (a, b) = (graph.splat(a)?.as_integer()?, graph.splat(b)?.as_integer()?);
    let shape = graph.array(id).clone();
    let combined = graph.splat_of(&shape, Scalar::Integer(combine(a, b)))?;
    Some(graph.binary(op, x, combined))
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::hlo::ElementType;
    use crate::passes::testing::check;

    fn check_float(op: BinaryOp, constant: f32, expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[]);
            let c = g.constant_f32(constant);
            g.binary(op, x, c)
        };
        check(&PASS, build, expected);
    }

    fn check_integer(op: BinaryOp, constant: i32, expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.s32(0, &[]);
            let c = g.constant_s32(constant);
            g.binary(op, x, c)
        };
        check(&PASS, build, expected);
    }

    /// Applies unary operations, the innermost first.
    fn check_chain(ops: &[UnaryOp], expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[]);
            ops.iter().fold(x, |x, &op| g.unary(op, x))
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn neutral_elements() {
        check_integer(BinaryOp::Add, 0, "Arg_0");
        check_float(BinaryOp::Add, -0.0, "Arg_0");
        check_float(BinaryOp::Add, 0.0, "add(Arg_0, 0)");
        check_float(BinaryOp::Subtract, 0.0, "Arg_0");
        check_float(BinaryOp::Subtract, -0.0, "subtract(Arg_0, -0)");
        check_float(BinaryOp::Multiply, 1.0, "Arg_0");
        check_float(BinaryOp::Divide, 1.0, "Arg_0");
    }

    #[test]
    fn zero_annihilates_integers_only() {
        check_integer(BinaryOp::Multiply, 0, "0");
        check_float(BinaryOp::Multiply, 0.0, "multiply(Arg_0, 0)");
        check_integer(BinaryOp::Remainder, 1, "0");
    }

    #[test]
    fn signs() {
        check_chain(&[UnaryOp::Negate, UnaryOp::Negate], "Arg_0");
        check_chain(&[UnaryOp::Negate, UnaryOp::Abs], "abs(Arg_0)");
        check_float(BinaryOp::Multiply, -1.0, "negate(Arg_0)");
    }

    #[test]
    fn roundings_are_idempotent() {
        check_chain(&[UnaryOp::Floor, UnaryOp::Floor], "floor(Arg_0)");
        check_chain(&[UnaryOp::Floor, UnaryOp::Ceil], "ceil(floor(Arg_0))");
    }

    #[test]
    fn powers() {
        check_float(BinaryOp::Power, 0.0, "1");
        check_float(BinaryOp::Power, 1.0, "Arg_0");
        check_float(BinaryOp::Power, 2.0, "multiply(Arg_0, Arg_0)");
        check_float(BinaryOp::Power, 3.0, "multiply(multiply(Arg_0, Arg_0), Arg_0)");
        check_float(BinaryOp::Power, -1.0, "divide(1, Arg_0)");
        check_float(BinaryOp::Power, 0.5, "power(Arg_0, 0.5)");
    }

    #[test]
    fn quotients_by_powers_of_two() {
        check_float(BinaryOp::Divide, 8.0, "multiply(Arg_0, 0.125)");
        check_float(BinaryOp::Divide, -0.5, "multiply(Arg_0, -2)");
        check_float(BinaryOp::Divide, 3.0, "divide(Arg_0, 3)");
        check_integer(BinaryOp::Divide, 8, "divide(Arg_0, 8)");
    }

    #[test]
    fn integer_constants_are_collected() {
        let build = |g: &mut Graph| {
            let x = g.s32(0, &[]);
            let (five, seven) = (g.constant_s32(5), g.constant_s32(7));
            let sum = g.binary(BinaryOp::Add, five, x);
            g.binary(BinaryOp::Subtract, sum, seven)
        };
        check(&PASS, build, "add(Arg_0, -2)");
    }

    #[test]
    fn float_sums_keep_their_order() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[]);
            let (five, seven) = (g.constant_f32(5.0), g.constant_f32(7.0));
            let sum = g.binary(BinaryOp::Add, five, x);
            g.binary(BinaryOp::Add, sum, seven)
        };
        check(&PASS, build, "add(add(Arg_0, 5), 7)");
    }

    #[test]
    fn differences_with_itself() {
        for (element_type, expected) in [(ElementType::S32, "0"), (ElementType::F32, "subtract(Arg_0, Arg_0)")] {
            let build = |g: &mut Graph| {
                let x = g.parameter(0, element_type, &[]);
                g.binary(BinaryOp::Subtract, x, x)
            };
            check(&PASS, build, expected);
        }
    }

    #[test]
    fn negated_operands() {
        let with = |op: BinaryOp| {
            move |g: &mut Graph| {
                let (x, y) = (g.f32(0, &[]), g.f32(1, &[]));
                let y = g.unary(UnaryOp::Negate, y);
                g.binary(op, x, y)
            }
        };
        check(&PASS, with(BinaryOp::Add), "subtract(Arg_0, Arg_1)");
        check(&PASS, with(BinaryOp::Subtract), "add(Arg_0, Arg_1)");
    }

    #[test]
    fn extrema_with_limits() {
        check_float(BinaryOp::Maximum, f32::NEG_INFINITY, "Arg_0");
        check_float(BinaryOp::Minimum, f32::INFINITY, "Arg_0");
        check_float(BinaryOp::Minimum, f32::NEG_INFINITY, "minimum(Arg_0, -inf)");
        check_integer(BinaryOp::Maximum, i32::MIN, "Arg_0");
    }

    #[test]
    fn complex_parts() {
        let build = |g: &mut Graph| {
            let z = g.parameter(0, ElementType::C64, &[]);
            let shape = crate::hlo::Shape::scalar(ElementType::F32);
            let re = g.add(Op::Unary(UnaryOp::Real), shape.clone(), &[z]);
            let im = g.add(Op::Unary(UnaryOp::Imag), shape, &[z]);
            g.add(Op::Binary(BinaryOp::Complex), crate::hlo::Shape::scalar(ElementType::C64), &[re, im])
        };
        check(&PASS, build, "Arg_0");
    }
}
