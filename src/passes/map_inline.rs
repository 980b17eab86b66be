//! `map-inline`: writes a map out as the elementwise operations of its computation.
//!
//! A map whose computation does more than elementwise arithmetic stays.

use super::graph::{Graph, edit};
use super::{Pass, control};
use crate::hlo::{ArrayShape, Computation, Diagnostics, Instruction, InstructionId, Module, Op, OpClass};
use std::collections::HashMap;

pub const PASS: Pass =
    Pass { name: "map-inline", description: "Writes a map out as the elementwise operations of its computation.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in module.post_order() {
        changed |= edit(module, id, inline_maps);
    }
    Ok(changed | module.remove_unreachable())
}

fn inline_maps(graph: &mut Graph) -> bool {
    let pinned = control::pinned(graph);
    let mut changed = false;
    for id in graph.post_order() {
        let Op::Map { to_apply } = *graph.op(id) else { continue };
        let module = graph.module;
        let mapped = module.computation(to_apply);
        if pinned.contains(&id) || !mapped.ids().all(|i| is_elementwise(mapped.get(i))) {
            continue;
        }
        graph.location = graph.get(id).location.clone();
        let value = write_out(graph, id, mapped);
        graph.replace(id, value);
        changed = true;
    }
    changed
}

fn write_out(graph: &mut Graph, map: InstructionId, mapped: &Computation) -> InstructionId {
    let dims = graph.dims(map).to_vec();
    let arguments = graph.operands(map).to_vec();
    let mut values: HashMap<InstructionId, InstructionId> = HashMap::new();
    for id in mapped.post_order() {
        let instruction = mapped.get(id);
        let shape = ArrayShape::new(instruction.array().element_type, dims.clone());
        let value = match &instruction.op {
            Op::Parameter { number } => arguments[*number],
            Op::Constant(literal) => {
                let scalar = graph.constant(literal.expect_array().clone());
                graph.broadcast_scalar(scalar, &shape)
            }
            op => {
                let operands: Vec<InstructionId> = instruction.operands().iter().map(|o| values[o]).collect();
                graph.add(op.clone(), shape, &operands)
            }
        };
        values.insert(id, value);
    }
    values[&mapped.root()]
}

/// A scalar that is computed element by element.
fn is_elementwise(instruction: &Instruction) -> bool {
    let is_scalar = instruction.shape.as_array().is_some_and(ArrayShape::is_scalar);
    let has_form = match instruction.op.class() {
        OpClass::Elementwise => true,
        OpClass::Leaf => !matches!(instruction.op, Op::Iota { .. }),
        OpClass::Movement => matches!(instruction.op, Op::BitcastConvert),
        OpClass::Indexing
        | OpClass::Contraction
        | OpClass::Application
        | OpClass::Algorithm
        | OpClass::Structure
        | OpClass::Control => false,
    };
    is_scalar && has_form
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::BinaryOp;
    use crate::passes::testing::{check_module, define, empty};

    fn map_of(build: impl FnOnce(&mut Graph) -> InstructionId, expected: &str) {
        let mut module = empty();
        let to_apply = define(&mut module, "mapped", build);
        let main = define(&mut module, "main", |g| {
            let x = g.f32(0, &[3]);
            let shape = g.shape(x).clone();
            g.add(Op::Map { to_apply }, shape, &[x])
        });
        module.set_entry(main);
        check_module(&PASS, module, expected);
    }

    #[test]
    fn arithmetic() {
        let double = |g: &mut Graph| {
            let (x, two) = (g.f32(0, &[]), g.constant_f32(2.0));
            g.binary(BinaryOp::Multiply, x, two)
        };
        map_of(double, "multiply(Arg_0, broadcast[]f32[3](2))");
    }

    #[test]
    fn anything_else_stays() {
        let through_vector = |g: &mut Graph| {
            let x = g.f32(0, &[]);
            let vector = g.broadcast(x, vec![], vec![2]);
            let one = g.slice(vector, vec![0], vec![1], vec![1]);
            g.reshape(one, [])
        };
        map_of(through_vector, "map(Arg_0)");
    }
}
