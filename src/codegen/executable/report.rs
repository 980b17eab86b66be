//! The thunk program and the memory plan, for people and tools.

use super::Executable;
use crate::codegen::thunk::{Allocation, AllocationKind, Slice, Thunk, ThunkKind};
use crate::passes::buffer_assignment::{Report, Tenant};
use serde_json::{Value, json};
use std::fmt::Write;

impl Executable {
    /// Where each value lives.
    pub fn buffer_report(&self) -> String {
        self.memory.to_string()
    }

    /// The memory plan, as `docs/json.md` describes it.
    pub fn buffers_json(&self) -> Value {
        memory_json(&self.memory)
    }

    /// What a run does, a line a step.
    pub fn thunk_report(&self) -> String {
        let mut out = String::new();
        write_sequence(&mut out, &self.program.thunks, 0);
        out
    }

    /// The steps of a run, as `docs/json.md` describes them.
    pub fn thunks_json(&self) -> Value {
        sequence_json(&self.program.thunks)
    }
}

/// A memory plan, as `docs/json.md` describes it.
pub fn memory_json(memory: &Report) -> Value {
    json!({
        "argument_bytes": memory.argument_bytes(),
        "result_bytes": memory.result_bytes(),
        "constant_bytes": memory.constant_bytes(),
        "arena_bytes": memory.arena_bytes(),
        "arena_bytes_without_reuse": memory.arena_bytes_without_reuse(),
        "peak_bytes": memory.peak,
        "allocations": memory.allocations.iter().map(allocation_json).collect::<Vec<Value>>(),
        "arena": memory.tenants.iter().map(tenant_json).collect::<Vec<Value>>(),
    })
}

fn allocation_json(allocation: &Allocation) -> Value {
    let (kind, index) = match allocation.kind {
        AllocationKind::Parameter(number) => ("argument", Some(number)),
        AllocationKind::Output(leaf) => ("result", Some(leaf)),
        AllocationKind::Constant(index) => ("constant", Some(index)),
        AllocationKind::Temporary => ("arena", None),
    };
    json!({ "kind": kind, "index": index, "bytes": allocation.size })
}

fn tenant_json(tenant: &Tenant) -> Value {
    let Tenant { name, size, offset, from, to, .. } = tenant;
    json!({ "name": name, "offset": offset, "bytes": size, "first_step": from, "last_step": to })
}

fn sequence_json(thunks: &[Thunk]) -> Value {
    thunks.iter().map(thunk_json).collect()
}

fn thunk_json(thunk: &Thunk) -> Value {
    let slices = |slices: Vec<Slice>| -> Value { slices.iter().map(slice_json).collect() };
    let mut out = json!({
        "kind": thunk.kind.name(),
        "name": thunk.name,
        "flops": thunk.cost.flops,
        "transcendentals": thunk.cost.transcendentals,
        "bytes": thunk.cost.bytes,
        "reads": slices(thunk.reads()),
        "writes": slices(thunk.writes()),
    });
    match &thunk.kind {
        ThunkKind::Kernel(kernel) => {
            let phases = kernel.phases.iter().map(|p| json!({ "function": p.function, "units": p.units }));
            out["phases"] = phases.collect();
        }
        ThunkKind::While(repeated) => {
            out["trip_count"] = json!(repeated.trip_count);
            out["predicate"] = slice_json(&repeated.predicate);
            out["condition"] = sequence_json(&repeated.condition);
            out["body"] = sequence_json(&repeated.body);
        }
        ThunkKind::Conditional(conditional) => {
            out["selector"] = slice_json(&conditional.selector);
            out["branches"] = conditional.branches.iter().map(|branch| sequence_json(branch)).collect();
        }
        ThunkKind::CustomCall(call) => out["target"] = json!(call.target),
        ThunkKind::Collective(collective) => {
            out["groups"] = json!(collective.spec.groups);
            out["channel_id"] = json!(collective.spec.channel_id);
        }
        ThunkKind::Copy { .. }
        | ThunkKind::Library { .. }
        | ThunkKind::UpdateSlice { .. }
        | ThunkKind::DeviceNumber { .. } => {}
    }
    out
}

fn slice_json(slice: &Slice) -> Value {
    json!({ "allocation": slice.allocation, "offset": slice.offset, "bytes": slice.size })
}

fn write_sequence(out: &mut String, thunks: &[Thunk], depth: usize) {
    for thunk in thunks {
        write_thunk(out, thunk, depth);
    }
}

fn write_thunk(out: &mut String, thunk: &Thunk, depth: usize) {
    let indent = "  ".repeat(depth);
    let _ = write!(out, "{indent}{} %{}", thunk.kind.name(), thunk.name);
    match &thunk.kind {
        ThunkKind::While(body) => {
            let rounds = body.trip_count.map_or(String::new(), |n| format!(" {n} times"));
            let _ = writeln!(out, "{rounds} while {}", show(&body.predicate));
            write_sequence(out, &body.condition, depth + 1);
            let _ = writeln!(out, "{indent}do");
            write_sequence(out, &body.body, depth + 1);
        }
        ThunkKind::Conditional(conditional) => {
            let _ = writeln!(out, " on {}", show(&conditional.selector));
            for (index, branch) in conditional.branches.iter().enumerate() {
                let _ = writeln!(out, "{indent}branch {index}");
                write_sequence(out, branch, depth + 1);
            }
        }
        other => {
            let _ = writeln!(out, " ({}) -> ({}){}", list(&thunk.reads()), list(&thunk.writes()), details(other));
        }
    }
}

fn details(kind: &ThunkKind) -> String {
    match kind {
        ThunkKind::Kernel(kernel) => {
            let phases = kernel.phases.iter().map(|p| format!(" {} x{}", p.function, p.units));
            phases.collect()
        }
        ThunkKind::Library { epilogue: Some(epilogue), .. } => format!(" then {}", epilogue.phase.function),
        ThunkKind::CustomCall(call) => format!(" {}", call.target),
        ThunkKind::Collective(collective) => format!(" of devices {:?}", collective.spec.groups),
        _ => String::new(),
    }
}

fn list(slices: &[Slice]) -> String {
    slices.iter().map(show).collect::<Vec<_>>().join(", ")
}

/// `allocation[offset, size]`
fn show(slice: &Slice) -> String {
    format!("{}[{}, {}]", slice.allocation, slice.offset, slice.size)
}
