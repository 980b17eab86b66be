//! The parts of pretty forms.

use super::Printer;
use super::attribute::text;
use super::constant::float_text;
use crate::frontend::format::{Format, Part, Value, ValueKind};
use crate::stablehlo::{Attribute, Operation};

/// Attributes that a part writes, and the dictionary hence does not.
fn written_by(part: &Part) -> Vec<&'static str> {
    match part {
        Part::Clause(_, Value(_, ValueKind::FloatFormat)) => vec!["exponent_bits", "mantissa_bits"],
        Part::Clause(_, value) | Part::Optional(_, value) | Part::Bare(value) | Part::OptionalBare(value) => {
            vec![value.0]
        }
        Part::Symbol(name) | Part::Index(name) | Part::Angle(name) | Part::Bracketed(name) => vec![name],
        Part::SliceRanges => vec!["start_indices", "limit_indices", "strides"],
        Part::DotDimensions => vec!["dot_dimension_numbers"],
        Part::ConvolutionWindow => {
            let window = ["window_strides", "padding", "lhs_dilation", "rhs_dilation", "window_reversal"];
            ["dimension_numbers"].into_iter().chain(window).collect()
        }
        Part::ReduceDimensions => vec!["dimensions"],
        Part::ScanOperands => vec!["operandSegmentSizes"],
        Part::Operands
        | Part::OperandsOrUnit
        | Part::Punctuation(_)
        | Part::Dictionary
        | Part::KeywordDictionary
        | Part::ReduceInputs
        | Part::ReduceApplies
        | Part::Reducer
        | Part::LoopState
        | Part::Regions(_)
        | Part::Word(_)
        | Part::Region
        | Part::ArgumentRegion
        | Part::GenericRegions
        | Part::Typed(_) => Vec::new(),
    }
}

impl<'p> Printer<'p> {
    /// Writes one part; none where the operation has no such form.
    pub fn part(&mut self, part: &'static Part, operation: &'p Operation, format: &'static Format) -> Option<()> {
        match part {
            Part::Operands => self.operands(operation),
            Part::OperandsOrUnit if operation.operands.is_empty() => self.push("()"),
            Part::OperandsOrUnit => self.operands(operation),
            Part::Punctuation(character) => self.out.push(*character as char),
            Part::Clause(keyword, value) => {
                self.push(if operation.operands.is_empty() { " " } else { ", " });
                self.write(format_args!("{keyword} = "));
                self.attribute_as(value, operation)?;
            }
            Part::Optional(keyword, value) if operation.attribute(value.0).is_some() => {
                self.write(format_args!(", {keyword} = "));
                self.attribute_as(value, operation)?;
            }
            Part::Optional(..) => {}
            Part::Bare(value) => {
                self.push(" ");
                self.attribute_as(value, operation)?;
            }
            Part::OptionalBare(value) if operation.attribute(value.0).is_some() => {
                self.push(", ");
                self.attribute_as(value, operation)?;
            }
            Part::OptionalBare(_) => {}
            Part::Dictionary => self.rest(operation, format, ""),
            Part::KeywordDictionary => self.rest(operation, format, " attributes"),
            Part::Symbol(name) => {
                self.push(" ");
                self.symbol(text(operation.attribute(name)?)?);
            }
            Part::Index(name) => match operation.attribute(name)? {
                Attribute::Integer(index, _) => self.write(format_args!("[{index}]")),
                _ => return None,
            },
            Part::SliceRanges => self.slice_ranges(operation)?,
            Part::DotDimensions => self.dot_dimensions(operation)?,
            Part::ConvolutionWindow => self.convolution_window(operation)?,
            Part::ReduceInputs => self.reduce_inputs(operation)?,
            Part::ReduceApplies => self.reduce_applies(operation),
            Part::ReduceDimensions => {
                self.push(" across dimensions = ");
                self.integers(operation.attribute("dimensions")?)?;
            }
            Part::Reducer => self.reducer(operation)?,
            Part::LoopState => self.loop_state(operation)?,
            Part::Regions(keywords) => self.keyword_regions(keywords, operation)?,
            Part::GenericRegions if operation.regions.is_empty() => {}
            Part::GenericRegions => {
                self.push(" ");
                self.generic_regions(&operation.regions);
            }
            Part::Typed(types) => self.types(*types, operation)?,
            Part::Angle(_)
            | Part::Bracketed(_)
            | Part::ArgumentRegion
            | Part::ScanOperands
            | Part::Word(_)
            | Part::Region => return None,
        }
        Some(())
    }

    /// ` %a, %b`, without the blank behind a parenthesis.
    fn operands(&mut self, operation: &Operation) {
        if !operation.operands.is_empty() && !self.out.ends_with('(') {
            self.push(" ");
        }
        self.separated(&operation.operands, |printer, &operand| printer.value(operand));
    }

    /// The attributes that no part writes.
    fn rest(&mut self, operation: &Operation, format: &Format, keyword: &str) {
        let written: Vec<&str> = format.parts.iter().flat_map(written_by).collect();
        let rest: Vec<_> = operation.attributes.iter().filter(|(name, _)| !written.contains(&&**name)).collect();
        if !rest.is_empty() {
            self.write(format_args!("{keyword} "));
            self.dictionary(rest);
        }
    }

