//! Emits and compiles the kernels of a program: equal ones once, on several threads.

use super::family::{Family, family_of};
use super::fingerprint::fingerprint;
use crate::codegen::Target;
use crate::codegen::emit::{Emitter, emit_kernel};
use crate::codegen::kernel::Kernel;
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
    kernels: Vec<Kernel>,
    of: HashMap<Key, usize>,
}

/// Emitted and compiled kernels.
pub struct Emitted<T> {
    pub kernels: KernelMap,
    /// What was made of each LLVM module.
    pub parts: Vec<T>,
}

impl KernelMap {
    pub fn get(&self, computation: ComputationId, instruction: InstructionId) -> &Kernel {
        &self.kernels[self.of[&(computation, instruction)]]
    }
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
                match family_of(computation, instruction) {
                    Family::Kernel => requests.add(module, &mut known, (id, instruction)),
                    Family::Library => requests.add_comparator(module, &mut known, computation.op(instruction)),
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

    /// The kernel of a comparator that sorting has to ask: a fusion, see `wrap_comparators`.
    fn add_comparator(&mut self, module: &Module, known: &mut HashMap<String, usize>, op: &Op) {
        let Op::Sort { comparator, .. } = op else { return };
        let root = module.computation(*comparator).root();
        if matches!(module.computation(*comparator).op(root), Op::Fusion { .. }) {
            self.add(module, known, (*comparator, root));
        }
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
        let emitted: Vec<Result<(Vec<Kernel>, T), Diagnostics>> =
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
        let kernels = (0..self.kernels.len()).filter_map(|n| shares[n % parts].next()).collect();
        Ok(Emitted { kernels: KernelMap { kernels, of: self.of }, parts: made })
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
) -> Result<(Vec<Kernel>, T), Diagnostics> {
    let bug = |message: String| Diagnostics::from(Diagnostic::bug(message, &None));
    let machine = target.machine().map_err(bug)?;
    let context = Context::create();
    let llvm = context.create_module("kernels");
    target.prepare(&llvm, &machine);
    let emitter = Emitter { context: &context, llvm: &llvm, target };
    let (mut kernels, mut errors) = (Vec::new(), Diagnostics::default());
    for ((computation, instruction), name) in requests {
        match emit_kernel(&emitter, module, module.computation(*computation), *instruction, name) {
            Ok(kernel) => kernels.push(kernel),
            Err(found) => errors.0.extend(found.0),
        }
    }
    errors.into_result()?;
    llvm.verify().map_err(|e| bug(format!("the emitter made invalid code: {}", e.to_string())))?;
    set_function_attributes(&context, &llvm, target);
    let options = PassBuilderOptions::create();
    llvm.run_passes(LLVM_PASSES, &machine, options).map_err(|e| bug(e.to_string()))?;
    let made = finish(&llvm, &machine).map_err(bug)?;
    Ok((kernels, made))
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
