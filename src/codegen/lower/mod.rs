//! From scheduled instructions with assigned memory to thunks: one file a family of operations.

mod collective;
mod comparator;
mod control;
mod custom_call;
mod family;
mod fingerprint;
mod kernels;
mod library;
mod sort;
mod update_slice;

pub use family::{Family, family_of};
pub use kernels::{KernelMap, Requests, optimize};

use super::small_loop::{SmallLoop, SmallLoops};
use super::thunk::{KernelThunk, Slice, Thunk, ThunkKind};
use crate::hlo::{
    Computation, ComputationId, CostAnalysis, Diagnostic, Diagnostics, Instruction, InstructionId, Module, focus_on,
};
use crate::passes::buffer_assignment::BufferAssignment;
use crate::passes::buffers::Place;

/// What lowering knows: the program, its memory, and the kernels that were emitted for it.
pub struct Lowering<'l> {
    pub module: &'l Module,
    pub assignment: &'l BufferAssignment,
    pub kernels: &'l KernelMap,
    pub small_loops: &'l SmallLoops,
    pub costs: &'l CostAnalysis<'l>,
}

/// An executed instruction.
#[derive(Clone, Copy)]
pub struct Site<'l> {
    pub computation_id: ComputationId,
    pub computation: &'l Computation,
    pub id: InstructionId,
    pub instruction: &'l Instruction,
}

impl<'l> Lowering<'l> {
    /// The thunks of a scheduled computation.
    ///
    /// # Errors
    /// All instructions that nothing here performs.
    pub fn sequence(&self, id: ComputationId) -> Result<Vec<Thunk>, Diagnostics> {
        let computation = self.module.computation(id);
        let schedule = computation.schedule.as_deref().unwrap_or_default();
        let (mut thunks, mut errors) = (Vec::new(), Diagnostics::default());
        for &instruction in schedule {
            match self.instruction(id, instruction) {
                Ok(lowered) => thunks.extend(lowered),
                Err(found) => errors.0.extend(found.0),
            }
        }
        errors.into_result().map(|()| thunks)
    }

    fn instruction(&self, computation_id: ComputationId, id: InstructionId) -> Result<Vec<Thunk>, Diagnostics> {
        let computation = self.module.computation(computation_id);
        let site = Site { computation_id, computation, id, instruction: computation.get(id) };
        focus_on(site.instruction);
        let kind = match family_of(self.module, computation, id) {
            Family::Free => return Ok(Vec::new()),
            Family::Call(callee) => return self.sequence(callee),
            Family::Kernel => self.kernel(&site),
            Family::Copy => self.copy(&site),
            Family::Library => library::lower(self, &site)?,
            Family::OutputFusion(fusion) => library::lower_output_fusion(self, &site, fusion),
            Family::UpdateSlice => update_slice::lower(self, &site),
            Family::While => match self.small_loops.get(&(computation_id, id)) {
                Some(small) => self.small_loop(&site, small),
                None => control::lower_while(self, &site)?,
            },
            Family::Conditional => control::lower_conditional(self, &site)?,
            Family::CustomCall => custom_call::lower(self, &site)?,
            Family::Collective => collective::lower(self, &site)?,
            Family::DeviceNumber(number) => collective::lower_number(self, &site, number),
            Family::Unsupported(why) => return Err(site.unsupported(why)),
        };
        Ok(vec![Thunk {
            name: site.instruction.name().to_string(),
            cost: self.costs.instruction(computation, id),
            location: site.instruction.location.clone(),
            kind,
        }])
    }

    fn kernel(&self, site: &Site<'_>) -> ThunkKind {
        let kernel = self.kernels.kernel(site.computation_id, site.id);
        ThunkKind::Kernel(KernelThunk {
            phases: kernel.phases.clone(),
            operands: self.operand_leaves(site),
            results: self.results(site).to_vec(),
            scratch_bytes: kernel.scratch_bytes,
        })
    }

    fn small_loop(&self, site: &Site<'_>, small: &SmallLoop) -> ThunkKind {
        let kernel = self.kernels.kernel(site.computation_id, site.id);
        let slice = |place: &Place| self.assignment.slices(place.computation, place.instruction)[place.leaf];
        let places = small.places(self.module);
        ThunkKind::Kernel(KernelThunk {
            phases: kernel.phases.clone(),
            operands: places.reads.iter().map(slice).collect(),
            results: places.writes.iter().map(slice).collect(),
            scratch_bytes: 0,
        })
    }

    fn copy(&self, site: &Site<'_>) -> ThunkKind {
        ThunkKind::Copy { from: self.operand(site, 0), to: self.results(site)[0] }
    }

    /// Memory of an array operand.
    pub fn operand(&self, site: &Site<'_>, index: usize) -> Slice {
        self.assignment.slices(site.computation_id, site.computation.operand(site.id, index))[0]
    }

    /// Memory of all operands' leaves, in order.
    pub fn operand_leaves(&self, site: &Site<'_>) -> Vec<Slice> {
        let slices = |&operand| self.assignment.slices(site.computation_id, operand);
        site.instruction.operands().iter().flat_map(slices).copied().collect()
    }

    /// Memory of the result's leaves.
    pub fn results(&self, site: &Site<'_>) -> &'l [Slice] {
        self.assignment.slices(site.computation_id, site.id)
    }
}

impl Site<'_> {
    /// The array shape of an operand.
    pub fn operand_shape(&self, index: usize) -> &crate::hlo::ArrayShape {
        self.computation.shape(self.computation.operand(self.id, index)).expect_array()
    }

    /// An error that names the instruction.
    pub fn unsupported(&self, why: impl std::fmt::Display) -> Diagnostics {
        let message = format!("{} %{}: {why}", self.instruction.op.name(), self.instruction.name());
        Diagnostic::unsupported(message, &self.instruction.location).into()
    }
}
