//! `--to`: every stage of a program as files with the names that XLA gives to its dumps, so that what is known about
//! reading those holds.

use super::super::failure::{Failure, Outcome};
use super::super::program::failure;
use super::super::session;
use super::super::show::show_module;
use super::history::{self, History, Run};
use super::{Format, Options, dot, html, live_range};
use crate::codegen::{self, Artifact};
use crate::frontend::Source;
use crate::hlo::{Diagnostics, Module, identifier};
use crate::passes::buffer_assignment::BufferAssignment;
use crate::runtime::npy::write_atomically;
use anyhow::Context;
use std::io::Write;
use std::path::Path;

/// Longest part of a file's name that a program decides on: names of files end at 255 bytes.
const NAME: usize = 120;

pub fn write(folder: &Path, options: &Options) -> Outcome {
    let sections = options.program.read_text()?;
    let made = std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()));
    made.map_err(|error| Failure::io(&error))?;
    for (index, source) in sections.iter().enumerate() {
        let module = options.arguments.read(source)?;
        let stem = format!("module_{:04}.{}", index + 1, file_name(&identifier(&module.name)));
        let dump = Dump { folder, stem, options };
        dump.write(module, source)?;
    }
    Ok(())
}

/// The files of one module. Each is written as soon as it is known, so that a program that cannot be compiled leaves
/// the stages before that.
struct Dump<'a> {
    folder: &'a Path,
    stem: String,
    options: &'a Options,
}

impl Dump<'_> {
    fn write(&self, module: Module, source: &Source) -> Outcome {
        let program = |diagnostics| failure(&diagnostics, source);
        self.hlo("before_optimizations", &module)?;
        let page = (self.options.format == Format::Html).then(|| module.clone());
        let history = history::record(module, &self.options.compile).map_err(program)?;
        self.passes(&history)?;
        let optimized = history.last;
        let mut scheduled = optimized.clone();
        codegen::schedule(&mut scheduled).map_err(program)?;
        self.hlo("cpu_after_optimizations", &scheduled)?;
        let memory = BufferAssignment::of(&scheduled).map_err(program)?.report();
        self.file("cpu_after_optimizations-buffer-assignment.txt", memory.to_string())?;
        self.file("cpu_after_optimizations-live-range.txt", live_range::report(&scheduled))?;
        self.file("cpu_after_optimizations-memory-usage-report.txt", memory.totals())?;
        if let Some(module) = page {
            self.file("html", html::page(module, &self.options.compile, source).map_err(program)?)?;
        }
        for (name, content) in code(optimized, self.options).map_err(program)? {
            self.file(name, content)?;
        }
        Ok(())
    }

    fn passes(&self, history: &History) -> Outcome {
        let wanted = |run: &&Run| self.options.passes.iter().any(|pattern| pattern.matches(run.pass.name));
        for run in history.runs.iter().filter(|run| run.changed).filter(wanted) {
            let next = history.runs.get(run.index + 1).map_or("pipeline-end", |next| next.pass.name);
            let group = run.group.replace(' ', "_");
            self.hlo(&format!("{:04}.{group}.after_{}.before_{next}", run.index, run.pass.name), &run.after)?;
        }
        Ok(())
    }

    fn hlo(&self, name: &str, module: &Module) -> Outcome {
        let (extension, content) = match self.options.format {
            Format::Text | Format::Html => ("txt", show_module(module, session::Format::Text)),
            Format::Json => ("json", show_module(module, session::Format::Json)),
            Format::Dot => ("dot", dot::graph(module)),
        };
        self.file(&format!("{name}.{extension}"), content)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> Outcome {
        let path = self.folder.join(format!("{}.{name}", self.stem));
        write_atomically(&path, |file| file.write_all(content.as_ref())).map_err(|error| Failure::io(&error))
    }
}

/// Kernels at each step of LLVM, and the thunks that call them.
fn code(optimized: Module, options: &Options) -> Result<Vec<(&'static str, Vec<u8>)>, Diagnostics> {
    let codegen_options = options.compile.codegen_options();
    let emit = |artifact| codegen::emit_artifact(optimized.clone(), &codegen_options, artifact).map(|(file, _)| file);
    let mut files = vec![
        ("kernel_module.ir-no-opt.ll", emit(Artifact::UnoptimizedLlvm)?),
        ("kernel_module.ir-with-opt.ll", emit(Artifact::Llvm)?),
        ("kernel_module.s", emit(Artifact::Assembly)?),
        ("obj-file.kernel_module.o", emit(Artifact::Object)?),
    ];
    let executable = codegen::compile(optimized, &codegen_options)?;
    files.push(("thunk_sequence.txt", executable.thunk_report().into_bytes()));
    Ok(files)
}

/// A module's name as part of a file's name. Modules are named in letters, digits, `_`, `.` and `-`.
fn file_name(name: &str) -> &str {
    &name[..name.len().min(NAME)]
}
