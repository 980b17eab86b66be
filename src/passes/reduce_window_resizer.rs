//! `reduce-window-resizer`: gives windows over one dimension a second one, of size 1.
//!
//! For emitters that know windows over planes only. Ours know all, so that the pipeline `cpu` leaves this pass out.

use super::Pass;
use super::expand::expand_all;
use crate::hlo::{Builder, ComputationId, Diagnostics, InstructionId, Module, Op, Shape, WindowDimension};

pub const PASS: Pass = Pass {
    name: "reduce-window-resizer",
    description: "Gives windows over one dimension a second one, of size 1.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation_mut(owner);
    let instruction = computation.get(id).clone();
    let Op::ReduceWindow { window, to_apply } = &instruction.op else { return Ok(None) };
    let &[along] = &window[..] else { return Ok(None) };
    let (inputs, inits) = instruction.operands().split_at(instruction.operands().len() / 2);
    let mut b = Builder::new(computation, &instruction.location);
    let planes: Vec<InstructionId> = inputs.iter().map(|&input| as_plane(&mut b, input)).collect();
    let op = Op::ReduceWindow { window: vec![along, WindowDimension::of_size(1)], to_apply: *to_apply };
    let reduced = b.add(op, &[&planes, inits].concat(), &Shape::Token);
    let value = match &instruction.shape {
        Shape::Tuple(_) => {
            let lines: Vec<InstructionId> = b.untuple(reduced).into_iter().map(|p| as_line(&mut b, p)).collect();
            b.tuple(&lines)
        }
        Shape::Array(_) | Shape::Token => as_line(&mut b, reduced),
    };
    b.finish()?;
    Ok(Some(value))
}

fn as_plane(b: &mut Builder, line: InstructionId) -> InstructionId {
    let dims = [b.dims(line), vec![1]].concat();
    b.reshape(line, &dims)
}

fn as_line(b: &mut Builder, plane: InstructionId) -> InstructionId {
    let mut dims = b.dims(plane);
    dims.pop();
    b.reshape(plane, &dims)
}
