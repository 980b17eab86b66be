//! The program that a command works on: text of one or more modules, or a saved executable.

use super::failure::{Failure, Outcome};
use crate::codegen::executable;
use crate::frontend::{self, Source};
use crate::hlo::{Bytes, Diagnostics, Module};
use anyhow::{Context, Result};
use std::io::Read;
use std::path::PathBuf;

/// Where the program is.
#[derive(clap::Args)]
pub struct ProgramPath {
    /// StableHLO text (.mlir), a saved executable (.pjx), or - for standard input
    #[arg(value_name = "PROGRAM")]
    path: PathBuf,
}

pub enum Program {
    /// What `pjrt compile` saved.
    Artifact(Bytes),
    /// Sections of a text, one module each.
    Text(Vec<Source>),
}

impl ProgramPath {
    /// Reads the file whole; a regular one is mapped.
    pub fn read(&self) -> Outcome<Program> {
        let bytes = self.bytes().with_context(|| format!("cannot read {}", self.path.display()));
        let bytes = bytes.map_err(|error| Failure::usage(format!("{error:#}")))?;
        if executable::is_artifact(&bytes) {
            return Ok(Program::Artifact(bytes));
        }
        let name = if self.is_stdin() { "<stdin>".to_string() } else { self.path.display().to_string() };
        let text = Source::from_bytes(name, bytes).map_err(|d| Failure::program(&d, d.to_string()))?;
        Ok(Program::Text(frontend::sections(&text)))
    }

    fn is_stdin(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    fn bytes(&self) -> Result<Bytes> {
        let mut content = Vec::new();
        if self.is_stdin() {
            std::io::stdin().read_to_end(&mut content)?;
            return Ok(Bytes::copy_of(&content));
        }
        let mut file = std::fs::File::open(&self.path)?;
        if !file.metadata()?.is_file() {
            file.read_to_end(&mut content)?;
            return Ok(Bytes::copy_of(&content));
        }
        // SAFETY: a private mapping; a file that shrinks while it is mapped is beyond what we can defend against.
        Ok(Bytes::from_owner(unsafe { memmap2::Mmap::map(&file)? }))
    }

    /// The program's text as one module.
    ///
    /// # Errors
    /// A saved executable, several sections, or findings about the text.
    pub fn read_module(&self) -> Outcome<(Source, Module)> {
        match self.read()? {
            Program::Artifact(_) => Err(Failure::usage("expected a program's text, found a saved executable")),
            Program::Text(sections) => match <[Source; 1]>::try_from(sections) {
                Ok([source]) => parse(&source).map(|module| (source, module)),
                Err(sections) => {
                    let message = format!("expected one module, found {} sections", sections.len());
                    Err(Failure::usage(message))
                }
            },
        }
    }
}

/// Parses and verifies a section, with findings rendered.
pub fn parse(source: &Source) -> Outcome<Module> {
    frontend::parse(source).map_err(|diagnostics| failure(&diagnostics, source))
}

/// Findings about a module, shown in its source.
pub fn failure(diagnostics: &Diagnostics, source: &Source) -> Failure {
    Failure::program(diagnostics, frontend::render(diagnostics, source))
}
