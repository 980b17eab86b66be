//! The way from an optimized module to an executable.

use super::compile_report::CompileReport;
use super::executable::Executable;
use super::lower::{Lowering, Requests, optimize};
use super::small_loop::small_loops;
use super::thunk::Program;
use super::{Target, constants};
use crate::hlo::{Bytes, CostAnalysis, Diagnostic, Diagnostics, Module, Signature, catch_crash};
use crate::passes::buffer_assignment::BufferAssignment;
use crate::passes::{self, copy_insertion};
use inkwell::module::Module as LlvmModule;
use inkwell::targets::{FileType, TargetMachine};
use std::time::Instant;

/// How to generate code.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Processor to compile for (LLVM's name); the host's otherwise.
    pub target_cpu: Option<String>,
}

impl Options {
    /// # Errors
    /// An unknown processor.
    pub fn target(&self) -> Result<Target, Diagnostics> {
        let target = self.target_cpu.as_deref().map_or_else(|| Ok(Target::host()), Target::parse);
        target.map_err(|message| Diagnostic::unsupported(message, &None).into())
    }
}

/// What can be made of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Artifact {
    /// LLVM's intermediate representation of the kernels, as text.
    Llvm,
    /// The same as it was emitted, before LLVM's passes.
    UnoptimizedLlvm,
    /// The kernels' assembly.
    Assembly,
    /// One relocatable object file with all kernels.
    Object,
    /// A `.pjx` file.
    Executable,
}

/// Compiles a module that the target's passes have been over.
///
/// # Errors
/// What is not supported, all of it; bugs of ours.
pub fn compile(module: Module, options: &Options) -> Result<Executable, Diagnostics> {
    compile_with_report(module, options).map(|(executable, _)| executable)
}

fn compile_with_report(module: Module, options: &Options) -> Result<(Executable, CompileReport), Diagnostics> {
    let outcome = catch_crash(|| compile_unguarded(module, options));
    outcome.unwrap_or_else(|crash| Err(crash.diagnostic("code generation").into()))
}

fn compile_unguarded(mut module: Module, options: &Options) -> Result<(Executable, CompileReport), Diagnostics> {
    let start = Instant::now();
    let target = options.target()?;
    let signature = Signature::of(&module)?;
    schedule(&mut module)?;
    let assignment = BufferAssignment::of(&module)?;
    let planning_time = start.elapsed();
    let small_loops = small_loops(&module);
    let requests = Requests::of(&module, &small_loops)?;
    let parts = requests.suitable_parts();
    let emitted = requests.emit(&target, parts, |llvm, machine| write(llvm, machine, FileType::Object))?;
    let costs = CostAnalysis::new(&module);
    let (kernels, small_loops, costs) = (&emitted.kernels, &small_loops, &costs);
    let lowering = Lowering { module: &module, assignment: &assignment, kernels, small_loops, costs };
    let thunks = lowering.sequence(module.entry_id())?;
    let executable = Executable {
        name: module.name.to_string(),
        target,
        signature,
        sharded_signature: module.sharded_signature.clone(),
        devices: module.device_counts(),
        program: Program::new(assignment.allocations.clone(), assignment.outputs.clone(), thunks),
        objects: emitted.parts.into_iter().map(|object| Bytes::copy_of(&object)).collect(),
        constants: constants::collect(&module, &assignment),
        cost: costs.module(),
        memory: assignment.report(),
    };
    let mut report = CompileReport::new(planning_time, emitted.reports, emitted.llvm_times);
    report.memory = Some(executable.memory.clone());
    report.measure_code(&executable.objects);
    Ok((executable, report))
}

/// Compiles a module to a file's contents, and tells how that went.
///
/// # Errors
/// As [`compile`].
pub fn emit_artifact(
    mut module: Module,
    options: &Options,
    artifact: Artifact,
) -> Result<(Vec<u8>, CompileReport), Diagnostics> {
    if artifact == Artifact::Executable {
        return compile_with_report(module, options).map(|(executable, report)| (executable.save(), report));
    }
    let start = Instant::now();
    let target = options.target()?;
    schedule(&mut module)?;
    let planning_time = start.elapsed();
    let small_loops = small_loops(&module);
    let emitted = Requests::of(&module, &small_loops)?.emit(&target, 1, |llvm, machine| match artifact {
        Artifact::UnoptimizedLlvm => Ok(text(llvm)),
        Artifact::Llvm => optimize(llvm, machine).map(|()| text(llvm)),
        Artifact::Assembly => write(llvm, machine, FileType::Assembly),
        Artifact::Object | Artifact::Executable => write(llvm, machine, FileType::Object),
    })?;
    Ok((emitted.parts.concat(), CompileReport::new(planning_time, emitted.reports, emitted.llvm_times)))
}

/// Order and copies: what memory planning needs.
///
/// # Errors
/// A computation with two callers.
pub fn schedule(module: &mut Module) -> Result<(), Diagnostics> {
    passes::async_collective_replacer::run(module)?;
    passes::schedule::run(module)?;
    copy_insertion::run(module)?;
    Ok(())
}

fn text(llvm: &LlvmModule<'_>) -> Vec<u8> {
    llvm.print_to_string().to_string().into_bytes()
}

/// Optimized machine code.
fn write(llvm: &LlvmModule<'_>, machine: &TargetMachine, file_type: FileType) -> Result<Vec<u8>, String> {
    optimize(llvm, machine)?;
    let buffer = machine.write_to_memory_buffer(llvm, file_type).map_err(|e| e.to_string())?;
    Ok(buffer.as_slice().to_vec())
}
