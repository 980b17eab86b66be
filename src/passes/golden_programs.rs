//! Every pass alone keeps the values of every golden file of this folder's tests, on the interpreter.
//!
//! `PJRT_PASS_CORPUS=FOLDER cargo test --lib golden_programs -- --nocapture` does the same for other files.

use super::testing::{are_close, are_exactly_same, arguments, tame_arguments};
use super::{Options, PASSES, Pass, run_passes};
use crate::frontend::{self, Source};
use crate::hlo::{Bytes, InstructionId, Literal, Module, Op, evaluate, print, verify};
use std::path::{Path, PathBuf};

/// Passes that take sums in another order, or compute a function in another way.
const INEXACT: &[&str] = &[
    "algsimp",
    "batchnorm_expander",
    "cholesky_expander",
    "float-normalization",
    "logistic-expander",
    "reduce-window-rewriter",
    "tree_reduction_rewriter",
    "triangular_solve_expander",
];

/// Elements that the interpreter is asked to compute, at most.
const LARGEST: usize = 1 << 16;

#[test]
fn values_stay() {
    let folder = std::env::var_os("PJRT_PASS_CORPUS").map(PathBuf::from);
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let folders = folder.map_or_else(|| vec![testdata.join("passes"), testdata.join("ops")], |folder| vec![folder]);
    let mut tally = Tally::default();
    for file in folders.iter().flat_map(|folder| files(folder)) {
        for module in modules(&file) {
            tally.check(&file, &module);
        }
    }
    tally.report();
}

#[derive(Default)]
struct Tally {
    programs: usize,
    /// Runs of a pass that changed a program whose values could be compared.
    compared: Vec<(&'static str, usize)>,
    differences: Vec<String>,
}

impl Tally {
    fn check(&mut self, file: &Path, before: &Module) {
        if size(before) > LARGEST {
            return;
        }
        self.programs += 1;
        for pass in PASSES {
            let mut after = before.clone();
            let verified = Options { verifier: Some(verify), ..Options::default() };
            match run_passes(&mut after, [pass.name], verified) {
                Ok(true) => match is_kept(pass, before, &after) {
                    Some(true) => self.count(pass.name),
                    Some(false) => self.differ(pass, file, &format!("other values\n{}", text(&after))),
                    None => {}
                },
                Ok(false) => {}
                // Some passes need others before them, and say so.
                Err(findings) if findings.0[0].message.contains("has to run before") => {}
                Err(findings) => self.differ(pass, file, &findings.0[0].message),
            }
        }
    }

    fn count(&mut self, name: &'static str) {
        match self.compared.iter_mut().find(|(other, _)| *other == name) {
            Some((_, count)) => *count += 1,
            None => self.compared.push((name, 1)),
        }
    }

    fn differ(&mut self, pass: &Pass, file: &Path, what: &str) {
        self.differences.push(format!("{} of {}: {what}\n", pass.name, file.display()));
    }

    fn report(self) {
        println!("{} programs; compared by pass: {:?}", self.programs, self.compared);
        assert!(self.differences.is_empty(), "{}", self.differences.join(""));
    }
}

/// The program, where it is asked for: `PJRT_PASS_SHOW=1`.
fn text(module: &Module) -> String {
    std::env::var_os("PJRT_PASS_SHOW").map_or_else(String::new, |_| print(module, &Default::default()))
}

/// Whether both give the same; `None` where the interpreter cannot run the first.
fn is_kept(pass: &Pass, before: &Module, after: &Module) -> Option<bool> {
    let is_exact = !INEXACT.contains(&pass.name);
    let mut kept = None;
    for seed in 0..3 {
        let arguments: Vec<Literal> = if is_exact { arguments(before, seed) } else { tame_arguments(before, seed) };
        let Ok(expected) = evaluate(before, &arguments) else { continue };
        let same = evaluate(after, &arguments).is_ok_and(|actual| match is_exact {
            true => are_exactly_same(&expected, &actual),
            false => are_close(&expected, &actual),
        });
        kept = Some(kept.unwrap_or(true) && same);
    }
    kept
}

fn size(module: &Module) -> usize {
    let elements = |id| {
        let computation = module.computation(id);
        let sizes = computation.ids().flat_map(|i| computation.shape(i).leaves());
        sizes.filter_map(|(_, leaf)| leaf.as_array()).map(|array| array.element_count()).sum::<usize>()
    };
    module.computation_ids().into_iter().map(elements).sum()
}

fn modules(file: &Path) -> Vec<Module> {
    let Ok(bytes) = std::fs::read(file) else { return Vec::new() };
    let Ok(source) = Source::from_bytes(file.display().to_string(), Bytes::copy_of(&bytes)) else { return Vec::new() };
    frontend::sections(&source).iter().filter_map(|part| frontend::parse(part).ok()).map(without_checks).collect()
}

/// The program without its expectations, which are for other arguments.
fn without_checks(mut module: Module) -> Module {
    for id in module.computation_ids() {
        let computation = module.computation_mut(id);
        let is_check = |id: InstructionId| {
            let is_call = matches!(computation.op(id), Op::CustomCall(call) if call.target.starts_with("check."));
            is_call && computation.users(id).is_empty() && computation.root() != id
        };
        let checks: Vec<InstructionId> = computation.ids().filter(|&id| is_check(id)).collect();
        checks.into_iter().for_each(|check| computation.remove(check));
    }
    module
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files = Vec::new();
    for path in entries.map(|entry| entry.expect("a readable folder").path()) {
        if path.is_dir() {
            files.extend(self::files(&path));
        } else if path.extension().is_some_and(|e| e == "mlir" || e == "hlo") {
            files.push(path);
        }
    }
    files.sort();
    files
}
