//! One pretty operation: read part by part, written in generic form.

use super::format::{Format, Part, Value};
use super::rewriter::{Rewriter, generic_name};
use super::types::TypeText;
use super::{Kind, Token};
use crate::hlo::Diagnostic;
use std::ops::Range;

/// What has been read of an operation.
pub struct PrettyOp {
    pub name: Token,
    pub operands: Vec<Range<usize>>,
    /// Names of the block arguments that a `while` declares.
    pub arguments: Vec<Range<usize>>,
    pub attributes: Vec<(&'static str, AttributeText)>,
    /// Insides of `{…}`.
    pub dictionaries: Vec<Range<usize>>,
    /// Generic regions with their parentheses.
    pub regions: Option<Range<usize>>,
    /// The operation that a `reduce` applies.
    pub applies: Option<Token>,
    pub operand_types: Vec<TypeText>,
    pub result_types: Vec<TypeText>,
    /// Anything stands between the name and here.
    pub started: bool,
    /// Name and operands are written: a region has begun.
    pub head_written: bool,
}

/// An attribute's value.
pub enum AttributeText {
    /// Prefix, a piece of the source, suffix.
    Source(&'static str, Range<usize>, &'static str),
    /// Text for what stands at a place in the source.
    Made(String, usize),
    /// A payload at this place, then this type.
    Payload(Range<usize>, TypeText),
}

impl<'s> Rewriter<'s> {
    /// Rewrites the operation whose name was just read.
    pub fn pretty(&mut self, name: Token, format: &'static Format) -> Result<(), Diagnostic> {
        if self.is_generic_constant(name) {
            return self.generic_constant(name);
        }
        let mut op = PrettyOp::new(name);
        for part in format.parts {
            self.part(part, &mut op)?;
            op.started = true;
        }
        self.write_head(&mut op)?;
        self.write_tail(&op)?;
        let end = self.end_of_last_token();
        self.skip_to(end);
        Ok(())
    }

    /// `stablehlo.constant() <{…}> : …`, the form for values of another type than the result's.
    fn is_generic_constant(&self, name: Token) -> bool {
        self.token_text(name).ends_with(".constant") && self.peek().is(b'(')
    }

    fn generic_constant(&mut self, name: Token) -> Result<(), Diagnostic> {
        self.output.write(format_args!("\"{}\"", self.token_text(name)), name.start);
        self.skip_to(name.end);
        Ok(())
    }

    fn end_of_last_token(&self) -> usize {
        self.lexer.position()
    }

    pub fn expect(&mut self, character: u8) -> Result<Token, Diagnostic> {
        let token = self.lexer.next();
        let expected = format!("`{}`", character as char);
        if token.is(character) { Ok(token) } else { Err(self.unexpected(&expected, token)) }
    }

    pub fn expect_kind(&mut self, kind: Kind, expected: &str) -> Result<Token, Diagnostic> {
        let token = self.lexer.next();
        if token.kind == kind { Ok(token) } else { Err(self.unexpected(expected, token)) }
    }

    pub fn expect_word(&mut self, word: &str) -> Result<Token, Diagnostic> {
        let token = self.lexer.next();
        let found = token.kind == Kind::Word && self.token_text(token) == word;
        if found { Ok(token) } else { Err(self.unexpected(&format!("`{word}`"), token)) }
    }

    /// Takes the next token if it is this character.
    pub fn accept(&mut self, character: u8) -> bool {
        let found = self.peek().is(character);
        if found {
            self.lexer.next();
        }
        found
    }

    /// Takes the next token if it is this word.
    pub fn accept_word(&mut self, word: &str) -> bool {
        let token = self.peek();
        let found = token.kind == Kind::Word && self.token_text(token) == word;
        if found {
            self.lexer.next();
        }
        found
    }

