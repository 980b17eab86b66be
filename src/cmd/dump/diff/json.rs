//! Differences for programs: docs/json.md.

use super::super::super::show::SCHEMA;
use super::super::history::Run;
use super::super::pass_run::PassRun;
use super::{ComputationDiff, Line, ModuleDiff, State};
use serde_json::{Value, json};

pub fn diff_json<'r>(asked: &PassRun, diffs: impl Iterator<Item = (&'r Run, ModuleDiff)>) -> String {
    let runs: Vec<Value> = diffs.map(|(run, diff)| run_json(run, &diff)).collect();
    format!("{:#}\n", json!({ "schema": SCHEMA, "diff": asked.to_string(), "runs": runs }))
}

fn run_json(run: &Run, diff: &ModuleDiff) -> Value {
    let computations: Vec<Value> = diff.computations.iter().map(computation_json).collect();
    json!({ "index": run.index, "ordinal": run.ordinal, "group": run.group, "computations": computations })
}

fn computation_json(diff: &ComputationDiff) -> Value {
    let state = match diff.state {
        State::Added => "added",
        State::Removed => "removed",
        State::Changed => "changed",
    };
    json!({
        "name": diff.name,
        "state": state,
        "changes": diff.lines.iter().filter_map(line_json).collect::<Vec<Value>>(),
    })
}

fn line_json(line: &Line) -> Option<Value> {
    Some(match line {
        Line::Unchanged => return None,
        Line::Changed { before, after } => json!({ "kind": "changed", "before": before, "after": after }),
        Line::Added(after) => json!({ "kind": "added", "after": after }),
        Line::Removed(before) => json!({ "kind": "removed", "before": before }),
        Line::MovedIn { text, from } => json!({ "kind": "moved_in", "after": text, "from": from }),
        Line::MovedOut { name, to } => json!({ "kind": "moved_out", "name": name, "to": to }),
    })
}
