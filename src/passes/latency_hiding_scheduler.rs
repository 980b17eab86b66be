//! `latency-hiding-scheduler`: an order of execution in which instructions run while collectives are under way.
//!
//! The order is made forwards, along the clock of the cost model. What starts a collective is taken as soon as it can be,
//! what waits for one once that is done or nothing else is left to do; of all others the one behind which the longest
//! way lies, where a collective counts with the whole of its time; or, in a second order, before that what a collective
//! on idle links waits for. A step that would have more bytes live than the model's limit is put off for as long as there
//! is another. Of these two and the order that keeps memory low the fastest within the limit is taken; for computations
//! that start nothing the last.

use super::Pass;
use super::buffers::executed_computations;
use super::cost_model::{Clock, CostModel, Estimates, Timeline};
use super::effects::Effects;
use super::schedule::{self, Graph};
use crate::hlo::{Computation, Diagnostics, InstructionId, Module, Op};

pub const PASS: Pass = Pass {
    name: "latency-hiding-scheduler",
    description: "Orders instructions so that they run while collectives are under way, by the cost model (--cost-model).",
    run: |module| run(module, &CostModel::default()),
};

pub fn run(module: &mut Module, model: &CostModel) -> Result<bool, Diagnostics> {
    let effects = Effects::of(module);
    let mut schedules = Vec::new();
    let mut estimates = Estimates::new(module, model);
    for id in executed_computations(module)? {
        let computation = module.computation(id);
        let order = order(computation, &effects, &estimates);
        estimates.set_run(id, Timeline::of(computation, &order, &estimates).seconds);
        schedules.push((id, order));
    }
    let mut changed = false;
    for (id, order) in schedules {
        let computation = module.computation_mut(id);
        changed |= computation.schedule.as_ref() != Some(&order);
        computation.schedule = Some(order);
    }
    Ok(changed)
}

fn order(computation: &Computation, effects: &Effects, estimates: &Estimates) -> Vec<InstructionId> {
    let saving = schedule::schedule(computation, effects);
    if !computation.is_asynchronous() {
        return saving;
    }
    let graph = Graph::of(computation, effects);
    let limit = estimates.model.memory_limit_bytes.map_or(usize::MAX, |bytes| bytes as usize);
    let seconds = |order: &[InstructionId]| Timeline::of(computation, order, estimates).seconds;
    let mut best = (seconds(&saving), saving);
    for rule in [Rule::LongestWay, Rule::LinksFirst] {
        let steps = Scheduler::new(computation, &graph, estimates, limit, rule).order();
        let order: Vec<InstructionId> = steps.iter().map(|&step| graph.order[step]).collect();
        let seconds = seconds(&order);
        if graph.peak(&steps) <= limit && seconds < best.0 {
            best = (seconds, order);
        }
    }
    best.1
}

/// What is taken first of steps that compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    LongestWay,
    /// What a collective waits for while nothing is on the links, then the longest way.
    LinksFirst,
}

/// What a step is to the scheduler, the first to be taken first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Urgency {
    /// Waits for what is still under way.
    Waits,
    Computes,
    /// As [`Urgency::Computes`], and a start waits for it that could begin at once.
    Feeds,
    /// Takes no time: what starts something, what waits for what is done, what only ties values together.
    Free,
}

struct Scheduler<'g> {
    computation: &'g Computation,
    graph: &'g Graph,
    /// Seconds of each step on the device; of a start those until its end.
    seconds: Vec<f64>,
    /// Seconds from the beginning of each step to the end of all that waits for it.
    way: Vec<f64>,
    limit: usize,
    rule: Rule,
    clock: Clock<'g>,
    live: usize,
    /// Readers of each buffer that are yet to come.
    left: Vec<usize>,
}

