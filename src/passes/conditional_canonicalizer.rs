//! `conditional-canonicalizer`: lets every conditional return a tuple.
//!
//! Passes that look into tuples then need no second case for a lone value. Ours know both, so that the pipeline `cpu`
//! leaves this pass out.

use super::Pass;
use super::expand::expand_all;
use crate::hlo::infer::ProgramShape;
use crate::hlo::{Builder, ComputationId, Diagnostics, InstructionId, Module, Op, Shape};

pub const PASS: Pass =
    Pass { name: "conditional-canonicalizer", description: "Lets every conditional return a tuple.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let instruction = module.computation(owner).get(id).clone();
    let Op::Conditional { branches } = &instruction.op else { return Ok(None) };
    if matches!(instruction.shape, Shape::Tuple(_)) {
        return Ok(None);
    }
    let branches = branches.iter().map(|&branch| in_tuple(module, branch)).collect::<Result<Vec<_>, _>>()?;
    let shapes: Vec<ProgramShape> = branches.iter().map(|&b| ProgramShape::of(module.computation(b))).collect();
    let mut b = Builder::new(module.computation_mut(owner), &instruction.location);
    let (index, operands) = (instruction.operands()[0], &instruction.operands()[1..]);
    let tuple = b.conditional(index, &branches, &shapes, operands);
    let value = b.get_tuple_element(tuple, 0);
    b.finish()?;
    Ok(Some(value))
}

/// A copy of a branch whose result is alone in a tuple: others may call the branch as it is.
fn in_tuple(module: &mut Module, branch: ComputationId) -> Result<ComputationId, Diagnostics> {
    let copy = module.clone_computation(branch);
    let computation = module.computation_mut(copy);
    let root = computation.root();
    let location = computation.get(root).location.clone();
    let mut b = Builder::new(computation, &location);
    let tuple = b.tuple(&[root]);
    b.finish_with_root(tuple)?;
    Ok(copy)
}
