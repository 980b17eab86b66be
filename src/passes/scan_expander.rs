//! `scan_expander`: makes a scan a loop that cuts a slice out of each input, calls the computation, and writes its outputs.

use super::Pass;
use super::expand::expand_all;
use crate::hlo::{Builder, ComputationId, Diagnostics, ElementType, InstructionId, Module, Op, ScanLoop, Shape};

pub const PASS: Pass =
    Pass { name: "scan_expander", description: "Makes a scan a loop over slices of its inputs.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let instruction = module.computation(owner).get(id);
    let Op::Scan { dimension, carries, is_reverse, to_apply, .. } = instruction.op else { return Ok(None) };
    let instruction = instruction.clone();
    let (inputs, initial) = instruction.operands().split_at(instruction.operands().len() - carries);
    let results = instruction.shape.as_tuple().unwrap_or(std::slice::from_ref(&instruction.shape));
    let outputs = &results[..results.len() - carries];
    let mut b = Builder::new(module.computation_mut(owner), &instruction.location);
    let steps = b.dims(inputs[0])[dimension];
    let mut state = vec![b.scalar_integer(ElementType::S32, 0)];
    state.extend(inputs);
    for output in outputs {
        let array = output.expect_array();
        let zero = b.scalar_integer(array.element_type, 0);
        state.push(b.splat(zero, &array.dims));
    }
    state.extend(initial);
    let init = b.tuple(&state);
    let state = b.shape(init).clone();
    b.finish()?;
    let (inputs, outputs) = (inputs.len(), outputs.len());
    let scan = ScanLoop { dimension, steps, is_reverse, inputs, outputs, carries, state, body: to_apply };
    let parts = scan.add_to(module, &instruction.location)?;
    let mut b = Builder::new(module.computation_mut(owner), &instruction.location);
    let values = scan.results(&mut b, init, parts);
    let value = if matches!(instruction.shape, Shape::Tuple(_)) { b.tuple(&values) } else { values[0] };
    b.finish()?;
    Ok(Some(value))
}
