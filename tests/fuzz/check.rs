//! One program on both sides: compiled code against the interpreter.

use crate::bound::{Bound, Run, Tracked, parts};
use crate::generate::stablehlo::{Nearness, Sample};
use pjrt::frontend::{self, Source};
use pjrt::hlo::evaluator::{EvalError, EvalErrorKind};
use pjrt::hlo::{self, ArrayLiteral, Blame, Diagnostics, Literal, Module};
use pjrt::reduce::Program;
use pjrt::runtime::cpu::CpuClient;
use pjrt::runtime::{Client, CompileOptions, Error, ExecuteOptions};
use std::ops::AddAssign;

/// How many results were compared how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub exact: usize,
    pub bounded: usize,
    pub unknown: usize,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.exact += other.exact;
        self.bounded += other.bounded;
        self.unknown += other.unknown;
    }
}

/// What came of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Same(Counts),
    /// One of the two refuses the program by name.
    Refused(String),
    /// They disagree, or one failed.
    Different(String),
}

pub fn check(client: &CpuClient, program: &Program) -> Verdict {
    match ran(client, program) {
        Ok((counts, _)) => Verdict::Same(counts),
        Err(verdict) => verdict,
    }
}

/// The program of a sample on both sides, and then its twin against it.
pub fn check_sample(client: &CpuClient, sample: &Sample) -> Verdict {
    let [text, twin] = sample.texts();
    let outcome = read(sample, &text).and_then(|program| {
        let (counts, results) = ran(client, &program)?;
        if text != twin {
            compare_twin(sample, &results, &twin)?;
        }
        Ok(counts)
    });
    outcome.map_or_else(|verdict| verdict, Verdict::Same)
}

/// The program that a text is for the arguments of its sample.
pub fn read(sample: &Sample, text: &str) -> Result<Program, Verdict> {
    let arguments = sample.arguments();
    Ok(Program { module: module_of(text, &arguments)?, arguments })
}

/// The module that a text is for these arguments.
pub fn module_of(text: &str, arguments: &[ArrayLiteral]) -> Result<Module, Verdict> {
    let source = Source::new("sample", text);
    let module = match frontend::read(&source) {
        Ok(frontend::Program::Static(module)) => Ok(module),
        Ok(frontend::Program::Dynamic(_)) => frontend::specialize(&source, arguments).map(|made| made.module),
        Err(findings) => Err(findings),
    };
    module.map_err(|findings| match findings.0.iter().all(|f| f.blame == Blame::Unsupported) {
        true => Verdict::Refused(format!("frontend: {}", self::text(&findings))),
        false => Verdict::Different(format!("frontend: {}", self::text(&findings))),
    })
}

fn compare_twin(sample: &Sample, results: &[Tracked], twin: &str) -> Result<(), Verdict> {
    let twin = read(sample, twin)?;
    let reference = reference(&twin)?;
    for (index, (output, (found, expected))) in sample.outputs.iter().zip(results.iter().zip(&reference)).enumerate() {
        compare_near(expected.array(), found.array(), output.nearness)
            .map_err(|message| Verdict::Different(format!("twin's result {index}: {message}")))?;
    }
    Ok(())
}

/// # Errors
/// Where two results are too far apart.
pub fn compare_near(expected: &ArrayLiteral, found: &ArrayLiteral, nearness: Nearness) -> Result<(), String> {
    if expected.shape() != found.shape() {
        return Err(format!("expected {}, found {}", expected.shape(), found.shape()));
    }
    let agrees = |(&want, &got): (&f64, &f64)| match nearness {
        Nearness::Same => want.to_bits() == got.to_bits() || (want.is_nan() && got.is_nan()),
        Nearness::Rounded => (want - got).abs() <= 1.0 + 1e-5 * want.abs(),
    };
    let (want, got) = (parts(expected), parts(found));
    match want.iter().zip(&got).position(|pair| !agrees(pair)) {
        None => Ok(()),
        Some(i) => Err(format!("{} element {i}: expected {:?}, found {:?}", expected.shape(), want[i], got[i])),
    }
}

/// The interpreter's results.
pub fn reference(program: &Program) -> Result<Vec<Tracked>, Verdict> {
    leaves(Run::of(&program.module, &program.arguments, false))
}

/// The interpreter's results, for runs on several devices that may sum parts.
pub fn reference_of_parts(program: &Program) -> Result<Vec<Tracked>, Verdict> {
    leaves(Run::of(&program.module, &program.arguments, true))
}

