//! How a program is compiled: the flags of all commands that compile, and the passes run as they say.

use super::pass_names;
use crate::codegen;
use crate::hlo::{self, Diagnostics, Module};
use crate::passes::{self, Observation, pipelines};
use crate::runtime::CompileOptions;

/// What sees every run of a pass.
pub type Observer<'a> = &'a mut dyn FnMut(&Observation);

/// How passes are run.
#[derive(clap::Args)]
#[command(next_help_heading = "How to compile")]
pub struct PassFlags {
    /// Leave out a pass (may be repeated; `pjrt opt --list-passes` names them)
    #[arg(long, value_name = "PASS", hide_possible_values = true, value_parser = pass_names::parser())]
    disable_pass: Vec<String>,
    /// Check the program after every pass, and name the pass that broke it
    #[arg(long)]
    verify: bool,
}

impl PassFlags {
    pub fn options<'a>(&self, observer: Option<Observer<'a>>) -> passes::Options<'a> {
        passes::Options {
            verifier: self.verify.then_some(hlo::verify),
            disabled: self.disable_pass.iter().cloned().collect(),
            observer,
        }
    }
}

/// How to compile.
#[derive(clap::Args)]
#[command(next_help_heading = "How to compile")]
pub struct CompileFlags {
    /// Processor to compile for, by LLVM's name (x86-64-v3, znver3, …) [default: this machine's]
    #[arg(long, value_name = "NAME")]
    target_cpu: Option<String>,
    #[command(flatten)]
    passes: PassFlags,
}

impl CompileFlags {
    /// For a runtime that compiles.
    pub fn options(&self) -> CompileOptions {
        CompileOptions {
            verify_passes: self.passes.verify,
            target_cpu: self.target_cpu.clone(),
            disabled_passes: self.passes.disable_pass.clone(),
        }
    }

    /// For code generation alone.
    pub fn codegen_options(&self) -> codegen::Options {
        codegen::Options { target_cpu: self.target_cpu.clone() }
    }

    /// Runs the passes of native code.
    pub fn optimize(&self, mut module: Module, observer: Option<Observer>) -> Result<Module, Diagnostics> {
        passes::run_pipeline(&mut module, &pipelines::CPU, self.passes.options(observer))?;
        Ok(module)
    }
}
