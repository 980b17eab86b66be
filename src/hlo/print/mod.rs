//! HLO text, as XLA writes it and XLA's parser reads it.
//!
//! The order of attributes and the spelling of numbers follow XLA, so that a dump of ours can be laid beside one of
//! XLA's and differ only where the programs do.

mod attributes;
mod instruction;
mod json;
mod literal;
pub(crate) mod notation;
mod number;
mod parts;
mod shape;
mod stack_frames;

use super::shape::join;
use super::{Computation, ComputationId, Module, StackFrameTables, identifier};
use instruction::write_instruction;
pub use json::{location_json, module_json};
pub(crate) use literal::write_literal;
pub use number::format_element;
pub use parts::{InstructionParts, instruction_parts, print_instruction};
use shape::{comma_separated, shape_text};
use stack_frames::write_stack_frames;
use std::fmt::Write;

/// How much of a module is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintOptions {
    /// `%` before names.
    pub percent: bool,
    /// `{1,0}` after shapes, and the entry's layouts.
    pub layouts: bool,
    /// Parameters and result after a computation's name.
    pub signatures: bool,
    /// Operation names and source lines.
    pub metadata: bool,
    /// Sharding, frontend attributes and backend configs.
    pub annotations: bool,
    /// Constants of more elements print as `{...}`, which no parser takes back.
    pub constant_limit: Option<usize>,
}

impl Default for PrintOptions {
    /// Everything: what is printed parses back to the same module.
    fn default() -> PrintOptions {
        PrintOptions {
            percent: true,
            layouts: true,
            signatures: true,
            metadata: true,
            annotations: true,
            constant_limit: None,
        }
    }
}

impl PrintOptions {
    /// For reading: structure only, large constants left out.
    pub fn short() -> PrintOptions {
        PrintOptions {
            percent: false,
            layouts: false,
            signatures: false,
            metadata: false,
            annotations: false,
            constant_limit: Some(10),
        }
    }
}

/// The module as HLO text: called computations before their callers, the entry last.
pub fn print(module: &Module, options: &PrintOptions) -> String {
    let frames = if options.metadata { StackFrameTables::of(module) } else { StackFrameTables::default() };
    let printer = Printer { module, options, frames: Some(&frames) };
    let mut out = printer.header();
    write_stack_frames(&frames, &mut out);
    for id in module.post_order() {
        out.push('\n');
        printer.write_computation(id, &mut out);
    }
    out
}

/// One computation as HLO text. Computations that it calls are named only.
pub fn print_computation(module: &Module, id: ComputationId, options: &PrintOptions) -> String {
    let mut out = String::new();
    Printer { module, options, frames: None }.write_computation(id, &mut out);
    out
}

/// What every part of the text is written from.
#[derive(Clone, Copy)]
struct Printer<'a> {
    module: &'a Module,
    options: &'a PrintOptions,
    /// Of a whole module.
    frames: Option<&'a StackFrameTables>,
}

impl Printer<'_> {
    fn percent(&self) -> &'static str {
        if self.options.percent { "%" } else { "" }
    }

    fn computation_name(&self, id: ComputationId) -> String {
        format!("{}{}", self.percent(), self.module.computation(id).name)
    }

    fn header(&self) -> String {
        let module = self.module;
        let mut parts = vec![format!("HloModule {}", identifier(&module.name))];
        if module.entry().schedule.is_some() {
            parts.push("is_scheduled=true".into());
        }
        parts.extend(self.aliases());
        parts.extend(self.donors());
        if self.options.layouts {
            parts.push(self.entry_layout());
        }
        if module.replica_count > 1 {
            parts.push(format!("replica_count={}", module.replica_count));
        }
        if module.partition_count > 1 {
            parts.push(format!("num_partitions={}", module.partition_count));
        }
        if self.options.annotations && !module.frontend_attributes.is_empty() {
            parts.push(format!("frontend_attributes={}", notation::frontend_attributes(&module.frontend_attributes)));
        }
        join(parts, ", ") + "\n"
    }

    fn aliases(&self) -> Option<String> {
        let entries = self.module.input_output_aliases.iter().map(|alias| {
            let kind = if alias.must { "must-alias" } else { "may-alias" };
            let (output, index) = (join(&alias.output, ", "), join(&alias.parameter_index, ", "));
            format!("{{{output}}}: ({}, {{{index}}}, {kind})", alias.parameter)
        });
        let entries = join(entries, ", ");
        (!entries.is_empty()).then(|| format!("input_output_alias={{ {entries} }}"))
    }

    fn donors(&self) -> Option<String> {
        let entries = join(self.module.buffer_donors.iter().map(|donor| format!("({donor}, {{}})")), ", ");
        (!entries.is_empty()).then(|| format!("buffer_donor={{ {entries} }}"))
    }

    fn entry_layout(&self) -> String {
        let entry = self.module.entry();
        let parameters = entry.parameters().into_iter().map(|id| shape_text(entry.shape(id), true));
        let result = shape_text(entry.shape(entry.root()), true);
        format!("entry_computation_layout={{({})->{result}}}", comma_separated(parameters))
    }

    fn write_computation(&self, id: ComputationId, out: &mut String) {
        let computation = self.module.computation(id);
        if id == self.module.entry_id() {
            out.push_str("ENTRY ");
        }
        out.push_str(&self.computation_name(id));
        if self.options.signatures {
            out.push(' ');
            out.push_str(&self.signature(computation));
        }
        out.push_str(" {\n");
        let order = computation.schedule.clone().unwrap_or_else(|| computation.post_order());
        for instruction in order {
            write_instruction(*self, computation, instruction, out);
        }
        out.push_str("}\n");
    }

    fn signature(&self, computation: &Computation) -> String {
        let parameters = computation.parameters().into_iter().map(|id| {
            let parameter = computation.get(id);
            format!("{}: {}", parameter.name(), shape_text(&parameter.shape, false))
        });
        let mut out = format!("({})", join(parameters, ", "));
        let result = shape_text(computation.shape(computation.root()), false);
        write!(out, " -> {result}").expect("a string takes all text");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::every_op::every_form;

    /// XLA's parser has accepted the text of this file.
    #[test]
    fn every_form_prints_as_xla_reads_it() {
        let text = print(&every_form(), &PrintOptions::default());
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/src/hlo/print/every_form.hlo"), &text).unwrap();
        }
        assert_eq!(text, include_str!("every_form.hlo"));
    }

    #[test]
    fn the_short_form_leaves_out_annotations() {
        let text = print(&every_form(), &PrintOptions::short());
        assert!(text.contains("\nadd_f32 {\n  Arg_0 = f32[] parameter(0)\n"), "{text}");
        assert!(!text.contains("metadata=") && !text.contains("sharding="), "{text}");
    }
}
