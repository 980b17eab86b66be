//! Types behind the colon of a pretty operation.

use super::format::Types;
use super::pretty::PrettyOp;
use super::rewriter::Rewriter;
use super::{Kind, Lexer};
use crate::hlo::Diagnostic;
use std::ops::Range;

/// A type: as the source has it, or made for what stands at a place there.
#[derive(Clone)]
pub enum TypeText {
    Source(Range<usize>),
    Made(String, usize),
}

impl<'s> Rewriter<'s> {
    /// Reads `: types` and derives those that the form leaves out.
    pub fn types(&mut self, form: Types, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        let optional = matches!(form, Types::PerOperand | Types::PerOperandNoResult) && op.operands.is_empty();
        if optional && !self.peek().is(b':') {
            return Ok(());
        }
        self.expect(b':')?;
        if self.peek().is(b'(') && form != Types::Arrow {
            return self.function_type(op);
        }
        match form {
            Types::Function => Err(self.unexpected("a function type, `(…) -> …`", self.peek())),
            Types::Same | Types::SameNoResult => self.same_type(form == Types::Same, op),
            Types::PerOperand | Types::PerOperandNoResult => self.per_operand_types(form == Types::PerOperand, op),
            Types::Select => self.select_types(op),
            Types::Complex => self.complex_types(op),
            Types::Tuple => self.tuple_types(op),
            Types::Arrow => self.arrow_types(op),
        }
    }

    /// One type.
    pub fn one_type(&mut self) -> Result<TypeText, Diagnostic> {
        let first = self.lexer.next();
        if !matches!(first.kind, Kind::Word | Kind::Type) {
            return Err(self.unexpected("a type", first));
        }
        let end = if self.peek().is(b'<') { self.skip_brackets()?.end + 1 } else { first.end };
        Ok(TypeText::Source(first.start..end))
    }

    fn type_list(&mut self) -> Result<Vec<TypeText>, Diagnostic> {
        let mut list = vec![self.one_type()?];
        while self.accept(b',') {
            list.push(self.one_type()?);
        }
        Ok(list)
    }

    /// `(T, …)`
    fn parenthesized_types(&mut self) -> Result<Vec<TypeText>, Diagnostic> {
        self.expect(b'(')?;
        if self.accept(b')') {
            return Ok(Vec::new());
        }
        let list = self.type_list()?;
        self.expect(b')')?;
        Ok(list)
    }

    fn result_list(&mut self) -> Result<Vec<TypeText>, Diagnostic> {
        self.expect_kind(Kind::Arrow, "`->`")?;
        if self.peek().is(b'(') { self.parenthesized_types() } else { Ok(vec![self.one_type()?]) }
    }

    fn function_type(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        let colon_side = self.peek();
        op.operand_types = self.parenthesized_types()?;
        op.result_types = self.result_list()?;
        if op.operand_types.len() != op.operands.len() {
            let message = format!("expected {} operand types, found {}", op.operands.len(), op.operand_types.len());
            return Err(self.error(colon_side, message));
        }
        Ok(())
    }

    fn same_type(&mut self, has_result: bool, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        let of_all = self.one_type()?;
        op.operand_types = vec![of_all.clone(); op.operands.len()];
        op.result_types = if has_result { vec![of_all] } else { Vec::new() };
        Ok(())
    }

    fn per_operand_types(&mut self, has_results: bool, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        let start = self.peek();
        op.operand_types = self.type_list()?;
        if op.operand_types.len() != op.operands.len() {
            let message = format!("expected {} types, found {}", op.operands.len(), op.operand_types.len());
            return Err(self.error(start, message));
        }
        op.result_types = if has_results { op.operand_types.clone() } else { Vec::new() };
        Ok(())
    }

    fn select_types(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        let predicate = self.one_type()?;
        self.expect(b',')?;
        let value = self.one_type()?;
        let mut types = vec![value.clone(); op.operands.len()];
        if let Some(first) = types.first_mut() {
            *first = predicate;
        }
        op.operand_types = types;
        op.result_types = vec![value];
        Ok(())
    }

    fn complex_types(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        let start = self.peek();
        let result = self.one_type()?;
        let text = self.type_text(&result);
        let Some(part) = text.find("complex<").and_then(|at| part_type(&text, at)) else {
            return Err(self.error(start, "expected a tensor of complex numbers"));
        };
        op.operand_types = vec![TypeText::Made(part, start.start); op.operands.len()];
        op.result_types = vec![result];
        Ok(())
    }

    fn tuple_types(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        let start = self.peek();
        self.expect_word("tuple")?;
        let inside = self.skip_brackets()?;
        let lexer = std::mem::replace(&mut self.lexer, Lexer::new(self.source.text(), inside.clone()));
        let parts = if self.peek().kind == Kind::End { Ok(Vec::new()) } else { self.type_list() };
        self.lexer = lexer;
        op.operand_types = parts?;
        op.result_types = vec![TypeText::Source(start.start..inside.end + 1)];
        Ok(())
    }

    fn arrow_types(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        op.operand_types = if self.peek().is(b'(') { self.parenthesized_types()? } else { self.type_list()? };
        op.result_types = self.result_list()?;
        Ok(())
    }

    pub fn type_text(&self, of: &TypeText) -> String {
        match of {
            TypeText::Source(range) => self.text(range.clone()).to_owned(),
            TypeText::Made(text, _) => text.clone(),
        }
    }

    pub fn write_types(&mut self, types: &[TypeText], anchor: usize) {
        for (i, one) in types.iter().enumerate() {
            if i > 0 {
                self.output.write(", ", anchor);
            }
            match one {
                TypeText::Source(range) => self.output.copy(self.text(range.clone()), range.start),
                TypeText::Made(text, place) => self.output.write(text, *place),
            }
        }
    }
}

/// `tensor<2xcomplex<f32>>` to `tensor<2xf32>`.
fn part_type(text: &str, complex_at: usize) -> Option<String> {
    let inside = &text[complex_at + "complex<".len()..];
    let close = inside.find('>')?;
    Some(format!("{}{}{}", &text[..complex_at], &inside[..close], &inside[close + 1..]))
}

/// `tensor<2x3xf32>` to `tensor<f32>`.
pub fn scalar_type(text: &str) -> Option<String> {
    let inside = text.strip_prefix("tensor<")?;
    let mut element = inside;
    while let Some((dimension, rest)) = element.split_once('x')
        && (dimension == "?" || !dimension.is_empty() && dimension.bytes().all(|b| b.is_ascii_digit()))
    {
        element = rest;
    }
    let end = encoding(element).unwrap_or(element.len() - 1);
    Some(format!("tensor<{}>", &element[..end]))
}

/// Where an encoding starts behind an element type: the comma that stands in no brackets of the latter.
fn encoding(element: &str) -> Option<usize> {
    let mut depth = 0;
    element.bytes().position(|byte| {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            _ => {}
        }
        byte == b',' && depth == 0
    })
}
