//! The tables of one module, as text and json.

use super::super::super::show::SCHEMA;
use super::View;
use super::donation::{self, Donation, donations};
use super::rows::{self, Row, time};
use crate::hlo::cost::known_trip_count;
use crate::hlo::op_class::{application, calls_nothing};
use crate::hlo::{ComputationId, Module, Op};
use crate::passes::cost_model::{CostModel, Timeline, timelines};
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// What a module exchanges in a step.
pub struct Report<'v> {
    pub view: &'v View<'v>,
    pub model: &'v CostModel,
    pub rows: Vec<Row>,
    pub donations: Vec<Donation>,
    /// Runs of all computations, callees first.
    pub timelines: Vec<(ComputationId, Timeline)>,
    /// One run of the entry.
    pub seconds: f64,
    pub waiting: f64,
}

/// Sums over the collectives of a kind.
struct Total {
    kind: &'static str,
    count: usize,
    bytes_in: usize,
    bytes_out: usize,
    seconds: f64,
    waited: f64,
}

impl<'v> Report<'v> {
    pub fn of(view: &'v View, model: &'v CostModel) -> Report<'v> {
        let module = view.module;
        let timelines = timelines(module, model);
        let mut rows = Vec::new();
        let mut waiting = HashMap::new();
        for (id, timeline) in &timelines {
            let computation = module.computation(*id);
            for instruction in computation.schedule.clone().unwrap_or_else(|| computation.post_order()) {
                if let Some(collective) = computation.op(instruction).as_collective() {
                    rows.push(Row::of(view, computation, timeline, instruction, collective));
                }
            }
            waiting.insert(*id, waiting_of(module, *id, timeline, &waiting));
        }
        let entry = timelines.iter().find(|(id, _)| *id == module.entry_id());
        let seconds = entry.map_or(0.0, |(_, timeline)| timeline.seconds);
        let waiting = waiting.get(&module.entry_id()).copied().unwrap_or(0.0);
        Report { view, model, rows, donations: donations(module), timelines, seconds, waiting }
    }

    /// Tables with totals.
    pub fn text(&self) -> String {
        let mut out = self.view.title.as_ref().map_or_else(String::new, |title| format!("// {title}\n"));
        out += &table(rows::TITLES, self.rows.iter().map(Row::cells));
        for t in self.totals() {
            let times = format!("{}, {} of it waited for", time(t.seconds), time(t.waited));
            let (bytes_in, bytes_out) = (t.bytes_in, t.bytes_out);
            let _ = writeln!(out, "total {}: {}, {bytes_in} bytes in, {bytes_out} bytes out, {times}", t.kind, t.count);
        }
        let (seconds, waiting) = (time(self.seconds), time(self.waiting));
        let _ = writeln!(out, "step: {seconds}, {waiting} of it waiting, on {}", self.model.name);
        if !self.donations.is_empty() {
            out.push('\n');
            out += &table(donation::TITLES, self.donations.iter().map(Donation::cells));
        }
        out
    }

    /// The same for programs; docs/json.md explains it.
    pub fn json(&self) -> Value {
        let totals = self.totals().into_iter().map(|total| {
            json!({
                "kind": total.kind,
                "count": total.count,
                "bytes_in": total.bytes_in,
                "bytes_out": total.bytes_out,
                "seconds": total.seconds,
                "waited_seconds": total.waited,
            })
        });
        json!({
            "cost_model": self.model.name,
            "collectives": self.rows.iter().map(Row::json).collect::<Vec<_>>(),
            "totals": totals.collect::<Vec<_>>(),
            "seconds": self.seconds,
            "waiting_seconds": self.waiting,
            "donations": self.donations.iter().map(Donation::json).collect::<Vec<_>>(),
        })
    }

    fn totals(&self) -> Vec<Total> {
        let kinds: BTreeSet<&str> = self.rows.iter().map(|row| row.kind).collect();
        let total = |kind| {
            let of_kind = || self.rows.iter().filter(move |row| row.kind == kind);
            Total {
                kind,
                count: of_kind().count(),
                bytes_in: of_kind().map(|row| row.bytes_in).sum(),
                bytes_out: of_kind().map(|row| row.bytes_out).sum(),
                seconds: of_kind().map(|row| row.seconds).sum(),
                waited: of_kind().fold(0.0, |sum, row| sum + row.waited),
            }
        };
        kinds.into_iter().map(total).collect()
    }
}

/// Seconds for which one run of a computation waits, in what it calls too.
fn waiting_of(module: &Module, id: ComputationId, timeline: &Timeline, known: &HashMap<ComputationId, f64>) -> f64 {
    let computation = module.computation(id);
    let of = |id: &ComputationId| known.get(id).copied().unwrap_or(0.0);
    let called = timeline.steps.iter().map(|step| match computation.op(step.instruction) {
        Op::While { condition, body } => {
            let trips = known_trip_count(computation.get(step.instruction)).map_or(1.0, |trips| trips as f64);
            trips * (of(condition) + of(body))
        }
        Op::Conditional { branches } => branches.iter().map(of).fold(0.0, f64::max),
        Op::Call { to_apply } => of(to_apply),
        calls_nothing!()
        | application!()
        | Op::Fusion { .. }
        | Op::CustomCall(_)
        | Op::Collective(_)
        | Op::Scan { .. }
        | Op::AsyncStart(_) => 0.0,
    });
    called.fold(timeline.waiting(), |sum, seconds| sum + seconds)
}

/// One report, or those of each run of a pass.
pub fn json_text(reports: &[Report], is_around: bool) -> String {
    let name = reports.first().map(|report| report.view.module.name.to_string());
    let mut out = json!({ "schema": SCHEMA, "name": name });
    match reports {
        [report] if !is_around => merge(&mut out, report.json()),
        _ => {
            let run = |report: &Report| {
                let mut run = json!({ "title": report.view.title });
                merge(&mut run, report.json());
                run
            };
            out["runs"] = reports.iter().map(run).collect();
        }
    }
    format!("{out:#}\n")
}

fn merge(out: &mut Value, other: Value) {
    if let (Value::Object(out), Value::Object(other)) = (out, other) {
        out.extend(other);
    }
}

/// Columns as wide as their widest cell.
fn table<const N: usize>(titles: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let cells: Vec<[String; N]> = std::iter::once(titles.map(str::to_owned)).chain(rows).collect();
    let width = |column: usize| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let line = |row: &[String; N]| {
        let padded = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        format!("{}\n", padded.collect::<Vec<_>>().join("  ").trim_end())
    };
    cells.iter().map(line).collect()
}