    fn part(&mut self, part: &'static Part, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        match part {
            Part::Operands => self.operands(op),
            Part::OperandsOrUnit if self.accept(b'(') => self.expect(b')').map(|_| ()),
            Part::OperandsOrUnit => self.operands(op),
            Part::Punctuation(character) => self.expect(*character).map(|_| ()),
            Part::Clause(keyword, value) => {
                if op.started && !(op.operands.is_empty() && op.attributes.is_empty()) {
                    self.expect(b',')?;
                }
                self.clause(keyword, value, op)
            }
            Part::Optional(keyword, value) if self.at_clause(keyword) => {
                self.accept(b',');
                self.clause(keyword, value, op)
            }
            Part::Optional(..) => Ok(()),
            Part::Bare(value) => self.value(value, op),
            Part::OptionalBare(value) if self.accept(b',') => self.value(value, op),
            Part::OptionalBare(_) => Ok(()),
            Part::Dictionary => self.dictionary(op),
            Part::KeywordDictionary if self.accept_word("attributes") => self.dictionary(op),
            Part::KeywordDictionary => Ok(()),
            Part::Symbol(attribute) => self.symbol(attribute, op),
            Part::Index(attribute) => self.index(attribute, op),
            Part::Angle(attribute) => self.angle(attribute, op),
            Part::Bracketed(attribute) => self.bracketed(attribute, op),
            Part::ArgumentRegion => self.argument_region(op),
            Part::SliceRanges => self.slice_ranges(op),
            Part::DotDimensions => self.dot_dimensions(op),
            Part::ConvolutionWindow => self.convolution_window(op),
            Part::ReduceInputs => self.reduce_inputs(op),
            Part::ReduceApplies => self.reduce_applies(op),
            Part::ReduceDimensions => self.reduce_dimensions(op),
            Part::Reducer => self.reducer(op),
            Part::LoopState => self.loop_state(op),
            Part::Regions(keywords) => self.regions(keywords, op),
            Part::ScanOperands => self.scan_operands(op),
            Part::Word(word) => self.expect_word(word).map(|_| ()),
            Part::Region => self.labelled_region(op),
            Part::GenericRegions => self.generic_regions(op),
            Part::Typed(types) => self.types(*types, op),
        }
    }

    fn clause(&mut self, keyword: &str, value: &Value, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        self.expect_word(keyword)?;
        self.expect(b'=')?;
        self.value(value, op)
    }

    /// At `, keyword` or, where nothing precedes, `keyword`.
    pub fn at_clause(&self, keyword: &str) -> bool {
        let mut ahead = self.lexer.clone();
        let first = ahead.next();
        let word = if first.is(b',') { ahead.next() } else { first };
        word.kind == Kind::Word && self.token_text(word) == keyword
    }

    /// Writes name and operands, and regions that were read whole, once.
    pub fn write_head(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        if std::mem::replace(&mut op.head_written, true) {
            return Ok(());
        }
        self.output.write(format_args!("\"{}\"(", generic_name(self.token_text(op.name))), op.name.start);
        for (i, operand) in op.operands.iter().enumerate() {
            if i > 0 {
                self.output.write(", ", operand.start);
            }
            self.output.copy(self.text(operand.clone()), operand.start);
        }
        self.output.write(") ", op.name.start);
        if let Some(regions) = op.regions.clone() {
            self.copy_range(regions)?;
        }
        if let Some(applied) = op.applies {
            self.write_applied_body(applied, op);
        }
        Ok(())
    }

    fn write_tail(&mut self, op: &PrettyOp) -> Result<(), Diagnostic> {
        let anchor = op.name.start;
        self.output.write(" {", anchor);
        let mut separator = "";
        for (name, value) in &op.attributes {
            self.output.write(format_args!("{separator}{name} = "), anchor);
            self.write_attribute(value)?;
            separator = ", ";
        }
        for inside in &op.dictionaries {
            if self.text(inside.clone()).trim().is_empty() {
                continue;
            }
            self.output.write(separator, inside.start);
            self.copy_range(inside.clone())?;
            separator = ", ";
        }
        self.output.write("} : (", anchor);
        self.write_types(&op.operand_types, anchor);
        self.output.write(") -> (", anchor);
        self.write_types(&op.result_types, anchor);
        self.output.write(")", anchor);
        Ok(())
    }

    fn write_attribute(&mut self, value: &AttributeText) -> Result<(), Diagnostic> {
        match value {
            AttributeText::Source(prefix, range, suffix) => {
                self.output.write(prefix, range.start);
                self.output.copy(self.text(range.clone()), range.start);
                self.output.write(suffix, range.start);
            }
            AttributeText::Made(text, anchor) => self.output.write(text, *anchor),
            AttributeText::Payload(range, of_type) => {
                self.write_payload(range.clone());
                self.output.write(" : ", range.start);
                self.write_types(std::slice::from_ref(of_type), range.start);
            }
        }
        Ok(())
    }
}

impl PrettyOp {
    pub fn new(name: Token) -> PrettyOp {
        PrettyOp {
            name,
            operands: Vec::new(),
            arguments: Vec::new(),
            attributes: Vec::new(),
            dictionaries: Vec::new(),
            regions: None,
            applies: None,
            operand_types: Vec::new(),
            result_types: Vec::new(),
            started: false,
            head_written: false,
        }
    }
}
