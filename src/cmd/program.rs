//! The program that a command works on: text of one or more modules, or a saved executable.

use super::failure::{Failure, Outcome};
use crate::codegen::executable;
use crate::frontend::{self, Source};
use crate::hlo::{Bytes, Diagnostics, Module};
use anyhow::{Context, Result};
use std::io::Read;
use std::path::{Path, PathBuf};

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
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the file whole; a saved executable is mapped.
    pub fn read(&self) -> Outcome<Program> {
        let program = self.read_file().with_context(|| format!("cannot read {}", self.path.display()));
        program.map_err(|error| Failure::usage(format!("{error:#}")))
    }

    fn read_file(&self) -> Result<Program> {
        if self.path.as_os_str() == "-" {
            let mut content = Vec::new();
            std::io::stdin().read_to_end(&mut content)?;
            return Program::from_bytes("<stdin>", Bytes::copy_of(&content));
        }
        let mut file = std::fs::File::open(&self.path)?;
        if !file.metadata()?.is_file() {
            let mut content = Vec::new();
            file.read_to_end(&mut content)?;
            return Program::from_bytes(&self.path.display().to_string(), Bytes::copy_of(&content));
        }
        // SAFETY: a private mapping; a file that shrinks while it is mapped is beyond what we can defend against.
        let mapping = unsafe { memmap2::Mmap::map(&file)? };
        Program::from_bytes(&self.path.display().to_string(), Bytes::from_owner(mapping))
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

impl Program {
    fn from_bytes(name: &str, bytes: Bytes) -> Result<Program> {
        if executable::is_artifact(&bytes) {
            return Ok(Program::Artifact(bytes));
        }
        let text = std::str::from_utf8(&bytes).context("it is no text (UTF-8) and no saved executable")?;
        Ok(Program::Text(frontend::sections(&Source::new(name, text))))
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
