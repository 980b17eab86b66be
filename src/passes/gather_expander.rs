//! `gather_expander`: writes gathers out as loops that copy one slice a turn.
//!
//! Gathers of no slices stay. Native code gathers in one kernel, so that the pipeline `cpu` leaves this pass out.

use super::Pass;
use super::counted_loop::CountedLoop;
use super::expand::expand_all;
use super::index_vectors::SimpleGather;
use crate::hlo::{ArrayLiteral, ArrayShape, Builder, ComputationId, Diagnostics, InstructionId, Module, Op};

pub const PASS: Pass =
    Pass { name: "gather_expander", description: "Writes gathers out as loops that copy one slice a turn.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation_mut(owner);
    let gather = computation.get(id).clone();
    let Op::Gather { dims, slice_sizes, .. } = gather.op.clone() else { return Ok(None) };
    let [operand, indices] = [0, 1].map(|index| gather.operands()[index]);
    // Slices of nothing may make zeros, which no slice holds: algsimp writes them.
    if computation.get(indices).array().element_count() == 0 || slice_sizes.contains(&0) {
        return Ok(None);
    }
    let mut b = Builder::new(computation, &gather.location);
    let simple = SimpleGather::new(&mut b, operand, indices, dims, &slice_sizes);
    let rows = b.dims(simple.indices)[0];
    let dims = [&[rows], &simple.slice_sizes[..]].concat();
    let zero = b.constant(ArrayLiteral::zeros(&ArrayShape::scalar(b.element_type(simple.operand))));
    let state = [simple.operand, simple.indices, b.splat(zero, &dims)];
    let shapes = state.map(|value| b.shape(value).clone());
    b.finish()?;
    let turns = CountedLoop::add(module, "gather", &gather.location, rows, &shapes, |b, counter, values| {
        let &[operand, indices, slices] = values else { unreachable!("three values") };
        vec![operand, indices, with_slice(b, counter, [operand, indices, slices])]
    })?;
    let mut b = Builder::new(module.computation_mut(owner), &gather.location);
    let results = turns.run(&mut b, &state);
    let value = simple.result(&mut b, results[2]);
    b.finish()?;
    Ok(Some(value))
}

/// The slices with the one that a row of the indices names.
fn with_slice(b: &mut Builder, row: InstructionId, [operand, indices, slices]: [InstructionId; 3]) -> InstructionId {
    let sizes = b.dims(slices)[1..].to_vec();
    let starts = start(b, indices, row, sizes.len());
    let slice = b.dynamic_slice(operand, &starts, &sizes);
    let slice = b.reshape(slice, &[&[1], &sizes[..]].concat());
    let places = first_place(b, row, sizes.len());
    b.dynamic_update_slice(slices, slice, &places)
}

/// The components of an index vector, and 0 along the other dimensions.
pub(super) fn start(b: &mut Builder, indices: InstructionId, row: InstructionId, rank: usize) -> Vec<InstructionId> {
    let components = b.dims(indices)[1];
    let zero = b.scalar_integer(b.element_type(row), 0);
    let vector = b.dynamic_slice(indices, &[row, zero], &[1, components]);
    let none = b.scalar_integer(b.element_type(indices), 0);
    let component = |dim| match dim < components {
        true => {
            let component = b.slice_dimension(vector, 1, dim, dim + 1);
            b.reshape(component, &[])
        }
        false => none,
    };
    (0..rank).map(component).collect()
}

/// The place of row `row`'s slice among the slices.
pub(super) fn first_place(b: &mut Builder, row: InstructionId, rank: usize) -> Vec<InstructionId> {
    let zero = b.scalar_integer(b.element_type(row), 0);
    std::iter::once(row).chain(std::iter::repeat_n(zero, rank)).collect()
}