impl<'g> Scheduler<'g> {
    fn new(
        computation: &'g Computation,
        graph: &'g Graph,
        estimates: &'g Estimates,
        limit: usize,
        rule: Rule,
    ) -> Scheduler<'g> {
        let seconds = graph.order.iter().map(|&id| match computation.op(id) {
            Op::AsyncStart(_) => estimates.flight(computation, id),
            _ => estimates.seconds(computation, id),
        });
        let seconds: Vec<f64> = seconds.collect();
        let mut way = seconds.clone();
        for step in (0..way.len()).rev() {
            way[step] += graph.after[step].iter().map(|&next| way[next]).fold(0.0, f64::max);
        }
        Scheduler {
            computation,
            graph,
            seconds,
            way,
            limit,
            rule,
            clock: Clock::new(computation, estimates),
            live: 0,
            left: graph.readers.clone(),
        }
    }

    fn order(mut self) -> Vec<usize> {
        let mut waiting: Vec<usize> = self.graph.before.iter().map(Vec::len).collect();
        let mut ready: Vec<usize> = (0..waiting.len()).filter(|&step| waiting[step] == 0).collect();
        let mut order = Vec::with_capacity(waiting.len());
        while let Some(at) = self.best(&ready) {
            let step = ready.swap_remove(at);
            self.take(step);
            for &next in &self.graph.after[step] {
                waiting[next] -= 1;
                if waiting[next] == 0 {
                    ready.push(next);
                }
            }
            order.push(step);
        }
        order
    }

    /// Of the ready steps that fit in memory the most urgent; where none fits, the one that frees most.
    fn best(&self, ready: &[usize]) -> Option<usize> {
        let fitting = (0..ready.len()).filter(|&at| self.fits(ready[at]));
        let most_urgent = fitting.max_by(|&a, &b| self.compare(ready[a], ready[b]));
        most_urgent.or_else(|| (0..ready.len()).max_by_key(|&at| self.graph.gain(ready[at], &self.left)))
    }

    fn fits(&self, step: usize) -> bool {
        let written: usize = self.graph.writes[step].iter().map(|&buffer| self.graph.bytes[buffer]).sum();
        written == 0 || self.live + written <= self.limit
    }

    fn compare(&self, a: usize, b: usize) -> std::cmp::Ordering {
        let (urgency_a, urgency_b) = (self.urgency(a), self.urgency(b));
        let by_way = self.way[a].total_cmp(&self.way[b]);
        // What ends first is waited for first.
        let by_end = match urgency_a {
            Urgency::Waits => self.rest(b).total_cmp(&self.rest(a)),
            Urgency::Computes | Urgency::Feeds | Urgency::Free => std::cmp::Ordering::Equal,
        };
        urgency_a.cmp(&urgency_b).then(by_end).then(by_way).then(b.cmp(&a))
    }

    fn urgency(&self, step: usize) -> Urgency {
        match self.computation.op(self.graph.order[step]) {
            Op::AsyncStart(_) => Urgency::Free,
            Op::AsyncDone { .. } if self.rest(step) > 0.0 => Urgency::Waits,
            _ if self.seconds[step] == 0.0 => Urgency::Free,
            _ if self.rule == Rule::LinksFirst && self.clock.has_idle_links() && self.feeds_start(step) => {
                Urgency::Feeds
            }
            _ => Urgency::Computes,
        }
    }

    fn feeds_start(&self, step: usize) -> bool {
        self.graph.after[step]
            .iter()
            .any(|&next| matches!(self.computation.op(self.graph.order[next]), Op::AsyncStart(_)))
    }

    /// Seconds until what a step waits for is done.
    fn rest(&self, step: usize) -> f64 {
        self.clock.rest_of(self.graph.order[step])
    }

    fn take(&mut self, step: usize) {
        self.clock.step(self.graph.order[step]);
        self.live += self.graph.writes[step].iter().map(|&buffer| self.graph.bytes[buffer]).sum::<usize>();
        for &buffer in &self.graph.reads[step] {
            self.left[buffer] -= 1;
        }
        let touched = self.graph.reads[step].iter().chain(&self.graph.writes[step]);
        let freed = touched.filter(|&&buffer| self.left[buffer] == 0).map(|&buffer| self.graph.bytes[buffer]);
        self.live -= freed.sum::<usize>();
    }
}
