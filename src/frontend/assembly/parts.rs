//! The parts of pretty forms that become operands and attributes.

use super::Kind;
use super::format::{Value, ValueKind};
use super::pretty::{AttributeText, PrettyOp};
use super::rewriter::Rewriter;
use super::types::TypeText;
use crate::hlo::Diagnostic;
use std::ops::Range;

impl<'s> Rewriter<'s> {
    pub fn operands(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        if self.peek().kind != Kind::Value {
            return Ok(());
        }
        op.operands.push(self.lexer.next().range());
        while self.at_operand() {
            self.accept(b',');
            op.operands.push(self.lexer.next().range());
        }
        Ok(())
    }

    /// At `, %value`.
    fn at_operand(&self) -> bool {
        let mut ahead = self.lexer.clone();
        ahead.next().is(b',') && ahead.next().kind == Kind::Value
    }

    pub fn dictionary(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        if self.peek().is(b'{') {
            op.dictionaries.push(self.skip_brackets()?);
        }
        Ok(())
    }

    pub fn symbol(&mut self, attribute: &'static str, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        let token = self.expect_kind(Kind::Symbol, "a name, `@…`")?;
        let name = &self.token_text(token)[1..];
        let quoted = if name.starts_with('"') { name.to_owned() } else { format!("\"{name}\"") };
        op.attributes.push((attribute, AttributeText::Made(quoted, token.start)));
        Ok(())
    }

