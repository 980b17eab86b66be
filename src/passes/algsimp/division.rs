//! Rules about quotients and remainders of integers, which round towards zero, and about chains of constants.

use super::Rule;
use super::arithmetic::combine_constants;
use super::integer::same_constant;
use crate::hlo::{BinaryOp, InstructionId, Op};
use crate::passes::graph::Graph;
use crate::passes::scalar::Scalar;

pub(super) const BINARY_RULES: &[Rule] =
    &[quotient_with_remainder, remainder_without_quotient, remainder_of_remainder, shift_of_shift, mask_of_mask];

/// (x / c) · c + x % c = x for constants c > 0
fn quotient_with_remainder(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [a, b] = graph.as_binary(id, BinaryOp::Add)?;
    let whole = |multiple, remainder| {
        let [x, c] = graph.as_binary(remainder, BinaryOp::Remainder)?;
        let is_multiple = multiple_below(graph, multiple) == Some((x, positive(graph, c)?));
        is_multiple.then_some(x)
    };
    whole(a, b).or_else(|| whole(b, a))
}

/// x - (x / c) · c = x % c for constants c > 0
fn remainder_without_quotient(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, multiple] = graph.as_binary(id, BinaryOp::Subtract)?;
    let (of, c) = multiple_below(graph, multiple)?;
    let shape = graph.array(id).clone();
    let c = graph.splat_of(&shape, Scalar::Integer(c)).filter(|_| of == x)?;
    Some(graph.binary(BinaryOp::Remainder, x, c))
}

/// The x and c of (x / c) · c.
fn multiple_below(graph: &Graph, multiple: InstructionId) -> Option<(InstructionId, i128)> {
    let [quotient, factor] = graph.as_binary(multiple, BinaryOp::Multiply)?;
    let [x, c] = graph.as_binary(quotient, BinaryOp::Divide)?;
    let c = positive(graph, c)?;
    (positive(graph, factor) == Some(c)).then_some((x, c))
}

fn positive(graph: &Graph, constant: InstructionId) -> Option<i128> {
    graph.splat(constant)?.as_integer().filter(|&number| number > 0)
}

/// (x % y) % y = x % y
///
/// Also for y = 0, where the remainder of integers is x and that of floats NaN.
fn remainder_of_remainder(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [inner, y] = graph.as_binary(id, BinaryOp::Remainder)?;
    let [_, divisor] = graph.as_binary(inner, BinaryOp::Remainder)?;
    (y == divisor || same_constant(graph, y, divisor)).then_some(inner)
}

/// (x << a) << b = x << (a + b) for constants, and so to the right
///
/// Where the type has more bits than the sum.
fn shift_of_shift(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    use BinaryOp::{ShiftLeft, ShiftRightArithmetic, ShiftRightLogical};
    let Op::Binary(op @ (ShiftLeft | ShiftRightArithmetic | ShiftRightLogical)) = *graph.op(id) else { return None };
    let [inner, b] = graph.as_binary(id, op)?;
    let [x, a] = graph.as_binary(inner, op)?;
    let (a, b) = (graph.splat(a)?.as_integer()?, graph.splat(b)?.as_integer()?);
    let shape = graph.array(id).clone();
    if a < 0 || b < 0 || a + b >= shape.element_type.bit_width() as i128 {
        return None;
    }
    let sum = graph.splat_of(&shape, Scalar::Integer(a + b))?;
    Some(graph.binary(op, x, sum))
}

/// (x ∧ a) ∧ b = x ∧ (a ∧ b) for constants, and so for ∨ and ⊕
fn mask_of_mask(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    combine_constants(graph, id, BinaryOp::And, |a, b| a & b)
        .or_else(|| combine_constants(graph, id, BinaryOp::Or, |a, b| a | b))
        .or_else(|| combine_constants(graph, id, BinaryOp::Xor, |a, b| a ^ b))
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::hlo::ElementType;
    use crate::passes::testing::check;

    fn constant(g: &mut Graph, like: InstructionId, number: i32) -> InstructionId {
        let shape = g.array(like).clone();
        g.splat_of(&shape, Scalar::of(shape.element_type, number)).expect("the type holds it")
    }

    /// (x / c) · c with x and c.
    fn multiple(g: &mut Graph, element_type: ElementType, c: i32) -> [InstructionId; 3] {
        let x = g.parameter(0, element_type, &[9]);
        let c = constant(g, x, c);
        let quotient = g.binary(BinaryOp::Divide, x, c);
        [g.binary(BinaryOp::Multiply, quotient, c), x, c]
    }

    #[test]
    fn a_number_in_two_parts() {
        let sum = |element_type: ElementType, c: i32| {
            move |g: &mut Graph| {
                let [multiple, x, c] = multiple(g, element_type, c);
                let remainder = g.binary(BinaryOp::Remainder, x, c);
                g.binary(BinaryOp::Add, remainder, multiple)
            }
        };
        check(&PASS, sum(ElementType::S32, 3), "Arg_0");
        check(&PASS, sum(ElementType::S8, 127), "Arg_0");
        let c = "broadcast[]s32[9](-3)";
        let stays = format!("add(remainder(Arg_0, {c}), multiply(divide(Arg_0, {c}), {c}))");
        check(&PASS, sum(ElementType::S32, -3), &stays);
    }

    #[test]
    fn what_is_left() {
        let rest = |g: &mut Graph| {
            let [multiple, x, _] = multiple(g, ElementType::S32, 3);
            g.binary(BinaryOp::Subtract, x, multiple)
        };
        check(&PASS, rest, "remainder(Arg_0, broadcast[]s32[9](3))");
        let floats = |g: &mut Graph| {
            let [multiple, x, _] = multiple(g, ElementType::F32, 3);
            g.binary(BinaryOp::Subtract, x, multiple)
        };
        let c = "broadcast[]f32[9](3)";
        check(&PASS, floats, &format!("subtract(Arg_0, multiply(divide(Arg_0, {c}), {c}))"));
    }

    #[test]
    fn remainders_of_remainders() {
        for element_type in [ElementType::S8, ElementType::U32, ElementType::F32] {
            let build = |g: &mut Graph| {
                let (x, y) = (g.parameter(0, element_type, &[13]), g.parameter(1, element_type, &[13]));
                let once = g.binary(BinaryOp::Remainder, x, y);
                g.binary(BinaryOp::Remainder, once, y)
            };
            check(&PASS, build, "remainder(Arg_0, Arg_1)");
        }
    }

    fn twice(op: BinaryOp, [a, b]: [i32; 2], expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.s32(0, &[]);
            let (a, b) = (constant(g, x, a), constant(g, x, b));
            let once = g.binary(op, x, a);
            g.binary(op, once, b)
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn shifts() {
        twice(BinaryOp::ShiftLeft, [3, 28], "shift-left(Arg_0, 31)");
        twice(BinaryOp::ShiftRightArithmetic, [3, 4], "shift-right-arithmetic(Arg_0, 7)");
        twice(BinaryOp::ShiftRightLogical, [3, 29], "shift-right-logical(shift-right-logical(Arg_0, 3), 29)");
    }

    #[test]
    fn masks() {
        twice(BinaryOp::And, [6, 3], "and(Arg_0, 2)");
        twice(BinaryOp::Or, [6, -8], "or(Arg_0, -2)");
        twice(BinaryOp::Xor, [6, 6], "Arg_0");
    }
}
