//! Emits and compiles the kernels of a program: equal ones once, on several threads.

use super::comparator::order_of;
use super::family::{Family, family_of};
use super::fingerprint::fingerprint;
use crate::codegen::Target;
use crate::codegen::emit::{Emitter, emit_comparator, emit_kernel};
use crate::codegen::kernel::Kernel;
use crate::codegen::spec::SortOrder;
use crate::hlo::{ComputationId, Diagnostic, Diagnostics, InstructionId, Module, Op};
use crate::passes::buffers::executed_computations;
use inkwell::attributes::AttributeLoc;
use inkwell::context::Context;
use inkwell::module::Module as LlvmModule;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::TargetMachine;
use rayon::prelude::*;
use std::collections::HashMap;

/// What the emitter leaves to LLVM; vectors and loops are as they shall be already.
const LLVM_PASSES: &str = "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg)";
/// A thread of its own is not worth it for fewer kernels.
const MIN_KERNELS_PER_THREAD: usize = 4;

type Key = (ComputationId, InstructionId);

/// The kernels that a program needs, each once.
pub struct Requests {
    /// One instruction for each kernel, and the kernel's name.
    kernels: Vec<(Key, String)>,
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
}

/// What was emitted for an instruction.
#[derive(Clone, Debug)]
enum Code {
    Kernel(Kernel),
    /// Name of a sort's comparator.
    Comparator(String),
}

impl KernelMap {
    /// # Panics
    /// For an instruction that is no kernel's: a bug in the collection of requests.
    pub fn kernel(&self, computation: ComputationId, instruction: InstructionId) -> &Kernel {
        match &self.codes[self.of[&(computation, instruction)]] {
            Code::Kernel(kernel) => kernel,
            Code::Comparator(name) => unreachable!("{name} is a comparator"),
        }
    }

    /// # Panics
    /// For an instruction that does not ask a comparator: a bug in the collection of requests.
    pub fn comparator(&self, computation: ComputationId, instruction: InstructionId) -> &str {
        match &self.codes[self.of[&(computation, instruction)]] {
            Code::Comparator(name) => name,
            Code::Kernel(_) => unreachable!("a sort's code is its comparator"),
        }
    }
}

/// Whether an operation is a sort whose order is not one of keys.
fn asks_comparator(module: &Module, op: &Op) -> bool {
    matches!(op, Op::Sort { comparator, .. } if order_of(module, *comparator) == SortOrder::Comparator)
}

impl Requests {
    /// Collects the kernels of all executed instructions.
    ///
    /// # Errors
    /// A computation with two callers.
    pub fn of(module: &Module) -> Result<Requests, Diagnostics> {
        let mut requests = Requests { kernels: Vec::new(), of: HashMap::new() };
        let mut known: HashMap<String, usize> = HashMap::new();
        for id in executed_computations(module)? {
            let computation = module.computation(id);
            for &instruction in computation.schedule.as_deref().unwrap_or_default() {
                match family_of(module, computation, instruction) {
                    Family::Kernel | Family::OutputFusion(_) => requests.add(module, &mut known, (id, instruction)),
                    Family::Library if asks_comparator(module, computation.op(instruction)) => {
                        requests.add(module, &mut known, (id, instruction));
                    }
                    _ => {}
                }
            }
        }
        Ok(requests)
    }

    fn add(&mut self, module: &Module, known: &mut HashMap<String, usize>, key: Key) {
        let computation = module.computation(key.0);
        let next = self.kernels.len();
        let kernel = *known.entry(fingerprint(module, computation, key.1)).or_insert(next);
        if kernel == next {
            self.kernels.push((key, symbol_name(next, computation.get(key.1).name())));
        }
        self.of.insert(key, kernel);
    }

    /// Number of LLVM modules that keep all threads busy.
    pub fn suitable_parts(&self) -> usize {
        (self.kernels.len() / MIN_KERNELS_PER_THREAD).clamp(1, rayon::current_num_threads())
    }

    /// Emits all kernels into `parts` LLVM modules, optimizes these, and makes something of each.
    ///
    /// # Errors
    /// All instructions that the emitter does not take; LLVM's complaints.
    pub fn emit<T: Send>(
        self,
        module: &Module,
        target: &Target,
        parts: usize,
        finish: impl Fn(&LlvmModule<'_>, &TargetMachine) -> Result<T, String> + Sync,
    ) -> Result<Emitted<T>, Diagnostics> {
        let share = |part: usize| self.kernels.iter().skip(part).step_by(parts);
        let emitted: Vec<Result<(Vec<Code>, T), Diagnostics>> =
            (0..parts).into_par_iter().map(|part| emit_part(module, target, share(part), &finish)).collect();
        let (mut shares, mut made, mut errors) = (Vec::new(), Vec::new(), Diagnostics::default());
        for result in emitted {
            match result {
                Ok((kernels, part)) => {
                    shares.push(kernels.into_iter());
                    made.push(part);
                }
                Err(found) => errors.0.extend(found.0),
            }
        }
        errors.into_result()?;
        // Dealt out in turn, and so collected.
        let codes = (0..self.kernels.len()).filter_map(|n| shares[n % parts].next()).collect();
        Ok(Emitted { kernels: KernelMap { codes, of: self.of }, parts: made })
    }
}

/// A name for the object file's symbol table, from the instruction's.
fn symbol_name(number: usize, instruction: &str) -> String {
    let plain: String = instruction.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format!("k{number}_{plain}")
}

fn emit_part<'r, T>(
    module: &Module,
    target: &Target,
    requests: impl Iterator<Item = &'r (Key, String)>,
    finish: impl Fn(&LlvmModule<'_>, &TargetMachine) -> Result<T, String>,
) -> Result<(Vec<Code>, T), Diagnostics> {
    let bug = |message: String| Diagnostics::from(Diagnostic::bug(message, &None));
    let machine = target.machine().map_err(bug)?;
    let context = Context::create();
    let llvm = context.create_module("kernels");
    target.prepare(&llvm, &machine);
    let emitter = Emitter { context: &context, llvm: &llvm, target };
    let (mut codes, mut errors) = (Vec::new(), Diagnostics::default());
    for ((computation, instruction), name) in requests {
        match emit_one(&emitter, module, (*computation, *instruction), name) {
            Ok(code) => codes.push(code),
            Err(found) => errors.0.extend(found.0),
        }
    }
    errors.into_result()?;
    llvm.verify().map_err(|e| bug(format!("the emitter made invalid code: {}", e.to_string())))?;
    set_function_attributes(&context, &llvm, target);
    let options = PassBuilderOptions::create();
    llvm.run_passes(LLVM_PASSES, &machine, options).map_err(|e| bug(e.to_string()))?;
    let made = finish(&llvm, &machine).map_err(bug)?;
    Ok((codes, made))
}

fn emit_one(
    emitter: &Emitter<'_, '_>,
    module: &Module,
    (computation, instruction): Key,
    name: &str,
) -> Result<Code, Diagnostics> {
    let computation = module.computation(computation);
    if let Op::Sort { .. } = computation.op(instruction) {
        emit_comparator(emitter, module, computation, instruction, name)?;
        return Ok(Code::Comparator(name.to_owned()));
    }
    emit_kernel(emitter, module, computation, instruction, name).map(Code::Kernel)
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
