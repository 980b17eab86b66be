//! Emits and compiles the kernels of a program: equal ones once, on several threads.

use super::comparator::order_of;
use super::family::{Family, family_of};
use super::fingerprint::fingerprint;
use crate::codegen::Target;
use crate::codegen::compile_report::KernelReport;
use crate::codegen::emit::{Emitter, emit_comparator, emit_kernel, emit_loop, emit_reducer};
use crate::codegen::kernel::Kernel;
use crate::codegen::small_loop::SmallLoops;
use crate::codegen::spec::SortOrder;
use crate::hlo::{
    Computation, ComputationId, Diagnostic, Diagnostics, InstructionId, Module, Op, catch_crash, focus_on,
};
use crate::passes::buffers::{executed_callees, executed_computations};
use inkwell::attributes::AttributeLoc;
use inkwell::context::Context;
use inkwell::module::Module as LlvmModule;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::TargetMachine;
use rayon::prelude::*;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// What the emitter leaves to LLVM; vectors and loops are as they shall be already.
const LLVM_PASSES: &str = "always-inline,function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg)";
/// A thread of its own is not worth it for fewer kernels.
const MIN_KERNELS_PER_THREAD: usize = 4;

type Key = (ComputationId, InstructionId);
/// Emits what an instruction asks, under a name.
type EmitFunction = fn(&Emitter<'_, '_>, &Module, &Computation, InstructionId, &str) -> Result<(), Diagnostics>;

/// The kernels that a program needs, each once.
pub struct Requests<'m> {
    module: &'m Module,
    small_loops: &'m SmallLoops,
    /// One instruction for each kernel, and the kernel's name.
    kernels: Vec<(Key, String)>,
    /// Kernels by the fingerprints of their instructions.
    known: HashMap<String, usize>,
    /// The kernel of each instruction that has one.
    of: HashMap<Key, usize>,
}

/// Kernels by the instructions that they perform.
pub struct KernelMap {
    codes: Vec<Code>,
    of: HashMap<Key, usize>,
}

/// Emitted and compiled kernels.
pub struct Emitted<T> {
    pub kernels: KernelMap,
    /// What was made of each LLVM module.
    pub parts: Vec<T>,
    pub reports: Vec<KernelReport>,
    /// What LLVM took for each module.
    pub llvm_times: Vec<Duration>,
}

/// What was made of one LLVM module.
struct Part<T> {
    codes: Vec<(Code, Duration)>,
    made: T,
    llvm_time: Duration,
}

/// What was emitted for an instruction.
#[derive(Clone, Debug)]
enum Code {
    Kernel(Kernel),
    /// Name of a sort's comparator, or of a collective's reducer.
    Function(String),
}

impl Code {
    /// Names of its functions in the object file.
    fn functions(&self) -> Vec<String> {
        match self {
            Code::Kernel(kernel) => kernel.phases.iter().map(|phase| phase.function.clone()).collect(),
            Code::Function(name) => vec![name.clone()],
        }
    }
}

impl KernelMap {
    /// # Panics
    /// For an instruction that is no kernel's: a bug in the collection of requests.
    pub fn kernel(&self, computation: ComputationId, instruction: InstructionId) -> &Kernel {
        match &self.codes[self.of[&(computation, instruction)]] {
            Code::Kernel(kernel) => kernel,
            Code::Function(name) => unreachable!("{name} is no kernel"),
        }
    }

    /// # Panics
    /// For an instruction that neither asks a comparator nor reduces: a bug in the collection of requests.
    pub fn function(&self, computation: ComputationId, instruction: InstructionId) -> &str {
        match &self.codes[self.of[&(computation, instruction)]] {
            Code::Function(name) => name,
            Code::Kernel(kernel) => unreachable!("{kernel:?} is a kernel"),
        }
    }
}

/// Whether an operation combines elements of several devices.
fn asks_reducer(op: &Op) -> bool {
    matches!(op, Op::Collective(collective) if collective.to_apply().is_some())
}

