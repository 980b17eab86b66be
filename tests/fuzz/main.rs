//! Fuzzing. Random programs, compiled code against the interpreter; damaged files against their readers.
//!
//! ```text
//! cargo test --test fuzz                                  a short run from a fixed seed: part of `make test`
//! cargo test --test fuzz -- --minutes 60 --seed 1000000   a long one
//! cargo test --test fuzz -- --seed 17                     one program
//! cargo test --test fuzz -- --seed 17 --shrink            … made smaller and printed
//! cargo test --test fuzz -- --target passes --minutes 30  programs before and after every pass, on the interpreter
//! cargo test --test fuzz -- --target devices --minutes 30 programs of several devices, and before and after every pass
//! cargo test --test fuzz -- --target shardings            programs with random shardings on several devices, against one
//! cargo test --test fuzz -- --target text --minutes 30    damaged StableHLO text; hlo, bytecode, proto
//! ```

mod bound;
mod campaign;
mod check;
mod devices;
mod generate;
mod inputs;
mod passes;
mod random;
mod shardings;
mod shrink;
mod subject;
mod written;

use campaign::Campaign;
use check::Verdict;
use clap::Parser;
use devices::Platforms;
use inputs::Inputs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use subject::Subject;

#[derive(Parser)]
struct Options {
    /// The first seed; alone, the only one.
    #[arg(long)]
    seed: Option<u64>,
    /// Run for so long.
    #[arg(long)]
    minutes: Option<f64>,
    /// Run so many seeds.
    #[arg(long)]
    seeds: Option<u64>,
    /// Programs of several devices, or with shardings; every pass instead of compiled code; or a reader of files
    /// instead of programs.
    #[arg(long, value_parser = ["devices", "shardings", "passes", "text", "hlo", "bytecode", "proto"])]
    target: Option<String>,
    /// Where the files to damage are, instead of `testdata`.
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// Steps of shrinking, as a run printed them.
    #[arg(long, value_delimiter = ',')]
    path: Vec<usize>,
    /// Make the seed's failure smaller and print it.
    #[arg(long)]
    shrink: bool,
    /// The seed's failure ends the process.
    #[arg(long)]
    crashes: bool,
    /// Used by the run itself.
    #[arg(long, hide = true)]
    batch: Option<String>,
}

/// What `make test` runs.
const SHORT_RUN: u64 = 150;

fn main() -> ExitCode {
    let options = Options::parse();
    let is_single = options.minutes.is_none() && options.seeds.is_none();
    if let Some((first, count)) = options.batch.as_deref().and_then(|batch| batch.split_once(':')) {
        let [first, count] = [first, count].map(|number| number.parse().expect("a number"));
        return campaign::batch(&subject(&options), first, count);
    }
    match options.seed.filter(|_| is_single) {
        Some(seed) if options.shrink || options.crashes => {
            println!("{}", subject(&options).explain(seed, options.crashes));
            ExitCode::FAILURE
        }
        Some(seed) => {
            let verdict = subject(&options).verdict_after(seed, &options.path);
            println!("{verdict:?}");
            if matches!(verdict, Verdict::Different(_)) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
        }
        None => run(&options),
    }
}

/// Panics are caught and told with their seeds; under `RUST_BACKTRACE` they speak for themselves too.
fn subject(options: &Options) -> Subject {
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(|_| {}));
    }
    match options.target.as_deref() {
        Some("passes") => Subject::Passes,
        Some("devices") => Subject::Devices(Platforms::new()),
        Some("shardings") => Subject::Shardings(Platforms::new()),
        other => match other.and_then(inputs::find) {
            Some(target) => Subject::inputs(Inputs::new(target, options.corpus.as_deref())),
            None => Subject::programs(),
        },
    }
}

fn run(options: &Options) -> ExitCode {
    let mut passed = Vec::new();
    if let Some(target) = &options.target {
        passed.extend(["--target".to_string(), target.clone()]);
    }
    if let Some(corpus) = &options.corpus {
        passed.extend(["--corpus".to_string(), corpus.display().to_string()]);
    }
    let campaign = Campaign {
        first: options.seed.unwrap_or(0),
        seeds: options.seeds.unwrap_or(if options.minutes.is_some() { u64::MAX } else { SHORT_RUN }),
        time: Duration::from_secs_f64(60.0 * options.minutes.unwrap_or(1e6)),
        options: passed,
    };
    let tally = campaign.run();
    tally.report();
    let options = campaign.options.join(" ");
    for (seed, _) in &tally.failures {
        println!("reproduce: cargo test --test fuzz -- {options} --seed {seed} --shrink");
    }
    if tally.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
