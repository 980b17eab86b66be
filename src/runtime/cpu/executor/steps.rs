//! From the thunks of an executable to steps: symbols become addresses, work is cut for the threads there are.

use super::collective::CollectiveStep;
use super::custom_call::CustomCallStep;
use super::routine::{EpilogueStep, LibraryStep, Routine};
use super::update_slice::UpdateSliceStep;
use super::{Frame, KernelFunction, KernelStep, PhaseStep, Place, Step};
use crate::codegen::executable::Executable;
use crate::codegen::kernel::Phase;
use crate::codegen::link::Image;
use crate::codegen::thunk::{Epilogue, KernelThunk, Slice, Thunk, ThunkKind};
use crate::hlo::Diagnostic;
use crate::runtime::{Error, ExecutionError, Result};
use std::time::{Duration, Instant};

/// Tasks a thread, where there is work enough: what a slow thread leaves, others take.
const TASKS_PER_THREAD: i64 = 4;

/// A program's steps and the code that they call.
pub struct Steps {
    steps: Vec<Step>,
    image: Image,
}

impl Steps {
    /// Links an executable's code and prepares its thunks for a number of threads.
    ///
    /// # Errors
    /// Code that cannot be linked, or that is not there; a step that no template takes, with its place in the program.
    pub fn prepare(executable: &Executable, threads: usize) -> Result<Steps> {
        let objects: Vec<&[u8]> = executable.objects.iter().map(|object| &object[..]).collect();
        let image = Image::link(&objects).map_err(Error::Artifact)?;
        let steps = Preparation { image: &image, threads: threads as i64 }.sequence(&executable.program.thunks)?;
        Ok(Steps { steps, image })
    }

    /// Bytes of machine code.
    pub fn code_bytes(&self) -> usize {
        self.image.size()
    }

    /// Makes a run.
    ///
    /// # Errors
    /// What the program reports.
    ///
    /// # Safety
    /// The frame has the memory that the executable's program plans with.
    pub unsafe fn run(&self, frame: &Frame<'_>) -> std::result::Result<(), ExecutionError> {
        // SAFETY: the caller's promise; the image lives as long as `self`.
        unsafe { frame.run(&self.steps) }
    }

    /// Makes a run, and says how long each thunk of the program took.
    ///
    /// # Errors
    /// What the program reports.
    ///
    /// # Safety
    /// As [`Steps::run`].
    pub unsafe fn run_timed(&self, frame: &Frame<'_>) -> std::result::Result<Vec<Duration>, ExecutionError> {
        let timed = |step| {
            let start = Instant::now();
            // SAFETY: the caller's promise.
            unsafe { frame.run(std::slice::from_ref(step))? };
            Ok(start.elapsed())
        };
        self.steps.iter().map(timed).collect()
    }
}

struct Preparation<'p> {
    image: &'p Image,
    threads: i64,
}

impl Preparation<'_> {
    fn sequence(&self, thunks: &[Thunk]) -> Result<Vec<Step>> {
        thunks.iter().map(|thunk| self.step(thunk)).collect()
    }

    fn step(&self, thunk: &Thunk) -> Result<Step> {
        Ok(match &thunk.kind {
            ThunkKind::Kernel(kernel) => Step::Kernel(self.kernel(kernel)?),
            ThunkKind::Copy { from, to } => Step::Copy { from: from.into(), to: to.into(), bytes: to.size },
            ThunkKind::Library { call, operands, results, epilogue } => {
                let routine = Routine::prepare(call, &|name| self.symbol(name)).map_err(Error::Artifact)?;
                let routine = routine.ok_or_else(|| missing_template(thunk))?;
                let epilogue = epilogue.as_ref().map(|epilogue| self.epilogue(epilogue, &routine)).transpose()?;
                Step::Library(Box::new(LibraryStep::new(routine, operands, results, epilogue)))
            }
            ThunkKind::UpdateSlice { spec, update, starts, output } => {
                Step::UpdateSlice(UpdateSliceStep::prepare(spec, update, starts, output))
            }
            ThunkKind::While(repeated) => Step::While {
                condition: self.sequence(&repeated.condition)?,
                predicate: (&repeated.predicate).into(),
                body: self.sequence(&repeated.body)?,
                trip_count: repeated.trip_count,
            },
            ThunkKind::Conditional(conditional) => Step::Conditional {
                selector: (&conditional.selector).into(),
                is_predicate: conditional.is_predicate,
                branches: conditional.branches.iter().map(|b| self.sequence(b)).collect::<Result<_>>()?,
            },
            ThunkKind::CustomCall(call) => {
                Step::CustomCall(Box::new(CustomCallStep::prepare(call, thunk).map_err(Error::Artifact)?))
            }
            ThunkKind::Collective(collective) => {
                let reducer = collective.reducer.as_ref().map(|name| self.kernel_function(name)).transpose();
                let reducer = reducer.map_err(Error::Artifact)?;
                Step::Collective(Box::new(CollectiveStep::prepare(&thunk.name, &thunk.location, collective, reducer)))
            }
            ThunkKind::DeviceNumber { number, to } => Step::DeviceNumber { number: *number, to: to.into() },
        })
    }

    fn kernel(&self, kernel: &KernelThunk) -> Result<KernelStep> {
        let phases = kernel.phases.iter().filter(|phase| phase.units > 0).map(|phase| self.phase(phase));
        Ok(KernelStep {
            phases: phases.collect::<std::result::Result<_, _>>().map_err(Error::Artifact)?,
            arguments: kernel.operands.iter().chain(&kernel.results).map(Place::from).collect(),
            has_scratch: kernel.scratch_bytes > 0,
        })
    }

    fn epilogue(&self, epilogue: &Epilogue, routine: &Routine) -> Result<EpilogueStep> {
        let row = routine.row_elements().filter(|row| row.is_multiple_of(epilogue.unit_elements));
        Ok(EpilogueStep {
            phase: self.phase(&epilogue.phase).map_err(Error::Artifact)?,
            arguments: epilogue.operands.iter().chain(&epilogue.results).map(Place::from).collect(),
            units_per_row: row.map(|row| row / epilogue.unit_elements),
        })
    }

    fn phase(&self, phase: &Phase) -> std::result::Result<PhaseStep, String> {
        let function = self.kernel_function(&phase.function)?;
        let worthwhile = phase.units / phase.min_units_per_task.max(1);
        let most = if self.threads == 1 { 1 } else { TASKS_PER_THREAD * self.threads };
        Ok(PhaseStep { function, units: phase.units, tasks: worthwhile.clamp(1, most) })
    }
}

impl Preparation<'_> {
    /// A function that is known to be of the kernel ABI.
    fn kernel_function(&self, name: &str) -> std::result::Result<KernelFunction, String> {
        let address = self.symbol(name)?;
        // SAFETY: phases and reducers name functions of the kernel ABI, and the image outlives the steps.
        Ok(unsafe { std::mem::transmute::<*const u8, KernelFunction>(address) })
    }

    fn symbol(&self, name: &str) -> std::result::Result<*const u8, String> {
        self.image.symbol(name).ok_or_else(|| format!("there is no code for `{name}`"))
    }
}

impl From<&Slice> for Place {
    fn from(slice: &Slice) -> Place {
        Place { allocation: slice.allocation, offset: slice.offset }
    }
}

fn missing_template(thunk: &Thunk) -> Error {
    let message = format!("{} %{}: no template takes its types", thunk.kind.name(), thunk.name);
    Error::Program(Diagnostic::unsupported(message, &thunk.location).into())
}
