//! `--output`: where results go.

use super::placement::View;
use super::streams::try_print;
use super::value::format_array;
use crate::hlo::ArrayLiteral;
use crate::runtime::{Signature, npy};
use anyhow::{Context, Result, bail, ensure};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where each result of a program goes.
pub struct Destinations {
    view: View,
    /// One a result.
    destinations: Vec<Destination>,
    /// Takes all results.
    folder: Option<PathBuf>,
}

/// Where one result goes.
enum Destination {
    Print,
    Npy(PathBuf),
    Raw(PathBuf),
    /// To the folder alone.
    Nowhere,
}

impl Destination {
    fn path(&self) -> Option<&Path> {
        match self {
            Destination::Npy(path) | Destination::Raw(path) => Some(path),
            Destination::Print | Destination::Nowhere => None,
        }
    }
}

impl Destinations {
    /// `-` prints, `@x.npy` writes an array, `@x.bin` its bytes. What has no specification is printed, unless a folder
    /// takes all.
    ///
    /// # Errors
    /// More specifications than results, what is none, or a file for two results or for those of several devices.
    pub fn new(specs: &[String], folder: Option<&Path>, signature: &Signature, view: View) -> Result<Destinations> {
        let count = signature.results().len();
        ensure!(specs.len() <= count, "expected at most {count} --output, found {}", specs.len());
        if let Some(shared) = specs.iter().find(|spec| *spec != "-" && !view.is_own(spec)) {
            bail!("several devices write to --output={shared}: expected {{device}} in it, or --stacked");
        }
        let own = specs.iter().map(|spec| destination(&view.on_device(spec)));
        let mut destinations = own.collect::<Result<Vec<_>>>()?;
        each_file_takes_one_result(&destinations)?;
        destinations.resize_with(count, || if folder.is_some() { Destination::Nowhere } else { Destination::Print });
        let folder = folder.map(|folder| own_folder(folder, view));
        Ok(Destinations { view, destinations, folder })
    }

    /// Prints and writes the results.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn deliver(&self, results: &[ArrayLiteral], limit: usize) -> Result<()> {
        let of_device = self.view.device.map_or_else(String::new, |device| format!(" of device {device}"));
        for (i, (result, destination)) in results.iter().zip(&self.destinations).enumerate() {
            match destination {
                Destination::Print => {
                    try_print(format_args!("result[{i}]{of_device}: {}\n", format_array(result, limit)))?;
                }
                Destination::Npy(path) => npy::write(path, result)?,
                Destination::Raw(path) => npy::write_atomically(path, |file| file.write_all(result.bytes()))?,
                Destination::Nowhere => {}
            }
        }
        self.folder.as_ref().map_or(Ok(()), |folder| write_folder(results, folder))
    }
}

/// The folder of one device's results: one in it where its name does not tell devices apart.
pub fn own_folder(folder: &Path, view: View) -> PathBuf {
    match (folder.to_str(), view.device) {
        (Some(text), Some(_)) if view.is_own(text) => view.on_device(text).into(),
        (_, Some(device)) => folder.join(device.to_string()),
        (_, None) => folder.to_owned(),
    }
}

fn each_file_takes_one_result(destinations: &[Destination]) -> Result<()> {
    let paths: Vec<&Path> = destinations.iter().filter_map(Destination::path).collect();
    let is_device = |path: &Path| std::fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir());
    let twice = paths.iter().enumerate().find(|(i, path)| paths[..*i].contains(path) && !is_device(path));
    twice.map_or(Ok(()), |(_, path)| bail!("expected a file for each --output, found {} twice", path.display()))
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
        _ => bail!("cannot read --output={spec}: expected -, @FILE.npy or @FILE.bin"),
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
