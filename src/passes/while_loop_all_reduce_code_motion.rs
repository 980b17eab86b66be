//! `while-loop-all-reduce-code-motion`: a loop that adds up sums over devices adds up, and is exchanged once after it.
//!
//! `for … { s += all-reduce(x) }` becomes `t = -0; for … { t += x }; s += all-reduce(t)`, where the loop reads `s` for
//! nothing else. It holds for loops that run zero times, too: -0 is what no float, and no zero's sign, changes by. Of
//! floats that is another order of the same sum.

use super::exchange::own_reduction;
use super::graph::{Graph, edit};
use super::scalar::Scalar;
use super::while_loops::{Loop, element_index};
use super::{Pass, control, provenance};
use crate::hlo::{
    BinaryOp, CollectiveKind, Computation, Diagnostics, ElementType, Instruction, InstructionId, Module, Op,
};

pub const PASS: Pass = Pass {
    name: "while-loop-all-reduce-code-motion",
    description: "Moves all-reduces whose results a loop adds up behind the loop.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for owner in module.post_order() {
        for found in Loop::all_in(module, owner) {
            let sums = if found.is_there(module) { sums(module, &found) } else { Vec::new() };
            if !sums.is_empty() {
                move_out(module, found, &sums);
                changed = true;
            }
        }
    }
    Ok(changed | (changed && module.remove_unreachable()))
}

/// A state element to which the body adds an all-reduce.
struct Sum {
    index: usize,
    add: InstructionId,
    all_reduce: InstructionId,
}

fn sums(module: &mut Module, found: &Loop) -> Vec<Sum> {
    if !found.is_result_taken_apart(module) {
        return Vec::new();
    }
    let read = found.elements_of_condition(module);
    let count = found.init(module).len();
    edit(module, found.body, |body| {
        let pinned = control::pinned(body);
        let all = (0..count).filter(|index| !read.contains(index)).filter_map(|index| sum(body, index));
        all.filter(|sum| !pinned.contains(&sum.all_reduce) && !pinned.contains(&sum.add)).collect()
    })
}

fn sum(body: &Graph, index: usize) -> Option<Sum> {
    let root = body.root();
    let add = body.operand(root, index);
    let [x, y] = body.as_binary(add, BinaryOp::Add)?;
    let (state, all_reduce) = if element_index(body, x) == Some(index) { (x, y) } else { (y, x) };
    let is_own = |id: InstructionId| element_index(body, id) == Some(index);
    let is_read_once = body.ids().filter(|&id| is_own(id)).all(|id| body.users(id) == [add]);
    let is_summed_once = body.operands(root).iter().filter(|&&next| next == add).count() == 1;
    let fits = is_own(state) && state != all_reduce && is_read_once && is_summed_once;
    if !fits || body.users(add) != [root] || body.users(all_reduce) != [add] || !is_sum(body, all_reduce) {
        return None;
    }
    Some(Sum { index, add, all_reduce })
}

fn is_sum(body: &Graph, id: InstructionId) -> bool {
    let Op::Collective(op) = body.op(id) else { return false };
    matches!(op.kind, CollectiveKind::AllReduce { .. })
        && own_reduction(body, id) == Some(BinaryOp::Add)
        && nothing(body.element_type(id)).is_some()
}

/// What changes no number that it is added to; none for types whose numbers passes do not write.
fn nothing(element_type: ElementType) -> Option<Scalar> {
    let zero = if element_type.is_float() { Scalar::Float(-0.0) } else { Scalar::Integer(0) };
    let is_number = element_type != ElementType::Pred && zero.to_bytes(element_type).is_some();
    is_number.then_some(zero)
}

fn move_out(module: &mut Module, found: Loop, sums: &[Sum]) {
    let own = found.with_own_computations(module);
    let body = module.computation_mut(own.body);
    let moved: Vec<Instruction> = sums.iter().map(|sum| take_out(body, sum)).collect();
    edit(module, own.owner, |graph| {
        let former = graph.operand(own.instruction, 0);
        let init = graph.operands(former).to_vec();
        start_from_nothing(graph, own.instruction, sums);
        for (sum, all_reduce) in sums.iter().zip(&moved) {
            exchange_after(graph, own.instruction, sum.index, init[sum.index], all_reduce);
        }
        if graph.users(former).is_empty() {
            graph.computation.remove(former);
        }
    });
}

/// Adds the operand of the all-reduce instead; gives the all-reduce.
fn take_out(body: &mut Computation, sum: &Sum) -> Instruction {
    let operand = body.operand(sum.all_reduce, 0);
    let place = body.operands(sum.add).iter().position(|&id| id == sum.all_reduce);
    body.replace_operand(sum.add, place.expect("found as an operand"), operand);
    let all_reduce = body.get(sum.all_reduce).clone();
    body.remove(sum.all_reduce);
    all_reduce
}

fn start_from_nothing(graph: &mut Graph, instruction: InstructionId, sums: &[Sum]) {
    graph.location = graph.get(instruction).location.clone();
    let mut init = graph.operands(graph.operand(instruction, 0)).to_vec();
    for sum in sums {
        let array = graph.array(init[sum.index]).clone();
        let nothing = nothing(array.element_type).and_then(|zero| graph.splat_of(&array, zero));
        init[sum.index] = nothing.expect("a type whose numbers can be written");
    }
    let init = graph.tuple(&init);
    graph.computation.replace_operand(instruction, 0, init);
}

/// What reads the element reads what it was before the loop, and what all devices have added.
fn exchange_after(
    graph: &mut Graph,
    instruction: InstructionId,
    index: usize,
    init: InstructionId,
    all_reduce: &Instruction,
) {
    let is_it = |graph: &Graph, id| matches!(graph.op(id), Op::GetTupleElement { index: i } if *i == index);
    let readers: Vec<InstructionId> = graph.users(instruction).iter().copied().filter(|&id| is_it(graph, id)).collect();
    graph.location = all_reduce.location.clone();
    let own = graph.element(instruction, index);
    let all = graph.computation.add(all_reduce.with_operands(vec![own]));
    provenance::note_names(graph, all, &[all_reduce.name().clone()]);
    let total = graph.binary(BinaryOp::Add, init, all);
    readers.into_iter().for_each(|reader| graph.replace(reader, total));
}
