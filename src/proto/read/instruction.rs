//! Computations and their instructions as HLO text.

use super::attributes::attributes;
use super::literal::literal;
use super::shape::shape_text;
use super::sharding::sharding_text;
use super::{ModuleScope, put, shared, unique_name};
use crate::hlo::notation::{backend_config, escape, frontend_attributes};
use crate::hlo::{Literal, join, write_literal};
use crate::proto::damage::{Damage, InField, Outcome, decode, required};
use crate::proto::messages::*;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::Arc;

/// Names that an instruction refers to.
pub(super) struct Scope<'m> {
    module: &'m ModuleScope<'m>,
    /// Of the computation's instructions, by id.
    names: HashMap<i64, Arc<str>>,
}

impl Scope<'_> {
    fn instructions(&self, ids: &[i64]) -> Outcome<String> {
        let missing = |id: &i64| Damage::new(format!("there is no instruction {id} in this computation"));
        let name = |(i, id): (usize, &i64)| self.names.get(id).ok_or_else(|| missing(id)).in_item("", i);
        let names = ids.iter().enumerate().map(name).collect::<Outcome<Vec<_>>>()?;
        Ok(join(names.iter().map(|name| format!("%{name}")), ", "))
    }

    pub(super) fn computation(&self, instruction: &HloInstructionProto, index: usize) -> Outcome<String> {
        let called = || {
            let few = || Damage::new(format!("expected more than {index} computations"));
            let id = instruction.called_computation_ids.get(index).ok_or_else(few)?;
            let missing = || Damage::new(format!("there is no computation {id}"));
            self.module.computation_names.get(id).ok_or_else(missing)
        };
        called().in_field("called_computation_ids").map(|name| format!("%{name}"))
    }

    pub(super) fn computations(&self, instruction: &HloInstructionProto) -> Outcome<String> {
        let all = (0..instruction.called_computation_ids.len()).map(|index| self.computation(instruction, index));
        Ok(format!("{{{}}}", all.collect::<Outcome<Vec<_>>>()?.join(", ")))
    }

    /// An instruction's own config, or the one among the module's payloads.
    fn backend_config(&self, instruction: &HloInstructionProto) -> Outcome<String> {
        let payload = instruction.backend_config_payload.as_deref();
        let bytes = match payload.map(|payload| (payload, payload.id)) {
            Some((_, Some(id))) => {
                let payload = usize::try_from(id).ok().and_then(|id| self.module.payloads.get(id));
                payload.ok_or_else(|| Damage::new(format!("there is no payload {id}")))
            }
            Some((payload, None)) => Ok(&payload.value),
            None => Ok(&instruction.backend_config),
        };
        let text = String::from_utf8(bytes.in_field("backend_config_payload.id")?.clone());
        text.map_err(|_| Damage::new("expected text in UTF-8")).in_field("backend_config")
    }
}

/// A computation with all its instructions, in the order of the schedule where there is one.
pub(super) fn computation(
    module: &ModuleScope,
    computation: &HloComputationProto,
    is_entry: bool,
    out: &mut String,
) -> Outcome {
    let mut instructions = Vec::new();
    for (i, bytes) in computation.instructions.iter().enumerate() {
        instructions.push(decode::<HloInstructionProto>(bytes).in_item("instructions", i)?);
    }
    let scope = Scope { module, names: instruction_names(&instructions)? };
    if !scope.names.contains_key(&computation.root_id) {
        let message = format!("there is no instruction {}", computation.root_id);
        return Err(Damage::new(message)).in_field("root_id");
    }
    let name = &module.computation_names[&computation.id];
    put!(out, "\n{}%{name} {{\n", if is_entry { "ENTRY " } else { "" });
    for i in order(module, computation, &instructions)? {
        *out += if instructions[i].id == computation.root_id { "  ROOT " } else { "  " };
        write_instruction(&scope, &instructions[i], out).in_item("instructions", i)?;
    }
    *out += "}\n";
    Ok(())
}

fn instruction_names(instructions: &[HloInstructionProto]) -> Outcome<HashMap<i64, Arc<str>>> {
    let mut taken = HashSet::new();
    let mut names = HashMap::new();
    for (i, instruction) in instructions.iter().enumerate() {
        let name = unique_name(&instruction.name, instruction.id, &mut taken);
        if names.insert(instruction.id, name).is_some() {
            let message = format!("there are two instructions {}", instruction.id);
            return Err(Damage::new(message)).in_field("id").in_item("instructions", i);
        }
    }
    Ok(names)
}

