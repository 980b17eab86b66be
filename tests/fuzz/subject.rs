//! What a seed stands for: a program to compare, or a damaged file to read.

use crate::campaign::{TIME_LIMIT, spawn, stop};
use crate::check::{self, Counts, Verdict, check, check_sample};
use crate::devices::Platforms;
use crate::generate::stablehlo::{Sample, sample};
use crate::generate::{program, text};
use crate::inputs::{Inputs, limit_memory};
use crate::passes::check_passes;
use crate::shardings;
use crate::shrink::{follow, shrink};
use crate::written;
use pjrt::reduce::Program;
use pjrt::runtime::cpu::CpuClient;
use pjrt::runtime::platform::ClientOptions;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

pub enum Subject {
    Programs(CpuClient),
    /// Programs before and after each pass.
    Passes,
    /// Programs of several devices, on both platforms and before and after each pass.
    Devices(Platforms),
    /// Programs on several devices by random shardings, against one.
    Shardings(Platforms),
    Inputs(Inputs),
}

impl Subject {
    pub fn programs() -> Subject {
        let options = ClientOptions { threads: Some(2), ..ClientOptions::default() };
        Subject::Programs(CpuClient::new(&options).expect("threads for a client"))
    }

    /// Limits the memory of the process.
    pub fn inputs(inputs: Inputs) -> Subject {
        limit_memory();
        Subject::Inputs(inputs)
    }

    pub fn verdict(&self, seed: u64) -> Verdict {
        match self {
            Subject::Programs(client) if is_sample(seed) => caught(|| check_sample(client, &sample(seed))),
            Subject::Programs(client) => caught(|| check_program(client, &program(seed), seed)),
            Subject::Passes => caught(|| hlo_program(seed).map_or_else(|verdict| verdict, |p| check_passes(&p))),
            Subject::Devices(platforms) => caught(|| platforms.verdict(seed)),
            Subject::Shardings(platforms) => caught(|| shardings::check(platforms, &shardings::program(seed))),
            Subject::Inputs(inputs) => read(inputs, &inputs.input(seed)),
        }
    }

    /// The verdict on a seed's program after steps of shrinking.
    pub fn verdict_after(&self, seed: u64, path: &[usize]) -> Verdict {
        match self {
            Subject::Programs(client) if !path.is_empty() => caught(|| match hlo_program(seed) {
                Ok(program) => check_program(client, &follow(program, path), seed),
                Err(verdict) => verdict,
            }),
            Subject::Passes if !path.is_empty() => caught(|| match hlo_program(seed) {
                Ok(program) => check_passes(&follow(program, path)),
                Err(verdict) => verdict,
            }),
            Subject::Shardings(platforms) if !path.is_empty() => {
                caught(|| shardings::check(platforms, &follow(shardings::program(seed), path)))
            }
            Subject::Programs(_)
            | Subject::Passes
            | Subject::Devices(_)
            | Subject::Shardings(_)
            | Subject::Inputs(_) => self.verdict(seed),
        }
    }

    /// Makes a failure of a seed smaller, writes it to a file and says what is wrong with it; `crashes` says that the
    /// process ends of it.
    pub fn explain(&self, seed: u64, crashes: bool) -> String {
        match self {
            Subject::Programs(client) if is_sample(seed) => explain_sample(client, seed, crashes),
            Subject::Programs(client) => {
                explain_program(&|p| check_program(client, p, seed), "", program(seed), seed, crashes)
            }
            Subject::Passes => match hlo_program(seed) {
                Ok(program) => explain_program(&check_passes, "--target passes ", program, seed, crashes),
                Err(verdict) => format!("{verdict:?}"),
            },
            Subject::Devices(platforms) => platforms.explain(seed),
            Subject::Shardings(platforms) => {
                let check = |program: &Program| shardings::check(platforms, program);
                explain_program(&check, "--target shardings ", shardings::program(seed), seed, crashes)
            }
            Subject::Inputs(inputs) => explain_input(inputs, seed, crashes),
        }
    }
}

/// Whether a seed stands for a program in StableHLO, with its twin, instead of one in HLO.
fn is_sample(seed: u64) -> bool {
    seed % 5 < 2
}

/// A program on both sides, and now and then written down and read again.
fn check_program(client: &CpuClient, program: &Program, seed: u64) -> Verdict {
    match check(client, program) {
        Verdict::Same(counts) if !is_sample(seed) && seed % 10 < 5 => match written::check(program, seed) {
            Ok(()) => Verdict::Same(counts),
            Err(verdict) => verdict,
        },
        verdict => verdict,
    }
}

/// The HLO of a seed's program.
fn hlo_program(seed: u64) -> Result<Program, Verdict> {
    match is_sample(seed) {
        true => {
            let sample = sample(seed);
            check::read(&sample, &sample.texts()[0])
        }
        false => Ok(program(seed)),
    }
}

/// A panic is a failure like any other.
fn caught(run: impl FnOnce() -> Verdict) -> Verdict {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
        Verdict::Different(format!("panic: {}", text.unwrap_or_default()))
    })
}

