//! What a turn needs is fetched during the turn before: gathered weights, mostly.
//!
//! `for i { w = all-gather(slice(W, i)); x = f(x, w) }` becomes
//! `w = all-gather(slice(W, 0)); for i … n-1 { x = f(x, w); w = all-gather(slice(W, i+1)) }; x = f(x, w)`. The operand has
//! to follow from the number of the turn and from what every turn has alike.

use super::super::dce::remove_dead;
use super::super::effects::Effects;
use super::super::graph::{Graph, edit};
use super::super::inline::inline;
use super::super::while_loops::{Loop, TripCount, copy_value};
use super::super::{Pass, provenance};
use super::{collectives, each_loop, follows_from_turn, set_new_channel};
use crate::hlo::{
    ArrayLiteral, ComparisonDirection, ComparisonOrder, Computation, Diagnostics, InstructionId, Module, Op, Shape,
};
use std::collections::HashMap;

pub const PASS: Pass = Pass {
    name: "collective-pipeliner-backward",
    description: "Exchanges what a turn of a loop needs during the turn before.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    Ok(each_loop(module, |module, found, turns| {
        let ahead = ahead(module, &found, turns);
        if ahead.is_empty() {
            return false;
        }
        pipeline(module, found, turns, &ahead);
        true
    }))
}

/// Collectives that can be performed a turn earlier. One that only the next turn reads is early enough.
fn ahead(module: &Module, found: &Loop, turns: &TripCount) -> Vec<InstructionId> {
    let body = module.computation(found.body);
    let passed_through = found.passed_through(module);
    let follows = |&operand: &InstructionId| follows_from_turn(body, operand, turns.index, &passed_through);
    let is_array = |id: InstructionId| matches!(body.shape(id), Shape::Array(_));
    let is_ahead = |&id: &InstructionId| {
        is_array(id) && body.operands(id).iter().all(follows) && body.users(id).iter().any(|&user| user != body.root())
    };
    collectives(body).into_iter().filter(is_ahead).collect()
}

fn pipeline(module: &mut Module, found: Loop, turns: &TripCount, ahead: &[InstructionId]) {
    let own = found.with_own_computations(module);
    let first = before_the_loop(module, &own, ahead);
    let count = own.init(module).len();
    let elements = own.add_invariants(module, &first);
    let body = module.computation_mut(own.body);
    for (&id, &element) in ahead.iter().zip(&elements) {
        body.replace_all_uses(id, element);
    }
    let mut last = body.clone();
    remove_dead(&mut last, &Effects::of(module));
    edit(module, own.body, |graph| fetch_for_next(graph, ahead, count));
    edit(module, own.condition, |graph| end_a_turn_earlier(graph, turns));
    take_last_turn(module.computation_mut(own.owner), own.instruction, &last);
}

/// What the first turn needs.
fn before_the_loop(module: &mut Module, own: &Loop, ahead: &[InstructionId]) -> Vec<InstructionId> {
    let body = module.computation(own.body).clone();
    let init = own.init(module).to_vec();
    let mut copies = HashMap::new();
    let mut first = Vec::new();
    for &id in ahead {
        let copy = copy_value(module.computation_mut(own.owner), &body, &init, id, &mut copies);
        set_new_channel(module, own, copy);
        let name = body.get(id).name().clone();
        edit(module, own.owner, |graph| provenance::note_names(graph, copy, &[name]));
        first.push(copy);
    }
    first
}

/// The collectives once more, for the state that the next turn finds; they are its elements from `first` on.
fn fetch_for_next(graph: &mut Graph, ahead: &[InstructionId], first: usize) {
    let (body, root) = (graph.computation.clone(), graph.root());
    let next = graph.operands(root).to_vec();
    let mut copies = HashMap::new();
    for (place, &id) in ahead.iter().enumerate() {
        let value = copy_value(graph.computation, &body, &next, id, &mut copies);
        provenance::note(graph, value, &[id]);
        graph.computation.replace_operand(root, first + place, value);
    }
    ahead.iter().for_each(|&id| graph.computation.remove(id));
}

fn end_a_turn_earlier(graph: &mut Graph, turns: &TripCount) {
    let parameter = graph.parameters()[0];
    let counter = graph.element(parameter, turns.index);
    let last = turns.init + (turns.count - 1) * turns.step;
    let last = i64::try_from(last).expect("a counter of at most 64 bits");
    let last = graph.constant(ArrayLiteral::scalar_integer(graph.element_type(counter), last));
    let direction = if turns.step > 0 { ComparisonDirection::Lt } else { ComparisonDirection::Gt };
    let less = graph.compare(direction, ComparisonOrder::Partial, counter, last);
    let former = graph.root();
    graph.computation.set_root(less);
    if graph.users(former).is_empty() {
        graph.computation.remove(former);
    }
}

/// The last turn after the loop, for all who read the loop's result.
fn take_last_turn(owner: &mut Computation, instruction: InstructionId, last: &Computation) {
    let readers = owner.users(instruction).to_vec();
    let result = inline(owner, last, &[instruction]);
    for reader in readers {
        let Op::GetTupleElement { index } = *owner.op(reader) else { continue };
        let value = owner.operand(result, index);
        owner.replace_all_uses(reader, value);
        owner.remove(reader);
    }
    if owner.users(result).is_empty() {
        owner.remove(result);
    }
}
