//! Executables that are ready to run, and their runs.

use super::buffer::{CpuBuffer, Memory, Slot};
use super::client::Shared;
use super::device::CpuDevice;
use super::executor::{Frame, Offer, Peers, Steps};
use super::memory::Block;
use crate::codegen::executable::Executable;
use crate::codegen::thunk::{AllocationKind, Slice, Thunk, ThunkKind};
use crate::hlo::{ArrayShape, Cost, ShardedSignature, catch_crash, counted};
use crate::runtime::capacity::ensure_fits;
use crate::runtime::rendezvous::Rendezvous;
use crate::runtime::{
    Buffer, CostAnalysis, DeviceAssignment, Error, Event, ExecuteOptions, Execution, ExecutionError, HostTransfers,
    LoadedExecutable, MemoryAnalysis, Profile, Result, Signature, StepProfile,
};
use std::sync::{Arc, OnceLock, PoisonError};
use std::time::Duration;

/// A program that touches fewer bytes is run by whoever asks for it: handing it over would take longer.
const INLINE_BYTES: usize = 128 << 10;

/// A linked program.
pub struct CpuExecutable {
    program: Arc<LinkedProgram>,
    client: Arc<Shared>,
    assignment: DeviceAssignment,
    runs_inline: bool,
}

struct LinkedProgram {
    executable: Executable,
    steps: Steps,
    results: Vec<ArrayShape>,
}

/// One device's run, from its dispatch to its end.
struct Run {
    program: Arc<LinkedProgram>,
    client: Arc<Shared>,
    device: Arc<CpuDevice>,
    /// Which device of the program it is.
    number: usize,
    rendezvous: Arc<Rendezvous<Offer>>,
    arguments: Vec<Argument>,
    /// What has to be ready before.
    inputs: Vec<Event>,
    results: Vec<Slot>,
    done: Event,
    /// Takes the time of each step, where somebody asks for it.
    step_times: Option<StepTimes>,
}

type StepTimes = Arc<OnceLock<Vec<Duration>>>;

struct Argument {
    slot: Slot,
    is_donated: bool,
}

/// The memory of a run: one base an allocation.
struct RunMemory {
    bases: Vec<*mut u8>,
    scratch: *mut u8,
    /// Arguments and results, by allocation.
    visible: Vec<Option<Memory>>,
    _temporary: Option<Block>,
}

impl CpuExecutable {
    /// Links a program for this machine.
    ///
    /// # Errors
    /// A program for another target; damaged code; a step that no template takes.
    pub fn load(executable: Executable, client: Arc<Shared>) -> Result<CpuExecutable> {
        executable.target.runs_on(&client.host).map_err(Error::ForeignArtifact)?;
        let assignment = DeviceAssignment::first(executable.devices, &client.options.available())?;
        let steps = Steps::prepare(&executable, client.devices[0].pool.threads())?;
        let results = executable.signature.results();
        let runs_inline = assignment.devices.len() == 1 && is_tiny(&executable.program.thunks);
        let program = Arc::new(LinkedProgram { executable, steps, results });
        Ok(CpuExecutable { program, client, assignment, runs_inline })
    }

    fn check(&self, arguments: &[Arc<dyn Buffer>]) -> Result<()> {
        let expected = &self.signature().parameters;
        if arguments.len() != expected.len() {
            let (found, expected) = (counted(arguments.len(), "argument"), expected.len());
            return Err(Error::Usage(format!("{}: {found}, expected {expected}", self.name())));
        }
        for (number, (argument, expected)) in arguments.iter().zip(expected).enumerate() {
            if !argument.shape().same_type(expected) {
                let found = argument.shape();
                return Err(Error::Usage(format!("argument {number} is {found}, expected {expected}")));
            }
        }
        Ok(())
    }

