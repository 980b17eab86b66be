//! Small loops: whiles that one kernel performs, from the first test to the last round.
//!
//! Where all that a round does is a few small kernels, handing each of them to the executor costs more than its work.
//! Such a loop becomes a kernel that has the others in it, with control flow of its own. Memory is planned as for any
//! other loop: the kernel gets the places that the steps read and write.

use super::lower::{Family, family_of};
use crate::hlo::cost::known_trip_count;
use crate::hlo::{Computation, ComputationId, CostAnalysis, ElementType, InstructionId, Module, Op};
use crate::passes::buffers::{Place, executed_callees};
use std::collections::HashMap;

/// Most steps of a small loop.
const MAX_STEPS: usize = 64;
/// Most work of a step, in elementwise operations: far less than what is worth a thread.
const MAX_STEP_WORK: f64 = 16384.0;
/// Elementwise operations that a transcendental function is worth.
const TRANSCENDENTAL: f64 = 20.0;
/// Bytes that are moved in the time of an operation.
const BYTES_PER_OPERATION: f64 = 4.0;

/// A while that one kernel performs.
#[derive(Clone, Debug)]
pub struct SmallLoop {
    pub condition: Vec<Step>,
    /// Holds what the condition says.
    pub predicate: Place,
    pub body: Vec<Step>,
    /// Known number of rounds.
    pub trip_count: Option<u64>,
}

/// What a small loop does, one after the other.
#[derive(Clone, Debug)]
pub enum Step {
    /// An instruction for the emitter.
    Kernel(ComputationId, InstructionId),
    Loop(SmallLoop),
    Branches {
        selector: Place,
        /// The selector is a `pred`, else an `s32`.
        is_predicate: bool,
        branches: Vec<Vec<Step>>,
    },
}

/// The outermost small loops of a module, by their instructions.
pub type SmallLoops = HashMap<(ComputationId, InstructionId), SmallLoop>;

/// Finds them in the entry, and in what runs in it.
pub fn small_loops(module: &Module) -> SmallLoops {
    let mut found = SmallLoops::new();
    let search = Search { module, cost: CostAnalysis::new(module) };
    search.computation(module.entry_id(), &mut found);
    found
}

struct Search<'m> {
    module: &'m Module,
    cost: CostAnalysis<'m>,
}

impl Search<'_> {
    fn computation(&self, id: ComputationId, found: &mut SmallLoops) {
        let computation = self.module.computation(id);
        for &instruction in computation.schedule.as_deref().unwrap_or_default() {
            match self.small_loop(id, instruction) {
                Some(small) if small.step_count() <= MAX_STEPS => {
                    found.insert((id, instruction), small);
                }
                _ => {
                    let callees = executed_callees(computation.op(instruction));
                    callees.into_iter().for_each(|callee| self.computation(callee, found));
                }
            }
        }
    }

    fn small_loop(&self, id: ComputationId, instruction: InstructionId) -> Option<SmallLoop> {
        let while_loop = self.module.computation(id).get(instruction);
        let Op::While { condition, body } = while_loop.op else { return None };
        let predicate = place_of(condition, self.module.computation(condition).root());
        let trip_count = known_trip_count(while_loop);
        Some(SmallLoop { condition: self.steps(condition)?, predicate, body: self.steps(body)?, trip_count })
    }

    /// The steps of a computation; `None` where one of them is not for a small loop.
    fn steps(&self, id: ComputationId) -> Option<Vec<Step>> {
        let computation = self.module.computation(id);
        let mut steps = Vec::new();
        for &instruction in computation.schedule.as_deref().unwrap_or_default() {
            match family_of(self.module, computation, instruction) {
                Family::Free => {}
                Family::Kernel | Family::Copy | Family::UpdateSlice => {
                    let is_small = self.work(computation, instruction) <= MAX_STEP_WORK;
                    steps.push(is_small.then_some(Step::Kernel(id, instruction))?);
                }
                Family::While => steps.push(Step::Loop(self.small_loop(id, instruction)?)),
                Family::Conditional => steps.push(self.branches(id, instruction)?),
                Family::Call(callee) => steps.extend(self.steps(callee)?),
                Family::Library
                | Family::OutputFusion(_)
                | Family::CustomCall
                | Family::Collective
                | Family::DeviceNumber(_)
                | Family::Unsupported(_) => return None,
            }
        }
        Some(steps)
    }

    fn branches(&self, id: ComputationId, instruction: InstructionId) -> Option<Step> {
        let computation = self.module.computation(id);
        let selector = computation.operand(instruction, 0);
        let branches = executed_callees(computation.op(instruction)).into_iter().map(|branch| self.steps(branch));
        Some(Step::Branches {
            selector: place_of(id, selector),
            is_predicate: computation.get(selector).array().element_type == ElementType::Pred,
            branches: branches.collect::<Option<_>>()?,
        })
    }

    fn work(&self, computation: &Computation, id: InstructionId) -> f64 {
        let cost = self.cost.instruction(computation, id);
        cost.flops + TRANSCENDENTAL * cost.transcendentals + cost.bytes / BYTES_PER_OPERATION
    }
}

