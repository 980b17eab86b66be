//! `--after` and `--before`: the module on one side of a pass.

use super::super::failure::Outcome;
use super::super::show::SCHEMA;
use super::history::{History, Run};
use super::pass_run::PassRun;
use super::{Format, dot};
use crate::hlo::{self, Module, PrintOptions};
use serde_json::{Value, json};

/// Where to look.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Before,
    After,
}

impl Side {
    pub fn name(self) -> &'static str {
        match self {
            Side::Before => "before",
            Side::After => "after",
        }
    }

    pub fn module(self, run: &Run) -> &Module {
        match self {
            Side::Before => &run.before,
            Side::After => &run.after,
        }
    }
}

pub fn show(asked: &PassRun, history: &History, side: Side, format: Format) -> Outcome<String> {
    let runs = asked.find(history)?;
    Ok(match format {
        Format::Json => {
            let runs: Vec<Value> = runs.into_iter().map(|run| run_json(run, side)).collect();
            format!("{:#}\n", json!({ "schema": SCHEMA, side.name(): asked.to_string(), "runs": runs }))
        }
        Format::Html => return Err(Format::page_alone()),
        Format::Text | Format::Dot if runs.is_empty() => format!("// {asked} changed nothing\n"),
        Format::Text => titled(&runs, side, |module| hlo::print(module, &PrintOptions::default())),
        Format::Dot => titled(&runs, side, dot::graph),
    })
}

/// HLO text and graphviz's language have the same comments.
fn titled(runs: &[&Run], side: Side, text: impl Fn(&Module) -> String) -> String {
    runs.iter().map(|run| format!("// {} {run}\n{}", side.name(), text(side.module(run)))).collect()
}

fn run_json(run: &Run, side: Side) -> Value {
    json!({
        "index": run.index,
        "ordinal": run.ordinal,
        "group": run.group,
        "module": hlo::module_json(side.module(run)),
    })
}
