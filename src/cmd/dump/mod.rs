//! `pjrt dump`: the program at any stage on its way to code, as text, json, a graph or a page to look around in.

mod around;
mod collectives;
mod cost;
mod diff;
mod dot;
mod folder;
mod history;
mod html;
mod kind;
mod live_range;
mod pass_pattern;
mod pass_run;
mod stage;

use super::compile_flags::CompileFlags;
use super::cost_model::CostModelFlag;
use super::failure::{Failure, Outcome};
use super::pass_names;
use super::program::{Program, ProgramPath, only_section};
use super::specialize::ArgumentFlags;
use super::streams::print;
use super::{program, session};
use crate::frontend::Source;
use crate::hlo::Module;
use around::Side;
use pass_pattern::PassPattern;
use pass_run::PassRun;
use stage::Stage;
use std::path::PathBuf;

/// How a program is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// HLO in XLA's syntax, reports for people
    Text,
    /// For programs: docs/json.md
    Json,
    /// A graph for graphviz: fusions and computations are clusters
    Dot,
    /// A page to look around in: the graph after every pass, schedule, memory
    Html,
}

impl Format {
    /// What reports that are no graphs can be shown as.
    fn report(self) -> Outcome<session::Format> {
        match self {
            Format::Text => Ok(session::Format::Text),
            Format::Json => Ok(session::Format::Json),
            Format::Dot => Err(Failure::usage("expected --format=text or json: what is to be shown is no graph")),
            Format::Html => Err(Format::page_alone()),
        }
    }

    /// # Errors
    /// Another form of what is shown as it was given.
    fn text_alone(self) -> Outcome {
        match self {
            Format::Text => Ok(()),
            Format::Json | Format::Dot | Format::Html => {
                Err(Failure::usage("expected --format=text: --stage=text shows the program as it was given"))
            }
        }
    }

    /// The page is asked for with something that it shows in any case.
    fn page_alone() -> Failure {
        Failure::usage("--format=html shows the program at every stage: leave out what chooses one")
    }
}

/// Show a program at a stage of its compilation.
///
/// A saved executable has the stages `thunks` and `buffers`.
///
/// Examples: `pjrt dump model.mlir` (after all passes), `pjrt dump --stage=buffers model.mlir`,
/// `pjrt dump --after=fusion model.mlir`, `pjrt dump --diff=algsimp#1 model.mlir`, `pjrt dump --cost model.mlir`,
/// `pjrt dump --to=DIR --passes=all model.mlir`, `pjrt dump --format=html model.mlir > model.html`,
/// `pjrt dump --collectives model.mlir`.
#[derive(clap::Args)]
#[command(mut_arg("cost_model", |flag| flag.requires("costs")))]
#[command(group(clap::ArgGroup::new("costs").args(["cost", "collectives"])))]
pub struct Options {
    #[command(flatten)]
    program: ProgramPath,
    #[command(flatten)]
    arguments: ArgumentFlags,
    /// Stage to show
    #[arg(long, value_enum, default_value_t = Stage::Optimized)]
    stage: Stage,
    /// HLO after every run of this pass that changed something; PASS#2 is its second run
    #[arg(long, value_name = "PASS", value_parser = pass_run::parser(), conflicts_with_all = ["stage", "cost"])]
    after: Option<PassRun>,
    /// HLO before every run of this pass that changed something
    #[arg(long, value_name = "PASS", value_parser = pass_run::parser(), conflicts_with_all = ["stage", "cost", "after"])]
    before: Option<PassRun>,
    /// What every run of this pass changed, instruction by instruction
    #[arg(
        long,
        value_name = "PASS",
        value_parser = pass_run::parser(),
        conflicts_with_all = ["stage", "cost", "after", "before"]
    )]
    diff: Option<PassRun>,
    /// Write all stages to this folder, under the names of XLA's dumps
    #[arg(long, value_name = "DIR", conflicts_with_all = ["stage", "cost", "after", "before", "diff"])]
    to: Option<PathBuf>,
    /// With --to, also HLO after each run of these passes that changed something: names, expressions such as
    /// `while-.*|fusion`, or all
    #[arg(
        long,
        value_name = "PASS,…",
        value_delimiter = ',',
        hide_possible_values = true,
        requires = "to",
        value_parser = pass_pattern::parser()
    )]
    passes: Vec<PassPattern>,
    /// FLOPs, transcendentals, bytes and FLOPs a byte of each instruction and in total, and the time that they should
    /// take by the cost model
    #[arg(long)]
    cost: bool,
    /// What devices exchange: each collective with its bytes, its groups of devices, what runs beside it and the passes
    /// that made it; with --before or --after, around a pass
    #[arg(long, conflicts_with_all = ["stage", "cost", "diff", "to"])]
    collectives: bool,
    /// How to show it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Whether --diff is coloured
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = diff::Color::Auto)]
    color: diff::Color,
    /// List all passes, with a sentence each
    #[arg(long, exclusive = true)]
    list_passes: bool,
    #[command(flatten)]
    compile: CompileFlags,
    #[command(flatten)]
    cost_model: CostModelFlag,
}

pub fn main(options: &Options) -> Outcome {
    if options.list_passes {
        return print(pass_names::list());
    }
    if let Some(folder) = &options.to {
        return folder::write(folder, options);
    }
    let around = options.after.as_ref().or(options.before.as_ref()).or(options.diff.as_ref());
    around.map_or(Ok(()), |run| run.check_pipeline(options.collectives))?;
    if around.is_none() && options.stage == Stage::Text {
        options.format.text_alone()?;
        let sections = options.program.read_text()?;
        return print(sections.iter().map(Source::text).collect::<Vec<_>>().join("// -----\n"));
    }
    print(match options.program.read()? {
        Program::Artifact(bytes) if around.is_none() => stage::show_saved(&bytes, options)?,
        Program::Artifact(_) => return Err(Failure::usage("a saved executable holds no HLO")),
        Program::Text(sections) => {
            let source = only_section(sections)?;
            show(options.arguments.read(&source)?, options, &source)?
        }
    })
}

fn show(module: Module, options: &Options, source: &Source) -> Outcome<String> {
    let failure = |diagnostics| program::failure(&diagnostics, source);
    if options.collectives {
        return exchanged(module, options, source);
    }
    let asked = (&options.after, &options.before, &options.diff);
    let (run, show): (_, fn(&_, &_, &Options) -> Outcome<String>) = match asked {
        (Some(run), _, _) => (run, |run, history, options| around::show(run, history, Side::After, options.format)),
        (_, Some(run), _) => (run, |run, history, options| around::show(run, history, Side::Before, options.format)),
        (_, _, Some(run)) => (run, |run, history, options| diff::show(run, history, options.format, options.color)),
        (None, None, None) if options.format == Format::Html && options.stage == Stage::Optimized && !options.cost => {
            return html::page(module, &options.compile, source).map_err(failure);
        }
        (None, None, None) => return stage::show(module, options, &failure),
    };
    let history = history::record(module, &options.compile).map_err(failure)?;
    show(run, &history, options)
}

fn exchanged(module: Module, options: &Options, source: &Source) -> Outcome<String> {
    let model = &options.cost_model.cost_model;
    let history = collectives::record(module, &options.compile, model);
    let history = history.map_err(|diagnostics| program::failure(&diagnostics, source))?;
    let after = options.after.as_ref().map(|run| (run, Side::After));
    let around = after.or(options.before.as_ref().map(|run| (run, Side::Before)));
    collectives::show(&history, around, model, options.format)
}
