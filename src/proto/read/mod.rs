//! A module's proto as HLO text, which the reader of HLO text takes.
//!
//! So there is one place that knows what an operation's attributes mean, and what is wrong with a program is shown in a
//! text. What is wrong with the file is told by the field.

mod attributes;
mod instruction;
mod literal;
mod shape;
mod sharding;

pub use literal::literal;

use super::damage::{Damage, InField, Outcome, decode};
use super::messages::*;
use crate::hlo::notation::{escape, frontend_attributes};
use crate::hlo::{identifier, join};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::Arc;

/// Writes what a string takes without failing.
macro_rules! put {
    ($out:expr, $($argument:tt)*) => {
        write!($out, $($argument)*).expect("a string takes all text")
    };
}
use put;

/// The module as HLO text, for so many replicas and partitions.
pub fn module_text(module: &HloModuleProto, replicas: i64, partitions: i64) -> Outcome<String> {
    let mut computations = Vec::new();
    for (i, bytes) in module.computations.iter().enumerate() {
        computations.push(decode::<HloComputationProto>(bytes).in_item("computations", i)?);
    }
    let scope = ModuleScope {
        computation_names: computation_names(&computations)?,
        payloads: &module.payloads,
        schedule: module.schedule.as_ref().filter(|schedule| !schedule.sequences.is_empty()),
        entry: entry_index(module, &computations)?,
    };
    let mut out = header(module, &scope, replicas, partitions)?;
    stack_frames(module.stack_frame_index.as_ref(), &mut out);
    for (i, computation) in computations.iter().enumerate() {
        instruction::computation(&scope, computation, i == scope.entry, &mut out).in_item("computations", i)?;
    }
    Ok(out)
}

/// What all computations of a module share.
struct ModuleScope<'m> {
    /// By id.
    computation_names: HashMap<i64, Arc<str>>,
    payloads: &'m [Vec<u8>],
    schedule: Option<&'m HloScheduleProto>,
    /// Index of the entry.
    entry: usize,
}

/// Names that text can spell, each once.
fn computation_names(computations: &[HloComputationProto]) -> Outcome<HashMap<i64, Arc<str>>> {
    let mut taken = HashSet::new();
    let mut names = HashMap::new();
    for (i, computation) in computations.iter().enumerate() {
        let name = unique_name(&computation.name, computation.id, &mut taken);
        if names.insert(computation.id, name).is_some() {
            let message = format!("there are two computations {}", computation.id);
            return Err(Damage::new(message)).in_field("id").in_item("computations", i);
        }
    }
    Ok(names)
}

/// The name, spelled with letters of HLO text, followed by numbers where it is taken.
fn unique_name(name: &str, id: i64, taken: &mut HashSet<Arc<str>>) -> Arc<str> {
    let plain = identifier(&Arc::from(name));
    let numbered = (0..).map(|n| if n == 0 { format!("{plain}.{id}") } else { format!("{plain}.{id}.{n}") });
    let mut candidates = std::iter::once(plain.clone()).chain(numbered.map(|name| identifier(&name.into())));
    let name = candidates.find(|name| !taken.contains(name)).expect("numbers do not end");
    taken.insert(name.clone());
    name
}

fn entry_index(module: &HloModuleProto, computations: &[HloComputationProto]) -> Outcome<usize> {
    let (id, name) = (module.entry_computation_id, &module.entry_computation_name);
    let is_named = |computation: &HloComputationProto| computation.name == *name;
    // An id that was never set is 0, too.
    let by_id = computations.iter().position(|it| it.id == id && (name.is_empty() || is_named(it)));
    let by_name = || computations.iter().position(is_named);
    let missing = || Damage::new(format!("there is no computation {id} {name}"));
    by_id.or_else(by_name).ok_or_else(missing).in_field("entry_computation_id")
}

fn header(module: &HloModuleProto, scope: &ModuleScope, replicas: i64, partitions: i64) -> Outcome<String> {
    let mut out = format!("HloModule {}", identifier(&Arc::from(&*module.name)));
    if scope.schedule.is_some() {
        out += ", is_scheduled=true";
    }
    if let Some(aliases) = &module.input_output_alias
        && !aliases.entries.is_empty()
    {
        put!(out, ", input_output_alias={{ {} }}", join(aliases.entries.iter().map(alias), ", "));
    }
    if let Some(donors) = &module.buffer_donor
        && !donors.entries.is_empty()
    {
        let entries = donors
            .entries
            .iter()
            .map(|donor| format!("({}, {{{}}})", donor.parameter_number, join(&donor.parameter_shape_index, ", ")));
        put!(out, ", buffer_donor={{ {} }}", join(entries, ", "));
    }
    for (key, count) in [("replica_count", replicas), ("num_partitions", partitions)] {
        if count > 1 {
            put!(out, ", {key}={count}");
        }
    }
    if let Some(attributes) = module.frontend_attributes.as_ref().filter(|attributes| !attributes.map.is_empty()) {
        put!(out, ", frontend_attributes={}", frontend_attributes(&shared(attributes)));
    }
    Ok(out + "\n")
}

fn alias(entry: &AliasEntryProto) -> String {
    let kind = if entry.kind == 2 { "must-alias" } else { "may-alias" };
    let (output, index) = (join(&entry.output_shape_index, ", "), join(&entry.parameter_shape_index, ", "));
    format!("{{{output}}}: ({}, {{{index}}}, {kind})", entry.parameter_number)
}

fn shared(attributes: &FrontendAttributes) -> std::collections::BTreeMap<Arc<str>, Arc<str>> {
    attributes.map.iter().map(|(key, value)| (Arc::from(&**key), Arc::from(&**value))).collect()
}

/// The tables that metadata refers to.
fn stack_frames(index: Option<&StackFrameIndexProto>, out: &mut String) {
    let Some(index) = index.filter(|index| !index.stack_frames.is_empty()) else { return };
    for (title, strings) in [("FileNames", &index.file_names), ("FunctionNames", &index.function_names)] {
        put!(out, "\n{title}\n");
        strings.iter().enumerate().for_each(|(i, text)| put!(out, "{} \"{}\"\n", i + 1, escape(text)));
    }
    *out += "\nFileLocations\n";
    for (i, place) in index.file_locations.iter().enumerate() {
        put!(out, "{} {{file_name_id={} function_name_id={}", i + 1, place.file_name_id, place.function_name_id);
        put!(out, " line={} end_line={}", place.line, place.end_line);
        put!(out, " column={} end_column={}}}\n", place.column, place.end_column);
    }
    *out += "\nStackFrames\n";
    for (i, frame) in index.stack_frames.iter().enumerate() {
        // In text a frame that nothing called has the number 1, and the first one 2.
        let (place, parent) = (frame.file_location_id, frame.parent_frame_id.saturating_add(1));
        put!(out, "{} {{file_location_id={place} parent_frame_id={parent}}}\n", i + 1);
    }
}
