//! `select_and_scatter_expander`: finds the selected places by a reduction of windows, and scatters to them.
//!
//! The windows are reduced to the selected element with its place; padding takes no part, and a window of nothing else
//! selects a place outside, which a scatter drops. Native code has a loop for the whole, so that the pipeline `cpu`
//! leaves this pass out.

use super::Pass;
use super::expand::expand_all;
use crate::hlo::infer::ProgramShape;
use crate::hlo::{
    ArrayLiteral, ArrayShape, BinaryOp, Builder, ComparisonDirection, Computation, ComputationId, Diagnostics,
    ElementType, Instruction, InstructionId, LocationRef, Module, Op, ScatterDimensionNumbers, Shape, UnaryOp,
};

pub const PASS: Pass = Pass {
    name: "select_and_scatter_expander",
    description: "Finds the selected places by a reduction of windows, and scatters to them.",
    run,
};

/// Type of places, and the one that no element has.
const PLACE: ElementType = ElementType::S32;
const NOWHERE: i64 = -1;

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

pub(super) fn expand(
    module: &mut Module,
    owner: ComputationId,
    id: InstructionId,
) -> Result<Option<InstructionId>, Diagnostics> {
    let instruction = module.computation(owner).get(id).clone();
    let Op::SelectAndScatter { window, select, scatter } = &instruction.op else { return Ok(None) };
    let &[operand, source, init] = instruction.operands() else { return Ok(None) };
    let shape = module.computation(owner).get(operand).array().clone();
    if shape.rank() == 0 {
        return Ok(Some(sole_element(module, owner, &instruction, *scatter)?));
    }
    let better = better_element(module, *select, &shape, &instruction.location)?;
    let to_apply = module.add_computation(better);
    let mut b = Builder::new(module.computation_mut(owner), &instruction.location);
    let places = (0..shape.rank()).map(|dim| b.iota(PLACE, &shape.dims, dim));
    let inputs: Vec<InstructionId> = std::iter::once(operand).chain(places.collect::<Vec<_>>()).collect();
    let zero = b.constant(ArrayLiteral::zeros(&ArrayShape::scalar(shape.element_type)));
    let nowhere = b.scalar_integer(PLACE, NOWHERE);
    let inits = std::iter::once(zero).chain(std::iter::repeat_n(nowhere, shape.rank()));
    let operands: Vec<InstructionId> = inputs.into_iter().chain(inits).collect();
    let selected = b.add(Op::ReduceWindow { window: window.clone(), to_apply }, &operands, &Shape::Token);
    let places = b.untuple(selected).split_off(1);
    let value = scattered(&mut b, &places, source, init, &shape.dims, *scatter);
    b.finish()?;
    Ok(Some(value))
}

/// The one window of a scalar selects it.
fn sole_element(
    module: &mut Module,
    owner: ComputationId,
    instruction: &Instruction,
    scatter: ComputationId,
) -> Result<InstructionId, Diagnostics> {
    let [_, source, init] = [0, 1, 2].map(|operand| instruction.operands()[operand]);
    let callee = ProgramShape::of(module.computation(scatter));
    let mut b = Builder::new(module.computation_mut(owner), &instruction.location);
    let value = b.add_calling(Op::Map { to_apply: scatter }, &[init, source], &Shape::Token, &[callee]);
    b.finish()?;
    Ok(value)
}

/// Of (element, place…) so far and another one, the one that `select` prefers.
fn better_element(
    module: &Module,
    select: ComputationId,
    shape: &ArrayShape,
    location: &LocationRef,
) -> Result<Computation, Diagnostics> {
    let count = shape.rank() + 1;
    let callee = ProgramShape::of(module.computation(select));
    let mut computation = Computation::new("selected");
    let mut b = Builder::new(&mut computation, location);
    let of = |i: usize| if i.is_multiple_of(count) { shape.element_type } else { PLACE };
    let values: Vec<InstructionId> = (0..2 * count).map(|i| b.parameter(i, Shape::scalar(of(i)))).collect();
    let (best, next) = values.split_at(count);
    let nowhere = b.scalar_integer(PLACE, NOWHERE);
    let is_first = b.compare(ComparisonDirection::Eq, best[1], nowhere);
    let is_padding = b.compare(ComparisonDirection::Eq, next[1], nowhere);
    let is_preferred = b.call(select, &callee, &[best[0], next[0]]);
    let has_best = b.unary(UnaryOp::Not, is_first);
    let stays = b.binary(BinaryOp::And, has_best, is_preferred);
    let stays = b.binary(BinaryOp::Or, is_padding, stays);
    let chosen: Vec<InstructionId> = best.iter().zip(next).map(|(&x, &y)| b.select(stays, x, y)).collect();
    let root = b.tuple(&chosen);
    b.finish_with_root(root)?;
    Ok(computation)
}

/// The source scattered to its places, over the init value everywhere.
fn scattered(
    b: &mut Builder,
    places: &[InstructionId],
    source: InstructionId,
    init: InstructionId,
    dims: &[usize],
    to_apply: ComputationId,
) -> InstructionId {
    let rank = places.len();
    let column = [b.dims(source), vec![1]].concat();
    let columns: Vec<InstructionId> = places.iter().map(|&place| b.reshape(place, &column)).collect();
    let indices = b.concatenate(&columns, rank);
    let base = b.splat(init, dims);
    let op = Op::Scatter {
        dims: ScatterDimensionNumbers {
            inserted_window_dims: (0..rank).collect(),
            scatter_dims_to_operand_dims: (0..rank).collect(),
            index_vector_dim: rank,
            ..Default::default()
        },
        indices_are_sorted: false,
        unique_indices: false,
        to_apply,
    };
    b.add(op, &[base, indices, source], &Shape::Token)
}