    fn check_memory(&self) -> Result<()> {
        let LinkedProgram { executable, results, .. } = &*self.program;
        let results = results.iter().map(ArrayShape::byte_size);
        let temporary = executable.memory.arena_bytes().saturating_add(executable.program.scratch_bytes);
        let bytes = results.fold(temporary, usize::saturating_add).saturating_mul(self.assignment.addressable.len());
        ensure_fits(bytes).map_err(|message| Error::Execution(ExecutionError::failed(message)))
    }

    /// Runs that are ready to be performed, one a device.
    fn runs_on(
        &self,
        arguments: &[Vec<Arc<dyn Buffer>>],
        host: Option<Arc<HostTransfers>>,
        step_times: Option<StepTimes>,
    ) -> Result<Vec<Run>> {
        self.assignment.check_arguments(arguments)?;
        arguments.iter().try_for_each(|arguments| self.check(arguments))?;
        self.check_memory()?;
        // Nothing is taken before all are known to be alive.
        let mut buffers = arguments.iter().flatten().map(cpu_buffer);
        buffers.try_for_each(|buffer| buffer?.slot().map(|_| ()))?;
        let options = &self.client.options;
        let rendezvous = Rendezvous::begin(self.assignment.counts, options.patience, options.processes.as_ref(), host);
        let first = self.assignment.addressable.start;
        let run = |(number, arguments): (usize, &Vec<_>)| {
            let step_times = step_times.clone().filter(|_| number == first);
            self.run_on(number, arguments, &rendezvous, step_times)
        };
        self.assignment.addressable.clone().zip(arguments).map(run).collect()
    }

    fn run_on(
        &self,
        number: usize,
        arguments: &[Arc<dyn Buffer>],
        rendezvous: &Arc<Rendezvous<Offer>>,
        step_times: Option<StepTimes>,
    ) -> Result<Run> {
        let inputs: Vec<Event> = arguments.iter().map(|a| a.ready()).filter(|ready| !ready.is_ready()).collect();
        let failed = arguments.iter().map(|a| a.ready()).filter(Event::is_ready);
        failed.into_iter().try_for_each(|ready| ready.wait())?;
        Ok(Run {
            program: self.program.clone(),
            client: self.client.clone(),
            device: self.client.devices[number - self.assignment.addressable.start].clone(),
            number,
            rendezvous: rendezvous.clone(),
            arguments: self.take_arguments(arguments)?,
            inputs,
            results: self.program.results.iter().map(|_| Slot::default()).collect(),
            done: Event::pending(),
            step_times,
        })
    }

    /// Hands runs to their devices, the same order of runs to each.
    fn launch(&self, runs: Vec<Run>) {
        let _launch = self.client.launch.lock().unwrap_or_else(PoisonError::into_inner);
        for run in runs {
            let device = run.device.clone();
            device.dispatcher.dispatch(Box::new(|| run.perform()));
        }
    }

    fn execution_of(&self, run: &Run) -> Execution {
        let buffer = |(shape, slot): (&ArrayShape, &Slot)| -> Arc<dyn Buffer> {
            Arc::new(CpuBuffer::new(shape.clone(), run.device.id, slot.clone(), run.done.clone()))
        };
        let results = self.program.results.iter().zip(&run.results).map(buffer).collect();
        Execution { results, done: run.done.clone() }
    }

    /// Slots of the arguments; donated ones are dead afterwards.
    fn take_arguments(&self, arguments: &[Arc<dyn Buffer>]) -> Result<Vec<Argument>> {
        let donated = &self.signature().donated;
        let buffers = arguments.iter().map(cpu_buffer).collect::<Result<Vec<&CpuBuffer>>>()?;
        let take = |(number, buffer): (usize, &&CpuBuffer)| {
            let is_donated = donated.contains_key(&number);
            let slot = if is_donated { buffer.donate()? } else { buffer.slot()? };
            Ok(Argument { slot, is_donated })
        };
        buffers.iter().enumerate().map(take).collect()
    }
}

impl From<Cost> for CostAnalysis {
    fn from(cost: Cost) -> CostAnalysis {
        CostAnalysis { flops: cost.flops, bytes_accessed: cost.bytes, transcendentals: cost.transcendentals }
    }
}