    pub fn index(&mut self, attribute: &'static str, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        self.expect(b'[')?;
        let number = self.expect_kind(Kind::Number, "an index")?;
        self.expect(b']')?;
        op.attributes.push((attribute, AttributeText::Source("", number.range(), " : i32")));
        Ok(())
    }

    /// Reads a value into its attribute.
    pub fn value(&mut self, value: &Value, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        let Value(name, kind) = value;
        let text = match kind {
            ValueKind::I64s => self.i64s_text()?,
            ValueKind::I64 => AttributeText::Source("", self.expect_kind(Kind::Number, "a number")?.range(), " : i64"),
            ValueKind::F64 => self.f64_text()?,
            ValueKind::Bool => {
                AttributeText::Source("", self.expect_kind(Kind::Word, "`true` or `false`")?.range(), "")
            }
            ValueKind::Text => AttributeText::Source("", self.expect_kind(Kind::String, "a string")?.range(), ""),
            ValueKind::Keyword => AttributeText::Source("\"", self.expect_kind(Kind::Word, "a word")?.range(), "\""),
            ValueKind::Enum(of) => {
                let word = self.expect_kind(Kind::Word, &format!("a {}", of.replace('_', " ")))?;
                AttributeText::Made(format!("#stablehlo<{of} {}>", self.token_text(word)), word.start)
            }
            ValueKind::Enums(of) => self.enums_text(of)?,
            ValueKind::FloatFormat => return self.float_format(op),
            ValueKind::DotAlgorithm => self.dot_algorithm_text()?,
            ValueKind::Constant => return self.constant(name, op),
        };
        op.attributes.push((name, text));
        Ok(())
    }

    /// The inside of `[…]`.
    pub fn square_list(&mut self) -> Result<Range<usize>, Diagnostic> {
        let open = self.peek();
        if open.is(b'[') { self.skip_brackets() } else { Err(self.unexpected("`[`", open)) }
    }

    pub fn i64s_text(&mut self) -> Result<AttributeText, Diagnostic> {
        let inside = self.square_list()?;
        Ok(self.array_text(inside))
    }

    /// The items of a list as an array attribute.
    fn array_text(&self, inside: Range<usize>) -> AttributeText {
        match self.text(inside.clone()).trim().is_empty() {
            true => AttributeText::Made("array<i64>".to_owned(), inside.start),
            false => AttributeText::Source("array<i64: ", inside, ">"),
        }
    }

    fn f64_text(&mut self) -> Result<AttributeText, Diagnostic> {
        let number = self.expect_kind(Kind::Number, "a number")?;
        let is_integer = self.token_text(number).bytes().all(|b| b.is_ascii_digit() || b == b'-');
        Ok(AttributeText::Source("", number.range(), if is_integer { ".0 : f64" } else { " : f64" }))
    }

    fn enums_text(&mut self, of: &str) -> Result<AttributeText, Diagnostic> {
        let inside = self.square_list()?;
        let words = self.text(inside.clone()).split(',').map(str::trim).filter(|word| !word.is_empty());
        let items: Vec<String> = words.map(|word| format!("#stablehlo<{of} {word}>")).collect();
        Ok(AttributeText::Made(format!("[{}]", items.join(", ")), inside.start))
    }

    fn dot_algorithm_text(&mut self) -> Result<AttributeText, Diagnostic> {
        let open = self.peek();
        if !open.is(b'<') {
            return Err(self.unexpected("`<`", open));
        }
        Ok(AttributeText::Source("#stablehlo.dot_algorithm<", self.skip_brackets()?, ">"))
    }

    /// `e5m10`
    fn float_format(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        let word = self.expect_kind(Kind::Word, "a float format, `e…m…`")?;
        let bits = self.token_text(word).strip_prefix('e').and_then(|rest| rest.split_once('m'));
        let Some((exponent, mantissa)) = bits.filter(|(e, m)| is_number(e) && is_number(m)) else {
            return Err(self.unexpected("a float format, `e…m…`", word));
        };
        for (name, digits) in [("exponent_bits", exponent), ("mantissa_bits", mantissa)] {
            op.attributes.push((name, AttributeText::Made(format!("{digits} : i32"), word.start)));
        }
        Ok(())
    }

    /// `dense<…> : T`
    fn constant(&mut self, name: &'static str, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        let payload = self.lexer.next();
        if !matches!(payload.kind, Kind::Dense | Kind::Resource) {
            return Err(self.unexpected("a constant, `dense<…>`", payload));
        }
        self.expect(b':')?;
        let of_type = self.one_type()?;
        let side = if op.operands.is_empty() { &mut op.result_types } else { &mut op.operand_types };
        side.resize(op.operands.len().max(1), of_type.clone());
        op.attributes.push((name, AttributeText::Payload(payload.range(), of_type)));
        Ok(())
    }

    pub fn angle(&mut self, attribute: &'static str, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        let open = self.peek();
        if !open.is(b'<') {
            return Err(self.unexpected("`<`", open));
        }
        op.attributes.push((attribute, AttributeText::Source("#sdy.attribute<", self.skip_brackets()?, ">")));
        Ok(())
    }

    /// `keyword=[…]`
    pub fn bracketed(&mut self, attribute: &'static str, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        self.expect_word(attribute)?;
        self.expect(b'=')?;
        let inside = self.skip_brackets()?;
        let whole = inside.start - 1..inside.end + 1;
        op.attributes.push((attribute, AttributeText::Source("#sdy.attribute<", whole, ">")));
        Ok(())
    }

    /// `[1:4, 2:8:2]`
    pub fn slice_ranges(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        let anchor = self.expect(b'[')?.start;
        let mut columns: [Vec<&str>; 3] = Default::default();
        while !self.accept(b']') {
            if !columns[0].is_empty() {
                self.expect(b',')?;
            }
            let range = self.slice_range()?;
            columns.iter_mut().zip(range).for_each(|(column, item)| column.push(item));
        }
        for (name, column) in ["start_indices", "limit_indices", "strides"].into_iter().zip(columns) {
            op.attributes.push((name, AttributeText::Made(array_of(&column.join(", "), "i64"), anchor)));
        }
        Ok(())
    }

    fn slice_range(&mut self) -> Result<[&'s str; 3], Diagnostic> {
        let start = self.expect_kind(Kind::Number, "a start index")?;
        self.expect(b':')?;
        let limit = self.expect_kind(Kind::Number, "a limit index")?;
        let stride = if self.accept(b':') { Some(self.expect_kind(Kind::Number, "a stride")?) } else { None };
        Ok([self.token_text(start), self.token_text(limit), stride.map_or("1", |stride| self.token_text(stride))])
    }

    /// `, batching_dims = [0] x [0], contracting_dims = [2] x [1]`, both optional.
    pub fn dot_dimensions(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        let anchor = self.peek().start;
        let mut fields = Vec::new();
        for (keyword, field) in [("batching_dims", "batching"), ("contracting_dims", "contracting")] {
            if !self.at_clause(keyword) {
                continue;
            }
            self.accept(b',');
            self.expect_word(keyword)?;
            self.expect(b'=')?;
            let lhs = self.square_list()?;
            self.expect_word("x")?;
            let rhs = self.square_list()?;
            for (side, list) in [("lhs", lhs), ("rhs", rhs)] {
                fields.push(format!("{side}_{field}_dimensions = [{}]", self.text(list)));
            }
        }
        let text = format!("#stablehlo.dot<{}>", fields.join(", "));
        op.attributes.push(("dot_dimension_numbers", AttributeText::Made(text, anchor)));
        Ok(())
    }

    /// `dim_numbers = [b, f]x[i, o]->[b, f], window = {stride = [1], …}`
    pub fn convolution_window(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        self.expect_word("dim_numbers")?;
        self.expect(b'=')?;
        let start = self.square_list()?.start - 1;
        self.expect_word("x")?;
        self.square_list()?;
        self.expect_kind(Kind::Arrow, "`->`")?;
        let end = self.square_list()?.end + 1;
        op.attributes.push(("dimension_numbers", AttributeText::Source("#stablehlo.conv<", start..end, ">")));
        self.expect(b',')?;
        self.expect_word("window")?;
        self.expect(b'=')?;
        self.expect(b'{')?;
        while !self.accept(b'}') {
            self.window_field(op)?;
            self.accept(b',');
        }
        Ok(())
    }

    fn window_field(&mut self, op: &mut PrettyOp) -> Result<(), Diagnostic> {
        let keyword = self.expect_kind(Kind::Word, "a field of the window")?;
        self.expect(b'=')?;
        let inside = self.square_list()?;
        let (name, text) = match self.token_text(keyword) {
            "stride" => ("window_strides", self.array_text(inside)),
            "lhs_dilate" => ("lhs_dilation", self.array_text(inside)),
            "rhs_dilate" => ("rhs_dilation", self.array_text(inside)),
            "reverse" => ("window_reversal", self.flags_text(inside)),
            "pad" => {
                let rows = self.text(inside.clone()).matches('[').count();
                let of_type = TypeText::Made(format!("tensor<{rows}x2xi64>"), inside.start);
                ("padding", AttributeText::Payload(inside.start - 1..inside.end + 1, of_type))
            }
            _ => return Err(self.unexpected("`stride`, `pad`, `lhs_dilate`, `rhs_dilate` or `reverse`", keyword)),
        };
        op.attributes.push((name, text));
        Ok(())
    }

    fn flags_text(&self, inside: Range<usize>) -> AttributeText {
        let flags = self.text(inside.clone()).split(',').map(|flag| match flag.trim() {
            "0" => "false",
            "1" => "true",
            other => other,
        });
        let flags: Vec<&str> = flags.filter(|flag| !flag.is_empty()).collect();
        AttributeText::Made(array_of(&flags.join(", "), "i1"), inside.start)
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn array_of(items: &str, element: &str) -> String {
    if items.is_empty() { format!("array<{element}>") } else { format!("array<{element}: {items}>") }
}
