//! `--output`: where results go.

use super::stdout::try_print;
use super::value::format_array;
use crate::hlo::ArrayLiteral;
use crate::runtime::{Signature, npy};
use anyhow::{Context, Result, ensure};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where each result of a program goes.
pub struct Destinations<'o> {
    /// One a result.
    destinations: Vec<Destination>,
    /// Takes all results.
    folder: Option<&'o Path>,
}

/// Where one result goes.
enum Destination {
    Print,
    Npy(PathBuf),
    Raw(PathBuf),
    /// To the folder alone.
    Nowhere,
}

impl<'o> Destinations<'o> {
    /// `-` prints, `@x.npy` writes an array, `@x.bin` its bytes. What has no specification is printed, unless a folder
    /// takes all.
    ///
    /// # Errors
    /// More specifications than results, or what is none.
    pub fn new(specs: &[String], folder: Option<&'o Path>, signature: &Signature) -> Result<Destinations<'o>> {
        let count = signature.results().len();
        ensure!(specs.len() <= count, "expected at most {count} --output, found {}", specs.len());
        let mut destinations = specs.iter().map(|spec| destination(spec)).collect::<Result<Vec<_>>>()?;
        destinations.resize_with(count, || if folder.is_some() { Destination::Nowhere } else { Destination::Print });
        Ok(Destinations { destinations, folder })
    }

    /// Prints and writes the results.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn deliver(&self, results: &[ArrayLiteral], limit: usize) -> Result<()> {
        for (i, (result, destination)) in results.iter().zip(&self.destinations).enumerate() {
            match destination {
                Destination::Print => try_print(format_args!("result[{i}]: {}\n", format_array(result, limit)))?,
                Destination::Npy(path) => npy::write(path, result)?,
                Destination::Raw(path) => npy::write_atomically(path, |file| file.write_all(result.bytes()))?,
                Destination::Nowhere => {}
            }
        }
        self.folder.map_or(Ok(()), |folder| write_folder(results, folder))
    }
}

fn destination(spec: &str) -> Result<Destination> {
    if spec == "-" {
        return Ok(Destination::Print);
    }
    let path = Path::new(spec.trim_start_matches('@'));
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension {
        Some("bin") => Ok(Destination::Raw(path.to_owned())),
        _ if spec.starts_with('@') || extension == Some("npy") => Ok(Destination::Npy(path.to_owned())),
        _ => anyhow::bail!("cannot read --output={spec}: expected -, @FILE.npy or @FILE.bin"),
    }
}

/// Writes results as `0.npy`, `1.npy`, … to a folder, which is made if need be.
///
/// # Errors
/// A file that cannot be written.
pub fn write_folder(results: &[ArrayLiteral], folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let mut files = results.iter().enumerate();
    files.try_for_each(|(i, result)| npy::write(&folder.join(format!("{i}.npy")), result))
}