fn cpu_buffer(buffer: &Arc<dyn Buffer>) -> Result<&CpuBuffer> {
    let found = buffer.as_any().downcast_ref::<CpuBuffer>();
    found.ok_or_else(|| Error::Usage("a buffer of another client".to_owned()))
}

impl Run {
    fn perform(mut self) {
        let outcome = catch_crash(|| self.try_perform());
        let what = || format!("a step of {}", self.program.executable.name);
        let outcome = outcome.unwrap_or_else(|crash| Err(ExecutionError::bug(crash, &what())));
        let outcome = self.rendezvous.end(self.number, outcome);
        let done = self.done.clone();
        // Memory goes back before anybody is told, so that the next run finds it.
        drop(self);
        done.set(outcome);
    }

    fn try_perform(&mut self) -> std::result::Result<(), ExecutionError> {
        self.inputs.iter().try_for_each(Event::wait)?;
        let arguments = std::mem::take(&mut self.arguments);
        let arguments = arguments.into_iter().map(|argument| self.memory_of(argument)).collect::<Option<Vec<Memory>>>();
        let arguments =
            arguments.ok_or_else(|| ExecutionError::failed(format!("an argument of {} is gone", self.name())))?;
        let memory = self.assign(&arguments);
        let (counts, device) = (self.program.executable.devices, self.number);
        let peers = Peers { counts, device, rendezvous: &self.rendezvous };
        let frame = Frame { bases: &memory.bases, scratch: memory.scratch, pool: &self.device.pool, peers };
        // SAFETY: the frame's memory is what the program was planned with.
        match &self.step_times {
            None => unsafe { self.program.steps.run(&frame)? },
            Some(times) => drop(times.set(unsafe { self.program.steps.run_timed(&frame)? })),
        }
        let outputs = self.program.executable.program.outputs.iter().flatten();
        for (slot, &allocation) in self.results.iter().zip(outputs) {
            if let Some(memory) = &memory.visible[allocation] {
                // Only this run fills the slot.
                let _ = slot.set(memory.clone());
            }
        }
        Ok(())
    }

    fn name(&self) -> &str {
        &self.program.executable.name
    }

    /// Memory of an argument. Where it is donated the run may write to it: it is a copy if somebody else still looks.
    fn memory_of(&self, argument: Argument) -> Option<Memory> {
        if !argument.is_donated {
            return argument.slot.get().cloned();
        }
        let mut memory = match Arc::try_unwrap(argument.slot) {
            Ok(only) => only.into_inner()?,
            Err(shared) => shared.get().cloned()?,
        };
        match memory.is_exclusive() {
            true => Some(memory),
            false => Some(Memory::Pooled(Arc::new(self.client.memory.copy_of(&memory)))),
        }
    }

    /// Gives every allocation its memory.
    fn assign(&self, arguments: &[Memory]) -> RunMemory {
        let executable = &self.program.executable;
        let allocations = &executable.program.allocations;
        let mut memory = RunMemory {
            bases: Vec::with_capacity(allocations.len()),
            scratch: std::ptr::null_mut(),
            visible: Vec::with_capacity(allocations.len()),
            _temporary: None,
        };
        for allocation in allocations {
            let visible = match allocation.kind {
                AllocationKind::Parameter(number) => Some(arguments[number].clone()),
                AllocationKind::Output(_) => Some(self.take(allocation.size)),
                AllocationKind::Constant(_) | AllocationKind::Temporary => None,
            };
            let base = match (&visible, allocation.kind) {
                (Some(visible), _) => visible.start(),
                (None, AllocationKind::Constant(number)) => executable.constants[number].as_ptr().cast_mut(),
                (None, _) => memory.take_temporary(&self.client, allocation.size, executable.program.scratch_bytes),
            };
            memory.bases.push(base);
            memory.visible.push(visible);
        }
        memory
    }

