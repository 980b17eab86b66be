//! `--output`: where results go.

use super::value::format_array;
use crate::hlo::ArrayLiteral;
use crate::runtime::npy;
use anyhow::{Result, ensure};
use std::io::Write;
use std::path::Path;

/// Prints or writes each result: `-` prints, `@x.npy` writes an array, `@x.bin` its bytes. What has no `--output` is
/// printed, unless a folder takes all.
pub fn deliver(results: &[ArrayLiteral], specs: &[String], folder: Option<&Path>, limit: usize) -> Result<()> {
    ensure!(specs.len() <= results.len(), "expected at most {} outputs, found {}", results.len(), specs.len());
    for (i, result) in results.iter().enumerate() {
        match specs.get(i).map(String::as_str) {
            Some("-") => print(i, result, limit),
            Some(spec) => write(spec, result)?,
            None if folder.is_none() => print(i, result, limit),
            None => {}
        }
        if let Some(folder) = folder {
            npy::write(&folder.join(format!("{i}.npy")), result)?;
        }
    }
    Ok(())
}

fn print(index: usize, result: &ArrayLiteral, limit: usize) {
    println!("result[{index}]: {}", format_array(result, limit));
}

fn write(spec: &str, result: &ArrayLiteral) -> Result<()> {
    let path = Path::new(spec.trim_start_matches('@'));
    if path.extension().is_some_and(|e| e == "bin") {
        return npy::write_atomically(path, |file| file.write_all(result.bytes()));
    }
    npy::write(path, result)
}
