//! Rules about integers, which wrap: their sums and products associate and distribute.

use super::Rule;
use crate::hlo::{BinaryOp, ElementType, InstructionId, Op, UnaryOp};
use crate::passes::graph::Graph;
use crate::passes::scalar::{Scalar, integer_range};

pub(super) const UNARY_RULES: &[Rule] = &[negate_difference];

pub(super) const BINARY_RULES: &[Rule] = &[
    sum_of_difference,
    difference_of_sum,
    common_factor,
    product_with_predicate,
    quotient_by_power_of_two,
    remainder_by_power_of_two,
    quotient_of_quotient,
    quotient_of_places,
    remainder_of_places,
    absorbed_extremum,
    shift_beyond_width,
];

/// -(x - y) = y - x
///
/// Not for floats: x - x is +0 either way.
fn negate_difference(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let difference = graph.as_unary(id, UnaryOp::Negate)?;
    let [x, y] = graph.as_binary(difference, BinaryOp::Subtract)?;
    is_integer(graph, id).then(|| graph.binary(BinaryOp::Subtract, y, x))
}

/// (x - y) + y = x, and so with the operands exchanged
fn sum_of_difference(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [a, b] = graph.as_binary(id, BinaryOp::Add).filter(|_| is_integer(graph, id))?;
    let undone = |difference, y| {
        let [x, subtracted] = graph.as_binary(difference, BinaryOp::Subtract)?;
        (subtracted == y).then_some(x)
    };
    undone(a, b).or_else(|| undone(b, a))
}

/// (x + y) - y = x, (x + y) - x = y, x - (x - y) = y
fn difference_of_sum(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [a, b] = graph.as_binary(id, BinaryOp::Subtract).filter(|_| is_integer(graph, id))?;
    if let Some([x, y]) = graph.as_binary(a, BinaryOp::Add) {
        return if y == b { Some(x) } else { (x == b).then_some(y) };
    }
    let [x, y] = graph.as_binary(b, BinaryOp::Subtract)?;
    (x == a).then_some(y)
}

/// x · a + y · a = (x + y) · a, and so for differences
///
/// Where nothing else reads the products.
fn common_factor(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let Op::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract)) = *graph.op(id) else { return None };
    let (left, right) = (graph.operand(id, 0), graph.operand(id, 1));
    let ([x, a], [y, b]) = (graph.as_binary(left, BinaryOp::Multiply)?, graph.as_binary(right, BinaryOp::Multiply)?);
    if !is_integer(graph, id) || left == right || !graph.is_used_once(left) || !graph.is_used_once(right) {
        return None;
    }
    let (x, y, factor) = [(x, y, a, b), (x, b, a, y), (a, y, x, b), (a, b, x, y)]
        .into_iter()
        .find_map(|(x, y, a, b)| (a == b || same_constant(graph, a, b)).then_some((x, y, a)))?;
    let sum = graph.binary(op, x, y);
    Some(graph.binary(BinaryOp::Multiply, sum, factor))
}

/// x · convert(p) = select(p, x, 0) for boolean p
///
/// Not for floats: infinity and NaN times 0.
fn product_with_predicate(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [a, b] = graph.as_binary(id, BinaryOp::Multiply).filter(|_| is_integer(graph, id))?;
    let predicate = |value| {
        let is_conversion = matches!(graph.op(value), Op::Convert);
        let p = is_conversion.then(|| graph.operand(value, 0))?;
        (graph.element_type(p) == ElementType::Pred).then_some(p)
    };
    let (x, p) = predicate(b).map(|p| (a, p)).or_else(|| Some((b, predicate(a)?)))?;
    let shape = graph.array(id).clone();
    let zero = graph.splat_of(&shape, Scalar::Integer(0))?;
    Some(graph.select(p, x, zero))
}

/// x / 2ⁿ = x >> n for unsigned x
fn quotient_by_power_of_two(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::Divide)?;
    let exponent = unsigned_power_of_two(graph, y)?.trailing_zeros();
    let shape = graph.array(y).clone();
    let shift = graph.splat_of(&shape, Scalar::Integer(i128::from(exponent)))?;
    Some(graph.binary(BinaryOp::ShiftRightLogical, x, shift))
}

/// x % 2ⁿ = x ∧ (2ⁿ - 1) for unsigned x
fn remainder_by_power_of_two(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [x, y] = graph.as_binary(id, BinaryOp::Remainder)?;
    let mask = unsigned_power_of_two(graph, y)? - 1;
    let shape = graph.array(y).clone();
    let mask = graph.splat_of(&shape, Scalar::Integer(mask))?;
    Some(graph.binary(BinaryOp::And, x, mask))
}

fn unsigned_power_of_two(graph: &Graph, value: InstructionId) -> Option<i128> {
    let power = graph.splat(value)?.as_integer()?;
    let is_power = power > 1 && power.count_ones() == 1;
    (graph.element_type(value).is_unsigned_integer() && is_power).then_some(power)
}

