//! When a schedule does what, by a cost model: instructions one after the other, collectives one after the other on the
//! links beside them.

use super::{CostModel, Estimates};
use crate::hlo::{Computation, ComputationId, InstructionId, Module, Op};
use std::collections::HashMap;

/// Where something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// On the device itself, an instruction at a time.
    Compute,
    /// The device waits for what it has started, or for a collective.
    Wait,
    /// On the way between devices, or beside the device's instructions.
    Link,
}

/// One instruction, in seconds since the computation began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    pub instruction: InstructionId,
    pub lane: Lane,
    pub start: f64,
    pub end: f64,
}

/// One run of a computation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    /// What takes time, in order of execution.
    pub steps: Vec<Step>,
    pub seconds: f64,
}

impl Timeline {
    /// A computation in this order.
    pub fn of(computation: &Computation, order: &[InstructionId], estimates: &Estimates) -> Timeline {
        let mut clock = Clock::new(computation, estimates);
        order.iter().for_each(|&id| clock.step(id));
        Timeline { steps: clock.steps, seconds: clock.now.max(clock.link_free) }
    }

    /// When a start, or a collective that is waited for at once, is on the links.
    pub fn flight(&self, id: InstructionId) -> Option<&Step> {
        self.steps.iter().find(|step| step.instruction == id && step.lane == Lane::Link)
    }

    /// Instructions that run during a step, with their seconds in it.
    pub fn beside(&self, step: &Step) -> Vec<(InstructionId, f64)> {
        let compute = self.steps.iter().filter(|other| other.lane == Lane::Compute);
        let shared = compute.map(|other| (other.instruction, other.end.min(step.end) - other.start.max(step.start)));
        shared.filter(|&(_, seconds)| seconds > 0.0).collect()
    }

    /// Seconds for which the device waits.
    pub fn waiting(&self) -> f64 {
        self.steps.iter().filter(|step| step.lane == Lane::Wait).fold(0.0, |sum, step| sum + step.end - step.start)
    }
}

/// The time, as instructions of a computation are begun one after another.
pub struct Clock<'c> {
    computation: &'c Computation,
    estimates: &'c Estimates<'c>,
    now: f64,
    link_free: f64,
    steps: Vec<Step>,
    /// Ends of what was started.
    ends: HashMap<InstructionId, f64>,
}

impl<'c> Clock<'c> {
    pub fn new(computation: &'c Computation, estimates: &'c Estimates) -> Clock<'c> {
        Clock { computation, estimates, now: 0.0, link_free: 0.0, steps: Vec::new(), ends: HashMap::new() }
    }

    /// Whether a collective that is started now is on the links at once.
    pub fn has_idle_links(&self) -> bool {
        self.link_free <= self.now
    }

    /// How long what waits for a start would wait for it now, in seconds.
    pub fn rest_of(&self, done: InstructionId) -> f64 {
        (self.end_of(done) - self.now).max(0.0)
    }

    /// When what an instruction waits for is done.
    fn end_of(&self, done: InstructionId) -> f64 {
        let start = self.computation.async_start(done);
        start.and_then(|start| self.ends.get(&start).copied()).unwrap_or(self.now)
    }

    /// Begins an instruction, and lets the time pass that the device is at it.
    pub fn step(&mut self, id: InstructionId) {
        match self.computation.op(id) {
            Op::AsyncStart(op) => {
                let seconds = self.estimates.flight(self.computation, id);
                let end = if matches!(**op, Op::Collective(_)) {
                    self.on_link(id, seconds)
                } else {
                    self.beside(id, seconds)
                };
                self.ends.insert(id, end);
            }
            Op::AsyncDone { .. } => {
                let end = self.end_of(id);
                self.wait(id, end);
            }
            Op::Collective(_) => {
                let end = self.on_link(id, self.estimates.seconds(self.computation, id));
                self.wait(id, end);
            }
            _ => {
                let end = self.now + self.estimates.seconds(self.computation, id);
                self.push(id, Lane::Compute, self.now, end);
                self.now = end;
            }
        }
    }

    /// One collective is on the links at a time.
    fn on_link(&mut self, id: InstructionId, seconds: f64) -> f64 {
        let start = self.now.max(self.link_free);
        self.link_free = start + seconds;
        self.push(id, Lane::Link, start, self.link_free);
        self.link_free
    }

    fn beside(&mut self, id: InstructionId, seconds: f64) -> f64 {
        self.push(id, Lane::Link, self.now, self.now + seconds);
        self.now + seconds
    }

    fn wait(&mut self, id: InstructionId, end: f64) {
        self.push(id, Lane::Wait, self.now, end);
        self.now = self.now.max(end);
    }

    fn push(&mut self, instruction: InstructionId, lane: Lane, start: f64, end: f64) {
        if end > start {
            self.steps.push(Step { instruction, lane, start, end });
        }
    }
}

/// A run of each computation that runs instruction by instruction: in its schedule, or else with operands first. Callees
/// come before callers.
pub fn timelines(module: &Module, model: &CostModel) -> Vec<(ComputationId, Timeline)> {
    let mut estimates = Estimates::new(module, model);
    let mut all = Vec::new();
    for id in module.post_order() {
        let computation = module.computation(id);
        let order = computation.schedule.clone().unwrap_or_else(|| computation.post_order());
        let timeline = Timeline::of(computation, &order, &estimates);
        estimates.set_run(id, timeline.seconds);
        all.push((id, timeline));
    }
    all
}
