//! `pjrt dump`: the program at any stage on its way to code.

use super::compile_flags::CompileFlags;
use super::failure::{Code, Failure, Outcome};
use super::pass_names;
use super::program::{Program, ProgramPath, failure, only_section};
use super::session::Format;
use super::show::{SCHEMA, show_cost, show_module, show_stablehlo};
use super::specialize::ArgumentFlags;
use super::stdout::print;
use crate::codegen::{self, Executable};
use crate::hlo::{self, Bytes, Diagnostics, Module, PrintOptions};
use crate::passes::{Observation, pipelines};
use serde_json::{Value, json};

/// A stage of compilation.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Stage {
    /// The program's text as it was given, unread; that of an artifact
    Text,
    /// StableHLO as it was read
    Stablehlo,
    /// HLO as it was read
    Hlo,
    /// HLO after all passes
    Optimized,
    /// HLO in order of execution, with the copies that memory planning needs
    Scheduled,
    /// The thunk program: what the executable does, step by step
    Thunks,
    /// Where each value lives in memory, and the peak
    Buffers,
}

/// Show a program at a stage of its compilation.
///
/// A saved executable has the stages `thunks` and `buffers`.
///
/// Examples: `pjrt dump model.mlir` (after all passes), `pjrt dump --stage=buffers model.mlir`,
/// `pjrt dump --after=fusion model.mlir`, `pjrt dump --cost model.mlir`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    program: ProgramPath,
    #[command(flatten)]
    arguments: ArgumentFlags,
    #[command(flatten)]
    compile: CompileFlags,
    /// Stage to show
    #[arg(long, value_enum, default_value_t = Stage::Optimized)]
    stage: Stage,
    /// HLO after every run of this pass that changed something
    #[arg(
        long,
        value_name = "PASS",
        hide_possible_values = true,
        value_parser = pass_names::parser(),
        conflicts_with_all = ["stage", "cost"]
    )]
    after: Option<String>,
    /// FLOPs, transcendentals, bytes and FLOPs a byte of each instruction and in total
    #[arg(long)]
    cost: bool,
    /// text is for people, HLO in XLA's syntax; docs/json.md explains json
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// List all passes, with a sentence each
    #[arg(long, exclusive = true)]
    list_passes: bool,
}

pub fn main(options: &Options) -> Outcome {
    if options.list_passes {
        return print(pass_names::list());
    }
    if options.cost && !matches!(options.stage, Stage::Hlo | Stage::Optimized | Stage::Scheduled) {
        return Err(Failure::usage("expected --stage=hlo, optimized or scheduled with --cost"));
    }
    if let Some(pass) = &options.after
        && !pipelines::CPU.pass_names().any(|name| name == pass)
    {
        return Err(Failure::usage(format!(
            "the passes of native code do not include '{pass}': see pjrt opt --passes"
        )));
    }
    if options.stage == Stage::Text && options.after.is_none() {
        return print(
            options.program.read_text()?.iter().map(|section| section.text()).collect::<Vec<_>>().join("// -----\n"),
        );
    }
    let shown = match options.program.read()? {
        Program::Artifact(bytes) => saved(&bytes, options)?,
        Program::Text(sections) => {
            let source = only_section(sections)?;
            dump(options.arguments.read(&source)?, options).map_err(|d| failure(&d, &source))?
        }
    };
    print(shown)
}

/// What a saved executable still knows.
fn saved(bytes: &Bytes, options: &Options) -> Outcome<String> {
    if options.after.is_some() || !matches!(options.stage, Stage::Thunks | Stage::Buffers) {
        return Err(Failure::usage("expected --stage=thunks or buffers: a saved executable holds no HLO"));
    }
    let executable = Executable::load(bytes).map_err(|m| Failure::new(Code::BadProgram, format!("error: {m}")))?;
    Ok(show_executable(&executable, options))
}

fn dump(module: Module, options: &Options) -> Result<String, Diagnostics> {
    if let Some(pass) = &options.after {
        return after_pass(module, pass, options);
    }
    let show = |module: &Module| match options.cost {
        true => show_cost(module, options.format),
        false => show_module(module, options.format),
    };
    match options.stage {
        Stage::Text | Stage::Stablehlo => return stablehlo(&module, options.format),
        Stage::Hlo => return Ok(show(&module)),
        Stage::Optimized | Stage::Scheduled | Stage::Thunks | Stage::Buffers => {}
    }
    let mut module = options.compile.optimize(module, None)?;
    match options.stage {
        Stage::Text | Stage::Stablehlo | Stage::Hlo | Stage::Optimized => Ok(show(&module)),
        Stage::Scheduled => codegen::schedule(&mut module).map(|()| show(&module)),
        Stage::Thunks | Stage::Buffers => {
            let executable = codegen::compile(module, &options.compile.codegen_options())?;
            Ok(show_executable(&executable, options))
        }
    }
}

fn stablehlo(module: &Module, format: Format) -> Result<String, Diagnostics> {
    let text = show_stablehlo(module, false)?;
    Ok(match format {
        Format::Text => text,
        Format::Json => format!("{:#}\n", json!({ "schema": SCHEMA, "name": &*module.name, "stablehlo": text })),
    })
}

fn show_executable(executable: &Executable, options: &Options) -> String {
    let json =
        |key: &str, value: Value| format!("{:#}\n", json!({ "schema": SCHEMA, "name": executable.name, key: value }));
    match (options.stage, options.format) {
        (Stage::Buffers, Format::Text) => executable.buffer_report(),
        (Stage::Buffers, Format::Json) => json("buffers", executable.buffers_json()),
        (_, Format::Text) => executable.thunk_report(),
        (_, Format::Json) => json("thunks", executable.thunks_json()),
    }
}

/// A module, and the run of the pass that left it so.
struct Snapshot {
    index: usize,
    group: &'static str,
    module: Module,
}

fn after_pass(module: Module, pass: &str, options: &Options) -> Result<String, Diagnostics> {
    let mut snapshots = Vec::new();
    let mut keep = |o: &Observation| {
        if o.changed && o.pass.name == pass {
            snapshots.push(Snapshot { index: o.index, group: o.group, module: o.module.clone() });
        }
    };
    options.compile.optimize(module, Some(&mut keep))?;
    Ok(match options.format {
        Format::Text if snapshots.is_empty() => format!("// {pass} changed nothing\n"),
        Format::Text => snapshots.iter().map(|snapshot| snapshot_text(snapshot, pass)).collect(),
        Format::Json => {
            let runs: Vec<Value> = snapshots.iter().map(snapshot_json).collect();
            format!("{:#}\n", json!({ "schema": SCHEMA, "after": pass, "runs": runs }))
        }
    })
}

fn snapshot_text(Snapshot { index, group, module }: &Snapshot, pass: &str) -> String {
    let text = hlo::print(module, &PrintOptions::default());
    format!("// after {pass} (run {index} of the passes, in {group})\n{text}")
}

fn snapshot_json(Snapshot { index, group, module }: &Snapshot) -> Value {
    json!({ "index": index, "group": group, "module": hlo::module_json(module) })
}
