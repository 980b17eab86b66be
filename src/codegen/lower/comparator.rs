//! Recognises comparators that order by keys, so that sorting need not ask compiled code for every pair.

use crate::codegen::spec::{FloatOrder, SortKey, SortOrder};
use crate::hlo::{
    BinaryOp, ComparisonDirection, ComparisonOrder, Computation, ComputationId, ElementType, Instruction,
    InstructionId, Literal, Module, Op,
};

/// How a comparator orders: by keys where it is seen to, else by asking it.
pub fn order_of(module: &Module, comparator: ComputationId) -> SortOrder {
    let computation = module.computation(comparator);
    let mut keys = Vec::new();
    match collect_keys(computation, computation.root(), &mut keys) {
        Some(()) => SortOrder::Keys(keys),
        None => SortOrder::Comparator,
    }
}

/// `less(k0)`, or `less(k0) or (equal(k0) and …)` for several keys.
fn collect_keys(computation: &Computation, id: InstructionId, keys: &mut Vec<SortKey>) -> Option<()> {
    if let Some(key) = strict_key(computation, id) {
        keys.push(key);
        return Some(());
    }
    let Op::Binary(BinaryOp::Or) = computation.op(id) else { return None };
    let (a, b) = (computation.operand(id, 0), computation.operand(id, 1));
    let (first, rest) = match strict_key(computation, a) {
        Some(key) => (key, b),
        None => (strict_key(computation, b)?, a),
    };
    let Op::Binary(BinaryOp::And) = computation.op(rest) else { return None };
    let (a, b) = (computation.operand(rest, 0), computation.operand(rest, 1));
    let rest = if is_equality(computation, a, first.operand) {
        b
    } else if is_equality(computation, b, first.operand) {
        a
    } else {
        return None;
    };
    keys.push(first);
    collect_keys(computation, rest, keys)
}

/// `key(lhs) < key(rhs)` or `>` of one operand's elements.
fn strict_key(computation: &Computation, id: InstructionId) -> Option<SortKey> {
    let (direction, order, [a, b]) = comparison(computation, id)?;
    let descending = match direction {
        ComparisonDirection::Lt => false,
        ComparisonDirection::Gt => true,
        ComparisonDirection::Eq | ComparisonDirection::Ne | ComparisonDirection::Ge | ComparisonDirection::Le => {
            return None;
        }
    };
    let (operand, is_swapped) = pair(a.parameter, b.parameter)?;
    if a.is_canonical != b.is_canonical || !has_keys(a.element_type) {
        return None;
    }
    let floats = match order {
        ComparisonOrder::Total if !a.is_canonical => FloatOrder::Total,
        ComparisonOrder::Total | ComparisonOrder::Partial => FloatOrder::EqualZerosAndNans,
    };
    Some(SortKey { operand, descending: descending != is_swapped, floats })
}

fn is_equality(computation: &Computation, id: InstructionId, operand: usize) -> bool {
    let Some((ComparisonDirection::Eq, _, [a, b])) = comparison(computation, id) else { return false };
    pair(a.parameter, b.parameter).is_some_and(|(of, _)| of == operand)
}

/// What is compared: a parameter, perhaps with its zeros and NaNs made equal.
#[derive(Clone, Copy)]
struct Side {
    parameter: usize,
    element_type: ElementType,
    is_canonical: bool,
}

/// Types whose elements sort as integers.
fn has_keys(element_type: ElementType) -> bool {
    use ElementType::{BF16, F16, F32, F64, Pred};
    element_type.is_integer() || matches!(element_type, Pred | F16 | BF16 | F32 | F64)
}

fn comparison(
    computation: &Computation,
    id: InstructionId,
) -> Option<(ComparisonDirection, ComparisonOrder, [Side; 2])> {
    let Op::Compare { direction, order } = computation.op(id) else { return None };
    let side = |n| side_of(computation, computation.operand(id, n));
    Some((*direction, *order, [side(0)?, side(1)?]))
}

/// Operand number of `(lhs, rhs)` parameters, and whether they are the other way round.
fn pair(a: usize, b: usize) -> Option<(usize, bool)> {
    let is_pair = a / 2 == b / 2 && a != b;
    is_pair.then_some((a / 2, a > b))
}

/// Looks through `x == 0 ? 0 : x` and `x != x ? NaN : x`, which make one zero of two and one NaN of all.
fn side_of(computation: &Computation, id: InstructionId) -> Option<Side> {
    let mut value = id;
    let (mut zeros, mut nans) = (false, false);
    while let Op::Select = computation.op(value) {
        let constant = constant_value(computation.get(computation.operand(value, 1)))?;
        let inner = computation.operand(value, 2);
        let (direction, source) = test_of(computation, computation.operand(value, 0))?;
        if parameter_below(computation, inner)? != parameter_below(computation, source)? {
            return None;
        }
        match direction {
            ComparisonDirection::Eq if constant == 0.0 => zeros = true,
            ComparisonDirection::Ne if constant.is_nan() => nans = true,
            _ => return None,
        }
        value = inner;
    }
    let Op::Parameter { number } = computation.op(value) else { return None };
    let is_canonical = match (zeros, nans) {
        (true, true) => true,
        (false, false) => false,
        _ => return None,
    };
    let element_type = computation.get(value).array().element_type;
    Some(Side { parameter: *number, element_type, is_canonical })
}

