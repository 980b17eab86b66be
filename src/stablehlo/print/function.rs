//! Functions: signature, attributes of arguments and results, body.

use super::Printer;
use super::attribute::text;
use crate::stablehlo::types::Results;
use crate::stablehlo::{Attribute, Operation, Type};

/// Attributes that the signature shows.
const OF_SIGNATURE: [&str; 5] = ["sym_name", "function_type", "arg_attrs", "res_attrs", "sym_visibility"];

impl<'p> Printer<'p> {
    /// `func.func public @main(%arg0: T {…}) -> (R {…}) attributes {…} { … }`
    pub fn function(&mut self, function: &'p Operation) {
        self.push("func.func ");
        if let Some(visibility) = function.attribute("sym_visibility").and_then(text).filter(|word| !word.is_empty()) {
            self.write(format_args!("{visibility} "));
        }
        self.symbol(function.attribute("sym_name").and_then(text).unwrap_or_default());
        self.arguments(function);
        self.function_results(function);
        let rest: Vec<_> = function.attributes.iter().filter(|(name, _)| !OF_SIGNATURE.contains(&&**name)).collect();
        if !rest.is_empty() {
            self.push(" attributes ");
            self.dictionary(rest);
        }
        if let Some(region) = function.regions.first().filter(|region| !region.blocks.is_empty()) {
            self.push(" ");
            self.in_function = true;
            self.braces(region);
        }
    }

    fn arguments(&mut self, function: &'p Operation) {
        let attributes = each(function.attribute("arg_attrs"));
        self.push("(");
        match function.regions.first().and_then(|region| region.blocks.first()) {
            Some(block) => self.separated(block.arguments.iter().enumerate(), |printer, (i, argument)| {
                printer.typed_argument(argument);
                printer.attributes_of_one(attributes.get(i));
                printer.location(&argument.location);
            }),
            None => {
                let (inputs, _) = signature(function);
                self.separated(inputs.iter().enumerate(), |printer, (i, input)| {
                    printer.write(format_args!("{input}"));
                    printer.attributes_of_one(attributes.get(i));
                });
            }
        }
        self.push(")");
    }

    fn function_results(&mut self, function: &'p Operation) {
        let (_, results) = signature(function);
        let attributes = each(function.attribute("res_attrs"));
        let is_plain = attributes.iter().all(|of_one| matches!(of_one, Attribute::Dictionary(d) if d.is_empty()));
        match results {
            [] => {}
            _ if is_plain => self.write(format_args!(" -> {}", Results(results))),
            _ => {
                self.push(" -> (");
                self.separated(results.iter().enumerate(), |printer, (i, result)| {
                    printer.write(format_args!("{result}"));
                    printer.attributes_of_one(attributes.get(i));
                });
                self.push(")");
            }
        }
    }

    /// ` {…}`, if there is something in it.
    fn attributes_of_one(&mut self, attributes: Option<&Attribute>) {
        if let Some(Attribute::Dictionary(entries)) = attributes
            && !entries.is_empty()
        {
            self.push(" ");
            self.dictionary(entries.iter().collect());
        }
    }

    /// `return %a, %b : T, U`
    pub fn function_return(&mut self, operation: &Operation) {
        self.push("return");
        if !operation.operands.is_empty() {
            self.push(" ");
            self.separated(&operation.operands, |printer, &operand| printer.value(operand));
            self.push(" : ");
            self.separated(&operation.operands, |printer, &operand| {
                let of_type = printer.type_of(operand);
                printer.write(format_args!("{of_type}"));
            });
        }
    }
}

/// Types of arguments and results.
fn signature(function: &Operation) -> (&[Type], &[Type]) {
    match function.attribute("function_type") {
        Some(Attribute::Type(Type::Function(inputs, results))) => (inputs, results),
        _ => (&[], &[]),
    }
}

/// Items of an array.
fn each(attribute: Option<&Attribute>) -> &[Attribute] {
    match attribute {
        Some(Attribute::Array(items)) => items,
        _ => &[],
    }
}
