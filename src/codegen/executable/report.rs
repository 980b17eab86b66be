//! The thunk program and the memory plan, for people and tools.

use super::Executable;
use crate::codegen::thunk::{Slice, Thunk, ThunkKind};
use serde_json::Value;
use std::fmt::Write;

impl Executable {
    /// Where each value lives.
    pub fn buffer_report(&self) -> String {
        self.memory.to_string()
    }

    pub fn buffers_json(&self) -> Value {
        serde_json::to_value(&self.memory).expect("plain data with text keys")
    }

    /// What a run does, a line a step.
    pub fn thunk_report(&self) -> String {
        let mut out = String::new();
        write_sequence(&mut out, &self.program.thunks, 0);
        out
    }

    pub fn thunks_json(&self) -> Value {
        serde_json::to_value(&self.program).expect("plain data with text keys")
    }
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
