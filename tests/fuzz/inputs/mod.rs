//! Readers of files against damaged files: no panic, no crash, no hang, bounded memory.

mod mutate;

use crate::random::Random;
use pjrt::frontend::{self, Source};
use pjrt::hlo::Bytes;
use std::path::{Path, PathBuf};

/// A reader of bytes; what it returns does not matter.
#[derive(Clone, Copy)]
pub struct Target {
    pub name: &'static str,
    /// How the names of files that it reads end.
    extension: &'static str,
    read: fn(&[u8]),
}

pub const TARGETS: [Target; 2] =
    [Target { name: "text", extension: "mlir", read: text }, Target { name: "hlo", extension: "hlo", read: text }];

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

/// Memory that a reader may ask for.
const MEMORY_LIMIT: libc::rlim_t = 8 << 30;
/// Of the files that are damaged.
const LARGEST_FILE: u64 = 20_000;

/// A target with the files to damage.
pub struct Inputs {
    target: Target,
    corpus: Vec<Vec<u8>>,
}

impl Inputs {
    /// Files below `testdata`, or below another folder.
    pub fn new(target: Target, folder: Option<&Path>) -> Inputs {
        let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
        let mut files = Vec::new();
        collect(folder.unwrap_or(&testdata), target.extension, &mut files);
        files.sort();
        let corpus: Vec<Vec<u8>> = files.iter().filter_map(|file| std::fs::read(file).ok()).collect();
        assert!(!corpus.is_empty(), "files to damage");
        Inputs { target, corpus }
    }

    /// The damaged file of a seed.
    pub fn input(&self, seed: u64) -> Vec<u8> {
        mutate::mutated(&mut Random::new(seed), &self.corpus)
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
