//! One operation: in its pretty form where that says everything, else in generic form.

use super::Printer;
use crate::frontend::format::{self, Format};
use crate::stablehlo::types::{List, Results};
use crate::stablehlo::{Operation, Type};

impl<'p> Printer<'p> {
    pub fn operation(&mut self, operation: &'p Operation) {
        let in_function = std::mem::replace(&mut self.in_function, false);
        match &*operation.name {
            "func.func" => self.function(operation),
            "func.return" => self.function_return(operation),
            _ => {
                self.results(operation);
                self.pretty_or_generic(operation, in_function);
            }
        }
        self.in_function = in_function;
        self.location(&operation.location);
    }

    fn results(&mut self, operation: &Operation) {
        if !operation.results.is_empty() {
            let names = self.names.of_results(&operation.results);
            self.write(format_args!("{names} = "));
        }
    }

    /// Directly in a function, calls stand without their dialect.
    fn pretty_or_generic(&mut self, operation: &'p Operation, in_function: bool) {
        let (start, indent) = (self.out.len(), self.indent);
        let name = if in_function { operation.name.trim_start_matches("func.") } else { &operation.name };
        let format = format::find(&operation.name);
        if format.and_then(|format| self.pretty(name, operation, format)).is_none() {
            self.out.truncate(start);
            self.indent = indent;
            self.generic(operation);
        }
    }

    /// Writes the pretty form; none where the operation does not fit it, whatever was written so far.
    fn pretty(&mut self, name: &str, operation: &'p Operation, format: &'static Format) -> Option<()> {
        self.push(name);
        format.parts.iter().try_for_each(|part| self.part(part, operation, format))
    }

    /// `"name"(%a) <{inherent = …}> ({ … }) {discardable = …} : (T) -> R`
    fn generic(&mut self, operation: &'p Operation) {
        self.write(format_args!("\"{}\"(", operation.name));
        self.separated(&operation.operands, |printer, &operand| printer.value(operand));
        self.push(")");
        let (discardable, inherent): (Vec<_>, Vec<_>) =
            operation.attributes.iter().partition(|(name, _)| name.contains('.'));
        if !inherent.is_empty() {
            self.push(" <");
            self.dictionary(inherent);
            self.push(">");
        }
        if !operation.regions.is_empty() {
            self.push(" ");
            self.generic_regions(&operation.regions);
        }
        if !discardable.is_empty() {
            self.push(" ");
            self.dictionary(discardable);
        }
        self.push(" : ");
        self.function_type(operation);
    }

    /// `(T, …) -> R`
    pub fn function_type(&mut self, operation: &Operation) {
        let (operands, results) = (self.operand_types(operation), self.result_types(operation));
        self.write(format_args!("({}) -> {}", List(&operands), Results(&results)));
    }

    pub fn operand_types(&self, operation: &Operation) -> Vec<Type> {
        operation.operands.iter().map(|&value| self.type_of(value).clone()).collect()
    }

    pub fn result_types(&self, operation: &Operation) -> Vec<Type> {
        operation.results.iter().map(|&value| self.type_of(value).clone()).collect()
    }
}
