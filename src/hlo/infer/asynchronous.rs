//! Shapes of what runs asynchronously.

use super::check::{Check, ensure};
use super::{ProgramShape, result_shape};
use crate::hlo::asynchronous::{StartForm, contexts};
use crate::hlo::op_class::asynchronous;
use crate::hlo::{Op, OpClass, Shape};

/// What a start of the operation gives: its result, and operands and contexts where its kind has these.
pub fn async_start(op: &Op, operands: &[&Shape], stated: &Shape, callees: &[ProgramShape]) -> Result<Shape, String> {
    only_what_computes_starts(op)?;
    let result = op.started_index().and_then(|index| stated.at(&[index])).unwrap_or(stated);
    let result = result_shape(op, operands, result, callees)?;
    let contexts = contexts(op, stated);
    let right = if op.start_form() == StartForm::General { is_no_tuple } else { context_is_no_value };
    contexts.iter().try_for_each(right)?;
    Ok(op.started_shape(operands, result, contexts))
}

fn only_what_computes_starts(op: &Op) -> Check {
    ensure(computes(op), || format!("expected an operation that can run beside others, found {}", op.name()))
}

fn computes(op: &Op) -> bool {
    match op.class() {
        OpClass::Leaf => matches!(op, Op::Iota { .. }),
        OpClass::Elementwise | OpClass::Movement | OpClass::Indexing | OpClass::Contraction => true,
        OpClass::Application | OpClass::Algorithm | OpClass::Structure => true,
        OpClass::Control => !matches!(op, asynchronous!()),
    }
}

/// What a runtime keeps of an `async-start` may be any array.
fn is_no_tuple(context: &Shape) -> Check {
    let is_tuple = matches!(context, Shape::Tuple(_));
    ensure(!is_tuple, || format!("expected a context that is an array or a token, found {context}"))
}

fn context_is_no_value(context: &Shape) -> Check {
    let is_integer = context.as_array().is_some_and(|array| array.is_scalar() && array.element_type.is_integer());
    let right = is_integer || *context == Shape::Token;
    ensure(right, || format!("expected a context that is an integer or a token, found {context}"))
}

#[cfg(test)]
mod tests {
    use super::super::check::testing::text;
    use super::*;
    use crate::hlo::{Collective, CollectiveKind, ElementType, ReplicaGroups, UnaryOp};

    fn f32s(size: usize) -> Shape {
        Shape::array(ElementType::F32, [size])
    }

    fn collective(kind: CollectiveKind) -> Op {
        let groups = ReplicaGroups::List(vec![vec![0, 1]]);
        Op::Collective(Box::new(Collective { kind, groups, channel_id: None, use_global_device_ids: false }))
    }

    fn started(op: Op, stated: &Shape) -> String {
        text(async_start(&op, &[&f32s(2)], stated, &[]))
    }

    #[test]
    fn each_kind_has_its_form() {
        let none = Shape::Token;
        let context = Shape::scalar(ElementType::U32);
        let gathered = Shape::Tuple(vec![f32s(2), f32s(4)]);
        assert_eq!(started(collective(CollectiveKind::AllGather { dimension: 0 }), &gathered), "(f32[2], f32[4])");
        let permute = collective(CollectiveKind::CollectivePermute { pairs: vec![(0, 1)] });
        assert_eq!(started(permute, &none), "(f32[2], f32[2])");
        assert_eq!(started(collective(CollectiveKind::CollectiveBroadcast), &none), "((f32[2]), f32[2])");
        let stated = Shape::Tuple(vec![none, f32s(2), context]);
        assert_eq!(started(Op::Copy, &stated), "(f32[2], f32[2], u32[])");
        assert_eq!(started(Op::Unary(UnaryOp::Negate), &stated), "((f32[2]), f32[2], u32[])");
    }

    #[test]
    fn what_cannot_start() {
        let stated = Shape::Tuple(vec![f32s(2), f32s(2), f32s(2)]);
        assert_eq!(started(Op::Copy, &stated), "expected a context that is an integer or a token, found f32[2]");
        let stated = Shape::Tuple(vec![f32s(2), f32s(2), Shape::Tuple(vec![])]);
        let negated = started(Op::Unary(UnaryOp::Negate), &stated);
        assert_eq!(negated, "expected a context that is an array or a token, found ()");
        let expected = "expected an operation that can run beside others, found async-update";
        assert_eq!(started(Op::AsyncUpdate, &stated), expected);
    }
}
