//! Maps: a call for each element.

use super::elements::{Callee, element, flat, splatted, with_element, zeros};
use crate::hlo::{Builder, ComputationId, Diagnostics, InstructionId, Module, Op, Shape};
use crate::passes::counted_loop::CountedLoop;

pub fn expand(
    module: &mut Module,
    owner: ComputationId,
    id: InstructionId,
) -> Result<Option<InstructionId>, Diagnostics> {
    let map = module.computation(owner).get(id).clone();
    let Op::Map { to_apply } = map.op else { return Ok(None) };
    let count = map.array().element_count();
    if count == 0 {
        return Ok(None);
    }
    let callee = Callee::new(to_apply, module.computation(to_apply));
    let mut b = Builder::new(module.computation_mut(owner), &map.location);
    let source = |&operand: &InstructionId| splatted(&mut b, operand).unwrap_or_else(|| flat(&mut b, operand));
    let mut state: Vec<InstructionId> = map.operands().iter().map(source).collect();
    state.push(zeros(&mut b, map.array().element_type, count));
    let shapes: Vec<Shape> = state.iter().map(|&value| b.shape(value).clone()).collect();
    b.finish()?;
    let turns = CountedLoop::add(module, "map", &map.location, count, &shapes, |b, place, values| {
        let Some((&results, inputs)) = values.split_last() else { return Vec::new() };
        let arguments: Vec<InstructionId> = inputs.iter().map(|&input| element(b, input, &[place])).collect();
        let result = callee.call(b, &arguments)[0];
        [inputs, &[with_element(b, results, place, result)]].concat()
    })?;
    let mut b = Builder::new(module.computation_mut(owner), &map.location);
    let results = turns.run(&mut b, &state);
    let value = b.reshape(results[state.len() - 1], &map.array().dims);
    b.finish()?;
    Ok(Some(value))
}
