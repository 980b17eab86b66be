//! A program on disk: `program.hlo` and its arguments `0.npy`, `1.npy`, … in a folder.

use crate::hlo::{ArrayLiteral, PrintOptions, print};
use crate::reduce::Program;
use crate::runtime::npy;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

pub struct Files {
    folder: PathBuf,
    /// Arguments as they lie there.
    written: Vec<ArrayLiteral>,
}

impl Files {
    pub fn new(folder: &Path) -> Files {
        Files { folder: folder.to_owned(), written: Vec::new() }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn program(&self) -> PathBuf {
        self.folder.join("program.hlo")
    }

    /// Puts another program there; arguments that lie there already are not written again.
    pub fn write(&mut self, program: &Program) -> Result<()> {
        std::fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot make the folder {}", self.folder.display()))?;
        write_text(&self.program(), &print(&program.module, &PrintOptions::default()))?;
        for (number, argument) in program.arguments.iter().enumerate() {
            if !self.written.get(number).is_some_and(|written| is_same(written, argument)) {
                npy::write(&self.folder.join(format!("{number}.npy")), argument)?;
            }
        }
        self.written = program.arguments.clone();
        Ok(())
    }

    pub fn write_script(&self, script: &str) -> Result<()> {
        write_text(&self.folder.join("reproduce.sh"), script)
    }
}

fn write_text(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Whether two arrays share their memory.
fn is_same(a: &ArrayLiteral, b: &ArrayLiteral) -> bool {
    a.shape() == b.shape() && std::ptr::eq(a.bytes().as_ptr(), b.bytes().as_ptr())
}
