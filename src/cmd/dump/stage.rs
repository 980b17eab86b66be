//! `--stage`: the program as it stands at one point of its compilation.

use super::super::failure::{Code, Failure, Outcome};
use super::super::session;
use super::super::show::{SCHEMA, show_module, show_stablehlo};
use super::{Format, Options, cost, dot};
use crate::codegen::{self, Executable};
use crate::hlo::{Bytes, Diagnostics, Module};
use serde_json::{Value, json};

/// A stage of compilation.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Stage {
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

/// What a saved executable still knows.
pub fn show_saved(bytes: &Bytes, options: &Options) -> Outcome<String> {
    if !matches!(options.stage, Stage::Thunks | Stage::Buffers) {
        return Err(Failure::usage("expected --stage=thunks or buffers: a saved executable holds no HLO"));
    }
    options.compile.refuse_all(&[("--cost", options.cost)])?;
    let executable = Executable::load(bytes).map_err(|m| Failure::new(Code::BadProgram, format!("error: {m}")))?;
    show_executable(&executable, options)
}

/// Shows the stage; `failure` renders findings about the program.
pub fn show(module: Module, options: &Options, failure: &dyn Fn(Diagnostics) -> Failure) -> Outcome<String> {
    if options.cost && !matches!(options.stage, Stage::Hlo | Stage::Optimized | Stage::Scheduled) {
        return Err(Failure::usage("expected --stage=hlo, optimized or scheduled with --cost"));
    }
    match options.stage {
        Stage::Text | Stage::Stablehlo => return stablehlo(&module, options.format.report()?).map_err(failure),
        Stage::Hlo => return show_hlo(&module, options),
        Stage::Optimized | Stage::Scheduled | Stage::Thunks | Stage::Buffers => {}
    }
    let mut module = options.compile.optimize(module, None).map_err(failure)?;
    match options.stage {
        Stage::Text | Stage::Stablehlo | Stage::Hlo | Stage::Optimized => show_hlo(&module, options),
        Stage::Scheduled => {
            codegen::schedule(&mut module).map_err(failure)?;
            show_hlo(&module, options)
        }
        Stage::Thunks | Stage::Buffers => {
            options.format.report()?;
            let executable = codegen::compile(module, &options.compile.codegen_options()).map_err(failure)?;
            show_executable(&executable, options)
        }
    }
}

fn show_hlo(module: &Module, options: &Options) -> Outcome<String> {
    if options.cost {
        return Ok(cost::show(module, &options.cost_model.cost_model, options.format.report()?));
    }
    Ok(match options.format {
        Format::Text => show_module(module, session::Format::Text),
        Format::Json => show_module(module, session::Format::Json),
        Format::Dot => dot::graph(module),
        Format::Html => return Err(Format::page_alone()),
    })
}

fn stablehlo(module: &Module, format: session::Format) -> Result<String, Diagnostics> {
    let text = show_stablehlo(module, false)?;
    Ok(match format {
        session::Format::Text => text,
        session::Format::Json => {
            format!("{:#}\n", json!({ "schema": SCHEMA, "name": &*module.name, "stablehlo": text }))
        }
    })
}

fn show_executable(executable: &Executable, options: &Options) -> Outcome<String> {
    let json =
        |key: &str, value: Value| format!("{:#}\n", json!({ "schema": SCHEMA, "name": executable.name, key: value }));
    Ok(match (options.stage, options.format.report()?) {
        (Stage::Buffers, session::Format::Text) => executable.buffer_report(),
        (Stage::Buffers, session::Format::Json) => json("buffers", executable.buffers_json()),
        (_, session::Format::Text) => executable.thunk_report(),
        (_, session::Format::Json) => json("thunks", executable.thunks_json()),
    })
}
