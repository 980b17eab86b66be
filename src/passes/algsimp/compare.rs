//! Rules about comparisons.

use super::Rule;
use super::integer::last_place;
use crate::hlo::{BinaryOp, ComparisonDirection, ComparisonOrder, ElementType, InstructionId, Op, UnaryOp};
use crate::passes::graph::Graph;
use crate::passes::scalar::{Scalar, integer_range};

pub(super) const RULES: &[Rule] = &[
    constant_to_the_right,
    with_itself,
    with_limit,
    of_places,
    of_predicate,
    converted_predicate,
    of_booleans,
    of_shifted,
];

/// c < x = x > c, so that other rules look for constants on the right only
fn constant_to_the_right(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    use ComparisonDirection::*;
    let (direction, order, [a, b]) = parts(graph, id)?;
    let mirrored = match direction {
        Eq => Eq,
        Ne => Ne,
        Ge => Le,
        Gt => Lt,
        Le => Ge,
        Lt => Gt,
    };
    let is_constant = |value| graph.splat_bytes(value).is_some();
    (is_constant(a) && !is_constant(b)).then(|| graph.compare(mirrored, order, b, a))
}

/// x = x is true and x < x is false
///
/// For floats only what NaN does not change: nothing is less or greater than itself.
fn with_itself(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    use ComparisonDirection::*;
    let (direction, order, [a, b]) = parts(graph, id)?;
    let element_type = graph.element_type(a);
    let may_differ = order == ComparisonOrder::Partial && (element_type.is_float() || element_type.is_complex());
    let value = match direction {
        Lt | Gt => false,
        Ne if !may_differ => false,
        Eq | Ge | Le if !may_differ => true,
        Eq | Ne | Ge | Le => return None,
    };
    let dims = graph.dims(id).to_vec();
    (a == b).then(|| graph.pred(&dims, value))
}

/// x < least is false and x ≥ least is true for integers, and so at the greatest: among them unsigned x < 0
fn with_limit(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    use ComparisonDirection::*;
    let (direction, _, [a, b]) = parts(graph, id)?;
    let element_type = graph.element_type(a);
    let limit = graph.splat(b)?.as_integer()?;
    let (least, greatest) = integer_range(element_type)?;
    let value = match direction {
        Lt if limit == least => false,
        Ge if limit == least => true,
        Gt if limit == greatest => false,
        Le if limit == greatest => true,
        Eq | Ne | Ge | Gt | Le | Lt => return None,
    };
    let dims = graph.dims(id).to_vec();
    Some(graph.pred(&dims, value))
}

/// iota < c, iota = c and the like are settled for c before the first place or behind the last
fn of_places(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    use ComparisonDirection::*;
    let (direction, _, [iota, constant]) = parts(graph, id)?;
    let last = last_place(graph, iota)?;
    let constant = graph.splat(constant)?.as_integer()?;
    let (is_behind, is_before) = (constant > last, constant < 0);
    let value = match direction {
        Lt | Le if is_behind || (direction == Le && constant == last) => true,
        Gt | Ge if is_behind || (direction == Gt && constant == last) => false,
        Gt | Ge if is_before || (direction == Ge && constant == 0) => true,
        Lt | Le if is_before || (direction == Lt && constant == 0) => false,
        Eq if is_behind || is_before => false,
        Ne if is_behind || is_before => true,
        Eq | Ne | Ge | Gt | Le | Lt => return None,
    };
    let dims = graph.dims(id).to_vec();
    Some(graph.pred(&dims, value))
}

/// (p = true) = p, (p ≠ true) = ¬p, and so with false
fn of_predicate(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (direction, _, [p, constant]) = parts(graph, id)?;
    if graph.element_type(p) != ElementType::Pred {
        return None;
    }
    truth_of(graph, direction, p, graph.splat(constant)?)
}

/// (convert(p) = 1) = p, (convert(p) ≠ 0) = p, and their complements, for boolean p
///
/// The conversion gives exactly 0 and 1 in every type that passes compute with.
fn converted_predicate(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (direction, _, [converted, constant]) = parts(graph, id)?;
    let Op::Convert = graph.op(converted) else { return None };
    let p = graph.operand(converted, 0);
    if graph.element_type(p) != ElementType::Pred {
        return None;
    }
    truth_of(graph, direction, p, graph.splat(constant)?)
}

/// (p ≠ q) = p ⊕ q and (p = q) = ¬(p ⊕ q) for booleans
fn of_booleans(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (direction, _, [p, q]) = parts(graph, id)?;
    let is_boolean = graph.element_type(p) == ElementType::Pred;
    let differs = matches!(direction, ComparisonDirection::Ne);
    if !is_boolean || !(differs || matches!(direction, ComparisonDirection::Eq)) {
        return None;
    }
    let difference = graph.binary(BinaryOp::Xor, p, q);
    Some(if differs { difference } else { graph.unary(UnaryOp::Not, difference) })
}

/// (x + a = b) = (x = b - a), and so for ≠, for integer constants
///
/// Integers wrap, which an order would not survive.
fn of_shifted(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (direction, order, [sum, b]) = parts(graph, id)?;
    let (ComparisonDirection::Eq | ComparisonDirection::Ne) = direction else { return None };
    let [x, a] = graph.as_binary(sum, BinaryOp::Add).filter(|&[x, _]| graph.element_type(x).is_integer())?;
    let (a, b) = (graph.splat(a)?.as_integer()?, graph.splat(b)?.as_integer()?);
    let shape = graph.array(x).clone();
    let moved = graph.splat_of(&shape, Scalar::Integer(b - a))?;
    Some(graph.compare(direction, order, x, moved))
}