/// (x / a) / b = x / (a · b) for positive constants
///
/// Where the type holds the product of the constants.
fn quotient_of_quotient(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [inner, b] = graph.as_binary(id, BinaryOp::Divide)?;
    let [x, a] = graph.as_binary(inner, BinaryOp::Divide)?;
    let (a, b) = (graph.splat(a)?.as_integer()?, graph.splat(b)?.as_integer()?);
    let shape = graph.array(id).clone();
    let (_, greatest) = integer_range(shape.element_type)?;
    let product = a.checked_mul(b).filter(|&product| a > 0 && b > 0 && product <= greatest)?;
    let divisor = graph.splat_of(&shape, Scalar::Integer(product))?;
    Some(graph.binary(BinaryOp::Divide, x, divisor))
}

/// iota / c = 0 for c beyond its last place
fn quotient_of_places(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [places, divisor] = graph.as_binary(id, BinaryOp::Divide)?;
    let shape = graph.array(id).clone();
    is_beyond(graph, places, divisor)?.then(|| graph.splat_of(&shape, Scalar::Integer(0)))?
}

/// iota % c = iota for c beyond its last place
fn remainder_of_places(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [places, divisor] = graph.as_binary(id, BinaryOp::Remainder)?;
    is_beyond(graph, places, divisor)?.then_some(places)
}

/// Whether a constant is greater than all places of an iota, which its type holds.
fn is_beyond(graph: &Graph, iota: InstructionId, constant: InstructionId) -> Option<bool> {
    let last = last_place(graph, iota)?;
    Some(graph.splat(constant)?.as_integer()? > last)
}

/// The greatest number in an iota of integers, if its type holds it.
pub(super) fn last_place(graph: &Graph, iota: InstructionId) -> Option<i128> {
    let Op::Iota { dimension } = *graph.op(iota) else { return None };
    let shape = graph.array(iota);
    let last = shape.dims[dimension].checked_sub(1)? as i128;
    let (_, greatest) = integer_range(shape.element_type)?;
    (last <= greatest).then_some(last)
}

/// max(x, min(x, y)) = x and min(x, max(x, y)) = x
///
/// Not for floats: y may be NaN.
fn absorbed_extremum(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (outer, other) = match *graph.op(id) {
        Op::Binary(BinaryOp::Maximum) => (BinaryOp::Maximum, BinaryOp::Minimum),
        Op::Binary(BinaryOp::Minimum) => (BinaryOp::Minimum, BinaryOp::Maximum),
        _ => return None,
    };
    let [a, b] = graph.as_binary(id, outer).filter(|_| is_integer(graph, id))?;
    let absorbs = |x, extremum| graph.as_binary(extremum, other).is_some_and(|operands| operands.contains(&x));
    if absorbs(a, b) { Some(a) } else { absorbs(b, a).then_some(b) }
}

/// x << c = 0 and x >> c = 0 where c is the type's width or more
///
/// An arithmetic shift fills with the sign, as one by the width less 1 does.
fn shift_beyond_width(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let Op::Binary(op) = *graph.op(id) else { return None };
    let (x, y) = (graph.operand(id, 0), graph.operand(id, 1));
    let shape = graph.array(id).clone();
    let width = shape.element_type.bit_width() as i128;
    let amount = match op {
        BinaryOp::ShiftLeft | BinaryOp::ShiftRightLogical | BinaryOp::ShiftRightArithmetic => {
            graph.splat(y)?.as_integer()?
        }
        _ => return None,
    };
    // A negative amount is a large one.
    if (0..width).contains(&amount) {
        return None;
    }
    if op != BinaryOp::ShiftRightArithmetic {
        return graph.splat_of(&shape, Scalar::Integer(0));
    }
    let widest = graph.splat_of(&shape, Scalar::Integer(width - 1))?;
    Some(graph.binary(op, x, widest))
}

/// Whether both repeat the same bytes.
pub(super) fn same_constant(graph: &Graph, a: InstructionId, b: InstructionId) -> bool {
    graph.splat_bytes(a).is_some() && graph.splat_bytes(a) == graph.splat_bytes(b)
}

