//! An order of execution that keeps memory low, for every computation that runs instruction by instruction.
//!
//! Two orders are tried: depth first from the operands, and greedy by the bytes that a step frees. The one with the
//! lower peak is taken. Instructions with effects stay in the program's order.

use super::Pass;
use super::buffers::{executed_computations, is_bitcast};
use super::effects::Effects;
use crate::hlo::{Computation, Diagnostics, InstructionId, Module, Op, Shape};

pub const PASS: Pass = Pass {
    name: "schedule",
    description: "Orders the instructions of executed computations so that little memory is live at a time.",
    run,
};

pub fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let effects = Effects::of(module);
    let mut changed = false;
    for id in executed_computations(module)? {
        let schedule = schedule(module.computation(id), &effects);
        let computation = module.computation_mut(id);
        changed |= computation.schedule.as_ref() != Some(&schedule);
        computation.schedule = Some(schedule);
    }
    Ok(changed)
}

/// The order of one computation.
pub(super) fn schedule(computation: &Computation, effects: &Effects) -> Vec<InstructionId> {
    let graph = Graph::of(computation, effects);
    let depth_first: Vec<usize> = (0..graph.order.len()).collect();
    let greedy = graph.greedy_order();
    let best = if graph.peak(&greedy) < graph.peak(&depth_first) { greedy } else { depth_first };
    best.into_iter().map(|step| graph.order[step]).collect()
}

/// A computation's instructions as steps, numbered depth first, and the buffers that they write and read.
pub(super) struct Graph {
    pub order: Vec<InstructionId>,
    /// Steps that must come before each one.
    pub before: Vec<Vec<usize>>,
    pub after: Vec<Vec<usize>>,
    /// Buffers that each step reads, each once.
    pub reads: Vec<Vec<usize>>,
    /// Buffers that each step writes.
    pub writes: Vec<Vec<usize>>,
    /// Bytes of each buffer.
    pub bytes: Vec<usize>,
    /// Steps that read each buffer; the computation's end counts as one for what it returns.
    pub readers: Vec<usize>,
}

impl Graph {
    pub fn of(computation: &Computation, effects: &Effects) -> Graph {
        let order = computation.post_order();
        let count = order.len();
        let mut graph = Graph {
            order,
            before: vec![Vec::new(); count],
            after: vec![Vec::new(); count],
            reads: vec![Vec::new(); count],
            writes: vec![Vec::new(); count],
            bytes: Vec::new(),
            readers: Vec::new(),
        };
        graph.add_edges(computation, effects);
        graph.add_buffers(computation);
        graph
    }

    fn add_edges(&mut self, computation: &Computation, effects: &Effects) {
        let mut step_of = vec![0; computation.id_bound()];
        let mut last_effect = None;
        for (step, &id) in self.order.iter().enumerate() {
            step_of[id.0 as usize] = step;
            let instruction = computation.get(id);
            let sources = instruction.operands().iter().chain(&instruction.control_predecessors);
            let mut before: Vec<usize> = sources.map(|source| step_of[source.0 as usize]).collect();
            if effects.has_effect(instruction) {
                before.extend(last_effect.replace(step));
            }
            before.sort_unstable();
            before.dedup();
            before.iter().for_each(|&b| self.after[b].push(step));
            self.before[step] = before;
        }
    }

    fn add_buffers(&mut self, computation: &Computation) {
        let mut held: Vec<Vec<usize>> = vec![Vec::new(); computation.id_bound()];
        for (step, &id) in self.order.clone().iter().enumerate() {
            held[id.0 as usize] = match forwarded(computation, id, &held) {
                Some(buffers) => buffers,
                None => self.performed(computation, step, id, &held),
            };
        }
        for buffer in self.reads.iter().flatten() {
            self.readers[*buffer] += 1;
        }
        for buffer in distinct(held[computation.root().0 as usize].iter().copied()) {
            self.readers[buffer] += 1;
        }
    }

