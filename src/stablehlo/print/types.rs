//! What stands behind the colon of a pretty form.

use super::Printer;
use crate::frontend::format::Types;
use crate::hlo::ElementType;
use crate::stablehlo::types::{List, Results};
use crate::stablehlo::{Element, Operation, Tensor, Type};

impl Printer<'_> {
    /// The short form where it says all types, else a function type; none where there is neither.
    pub fn types(&mut self, form: Types, operation: &Operation) -> Option<()> {
        let (operands, results) = (self.operand_types(operation), self.result_types(operation));
        let short = match form {
            Types::Function => None,
            Types::Same => match results.as_slice() {
                [result] if operands.iter().all(|operand| operand == result) => Some(result.to_string()),
                _ => None,
            },
            Types::SameNoResult => {
                let first = operands.first()?;
                (results.is_empty() && operands.iter().all(|o| o == first)).then(|| first.to_string())
            }
            Types::PerOperand if operands == results => Some(List(&operands).to_string()),
            Types::PerOperand => None,
            Types::PerOperandNoResult if results.is_empty() => Some(List(&operands).to_string()),
            Types::PerOperandNoResult => return None,
            Types::Select => select(&operands, &results),
            Types::Complex => complex(&operands, &results),
            Types::Tuple => match results.as_slice() {
                [Type::Tuple(parts)] if *parts == operands => Some(results[0].to_string()),
                _ => return None,
            },
            Types::Arrow => Some(format!("{} -> {}", List(&operands), Results(&results))),
        };
        match short {
            // `return` and loops of nothing have no colon.
            Some(nothing) if nothing.is_empty() => {}
            Some(short) => self.write(format_args!(" : {short}")),
            None => {
                self.push(" : ");
                self.function_type(operation);
            }
        }
        Some(())
    }
}

/// The predicate's type and the values'.
fn select(operands: &[Type], results: &[Type]) -> Option<String> {
    match (operands, results) {
        ([predicate, on_true, on_false], [result]) if on_true == result && on_false == result => {
            Some(format!("{predicate}, {result}"))
        }
        _ => None,
    }
}

/// The result's type, of which the operands are the parts.
fn complex(operands: &[Type], results: &[Type]) -> Option<String> {
    let ([Type::Tensor(re), Type::Tensor(im)], [Type::Tensor(result)]) = (operands, results) else { return None };
    let part = match &result.element {
        Element::Plain(element_type @ (ElementType::C64 | ElementType::C128)) => element_type.real_part(),
        _ => return None,
    };
    let expected = Tensor { element: Element::Plain(part), ..result.clone() };
    (*re == expected && *im == expected).then(|| results[0].to_string())
}
