//! `--passes` of `dump --to`: names of passes, or expressions as for XLA's `--xla_dump_hlo_pass_re`.
//!
//! An expression matches a name that holds what it describes, anywhere: `.` is any character, `x*`, `x+` and `x?` any
//! number of `x`, one or more, one at most; `^` and `$` are the name's ends; `|` separates alternatives.

use super::super::pass_names;
use crate::passes::PASSES;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use std::ffi::OsStr;

/// Some passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PassPattern {
    All,
    Name(String),
    Expression(String),
}

impl PassPattern {
    pub fn matches(&self, pass: &str) -> bool {
        match self {
            PassPattern::All => true,
            PassPattern::Name(name) => name == pass,
            PassPattern::Expression(expression) => expression.split('|').any(|one| is_found(one, pass)),
        }
    }
}

/// Whether a name holds what an expression without alternatives describes.
fn is_found(expression: &str, name: &str) -> bool {
    match expression.strip_prefix('^') {
        Some(rest) => starts(rest, name),
        None => suffixes(name).any(|suffix| starts(expression, suffix)),
    }
}

/// Whether a text begins with what an expression describes.
fn starts(expression: &str, text: &str) -> bool {
    let mut characters = expression.chars();
    let Some(character) = characters.next() else { return true };
    let rest = characters.as_str();
    if character == '$' && rest.is_empty() {
        return text.is_empty();
    }
    let one = |text: &str| text.chars().next().is_some_and(|found| character == '.' || found == character);
    let after = |repeat: char| rest.strip_prefix(repeat);
    // Places where the rest may go on, after one character more each.
    let run = suffixes(text).take_while(|suffix| one(suffix)).count();
    let goes_on = |rest: &str, counts: std::ops::RangeInclusive<usize>| {
        suffixes(text).enumerate().any(|(count, suffix)| counts.contains(&count) && starts(rest, suffix))
    };
    if let Some(rest) = after('*') {
        goes_on(rest, 0..=run)
    } else if let Some(rest) = after('+') {
        goes_on(rest, 1..=run)
    } else if let Some(rest) = after('?') {
        goes_on(rest, 0..=run.min(1))
    } else {
        run > 0 && goes_on(rest, 1..=1)
    }
}

/// A text without its first character, without its first two, …
fn suffixes(text: &str) -> impl Iterator<Item = &str> {
    text.char_indices().map(|(place, _)| &text[place..]).chain([""])
}

/// Takes names, `all`, and expressions that match something.
pub fn parser() -> Parser {
    let all = PossibleValue::new("all").help("Every pass");
    Parser { names: PossibleValuesParser::new(pass_names::possible_values().chain([all])) }
}

/// See [`parser`].
#[derive(Clone, Debug)]
pub struct Parser {
    names: PossibleValuesParser,
}

impl TypedValueParser for Parser {
    type Value = PassPattern;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<PassPattern, clap::Error> {
        let text = value.to_string_lossy();
        if !text.contains(['.', '*', '+', '?', '^', '$', '|', '(', '[', '{', '\\']) {
            let name = self.names.parse_ref(command, argument, value)?;
            return Ok(if name == "all" { PassPattern::All } else { PassPattern::Name(name) });
        }
        let refuse = |message: String| clap::Error::raw(ErrorKind::InvalidValue, message + "\n").with_cmd(command);
        if let Some(character) = text.chars().find(|c| "()[]{}\\".contains(*c)) {
            return Err(refuse(format!("'{text}': expressions have . * + ? ^ $ | only, and no {character}")));
        }
        let pattern = PassPattern::Expression(text.into_owned());
        match PASSES.iter().any(|pass| pattern.matches(pass.name)) {
            true => Ok(pattern),
            false => Err(refuse(format!("no pass matches '{}': see pjrt opt --list-passes", value.to_string_lossy()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(expression: &str, name: &str) -> bool {
        PassPattern::Expression(expression.to_owned()).matches(name)
    }

    #[test]
    fn expressions_are_found_anywhere() {
        for expression in [".*", "fus", "^fusion$", "f.s", "fu?us", "x?fusion", "ion$", "dce|fusion", "s*", ".+n$"] {
            assert!(matches(expression, "fusion"), "{expression}");
        }
        for expression in ["^usion", "fusio$", "fx+u", "fusion.", "dce|cse", "^.$", "f..u"] {
            assert!(!matches(expression, "fusion"), "{expression}");
        }
    }

    #[test]
    fn repeated_characters_are_given_back() {
        assert!(matches("^a*ab$", "aaab"));
        assert!(!matches("^a*ab$", "aaa"));
    }
}
