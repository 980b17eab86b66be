//! The thunk program: what a compiled module does, as an ordered list of calls over slices of planned memory.
//!
//! Thunks run one after another; inside, each uses as many threads as its work is worth. Each one declares what it
//! reads and writes.

use super::kernel::Phase;
use super::spec;
use crate::hlo::{Cost, ElementType, LocationRef, Shape};
pub use crate::passes::buffer_assignment::{Allocation, AllocationKind, Slice};
use serde::{Deserialize, Serialize};

/// A compiled module without its machine code and constants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Program {
    pub allocations: Vec<Allocation>,
    /// Allocation of each leaf of the result; `None` for tokens.
    pub outputs: Vec<Option<usize>>,
    pub thunks: Vec<Thunk>,
    /// Bytes of the memory that thunks share for intermediate results of their own.
    pub scratch_bytes: usize,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thunk {
    /// The instruction that it performs.
    pub name: String,
    /// Of one run, thunks inside included.
    pub cost: Cost,
    /// Where the instruction is in the program; forgotten in files.
    #[serde(skip)]
    pub location: LocationRef,
    pub kind: ThunkKind,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ThunkKind {
    /// Emitted code.
    Kernel(KernelThunk),
    Copy {
        from: Slice,
        to: Slice,
    },
    /// A native template.
    Library {
        call: LibraryCall,
        operands: Vec<Slice>,
        results: Vec<Slice>,
        /// What becomes of a product's or convolution's result, row by row.
        epilogue: Option<Epilogue>,
    },
    /// Overwrites a part of `output`, which holds the rest of the result already.
    UpdateSlice {
        spec: UpdateSlice,
        update: Slice,
        /// One scalar a dimension.
        starts: Vec<Slice>,
        output: Slice,
    },
    While(WhileThunk),
    Conditional(ConditionalThunk),
    CustomCall(CustomCallThunk),
    Collective(CollectiveThunk),
    /// Writes a number of the device that runs it, as `u32`.
    DeviceNumber {
        number: DeviceNumber,
        to: Slice,
    },
}

/// Which of a device's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeviceNumber {
    Replica,
    Partition,
}

/// Which template, and what it is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum LibraryCall {
    Gemm(spec::Gemm),
    Convolution(spec::Convolution),
    /// Names the compiled comparator where the order asks one.
    Sort {
        spec: spec::Sort,
        comparator: Option<String>,
    },
    TopK(spec::TopK),
    Fft(spec::Fft),
    Cholesky(spec::Cholesky),
    TriangularSolve(spec::TriangularSolve),
    RandomBits(spec::RandomBits),
}

/// A dynamic-update-slice. Dimensions are listed by distance of neighbours in the output, the largest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UpdateSlice {
    pub element_bytes: usize,
    /// Type of the start indices.
    pub index_type: ElementType,
    pub dims: Vec<UpdateDimension>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UpdateDimension {
    /// Which start index is this dimension's.
    pub start: usize,
    pub output_size: usize,
    pub update_size: usize,
    /// In elements.
    pub output_stride: usize,
    pub update_stride: usize,
}

/// Phases of emitted code, one after another, with the same arguments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KernelThunk {
    pub phases: Vec<Phase>,
    pub operands: Vec<Slice>,
    pub results: Vec<Slice>,
    /// Bytes of shared scratch memory that the kernel gets as its last argument; 0 for none.
    pub scratch_bytes: usize,
}

/// Emitted code that finishes runs of a template's result while they are in a cache. It reads that result where it lies
/// and replaces it there, if the place is among its own results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Epilogue {
    /// A unit is a run of elements.
    pub phase: Phase,
    pub unit_elements: usize,
    pub operands: Vec<Slice>,
    pub results: Vec<Slice>,
}

/// Runs `body` while `condition` leaves true in `predicate`. The state lives in one place throughout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WhileThunk {
    pub condition: Vec<Thunk>,
    pub predicate: Slice,
    pub body: Vec<Thunk>,
    /// Known number of rounds: the condition need not run.
    pub trip_count: Option<u64>,
}