    /// The buffers that an instruction holds which reads its operands' and writes some.
    fn performed(
        &mut self,
        computation: &Computation,
        step: usize,
        id: InstructionId,
        held: &[Vec<usize>],
    ) -> Vec<usize> {
        let operands = computation.operands(id).iter();
        self.reads[step] = distinct(operands.flat_map(|operand| held[operand.0 as usize].iter().copied()));
        if let Op::AsyncDone { .. } = computation.op(id) {
            let started = &held[computation.operand(id, 0).0 as usize];
            let results = computation.shape(id).leaves().len();
            return started[started.len().saturating_sub(results)..].to_vec();
        }
        self.writes[step] = self.new_buffers(computation, id);
        match computation.op(id) {
            // What is started reads its operands until it ends.
            Op::AsyncStart(_) => [&self.reads[step][..], &self.writes[step]].concat(),
            _ => self.writes[step].clone(),
        }
    }

    /// Arguments and constants are there anyway: they count nothing.
    fn new_buffers(&mut self, computation: &Computation, id: InstructionId) -> Vec<usize> {
        let is_free = matches!(computation.op(id), Op::Parameter { .. } | Op::Constant(_));
        let started = computation.get(id).started();
        let leaves = started.as_ref().map_or(computation.shape(id), |started| &started.shape).leaves();
        let first = self.bytes.len();
        self.bytes.extend(leaves.iter().map(|(_, leaf)| if is_free { 0 } else { leaf.byte_size() }));
        self.readers.resize(self.bytes.len(), 0);
        (first..self.bytes.len()).collect()
    }

    /// Most bytes that are live at a time.
    pub fn peak(&self, order: &[usize]) -> usize {
        let mut left = self.readers.clone();
        let (mut live, mut peak) = (0, 0);
        for &step in order {
            live += self.writes[step].iter().map(|&b| self.bytes[b]).sum::<usize>();
            peak = peak.max(live);
            for &buffer in &self.reads[step] {
                left[buffer] -= 1;
            }
            let done = self.reads[step].iter().chain(&self.writes[step]).filter(|&&b| left[b] == 0);
            live -= done.map(|&b| self.bytes[b]).sum::<usize>();
        }
        peak
    }

    /// Always takes the ready step that frees most and, of equal ones, the first.
    fn greedy_order(&self) -> Vec<usize> {
        let mut left = self.readers.clone();
        let mut waiting: Vec<usize> = self.before.iter().map(Vec::len).collect();
        let mut ready: Vec<usize> = (0..self.order.len()).filter(|&s| waiting[s] == 0).collect();
        let mut order = Vec::with_capacity(self.order.len());
        while let Some(at) = (0..ready.len()).max_by_key(|&i| (self.gain(ready[i], &left), std::cmp::Reverse(ready[i])))
        {
            let step = ready.swap_remove(at);
            self.reads[step].iter().for_each(|&b| left[b] -= 1);
            for &next in &self.after[step] {
                waiting[next] -= 1;
                if waiting[next] == 0 {
                    ready.push(next);
                }
            }
            order.push(step);
        }
        order
    }

    /// Bytes freed less bytes taken.
    pub fn gain(&self, step: usize, left: &[usize]) -> isize {
        let freed: usize = self.reads[step].iter().filter(|&&b| left[b] == 1).map(|&b| self.bytes[b]).sum();
        let taken: usize = self.writes[step].iter().map(|&b| self.bytes[b]).sum();
        freed as isize - taken as isize
    }
}

/// The buffers of an instruction that has none of its own.
fn forwarded(computation: &Computation, id: InstructionId, held: &[Vec<usize>]) -> Option<Vec<usize>> {
    let operand = |n: usize| &held[computation.operand(id, n).0 as usize];
    match computation.op(id) {
        Op::Tuple => Some(computation.operands(id).iter().flat_map(|o| held[o.0 as usize].clone()).collect()),
        Op::OptimizationBarrier | Op::AsyncUpdate => Some(operand(0).clone()),
        Op::GetTupleElement { index } => {
            let parts = computation.shape(computation.operand(id, 0)).as_tuple()?;
            let count = |shape: &Shape| shape.leaves().len();
            let start: usize = parts[..*index].iter().map(count).sum();
            Some(operand(0)[start..start + count(&parts[*index])].to_vec())
        }
        _ if is_bitcast(computation, id) => Some(operand(0).clone()),
        _ => None,
    }
}

fn distinct(buffers: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut all: Vec<usize> = buffers.collect();
    all.sort_unstable();
    all.dedup();
    all
}
