//! Rules about signs and about whole numbers.

use super::Rule;
use crate::hlo::{BinaryOp, ElementType, InstructionId, Op, UnaryOp};
use crate::passes::graph::Graph;
use crate::passes::scalar::Scalar;

pub(super) const RULES: &[Rule] = &[negate_product, negate_quotient, abs_of_positive, rounded_integer];
pub(super) const BINARY_RULES: &[Rule] = &[square_of_abs];

/// -(x · c) = x · (-c) for constants
///
/// Integers wrap; a float product changes in its sign alone, and a NaN's sign is open.
fn negate_product(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    negate_constant(graph, id, BinaryOp::Multiply)
}

/// -(x / c) = x / (-c) for constants, floats only
///
/// Not for integers: the quotient of the least one by -1 is another matter.
fn negate_quotient(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    graph.element_type(id).is_float().then(|| negate_constant(graph, id, BinaryOp::Divide))?
}

/// -(x ∘ c) = x ∘ (-c)
///
/// Where nothing else reads x ∘ c.
fn negate_constant(graph: &mut Graph, id: InstructionId, op: BinaryOp) -> Option<InstructionId> {
    let inner = graph.as_unary(id, UnaryOp::Negate)?;
    let [x, c] = graph.as_binary(inner, op)?;
    let negative = match graph.splat(c)? {
        Scalar::Integer(c) => Scalar::Integer(-c),
        Scalar::Float(c) => Scalar::Float(-c),
    };
    if !graph.is_used_once(inner) {
        return None;
    }
    let shape = graph.array(c).clone();
    let negative = graph.splat_of(&shape, negative)?;
    Some(graph.binary(op, x, negative))
}

/// |x| = x for x that has no sign: exponentials, logistic functions, and squares of floats
///
/// A square of integers may wrap to a negative one. The square root of -0 is -0.
fn abs_of_positive(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let x = graph.as_unary(id, UnaryOp::Abs)?;
    let is_positive = match *graph.op(x) {
        Op::Unary(UnaryOp::Exponential | UnaryOp::Logistic) => true,
        Op::Binary(BinaryOp::Multiply) => graph.operand(x, 0) == graph.operand(x, 1),
        _ => false,
    };
    (is_positive && graph.element_type(x).is_float()).then_some(x)
}

/// |x| · |x| = x · x
///
/// The sign of NaN is open. Integers wrap. The magnitude of a complex number has another type.
fn square_of_abs(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [magnitude, _] = graph.as_binary(id, BinaryOp::Multiply).filter(|[a, b]| a == b)?;
    let x = graph.as_unary(magnitude, UnaryOp::Abs)?;
    (!graph.element_type(x).is_complex()).then(|| graph.binary(BinaryOp::Multiply, x, x))
}

/// f(convert(i)) = convert(i) for roundings f and integers i
///
/// What an integer is converted to is a whole number or infinity.
fn rounded_integer(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    use UnaryOp::{Ceil, Floor, RoundNearestAfz, RoundNearestEven};
    let Op::Unary(Floor | Ceil | RoundNearestAfz | RoundNearestEven) = *graph.op(id) else { return None };
    let converted = graph.operand(id, 0);
    let Op::Convert = graph.op(converted) else { return None };
    let source = graph.element_type(graph.operand(converted, 0));
    (source.is_integer() || source == ElementType::Pred).then_some(converted)
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::passes::testing::check;

    #[test]
    fn squares_have_no_sign() {
        for (element_type, expected) in
            [(ElementType::S8, "multiply(Arg_0, Arg_0)"), (ElementType::F32, "multiply(Arg_0, Arg_0)")]
        {
            let build = |g: &mut Graph| {
                let x = g.parameter(0, element_type, &[13]);
                let magnitude = g.unary(UnaryOp::Abs, x);
                g.binary(BinaryOp::Multiply, magnitude, magnitude)
            };
            check(&PASS, build, expected);
        }
        let build = |g: &mut Graph| {
            let z = g.parameter(0, ElementType::C64, &[2]);
            let magnitude = g.unary(UnaryOp::Abs, z);
            g.binary(BinaryOp::Multiply, magnitude, magnitude)
        };
        check(&PASS, build, "multiply(abs(Arg_0), abs(Arg_0))");
    }

    #[test]
    fn signs_move_into_constants() {
        for (op, expected) in [
            (BinaryOp::Multiply, "multiply(Arg_0, broadcast[]f32[13](-3))"),
            (BinaryOp::Divide, "divide(Arg_0, broadcast[]f32[13](-3))"),
            (BinaryOp::Add, "negate(add(Arg_0, broadcast[]f32[13](3)))"),
        ] {
            let build = |g: &mut Graph| {
                let (x, three) = (g.f32(0, &[13]), g.full(&[13], 3.0));
                let inner = g.binary(op, x, three);
                g.unary(UnaryOp::Negate, inner)
            };
            check(&PASS, build, expected);
        }
        let integers = |g: &mut Graph| {
            let (x, c) = (g.s32(0, &[]), g.constant_s32(i32::MIN));
            let product = g.binary(BinaryOp::Multiply, x, c);
            g.unary(UnaryOp::Negate, product)
        };
        check(&PASS, integers, "multiply(Arg_0, -2147483648)");
    }

    #[test]
    fn magnitudes_of_positive_numbers() {
        for (element_type, expected) in
            [(ElementType::F32, "multiply(Arg_0, Arg_0)"), (ElementType::S32, "abs(multiply(Arg_0, Arg_0))")]
        {
            let build = |g: &mut Graph| {
                let x = g.parameter(0, element_type, &[13]);
                let square = g.binary(BinaryOp::Multiply, x, x);
                g.unary(UnaryOp::Abs, square)
            };
            check(&PASS, build, expected);
        }
        let root = |g: &mut Graph| {
            let x = g.f32(0, &[13]);
            let root = g.unary(UnaryOp::Sqrt, x);
            g.unary(UnaryOp::Abs, root)
        };
        check(&PASS, root, "abs(sqrt(Arg_0))");
        let exponential = |g: &mut Graph| {
            let x = g.f32(0, &[13]);
            let exponential = g.unary(UnaryOp::Exponential, x);
            g.unary(UnaryOp::Abs, exponential)
        };
        check(&PASS, exponential, "exponential(Arg_0)");
    }

    #[test]
    fn integers_are_round() {
        let build = |g: &mut Graph| {
            let x = g.s32(0, &[9]);
            let x = g.convert(x, ElementType::F16);
            g.unary(UnaryOp::Floor, x)
        };
        check(&PASS, build, "convertf16[9](Arg_0)");
    }
}
