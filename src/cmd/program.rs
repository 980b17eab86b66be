//! The program that a command works on: text of one or more modules, a portable artifact, a proto, or a saved
//! executable.

use super::failure::{Failure, Outcome};
use super::specialize::ArgumentFlags;
use crate::bytecode;
use crate::codegen::executable;
use crate::frontend::{self, Source};
use crate::hlo::{ArrayLiteral, Bytes, Diagnostics, Module, Signature};
use crate::proto;
use anyhow::{Context, Result};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Where the program is.
#[derive(clap::Args)]
pub struct ProgramPath {
    /// StableHLO text (.mlir) or bytecode (.mlirbc), HLO text (.hlo, .txt) or proto (.pb), a saved executable (.pjx),
    /// or - for standard input
    #[arg(value_name = "PROGRAM", required = true)]
    path: Option<PathBuf>,
    /// Those that the file holds, once it is read.
    #[arg(skip)]
    arguments: OnceLock<Option<Vec<ArrayLiteral>>>,
}

pub enum Program {
    /// What `pjrt compile` saved.
    Artifact(Bytes),
    /// Sections of a text, one module each; a portable artifact is one, and a proto.
    Text(Vec<Source>),
}

impl ProgramPath {
    pub fn at(path: &Path) -> ProgramPath {
        ProgramPath { path: Some(path.to_owned()), arguments: OnceLock::new() }
    }

    /// Whether the program comes from standard input.
    pub fn is_stdin(&self) -> bool {
        self.path.as_deref().is_some_and(is_standard_stream)
    }

    /// Reads the file whole; a regular one is mapped.
    pub fn read(&self) -> Outcome<Program> {
        let path = self.path.as_deref().ok_or_else(|| Failure::usage("expected a PROGRAM"))?;
        let bytes = read_bytes(path).with_context(|| format!("cannot read {}", path.display()));
        let bytes = bytes.map_err(|error| Failure::usage(format!("{error:#}")))?;
        // By its name too: a damaged executable is no text.
        if executable::is_artifact(&bytes) || path.extension().is_some_and(|extension| extension == "pjx") {
            return Ok(Program::Artifact(bytes));
        }
        let name = if is_standard_stream(path) { "<stdin>".to_string() } else { path.display().to_string() };
        if bytecode::is_bytecode(&bytes) {
            let text = bytecode::to_text(&bytes).map_err(|d| Failure::program(&d, format!("{name}: {d}")))?;
            return Ok(Program::Text(vec![Source::new(name, text)]));
        }
        if proto::is_proto(&bytes) {
            let program = proto::read(&bytes).map_err(|d| Failure::program(&d, format!("{name}: {d}")))?;
            self.arguments.get_or_init(|| program.arguments);
            return Ok(Program::Text(vec![Source::new(name, program.text)]));
        }
        let text = Source::from_bytes(name, bytes).map_err(|d| Failure::program(&d, d.to_string()))?;
        Ok(Program::Text(frontend::sections(&text)))
    }

    /// The arguments that a snapshot was taken with; none before it is read.
    pub fn arguments(&self) -> Option<&[ArrayLiteral]> {
        self.arguments.get()?.as_deref()
    }

    /// The modules of a program's text.
    ///
    /// # Errors
    /// A saved executable.
    pub fn read_text(&self) -> Outcome<Vec<Source>> {
        match self.read()? {
            Program::Artifact(_) => Err(Failure::usage("expected a program's text, found a saved executable")),
            Program::Text(sections) => Ok(sections),
        }
    }

    /// The program's text as one module, for these arguments where its shapes depend on them.
    ///
    /// # Errors
    /// A saved executable, several sections, arguments that do not fit, or findings about the text.
    pub fn read_module(&self, arguments: &ArgumentFlags) -> Outcome<(Source, Module)> {
        let source = only_section(self.read_text()?)?;
        arguments.read(&source).map(|module| (source, module))
    }
}

/// # Errors
/// Several sections.
pub fn only_section(sections: Vec<Source>) -> Outcome<Source> {
    let [source] = <[Source; 1]>::try_from(sections)
        .map_err(|sections| Failure::usage(format!("expected one module, found {} sections", sections.len())))?;
    Ok(source)
}

/// Whether a path stands for standard input or output.
pub fn is_standard_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn read_bytes(path: &Path) -> Result<Bytes> {
    let mut content = Vec::new();
    if is_standard_stream(path) {
        std::io::stdin().read_to_end(&mut content)?;
        return Ok(Bytes::copy_of(&content));
    }
    let mut file = std::fs::File::open(path)?;
    if !file.metadata()?.is_file() {
        file.read_to_end(&mut content)?;
        return Ok(Bytes::copy_of(&content));
    }
    // SAFETY: a private mapping; a file that shrinks while it is mapped is beyond what we can defend against.
    Ok(Bytes::from_owner(unsafe { memmap2::Mmap::map(&file)? }))
}

/// Reads a section, with findings rendered.
pub fn read_section(source: &Source) -> Outcome<frontend::Program> {
    frontend::read(source).map_err(|diagnostics| failure(&diagnostics, source))
}

/// What a program takes and gives.
///
/// # Errors
/// Parameters that are no arrays.
pub fn signature(module: &Module, source: &Source) -> Outcome<Signature> {
    Signature::of(module).map_err(|diagnostics| failure(&diagnostics, source))
}

/// Findings about a module, shown in its source.
pub fn failure(diagnostics: &Diagnostics, source: &Source) -> Failure {
    Failure::program(diagnostics, frontend::render(diagnostics, source))
}
