//! Walks the thunks of a run.

mod collective;
mod custom_call;
mod routine;
mod steps;
mod update_slice;

pub use collective::Offer;
pub use steps::Steps;

use super::pool::Pool;
use crate::codegen::thunk::DeviceNumber;
use crate::hlo::DeviceCounts;
use crate::runtime::ExecutionError;
use crate::runtime::rendezvous::Rendezvous;
use collective::CollectiveStep;
use custom_call::CustomCallStep;
use routine::LibraryStep;
use update_slice::UpdateSliceStep;

/// Emitted code: the kernel ABI.
pub type KernelFunction = unsafe extern "C" fn(*const *mut u8, i64, i64);

/// A slice as the executor finds it: an allocation's base and an offset.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    allocation: usize,
    offset: usize,
}

/// A thunk that is ready to run.
pub enum Step {
    Kernel(KernelStep),
    Copy { from: Place, to: Place, bytes: usize },
    Library(Box<LibraryStep>),
    UpdateSlice(UpdateSliceStep),
    While { condition: Vec<Step>, predicate: Place, body: Vec<Step>, trip_count: Option<u64> },
    Conditional { selector: Place, is_predicate: bool, branches: Vec<Vec<Step>> },
    CustomCall(Box<CustomCallStep>),
    Collective(Box<CollectiveStep>),
    DeviceNumber { number: DeviceNumber, to: Place },
}

pub struct KernelStep {
    phases: Vec<PhaseStep>,
    arguments: Vec<Place>,
    has_scratch: bool,
}

pub struct PhaseStep {
    function: KernelFunction,
    units: i64,
    /// Ways to split the units; 1 runs on the caller alone.
    tasks: i64,
}

/// Bytes that a thread copies at a time.
const COPY_BLOCK: usize = 256 << 10;
/// Kernels with more arguments take their pointers from the heap.
const STACK_ARGUMENTS: usize = 32;

/// The memory and threads of one run.
pub struct Frame<'r> {
    /// Start of each allocation.
    pub bases: &'r [*mut u8],
    /// Memory that steps share, one after another.
    pub scratch: *mut u8,
    pub pool: &'r Pool,
    pub peers: Peers<'r>,
}

/// The device of a run, among those that run the program with it.
#[derive(Clone, Copy)]
pub struct Peers<'r> {
    pub counts: DeviceCounts,
    /// Its number in the program.
    pub device: usize,
    pub rendezvous: &'r Rendezvous<Offer>,
}

impl Peers<'_> {
    fn number(&self, number: DeviceNumber) -> u32 {
        let number = match number {
            DeviceNumber::Replica => self.counts.replica_of(self.device),
            DeviceNumber::Partition => self.counts.partition_of(self.device),
        };
        number as u32
    }
}

/// Pointers that tasks share.
#[derive(Clone, Copy)]
struct Shared<T>(T);

// SAFETY: tasks use disjoint parts of what is pointed to: units of a kernel are independent, blocks of a copy apart.
unsafe impl<T> Sync for Shared<T> {}

impl<T: Copy> Shared<T> {
    fn get(&self) -> T {
        self.0
    }
}

