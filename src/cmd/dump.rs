//! `pjrt dump`: the program at any stage on its way to code.

use super::failure::{Failure, Outcome};
use super::program::{ProgramPath, failure};
use super::session::{CompileFlags, Format, codegen_options};
use crate::codegen;
use crate::hlo::{self, Diagnostics, Module, PrintOptions};
use crate::passes::{self, Observation};
use crate::runtime::CompileOptions;

/// A stage of compilation.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Stage {
    /// HLO as the frontend makes it
    Hlo,
    /// HLO after all passes
    Optimized,
    /// The thunk program: what the executable does, step by step
    Thunks,
    /// Where each value lives in memory, and the peak
    Buffers,
}

/// Show a program at a stage of its compilation.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    program: ProgramPath,
    #[command(flatten)]
    compile: CompileFlags,
    #[arg(long, value_enum, default_value_t = Stage::Optimized)]
    stage: Stage,
    /// HLO after every run of this pass that changed something
    #[arg(long, value_name = "PASS")]
    after: Option<String>,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn main(options: &Options) -> Outcome {
    if let Some(name) = &options.after
        && passes::find(name).is_none()
    {
        return Err(Failure::usage(format!("there is no pass '{name}'")));
    }
    let (source, module) = options.program.read_module()?;
    let shown = dump(module, options).map_err(|d| failure(&d, &source))?;
    print!("{shown}");
    Ok(())
}

fn dump(module: Module, options: &Options) -> Result<String, Diagnostics> {
    let compile = options.compile.options();
    if let Some(pass) = &options.after {
        return after_pass(module, pass, &compile);
    }
    if options.stage == Stage::Hlo {
        return Ok(text(&module, options.format));
    }
    let optimized = optimize(module, &compile, false)?;
    if options.stage == Stage::Optimized {
        return Ok(text(&optimized, options.format));
    }
    let executable = codegen::compile(optimized, &codegen_options(&compile))?;
    Ok(match (options.stage, options.format) {
        (Stage::Buffers, Format::Text) => executable.buffer_report(),
        (Stage::Buffers, Format::Json) => format!("{:#}\n", executable.buffers_json()),
        (_, Format::Text) => executable.thunk_report(),
        (_, Format::Json) => format!("{:#}\n", executable.thunks_json()),
    })
}

fn text(module: &Module, format: Format) -> String {
    let text = hlo::print(module, &PrintOptions::default());
    match format {
        Format::Text => text,
        Format::Json => format!("{:#}\n", serde_json::json!({ "module": module.name.to_string(), "hlo": text })),
    }
}

/// Runs the target's passes.
pub fn optimize(mut module: Module, options: &CompileOptions, verbose: bool) -> Result<Module, Diagnostics> {
    let mut report = |o: &Observation| {
        if verbose {
            let mark = if o.changed { "changed" } else { "" };
            eprintln!("{:>4} {:<40} {:>10.3?} {mark}", o.index, o.pass.name, o.elapsed);
        }
    };
    passes::run_pipeline(&mut module, &passes::pipelines::CPU, pass_options(options, &mut report))?;
    Ok(module)
}

fn after_pass(mut module: Module, pass: &str, options: &CompileOptions) -> Result<String, Diagnostics> {
    let mut shown = String::new();
    let mut show = |o: &Observation| {
        if o.changed && o.pass.name == pass {
            shown += &format!("// after {} (run {} of the passes, in {})\n", pass, o.index, o.group);
            shown += &hlo::print(o.module, &PrintOptions::default());
        }
    };
    passes::run_pipeline(&mut module, &passes::pipelines::CPU, pass_options(options, &mut show))?;
    Ok(shown)
}

fn pass_options<'a>(options: &CompileOptions, observer: &'a mut dyn FnMut(&Observation)) -> passes::Options<'a> {
    passes::Options {
        verifier: options.verify_passes.then_some(hlo::verify),
        disabled: options.disabled_passes.iter().cloned().collect(),
        observer: Some(observer),
    }
}