fn place_of(computation: ComputationId, instruction: InstructionId) -> Place {
    Place { computation, instruction, leaf: 0 }
}

impl SmallLoop {
    /// Everything that the loop reads and writes, each once.
    pub fn places(&self, module: &Module) -> Places {
        let mut places = Places::default();
        self.add_places(module, &mut places);
        places
    }

    fn add_places(&self, module: &Module, places: &mut Places) {
        places.read(self.predicate);
        self.condition.iter().chain(&self.body).for_each(|step| step.add_places(module, places));
    }

    fn step_count(&self) -> usize {
        self.condition.iter().chain(&self.body).map(Step::count).sum()
    }
}

impl Step {
    fn count(&self) -> usize {
        match self {
            Step::Kernel(..) => 1,
            Step::Loop(inner) => inner.step_count(),
            Step::Branches { branches, .. } => branches.iter().flatten().map(Step::count).sum(),
        }
    }

    fn add_places(&self, module: &Module, places: &mut Places) {
        match self {
            Step::Kernel(computation, instruction) => {
                let (operands, results) = kernel_places(module, *computation, *instruction);
                operands.into_iter().for_each(|place| places.read(place));
                results.into_iter().for_each(|place| places.write(place));
            }
            Step::Loop(inner) => inner.add_places(module, places),
            Step::Branches { selector, branches, .. } => {
                places.read(*selector);
                branches.iter().flatten().for_each(|step| step.add_places(module, places));
            }
        }
    }
}

/// What an instruction's kernel reads and writes, in the order of its arguments.
pub fn kernel_places(
    module: &Module,
    computation: ComputationId,
    instruction: InstructionId,
) -> (Vec<Place>, Vec<Place>) {
    let of = module.computation(computation);
    let leaves = |instruction: InstructionId| {
        let count = of.shape(instruction).leaves().len();
        (0..count).map(move |leaf| Place { computation, instruction, leaf })
    };
    (of.operands(instruction).iter().flat_map(|&operand| leaves(operand)).collect(), leaves(instruction).collect())
}

/// The arguments of a loop's kernel: what is read, then what is written.
#[derive(Clone, Debug, Default)]
pub struct Places {
    pub reads: Vec<Place>,
    pub writes: Vec<Place>,
}

impl Places {
    fn read(&mut self, place: Place) {
        if !self.reads.contains(&place) {
            self.reads.push(place);
        }
    }

    fn write(&mut self, place: Place) {
        if !self.writes.contains(&place) {
            self.writes.push(place);
        }
    }

    /// Number of the argument that points to something that is read.
    pub fn argument_of_read(&self, place: Place) -> Option<usize> {
        self.reads.iter().position(|&read| read == place)
    }

    /// Number of the argument that points to something that is written.
    pub fn argument_of_write(&self, place: Place) -> Option<usize> {
        self.writes.iter().position(|&written| written == place).map(|at| self.reads.len() + at)
    }
}
