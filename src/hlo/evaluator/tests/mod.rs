//! Operations on small arrays, with results computed by hand from the specification.

mod contraction;
mod control;
mod elementwise;
mod indexing;
mod linear_algebra;
mod reduction;

use super::{Context, Result, evaluate_op};
use crate::hlo::*;

fn array<T: Native>(element_type: ElementType, dims: &[usize], items: &[T]) -> Literal {
    ArrayLiteral::from_slice(element_type, dims, items).into()
}

fn f32s(dims: &[usize], items: &[f32]) -> Literal {
    array(ElementType::F32, dims, items)
}

fn s32s(dims: &[usize], items: &[i32]) -> Literal {
    array(ElementType::S32, dims, items)
}

fn elements<T: Native>(literal: &Literal) -> Vec<T> {
    literal.expect_array().elements().to_vec()
}

/// The value of an operation that calls no computation.
fn run(op: Op, operands: &[&Literal], shape: Shape) -> Result<Literal> {
    run_in(&Module::new("test"), op, operands, shape)
}

fn run_in(module: &Module, op: Op, operands: &[&Literal], shape: Shape) -> Result<Literal> {
    evaluate_op(&op, operands, &shape, &Context::new(module))
}

/// A module with one computation of scalar parameters.
fn module_with(
    parameters: &[ElementType],
    build: impl FnOnce(&mut Computation, &[InstructionId]),
) -> (Module, ComputationId) {
    let mut computation = Computation::new("region");
    let ids: Vec<InstructionId> =
        parameters.iter().enumerate().map(|(i, &ty)| computation.add_parameter(i, Shape::scalar(ty), &None)).collect();
    build(&mut computation, &ids);
    let mut module = Module::new("test");
    let id = module.add_computation(computation);
    module.set_entry(id);
    (module, id)
}

/// A module with a computation of one binary operation.
fn module_of(op: BinaryOp, element_type: ElementType) -> (Module, ComputationId) {
    module_with(&[element_type; 2], |computation, ids| {
        computation.add_root(Instruction::new(Op::Binary(op), Shape::scalar(element_type), ids));
    })
}

/// A module with a computation that compares its first two parameters.
fn module_of_less(parameters: &[ElementType], direction: ComparisonDirection) -> (Module, ComputationId) {
    module_with(parameters, |computation, ids| {
        let compare = Op::Compare { direction, order: ComparisonOrder::Partial };
        computation.add_root(Instruction::new(compare, Shape::scalar(ElementType::Pred), [ids[0], ids[1]]));
    })
}