    /// An attribute as a part of this kind spells it.
    fn attribute_as(&mut self, value: &Value, operation: &Operation) -> Option<()> {
        let Value(name, kind) = value;
        if let ValueKind::FloatFormat = kind {
            return self.float_format(operation);
        }
        let attribute = operation.attribute(name)?;
        match (kind, attribute) {
            (ValueKind::I64s, list) => self.integers(list)?,
            (ValueKind::I64, Attribute::Integer(number, _)) => self.write(format_args!("{number}")),
            (ValueKind::Bool, Attribute::Bool(flag)) => self.write(format_args!("{flag}")),
            (ValueKind::F64, Attribute::Float(bytes, of_type)) => {
                self.push(&float_text(*of_type, bytes));
            }
            (ValueKind::Text, Attribute::String(_)) => self.attribute(attribute),
            (ValueKind::Enum(_), Attribute::Keyword(_, word)) => self.push(word),
            (ValueKind::Enums(_), Attribute::Array(items)) => self.keywords(items)?,
            (ValueKind::DotAlgorithm, Attribute::Structure(_, fields)) => {
                self.push("<");
                self.fields(fields);
                self.push(">");
            }
            (ValueKind::Constant, Attribute::Constant(constant)) => self.constant_value(constant, operation)?,
            _ => return None,
        }
        Some(())
    }

    /// `[0, 1]`
    fn integers(&mut self, attribute: &Attribute) -> Option<()> {
        let Attribute::Integers(items) = attribute else { return None };
        self.push("[");
        self.separated(items, |printer, item| printer.write(format_args!("{item}")));
        self.push("]");
        Some(())
    }

    fn keywords(&mut self, items: &[Attribute]) -> Option<()> {
        let word = |item: &Attribute| match item {
            Attribute::Keyword(_, word) => Some(*word),
            _ => None,
        };
        let words = items.iter().map(word).collect::<Option<Vec<_>>>()?;
        self.write(format_args!("[{}]", words.join(", ")));
        Some(())
    }

    /// `e5m10`
    fn float_format(&mut self, operation: &Operation) -> Option<()> {
        let bits = |name| match operation.attribute(name) {
            Some(Attribute::Integer(bits, _)) => Some(*bits),
            _ => None,
        };
        self.write(format_args!("e{}m{}", bits("exponent_bits")?, bits("mantissa_bits")?));
        Some(())
    }

    /// ` [1:4, 2:8:2]`
    fn slice_ranges(&mut self, operation: &Operation) -> Option<()> {
        let list = |name| match operation.attribute(name) {
            Some(Attribute::Integers(items)) => Some(items),
            _ => None,
        };
        let (starts, limits, strides) = (list("start_indices")?, list("limit_indices")?, list("strides")?);
        self.push(" [");
        self.separated(starts.iter().zip(limits).zip(strides), |printer, ((start, limit), stride)| {
            printer.write(format_args!("{start}:{limit}"));
            if *stride != 1 {
                printer.write(format_args!(":{stride}"));
            }
        });
        self.push("]");
        Some(())
    }

    /// `, batching_dims = [0] x [0], contracting_dims = [2] x [1]`
    fn dot_dimensions(&mut self, operation: &Operation) -> Option<()> {
        let Attribute::Structure(_, fields) = operation.attribute("dot_dimension_numbers")? else { return None };
        let field = |name: &str| fields.iter().find(|(key, _)| *key == name).map(|(_, value)| value);
        for (keyword, side) in [("batching_dims", "batching"), ("contracting_dims", "contracting")] {
            let lhs = field(&format!("lhs_{side}_dimensions"));
            let rhs = field(&format!("rhs_{side}_dimensions"));
            match (lhs, rhs) {
                (Some(lhs), Some(rhs)) => {
                    self.write(format_args!(", {keyword} = "));
                    self.integers(lhs)?;
                    self.push(" x ");
                    self.integers(rhs)?;
                }
                (None, None) if side == "batching" => {}
                (None, None) => self.write(format_args!(", {keyword} = [] x []")),
                _ => return None,
            }
        }
        Some(())
    }

    /// ` dim_numbers = [b, f]x[i, o]->[b, f], window = {stride = [1], …}`
    fn convolution_window(&mut self, operation: &Operation) -> Option<()> {
        let Attribute::Convolution(dims) = operation.attribute("dimension_numbers")? else { return None };
        self.push(" dim_numbers = ");
        self.convolution_dimensions(dims);
        self.push(", window = {");
        let fields = [
            ("stride", "window_strides"),
            ("pad", "padding"),
            ("lhs_dilate", "lhs_dilation"),
            ("rhs_dilate", "rhs_dilation"),
            ("reverse", "window_reversal"),
        ];
        let present = fields.into_iter().filter_map(|(keyword, name)| Some((keyword, operation.attribute(name)?)));
        for (i, (keyword, value)) in present.enumerate() {
            self.write(format_args!("{}{keyword} = ", if i > 0 { ", " } else { "" }));
            match value {
                Attribute::Constant(padding) => self.nested_elements(padding)?,
                Attribute::Bools(flags) => self.write(format_args!("{flags:?}")),
                other => self.integers(other)?,
            }
        }
        self.push("}");
        Some(())
    }
}
