//! Rules about selection.

use super::Rule;
use crate::hlo::{BinaryOp, ComparisonDirection, ElementType, InstructionId, Op, UnaryOp};
use crate::passes::graph::Graph;

pub(super) const RULES: &[Rule] = &[by_constant, of_equals, by_negated, of_truth, by_same_predicate, by_comparison];

/// select(true, a, b) = a and select(false, a, b) = b
fn by_constant(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let taken = if graph.splat(graph.operand(id, 0))?.is(0) { 2 } else { 1 };
    Some(graph.operand(id, taken))
}

/// select(p, a, a) = a
fn of_equals(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (a, b) = (graph.operand(id, 1), graph.operand(id, 2));
    (a == b).then_some(a)
}

/// select(¬p, a, b) = select(p, b, a)
fn by_negated(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let p = graph.as_unary(graph.operand(id, 0), UnaryOp::Not)?;
    let (a, b) = (graph.operand(id, 1), graph.operand(id, 2));
    Some(graph.select(p, b, a))
}

/// select(p, true, false) = p, select(p, false, true) = ¬p, select(p, a, false) = p ∧ a, select(p, true, b) = p ∨ b
///
/// For booleans, and a predicate of their shape.
fn of_truth(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [p, a, b] = [0, 1, 2].map(|i| graph.operand(id, i));
    if graph.element_type(id) != ElementType::Pred || graph.dims(p) != graph.dims(id) {
        return None;
    }
    let truth = |value| graph.splat(value).map(|scalar| !scalar.is(0));
    match (truth(a), truth(b)) {
        (Some(true), Some(false)) => Some(p),
        (Some(false), Some(true)) => Some(graph.unary(UnaryOp::Not, p)),
        (None, Some(false)) => Some(graph.binary(BinaryOp::And, p, a)),
        (Some(true), None) => Some(graph.binary(BinaryOp::Or, p, b)),
        (None, Some(true)) | (Some(false), None) | (None, None) => None,
        (Some(true), Some(true)) | (Some(false), Some(false)) => Some(a),
    }
}

/// select(p, select(p, a, b), c) = select(p, a, c) and select(p, a, select(p, b, c)) = select(p, a, c)
fn by_same_predicate(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [p, a, b] = [0, 1, 2].map(|i| graph.operand(id, i));
    let decided = |value, taken| {
        let repeats = matches!(graph.op(value), Op::Select) && graph.operand(value, 0) == p;
        repeats.then(|| graph.operand(value, taken))
    };
    let (inner_a, inner_b) = (decided(a, 1), decided(b, 2));
    if inner_a.is_none() && inner_b.is_none() {
        return None;
    }
    Some(graph.select(p, inner_a.unwrap_or(a), inner_b.unwrap_or(b)))
}

/// select(a = b, a, b) = b, select(a ≠ b, a, b) = a, select(a < b, a, b) = min(a, b), select(a > b, a, b) = max(a, b),
/// and with a and b exchanged in the selection, for integers
///
/// Not for floats: zeros of both signs are equal, and NaN is neither less nor greater.
fn by_comparison(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    use ComparisonDirection::{Eq, Ge, Gt, Le, Lt, Ne};
    let [p, on_true, on_false] = [0, 1, 2].map(|i| graph.operand(id, i));
    let Op::Compare { direction, .. } = *graph.op(p) else { return None };
    let (a, b) = (graph.operand(p, 0), graph.operand(p, 1));
    let is_straight = (on_true, on_false) == (a, b);
    if !(is_straight || (on_true, on_false) == (b, a)) || !graph.element_type(a).is_integer() {
        return None;
    }
    let extremum = match direction {
        Eq => return Some(on_false),
        Ne => return Some(on_true),
        Lt | Le if is_straight => BinaryOp::Minimum,
        Gt | Ge if is_straight => BinaryOp::Maximum,
        Lt | Le => BinaryOp::Maximum,
        Gt | Ge => BinaryOp::Minimum,
    };
    Some(graph.binary(extremum, a, b))
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::passes::testing::check;

    #[test]
    fn constant_predicates() {
        for (value, expected) in [(true, "Arg_0"), (false, "Arg_1")] {
            let build = |g: &mut Graph| {
                let (a, b, p) = (g.f32(0, &[2]), g.f32(1, &[2]), g.pred(&[2], value));
                g.select(p, a, b)
            };
            check(&PASS, build, expected);
        }
    }

    #[test]
    fn equal_branches() {
        let build = |g: &mut Graph| {
            let (p, a) = (g.flag(0, &[]), g.f32(1, &[]));
            g.select(p, a, a)
        };
        check(&PASS, build, "Arg_1");
    }

    #[test]
    fn negated_predicate() {
        let build = |g: &mut Graph| {
            let (p, a, b) = (g.flag(0, &[]), g.f32(1, &[]), g.f32(2, &[]));
            let not = g.unary(UnaryOp::Not, p);
            g.select(not, a, b)
        };
        check(&PASS, build, "select(Arg_0, Arg_2, Arg_1)");
    }

    #[test]
    fn booleans() {
        let build = |g: &mut Graph| {
            let (p, a, no) = (g.flag(0, &[]), g.flag(1, &[]), g.pred(&[], false));
            g.select(p, a, no)
        };
        check(&PASS, build, "and(Arg_0, Arg_1)");
    }

    #[test]
    fn repeated_predicate() {
        let build = |g: &mut Graph| {
            let (p, a, b) = (g.flag(0, &[]), g.f32(1, &[]), g.f32(2, &[]));
            let inner = g.select(p, a, b);
            g.select(p, inner, a)
        };
        check(&PASS, build, "Arg_1");
    }

    #[test]
    fn selection_by_a_comparison_of_the_same_values() {
        use ComparisonDirection::*;
        for (direction, is_straight, expected) in [
            (Eq, true, "Arg_1"),
            (Ne, false, "Arg_1"),
            (Lt, true, "minimum(Arg_0, Arg_1)"),
            (Le, false, "maximum(Arg_0, Arg_1)"),
            (Ge, true, "maximum(Arg_0, Arg_1)"),
            (Gt, false, "minimum(Arg_0, Arg_1)"),
        ] {
            let build = |element_type: ElementType| {
                move |g: &mut Graph| {
                    let (a, b) = (g.parameter(0, element_type, &[9]), g.parameter(1, element_type, &[9]));
                    let p = g.compare(direction, crate::hlo::ComparisonOrder::Partial, a, b);
                    if is_straight { g.select(p, a, b) } else { g.select(p, b, a) }
                }
            };
            check(&PASS, build(ElementType::S32), expected);
            let (a, b) = if is_straight { ("Arg_0", "Arg_1") } else { ("Arg_1", "Arg_0") };
            let stays = format!("select(compare[{direction:?}](Arg_0, Arg_1), {a}, {b})");
            check(&PASS, build(ElementType::F32), &stays);
        }
    }
}
