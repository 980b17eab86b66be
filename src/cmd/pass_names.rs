//! Names of passes on the command line: what is taken, and the list of them.

use crate::passes::{PASSES, PLANTED, Pass};
use clap::builder::{PossibleValue, PossibleValuesParser};

/// Takes the name of a pass; what is none is refused with the nearest name.
pub fn parser() -> PossibleValuesParser {
    PossibleValuesParser::new(possible_values())
}

/// Names of passes, with their sentences; those that are wrong on purpose are taken and not shown.
pub fn possible_values() -> impl Iterator<Item = PossibleValue> {
    let value = |pass: &Pass| PossibleValue::new(pass.name).help(pass.description);
    PASSES.iter().map(value).chain(PLANTED.iter().map(move |pass| value(pass).hide(true)))
}

/// Every pass with a sentence.
pub fn list() -> String {
    let width = PASSES.iter().map(|pass| pass.name.len()).max().unwrap_or(0);
    PASSES.iter().map(|pass| format!("{:<width$}  {}\n", pass.name, pass.description)).collect()
}