fn is_integer(graph: &Graph, id: InstructionId) -> bool {
    graph.element_type(id).is_integer()
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::hlo::Shape;
    use crate::passes::testing::check;

    /// Builds with two `s32` parameters, and with two `f32` ones.
    fn check_both(
        build: impl Fn(&mut Graph, InstructionId, InstructionId) -> InstructionId,
        integers: &str,
        floats: &str,
    ) {
        for (element_type, expected) in [(ElementType::S32, integers), (ElementType::F32, floats)] {
            let with_parameters = |g: &mut Graph| {
                let (x, y) = (g.parameter(0, element_type, &[9]), g.parameter(1, element_type, &[9]));
                build(g, x, y)
            };
            check(&PASS, with_parameters, expected);
        }
    }

    fn check_constant(element_type: ElementType, op: BinaryOp, constant: i32, expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.parameter(0, element_type, &[]);
            let c = g.scalar(element_type, Scalar::of(element_type, constant)).expect("fits");
            g.binary(op, x, c)
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn differences_cancel() {
        use BinaryOp::{Add, Subtract};
        let undone = |g: &mut Graph, x, y| {
            let difference = g.binary(Subtract, x, y);
            g.binary(Add, y, difference)
        };
        check_both(undone, "Arg_0", "add(Arg_1, subtract(Arg_0, Arg_1))");
        let redone = |g: &mut Graph, x, y| {
            let sum = g.binary(Add, x, y);
            g.binary(Subtract, sum, x)
        };
        check_both(redone, "Arg_1", "subtract(add(Arg_0, Arg_1), Arg_0)");
        let nested = |g: &mut Graph, x, y| {
            let difference = g.binary(Subtract, x, y);
            g.binary(Subtract, x, difference)
        };
        check_both(nested, "Arg_1", "subtract(Arg_0, subtract(Arg_0, Arg_1))");
        let negated = |g: &mut Graph, x, y| {
            let difference = g.binary(Subtract, x, y);
            g.unary(UnaryOp::Negate, difference)
        };
        check_both(negated, "subtract(Arg_1, Arg_0)", "negate(subtract(Arg_0, Arg_1))");
    }

    #[test]
    fn factors_are_taken_out() {
        let build = |g: &mut Graph, x, y| {
            let square = g.binary(BinaryOp::Multiply, x, x);
            let product = g.binary(BinaryOp::Multiply, y, x);
            g.binary(BinaryOp::Add, square, product)
        };
        check_both(build, "multiply(add(Arg_0, Arg_1), Arg_0)", "add(multiply(Arg_0, Arg_0), multiply(Arg_1, Arg_0))");
    }

    #[test]
    fn predicates_select() {
        for (element_type, expected) in [
            (ElementType::S32, "select(Arg_1, Arg_0, broadcast[]s32[5](0))"),
            (ElementType::F32, "multiply(Arg_0, convertf32[5](Arg_1))"),
        ] {
            let build = |g: &mut Graph| {
                let (x, p) = (g.parameter(0, element_type, &[5]), g.flag(1, &[5]));
                let p = g.convert(p, element_type);
                g.binary(BinaryOp::Multiply, x, p)
            };
            check(&PASS, build, expected);
        }
    }

    #[test]
    fn unsigned_quotients_are_shifts() {
        let constant = |value: u8| format!("u32 [{value:x}, 0, 0, 0]");
        let shift = format!("shift-right-logical(Arg_0, {})", constant(3));
        check_constant(ElementType::U32, BinaryOp::Divide, 8, &shift);
        check_constant(ElementType::U32, BinaryOp::Remainder, 8, &format!("and(Arg_0, {})", constant(7)));
        check_constant(ElementType::U32, BinaryOp::Divide, 6, &format!("divide(Arg_0, {})", constant(6)));
        check_constant(ElementType::S32, BinaryOp::Divide, 8, "divide(Arg_0, 8)");
        check_constant(ElementType::S32, BinaryOp::Remainder, 8, "remainder(Arg_0, 8)");
    }

    #[test]
    fn quotients_of_quotients() {
        for (a, b, expected) in [
            (5, 7, "divide(Arg_0, 35)"),
            (-5, 7, "divide(divide(Arg_0, -5), 7)"),
            (1 << 20, 1 << 20, "divide(divide(Arg_0, 1048576), 1048576)"),
        ] {
            let build = |g: &mut Graph| {
                let (x, a, b) = (g.s32(0, &[]), g.constant_s32(a), g.constant_s32(b));
                let inner = g.binary(BinaryOp::Divide, x, a);
                g.binary(BinaryOp::Divide, inner, b)
            };
            check(&PASS, build, expected);
        }
    }

    #[test]
    fn places_are_below_their_number() {
        for (op, divisor, expected) in [
            (BinaryOp::Divide, 3, "broadcast[]s32[3](0)"),
            (BinaryOp::Remainder, 3, "iota[0]s32[3]()"),
            (BinaryOp::Remainder, 2, "remainder(iota[0]s32[3](), broadcast[]s32[3](2))"),
        ] {
            let build = |g: &mut Graph| {
                let iota = g.add(Op::Iota { dimension: 0 }, Shape::array(ElementType::S32, [3]), &[]);
                let divisor = g.constant_s32(divisor);
                let shape = g.array(iota).clone();
                let divisor = g.broadcast_scalar(divisor, &shape);
                g.binary(op, iota, divisor)
            };
            check(&PASS, build, expected);
        }
    }

    #[test]
    fn extrema_absorb() {
        let build = |g: &mut Graph, x, y| {
            let least = g.binary(BinaryOp::Minimum, y, x);
            g.binary(BinaryOp::Maximum, x, least)
        };
        check_both(build, "Arg_0", "maximum(Arg_0, minimum(Arg_1, Arg_0))");
    }

    #[test]
    fn shifts_beyond_the_width() {
        check_constant(ElementType::S32, BinaryOp::ShiftLeft, 32, "0");
        check_constant(ElementType::S32, BinaryOp::ShiftRightLogical, -1, "0");
        check_constant(ElementType::S32, BinaryOp::ShiftRightArithmetic, 99, "shift-right-arithmetic(Arg_0, 31)");
        check_constant(ElementType::S32, BinaryOp::ShiftLeft, 31, "shift-left(Arg_0, 31)");
    }
}
