//! `pjrt compile`: from a program to whatever the user wants of it.

use super::failure::{Failure, Outcome};
use super::program::{ProgramPath, failure};
use super::progress::while_working;
use super::session::{CompileFlags, codegen_options};
use crate::codegen::{self, Artifact};
use crate::hlo::{self, Module};
use crate::runtime::npy::write_atomically;
use std::io::Write;
use std::path::PathBuf;

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Emit {
    /// The program as it was read, as HLO text
    Hlo,
    /// HLO text after all passes
    OptimizedHlo,
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
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    program: ProgramPath,
    #[command(flatten)]
    compile: CompileFlags,
    /// What to write
    #[arg(long, value_enum, default_value_t = Emit::Pjx)]
    emit: Emit,
    /// Where to write it; text goes to standard output without
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Report passes, kernels, memory and time on standard error
    #[arg(short, long)]
    verbose: bool,
}

pub fn main(options: &Options) -> Outcome {
    let (source, module) = options.program.read_module()?;
    let message = format!("compiling {}", module.name);
    let bytes = while_working(&message, || emit(module, options)).map_err(|d| failure(&d, &source))?;
    deliver(&bytes, options)
}

fn emit(module: Module, options: &Options) -> Result<Vec<u8>, hlo::Diagnostics> {
    let compile = options.compile.options();
    let text = |module: &Module| hlo::print(module, &hlo::PrintOptions::default()).into_bytes();
    let artifact = match options.emit {
        Emit::Hlo => return Ok(text(&module)),
        Emit::OptimizedHlo => return Ok(text(&super::dump::optimize(module, &compile, options.verbose)?)),
        Emit::Llvm => Artifact::Llvm,
        Emit::Asm => Artifact::Assembly,
        Emit::Obj => Artifact::Object,
        Emit::Pjx => Artifact::Executable,
    };
    let optimized = super::dump::optimize(module, &compile, options.verbose)?;
    codegen::emit_artifact(optimized, &codegen_options(&compile), artifact)
}

fn deliver(bytes: &[u8], options: &Options) -> Outcome {
    let text = matches!(options.emit, Emit::Hlo | Emit::OptimizedHlo | Emit::Llvm | Emit::Asm);
    match &options.output {
        Some(path) => write_atomically(path, |file| file.write_all(bytes)).map_err(|e| Failure::io(&e)),
        None if text => std::io::stdout().write_all(bytes).map_err(|e| Failure::io(&e.into())),
        None => Err(Failure::usage("expected --output=FILE: this is no text")),
    }
}
