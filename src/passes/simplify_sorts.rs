//! `simplify-sorts`: drops operands of a sort that nothing reads and the comparator does not look at.
//!
//! Fewer values are moved. A sort along a dimension of at most one element is its operands.

use super::Pass;
use super::expand::expand_all;
use crate::hlo::{Builder, Computation, ComputationId, Diagnostics, Instruction, InstructionId, Module, Op};
use std::collections::HashMap;

pub const PASS: Pass = Pass {
    name: "simplify-sorts",
    description: "Drops operands of a sort that nothing reads and the comparator does not look at.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation(owner);
    let Op::Sort { dimension, comparator, .. } = *computation.op(id) else { return Ok(None) };
    let sort = computation.get(id).clone();
    if computation.get(sort.operands()[0]).array().dims[dimension] <= 1 {
        return in_order(module, owner, &sort).map(Some);
    }
    let read = read_elements(computation, id);
    let keys = key_operands(module.computation(comparator));
    let kept: Vec<usize> = (0..sort.operands().len()).filter(|i| read.contains(i) || keys.contains(i)).collect();
    if kept.len() == sort.operands().len() || kept.is_empty() {
        return Ok(None);
    }
    let comparator = module.add_computation(comparator_of(module.computation(comparator), &kept));
    narrowed(module, owner, &sort, &kept, comparator).map(Some)
}

/// The operands as they are.
fn in_order(module: &mut Module, owner: ComputationId, sort: &Instruction) -> Result<InstructionId, Diagnostics> {
    if let [operand] = sort.operands() {
        return Ok(*operand);
    }
    let mut b = Builder::new(module.computation_mut(owner), &sort.location);
    let value = b.tuple(sort.operands());
    b.finish()?;
    Ok(value)
}

/// Elements of a tuple that something reads: all, where something reads the tuple.
fn read_elements(computation: &Computation, id: InstructionId) -> Vec<usize> {
    let all = (0..computation.operands(id).len()).collect();
    if computation.root() == id {
        return all;
    }
    let index = |&user: &InstructionId| match *computation.op(user) {
        Op::GetTupleElement { index } => Some(index),
        _ => None,
    };
    computation.users(id).iter().map(index).collect::<Option<Vec<_>>>().unwrap_or(all)
}

/// Operands that a comparator looks at: those with a parameter in use.
fn key_operands(comparator: &Computation) -> Vec<usize> {
    let is_used = |id: InstructionId| !comparator.users(id).is_empty() || comparator.root() == id;
    let parameters = comparator.parameters().into_iter().enumerate();
    parameters.filter(|&(_, id)| is_used(id)).map(|(number, _)| number / 2).collect()
}

/// The comparator of these operands alone.
fn comparator_of(comparator: &Computation, kept: &[usize]) -> Computation {
    let mut narrow = Computation::new(comparator.name.clone());
    let mut copies: HashMap<InstructionId, InstructionId> = HashMap::new();
    for id in comparator.post_order() {
        let instruction = comparator.get(id);
        let mut operands = instruction.operands().iter().map(|operand| copies[operand]);
        let mut copy = instruction.with_operands(operands.by_ref().collect());
        if let Op::Parameter { number } = &mut copy.op {
            let Some(place) = kept.iter().position(|&operand| operand == *number / 2) else { continue };
            *number = 2 * place + *number % 2;
        }
        copies.insert(id, narrow.add(copy));
    }
    narrow.set_root(copies[&comparator.root()]);
    narrow
}

/// The sort of some operands, as a tuple with the others unsorted: nothing reads those.
fn narrowed(
    module: &mut Module,
    owner: ComputationId,
    sort: &Instruction,
    kept: &[usize],
    comparator: ComputationId,
) -> Result<InstructionId, Diagnostics> {
    let mut op = sort.op.clone();
    op.called_computations_mut().into_iter().for_each(|callee| *callee = comparator);
    let operands: Vec<InstructionId> = kept.iter().map(|&i| sort.operands()[i]).collect();
    let mut b = Builder::new(module.computation_mut(owner), &sort.location);
    let sorted = b.add(op, &operands, &sort.shape);
    let parts = if kept.len() == 1 { vec![sorted] } else { b.untuple(sorted) };
    let mut elements = sort.operands().to_vec();
    kept.iter().zip(parts).for_each(|(&i, part)| elements[i] = part);
    let value = b.tuple(&elements);
    b.finish()?;
    Ok(value)
}