/// Runs one branch. A `pred` of true, or an `s32` out of range, means the first and the last branch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConditionalThunk {
    pub selector: Slice,
    /// The selector is a `pred`, else an `s32`.
    pub is_predicate: bool,
    pub branches: Vec<Vec<Thunk>>,
}

/// Native code by its registered name. Shapes are row-major.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CustomCallThunk {
    pub target: String,
    /// The program's backend config as it stands.
    pub config: String,
    pub api_version: i32,
    pub operands: Vec<Placed>,
    pub result: Placed,
}

/// What a device does together with others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CollectiveThunk {
    pub spec: spec::Collective,
    /// Emitted code that combines elements, where they are combined: of the kernel ABI, with arguments `lhs`, `rhs` and
    /// `result`, and units that are elements.
    pub reducer: Option<String>,
    pub operands: Vec<Slice>,
    pub results: Vec<Slice>,
}

/// A value in memory: one slice a leaf of its shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Placed {
    pub shape: Shape,
    pub leaves: Vec<Slice>,
}

impl Program {
    pub fn new(allocations: Vec<Allocation>, outputs: Vec<Option<usize>>, thunks: Vec<Thunk>) -> Program {
        let scratch_bytes = thunks.iter().map(Thunk::scratch_bytes).max().unwrap_or(0);
        Program { allocations, outputs, thunks, scratch_bytes }
    }

    /// Makes sure that a program from a file stays within its memory, and among the devices that run it.
    ///
    /// # Errors
    /// What does not fit.
    pub fn check(&self, devices: usize, constants: impl ExactSizeIterator<Item = usize>) -> Result<(), String> {
        let constants: Vec<usize> = constants.collect();
        let missing = |a: &&Allocation| match a.kind {
            AllocationKind::Constant(index) => constants.get(index) != Some(&a.size),
            AllocationKind::Parameter(_) | AllocationKind::Output(_) | AllocationKind::Temporary => false,
        };
        if self.allocations.iter().find(missing).is_some() {
            return Err("a constant is missing".to_owned());
        }
        if self.outputs.iter().flatten().any(|&output| output >= self.allocations.len()) {
            return Err("a result without memory".to_owned());
        }
        self.thunks.iter().try_for_each(|thunk| self.check_thunk(thunk))?;
        self.thunks.iter().try_for_each(|thunk| thunk.check_groups(devices))
    }

    fn check_thunk(&self, thunk: &Thunk) -> Result<(), String> {
        let fits = |slice: &Slice| {
            let end = slice.offset.checked_add(slice.size);
            let size = self.allocations.get(slice.allocation).map(|a| a.size);
            end.zip(size).is_some_and(|(end, size)| end <= size)
        };
        if !thunk.reads().iter().chain(&thunk.writes()).all(fits) || thunk.scratch_bytes() > self.scratch_bytes {
            return Err(format!("%{} reaches beyond its memory", thunk.name));
        }
        Ok(())
    }
}

impl ThunkKind {
    /// Name for reports.
    pub fn name(&self) -> &'static str {
        match self {
            ThunkKind::Kernel(_) => "kernel",
            ThunkKind::Copy { .. } => "copy",
            ThunkKind::Library { call, .. } => call.name(),
            ThunkKind::UpdateSlice { .. } => "update-slice",
            ThunkKind::While(_) => "while",
            ThunkKind::Conditional(_) => "conditional",
            ThunkKind::CustomCall(_) => "custom-call",
            ThunkKind::Collective(collective) => collective.spec.name(),
            ThunkKind::DeviceNumber { number: DeviceNumber::Replica, .. } => "replica-id",
            ThunkKind::DeviceNumber { number: DeviceNumber::Partition, .. } => "partition-id",
        }
    }
}

impl LibraryCall {
    /// Name for reports.
    pub fn name(&self) -> &'static str {
        match self {
            LibraryCall::Gemm(_) => "gemm",
            LibraryCall::Convolution(_) => "convolution",
            LibraryCall::Sort { .. } => "sort",
            LibraryCall::TopK(_) => "topk",
            LibraryCall::Fft(_) => "fft",
            LibraryCall::Cholesky(_) => "cholesky",
            LibraryCall::TriangularSolve(_) => "triangular-solve",
            LibraryCall::RandomBits(_) => "random-bits",
        }
    }
}

