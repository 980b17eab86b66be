//! One row a collective.

use super::{View, provenance};
use crate::hlo::{Collective, Computation, InstructionId, Op, Shape};
use crate::passes::cost_model::{Lane, Timeline};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A collective of a program.
pub struct Row {
    pub name: String,
    pub computation: String,
    pub kind: &'static str,
    pub element_types: Vec<&'static str>,
    pub bytes_in: usize,
    pub bytes_out: usize,
    /// Devices that meet, group by group.
    pub groups: Vec<Vec<usize>>,
    pub channel: Option<u64>,
    /// What waits for it, where it runs beside other instructions.
    pub done: Option<String>,
    /// By the cost model, from its beginning to its end.
    pub seconds: f64,
    /// For which the device waits for it.
    pub waited: f64,
    /// Instructions that run meanwhile, with their seconds in it.
    pub beside: Vec<(String, f64)>,
    pub source: String,
    /// Runs of passes that made or changed it, in order; none where the program has it as it is.
    pub passes: Vec<String>,
}

pub const TITLES: [&str; 13] = [
    "collective",
    "in",
    "kind",
    "elements",
    "bytes in",
    "bytes out",
    "devices",
    "channel",
    "async",
    "time",
    "beside",
    "passes",
    "source",
];

/// Instructions that a cell names.
const NAMED: usize = 2;

impl Row {
    /// What a collective, or the start of one, is in the run of its computation.
    pub fn of(view: &View, computation: &Computation, timeline: &Timeline, id: InstructionId, op: &Collective) -> Row {
        let instruction = computation.get(id);
        let result = instruction.started().map_or_else(|| instruction.shape.clone(), |started| started.shape);
        let operands = computation.operands(id).iter().map(|&operand| computation.shape(operand));
        let source = instruction.location.as_ref().and_then(|location| location.innermost());
        let is_async = matches!(instruction.op, Op::AsyncStart(_));
        let done = computation.async_done(id).filter(|_| is_async);
        let flight = timeline.flight(id);
        let name = |id: InstructionId| computation.get(id).name().to_string();
        let beside = flight.map(|flight| timeline.beside(flight)).unwrap_or_default();
        Row {
            name: name(id),
            computation: computation.name.to_string(),
            kind: op.name(),
            element_types: element_types(&result),
            bytes_in: operands.map(Shape::byte_size).sum(),
            bytes_out: result.byte_size(),
            groups: op.device_groups(view.module.device_counts()).unwrap_or_default(),
            channel: op.channel_id,
            done: done.map(name),
            seconds: flight.map_or(0.0, |flight| flight.end - flight.start),
            waited: waited(timeline, done.unwrap_or(id)),
            beside: beside.into_iter().map(|(id, seconds)| (name(id), seconds)).collect(),
            source: source.map_or("-".to_owned(), ToString::to_string),
            passes: provenance::chain(view.runs, instruction),
        }
    }

    pub fn cells(&self) -> [String; 13] {
        let groups: Vec<String> = self.groups.iter().map(|group| format!("{group:?}")).collect();
        let passes = if self.passes.is_empty() { "the program's".to_owned() } else { self.passes.join(", ") };
        [
            self.name.clone(),
            self.computation.clone(),
            self.kind.to_owned(),
            self.element_types.join(","),
            self.bytes_in.to_string(),
            self.bytes_out.to_string(),
            groups.join(" "),
            self.channel.map_or("-".to_owned(), |channel| channel.to_string()),
            if self.done.is_some() { "yes" } else { "no" }.to_owned(),
            time(self.seconds),
            self.beside_cell(),
            passes,
            self.source.clone(),
        ]
    }

    /// `dot.1, fusion.2 and 3 more: 83%`
    fn beside_cell(&self) -> String {
        if self.beside.is_empty() {
            return "-".to_owned();
        }
        let shared: f64 = self.beside.iter().map(|(_, seconds)| seconds).sum();
        let names: Vec<&str> = self.beside.iter().take(NAMED).map(|(name, _)| name.as_str()).collect();
        let more = self.beside.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}{more}: {:.0}%", names.join(", "), 100.0 * shared / self.seconds)
    }

    pub fn json(&self) -> Value {
        let beside = self.beside.iter().map(|(name, seconds)| json!({ "name": name, "seconds": seconds }));
        json!({
            "name": self.name,
            "computation": self.computation,
            "kind": self.kind,
            "element_types": self.element_types,
            "bytes_in": self.bytes_in,
            "bytes_out": self.bytes_out,
            "groups": self.groups,
            "channel_id": self.channel,
            "done": self.done,
            "seconds": self.seconds,
            "waited_seconds": self.waited,
            "beside": beside.collect::<Vec<_>>(),
            "source": self.source,
            "passes": self.passes,
        })
    }
}

/// Seconds for which the device waits at an instruction.
fn waited(timeline: &Timeline, id: InstructionId) -> f64 {
    let waits = timeline.steps.iter().filter(|step| step.instruction == id && step.lane == Lane::Wait);
    waits.fold(0.0, |sum, step| sum + step.end - step.start)
}

fn element_types(shape: &Shape) -> Vec<&'static str> {
    let arrays = shape.leaves().into_iter().filter_map(|(_, leaf)| leaf.as_array());
    arrays.map(|array| array.element_type.hlo_name()).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Three digits in the unit that suits.
pub fn time(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s => (s * 1e6, "µs"),
    };
    let digits = if value >= 100.0 { 0 } else { 1 };
    format!("{value:.digits$} {unit}")
}
