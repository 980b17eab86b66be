//! `pjrt dump --collectives`: what the devices of a program exchange, when and beside what by a cost model, and which
//! passes made it so.

mod donation;
mod page;
mod provenance;
mod report;
mod rows;

use super::super::compile_flags::CompileFlags;
use super::super::failure::Outcome;
use super::history::{self, History, Run};
use super::pass_run::PassRun;
use super::{Format, around::Side};
use crate::hlo::{Diagnostics, Module};
use crate::passes::cost_model::CostModel;
use report::Report;

/// A module at one point of its way through the passes.
struct View<'h> {
    /// Which point, where it is not the end.
    title: Option<String>,
    module: &'h Module,
    /// The runs before it.
    runs: &'h [Run],
}

/// The program's way through the passes of native code, and those that plan collectives for the model's target.
///
/// # Errors
/// What keeps the program from being optimized.
pub fn record(module: Module, compile: &CompileFlags, model: &CostModel) -> Result<History, Diagnostics> {
    history::record_plan(module, compile, model)
}

/// What is exchanged after all passes, or on one side of the runs of a pass.
///
/// # Errors
/// A run that there is not; a format that shows no tables.
pub fn show(history: &History, around: Option<(&PassRun, Side)>, model: &CostModel, format: Format) -> Outcome<String> {
    let views = match around {
        None => vec![View { title: None, module: &history.last, runs: &history.runs }],
        Some((asked, side)) => asked.find(history)?.into_iter().map(|run| view(history, run, side)).collect(),
    };
    let reports: Vec<Report> = views.iter().map(|view| Report::of(view, model)).collect();
    Ok(match format {
        Format::Html if around.is_none() => page::page(&reports[0]),
        Format::Html | Format::Dot => return format.report().map(|_| String::new()),
        Format::Text if reports.is_empty() => {
            format!("// {} changed nothing\n", around.map_or_else(String::new, |(asked, _)| asked.to_string()))
        }
        Format::Text => reports.iter().map(Report::text).collect::<Vec<_>>().join("\n"),
        Format::Json => report::json_text(&reports, around.is_some()),
    })
}

fn view<'h>(history: &'h History, run: &'h Run, side: Side) -> View<'h> {
    let runs = match side {
        Side::Before => &history.runs[..run.index],
        Side::After => &history.runs[..=run.index],
    };
    View { title: Some(format!("{} {run}", side.name())), module: side.module(run), runs }
}
