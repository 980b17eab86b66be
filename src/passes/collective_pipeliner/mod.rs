//! `collective-pipeliner-backward`, `collective-pipeliner-forward`: exchanges of a loop that run beside another turn.
//!
//! What a turn exchanges and what it computes with that wait for each other. A loop that fetches in one turn what the
//! next one needs (backward), or stores a turn later what the last one has computed (forward), has the whole of a turn
//! to exchange beside. Devices that compute while they exchange are worth it; in one process they are not, so that no
//! pipeline here runs these passes.

mod backward;
mod forward;

pub(super) use backward::PASS as BACKWARD;
pub(super) use forward::PASS as FORWARD;

use super::control;
use super::effects::Effects;
use super::exchange::new_channel;
use super::while_loops::{Loop, TripCount, element_index};
use crate::hlo::{Computation, InstructionId, Module, Op, OpClass};

/// Instructions that are computed again for another turn, at most.
const MAX_INSTRUCTIONS: usize = 32;

/// Takes loops apart: `pipeline` says of each whether it did.
fn each_loop(module: &mut Module, pipeline: impl Fn(&mut Module, Loop, &TripCount) -> bool) -> bool {
    let mut changed = false;
    for owner in module.post_order() {
        for found in Loop::all_in(module, owner) {
            let turns = turns(module, &found);
            changed |= turns.is_some_and(|turns| pipeline(module, found, &turns));
        }
    }
    changed | (changed && module.remove_unreachable())
}

/// The turns of a loop that may be taken apart; none for others.
fn turns(module: &Module, found: &Loop) -> Option<TripCount> {
    let body = module.computation(found.body);
    let effects = Effects::of(module);
    let is_free = control::pinned(body).is_empty() && !body.ids().any(|id| effects.has_effect(body.get(id)));
    if !is_free || !found.is_there(module) || !found.is_result_taken_apart(module) {
        return None;
    }
    found.trip_count(module).filter(|turns| turns.count >= 2)
}

/// Whether a value follows from the number of the turn and what is the same in every turn, by few instructions.
fn follows_from_turn(body: &Computation, id: InstructionId, counter: usize, passed_through: &[bool]) -> bool {
    let mut left = MAX_INSTRUCTIONS;
    let mut work = vec![id];
    while let Some(next) = work.pop() {
        let known = match body.op(next).class() {
            OpClass::Leaf => !matches!(body.op(next), Op::Parameter { .. }),
            OpClass::Elementwise | OpClass::Movement | OpClass::Indexing => true,
            OpClass::Structure => match element_index(body, next) {
                Some(index) if index == counter || passed_through[index] => continue,
                Some(_) | None => false,
            },
            OpClass::Contraction | OpClass::Application | OpClass::Algorithm | OpClass::Control => false,
        };
        if !known || left == 0 {
            return false;
        }
        left -= 1;
        work.extend(body.operands(next));
    }
    true
}

/// Collectives of the body.
fn collectives(body: &Computation) -> Vec<InstructionId> {
    body.post_order().into_iter().filter(|&id| matches!(body.op(id), Op::Collective(_))).collect()
}

/// Gives a copy of a collective outside of its loop a channel of its own.
fn set_new_channel(module: &mut Module, found: &Loop, id: InstructionId) {
    let channel = new_channel(module);
    if let Op::Collective(op) = &mut module.computation_mut(found.owner).get_mut(id).op {
        op.channel_id = op.channel_id.map(|_| channel);
    }
}
