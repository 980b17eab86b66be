//! How far elementwise functions are from the exact value, measured by programs that measure themselves.
//!
//! Every function is compiled twice in one program: for the type measured, and for `f64`, which stands for the exact
//! value (`docs/numerics.md` has the error of `f64` itself). The program walks through bit patterns of the type and
//! returns the largest distance, in units in the last place of the exact value.
//!
//! ```text
//! cargo test --test accuracy                                  all of f16, bf16 and f8, a sample of f32: part of `make test`
//! cargo test --release --test accuracy -- --exhaustive        every f32 too (an hour or so); prints the table
//! cargo test --release --test accuracy -- --exhaustive tanh   one function
//! ```

mod function;
mod measure;
mod program;

use clap::Parser;
use function::FUNCTIONS;
use measure::{Instrument, Measurement, TYPES};
use std::process::ExitCode;

#[derive(Parser)]
struct Options {
    /// Functions to measure (part of a name); all of them otherwise.
    functions: Vec<String>,
    /// Every pattern of f32 instead of a sample.
    #[arg(long)]
    exhaustive: bool,
    /// Given by `cargo test --quiet`.
    #[arg(long, short, hide = true)]
    quiet: bool,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let instrument = Instrument::new(options.exhaustive);
    let asked =
        |name: &str| options.functions.is_empty() || options.functions.iter().any(|f| name.contains(f.as_str()));
    println!("| operation | {} |", TYPES.map(|t| t.mlir_name()).join(" | "));
    println!("|---{}|", "|---".repeat(TYPES.len()));
    let mut failures = Vec::new();
    for function in FUNCTIONS.iter().filter(|f| asked(f.name)) {
        let measured = TYPES.map(|element_type| (element_type, instrument.measure(function, element_type)));
        let cells = measured.map(|(_, m)| m.to_string());
        println!("| `{}` | {} |", function.name, cells.join(" | "));
        failures.extend(measured.iter().filter_map(|(element_type, m)| finding(function, element_type.mlir_name(), m)));
    }
    failures.iter().for_each(|failure| eprintln!("{failure}"));
    match failures.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// What is wrong with a measured error, if anything is.
fn finding(function: &function::Function, element_type: &str, measured: &Measurement) -> Option<String> {
    let bound = function.bound(element_type);
    let name = function.name;
    if measured.wrong > 0 {
        return Some(format!(
            "{name} of {element_type}: {} results of a wrong kind (NaN, or a zero's sign)",
            measured.wrong
        ));
    }
    (measured.ulp > bound)
        .then(|| format!("{name} of {element_type}: {} ulp at {:#x}, more than {bound}", measured.ulp, measured.at))
}