/// What a reader may take for a file of some kilobytes.
const READ_LIMIT: Duration = Duration::from_secs(60);

fn read(inputs: &Inputs, input: &[u8]) -> Verdict {
    let start = Instant::now();
    let verdict = caught(|| {
        inputs.read(input);
        Verdict::Same(Counts::default())
    });
    match start.elapsed() {
        long if long > READ_LIMIT => Verdict::Different(format!("it took {} s", long.as_secs())),
        _ => verdict,
    }
}

fn is_failure(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Different(_))
}

/// What kind of failure it is: a smaller program has to fail in the same way.
fn kind(verdict: &Verdict) -> Option<String> {
    let Verdict::Different(reason) = verdict else { return None };
    match reason.starts_with("result") {
        true => Some("result".to_string()),
        false => Some(reason.split(|c: char| c == '%' || c.is_ascii_digit()).next().unwrap_or_default().to_string()),
    }
}

/// Where failures are written to.
fn failure_file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    folder.join(name)
}

/// A sample with the one result that is wrong, in both texts; where the two sides differ, their program made smaller.
fn explain_sample(client: &CpuClient, seed: u64, crashes: bool) -> String {
    let whole = sample(seed);
    let verdict = |sample: &Sample| caught(|| check_sample(client, sample));
    let single = (0..whole.outputs.len()).map(|index| whole.of_output(index));
    let narrowed = if crashes { None } else { single.into_iter().find(|sample| is_failure(&verdict(sample))) };
    let [text, twin] = narrowed.as_ref().unwrap_or(&whole).texts();
    let shown = format!("{text}\n// the twin\n{twin}\n");
    _ = std::fs::write(failure_file(&format!("{seed}.mlir")), &shown);
    match hlo_program(seed) {
        Ok(program) if crashes || is_failure(&caught(|| check(client, &program))) => {
            shown + &explain_program(&|p| check(client, p), "", program, seed, crashes)
        }
        _ => format!("{shown}{:?}", verdict(narrowed.as_ref().unwrap_or(&whole))),
    }
}

/// `target` is how the command line names what `check` does.
fn explain_program(
    check: &dyn Fn(&Program) -> Verdict,
    target: &str,
    original: Program,
    seed: u64,
    crashes: bool,
) -> String {
    let verdict = |candidate: &Program| caught(|| check(candidate));
    let (smallest, path) = match crashes {
        true => shrink(&original, |_, path| crashes_with(target, seed, path)),
        false => {
            let wanted = kind(&verdict(&original));
            shrink(&original, |candidate, _| kind(&verdict(candidate)) == wanted)
        }
    };
    let reason = if crashes { "the process ends".to_string() } else { format!("{:?}", verdict(&smallest)) };
    let path: Vec<String> = path.iter().map(usize::to_string).collect();
    let path = path.join(",");
    let text = text(&smallest);
    let file = failure_file(&format!("{seed}.txt"));
    // The text is printed as well.
    _ = std::fs::write(&file, &text);
    format!(
        "{text}\n{reason}\nwritten to {}\nreproduce: cargo test --test fuzz -- {target}--seed {seed} --path {path}",
        file.display()
    )
}

/// Whether a child that runs this program dies or hangs.
fn crashes_with(target: &str, seed: u64, path: &[usize]) -> bool {
    let path: Vec<String> = path.iter().map(usize::to_string).collect();
    let target = target.split_whitespace().map(str::to_string);
    let seed_and_path = ["--seed".into(), seed.to_string(), "--path".into(), path.join(",")];
    let mut child = spawn(&target.chain(seed_and_path).collect::<Vec<_>>());
    let start = Instant::now();
    while start.elapsed() < TIME_LIMIT {
        match child.try_wait() {
            Ok(Some(status)) => return status.code().is_none(),
            _ => std::thread::sleep(Duration::from_millis(5)),
        }
    }
    stop(&mut child);
    true
}

fn explain_input(inputs: &Inputs, seed: u64, crashes: bool) -> String {
    let mut input = inputs.input(seed);
    if !crashes {
        input = shorter(input, |candidate| is_failure(&read(inputs, candidate)));
    }
    let file = failure_file(&format!("{seed}.input"));
    let reason = if crashes { "the process ends".to_string() } else { format!("{:?}", read(inputs, &input)) };
    let written = std::fs::write(&file, &input).map_err(|error| error.to_string());
    format!("{}\n{reason}\nwritten to {}: {written:?}", String::from_utf8_lossy(&input), file.display())
}

/// Takes out parts, larger ones first, for as long as it fails.
fn shorter(mut input: Vec<u8>, fails: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let mut size = input.len() / 2;
    while size > 0 {
        let mut at = 0;
        while at < input.len() {
            let end = (at + size).min(input.len());
            let candidate = [&input[..at], &input[end..]].concat();
            if fails(&candidate) { input = candidate } else { at += size }
        }
        size /= 2;
    }
    input
}
