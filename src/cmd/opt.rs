//! `pjrt opt`: passes over a program, and what they make of it as HLO text.

use super::compile_flags::PassFlags;
use super::cost_model::CostModelFlag;
use super::failure::Outcome;
use super::pass_names;
use super::program::{ProgramPath, failure};
use super::session::Format;
use super::show::show_module;
use super::specialize::ArgumentFlags;
use super::streams::print;
use crate::codegen;
use crate::frontend::Source;
use crate::hlo::{Diagnostics, Module};
use crate::passes::pipelines::PIPELINES;
use crate::passes::{self, Pipeline};
use clap::builder::PossibleValuesParser;

/// How far a module is taken.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Stage {
    /// After the passes
    Optimized,
    /// Also in order of execution, with the copies that memory planning needs
    Scheduled,
}

/// Run passes over a program and print HLO text: those of a pipeline, or any list of them.
///
/// Examples: `pjrt opt model.mlir`, `pjrt opt --passes=call-inliner,algsimp,dce model.mlir`,
/// `pjrt opt --list-passes`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    program: ProgramPath,
    #[command(flatten)]
    arguments: ArgumentFlags,
    /// Run these passes, each once, in this order
    #[arg(
        long,
        value_name = "PASS,…",
        value_delimiter = ',',
        hide_possible_values = true,
        value_parser = pass_names::parser()
    )]
    passes: Vec<String>,
    /// Run the passes of this target
    #[arg(long, default_value = "cpu", value_parser = pipeline_names(), conflicts_with = "passes")]
    pipeline: String,
    /// How far to go
    #[arg(long, value_enum, default_value_t = Stage::Optimized)]
    stage: Stage,
    /// text is HLO text; docs/json.md explains json
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// List all passes, with a sentence each
    #[arg(long, exclusive = true)]
    list_passes: bool,
    #[command(flatten)]
    pass_flags: PassFlags,
    #[command(flatten)]
    cost_model: CostModelFlag,
}

fn pipeline_names() -> PossibleValuesParser {
    PossibleValuesParser::new(PIPELINES.iter().map(|pipeline| pipeline.name))
}

pub fn main(options: &Options) -> Outcome {
    if options.list_passes {
        return print(pass_names::list());
    }
    for (index, source) in options.program.read_text()?.iter().enumerate() {
        if index > 0 {
            print("// -----\n")?;
        }
        print(optimize(source, options)?)?;
    }
    Ok(())
}

fn optimize(source: &Source, options: &Options) -> Outcome<String> {
    let mut module = options.arguments.read(source)?;
    run_passes(&mut module, options).map_err(|d| failure(&d, source))?;
    Ok(show_module(&module, options.format))
}

fn run_passes(module: &mut Module, options: &Options) -> Result<(), Diagnostics> {
    let cost_model = options.cost_model.cost_model.clone();
    let pass_options = passes::Options { cost_model, ..options.pass_flags.options(None) };
    match pipeline(options) {
        Some(pipeline) => passes::run_pipeline(module, pipeline, pass_options)?,
        None => passes::run_passes(module, options.passes.iter().map(String::as_str), pass_options)?,
    };
    match options.stage {
        Stage::Optimized => Ok(()),
        Stage::Scheduled => codegen::schedule(module),
    }
}

/// None where passes are named one by one.
fn pipeline(options: &Options) -> Option<&'static Pipeline> {
    let named = || PIPELINES.iter().find(|pipeline| pipeline.name == options.pipeline);
    options.passes.is_empty().then(named).flatten()
}
