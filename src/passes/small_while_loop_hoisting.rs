//! `small-while-loop-hoisting`: puts loops over little memory in a function of their own.
//!
//! There XLA compiles the loop as one piece. Native code makes kernels of small loops where they stand, so that the
//! pipeline `cpu` leaves this pass out.

use super::Pass;
use super::expand::expand_all;
use crate::hlo::infer::ProgramShape;
use crate::hlo::{Builder, Computation, ComputationId, Diagnostics, InstructionId, Module, Op};

pub const PASS: Pass = Pass {
    name: "small-while-loop-hoisting",
    description: "Puts loops over little memory in a function of their own.",
    run,
};

/// Bytes of a small loop's state.
const SMALL: usize = 1024;

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation(owner);
    let instruction = computation.get(id).clone();
    let Op::While { condition, body } = instruction.op else { return Ok(None) };
    if instruction.shape.byte_size() > SMALL || is_alone(computation, id) {
        return Ok(None);
    }
    let mut function = Computation::new("while_loop");
    let mut b = Builder::new(&mut function, &instruction.location);
    let state = b.parameter(0, instruction.shape.clone());
    let root = b.while_loop(state, condition, body);
    b.computation().get_mut(root).backend_config = instruction.backend_config.clone();
    b.finish_with_root(root)?;
    let callee = ProgramShape::of(&function);
    let to_apply = module.add_computation(function);
    let mut b = Builder::new(module.computation_mut(owner), &instruction.location);
    let value = b.call(to_apply, &callee, instruction.operands());
    b.finish()?;
    Ok(Some(value))
}

/// Whether a loop is all that its computation does.
fn is_alone(computation: &Computation, id: InstructionId) -> bool {
    computation.root() == id && computation.len() == 2
}
