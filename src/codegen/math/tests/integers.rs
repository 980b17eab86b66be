use super::samples::{sample_pairs, samples};
use super::{check, result_type};
use crate::hlo::{BinaryOp, ComparisonDirection, ComparisonOrder, ElementType, Op, UnaryOp};

fn integer_types() -> impl Iterator<Item = ElementType> {
    ElementType::ALL.into_iter().filter(|ty| ty.is_integer() || *ty == ElementType::Pred)
}

const UNARY: [UnaryOp; 6] =
    [UnaryOp::Abs, UnaryOp::CountLeadingZeros, UnaryOp::Negate, UnaryOp::Not, UnaryOp::PopulationCount, UnaryOp::Sign];

#[test]
fn unary_operations_are_exact() {
    for ty in integer_types() {
        for op in UNARY {
            if ty != ElementType::Pred || op == UnaryOp::Not {
                check(&Op::Unary(op), ty, ty, &[&samples(ty, 2000)], 0.0);
            }
        }
    }
}

fn check_binary(ty: ElementType, op: BinaryOp) {
    let (a, b) = sample_pairs(ty, 4000);
    check(&Op::Binary(op), ty, ty, &[&a, &b], 0.0);
}

#[test]
fn arithmetic_is_exact() {
    for ty in integer_types() {
        for op in [BinaryOp::Add, BinaryOp::Multiply, BinaryOp::Maximum, BinaryOp::Minimum] {
            check_binary(ty, op);
        }
        if ty.is_integer() {
            check_binary(ty, BinaryOp::Subtract);
            check_binary(ty, BinaryOp::Power);
        }
    }
}

#[test]
fn division_is_exact_and_never_traps() {
    for ty in integer_types().filter(|ty| ty.is_integer()) {
        check_binary(ty, BinaryOp::Divide);
        check_binary(ty, BinaryOp::Remainder);
    }
}

#[test]
fn bitwise_operations_and_shifts_are_exact() {
    for ty in integer_types() {
        for op in [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor] {
            check_binary(ty, op);
        }
        if ty.is_integer() {
            for op in [BinaryOp::ShiftLeft, BinaryOp::ShiftRightArithmetic, BinaryOp::ShiftRightLogical] {
                check_binary(ty, op);
            }
        }
    }
}

#[test]
fn comparisons_follow_the_order_of_every_type() {
    use ComparisonDirection::*;
    let ordered = ElementType::ALL.into_iter().filter(|ty| !ty.is_complex());
    for ty in ordered {
        let (a, b) = sample_pairs(ty, 1000);
        for direction in [Eq, Ne, Ge, Gt, Le, Lt] {
            let partial = Op::Compare { direction, order: ComparisonOrder::Partial };
            check(&partial, ty, result_type(&partial, ty), &[&a, &b], 0.0);
            // The evaluator keeps no NaN payloads of narrower types.
            if matches!(ty, ElementType::F32 | ElementType::F64) {
                let total = Op::Compare { direction, order: ComparisonOrder::Total };
                check(&total, ty, result_type(&total, ty), &[&a, &b], 0.0);
            }
        }
    }
}
