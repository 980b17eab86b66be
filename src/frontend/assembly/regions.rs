//! The parts of pretty forms that hold or make regions.

use super::pretty::{AttributeText, PrettyOp};
use super::rewriter::Rewriter;
use super::types::{TypeText, scalar_type};
use super::{Kind, Token};
use crate::hlo::Diagnostic;
use std::ops::Range;

impl<'s> Rewriter<'s> {
    /// `({ … }, { … })`, kept to be copied.
    pub fn generic_regions(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        if self.peek().is(b'(') {
            let inside = self.skip_brackets()?;
            op.regions = Some(inside.start - 1..inside.end + 1);
        }
        Ok(())
    }

    /// `(%argument = %initial, …)`
    pub fn loop_state(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        self.expect(b'(')?;
        while !self.accept(b')') {
            if !op.operands.is_empty() {
                self.expect(b',')?;
            }
            op.arguments.push(self.expect_kind(Kind::Value, "a name, `%…`")?.range());
            self.expect(b'=')?;
            op.operands.push(self.expect_kind(Kind::Value, "an initial value, `%…`")?.range());
        }
        Ok(())
    }

    /// `(%input, …) inits(%initial, …)`
    pub fn scan_operands(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        let anchor = self.expect(b'(')?.start;
        self.operands(op)?;
        self.expect(b')')?;
        let inputs = op.operands.len();
        self.expect_word("inits")?;
        self.expect(b'(')?;
        let mut initial = PrettyOp::new(op.name);
        self.operands(&mut initial)?;
        self.expect(b')')?;
        let segments = format!("array<i32: {inputs}, {}>", initial.operands.len());
        op.attributes.push(("operandSegmentSizes", AttributeText::Made(segments, anchor)));
        op.operands.append(&mut initial.operands);
        Ok(())
    }

    /// `{ ^bb0(…): … }`
    pub fn labelled_region(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        self.write_head(op)?;
        self.output.write("(", op.name.start);
        self.region(&[])?;
        self.output.write(")", op.name.start);
        Ok(())
    }

    /// `cond { … } do { … }`
    pub fn regions(&mut self, keywords: &[&str], op: &mut PrettyOp) -> Result<(), Diagnostic> {
        self.write_head(op)?;
        let arguments: Vec<_> = op.arguments.iter().cloned().zip(op.operand_types.iter().cloned()).collect();
        for (i, keyword) in keywords.iter().enumerate() {
            let word = self.expect_word(keyword)?;
            self.output.write(if i == 0 { "(" } else { ", " }, word.start);
            self.region(&arguments)?;
        }
        self.output.write(")", op.name.start);
        Ok(())
    }

    /// `{ … }`, of which the arguments are declared elsewhere.
    fn region(&mut self, arguments: &[(Range<usize>, TypeText)]) -> Result<(), Diagnostic> {
        let open = self.expect(b'{')?;
        self.output.write("{", open.start);
        self.write_arguments(arguments, open.start);
        self.skip_to(open.end);
        let close = self.run(Some(open))?;
        self.output.write("}", close.start);
        Ok(())
    }

    fn write_arguments(&mut self, arguments: &[(Range<usize>, TypeText)], anchor: usize) {
        if arguments.is_empty() {
            return;
        }
        for (i, (name, of_type)) in arguments.iter().enumerate() {
            self.output.write(if i == 0 { "\n^bb0(" } else { ", " }, name.start);
            self.output.copy(self.text(name.clone()), name.start);
            self.output.write(": ", name.start);
            self.write_types(std::slice::from_ref(of_type), anchor);
        }
        self.output.write("):", anchor);
    }

    /// `(%input init: %init), …`: the inputs first, then the initial values.
    pub fn reduce_inputs(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        let mut initial = Vec::new();
        loop {
            self.expect(b'(')?;
            op.operands.push(self.expect_kind(Kind::Value, "an input, `%…`")?.range());
            self.expect_word("init")?;
            self.expect(b':')?;
            initial.push(self.expect_kind(Kind::Value, "an initial value, `%…`")?.range());
            self.expect(b')')?;
            if !self.accept(b',') {
                break;
            }
        }
        op.operands.append(&mut initial);
        Ok(())
    }

    pub fn reduce_applies(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        if self.accept_word("applies") {
            op.applies = Some(self.expect_kind(Kind::Word, "an operation's name")?);
        }
        Ok(())
    }

    pub fn reduce_dimensions(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        self.expect_word("across")?;
        self.expect_word("dimensions")?;
        self.expect(b'=')?;
        op.attributes.push(("dimensions", self.i64s_text()?));
        Ok(())
    }

    /// The body `return op(a, b)` of `applies op`, over scalars of the first input's element type.
    pub fn write_applied_body(&mut self, applied: Token, op: &PrettyOp) {
        let first = op.operand_types.first().map(|of| self.type_text(of)).unwrap_or_default();
        let scalar = scalar_type(&first).unwrap_or(first);
        let name = self.token_text(applied);
        self.output.write(
            format_args!(
                "({{\n^bb0(%reduce.a: {scalar}, %reduce.b: {scalar}):\n\
                 %reduce.r = \"{name}\"(%reduce.a, %reduce.b) : ({scalar}, {scalar}) -> {scalar}\n\
                 \"stablehlo.return\"(%reduce.r) : ({scalar}) -> ()\n}})"
            ),
            applied.start,
        );
    }

    /// `reducer(%x: T, %y: T) (%u: S, %v: S) { … }`: a parenthesis an input, with (accumulator, element).
    pub fn reducer(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        if op.applies.is_some() {
            return Ok(());
        }
        self.expect_word("reducer")?;
        self.write_head(op)?;
        let (mut first, mut second) = (Vec::new(), Vec::new());
        while self.peek().is(b'(') {
            self.expect(b'(')?;
            first.push(self.typed_argument()?);
            self.expect(b',')?;
            second.push(self.typed_argument()?);
            self.expect(b')')?;
        }
        first.append(&mut second);
        self.output.write("(", op.name.start);
        self.region(&first)?;
        self.output.write(")", op.name.start);
        Ok(())
    }

    /// `(%x: T, …) { … }`
    pub fn argument_region(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        self.write_head(op)?;
        self.expect(b'(')?;
        let mut arguments = Vec::new();
        while !self.accept(b')') {
            if !arguments.is_empty() {
                self.expect(b',')?;
            }
            arguments.push(self.typed_argument()?);
        }
        self.output.write("(", op.name.start);
        self.region(&arguments)?;
        self.output.write(")", op.name.start);
        Ok(())
    }

    /// `%x: T`, maybe with a location, which is dropped.
    fn typed_argument(&mut self) -> Result<(Range<usize>, TypeText), Diagnostic> {
        let name = self.expect_kind(Kind::Value, "an argument, `%…`")?;
        self.expect(b':')?;
        let of_type = self.one_type()?;
        if self.accept_word("loc") {
            self.skip_brackets()?;
        }
        Ok((name.range(), of_type))
    }
}