impl Thunk {
    /// Thunks inside this one.
    fn inner(&self) -> Vec<&Thunk> {
        match &self.kind {
            ThunkKind::While(WhileThunk { condition, body, .. }) => condition.iter().chain(body).collect(),
            ThunkKind::Conditional(conditional) => conditional.branches.iter().flatten().collect(),
            _ => Vec::new(),
        }
    }

    fn check_groups(&self, devices: usize) -> Result<(), String> {
        if let ThunkKind::Collective(collective) = &self.kind {
            let sizes = |slices: &[Slice]| slices.iter().map(|slice| slice.size).collect::<Vec<_>>();
            let (operands, results) = (sizes(&collective.operands), sizes(&collective.results));
            let fits = collective.spec.check(devices, &operands, &results);
            fits.map_err(|message| format!("%{}: {message}", self.name))?;
        }
        self.inner().into_iter().try_for_each(|thunk| thunk.check_groups(devices))
    }

    /// Most scratch memory that it, or a thunk inside it, needs.
    pub fn scratch_bytes(&self) -> usize {
        let own = match &self.kind {
            ThunkKind::Kernel(kernel) => kernel.scratch_bytes,
            _ => 0,
        };
        self.inner().into_iter().map(Thunk::scratch_bytes).fold(own, usize::max)
    }

    /// Slices that this thunk, or one inside it, reads.
    pub fn reads(&self) -> Vec<Slice> {
        match &self.kind {
            ThunkKind::Kernel(kernel) => kernel.operands.clone(),
            ThunkKind::Copy { from, .. } => vec![*from],
            ThunkKind::Library { operands, epilogue, .. } => {
                let more = epilogue.iter().flat_map(|epilogue| &epilogue.operands);
                merged(operands.iter().chain(more))
            }
            ThunkKind::UpdateSlice { update, starts, .. } => [&[*update], &starts[..]].concat(),
            ThunkKind::While(WhileThunk { condition, predicate, body, .. }) => {
                let inside = condition.iter().chain(body).flat_map(Thunk::reads);
                inside.chain([*predicate]).collect()
            }
            ThunkKind::Conditional(ConditionalThunk { selector, branches, .. }) => {
                branches.iter().flatten().flat_map(Thunk::reads).chain([*selector]).collect()
            }
            ThunkKind::CustomCall(call) => call.operands.iter().flat_map(|operand| operand.leaves.clone()).collect(),
            ThunkKind::Collective(collective) => collective.operands.clone(),
            ThunkKind::DeviceNumber { .. } => Vec::new(),
        }
    }

    /// Slices that this thunk, or one inside it, writes.
    pub fn writes(&self) -> Vec<Slice> {
        match &self.kind {
            ThunkKind::Kernel(kernel) => kernel.results.clone(),
            ThunkKind::Copy { to, .. } => vec![*to],
            ThunkKind::Library { results, epilogue, .. } => {
                let more = epilogue.iter().flat_map(|epilogue| &epilogue.results);
                merged(results.iter().chain(more))
            }
            ThunkKind::UpdateSlice { output, .. } => vec![*output],
            ThunkKind::While(WhileThunk { condition, body, .. }) => {
                condition.iter().chain(body).flat_map(Thunk::writes).collect()
            }
            ThunkKind::Conditional(conditional) => {
                conditional.branches.iter().flatten().flat_map(Thunk::writes).collect()
            }
            ThunkKind::CustomCall(call) => call.result.leaves.clone(),
            ThunkKind::Collective(collective) => collective.results.clone(),
            ThunkKind::DeviceNumber { to, .. } => vec![*to],
        }
    }
}

/// Each slice once.
fn merged<'s>(slices: impl Iterator<Item = &'s Slice>) -> Vec<Slice> {
    let mut out: Vec<Slice> = Vec::new();
    for &slice in slices {
        if !out.contains(&slice) {
            out.push(slice);
        }
    }
    out
}
