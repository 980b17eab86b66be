//! A parsed program: MLIR's operations, with what was taken out of the text for us to read.

use super::assembly::{Assembly, CALL, Rewritten};
use super::constant::{self, Constant, ConstantError};
use super::explain::explain;
use super::location::Locations;
use super::mlir;
use super::resource::Resources;
use super::source::{Source, error_at};
use crate::hlo::{ArrayShape, Diagnostic, Location, LocationRef};
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, BlockRef, OperationRef, RegionLike, RegionRef, Value};
use std::ops::Range;
use std::sync::Arc;

/// What of a program is not in MLIR's hands.
pub struct Program<'s> {
    pub source: &'s Source,
    text: Rewritten,
    payloads: Vec<Range<usize>>,
    locations: Locations<'s>,
    resources: Resources<'s>,
}

impl<'s> Program<'s> {
    pub fn new(source: &'s Source, assembly: Assembly<'s>) -> Program<'s> {
        Program {
            source,
            text: assembly.text,
            payloads: assembly.payloads,
            locations: Locations::new(source, assembly.locations, assembly.location_aliases),
            resources: Resources::read(source, &assembly.file_metadata),
        }
    }

    /// The generic text, which ends in a NUL.
    pub fn generic_text(&self) -> &str {
        self.text.nul_terminated()
    }

    /// The generic text with the way back to the source.
    pub fn rewritten(&self) -> &Rewritten {
        &self.text
    }

    /// What MLIR complains about, at its place in the source.
    pub fn finding(&self, complaint: mlir::Complaint) -> Diagnostic {
        let offset = self.text.source_offset(complaint.line, complaint.column);
        let explained = explain(&complaint.message, self.source, offset);
        let location = self.source.location(explained.offset);
        let finding = match explained.is_foreign {
            true => Diagnostic::unsupported(explained.message, &location),
            false => Diagnostic::program(explained.message, &location),
        };
        // The operation that MLIR would show is the rewritten one.
        let helps = |note: &mlir::Note| explained.keeps_notes && !note.message.starts_with("see current operation");
        let notes = complaint.notes.into_iter().filter(helps).map(|note| {
            let place = self.source.position(self.text.source_offset(note.line, note.column));
            format!("{}: {place}", note.message)
        });
        notes.fold(finding, Diagnostic::with_note)
    }

    /// A place that MLIR knows, with the location that the text gives it.
    pub fn location(&self, (line, column): (usize, usize)) -> Location {
        self.locations.at(self.text.source_offset(line, column))
    }

    /// A text in which payloads stand as the source has them.
    pub fn with_payloads(&self, text: &str) -> String {
        let mut pieces = text.split("#dense.at<");
        let mut whole = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (number, rest) = piece.split_once('>').unwrap_or((piece, ""));
            whole += &self.source.text()[self.payload(number)];
            whole += rest;
        }
        whole
    }

    /// Where the payload of this number stands in the source.
    fn payload(&self, number: &str) -> Range<usize> {
        number.parse().ok().and_then(|number: usize| self.payloads.get(number).cloned()).unwrap_or(0..0)
    }

    /// The payload behind `#dense.at<number>`.
    pub fn constant(&self, number: &str, shape: &ArrayShape) -> Result<Constant, Diagnostic> {
        let range = self.payload(number);
        let text = self.source.text();
        let outcome = match text[range.clone()].strip_prefix("dense_resource<") {
            Some(rest) => self.resources.constant(rest.trim_end_matches('>').trim(), range.start, shape),
            None => constant::read(text, range, shape),
        };
        outcome.map_err(|ConstantError { offset, message }| error_at(self.source, offset, message))
    }
}

/// An operation with its name and place.
#[derive(Clone)]
pub struct Node<'m> {
    pub program: &'m Program<'m>,
    pub operation: OperationRef<'m, 'm>,
    /// With its dialect: `stablehlo.add`.
    pub name: &'m str,
    pub location: LocationRef,
}

impl<'m> Node<'m> {
    pub fn new(program: &'m Program<'m>, operation: OperationRef<'m, 'm>) -> Node<'m> {
        let location = Some(Arc::new(program.location(mlir::operation_place(operation))));
        let name = match mlir::operation_name(operation) {
            CALL => "func.call",
            name => name,
        };
        Node { program, operation, name, location }
    }

    /// The program's fault.
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::program(format!("{}: {}", self.name, message.into()), &self.location)
    }

    /// A right program that is not supported.
    pub fn unsupported(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::unsupported(format!("{}: {}", self.name, message.into()), &self.location)
    }

    pub fn attribute(&self, name: &str) -> Option<Attribute<'m>> {
        mlir::attribute(self.operation, name)
    }

    pub fn regions(&self) -> Vec<RegionRef<'m, 'm>> {
        self.operation.regions().collect()
    }

    /// The one block of a region.
    pub fn block(&self, index: usize) -> Result<BlockRef<'m, 'm>, Diagnostic> {
        let region = self.operation.region(index).ok();
        let block = region.and_then(|region| region.first_block());
        let block = block.ok_or_else(|| self.error(format!("expected a region {index} with a block")))?;
        if mlir::has_next_block(block) {
            return Err(self.unsupported("a region of several blocks"));
        }
        Ok(block)
    }

    pub fn operands(&self) -> Vec<Value<'m, 'm>> {
        self.operation.operands().collect()
    }
}
