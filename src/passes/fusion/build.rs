//! From groups to fusion instructions.

use super::groups::{Group, Groups};
use super::reach::Reach;
use super::role::{Role, role};
use crate::hlo::{Computation, ComputationId, FusionKind, Instruction, InstructionId, Module, Op, Shape};
use crate::passes::control::pinned;
use std::collections::HashMap;

/// A group's computation and where it stands.
struct Fused {
    computation: Computation,
    inputs: Vec<InstructionId>,
    outputs: Vec<InstructionId>,
    kind: FusionKind,
}

/// Puts a fusion in the place of every group of more than one; says whether there was any.
pub fn build(module: &mut Module, id: ComputationId, groups: Groups) -> bool {
    let computation = module.computation(id);
    let order = computation.post_order();
    let several = groups.groups.iter().filter(|group| group.len() > 1);
    let fused: Vec<Fused> = several.map(|group| fuse(computation, &groups.reach, group)).collect();
    let changed = !fused.is_empty();
    let mut replaced = HashMap::new();
    for one in fused {
        replace(module, id, one, &mut replaced);
    }
    remove_dead(module.computation_mut(id), &order, replaced.into_values());
    changed
}

/// Copies a group's members into a computation of their own.
fn fuse(computation: &Computation, reach: &Reach, group: &Group) -> Fused {
    let mut body = Computation::new("fused_computation");
    let mut inputs = Vec::new();
    let mut copies: HashMap<InstructionId, InstructionId> = HashMap::new();
    for member in group.members(reach) {
        for &operand in computation.operands(member) {
            copies.entry(operand).or_insert_with(|| {
                inputs.push(operand);
                body.add_parameter(inputs.len() - 1, computation.shape(operand).clone(), &None)
            });
        }
        let operands: Vec<_> = computation.operands(member).iter().map(|operand| copies[operand]).collect();
        copies.insert(member, body.add(computation.get(member).with_operands(operands)));
    }
    let roots: Vec<InstructionId> = group.outputs.iter().map(|output| copies[output]).collect();
    match roots[..] {
        [root] => body.set_root(root),
        _ => {
            let shapes = roots.iter().map(|&root| body.shape(root).clone()).collect();
            body.add_root(Instruction::new(Op::Tuple, Shape::Tuple(shapes), roots));
        }
    }
    Fused { computation: body, inputs, outputs: group.outputs.clone(), kind: kind(computation, group) }
}

fn kind(computation: &Computation, group: &Group) -> FusionKind {
    let reduces = group.outputs.iter().any(|&output| role(computation, output) == Role::Reduction);
    match (group.contraction, reduces) {
        (Some(_), _) => FusionKind::Output,
        (None, true) => FusionKind::Input,
        (None, false) => FusionKind::Loop,
    }
}

/// Adds the fusion and makes what read the outputs read its results.
fn replace(module: &mut Module, id: ComputationId, fused: Fused, replaced: &mut HashMap<InstructionId, InstructionId>) {
    let shape = fused.computation.shape(fused.computation.root()).clone();
    let body = module.add_computation(fused.computation);
    let computation = module.computation_mut(id);
    let first = computation.get(fused.outputs[0]);
    let (location, name) = (first.location.clone(), format!("{}_fusion", first.op.name()));
    let operands: Vec<_> = fused.inputs.iter().map(|input| *replaced.get(input).unwrap_or(input)).collect();
    let op = Op::Fusion { kind: fused.kind, computation: body };
    let fusion = computation.add(Instruction::new(op, shape, operands).at(&location).named(name));
    for (index, &output) in fused.outputs.iter().enumerate() {
        let value = match fused.outputs.len() {
            1 => fusion,
            _ => {
                let element = Op::GetTupleElement { index };
                let shape = computation.shape(output).clone();
                computation.add(Instruction::new(element, shape, [fusion]).at(&location))
            }
        };
        computation.replace_all_uses(output, value);
        replaced.insert(output, value);
    }
}

/// Removes members that nothing outside of their fusions reads, and results that nothing reads.
fn remove_dead(computation: &mut Computation, order: &[InstructionId], results: impl Iterator<Item = InstructionId>) {
    let pinned = pinned(computation);
    let is_dead = |computation: &Computation, id| {
        computation.users(id).is_empty() && computation.root() != id && !pinned.contains(&id)
    };
    for &id in order.iter().rev() {
        if is_dead(computation, id) && role(computation, id) != Role::Alone {
            computation.remove(id);
        }
    }
    for id in results {
        if is_dead(computation, id) && matches!(computation.op(id), Op::GetTupleElement { .. }) {
            computation.remove(id);
        }
    }
}
