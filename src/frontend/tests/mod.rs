//! Whole programs through the frontend.

mod captures;
mod constants;
mod diagnostics;
mod forms;
mod locations;

use super::{Source, parse, render};
use crate::hlo::{self, Module, PrintOptions};

/// A module that has to be right.
fn module(text: &str) -> Module {
    let source = Source::new("test.mlir", text);
    parse(&source).unwrap_or_else(|findings| panic!("{}", render(&findings, &source)))
}

/// A right program's HLO text, one line an instruction without its metadata.
fn hlo(text: &str) -> String {
    hlo::print(&module(text), &PrintOptions::default())
}

/// All that is said about a wrong program.
fn findings(text: &str) -> String {
    let source = Source::new("test.mlir", text);
    match parse(&source) {
        Ok(_) => panic!("expected findings"),
        Err(findings) => render(&findings, &source),
    }
}

/// Wraps operations that use `%x: tensor<2x3xf32>` in a function that returns it.
fn in_main(operations: &str) -> String {
    format!(
        "func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {{\n{operations}\n  return %x : tensor<2x3xf32>\n}}\n"
    )
}