/// The comparison of a boolean with a constant that is 0 or 1, as the boolean or its complement.
fn truth_of(
    graph: &mut Graph,
    direction: ComparisonDirection,
    p: InstructionId,
    constant: Scalar,
) -> Option<InstructionId> {
    let is_one = constant.is(1);
    if !is_one && !constant.is(0) && !constant.is_negative_zero() {
        return None;
    }
    match direction {
        ComparisonDirection::Eq if is_one => Some(p),
        ComparisonDirection::Ne if !is_one => Some(p),
        ComparisonDirection::Eq | ComparisonDirection::Ne => Some(graph.unary(UnaryOp::Not, p)),
        ComparisonDirection::Ge | ComparisonDirection::Gt | ComparisonDirection::Le | ComparisonDirection::Lt => None,
    }
}

fn parts(graph: &Graph, id: InstructionId) -> Option<(ComparisonDirection, ComparisonOrder, [InstructionId; 2])> {
    match *graph.op(id) {
        Op::Compare { direction, order } => Some((direction, order, [graph.operand(id, 0), graph.operand(id, 1)])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::hlo::ComparisonDirection::*;
    use crate::passes::testing::check;

    fn compare_itself(element_type: ElementType, direction: ComparisonDirection, expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.parameter(0, element_type, &[]);
            g.compare(direction, ComparisonOrder::Partial, x, x)
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn with_itself_respects_nan() {
        compare_itself(ElementType::S32, Eq, "true");
        compare_itself(ElementType::S32, Gt, "false");
        compare_itself(ElementType::F32, Lt, "false");
        compare_itself(ElementType::F32, Eq, "compare[Eq](Arg_0, Arg_0)");
        compare_itself(ElementType::F32, Ne, "compare[Ne](Arg_0, Arg_0)");
    }

    #[test]
    fn limits() {
        for (direction, expected) in [(Lt, "false"), (Ge, "true"), (Gt, "compare[Gt](Arg_0, u32 [0, 0, 0, 0])")] {
            let build = |g: &mut Graph| {
                let x = g.parameter(0, ElementType::U32, &[]);
                let zero = g.scalar(ElementType::U32, Scalar::Integer(0)).expect("fits");
                g.compare(direction, ComparisonOrder::Partial, x, zero)
            };
            check(&PASS, build, expected);
        }
    }

    #[test]
    fn predicates() {
        for (direction, expected) in [(Eq, "not(Arg_0)"), (Ne, "Arg_0")] {
            let direct = |g: &mut Graph| {
                let (p, no) = (g.flag(0, &[]), g.pred(&[], false));
                g.compare(direction, ComparisonOrder::Partial, no, p)
            };
            check(&PASS, direct, expected);
            let converted = |g: &mut Graph| {
                let (p, zero) = (g.flag(0, &[]), g.constant_s32(0));
                let number = g.convert(p, ElementType::S32);
                g.compare(direction, ComparisonOrder::Partial, number, zero)
            };
            check(&PASS, converted, expected);
        }
    }

    #[test]
    fn two_booleans() {
        for (direction, expected) in [(Eq, "not(xor(Arg_0, Arg_1))"), (Ne, "xor(Arg_0, Arg_1)")] {
            let build = |g: &mut Graph| {
                let (p, q) = (g.flag(0, &[5]), g.flag(1, &[5]));
                g.compare(direction, ComparisonOrder::Partial, p, q)
            };
            check(&PASS, build, expected);
        }
    }

    #[test]
    fn sums_with_a_constant() {
        for (direction, expected) in [
            (Eq, "compare[Eq](Arg_0, 2147483647)"),
            (Ne, "compare[Ne](Arg_0, 2147483647)"),
            (Gt, "compare[Gt](add(Arg_0, 1), -2147483648)"),
        ] {
            let build = |g: &mut Graph| {
                let (x, one, least) = (g.s32(0, &[]), g.constant_s32(1), g.constant_s32(i32::MIN));
                let sum = g.binary(BinaryOp::Add, x, one);
                g.compare(direction, ComparisonOrder::Partial, sum, least)
            };
            check(&PASS, build, expected);
        }
    }

    #[test]
    fn constants_go_right() {
        let build = |g: &mut Graph| {
            let (five, x) = (g.constant_s32(5), g.s32(0, &[]));
            g.compare(Lt, ComparisonOrder::Partial, five, x)
        };
        check(&PASS, build, "compare[Gt](Arg_0, 5)");
    }

    #[test]
    fn places_lie_in_their_range() {
        use ComparisonDirection::*;
        for (direction, constant, expected) in [
            (Lt, 3, "broadcast[]pred[3](true)"),
            (Lt, 2, "compare[Lt](iota[0]s32[3](), broadcast[]s32[3](2))"),
            (Le, 2, "broadcast[]pred[3](true)"),
            (Ge, 0, "broadcast[]pred[3](true)"),
            (Gt, 2, "broadcast[]pred[3](false)"),
            (Eq, -1, "broadcast[]pred[3](false)"),
            (Ne, 3, "broadcast[]pred[3](true)"),
        ] {
            let build = |g: &mut Graph| {
                let iota = g.add(Op::Iota { dimension: 0 }, crate::hlo::Shape::array(ElementType::S32, [3]), &[]);
                let (shape, constant) = (g.array(iota).clone(), g.constant_s32(constant));
                let constant = g.broadcast_scalar(constant, &shape);
                g.compare(direction, ComparisonOrder::Partial, iota, constant)
            };
            check(&PASS, build, expected);
        }
    }
}
