//! Rules about bits: conjunction, disjunction, complement, shifts.

use super::Rule;
use crate::hlo::{BinaryOp, ComparisonDirection, ComparisonOrder, ElementType, InstructionId, Op, UnaryOp};
use crate::passes::graph::Graph;
use crate::passes::scalar::{Scalar, wrapped};

pub(super) const NOT_RULES: &[Rule] = &[not_not, not_compare];

pub(super) const BINARY_RULES: &[Rule] =
    &[of_itself, of_complement, absorbed, and_with_constant, or_with_constant, xor_with_constant, shift_by_zero];

/// ¬¬x = x
fn not_not(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    graph.as_unary(graph.as_unary(id, UnaryOp::Not)?, UnaryOp::Not)
}

/// ¬(a < b) = a ≥ b, and so for every direction
///
/// Floats compared by IEEE's partial order allow only = and ≠: with NaN every other direction is false either way.
fn not_compare(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    use ComparisonDirection::*;
    let compare = graph.as_unary(id, UnaryOp::Not)?;
    let Op::Compare { direction, order } = *graph.op(compare) else { return None };
    let (a, b) = (graph.operand(compare, 0), graph.operand(compare, 1));
    let element_type = graph.element_type(a);
    let has_nan = order == ComparisonOrder::Partial && (element_type.is_float() || element_type.is_complex());
    let opposite = match direction {
        Eq => Ne,
        Ne => Eq,
        Ge | Gt | Le | Lt if has_nan => return None,
        Ge => Lt,
        Gt => Le,
        Le => Gt,
        Lt => Ge,
    };
    Some(graph.compare(opposite, order, a, b))
}

/// x ∧ x = x, x ∨ x = x, x ⊕ x = 0
fn of_itself(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let Op::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)) = *graph.op(id) else { return None };
    let (x, y) = (graph.operand(id, 0), graph.operand(id, 1));
    if x != y {
        return None;
    }
    if op != BinaryOp::Xor {
        return Some(x);
    }
    let shape = graph.array(id).clone();
    graph.splat_of(&shape, Scalar::Integer(0))
}

/// x ∧ ¬x = 0, x ∨ ¬x = 1…1, x ⊕ ¬x = 1…1
fn of_complement(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let Op::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)) = *graph.op(id) else { return None };
    let (x, y) = (graph.operand(id, 0), graph.operand(id, 1));
    if graph.as_unary(x, UnaryOp::Not) != Some(y) && graph.as_unary(y, UnaryOp::Not) != Some(x) {
        return None;
    }
    let shape = graph.array(id).clone();
    let ones = if shape.element_type == ElementType::Pred { 1 } else { wrapped(-1, shape.element_type) };
    graph.splat_of(&shape, Scalar::Integer(if op == BinaryOp::And { 0 } else { ones }))
}

/// x ∧ (x ∨ y) = x and x ∨ (x ∧ y) = x
fn absorbed(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let other = match *graph.op(id) {
        Op::Binary(BinaryOp::And) => BinaryOp::Or,
        Op::Binary(BinaryOp::Or) => BinaryOp::And,
        _ => return None,
    };
    let (x, y) = (graph.operand(id, 0), graph.operand(id, 1));
    let absorbs = |x, inner| graph.as_binary(inner, other).is_some_and(|operands| operands.contains(&x));
    if absorbs(x, y) { Some(x) } else { absorbs(y, x).then_some(y) }
}

/// x ∧ 0 = 0 and x ∧ 1…1 = x
fn and_with_constant(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::And)?;
    match graph.splat(y)?.as_integer()? {
        0 => Some(y),
        mask => is_all_ones(mask, graph.element_type(y)).then_some(x),
    }
}

/// x ∨ 0 = x and x ∨ 1…1 = 1…1
fn or_with_constant(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::Or)?;
    match graph.splat(y)?.as_integer()? {
        0 => Some(x),
        mask => is_all_ones(mask, graph.element_type(y)).then_some(y),
    }
}