/// Indices of the instructions, in the order of the text.
fn order(
    module: &ModuleScope,
    computation: &HloComputationProto,
    instructions: &[HloInstructionProto],
) -> Outcome<Vec<usize>> {
    let sequence = module.schedule.and_then(|schedule| schedule.sequences.get(&computation.id));
    let Some(sequence) = sequence else { return Ok((0..instructions.len()).collect()) };
    let places: HashMap<i64, usize> = instructions.iter().enumerate().map(|(i, proto)| (proto.id, i)).collect();
    let known = sequence.instruction_ids.iter().filter_map(|id| places.get(id).copied()).collect::<Vec<_>>();
    let distinct: HashSet<&usize> = known.iter().collect();
    if distinct.len() == instructions.len() && known.len() == sequence.instruction_ids.len() {
        return Ok(known);
    }
    Err(Damage::new("expected each instruction of the computation once")).in_field("schedule")
}

/// `%name = f32[2]{0} add(%a, %b), attributes` and the end of the line.
fn write_instruction(scope: &Scope, instruction: &HloInstructionProto, out: &mut String) -> Outcome {
    let opcode = &*instruction.opcode;
    if opcode.is_empty() || !opcode.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
        return Err(Damage::new(format!("`{}` is no name of an operation", escape(opcode)))).in_field("opcode");
    }
    let shape = required(&instruction.shape, "shape")?;
    put!(out, "%{} = {} {opcode}(", scope.names[&instruction.id], shape_text(shape).in_field("shape")?);
    match opcode {
        "parameter" => *out += &instruction.parameter_number.to_string(),
        "constant" => write_constant(instruction, out).in_field("literal")?,
        _ => *out += &scope.instructions(&instruction.operand_ids).in_field("operand_ids")?,
    }
    *out += ")";
    *out += &attributes(scope, instruction)?;
    write_annotations(scope, instruction, out)?;
    *out += "\n";
    Ok(())
}

fn write_constant(instruction: &HloInstructionProto, out: &mut String) -> Outcome {
    let missing = || Damage::new("missing");
    let value: Literal = literal(instruction.literal.as_deref().ok_or_else(missing)?)?;
    write_literal(&value, None, out);
    Ok(())
}

/// What any instruction may carry, whatever its operation.
fn write_annotations(scope: &Scope, instruction: &HloInstructionProto, out: &mut String) -> Outcome {
    if let Some(sharding) = &instruction.sharding {
        put!(out, ", sharding={}", sharding_text(sharding).in_field("sharding")?);
    }
    if let Some(attributes) = instruction.frontend_attributes.as_ref().filter(|attributes| !attributes.map.is_empty()) {
        put!(out, ", frontend_attributes={}", frontend_attributes(&shared(attributes)));
    }
    if !instruction.control_predecessor_ids.is_empty() {
        let before = scope.instructions(&instruction.control_predecessor_ids).in_field("control_predecessor_ids")?;
        put!(out, ", control-predecessors={{{before}}}");
    }
    let metadata = instruction.metadata.as_deref().map(metadata_text).unwrap_or_default();
    if !metadata.is_empty() {
        put!(out, ", metadata={{{metadata}}}");
    }
    let config = scope.backend_config(instruction)?;
    if !config.is_empty() {
        put!(out, ", backend_config={}", backend_config(&config));
    }
    Ok(())
}

/// Fields with blanks between them, without braces.
pub(super) fn metadata_text(metadata: &OpMetadata) -> String {
    let texts =
        [("op_type", &metadata.op_type), ("op_name", &metadata.op_name), ("source_file", &metadata.source_file)];
    let texts = texts.into_iter().filter(|(_, text)| !text.is_empty());
    let texts = texts.map(|(key, text)| format!("{key}=\"{}\"", escape(text)));
    let numbers = [
        ("source_line", metadata.source_line),
        ("source_end_line", metadata.source_end_line),
        ("source_column", metadata.source_column),
        ("source_end_column", metadata.source_end_column),
        ("stack_frame_id", metadata.stack_frame_id),
    ];
    let numbers = numbers.into_iter().filter(|(_, number)| *number > 0);
    join(texts.chain(numbers.map(|(key, number)| format!("{key}={number}"))), " ")
}