/// Whether an operation is a sort whose order is not one of keys.
fn asks_comparator(module: &Module, op: &Op) -> bool {
    matches!(op, Op::Sort { comparator, .. } if order_of(module, *comparator) == SortOrder::Comparator)
}

impl<'m> Requests<'m> {
    /// Collects the kernels of all executed instructions.
    ///
    /// # Errors
    /// A computation with two callers.
    pub fn of(module: &'m Module, small_loops: &'m SmallLoops) -> Result<Requests<'m>, Diagnostics> {
        executed_computations(module)?;
        let (kernels, known, of) = (Vec::new(), HashMap::new(), HashMap::new());
        let mut requests = Requests { module, small_loops, kernels, known, of };
        requests.collect(module.entry_id());
        Ok(requests)
    }

    /// The kernels of a computation, and of what runs in it but for small loops, which are kernels themselves.
    fn collect(&mut self, id: ComputationId) {
        let (module, computation) = (self.module, self.module.computation(id));
        for &instruction in computation.schedule.as_deref().unwrap_or_default() {
            let op = computation.op(instruction);
            let has_code = match family_of(module, computation, instruction) {
                Family::Kernel | Family::OutputFusion(_) => true,
                Family::Library => asks_comparator(module, op),
                Family::Collective => asks_reducer(op),
                Family::While => self.small_loops.contains_key(&(id, instruction)),
                Family::Free
                | Family::Copy
                | Family::UpdateSlice
                | Family::Conditional
                | Family::Call(_)
                | Family::CustomCall
                | Family::DeviceNumber(_)
                | Family::Unsupported(_) => false,
            };
            match has_code {
                true => self.add((id, instruction)),
                false => executed_callees(op).into_iter().for_each(|callee| self.collect(callee)),
            }
        }
    }

    fn add(&mut self, key: Key) {
        let computation = self.module.computation(key.0);
        let next = self.kernels.len();
        let kernel = *self.known.entry(fingerprint(self.module, computation, key.1)).or_insert(next);
        if kernel == next {
            self.kernels.push((key, symbol_name(next, computation.get(key.1).name())));
        }
        self.of.insert(key, kernel);
    }

    /// Number of LLVM modules that keep all threads busy.
    pub fn suitable_parts(&self) -> usize {
        (self.kernels.len() / MIN_KERNELS_PER_THREAD).clamp(1, rayon::current_num_threads())
    }

    /// Emits all kernels into `parts` LLVM modules, and makes something of each.
    ///
    /// # Errors
    /// All instructions that the emitter does not take; LLVM's complaints.
    pub fn emit<T: Send>(
        self,
        target: &Target,
        parts: usize,
        finish: impl Fn(&LlvmModule<'_>, &TargetMachine) -> Result<T, String> + Sync,
    ) -> Result<Emitted<T>, Diagnostics> {
        let share = |part: usize| self.kernels.iter().skip(part).step_by(parts);
        let emitted: Vec<Result<Part<T>, Diagnostics>> =
            (0..parts).into_par_iter().map(|part| self.emit_part(target, share(part), &finish)).collect();
        let (mut shares, mut made, mut llvm_times) = (Vec::new(), Vec::new(), Vec::new());
        let mut errors = Diagnostics::default();
        for result in emitted {
            match result {
                Ok(part) => {
                    shares.push(part.codes.into_iter());
                    made.push(part.made);
                    llvm_times.push(part.llvm_time);
                }
                Err(found) => errors.0.extend(found.0),
            }
        }
        errors.into_result()?;
        // Dealt out in turn, and so collected.
        let (codes, times): (Vec<Code>, Vec<Duration>) =
            (0..self.kernels.len()).filter_map(|n| shares[n % parts].next()).unzip();
        let reports = self.reports(&codes, &times);
        Ok(Emitted { kernels: KernelMap { codes, of: self.of }, parts: made, reports, llvm_times })
    }

    fn reports(&self, codes: &[Code], times: &[Duration]) -> Vec<KernelReport> {
        let mut performed: Vec<(usize, Key)> = self.of.iter().map(|(&key, &kernel)| (kernel, key)).collect();
        performed.sort();
        let mut instructions = vec![Vec::new(); codes.len()];
        for (kernel, (computation, id)) in performed {
            instructions[kernel].push(self.module.computation(computation).get(id).name().to_string());
        }
        let report = |kernel: usize| KernelReport {
            name: self.kernels[kernel].1.clone(),
            instructions: std::mem::take(&mut instructions[kernel]),
            functions: codes[kernel].functions(),
            emit_time: times[kernel],
            code_bytes: None,
        };
        (0..codes.len()).map(report).collect()
    }
}