/// x ⊕ 0 = x and x ⊕ 1…1 = ¬x
fn xor_with_constant(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::Xor)?;
    match graph.splat(y)?.as_integer()? {
        0 => Some(x),
        mask => is_all_ones(mask, graph.element_type(y)).then(|| graph.unary(UnaryOp::Not, x)),
    }
}

/// x shifted by 0 = x
fn shift_by_zero(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    use BinaryOp::*;
    let Op::Binary(ShiftLeft | ShiftRightArithmetic | ShiftRightLogical) = *graph.op(id) else { return None };
    let is_zero = graph.splat(graph.operand(id, 1))? == Scalar::Integer(0);
    is_zero.then(|| graph.operand(id, 0))
}

fn is_all_ones(value: i128, element_type: ElementType) -> bool {
    value == if element_type == ElementType::Pred { 1 } else { wrapped(-1, element_type) }
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::passes::testing::check;

    fn check_with(op: BinaryOp, constant: i32, expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.s32(0, &[]);
            let c = g.constant_s32(constant);
            g.binary(op, c, x)
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn constants() {
        check_with(BinaryOp::And, 0, "0");
        check_with(BinaryOp::And, -1, "Arg_0");
        check_with(BinaryOp::And, 1, "and(Arg_0, 1)");
        check_with(BinaryOp::Or, 0, "Arg_0");
        check_with(BinaryOp::Or, -1, "-1");
        check_with(BinaryOp::Xor, 0, "Arg_0");
        check_with(BinaryOp::Xor, -1, "not(Arg_0)");
    }

    #[test]
    fn itself() {
        for (op, expected) in [(BinaryOp::And, "Arg_0"), (BinaryOp::Or, "Arg_0"), (BinaryOp::Xor, "false")] {
            let build = |g: &mut Graph| {
                let x = g.flag(0, &[]);
                g.binary(op, x, x)
            };
            check(&PASS, build, expected);
        }
    }

    #[test]
    fn shift_by_nothing() {
        let build = |g: &mut Graph| {
            let (x, zero) = (g.s32(0, &[]), g.constant_s32(0));
            g.binary(BinaryOp::ShiftLeft, x, zero)
        };
        check(&PASS, build, "Arg_0");
    }

    fn negated_comparison(element_type: ElementType, direction: ComparisonDirection, expected: &str) {
        let build = |g: &mut Graph| {
            let (x, y) = (g.parameter(0, element_type, &[]), g.parameter(1, element_type, &[]));
            let compare = g.compare(direction, ComparisonOrder::Partial, x, y);
            g.unary(UnaryOp::Not, compare)
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn negated_comparisons_respect_nan() {
        negated_comparison(ElementType::S32, ComparisonDirection::Lt, "compare[Ge](Arg_0, Arg_1)");
        negated_comparison(ElementType::F32, ComparisonDirection::Lt, "not(compare[Lt](Arg_0, Arg_1))");
        negated_comparison(ElementType::F32, ComparisonDirection::Eq, "compare[Ne](Arg_0, Arg_1)");
    }

    #[test]
    fn complements() {
        for (op, expected) in [
            (BinaryOp::And, "broadcast[]s32[9](0)"),
            (BinaryOp::Or, "broadcast[]s32[9](-1)"),
            (BinaryOp::Xor, "broadcast[]s32[9](-1)"),
        ] {
            let build = |g: &mut Graph| {
                let x = g.s32(0, &[9]);
                let y = g.unary(UnaryOp::Not, x);
                g.binary(op, y, x)
            };
            check(&PASS, build, expected);
        }
    }

    #[test]
    fn absorption() {
        for (outer, inner) in [(BinaryOp::And, BinaryOp::Or), (BinaryOp::Or, BinaryOp::And)] {
            let build = |g: &mut Graph| {
                let (x, y) = (g.flag(0, &[9]), g.flag(1, &[9]));
                let both = g.binary(inner, y, x);
                g.binary(outer, both, x)
            };
            check(&PASS, build, "Arg_0");
        }
    }
}
