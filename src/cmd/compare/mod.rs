//! `pjrt compare`: one program on two runtimes, or before and after passes, or two programs: are the values the same,
//! and if not, which pass or which instruction makes the difference?

mod measure;
mod per_op;
mod per_pass;
mod sides;

pub use sides::Sides;

use super::expect::Tolerance;
use super::failure::{Code, Failure, Outcome};
use super::program::{ProgramPath, is_standard_stream};
use super::session::Format;
use super::show::SCHEMA;
use super::streams::print;
use super::subject::{InputFlags, Subject};
use crate::hlo::{ArrayLiteral, Module};
use measure::Measures;
use serde_json::{Value, json};
use sides::{Engine, Given};
use std::path::{Path, PathBuf};

/// Which instructions are run alone.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Stage {
    /// Those of the program
    Given,
    /// Those that the passes of the test make of it, fusions as a whole
    Optimized,
}

/// Run a program on two runtimes and compare the results: native code against the interpreter, before and after passes,
/// with and without one; or compare two programs.
///
/// Inputs are given as for `pjrt run`; without, they are random. Exits with 1 where a value lies beyond the tolerance.
///
/// Examples: `pjrt compare model.mlir`; `pjrt compare model.hlo --per-pass`; `pjrt compare model.hlo --per-op`;
/// `pjrt compare model.hlo --test=interpreter --test-passes=algsimp --exact`;
/// `pjrt compare after.hlo before.hlo --reference=cpu`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    program: ProgramPath,
    /// A program that the reference runs instead, on the same inputs
    #[arg(value_name = "REFERENCE_PROGRAM", conflicts_with_all = ["per_pass", "per_op"])]
    other: Option<PathBuf>,
    #[command(flatten)]
    inputs: InputFlags,
    /// Name the pass that changes the values: the reference runs the program as it is between the passes of the test
    #[arg(long)]
    per_pass: bool,
    /// Name the instructions that differ: each runs alone on both sides, on what its operands were in a run of the
    /// interpreter
    #[arg(long, value_name = "STAGE", value_enum, num_args = 0..=1, require_equals = true,
          default_missing_value = "given", conflicts_with = "per_pass")]
    per_op: Option<Stage>,
    /// text is for people; docs/json.md explains json
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    sides: Sides,
    #[command(flatten)]
    tolerance: Tolerance,
}

pub fn main(options: &Options) -> Outcome {
    let platforms = options.sides.platforms()?;
    if options.program.is_stdin() && options.other.as_deref().is_some_and(is_standard_stream) {
        return Err(Failure::usage("expected two programs, found standard input for both: it can be read once"));
    }
    let subject = options.inputs.read(&options.program)?;
    let engines = options.sides.open(platforms, subject.program.module.device_count())?;
    let job = Job { engines, subject, tolerance: options.tolerance };
    let report = match options.per_op {
        Some(stage) => per_op::report(&job, stage)?,
        None if options.per_pass => per_pass::report(&job)?,
        None => whole(&job, options)?,
    };
    print(match options.format {
        Format::Text => report.text,
        Format::Json => format!("{:#}\n", report.json),
    })?;
    report.difference.map_or(Ok(()), |message| Err(Failure::new(Code::Mismatch, format!("error: {message}"))))
}

/// What is compared, on what.
struct Job {
    /// The test, then the reference.
    engines: [Engine; 2],
    subject: Subject,
    tolerance: Tolerance,
}

/// What is printed, and a sentence that says what differs, if anything does.
struct Report {
    text: String,
    json: Value,
    difference: Option<String>,
}

impl Job {
    fn given(&self) -> Given<'_> {
        let Subject { source, program, stacked } = &self.subject;
        Given { source, arguments: &program.arguments, stacked: *stacked }
    }

    fn module(&self) -> Module {
        self.subject.program.module.clone()
    }

    /// What the reference makes of the whole program.
    fn expected(&self) -> Outcome<Vec<ArrayLiteral>> {
        self.engines[1].run(self.module(), self.given())
    }

    fn found(&self) -> Outcome<Vec<ArrayLiteral>> {
        self.engines[0].run(self.module(), self.given())
    }

    fn measures(&self, found: &[ArrayLiteral], expected: &[ArrayLiteral]) -> Outcome<Measures> {
        let measures = Measures::of(found, expected, &self.tolerance);
        measures.map_err(|message| Failure::new(Code::Mismatch, format!("error: {message}")))
    }
}

/// The program that the reference runs.
///
/// # Errors
/// One that takes other arguments.
fn other(options: &Options, path: &Path, subject: &Subject) -> Outcome<Subject> {
    let other = options.inputs.read(&ProgramPath::at(path)).map_err(|failure| match failure.code {
        Code::BadUsage => {
            Failure { message: format!("{}\n  note: this is of {}", failure.message, path.display()), ..failure }
        }
        Code::Mismatch | Code::BadProgram | Code::RunFailed | Code::Unsupported => failure,
    })?;
    let [expected, found] = [&subject.program, &other.program].map(|program| {
        let types: Vec<String> = program.arguments.iter().map(|array| array.shape().mlir_text()).collect();
        types.join(", ")
    });
    match expected == found {
        true => Ok(other),
        false => Err(Failure::usage(format!(
            "expected programs that take the same arguments, found ({expected}) of {} and ({found}) of {}",
            subject.source.name(),
            path.display()
        ))),
    }
}

fn whole(job: &Job, options: &Options) -> Outcome<Report> {
    let expected = match &options.other {
        None => job.expected()?,
        Some(path) => {
            let other = other(options, path, &job.subject)?;
            job.engines[1].run(other.program.module, Given { source: &other.source, ..job.given() })?
        }
    };
    let measures = job.measures(&job.found()?, &expected)?;
    let (wrong, count) = (measures.wrong(), measures.0.len());
    Ok(Report {
        text: measures.text(),
        json: json!({ "schema": SCHEMA, "differing": wrong, "results": measures.json() }),
        difference: (wrong > 0).then(|| format!("{wrong} of {count} results differ")),
    })
}
