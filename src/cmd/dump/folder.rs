//! `--to`: every stage of a program as files with the names that XLA gives to its dumps, so that what is known about
//! reading those holds.

use super::super::failure::{Failure, Outcome};
use super::super::pass_names;
use super::super::program::failure;
use super::super::session;
use super::super::show::show_module;
use super::history::{self, Run};
use super::{Format, Options, dot, html};
use crate::codegen::{self, Artifact};
use crate::frontend::Source;
use crate::hlo::{Diagnostics, Module};
use crate::passes::buffer_assignment::BufferAssignment;
use crate::runtime::npy::write_atomically;
use anyhow::Context;
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::io::Write;
use std::path::Path;

/// Longest part of a file's name that a program decides on: names of files end at 255 bytes.
const NAME: usize = 120;

/// Takes names of passes, and `all`.
pub fn passes_parser() -> PossibleValuesParser {
    let all = PossibleValue::new("all").help("Every pass");
    PossibleValuesParser::new(pass_names::possible_values().chain([all]))
}

pub fn write(folder: &Path, options: &Options) -> Outcome {
    let sections = options.program.read_text()?;
    let made = std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()));
    made.map_err(|error| Failure::io(&error))?;
    for (index, source) in sections.iter().enumerate() {
        let module = options.arguments.read(source)?;
        let stem = format!("module_{:04}.{}", index + 1, file_name(&module.name));
        let files = files(module, options, source).map_err(|d| failure(&d, source))?;
        write_files(folder, &stem, files).map_err(|error| Failure::io(&error))?;
    }
    Ok(())
}

fn write_files(folder: &Path, stem: &str, files: Vec<(String, Vec<u8>)>) -> anyhow::Result<()> {
    files.into_iter().try_for_each(|(name, content)| {
        write_atomically(&folder.join(format!("{stem}.{name}")), |f| f.write_all(&content))
    })
}

/// What stands after the module's name in each file's name, with the file's content.
fn files(module: Module, options: &Options, source: &Source) -> Result<Vec<(String, Vec<u8>)>, Diagnostics> {
    let mut files = vec![hlo_file("before_optimizations", &module, options.format)];
    if options.format == Format::Html {
        files.push(("html".to_owned(), html::page(module.clone(), &options.compile, source)?.into_bytes()));
    }
    let history = history::record(module, &options.compile)?;
    let wanted = |run: &&Run| run.changed && options.passes.iter().any(|name| name == "all" || name == run.pass.name);
    for run in history.runs.iter().filter(wanted) {
        let next = history.runs.get(run.index + 1).map_or("pipeline-end", |next| next.pass.name);
        let group = run.group.replace(' ', "_");
        let name = format!("{:04}.{group}.after_{}.before_{next}", run.index, run.pass.name);
        files.push(hlo_file(&name, &run.after, options.format));
    }
    let optimized = history.last;
    let mut scheduled = optimized.clone();
    codegen::schedule(&mut scheduled)?;
    files.push(hlo_file("cpu_after_optimizations", &scheduled, options.format));
    let memory = BufferAssignment::of(&scheduled)?.report();
    let text = |name: &str, text: String| (name.to_owned(), text.into_bytes());
    files.push(text("cpu_after_optimizations-buffer-assignment.txt", memory.to_string()));
    files.push(text("cpu_after_optimizations-memory-usage-report.txt", memory.totals()));
    files.extend(code(&optimized, options)?);
    Ok(files)
}

/// Kernels at each step of LLVM, and the thunks that call them.
fn code(optimized: &Module, options: &Options) -> Result<Vec<(String, Vec<u8>)>, Diagnostics> {
    let codegen_options = options.compile.codegen_options();
    let mut files = Vec::new();
    for (name, artifact) in [
        ("kernel_module.ir-with-opt.ll", Artifact::Llvm),
        ("kernel_module.s", Artifact::Assembly),
        ("obj-file.kernel_module.o", Artifact::Object),
    ] {
        let (content, _) = codegen::emit_artifact(optimized.clone(), &codegen_options, artifact)?;
        files.push((name.to_owned(), content));
    }
    let executable = codegen::compile(optimized.clone(), &codegen_options)?;
    files.push(("thunk_sequence.txt".to_owned(), executable.thunk_report().into_bytes()));
    Ok(files)
}

fn hlo_file(name: &str, module: &Module, format: Format) -> (String, Vec<u8>) {
    let (extension, content) = match format {
        Format::Text | Format::Html => ("txt", show_module(module, session::Format::Text)),
        Format::Json => ("json", show_module(module, session::Format::Json)),
        Format::Dot => ("dot", dot::graph(module)),
    };
    (format!("{name}.{extension}"), content.into_bytes())
}

/// A module's name as part of a file's name. Modules are named in letters, digits, `_`, `.` and `-`.
fn file_name(name: &str) -> &str {
    &name[..name.len().min(NAME)]
}
