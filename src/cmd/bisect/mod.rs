//! `pjrt bisect`: the smallest program that still fails, with its inputs and the command that shows the failure.

mod files;
mod interrupt;
mod judge;
mod values;

use super::compare::Sides;
use super::expect::Tolerance;
use super::failure::{Failure, Outcome};
use super::program::ProgramPath;
use super::progress::while_working;
use super::streams::print;
use super::subject::{InputFlags, Subject};
use crate::hlo::{self, Module, PrintOptions};
use crate::reduce::{Limits, Program, Reduced, reduce};
use files::Files;
use judge::{Judge, Symptom, Verdict};
use std::path::PathBuf;
use std::time::Duration;
use values::values;

/// Instructions of a program that is printed.
const SHOWN: usize = 40;

/// Shrink a program to the smallest that still fails, and write that with its inputs.
///
/// A program fails if `pjrt compare` finds a difference, crashes, or does not come to an end; or by the judgement of a
/// --script. A smaller program has to fail in the same way.
///
/// The folder of --output takes program.hlo, its inputs as 0.npy, 1.npy, …, and reproduce.sh. Ctrl-C ends the search with
/// what it has found.
///
/// Examples: `pjrt bisect model.hlo`; `pjrt bisect model.mlir --input=@x.npy --rtol=1e-3 -o small`;
/// `pjrt bisect model.hlo --script=./fails.sh`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    program: ProgramPath,
    #[command(flatten)]
    inputs: InputFlags,
    /// Command that judges a program, in place of `pjrt compare`: it gets a file of HLO text and a folder of inputs as
    /// arguments and exits as `git bisect run` wants it: 0 for a good program, 1 to 124 for one that fails, 125 for one
    /// that cannot be judged; anything else ends the search
    #[arg(long, value_name = "COMMAND")]
    script: Option<String>,
    /// Folder for the smallest program
    #[arg(short, long, value_name = "DIR", default_value = "bisected")]
    output: PathBuf,
    /// Seconds after which a program counts as hanging
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    time_limit: u64,
    /// Programs that are tried at most
    #[arg(long, value_name = "NUMBER", default_value_t = 2000)]
    trials: usize,
    #[command(flatten)]
    sides: Sides,
    #[command(flatten)]
    tolerance: Tolerance,
}

pub fn main(options: &Options) -> Outcome {
    let Subject { program, stacked, .. } = options.inputs.read(&options.program)?.with_own_arguments();
    let files = Files::new(&options.output);
    files.clear().map_err(|error| Failure::usage(format!("{error:#}")))?;
    interrupt::watch();
    let scratch = tempfile::tempdir().map_err(|error| Failure::io(&error.into()))?;
    let mut trial = Trial::new(Files::new(scratch.path()), options.judge(stacked), &program)?;
    let whole = instruction_count(&program.module);
    let limits = Limits { trials: options.trials, deadline: None };
    let time_limit = Duration::from_secs(options.time_limit);
    let evaluate = |program: &Program| values(program, stacked, time_limit);
    let search = || reduce(program, evaluate, |candidate, _| trial.fails(candidate), limits);
    let reduced = while_working("bisecting", search);
    deliver(&reduced, whole, &trial, files)?;
    trial.stopped.map_or(Ok(()), Err)
}

impl Options {
    fn judge(&self, stacked: bool) -> Judge {
        let mut flags = [self.sides.arguments(), self.tolerance.arguments()].concat();
        flags.extend(stacked.then(|| "--stacked".to_owned()));
        Judge { script: self.script.clone(), flags, time_limit: Duration::from_secs(self.time_limit) }
    }
}

/// Candidates on their way through the judge.
struct Trial {
    files: Files,
    judge: Judge,
    /// How the smallest program so far fails.
    symptom: Symptom,
    /// Why the search cannot go on.
    stopped: Option<Failure>,
}

impl Trial {
    /// # Errors
    /// A program that does not fail.
    fn new(mut files: Files, judge: Judge, program: &Program) -> Outcome<Trial> {
        let symptom = match verdict(&mut files, &judge, program)? {
            Verdict::Fails(symptom) => symptom,
            Verdict::Passes => return Err(Failure::usage("expected a program that fails; this one does not")),
            Verdict::Unknown(reason) => {
                return Err(Failure::usage(format!(
                    "expected a program that fails; this one cannot be judged: {reason}"
                )));
            }
        };
        Ok(Trial { files, judge, symptom, stopped: None })
    }

    /// Whether a candidate fails in the same way as the whole program.
    fn fails(&mut self, candidate: &Program) -> Option<bool> {
        match verdict(&mut self.files, &self.judge, candidate) {
            Ok(Verdict::Fails(symptom)) if symptom.kind == self.symptom.kind => {
                self.symptom = symptom;
                Some(true)
            }
            Ok(Verdict::Fails(_) | Verdict::Passes | Verdict::Unknown(_)) => Some(false),
            Err(failure) => {
                self.stopped = Some(failure);
                None
            }
        }
    }
}

fn verdict(files: &mut Files, judge: &Judge, program: &Program) -> Outcome<Verdict> {
    files.write(program).map_err(|error| Failure::io(&error))?;
    judge.verdict(files)
}

fn deliver(reduced: &Reduced, whole: usize, trial: &Trial, mut files: Files) -> Outcome {
    let module = &reduced.program.module;
    let (judge, symptom) = (&trial.judge, &trial.symptom.line);
    let written = files.write(&reduced.program).and_then(|()| files.write_script(symptom, &judge.script_line()));
    written.map_err(|error| Failure::io(&error))?;
    let left = instruction_count(module);
    if left <= SHOWN {
        print(hlo::print(module, &PrintOptions::default()))?;
    }
    let (trials, program, inputs) = (reduced.trials, files.program(), files.folder());
    print(format_args!(
        "// {left} of {whole} instructions are left after {trials} trials: {symptom}\n// reproduce: {}\n",
        judge.command_line(&program.display().to_string(), &inputs.display().to_string()),
    ))
}

fn instruction_count(module: &Module) -> usize {
    module.post_order().into_iter().map(|id| module.computation(id).len()).sum()
}
