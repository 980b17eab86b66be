//! What instructions take by a cost model.

use super::CostModel;
use crate::hlo::cost::known_trip_count;
use crate::hlo::op_class::{
    algorithm, application, asynchronous, contraction, elementwise, indexing, movement, structure,
};
use crate::hlo::{Collective, Computation, ComputationId, CostAnalysis, Instruction, InstructionId, Module, Op, Shape};
use crate::passes::buffers::is_bitcast;
use std::collections::HashMap;

/// Seconds of a module's instructions.
pub struct Estimates<'m> {
    module: &'m Module,
    pub model: &'m CostModel,
    costs: CostAnalysis<'m>,
    /// One run of each computation that has an order of execution.
    runs: HashMap<ComputationId, f64>,
}

impl<'m> Estimates<'m> {
    pub fn new(module: &'m Module, model: &'m CostModel) -> Estimates<'m> {
        Estimates { module, model, costs: CostAnalysis::new(module), runs: HashMap::new() }
    }

    /// Says what one run of a computation takes.
    pub fn set_run(&mut self, id: ComputationId, seconds: f64) {
        self.runs.insert(id, seconds);
    }

    fn run(&self, id: ComputationId) -> f64 {
        self.runs.get(&id).copied().unwrap_or_else(|| self.model.compute_seconds(self.costs.computation(id)))
    }

    /// Seconds for which an instruction keeps the device busy; a collective that is waited for at once included. What
    /// starts and ends asynchronously takes none.
    pub fn seconds(&self, computation: &Computation, id: InstructionId) -> f64 {
        if is_bitcast(computation, id) {
            return 0.0;
        }
        match computation.op(id) {
            asynchronous!() => 0.0,
            _ => self.of(computation, id, computation.get(id)),
        }
    }

    /// Seconds between a start and the end of what it starts.
    pub fn flight(&self, computation: &Computation, start: InstructionId) -> f64 {
        let started = computation.get(start).started();
        started.map_or(0.0, |started| self.of(computation, start, &started))
    }

    /// `instruction` is what stands at `id`, or what that starts.
    fn of(&self, computation: &Computation, id: InstructionId, instruction: &Instruction) -> f64 {
        match &instruction.op {
            Op::Parameter { .. } | Op::Constant(_) | structure!() => 0.0,
            Op::Collective(collective) => self.collective(computation, instruction, collective),
            Op::While { condition, body } => {
                let trips = known_trip_count(instruction).map_or(1.0, |trips| trips as f64);
                trips * (self.run(*condition) + self.run(*body))
            }
            Op::Conditional { branches } => branches.iter().map(|&branch| self.run(branch)).fold(0.0, f64::max),
            Op::Call { to_apply } => self.run(*to_apply),
            Op::Iota { .. } | elementwise!() | movement!() | indexing!() | contraction!() => {
                self.alone(computation, id)
            }
            application!() | algorithm!() => self.alone(computation, id),
            Op::Fusion { .. } | Op::CustomCall(_) | Op::Scan { .. } | Op::Transfer(_) => self.alone(computation, id),
            Op::ReplicaId | Op::PartitionId => self.alone(computation, id),
            asynchronous!() => self.alone(computation, id),
        }
    }

    fn alone(&self, computation: &Computation, id: InstructionId) -> f64 {
        self.model.compute_seconds(self.costs.instruction(computation, id))
    }

    fn collective(&self, computation: &Computation, instruction: &Instruction, collective: &Collective) -> f64 {
        let groups = collective.device_groups(self.module.device_counts()).unwrap_or_default();
        let members = groups.iter().map(Vec::len).max().unwrap_or(1);
        let operands = instruction.operands().iter().map(|&operand| computation.shape(operand));
        let bytes = (operands.map(Shape::byte_size).sum(), instruction.shape.byte_size());
        self.model.collective_seconds(&collective.kind, members, bytes)
    }
}
