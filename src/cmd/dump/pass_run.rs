//! `PASS` and `PASS#2` on the command line: all runs of a pass that changed something, or one run of it.

use super::super::failure::{Failure, Outcome};
use super::super::pass_names::{self, PassNameParser};
use super::history::{History, PLAN, Run};
use crate::passes::pipelines;
use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use std::ffi::OsStr;
use std::fmt;

/// Some runs of a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassRun {
    pub pass: String,
    /// Which run of the pass, from 1; all that changed something without.
    pub ordinal: Option<usize>,
}

impl fmt::Display for PassRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ordinal = self.ordinal.map_or(String::new(), |ordinal| format!("#{ordinal}"));
        write!(f, "{}{ordinal}", self.pass)
    }
}

impl PassRun {
    /// # Errors
    /// A pass that does not run on the way to native code, nor where collectives are planned after that.
    pub fn check_pipeline(&self, is_planned: bool) -> Outcome {
        let plan: &[&str] = if is_planned { &PLAN } else { &[] };
        if pipelines::CPU.pass_names().chain(plan.iter().copied()).any(|name| name == self.pass) {
            return Ok(());
        }
        let message = format!("the passes of native code do not include '{}': see pjrt opt --passes", self.pass);
        Err(Failure::usage(message))
    }

    /// The runs that are meant; none where the pass changed nothing.
    ///
    /// # Errors
    /// A run after the last one.
    pub fn find<'h>(&self, history: &'h History) -> Outcome<Vec<&'h Run>> {
        let runs = || history.runs.iter().filter(|run| run.pass.name == self.pass);
        let Some(ordinal) = self.ordinal else { return Ok(runs().filter(|run| run.changed).collect()) };
        let found: Vec<&Run> = runs().filter(|run| run.ordinal == ordinal).collect();
        if found.is_empty() {
            let times = match runs().count() {
                1 => "once".to_owned(),
                count => format!("{count} times"),
            };
            return Err(Failure::usage(format!("there is no {self}: {} runs {times}", self.pass)));
        }
        Ok(found)
    }
}

/// Takes the name of a pass, with the number of a run or without.
pub fn parser() -> Parser {
    Parser { names: pass_names::parser() }
}

/// See [`parser`].
#[derive(Clone, Debug)]
pub struct Parser {
    names: PassNameParser,
}

impl TypedValueParser for Parser {
    type Value = PassRun;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<PassRun, clap::Error> {
        let text = value.to_string_lossy();
        let (pass, ordinal) = match text.rsplit_once('#') {
            Some((pass, number)) if number.parse().is_ok_and(|number: usize| number > 0) => (pass, number.parse().ok()),
            Some((_, number)) if number.parse() == Ok(0usize) => {
                let message = format!("there is no {text}: the runs of a pass are counted from 1\n");
                return Err(clap::Error::raw(ErrorKind::InvalidValue, message).with_cmd(command));
            }
            _ => (&*text, None),
        };
        let pass = self.names.parse_ref(command, argument, OsStr::new(pass))?;
        Ok(PassRun { pass, ordinal })
    }
}
