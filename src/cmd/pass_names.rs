//! Names of passes on the command line: what is taken, and the list of them.

use crate::passes::{PASSES, PLANTED, Pass};
use clap::builder::{PossibleValue, PossibleValuesParser, StyledStr, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsStr;

/// Takes the name of a pass; what is none is refused with the nearest name.
pub fn parser() -> PassNameParser {
    PassNameParser
}

/// See [`parser`].
#[derive(Clone, Debug)]
pub struct PassNameParser;

impl TypedValueParser for PassNameParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let names = PossibleValuesParser::new(possible_values());
        names.parse_ref(command, argument, value).map_err(without_all_names)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(possible_values()))
    }
}

/// The error with the command that lists the names, which are too many for it.
fn without_all_names(mut error: clap::Error) -> clap::Error {
    if error.kind() == ErrorKind::InvalidValue {
        error.remove(ContextKind::ValidValue);
        let hint = StyledStr::from("`pjrt opt --list-passes` names all passes");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint]));
    }
    error
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
