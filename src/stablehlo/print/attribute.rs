//! Attributes as MLIR writes them.

use super::Printer;
use super::constant::float_text;
use crate::hlo::ConvolutionDimensionNumbers;
use crate::stablehlo::{Attribute, Element, Name};

/// The text of a string or the name of a symbol.
pub fn text(attribute: &Attribute) -> Option<&str> {
    match attribute {
        Attribute::String(text) | Attribute::Symbol(text) => Some(text),
        _ => None,
    }
}

/// A string with its quotes; what is not printable is written as two hexadecimal digits.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_ascii_control() => out.push_str(&format!("\\{:02X}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Whether a name needs no quotes: a letter or underscore, then letters, digits, `_`, `$` and `.`.
fn is_bare(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.'))
}

impl Printer<'_> {
    /// `@name`
    pub fn symbol(&mut self, name: &str) {
        let name = if is_bare(name) { name.to_owned() } else { quoted(name) };
        self.write(format_args!("@{name}"));
    }

    /// `{a = 1 : i64, b}`, sorted by name.
    pub fn dictionary(&mut self, mut entries: Vec<&(Name, Attribute)>) {
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        self.push("{");
        self.separated(entries, |printer, (name, value)| {
            let name = if is_bare(name) { name.to_string() } else { quoted(name) };
            printer.push(&name);
            if *value != Attribute::Unit {
                printer.push(" = ");
                printer.attribute(value);
            }
        });
        self.push("}");
    }

    pub fn attribute(&mut self, attribute: &Attribute) {
        match attribute {
            Attribute::Unit => self.push("unit"),
            Attribute::Bool(flag) => self.write(format_args!("{flag}")),
            Attribute::Integer(value, Element::Index) => self.write(format_args!("{value} : index")),
            Attribute::Integer(value, element) => self.write(format_args!("{value} : {element}")),
            Attribute::Float(bytes, of_type) => {
                let text = float_text(*of_type, bytes);
                self.write(format_args!("{text} : {}", of_type.mlir_name()));
            }
            Attribute::String(text) => self.push(&quoted(text)),
            Attribute::Symbol(name) => self.symbol(name),
            Attribute::Type(of_type) => self.write(format_args!("{of_type}")),
            Attribute::Array(items) => {
                self.push("[");
                self.separated(items, |printer, item| printer.attribute(item));
                self.push("]");
            }
            Attribute::Dictionary(entries) => self.dictionary(entries.iter().collect()),
            Attribute::Integers(items) => self.dense_array("i64", items),
            Attribute::Bools(items) => self.dense_array("i1", items),
            Attribute::Constant(constant) => self.typed_constant(constant),
            Attribute::Keyword(of @ "result_accuracy_mode", word) => {
                self.write(format_args!("#stablehlo.{of}<{word}>"))
            }
            Attribute::Keyword(of, word) => self.write(format_args!("#stablehlo<{of} {word}>")),
            Attribute::Structure(name, fields) => {
                self.write(format_args!("#stablehlo.{name}<"));
                self.fields(fields);
                self.push(">");
            }
            Attribute::Convolution(dims) => {
                self.push("#stablehlo.conv<");
                self.convolution_dimensions(dims);
                self.push(">");
            }
        }
    }

    /// `array<i64: 0, 1>`
    fn dense_array<T: std::fmt::Display>(&mut self, element: &str, items: &[T]) {
        self.write(format_args!("array<{element}{}", if items.is_empty() { "" } else { ": " }));
        self.separated(items, |printer, item| printer.write(format_args!("{item}")));
        self.push(">");
    }

    /// `name = value, …`, where lists and numbers stand without their types.
    pub fn fields(&mut self, fields: &[(&'static str, Attribute)]) {
        self.separated(fields, |printer, (name, value)| {
            printer.write(format_args!("{name} = "));
            match value {
                Attribute::Structure("sub_axis_info", sizes) => printer.sub_axis(sizes),
                Attribute::Integers(items) => printer.write(format_args!("{items:?}")),
                Attribute::Integer(number, _) => printer.write(format_args!("{number}")),
                Attribute::Float(bytes, of_type) => printer.push(&float_text(*of_type, bytes)),
                other => printer.attribute(other),
            }
        });
    }

    /// `(1)2`: the size of what comes before it, its own.
    fn sub_axis(&mut self, sizes: &[(&'static str, Attribute)]) {
        if let [(_, Attribute::Integer(before, _)), (_, Attribute::Integer(size, _))] = sizes {
            self.write(format_args!("({before}){size}"));
        }
    }

    /// `[b, 0, f]x[0, i, o]->[b, 0, f]`
    pub fn convolution_dimensions(&mut self, dims: &ConvolutionDimensionNumbers) {
        let input = labels([(dims.input_batch, "b"), (dims.input_feature, "f")], &dims.input_spatial);
        let kernel =
            labels([(dims.kernel_input_feature, "i"), (dims.kernel_output_feature, "o")], &dims.kernel_spatial);
        let output = labels([(dims.output_batch, "b"), (dims.output_feature, "f")], &dims.output_spatial);
        self.write(format_args!("[{input}]x[{kernel}]->[{output}]"));
    }
}

/// Letters and the numbers of spatial dimensions, each at its place.
fn labels(letters: [(usize, &str); 2], spatial: &[usize]) -> String {
    let numbers = spatial.iter().enumerate().map(|(number, &place)| (place, number.to_string()));
    let letters = letters.into_iter().map(|(place, letter)| (place, letter.to_owned()));
    let mut labels: Vec<(usize, String)> = letters.chain(numbers).collect();
    labels.sort();
    labels.into_iter().map(|(_, label)| label).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::ElementType;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(quoted("a \"b\"\\\n\u{e9}"), "\"a \\\"b\\\"\\\\\\0A\u{e9}\"");
    }

    #[test]
    fn floats_have_a_point() {
        assert_eq!(float_text(ElementType::F32, &1f32.to_le_bytes()), "1.000000e+00");
    }
}
