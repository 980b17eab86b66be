//! Whole modules.

use super::*;
use crate::hlo::every_op::every_op;
use crate::hlo::{PrintOptions, print, verify};

fn parse(text: &str) -> Result<Module, Diagnostics> {
    let module = read(&Source::new("test.hlo", text))?;
    verify(&module)?;
    Ok(module)
}

#[test]
fn every_operation_reads_back_as_it_prints() {
    let text = print(&every_op(), &PrintOptions::default());
    let module = parse(&text).unwrap();
    assert_eq!(print(&module, &PrintOptions::default()), text);
}
