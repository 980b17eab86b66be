//! One instruction's text, whole or in parts, for those who show modules in a form of their own.

use super::attributes::op_attributes;
use super::instruction::{backend_config_text, write_instruction};
use super::literal::write_literal;
use super::notation::frontend_attributes;
use super::shape::shape_text;
use super::{PrintOptions, Printer};
use crate::hlo::{Computation, InstructionId, Module, Op};

/// What an instruction's line says, part by part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstructionParts {
    /// With layouts where the options have them.
    pub shape: String,
    /// A constant's value.
    pub constant: Option<String>,
    /// HLO's keys and their values: those of the operation, and annotations where the options have them.
    pub attributes: Vec<(&'static str, String)>,
}

/// One instruction as HLO text, `ROOT` included, without indentation.
pub fn print_instruction(
    module: &Module,
    computation: &Computation,
    id: InstructionId,
    options: &PrintOptions,
) -> String {
    let mut out = String::new();
    write_instruction(Printer { module, options, frames: None }, computation, id, &mut out);
    out.trim().to_owned()
}

/// One instruction's text in parts.
pub fn instruction_parts(
    module: &Module,
    computation: &Computation,
    id: InstructionId,
    options: &PrintOptions,
) -> InstructionParts {
    let printer = Printer { module, options, frames: None };
    let instruction = computation.get(id);
    let own = op_attributes(computation, instruction);
    let mut attributes: Vec<_> = own.into_iter().map(|(key, value)| (key, value.text(printer))).collect();
    if options.annotations {
        attributes.extend(instruction.sharding.iter().map(|sharding| ("sharding", sharding.to_string())));
        if !instruction.frontend_attributes.is_empty() {
            let text = frontend_attributes(&instruction.frontend_attributes);
            attributes.push(("frontend_attributes", text));
        }
        attributes.extend(backend_config_text(instruction).map(|config| ("backend_config", config.to_string())));
    }
    InstructionParts {
        shape: shape_text(&instruction.shape, options.layouts),
        constant: constant_text(&instruction.op, options),
        attributes,
    }
}

fn constant_text(op: &Op, options: &PrintOptions) -> Option<String> {
    let Op::Constant(literal) = op else { return None };
    let mut out = String::new();
    write_literal(literal, options.constant_limit, &mut out);
    Some(out)
}
