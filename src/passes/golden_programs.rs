//! Every pass keeps the values of every golden file of this folder's tests, on the interpreter: alone, and in the states
//! of a program in which it finds something to do, along each pipeline.
//!
//! `PJRT_PASS_CORPUS=FOLDER cargo test --lib golden_programs -- --nocapture` does the same for other files. What a
//! program computes from nothing (`call @inputs()` of a conformance test) are its arguments there, so that passes do
//! not fold it to a constant.

use super::graph::edit;
use super::pipelines::{CPU, XLA_CPU};
use super::testing::{are_close, are_exactly_same, arguments, tame_arguments, verified};
use super::{Options, PASSES, Pass, Pipeline, run_passes, run_pipeline};
use crate::frontend::{self, Source};
use crate::hlo::{Bytes, Diagnostics, InstructionId, Literal, Module, Op, evaluate, print};
use std::collections::{BTreeMap, BTreeSet};
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

/// Elements that the interpreter is asked to compute, at most; those of another corpus take what time they take.
const LARGEST: usize = 1 << 16;

#[test]
fn values_stay() {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let (folders, largest) = match std::env::var_os("PJRT_PASS_CORPUS") {
        Some(folder) => (vec![PathBuf::from(folder)], usize::MAX),
        None => (vec![testdata.join("passes"), testdata.join("ops")], LARGEST),
    };
    let mut tally = Tally { largest, ..Tally::default() };
    for file in folders.iter().flat_map(|folder| files(folder)) {
        for module in modules(&file) {
            tally.check(&file, module);
        }
    }
    tally.report();
}

#[derive(Default)]
struct Tally {
    largest: usize,
    programs: usize,
    too_large: usize,
    /// By pass, the files in which it changed a program whose values could be compared.
    compared: BTreeMap<&'static str, BTreeSet<PathBuf>>,
    differences: Vec<String>,
}

impl Tally {
    fn check(&mut self, file: &Path, written: Module) {
        if size(&written) > self.largest {
            self.too_large += 1;
            return;
        }
        self.programs += 1;
        let program = Program { module: written, arguments: None };
        PASSES.iter().for_each(|pass| self.check_alone(file, pass, &program));
        let open = program.with_open_inputs();
        [CPU, XLA_CPU].iter().for_each(|pipeline| self.check_pipeline(file, pipeline, &open));
    }

    fn check_alone(&mut self, file: &Path, pass: &'static Pass, before: &Program) {
        let mut after = before.module.clone();
        match run_passes(&mut after, [pass.name], verified()) {
            Ok(true) => {
                let values = before.values(is_exact(pass));
                let actual = |(arguments, _): &(Vec<Literal>, Literal)| evaluate(&after, arguments).ok();
                let same = values.iter().map(|value| is_kept(pass, &value.1, actual(value).as_ref()));
                if let Some(same) = same.reduce(|all, one| all && one) {
                    self.judge(pass, file, same, &after);
                }
            }
            Ok(false) => {}
            Err(findings) => self.fail(pass.name, file, &findings),
        }
    }

    /// Compares the values after each run of a pass that changed something with those before it.
    fn check_pipeline(&mut self, file: &Path, pipeline: &Pipeline, program: &Program) {
        let Some((arguments, mut last)) = program.values(false).into_iter().next() else { return };
        let mut module = program.module.clone();
        let mut observer = |o: &super::Observation| {
            if o.changed {
                let actual = evaluate(o.module, &arguments).ok();
                self.judge(o.pass, file, is_kept(o.pass, &last, actual.as_ref()), o.module);
                last = actual.unwrap_or_else(|| last.clone());
            }
        };
        let options = Options { observer: Some(&mut observer), ..verified() };
        let outcome = run_pipeline(&mut module, pipeline, options);
        if let Err(findings) = outcome {
            self.fail(pipeline.name, file, &findings);
        }
    }

