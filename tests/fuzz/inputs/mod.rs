//! Readers of files against damaged files: no panic, no crash, no hang, bounded memory.

mod mutate;

use crate::generate::program;
use crate::random::Random;
use pjrt::bytecode::{self, Version};
use pjrt::frontend::{self, Source};
use pjrt::hlo::Bytes;
use pjrt::proto;
use pjrt::stablehlo::{Dialects, from_hlo};
use std::path::{Path, PathBuf};

/// The bytes of a program that a seed stands for; none where it cannot be written.
type Write = fn(u64) -> Option<Vec<u8>>;

/// A reader of bytes; what it returns does not matter.
#[derive(Clone, Copy)]
pub struct Target {
    pub name: &'static str,
    /// How the names of files that it reads end.
    extension: &'static str,
    read: fn(&[u8]),
    /// How its files are damaged.
    damage: fn(&mut Random, &[Vec<u8>]) -> Vec<u8>,
    /// Writes a random program, where there are writers.
    write: Option<Write>,
}

pub const TARGETS: [Target; 4] = [
    Target { name: "text", extension: "mlir", read: text, damage: mutate::text, write: None },
    Target { name: "hlo", extension: "hlo", read: text, damage: mutate::text, write: None },
    Target {
        name: "bytecode",
        extension: "mlirbc",
        read: artifact,
        damage: mutate::binary,
        write: Some(written_artifact),
    },
    Target { name: "proto", extension: "pb", read: proto_file, damage: mutate::binary, write: Some(written_proto) },
];

pub fn find(name: &str) -> Option<Target> {
    TARGETS.into_iter().find(|target| target.name == name)
}

fn text(bytes: &[u8]) {
    if let Ok(source) = Source::from_bytes("fuzz", Bytes::copy_of(bytes)) {
        // Findings are shown too: their places have to lie in the text.
        if let Err(findings) = frontend::parse(&source) {
            _ = frontend::render(&findings, &source);
        }
    }
}

/// An artifact becomes a program by way of its text.
fn artifact(bytes: &[u8]) {
    if let Ok(printed) = bytecode::to_text(bytes) {
        text(printed.as_bytes());
    }
}

/// A proto too becomes a program by way of its text.
fn proto_file(bytes: &[u8]) {
    if let Ok(program) = proto::read(bytes) {
        text(program.text.as_bytes());
    }
}

fn written_proto(seed: u64) -> Option<Vec<u8>> {
    proto::write(&program(seed).module).ok()
}

/// The portable artifact of a random program; none where StableHLO cannot say it.
fn written_artifact(seed: u64) -> Option<Vec<u8>> {
    let program = from_hlo(&program(seed).module, Dialects::Portable).ok()?;
    let versions = [Version::CURRENT, Version(1, 13, 0), Version(1, 0, 0), Version(0, 17, 0)];
    bytecode::write(&program, versions[seed as usize % versions.len()]).ok()
}

/// Memory that a reader may ask for.
const MEMORY_LIMIT: libc::rlim_t = 4 << 30;
/// Of the files that are damaged.
const LARGEST_FILE: u64 = 20_000;
/// Random programs among the files that are damaged.
const WRITTEN: u64 = 60;

/// A target with the files to damage.
pub struct Inputs {
    target: Target,
    corpus: Vec<Vec<u8>>,
}

impl Inputs {
    /// Files below `testdata`, or below another folder, and random programs where they can be written.
    pub fn new(target: Target, folder: Option<&Path>) -> Inputs {
        let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
        let mut files = Vec::new();
        collect(folder.unwrap_or(&testdata), target.extension, &mut files);
        files.sort();
        let mut corpus: Vec<Vec<u8>> = files.iter().filter_map(|file| std::fs::read(file).ok()).collect();
        if let Some(write) = target.write {
            corpus.extend((0..WRITTEN).filter_map(write).filter(|file| file.len() as u64 <= LARGEST_FILE));
        }
        assert!(!corpus.is_empty(), "files to damage");
        Inputs { target, corpus }
    }

    /// The damaged file of a seed.
    pub fn input(&self, seed: u64) -> Vec<u8> {
        (self.target.damage)(&mut Random::new(seed), &self.corpus)
    }

    pub fn read(&self, input: &[u8]) {
        (self.target.read)(input);
    }
}

/// Makes a reader that asks for too much memory fail.
pub fn limit_memory() {
    let limit = libc::rlimit { rlim_cur: MEMORY_LIMIT, rlim_max: MEMORY_LIMIT };
    // SAFETY: the structure is alive and right for the call.
    let outcome = unsafe { libc::setrlimit(libc::RLIMIT_AS, &limit) };
    assert_eq!(outcome, 0, "a limit can be set");
}

fn collect(folder: &Path, extension: &str, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let fits = || entry.metadata().is_ok_and(|data| data.len() <= LARGEST_FILE);
        if path.is_dir() {
            collect(&path, extension, files);
        } else if path.extension().is_some_and(|e| e == extension) && fits() {
            files.push(path);
        }
    }
}
