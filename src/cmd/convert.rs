//! `pjrt convert`: the same program in another language.

use super::failure::{Failure, Outcome};
use super::program::{ProgramPath, failure, is_standard_stream};
use super::session::Format;
use super::show::show_module;
use super::specialize::ArgumentFlags;
use super::stablehlo_flags::StablehloFlags;
use super::streams::deliver;
use crate::frontend::{Source, is_hlo};
use crate::hlo::{Diagnostics, Module};
use crate::proto;
use std::path::{Path, PathBuf};

/// A language of programs.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Language {
    /// StableHLO text (.mlir)
    Stablehlo,
    /// StableHLO bytecode: a portable artifact (.mlirbc)
    Bytecode,
    /// HLO text (.hlo, .txt)
    Hlo,
    /// HLO as a protocol buffer (.pb): HloModuleProto, with a config for several devices
    Proto,
}

impl Language {
    fn is_text(self) -> bool {
        match self {
            Language::Stablehlo | Language::Hlo => true,
            Language::Bytecode | Language::Proto => false,
        }
    }
}

/// Convert a program between StableHLO and HLO; what it computes stays.
///
/// Without --to, the name of the output decides; without an output, HLO becomes StableHLO and everything else HLO.
///
/// Examples: `pjrt convert model.mlir -o model.hlo`; `pjrt convert dump.txt | pjrt run --device=cpu - --input=random`.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    program: ProgramPath,
    #[command(flatten)]
    arguments: ArgumentFlags,
    /// The language to convert to
    #[arg(long, value_enum)]
    to: Option<Language>,
    /// Where to write it, - for standard output; text goes there without, too
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    stablehlo: StablehloFlags,
}

pub fn main(options: &Options) -> Outcome {
    let (source, module) = options.program.read_module(&options.arguments)?;
    let language = language(options, &source)?;
    check_flags(options, language)?;
    let bytes = converted(&module, language, options).map_err(|d| failure(&d, &source))?;
    deliver(&bytes, options.output.as_deref())
}

fn language(options: &Options, source: &Source) -> Outcome<Language> {
    match (options.to, options.output.as_deref().filter(|path| !is_standard_stream(path))) {
        (Some(language), _) => Ok(language),
        (None, Some(path)) => of_name(path),
        (None, None) if is_hlo(source) => Ok(Language::Stablehlo),
        (None, None) => Ok(Language::Hlo),
    }
}

/// # Errors
/// Flags that say nothing about this language; bytes for a terminal.
fn check_flags(options: &Options, language: Language) -> Outcome {
    if !language.is_text() && options.output.is_none() {
        return Err(Failure::usage("expected --output=FILE: what --to names is no text"));
    }
    options.stablehlo.check(language == Language::Stablehlo, language == Language::Bytecode)
}

/// # Errors
/// A name that says no language.
fn of_name(path: &Path) -> Outcome<Language> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("mlir") => Ok(Language::Stablehlo),
        Some("mlirbc") => Ok(Language::Bytecode),
        Some("hlo" | "txt") => Ok(Language::Hlo),
        Some("pb") => Ok(Language::Proto),
        _ => {
            let expected = "expected --to, or an output named .mlir, .mlirbc, .hlo, .txt or .pb";
            Err(Failure::usage(format!("{expected}; found {}", path.display())))
        }
    }
}

fn converted(module: &Module, language: Language, options: &Options) -> Result<Vec<u8>, Diagnostics> {
    Ok(match language {
        Language::Stablehlo => options.stablehlo.text(module)?,
        Language::Bytecode => options.stablehlo.bytecode(module)?,
        Language::Hlo => show_module(module, Format::Text).into_bytes(),
        Language::Proto => proto::write(module)?,
    })
}