    fn take(&self, bytes: usize) -> Memory {
        Memory::Pooled(Arc::new(self.client.memory.take(bytes)))
    }
}

impl RunMemory {
    /// The arena, with the scratch memory behind it.
    fn take_temporary(&mut self, client: &Shared, arena: usize, scratch: usize) -> *mut u8 {
        let block = client.memory.take(arena + scratch);
        let start = block.start();
        // SAFETY: the block has room for both.
        self.scratch = unsafe { start.add(arena) };
        self._temporary = Some(block);
        start
    }
}

impl LoadedExecutable for CpuExecutable {
    fn name(&self) -> &str {
        &self.program.executable.name
    }

    fn signature(&self) -> &Signature {
        &self.program.executable.signature
    }

    fn sharded_signature(&self) -> Option<&ShardedSignature> {
        self.program.executable.sharded_signature.as_ref()
    }

    fn device_assignment(&self) -> &DeviceAssignment {
        &self.assignment
    }

    fn execute(&self, arguments: &[Vec<Arc<dyn Buffer>>], options: ExecuteOptions) -> Result<Vec<Execution>> {
        let mut runs = self.runs_on(arguments, options.host, None)?;
        let executions = runs.iter().map(|run| self.execution_of(run)).collect();
        match runs.pop_if(|run| self.runs_inline && run.inputs.is_empty()) {
            Some(run) => run.perform(),
            None => self.launch(runs),
        }
        Ok(executions)
    }

    fn profile(&self, arguments: &[Vec<Arc<dyn Buffer>>]) -> Result<Profile> {
        let times = StepTimes::default();
        let runs = self.runs_on(arguments, None, Some(times.clone()))?;
        let executions: Vec<Execution> = runs.iter().map(|run| self.execution_of(run)).collect();
        self.launch(runs);
        // An error stands at the events.
        executions.iter().for_each(|execution| drop(execution.done.wait()));
        let thunks = &self.program.executable.program.thunks;
        let steps = thunks.iter().zip(times.get().into_iter().flatten()).map(|(thunk, &time)| StepProfile {
            name: thunk.name.clone(),
            kind: thunk.kind.name(),
            time,
            cost: thunk.cost.into(),
        });
        Ok(Profile { steps: steps.collect(), executions })
    }

    fn cost_analysis(&self) -> CostAnalysis {
        self.program.executable.cost.into()
    }

    fn memory_analysis(&self) -> MemoryAnalysis {
        let LinkedProgram { executable, steps, results } = &*self.program;
        let output_bytes = results.iter().map(ArrayShape::byte_size).sum::<usize>();
        MemoryAnalysis {
            argument_bytes: executable.signature.parameters.iter().map(ArrayShape::byte_size).sum(),
            output_bytes,
            alias_bytes: output_bytes.saturating_sub(executable.memory.result_bytes()),
            temp_bytes: executable.memory.arena_bytes() + executable.program.scratch_bytes,
            generated_code_bytes: steps.code_bytes(),
        }
    }

    fn serialize(&self) -> Result<Vec<u8>> {
        Ok(self.program.executable.save())
    }
}

/// Whether a run takes so little that another thread cannot help.
fn is_tiny(thunks: &[Thunk]) -> bool {
    let moves_little = |thunk: &Thunk| match &thunk.kind {
        ThunkKind::Kernel(_)
        | ThunkKind::Copy { .. }
        | ThunkKind::Library { .. }
        | ThunkKind::UpdateSlice { .. }
        | ThunkKind::DeviceNumber { .. } => true,
        ThunkKind::While(_) | ThunkKind::Conditional(_) | ThunkKind::CustomCall(_) | ThunkKind::Collective(_) => false,
    };
    let touched = |thunk: &Thunk| -> usize {
        let slices: Vec<Slice> = thunk.reads().into_iter().chain(thunk.writes()).collect();
        slices.iter().map(|slice| slice.size).sum()
    };
    thunks.iter().all(moves_little) && thunks.iter().map(touched).sum::<usize>() <= INLINE_BYTES
}
