//! `pjrt compile`: from a program to whatever the user wants of it.

use super::compile_flags::CompileFlags;
use super::failure::{Failure, Outcome};
use super::program::{ProgramPath, failure, only_section};
use super::progress::while_working;
use super::specialize::ArgumentFlags;
use super::stablehlo_flags::StablehloFlags;
use super::streams::{self, deliver};
use crate::codegen::{self, Artifact};
use crate::hlo::{self, Module};
use crate::passes::Observation;
use crate::runtime::custom_call;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Emit {
    /// The program as it was read, as StableHLO text
    Stablehlo,
    /// The program as it was read, as StableHLO bytecode: a portable artifact
    Bytecode,
    /// The program as it was read, as HLO text
    Hlo,
    /// HLO text after all passes
    OptimizedHlo,
    /// StableHLO text after all passes
    OptimizedStablehlo,
    /// LLVM's intermediate representation of the kernels
    Llvm,
    /// Assembly of the kernels
    Asm,
    /// The kernels as a relocatable object file
    Obj,
    /// An executable that `pjrt run` loads
    Pjx,
}

/// Compile a program and save the executable, or show a stage on the way there.
///
/// Examples: `pjrt compile model.mlir -o model.pjx`, then `pjrt run --device=cpu model.pjx --input=random`;
/// `pjrt compile --emit=asm model.mlir`; `pjrt compile -v model.mlir -o model.pjx`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    program: ProgramPath,
    #[command(flatten)]
    arguments: ArgumentFlags,
    /// What to write
    #[arg(long, value_enum, default_value_t = Emit::Pjx)]
    emit: Emit,
    /// Where to write it, - for standard output; text goes there without, too
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    stablehlo: StablehloFlags,
    /// Report passes, kernels, memory and time on standard error
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    compile: CompileFlags,
}

pub fn main(options: &Options) -> Outcome {
    check_flags(options)?;
    let source = only_section(options.program.read_text()?)?;
    let saved = options.emit == Emit::Pjx;
    let module = if saved { options.arguments.read_to_save(&source)? } else { options.arguments.read(&source)? };
    let message = format!("compiling {}", module.name);
    let (bytes, report) = while_working(&message, || emit(module, options)).map_err(|d| failure(&d, &source))?;
    if options.verbose {
        streams::report(&report);
    }
    deliver(&bytes, options.output.as_deref())
}

/// Flags that say nothing about what is written; bytes for a terminal.
fn check_flags(options: &Options) -> Outcome {
    if options.output.is_none() && !is_text(options.emit) {
        return Err(Failure::usage("expected --output=FILE: what is written (--emit) is no text"));
    }
    let is_text = matches!(options.emit, Emit::Stablehlo | Emit::OptimizedStablehlo);
    options.stablehlo.check(is_text, options.emit == Emit::Bytecode)
}

/// The bytes to write, and the report of `--verbose`.
fn emit(module: Module, options: &Options) -> Result<(Vec<u8>, String), hlo::Diagnostics> {
    let artifact = match options.emit {
        Emit::Stablehlo | Emit::Bytecode | Emit::Hlo => return Ok((module_bytes(&module, options)?, String::new())),
        Emit::OptimizedHlo | Emit::OptimizedStablehlo => None,
        Emit::Llvm => Some(Artifact::Llvm),
        Emit::Asm => Some(Artifact::Assembly),
        Emit::Obj => Some(Artifact::Object),
        Emit::Pjx => Some(Artifact::Executable),
    };
    let start = Instant::now();
    let mut passes = PassReport::default();
    let optimized = options.compile.optimize(module, Some(&mut |o| passes.add(o)))?;
    // After the passes: partitioning takes some calls away.
    custom_call::check_targets(&optimized)?;
    let passes_time = start.elapsed();
    let Some(artifact) = artifact else { return Ok((module_bytes(&optimized, options)?, passes.lines)) };
    let (bytes, report) = codegen::emit_artifact(optimized, &options.compile.codegen_options(), artifact)?;
    let times = [("passes", passes_time), ("planning", report.planning_time), ("total", start.elapsed())];
    let times: String = times.map(|(name, time)| format!("  {name:<38} {:>18.3} ms\n", milliseconds(time))).concat();
    Ok((bytes, format!("{}{report}time\n{times}", passes.lines)))
}

/// A module in the language that `--emit` names.
fn module_bytes(module: &Module, options: &Options) -> Result<Vec<u8>, hlo::Diagnostics> {
    Ok(match options.emit {
        Emit::Stablehlo | Emit::OptimizedStablehlo => options.stablehlo.text(module)?,
        Emit::Bytecode => options.stablehlo.bytecode(module)?,
        Emit::Hlo | Emit::OptimizedHlo | Emit::Llvm | Emit::Asm | Emit::Obj | Emit::Pjx => {
            hlo::print(module, &hlo::PrintOptions::default()).into_bytes()
        }
    })
}

/// A line for every run of a pass.
struct PassReport {
    lines: String,
}

impl Default for PassReport {
    fn default() -> PassReport {
        PassReport { lines: format!("{:<44} {:>14}\n", "passes", "ms") }
    }
}

impl PassReport {
    fn add(&mut self, o: &Observation) {
        let mark = if o.changed { "  changed" } else { "" };
        let time = milliseconds(o.elapsed);
        self.lines += &format!("  {:>3} {:<38} {time:>14.3}{mark}\n", o.index, o.pass.name);
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn is_text(emit: Emit) -> bool {
    match emit {
        Emit::Stablehlo | Emit::Hlo | Emit::OptimizedHlo | Emit::OptimizedStablehlo | Emit::Llvm | Emit::Asm => true,
        Emit::Bytecode | Emit::Obj | Emit::Pjx => false,
    }
}