    fn judge(&mut self, pass: &'static Pass, file: &Path, is_kept: bool, after: &Module) {
        self.compared.entry(pass.name).or_default().insert(file.to_path_buf());
        if !is_kept {
            self.differ(pass.name, file, &format!("other values\n{}", text(after)));
        }
    }

    fn fail(&mut self, name: &str, file: &Path, findings: &Diagnostics) {
        let message = &findings.0[0].message;
        // Some passes need others before them, and say so.
        if !message.contains("has to run before") {
            self.differ(name, file, message);
        }
    }

    fn differ(&mut self, name: &str, file: &Path, what: &str) {
        self.differences.push(format!("{name} of {}: {what}\n", file.display()));
    }

    fn report(self) {
        let counts: Vec<(&str, usize)> = self.compared.iter().map(|(&pass, files)| (pass, files.len())).collect();
        let pairs: usize = counts.iter().map(|(_, files)| files).sum();
        println!("{} programs, {} too large; {pairs} pairs of a pass and a file", self.programs, self.too_large);
        println!("compared by pass: {counts:?}");
        assert!(self.differences.is_empty(), "{}", self.differences.join(""));
    }
}

/// A program, and what it is given to compute with if that is not for the test to choose.
struct Program {
    module: Module,
    arguments: Option<Vec<Literal>>,
}

impl Program {
    /// Arguments with what the program makes of them, where the interpreter can tell: with numbers of all kinds for what
    /// has to be exact, with tame ones for what does not.
    fn values(&self, is_exact: bool) -> Vec<(Vec<Literal>, Literal)> {
        let make = if is_exact { arguments } else { tame_arguments };
        let all = match &self.arguments {
            Some(arguments) => vec![arguments.clone()],
            None => (0..3).map(|seed| make(&self.module, seed)).collect(),
        };
        let computed = |arguments: Vec<Literal>| {
            let value = evaluate(&self.module, &arguments).ok()?;
            Some((arguments, value))
        };
        all.into_iter().filter_map(computed).collect()
    }

    /// The program with parameters in the place of calls of functions without any, if it has no parameters itself.
    fn with_open_inputs(mut self) -> Program {
        let entry = self.module.entry();
        if !entry.parameters().is_empty() {
            return self;
        }
        let is_source = |&id: &InstructionId| matches!(entry.op(id), Op::Call { .. }) && entry.operands(id).is_empty();
        let sources: Vec<InstructionId> = entry.post_order().into_iter().filter(is_source).collect();
        let mut arguments = Vec::new();
        for source in sources {
            self.open(source, &mut arguments);
        }
        Program { module: self.module, arguments: Some(arguments) }
    }

    fn open(&mut self, source: InstructionId, arguments: &mut Vec<Literal>) {
        let Op::Call { to_apply } = *self.module.entry().op(source) else { return };
        let mut alone = self.module.clone();
        alone.set_entry(to_apply);
        let Ok(value) = evaluate(&alone, &[]) else { return };
        let entry = self.module.entry_id();
        edit(&mut self.module, entry, |graph| {
            let mut parameter = |value: Literal| {
                arguments.push(value.clone());
                graph.computation.add_parameter(arguments.len() - 1, value.shape(), &None)
            };
            let opened = match value {
                Literal::Tuple(parts) => {
                    let parts: Vec<InstructionId> = parts.into_iter().map(parameter).collect();
                    graph.tuple(&parts)
                }
                value => parameter(value),
            };
            graph.replace(source, opened);
        });
    }
}

fn is_exact(pass: &Pass) -> bool {
    !INEXACT.contains(&pass.name)
}

fn is_kept(pass: &Pass, expected: &Literal, actual: Option<&Literal>) -> bool {
    let same = if is_exact(pass) { are_exactly_same } else { are_close };
    actual.is_some_and(|actual| same(expected, actual))
}

/// The program, where it is asked for: `PJRT_PASS_SHOW=1`.
fn text(module: &Module) -> String {
    std::env::var_os("PJRT_PASS_SHOW").map_or_else(String::new, |_| print(module, &Default::default()))
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