impl Frame<'_> {
    fn at(&self, place: Place) -> *mut u8 {
        // SAFETY: the plan keeps slices within their allocations, and `bases` has one entry for each.
        unsafe { self.bases.get_unchecked(place.allocation).add(place.offset) }
    }

    /// Runs steps one after another.
    ///
    /// # Safety
    /// The steps' code and slices fit the frame's memory.
    pub unsafe fn run(&self, steps: &[Step]) -> Result<(), ExecutionError> {
        for step in steps {
            // SAFETY: the caller's promise.
            unsafe { self.step(step)? };
        }
        Ok(())
    }

    unsafe fn step(&self, step: &Step) -> Result<(), ExecutionError> {
        match step {
            // SAFETY: the caller's promise, here and below.
            Step::Kernel(kernel) => unsafe { self.kernel(kernel) },
            Step::Copy { from, to, bytes } => unsafe { copy(self.pool, self.at(*from), self.at(*to), *bytes) },
            Step::Library(step) => unsafe { step.run(self) },
            Step::UpdateSlice(update) => unsafe { update.run(self) },
            Step::While { condition, predicate, body, trip_count } => {
                return unsafe { self.repeat(condition, *predicate, body, *trip_count) };
            }
            Step::Conditional { selector, is_predicate, branches } => {
                let selected = unsafe { self.select(*selector, *is_predicate, branches.len()) };
                return unsafe { self.run(&branches[selected]) };
            }
            Step::CustomCall(call) => return unsafe { call.run(self) },
            Step::Collective(collective) => return unsafe { collective.run(self) },
            Step::DeviceNumber { number, to } => unsafe {
                self.at(*to).cast::<u32>().write(self.peers.number(*number))
            },
        }
        Ok(())
    }

    unsafe fn kernel(&self, kernel: &KernelStep) {
        let count = kernel.arguments.len() + usize::from(kernel.has_scratch);
        let mut on_stack = [std::ptr::null_mut(); STACK_ARGUMENTS];
        let mut on_heap = Vec::new();
        let pointers = if count <= STACK_ARGUMENTS {
            &mut on_stack[..count]
        } else {
            on_heap.resize(count, std::ptr::null_mut());
            &mut on_heap[..]
        };
        for (pointer, &place) in pointers.iter_mut().zip(&kernel.arguments) {
            *pointer = self.at(place);
        }
        if kernel.has_scratch {
            pointers[count - 1] = self.scratch;
        }
        for phase in &kernel.phases {
            // SAFETY: the caller's promise.
            unsafe { self.phase(phase, pointers.as_ptr()) };
        }
    }

    unsafe fn phase(&self, phase: &PhaseStep, arguments: *const *mut u8) {
        let PhaseStep { function, units, tasks } = *phase;
        if tasks <= 1 {
            // SAFETY: the caller's promise.
            return unsafe { function(arguments, 0, units) };
        }
        let arguments = Shared(arguments);
        self.pool.parallel_for(tasks as usize, &|task| {
            let bound = |n: usize| (units as i128 * n as i128 / i128::from(tasks)) as i64;
            // SAFETY: the caller's promise; tasks do different units.
            unsafe { function(arguments.get(), bound(task), bound(task + 1)) };
        });
    }

    unsafe fn repeat(
        &self,
        condition: &[Step],
        predicate: Place,
        body: &[Step],
        trip_count: Option<u64>,
    ) -> Result<(), ExecutionError> {
        if let Some(rounds) = trip_count {
            return (0..rounds).try_for_each(|_| {
                self.peers.rendezvous.check()?;
                // SAFETY: the caller's promise, here and below.
                unsafe { self.run(body) }
            });
        }
        loop {
            self.peers.rendezvous.check()?;
            unsafe { self.run(condition)? };
            if unsafe { *self.at(predicate) } == 0 {
                return Ok(());
            }
            unsafe { self.run(body)? };
        }
    }

    /// The branch to take; the last one for an index out of range.
    unsafe fn select(&self, selector: Place, is_predicate: bool, branches: usize) -> usize {
        let at = self.at(selector);
        if is_predicate {
            // SAFETY: the plan has a byte for a `pred` there.
            return usize::from(unsafe { *at } == 0).min(branches - 1);
        }
        // SAFETY: the plan has an aligned `s32` there.
        let index = unsafe { *at.cast::<i32>() };
        usize::try_from(index).ok().filter(|&i| i < branches).unwrap_or(branches - 1)
    }
}

/// # Safety
/// Both places have so many bytes, and lie apart.
unsafe fn copy(pool: &Pool, from: *const u8, to: *mut u8, bytes: usize) {
    let (from, to) = (Shared(from), Shared(to));
    pool.parallel_for(bytes.div_ceil(COPY_BLOCK), &|block| {
        let start = block * COPY_BLOCK;
        let length = COPY_BLOCK.min(bytes - start);
        // SAFETY: the caller's promise; blocks lie apart.
        unsafe { std::ptr::copy_nonoverlapping(from.get().add(start), to.get().add(start), length) };
    });
}