fn leaves(run: Result<Run, EvalError>) -> Result<Vec<Tracked>, Verdict> {
    let run = run.map_err(of_evaluator)?;
    let mut leaves = Vec::new();
    flatten(&run.result().value, &run.result().bound, &mut leaves);
    Ok(leaves)
}

/// Runs a program on both sides and compares; gives the interpreter's results.
fn ran(client: &CpuClient, program: &Program) -> Result<(Counts, Vec<Tracked>), Verdict> {
    hlo::verify(&program.module).map_err(|findings| Verdict::Refused(format!("verifier: {}", text(&findings))))?;
    let leaves = reference(program)?;
    let results = compiled(client, program).map_err(|error| of_runtime("cpu", error))?;
    let mut counts = Counts::default();
    for (index, (expected, found)) in leaves.iter().zip(&results).enumerate() {
        counts +=
            compare(expected, found).map_err(|message| Verdict::Different(format!("result {index}: {message}")))?;
    }
    Ok((counts, leaves))
}

fn compiled(client: &CpuClient, program: &Program) -> Result<Vec<ArrayLiteral>, Error> {
    let options = CompileOptions { verify_passes: true, ..CompileOptions::default() };
    let executable = client.compile(program.module.clone(), &options)?;
    let device = client.devices().remove(0);
    let arguments = client.buffers_from_host(&program.arguments, device.as_ref())?;
    let execution = executable.execute(&[arguments], ExecuteOptions::default())?.remove(0);
    client.buffers_to_host(&execution.results)
}

fn text(findings: &Diagnostics) -> String {
    findings.0.first().map_or(String::new(), |finding| finding.message.clone())
}

fn of_evaluator(error: EvalError) -> Verdict {
    match error.kind {
        EvalErrorKind::Unsupported => Verdict::Refused(format!("interpreter: {}", error.message)),
        EvalErrorKind::Failed if error.message.contains("too many turns") => Verdict::Refused(error.message),
        EvalErrorKind::Mismatch | EvalErrorKind::Failed => Verdict::Different(format!("interpreter: {error}")),
    }
}

/// What a platform's failure says of a program.
pub fn of_runtime(platform: &str, error: Error) -> Verdict {
    match &error {
        Error::Program(findings) if findings.0.iter().all(|f| f.blame == Blame::Unsupported) => {
            Verdict::Refused(format!("{platform}: {}", text(findings)))
        }
        _ => Verdict::Different(format!("{platform}: {error}")),
    }
}

pub fn flatten(value: &Literal, bound: &Bound, leaves: &mut Vec<Tracked>) {
    match value {
        Literal::Tuple(values) => {
            for (i, value) in values.iter().enumerate() {
                match bound {
                    Bound::Tuple(bounds) => flatten(value, &bounds[i], leaves),
                    Bound::Exact | Bound::Parts(_) => flatten(value, &Bound::Exact, leaves),
                }
            }
        }
        Literal::Array(_) => leaves.push(Tracked { value: value.clone(), bound: bound.clone() }),
        Literal::Token => {}
    }
}

pub fn compare(expected: &Tracked, found: &ArrayLiteral) -> Result<Counts, String> {
    let reference = expected.array();
    if reference.shape() != found.shape() {
        return Err(format!("expected {}, found {}", reference.shape(), found.shape()));
    }
    let part = reference.element_type().real_part();
    let (want, got) = (parts(reference), parts(found));
    let mut counts = Counts::default();
    for (i, bound) in expected.bounds().into_iter().enumerate() {
        let range = i * part.byte_width()..(i + 1) * part.byte_width();
        let (want_bytes, got_bytes) = (&reference.bytes()[range.clone()], &found.bytes()[range]);
        let agrees = match bound {
            0.0 => want_bytes == got_bytes,
            _ if bound.is_nan() => got[i].is_nan(),
            _ => bound.is_infinite() || (want[i] - got[i]).abs() <= bound || want[i] == got[i],
        };
        if !agrees {
            let [w, g] = [want_bytes, got_bytes].map(hexadecimal);
            let bound = if bound == 0.0 { "equal bits".to_string() } else { format!("at most {bound:e} apart") };
            return Err(format!(
                "{} element {i}: expected {:?} ({w}), found {:?} ({g}), {bound}",
                reference.shape(),
                want[i],
                got[i]
            ));
        }
        match bound {
            0.0 => counts.exact += 1,
            _ if bound.is_infinite() => counts.unknown += 1,
            _ => counts.bounded += 1,
        }
    }
    Ok(counts)
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().rev().fold("0x".to_string(), |text, byte| text + &format!("{byte:02x}"))
}
