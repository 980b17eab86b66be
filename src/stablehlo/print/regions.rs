//! The parts of pretty forms that hold regions: reductions and loops.

use super::Printer;
use crate::stablehlo::{Argument, Block, Operation, Region};

impl<'p> Printer<'p> {
    /// `(%input init: %init), …`
    pub fn reduce_inputs(&mut self, operation: &Operation) -> Option<()> {
        let (inputs, initial) = operation.operands.split_at(operation.operands.len() / 2);
        if inputs.is_empty() || inputs.len() != initial.len() {
            return None;
        }
        self.separated(inputs.iter().zip(initial), |printer, (&input, &init)| {
            printer.push("(");
            printer.value(input);
            printer.push(" init: ");
            printer.value(init);
            printer.push(")");
        });
        Some(())
    }

    pub fn reduce_applies(&mut self, operation: &'p Operation) {
        if let Some(applied) = self.applied(operation) {
            self.write(format_args!(" applies {}", applied.name));
        }
    }

    /// The operation that a reduction's body consists of, if it is one of two scalars of the input's element type.
    fn applied(&self, operation: &'p Operation) -> Option<&'p Operation> {
        let block = only_block(operation.regions.first()?)?;
        let ([first, second], [applied, end]) = (block.arguments.as_slice(), block.operations.as_slice()) else {
            return None;
        };
        let result_type = self.type_of(*applied.results.first()?);
        let is_plain = applied.attributes.is_empty()
            && applied.regions.is_empty()
            && applied.name.starts_with("stablehlo.")
            && applied.operands == [first.value, second.value]
            && end.operands == applied.results
            && [first, second].iter().all(|argument| self.type_of(argument.value) == result_type);
        let is_input_type = match (self.type_of(*operation.operands.first()?), result_type) {
            (super::Type::Tensor(input), super::Type::Tensor(result)) => input.element == result.element,
            _ => false,
        };
        (is_plain && is_input_type).then_some(applied)
    }

    /// ` reducer(%x: T, %y: T) (%u: S, %v: S) { … }`
    pub fn reducer(&mut self, operation: &'p Operation) -> Option<()> {
        if self.applied(operation).is_some() {
            return Some(());
        }
        let region = operation.regions.first()?;
        let block = only_block(region)?;
        let (first, second) = block.arguments.split_at(block.arguments.len() / 2);
        if first.len() != operation.operands.len() / 2 || first.len() != second.len() {
            return None;
        }
        self.indent += 1;
        self.new_line();
        self.indent -= 1;
        self.push("reducer");
        for (i, (x, y)) in first.iter().zip(second).enumerate() {
            self.push(if i > 0 { " (" } else { "(" });
            self.separated([x, y], |printer, argument| printer.typed_argument(argument));
            self.push(")");
        }
        self.push("  ");
        self.braces(region);
        Some(())
    }

    /// `%x: T`
    pub fn typed_argument(&mut self, argument: &Argument) {
        self.value(argument.value);
        let of_type = self.type_of(argument.value);
        self.write(format_args!(": {of_type}"));
    }

    /// `(%iterArg = %initial, …)`
    pub fn loop_state(&mut self, operation: &'p Operation) -> Option<()> {
        let arguments = &only_block(operation.regions.first()?)?.arguments;
        let fits = |region: &Region| only_block(region).is_some_and(|b| b.arguments.len() == arguments.len());
        if arguments.len() != operation.operands.len() || !operation.regions.iter().all(fits) {
            return None;
        }
        self.push("(");
        self.separated(arguments.iter().zip(&operation.operands), |printer, (argument, &initial)| {
            printer.value(argument.value);
            printer.push(" = ");
            printer.value(initial);
        });
        self.push(")");
        Some(())
    }

    /// ` cond { … } do { … }`
    pub fn keyword_regions(&mut self, keywords: &[&str], operation: &'p Operation) -> Option<()> {
        if keywords.len() != operation.regions.len() {
            return None;
        }
        for (i, (keyword, region)) in keywords.iter().zip(&operation.regions).enumerate() {
            if i == 0 {
                self.new_line();
            } else {
                self.push(" ");
            }
            self.write(format_args!("{keyword} "));
            self.braces(region);
        }
        Some(())
    }
}

fn only_block(region: &Region) -> Option<&Block> {
    match region.blocks.as_slice() {
        [only] => Some(only),
        _ => None,
    }
}
