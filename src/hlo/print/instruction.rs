//! Text of one instruction.

use super::Printer;
use super::attributes::op_attributes;
use super::literal::write_literal;
use super::notation::{self, escape, frontend_attributes};
use super::shape::{comma_separated, shape_text};
use crate::hlo::shape::join;
use crate::hlo::{Computation, Instruction, InstructionId, Location, Op, Position};
use std::sync::Arc;

/// `  ROOT %name = f32[2]{0} add(%a, %b), attributes, metadata={…}` and the end of the line.
pub(super) fn write_instruction(printer: Printer, computation: &Computation, id: InstructionId, out: &mut String) {
    let instruction = computation.get(id);
    out.push_str(if computation.root() == id { "  ROOT " } else { "  " });
    out.push_str(printer.percent());
    out.push_str(instruction.name());
    out.push_str(" = ");
    out.push_str(&shape_text(&instruction.shape, printer.options.layouts));
    out.push(' ');
    out.push_str(&computation.opcode(id));
    out.push('(');
    write_operands(printer, computation, instruction, out);
    out.push(')');
    for (key, value) in op_attributes(computation, instruction) {
        out.push_str(&format!(", {key}={}", value.text(printer)));
    }
    for annotation in annotations(printer, computation, instruction) {
        out.push_str(", ");
        out.push_str(&annotation);
    }
    out.push('\n');
}

fn write_operands(printer: Printer, computation: &Computation, instruction: &Instruction, out: &mut String) {
    match &instruction.op {
        Op::Parameter { number } => out.push_str(&number.to_string()),
        Op::Constant(literal) => write_literal(literal, printer.options.constant_limit, out),
        _ => out.push_str(&comma_separated(names(printer, computation, instruction.operands()))),
    }
}

fn names(printer: Printer, computation: &Computation, ids: &[InstructionId]) -> Vec<String> {
    ids.iter().map(|&id| format!("{}{}", printer.percent(), computation.get(id).name())).collect()
}

/// What any instruction may carry, whatever its operation.
fn annotations(printer: Printer, computation: &Computation, instruction: &Instruction) -> Vec<String> {
    let options = printer.options;
    let mut out = Vec::new();
    if options.annotations {
        out.extend(instruction.sharding.iter().map(|sharding| format!("sharding={sharding}")));
        if !instruction.frontend_attributes.is_empty() {
            out.push(format!("frontend_attributes={}", frontend_attributes(&instruction.frontend_attributes)));
        }
    }
    if !instruction.control_predecessors.is_empty() {
        let before = names(printer, computation, &instruction.control_predecessors);
        out.push(format!("control-predecessors={{{}}}", join(before, ", ")));
    }
    if options.metadata {
        out.extend(instruction.location.as_deref().and_then(|location| metadata(printer, location)));
    }
    if options.annotations {
        out.extend(backend_config(instruction));
    }
    out
}

/// A custom call's own config is the program's, also where it only starts; any other one a pass has set.
pub(super) fn backend_config_text(instruction: &Instruction) -> Option<&Arc<str>> {
    match instruction.op.performed() {
        Op::CustomCall(call) if !call.backend_config.is_empty() => Some(&call.backend_config),
        _ => instruction.backend_config.as_ref(),
    }
}

fn backend_config(instruction: &Instruction) -> Option<String> {
    if let Op::CustomCall(call) = instruction.op.performed()
        && let Some(dictionary) = notation::typed_config(call)
    {
        return Some(format!("backend_config={dictionary}"));
    }
    backend_config_text(instruction).map(|config| format!("backend_config={}", notation::backend_config(config)))
}

/// The operation's name, and the innermost frame of the traced program, or else the place in the text that was read;
/// where the frame was called is in tables.
fn metadata(printer: Printer, location: &Location) -> Option<String> {
    let name = location.op_name.iter().map(|name| format!("op_name=\"{}\"", escape(name)));
    let place = location.innermost();
    let frame = printer.frames.and_then(|frames| frames.number(location));
    let frame = frame.map(|number| format!("stack_frame_id={number}"));
    let parts = join(name.chain(place.map(place_text)).chain(frame), " ");
    (!parts.is_empty()).then(|| format!("metadata={{{parts}}}"))
}

/// The column only where it is known.
fn place_text(place: &Position) -> String {
    let column = if place.column > 0 { format!(" source_column={}", place.column) } else { String::new() };
    format!("source_file=\"{}\" source_line={}{column}", escape(&place.file), place.line)
}
