//! Every operation of StableHLO 1.20 and of CHLO, with the element types that the specification admits and a sample
//! program: what a table of what is supported is computed from.

mod chlo;
mod spelling;
mod stablehlo;

pub use spelling::{foreign, nearest};

use crate::hlo::elementwise_op::{Facts, ResultType};
use crate::hlo::{BinaryOp, ElementType, UnaryOp};
use std::borrow::Cow;
use std::sync::LazyLock;

/// An operation of a dialect.
pub struct CatalogOp {
    /// With its dialect: `stablehlo.add`.
    pub name: &'static str,
    types: Types,
    /// Type of the sample's result, and the operation that makes it; see [`CatalogOp::sample`].
    result: &'static str,
    body: Cow<'static, str>,
}

/// Element types of the operand that a sample varies.
type Types = fn(ElementType) -> bool;

const fn op(name: &'static str, types: Types, result: &'static str, body: &'static str) -> CatalogOp {
    CatalogOp { name, types, result, body: Cow::Borrowed(body) }
}

/// Every operation, StableHLO's first, each dialect in alphabetical order. Those elementwise ones that are nothing but
/// their name are in the dialects' tables only where the specification says something else of their types than HLO.
pub fn operations() -> impl Iterator<Item = &'static CatalogOp> {
    static NAMED: LazyLock<Vec<CatalogOp>> = LazyLock::new(|| {
        let unary = UnaryOp::ALL.map(|op| elementwise(op.facts(), "%x"));
        unary.into_iter().chain(BinaryOp::ALL.map(|op| elementwise(op.facts(), "%x, %y"))).collect()
    });
    static SORTED: LazyLock<Vec<&CatalogOp>> = LazyLock::new(|| {
        let listed = || stablehlo::OPERATIONS.iter().chain(chlo::OPERATIONS);
        let named = NAMED.iter().filter(|op| listed().all(|other| other.name != op.name));
        let mut all: Vec<&CatalogOp> = listed().chain(named).collect();
        all.sort_by_key(|op| (op.name.starts_with("chlo."), op.name));
        all
    });
    SORTED.iter().copied()
}

/// An elementwise operation that is nothing but its name.
fn elementwise(facts: &Facts, operands: &str) -> CatalogOp {
    let result = match facts.result {
        ResultType::Same => "tensor<4x{T}>",
        ResultType::Part => "tensor<4x{R}>",
        ResultType::Whole => "tensor<4x{C}>",
        ResultType::Pred => "tensor<4xi1>",
    };
    let types = vec!["tensor<4x{T}>"; operands.split(',').count()].join(", ");
    let types = if facts.mlir_name.starts_with("chlo.") { types } else { format!("({types})") };
    let body = format!("%r = {} {operands} : {types} -> {result}", facts.mlir_name);
    CatalogOp { name: facts.mlir_name, types: facts.admits.admits, result, body: Cow::Owned(body) }
}

impl CatalogOp {
    /// Whether the specification admits operands of this type.
    pub fn admits(&self, element_type: ElementType) -> bool {
        (self.types)(element_type)
    }

    /// A program that applies the operation to elements of a type.
    ///
    /// In the table, `T` in braces stands for the type, `R` for that of its real part, `C` for the complex one of it,
    /// `ONE` for the number one of the type, `ATTRIBUTE` for that as an attribute.
    /// The program's arguments are `%x`, `%y` (4 elements), `%m` (2×2), `%s` (a scalar), `%p` (`4xi1`) and `%i` (an
    /// `i32`); the operation's result is `%r`.
    pub fn sample(&self, element_type: ElementType) -> String {
        let [result, body] = [self.result, &self.body].map(|text| spelled(text, element_type));
        let arguments = spelled(
            "%x: tensor<4x{T}>, %y: tensor<4x{T}>, %m: tensor<2x2x{T}>, %s: tensor<{T}>, %p: tensor<4xi1>, %i: tensor<i32>",
            element_type,
        );
        let (kind, returned) = match result.is_empty() {
            true => (String::new(), "return".to_string()),
            false => (format!(" -> {result}"), format!("return %r : {result}")),
        };
        format!("func.func @main({arguments}){kind} {{\n  {body}\n  {returned}\n}}\n")
    }
}

/// The number one among the elements of a constant, and as an attribute.
fn ones(element_type: ElementType) -> (&'static str, String) {
    let of = element_type.mlir_name();
    match element_type {
        ElementType::Pred => ("true", "true".to_string()),
        _ if element_type.is_complex() => {
            ("(1.0, 0.0)", format!("#complex.number<:{} 1.0, 0.0>", element_type.real_part().mlir_name()))
        }
        _ if element_type.is_float() => ("1.0", format!("1.0 : {of}")),
        _ => ("1", format!("1 : {of}")),
    }
}

fn spelled(text: &str, element_type: ElementType) -> String {
    let complex = element_type.complex_of().unwrap_or(element_type);
    let (one, attribute) = ones(element_type);
    text.replace("{T}", element_type.mlir_name())
        .replace("{ONE}", one)
        .replace("{ATTRIBUTE}", &attribute)
        .replace("{R}", element_type.real_part().mlir_name())
        .replace("{C}", complex.mlir_name())
}

fn any(_: ElementType) -> bool {
    true
}

fn none(_: ElementType) -> bool {
    false
}

fn number(element_type: ElementType) -> bool {
    element_type != ElementType::Pred
}

fn real(element_type: ElementType) -> bool {
    number(element_type) && !element_type.is_complex()
}

fn integer(element_type: ElementType) -> bool {
    element_type.is_integer()
}

fn bits(element_type: ElementType) -> bool {
    element_type == ElementType::Pred || element_type.is_integer()
}

fn float(element_type: ElementType) -> bool {
    element_type.is_float()
}

fn float_or_complex(element_type: ElementType) -> bool {
    element_type.is_float() || element_type.is_complex()
}

fn complex(element_type: ElementType) -> bool {
    element_type.is_complex()
}

/// Parts of complex numbers.
fn part(element_type: ElementType) -> bool {
    element_type.complex_of().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_unique_in_each_dialect() {
        for dialect in ["stablehlo.", "chlo."] {
            let names: Vec<&str> = operations().map(|op| op.name).filter(|name| name.starts_with(dialect)).collect();
            assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
        }
    }
}
