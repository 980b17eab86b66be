//! HLO that is printed reads back to the same module: text and proto, before and after the passes, for every program
//! of the golden files.
//!
//! `PJRT_CORPUS=DIR cargo test --test round_trip -- --nocapture` does the same with each HLO file in a folder, and
//! tells what was not read, by message.

use pjrt::frontend::{self, Program, Source};
use pjrt::hlo::{self, Module, PrintOptions};
use pjrt::passes::{self, pipelines};
use pjrt::proto;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[test]
fn golden_files_read_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let files = files(&folder, &["mlir", "hlo"]);
    assert!(!files.is_empty());
    let reports: Vec<Report> = files.par_iter().map(|file| check(file)).collect();
    let differences: Vec<&String> = reports.iter().flat_map(|report| &report.differences).collect();
    let read: usize = reports.iter().map(|report| report.read).sum();
    assert!(read >= files.len() / 2, "only {read} modules of {} files were read", files.len());
    assert!(differences.is_empty(), "{} of {read} modules differ, first {}", differences.len(), differences[0]);
}

#[test]
fn corpus_reads_back() {
    let Some(folder) = std::env::var_os("PJRT_CORPUS") else { return };
    let reports: Vec<Report> =
        files(Path::new(&folder), &["mlir", "hlo", "txt", "pb"]).par_iter().map(|file| check(file)).collect();
    let mut refused: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (message, file) in reports.iter().flat_map(|report| &report.refused) {
        refused.entry(message).or_default().push(file);
    }
    for (message, files) in &refused {
        println!("{:5} {message} ({})", files.len(), files[0]);
    }
    let differences: Vec<&String> = reports.iter().flat_map(|report| &report.differences).collect();
    differences.iter().for_each(|difference| println!("{difference}"));
    let read: usize = reports.iter().map(|report| report.read).sum();
    let not_read: usize = reports.iter().map(|report| report.refused.len()).sum();
    println!("{read} modules read, {not_read} refused, {} differ when read back", differences.len());
}

/// What became of the modules of a file.
#[derive(Default)]
struct Report {
    read: usize,
    /// First messages, each with the file.
    refused: Vec<(String, String)>,
    differences: Vec<String>,
}

fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            found.extend(files(&path, extensions));
        } else if extension.is_some_and(|extension| extensions.contains(&extension)) {
            found.push(path);
        }
    }
    found
}

fn check(file: &Path) -> Report {
    let mut report = Report::default();
    let name = file.display().to_string();
    let Some(text) = text(file, &name, &mut report) else { return report };
    for section in frontend::sections(&Source::new(&*name, text)) {
        match frontend::read(&section) {
            Ok(Program::Static(module)) => {
                report.read += 1;
                report.differences.extend(difference(&module, "as read").map(|text| format!("{name}: {text}")));
                report.differences.extend(optimized_difference(module).map(|text| format!("{name}: {text}")));
            }
            Ok(Program::Dynamic(_)) => {}
            Err(findings) => report.refused.push((findings.0[0].message.clone(), name.clone())),
        }
    }
    report
}

fn text(file: &Path, name: &str, report: &mut Report) -> Option<String> {
    let bytes = std::fs::read(file).unwrap();
    if !proto::is_proto(&bytes) {
        return String::from_utf8(bytes).ok();
    }
    match proto::read(&bytes) {
        Ok(program) => Some(program.text),
        Err(findings) => {
            report.refused.push((findings.0[0].message.clone(), name.to_owned()));
            None
        }
    }
}

fn optimized_difference(mut module: Module) -> Option<String> {
    // What no pass takes is told by the tests of the passes.
    passes::run_pipeline(&mut module, &pipelines::CPU, passes::Options::default()).ok()?;
    difference(&module, "after the passes")
}

/// What a module reads back as, where that is not itself: from text, and from a proto.
fn difference(module: &Module, state: &str) -> Option<String> {
    let told = |kind: &str, outcome: Result<(String, String), hlo::Diagnostics>| match outcome {
        Ok((found, expected)) if found == expected => None,
        Ok((found, expected)) => Some(format!("{kind} {state}: {}", first_difference(&expected, &found))),
        Err(findings) => Some(format!("{kind} {state}: {findings}")),
    };
    let text = print(module);
    let from_text = frontend::parse(&Source::new("printed", &*text)).map(|module| (print(&module), text));
    told("text", from_text).or_else(|| told("proto", from_proto(module)?))
}

/// Without names: a proto has each only once in a module. `None` where a proto cannot say it, as a sharding that is none.
fn from_proto(module: &Module) -> Option<Result<(String, String), hlo::Diagnostics>> {
    match proto::write(module) {
        Err(findings) if findings.blame() == hlo::Blame::Unsupported => None,
        written => Some(written.and_then(|bytes| read_back(module, &bytes))),
    }
}

fn read_back(module: &Module, bytes: &[u8]) -> Result<(String, String), hlo::Diagnostics> {
    let program = proto::read(bytes)?;
    let again = frontend::parse(&Source::new("written", program.text))?;
    Ok((nameless(&print(&again)), nameless(&print(module))))
}

fn nameless(text: &str) -> String {
    let mut pieces = text.split('%');
    let first = pieces.next().unwrap_or_default().to_owned();
    let is_of_name = |c: char| c.is_alphanumeric() || "_.-".contains(c);
    pieces.fold(first, |out, piece| out + "%" + piece.trim_start_matches(is_of_name))
}

fn print(module: &Module) -> String {
    // A place in a text is another one in the text that is printed. Signatures are names again.
    hlo::print(module, &PrintOptions { metadata: false, signatures: false, ..PrintOptions::default() })
}

fn first_difference(expected: &str, found: &str) -> String {
    let lines = expected.lines().zip(found.lines());
    let different = lines.into_iter().find(|(expected, found)| expected != found);
    let (expected, found) = different.unwrap_or(("all of it", "more or less"));
    format!("expected\n  {expected}\nfound\n  {found}")
}
