//! `pjrt dump --collectives`: what the devices of a program exchange, and which passes made it so.

use super::super::show::SCHEMA;
use super::history::History;
use super::provenance;
use crate::hlo::{Collective, Computation, InstructionId, Op, Shape};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write;

/// One collective of the optimized program.
struct Row {
    name: String,
    computation: String,
    kind: &'static str,
    element_types: Vec<&'static str>,
    bytes_in: usize,
    bytes_out: usize,
    /// Devices that meet, group by group.
    groups: Vec<Vec<usize>>,
    channel: Option<u64>,
    source: String,
    /// Runs of passes that made or changed it, in order; none where the program has it as it is.
    passes: Vec<String>,
}

/// A table with totals.
pub fn text(history: &History) -> String {
    let rows = rows(history);
    let mut cells = vec![
        ["collective", "in", "kind", "elements", "bytes in", "bytes out", "devices", "channel", "passes", "source"]
            .map(str::to_owned),
    ];
    cells.extend(rows.iter().map(Row::cells));
    let width = |column: usize| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..cells[0].len()).map(width).collect();
    let mut out = String::new();
    for row in &cells {
        let padded = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        out += padded.collect::<Vec<_>>().join("  ").trim_end();
        out.push('\n');
    }
    for (kind, count, bytes_in, bytes_out) in totals(&rows) {
        let _ = writeln!(out, "total {kind}: {count}, {bytes_in} bytes in, {bytes_out} bytes out");
    }
    out
}

/// The same for programs; docs/json.md explains it.
pub fn json_text(history: &History) -> String {
    let rows = rows(history);
    let totals = totals(&rows).into_iter().map(|(kind, count, bytes_in, bytes_out)| {
        json!({ "kind": kind, "count": count, "bytes_in": bytes_in, "bytes_out": bytes_out })
    });
    let totals: Vec<Value> = totals.collect();
    let rows: Vec<Value> = rows.iter().map(Row::json).collect();
    let name = &*history.last.name;
    format!("{:#}\n", json!({ "schema": SCHEMA, "name": name, "collectives": rows, "totals": totals }))
}

impl Row {
    fn cells(&self) -> [String; 10] {
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
            passes,
            self.source.clone(),
        ]
    }

    fn json(&self) -> Value {
        json!({
            "name": self.name,
            "computation": self.computation,
            "kind": self.kind,
            "element_types": self.element_types,
            "bytes_in": self.bytes_in,
            "bytes_out": self.bytes_out,
            "groups": self.groups,
            "channel_id": self.channel,
            "source": self.source,
            "passes": self.passes,
        })
    }
}

fn rows(history: &History) -> Vec<Row> {
    let module = &history.last;
    let mut rows = Vec::new();
    for id in module.post_order() {
        let computation = module.computation(id);
        for instruction in computation.post_order() {
            if let Op::Collective(collective) = computation.op(instruction) {
                rows.push(row(history, computation, instruction, collective));
            }
        }
    }
    rows
}

fn row(history: &History, computation: &Computation, id: InstructionId, collective: &Collective) -> Row {
    let instruction = computation.get(id);
    let operands = computation.operands(id).iter().map(|&operand| computation.shape(operand));
    let groups = collective.device_groups(history.last.device_counts()).unwrap_or_default();
    let source = instruction.location.as_ref().and_then(|location| location.innermost());
    Row {
        name: instruction.name().to_string(),
        computation: computation.name.to_string(),
        kind: collective.name(),
        element_types: element_types(&instruction.shape),
        bytes_in: operands.map(Shape::byte_size).sum(),
        bytes_out: instruction.shape.byte_size(),
        groups,
        channel: collective.channel_id,
        source: source.map_or("-".to_owned(), ToString::to_string),
        passes: provenance::chain(history, instruction),
    }
}

fn element_types(shape: &Shape) -> Vec<&'static str> {
    let arrays = shape.leaves().into_iter().filter_map(|(_, leaf)| leaf.as_array());
    arrays.map(|array| array.element_type.hlo_name()).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Kind, number, bytes in and bytes out.
fn totals(rows: &[Row]) -> Vec<(&'static str, usize, usize, usize)> {
    let kinds: BTreeSet<&str> = rows.iter().map(|row| row.kind).collect();
    let total = |kind| {
        let of_kind = || rows.iter().filter(move |row| row.kind == kind);
        let (bytes_in, bytes_out) = (of_kind().map(|row| row.bytes_in).sum(), of_kind().map(|row| row.bytes_out).sum());
        (kind, of_kind().count(), bytes_in, bytes_out)
    };
    kinds.into_iter().map(total).collect()
}
