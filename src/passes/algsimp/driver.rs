//! Applies rules to the instructions of a computation from a worklist.

use super::rules;
use crate::hlo::{InstructionId, Op, focus_on};
use crate::passes::control;
use crate::passes::effects::Effects;
use crate::passes::graph::Graph;
use std::collections::{HashSet, VecDeque};
use std::ops::Range;

/// Rewrites until no rule applies; says whether anything changed.
pub(super) fn simplify(graph: &mut Graph, effects: &Effects) -> bool {
    let mut driver = Driver { pinned: control::pinned(graph), effects, work: Worklist::default() };
    for id in graph.post_order() {
        driver.work.push(id);
    }
    let mut changed = false;
    // Every rule makes progress by a measure of its own; the bound is for a pair of rules that undo each other.
    for _ in 0..graph.len() * 32 + 1024 {
        let Some(id) = driver.work.pop() else { break };
        if graph.contains(id) && driver.may_change(graph, id) {
            changed |= driver.visit(graph, id);
        }
    }
    changed
}

struct Driver<'e> {
    pinned: HashSet<InstructionId>,
    effects: &'e Effects,
    work: Worklist,
}

impl Driver<'_> {
    fn may_change(&self, graph: &Graph, id: InstructionId) -> bool {
        !self.pinned.contains(&id) && !self.effects.has_effect(graph.get(id))
    }

    fn visit(&mut self, graph: &mut Graph, id: InstructionId) -> bool {
        if self.is_dead(graph, id) {
            self.remove_dead(graph, id);
            return true;
        }
        focus_on(graph.get(id));
        rules(graph, id).iter().copied().flatten().any(|rule| {
            let first_new = graph.id_bound() as u32;
            graph.location = graph.get(id).location.clone();
            let replacement = rule(graph, id);
            let new = first_new..graph.id_bound() as u32;
            let useful = replacement.filter(|&value| value != id && graph.shape(value) == graph.shape(id));
            match useful {
                Some(value) => self.put_in_place(graph, id, value, new),
                None => discard(graph, new),
            }
            useful.is_some()
        })
    }

    /// Makes `value` what users of `id` read, and queues everything around that a rule may now apply to.
    fn put_in_place(&mut self, graph: &mut Graph, id: InstructionId, value: InstructionId, new: Range<u32>) {
        let around = [&[value], graph.users(id), graph.operands(id)].concat();
        graph.computation.replace_all_uses(id, value);
        new.map(InstructionId).chain(around).for_each(|id| self.work.push(id));
        self.remove_dead(graph, id);
    }

    fn is_dead(&self, graph: &Graph, id: InstructionId) -> bool {
        let is_parameter = matches!(graph.op(id), Op::Parameter { .. });
        graph.users(id).is_empty() && graph.root() != id && !is_parameter && self.may_change(graph, id)
    }

    /// Removes an instruction if it is dead, and then those of its operands that only it kept alive.
    fn remove_dead(&mut self, graph: &mut Graph, id: InstructionId) {
        let mut doubtful = vec![id];
        while let Some(id) = doubtful.pop() {
            if graph.contains(id) && self.is_dead(graph, id) {
                doubtful.extend(graph.operands(id));
                graph.computation.remove(id);
            }
        }
    }
}

/// Removes what a rule built and then did not use.
fn discard(graph: &mut Graph, new: Range<u32>) {
    for id in new.rev().map(InstructionId) {
        graph.computation.remove(id);
    }
}

/// Instructions to visit, first in, first out, each at most once at a time.
#[derive(Default)]
struct Worklist {
    queue: VecDeque<InstructionId>,
    queued: HashSet<InstructionId>,
}

impl Worklist {
    fn push(&mut self, id: InstructionId) {
        if self.queued.insert(id) {
            self.queue.push_back(id);
        }
    }

    fn pop(&mut self) -> Option<InstructionId> {
        let id = self.queue.pop_front()?;
        self.queued.remove(&id);
        Some(id)
    }
}