/// A name for the object file's symbol table, from the instruction's.
fn symbol_name(number: usize, instruction: &str) -> String {
    let plain: String = instruction.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format!("k{number}_{plain}")
}

/// Schedules for the processor, and keeps the widest vectors whole.
fn set_function_attributes(context: &Context, llvm: &LlvmModule<'_>, target: &Target) {
    let bits = (8 * target.vector_bytes()).to_string();
    let attributes = [
        ("tune-cpu", target.cpu.as_str()),
        ("prefer-vector-width", bits.as_str()),
        ("min-legal-vector-width", bits.as_str()),
    ];
    for function in llvm.get_functions().filter(|f| f.count_basic_blocks() > 0) {
        for (key, value) in attributes {
            function.add_attribute(AttributeLoc::Function, context.create_string_attribute(key, value));
        }
    }
}

/// What LLVM does to the kernels.
///
/// # Errors
/// LLVM's complaints.
pub fn optimize(llvm: &LlvmModule<'_>, machine: &TargetMachine) -> Result<(), String> {
    llvm.run_passes(LLVM_PASSES, machine, PassBuilderOptions::create()).map_err(|e| e.to_string())
}

impl Requests<'_> {
    fn emit_part<'r, T>(
        &self,
        target: &Target,
        requests: impl Iterator<Item = &'r (Key, String)>,
        finish: impl Fn(&LlvmModule<'_>, &TargetMachine) -> Result<T, String>,
    ) -> Result<Part<T>, Diagnostics> {
        let bug = |message: String| Diagnostics::from(Diagnostic::bug(message, &None));
        let machine = target.machine().map_err(bug)?;
        let context = Context::create();
        let llvm = context.create_module("kernels");
        target.prepare(&llvm, &machine);
        let emitter = Emitter { context: &context, llvm: &llvm, target };
        let (mut codes, mut errors) = (Vec::new(), Diagnostics::default());
        for (key, name) in requests {
            let start = Instant::now();
            let emitted = catch_crash(|| self.emit_one(&emitter, *key, name));
            match emitted.unwrap_or_else(|crash| Err(crash.diagnostic("code generation").into())) {
                Ok(code) => codes.push((code, start.elapsed())),
                Err(found) => errors.0.extend(found.0),
            }
        }
        errors.into_result()?;
        let start = Instant::now();
        llvm.verify().map_err(|e| bug(format!("the emitter made invalid code: {}", e.to_string())))?;
        set_function_attributes(&context, &llvm, target);
        let made = finish(&llvm, &machine).map_err(bug)?;
        Ok(Part { codes, made, llvm_time: start.elapsed() })
    }

    fn emit_one(&self, emitter: &Emitter<'_, '_>, key: Key, name: &str) -> Result<Code, Diagnostics> {
        let (module, computation) = (self.module, self.module.computation(key.0));
        focus_on(computation.get(key.1));
        let emit_function = match computation.op(key.1) {
            Op::Sort { .. } => Some(emit_comparator as EmitFunction),
            Op::Collective(_) => Some(emit_reducer as EmitFunction),
            _ => None,
        };
        if let Some(emit) = emit_function {
            emit(emitter, module, computation, key.1, name)?;
            return Ok(Code::Function(name.to_owned()));
        }
        let kernel = match self.small_loops.get(&key) {
            Some(small) => emit_loop(emitter, module, small, name)?,
            None => emit_kernel(emitter, module, computation, key.1, name)?,
        };
        Ok(Code::Kernel(kernel))
    }
}