/// The test `source == 0` or `source != source`.
fn test_of(computation: &Computation, id: InstructionId) -> Option<(ComparisonDirection, InstructionId)> {
    let Op::Compare { direction, .. } = computation.op(id) else { return None };
    let (a, b) = (computation.operand(id, 0), computation.operand(id, 1));
    let fits = match direction {
        ComparisonDirection::Eq => constant_value(computation.get(b)) == Some(0.0),
        ComparisonDirection::Ne => a == b,
        _ => false,
    };
    fits.then_some((*direction, a))
}

/// The parameter under any selects.
fn parameter_below(computation: &Computation, mut id: InstructionId) -> Option<usize> {
    while let Op::Select = computation.op(id) {
        id = computation.operand(id, 2);
    }
    match computation.op(id) {
        Op::Parameter { number } => Some(*number),
        _ => None,
    }
}

/// The value of a scalar constant of a common floating-point type.
fn constant_value(instruction: &Instruction) -> Option<f64> {
    let Op::Constant(Literal::Array(array)) = &instruction.op else { return None };
    match array.element_type() {
        ElementType::F32 => array.elements::<f32>().first().map(|&x| x.into()),
        ElementType::F64 => array.elements::<f64>().first().copied(),
        ElementType::F16 => array.elements::<u16>().first().map(|&x| half::f16::from_bits(x).to_f64()),
        ElementType::BF16 => array.elements::<u16>().first().map(|&x| half::bf16::from_bits(x).to_f64()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{ArrayLiteral, Shape};

    fn order(element_type: ElementType, pairs: usize, build: impl FnOnce(&mut Computation)) -> SortOrder {
        let mut computation = Computation::new("less");
        (0..2 * pairs).for_each(|n| {
            computation.add_parameter(n, Shape::scalar(element_type), &None);
        });
        build(&mut computation);
        let mut module = Module::new("m");
        let id = module.add_computation(computation);
        order_of(&module, id)
    }

    fn compare(c: &mut Computation, direction: ComparisonDirection, a: u32, b: u32) -> u32 {
        let op = Op::Compare { direction, order: ComparisonOrder::Total };
        let operands = [InstructionId(a), InstructionId(b)];
        c.add_root(Instruction::new(op, Shape::scalar(ElementType::Pred), operands)).0
    }

    fn canonical(c: &mut Computation, parameter: u32) -> u32 {
        let mut value = parameter;
        for (direction, constant) in [(ComparisonDirection::Eq, 0f32), (ComparisonDirection::Ne, f32::NAN)] {
            let literal = ArrayLiteral::from_slice(ElementType::F32, [], &[constant]);
            let shape = Shape::scalar(ElementType::F32);
            let constant = c.add(Instruction::new(Op::Constant(literal.into()), shape.clone(), [])).0;
            let other = if direction == ComparisonDirection::Eq { constant } else { parameter };
            let test = compare(c, direction, parameter, other);
            let operands = [test, constant, value].map(InstructionId);
            value = c.add_root(Instruction::new(Op::Select, shape, operands)).0;
        }
        value
    }

    #[test]
    fn plain_comparisons_are_keys() {
        let found = order(ElementType::S32, 2, |c| {
            compare(c, ComparisonDirection::Lt, 3, 2);
        });
        assert_eq!(found, SortOrder::Keys(vec![SortKey { operand: 1, descending: true, floats: FloatOrder::Total }]));
    }

    #[test]
    fn floats_with_one_zero_and_one_nan_are_keys() {
        let found = order(ElementType::F32, 1, |c| {
            let (a, b) = (canonical(c, 0), canonical(c, 1));
            compare(c, ComparisonDirection::Lt, a, b);
        });
        let key = SortKey { operand: 0, descending: false, floats: FloatOrder::EqualZerosAndNans };
        assert_eq!(found, SortOrder::Keys(vec![key]));
    }

    #[test]
    fn the_second_key_decides_where_the_first_is_equal() {
        let found = order(ElementType::S32, 2, |c| {
            let less = compare(c, ComparisonDirection::Lt, 0, 1);
            let equal = compare(c, ComparisonDirection::Eq, 0, 1);
            let second = compare(c, ComparisonDirection::Gt, 2, 3);
            let pred = Shape::scalar(ElementType::Pred);
            let both = [equal, second].map(InstructionId);
            let both = c.add(Instruction::new(Op::Binary(BinaryOp::And), pred.clone(), both)).0;
            c.add_root(Instruction::new(Op::Binary(BinaryOp::Or), pred, [less, both].map(InstructionId)));
        });
        let SortOrder::Keys(keys) = found else { panic!("keys") };
        assert_eq!(keys.iter().map(|k| (k.operand, k.descending)).collect::<Vec<_>>(), [(0, false), (1, true)]);
    }

    #[test]
    fn anything_else_is_asked() {
        let found = order(ElementType::S32, 2, |c| {
            compare(c, ComparisonDirection::Lt, 0, 3);
        });
        assert_eq!(found, SortOrder::Comparator);
    }
}
