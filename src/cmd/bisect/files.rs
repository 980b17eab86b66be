//! A program on disk: `program.hlo` and its arguments `0.npy`, `1.npy`, … in a folder, with `reproduce.sh` where somebody
//! is to see it. That script lists what was written with it, so that another run can take away just that.

use crate::hlo::{ArrayLiteral, PrintOptions, print};
use crate::reduce::Program;
use crate::runtime::npy;
use anyhow::{Context, Result, bail};
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

    /// What shows the failure again, wherever the folder goes: `line` knows it as `$folder`.
    pub fn write_script(&self, symptom: &str, line: &str) -> Result<()> {
        let arguments = (0..self.written.len()).map(|number| format!(" {number}.npy"));
        let list: String = [format!("{LIST}program.hlo")].into_iter().chain(arguments).collect();
        let script = format!("#!/bin/sh\n# {symptom}\n{list}\nfolder=$(dirname \"$0\")\n{line}\n");
        write_text(&self.folder.join(SCRIPT), &script)
    }

    /// Takes away what another search left in the folder.
    ///
    /// # Errors
    /// Files that would be taken for this search's and come from somewhere else.
    pub fn clear(&self) -> Result<()> {
        let old = written_before(&self.folder);
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return Ok(()) };
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let (ours, others): (Vec<String>, Vec<String>) =
            names.filter(|name| is_one_of_ours(name)).partition(|name| old.contains(name));
        if let Some(other) = others.first() {
            bail!("{} holds a {other} that pjrt bisect did not write: choose another folder", self.folder.display());
        }
        ours.iter().try_for_each(|name| {
            let path = self.folder.join(name);
            std::fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))
        })
    }
}

const SCRIPT: &str = "reproduce.sh";

/// How the line of the script begins that lists files.
const LIST: &str = "# pjrt bisect wrote: ";

fn written_before(folder: &Path) -> Vec<String> {
    let script = std::fs::read_to_string(folder.join(SCRIPT)).unwrap_or_default();
    let list = script.lines().find_map(|line| line.strip_prefix(LIST));
    list.into_iter().flat_map(|list| list.split(' ')).chain(list.map(|_| SCRIPT)).map(str::to_owned).collect()
}

/// Whether a file of this name would be taken for a part of the program.
fn is_one_of_ours(name: &str) -> bool {
    let number = name.strip_suffix(".npy").filter(|number| !number.is_empty());
    let is_argument = number.is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()));
    is_argument || name == "program.hlo" || name == SCRIPT
}

fn write_text(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Whether two arrays share their memory.
fn is_same(a: &ArrayLiteral, b: &ArrayLiteral) -> bool {
    a.shape() == b.shape() && std::ptr::eq(a.bytes().as_ptr(), b.bytes().as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{ArrayShape, ElementType, Module};

    fn program(arguments: usize) -> Program {
        let argument = ArrayLiteral::zeros(&ArrayShape::new(ElementType::F32, [2]));
        let entry = crate::hlo::reducer(crate::hlo::BinaryOp::Add, ElementType::F32);
        let mut module = Module::new("test");
        let entry = module.add_computation(entry);
        module.set_entry(entry);
        Program { module, arguments: vec![argument; arguments] }
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("a file").file_name().into_string().expect("a name")).collect();
        names.sort();
        names
    }

    #[test]
    fn a_folder_of_another_search_is_used_again() {
        let folder = tempfile::tempdir().expect("a folder");
        for arguments in [3, 1] {
            let mut files = Files::new(folder.path());
            files.clear().expect("nothing of others");
            files.write(&program(arguments)).and_then(|()| files.write_script("it fails", "true")).expect("written");
        }
        write_text(&folder.path().join("notes"), "").expect("written");
        assert_eq!(names(folder.path()), ["0.npy", "notes", "program.hlo", "reproduce.sh"]);
    }

    #[test]
    fn files_of_others_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        write_text(&folder.path().join("7.npy"), "").expect("written");
        let error = Files::new(folder.path()).clear().expect_err("not ours");
        assert!(error.to_string().contains("holds a 7.npy that pjrt bisect did not write"), "{error}");
        assert_eq!(names(folder.path()), ["7.npy"]);
    }
}
