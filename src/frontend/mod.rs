//! StableHLO or HLO text in, [`crate::hlo::Module`] out.
//!
//! [`hlo_text`] reads HLO. StableHLO takes four steps: [`assembly`] rewrites pretty operations to MLIR's generic form and
//! takes out constants and locations; MLIR parses and verifies that ([`mlir`]); [`lower`] walks its operations once and
//! builds HLO; the HLO verifier has the last word. [`render`] shows findings in the text.

mod assembly;
mod attributes;
mod calling_convention;
pub mod catalog;
mod chlo;
mod constant;
mod explain;
mod hlo_text;
mod location;
mod lower;
mod mesh_axes;
mod mlir;
mod outline;
mod program;
mod quantization;
mod recovery;
mod render;
mod resource;
mod shardy;
mod small;
mod source;
mod types;

#[cfg(test)]
mod tests;

pub use assembly::format;
pub use render::render;
pub use source::Source;

use crate::hlo::{self, ArrayLiteral, Diagnostic, Diagnostics, Module, PartialArray, PartialSignature};
use lower::Lowered;
use std::collections::BTreeSet;

/// Stack of the thread that reads a program: nested regions, types and calls are walked recursively.
const STACK_BYTES: usize = 256 << 20;

/// What a text is.
pub enum Program {
    /// A program of static shapes.
    Static(Module),
    /// One whose shapes depend on its arguments: [`specialize`] makes a module of it.
    Dynamic(PartialSignature),
}

/// A program of dynamic shapes, made for arguments of certain shapes.
pub struct Specialization {
    pub module: Module,
    /// Arguments whose values, besides their shapes, decided on shapes inside.
    pub depends_on: BTreeSet<usize>,
}

/// Reads a program.
///
/// # Errors
/// All that can be told about the text at once: what is wrong as text, else all operations that cannot be lowered, else
/// what the verifier finds.
pub fn read(source: &Source) -> Result<Program, Diagnostics> {
    match on_large_stack(|| lowered(source, None))? {
        Lowered::Module(module, _) => Ok(Program::Static(module)),
        Lowered::NeedsArguments(signature) => Ok(Program::Dynamic(signature)),
    }
}

/// Reads a program of static shapes.
///
/// # Errors
/// Those of [`read`]; a program of dynamic shapes is unsupported.
pub fn parse(source: &Source) -> Result<Module, Diagnostics> {
    match read(source)? {
        Program::Static(module) => Ok(module),
        Program::Dynamic(_) => {
            Err(Diagnostic::unsupported("a program of dynamic shapes where its arguments are not known", &None).into())
        }
    }
}

/// Reads a program for arguments of these shapes, and of these values where shapes inside depend on them.
///
/// # Errors
/// Those of [`read`], and what the arguments bring about: sizes that do not fit each other or what the program declares.
pub fn specialize(source: &Source, arguments: &[ArrayLiteral]) -> Result<Specialization, Diagnostics> {
    match on_large_stack(|| lowered(source, Some(arguments))).map_err(|findings| with_arguments(findings, arguments))? {
        Lowered::Module(module, depends_on) => Ok(Specialization { module, depends_on }),
        Lowered::NeedsArguments(_) => {
            Err(Diagnostic::bug("arguments are not found where they are given", &None).into())
        }
    }
}

/// Findings that may be true of these arguments alone.
fn with_arguments(mut findings: Diagnostics, arguments: &[ArrayLiteral]) -> Diagnostics {
    let types: Vec<String> =
        arguments.iter().map(|argument| PartialArray::from(argument.shape()).to_string()).collect();
    for finding in &mut findings.0 {
        finding.notes.push(format!("the arguments are ({})", types.join(", ")));
    }
    findings
}

fn on_large_stack<T: Send>(read: impl FnOnce() -> Result<T, Diagnostics> + Send) -> Result<T, Diagnostics> {
    let reader = std::thread::Builder::new().name("frontend".to_owned()).stack_size(STACK_BYTES);
    std::thread::scope(|scope| {
        let outcome = reader.spawn_scoped(scope, read).map(|thread| thread.join());
        match outcome {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(Diagnostic::bug(format!("cannot start a thread: {error}"), &None).into()),
        }
    })
}

/// Whether a text is HLO and not StableHLO.
pub fn is_hlo(source: &Source) -> bool {
    hlo_text::is_hlo(source)
}

/// The sections of a file split by `// -----`, each a program.
pub fn sections(source: &Source) -> Vec<Source> {
    source.sections()
}

/// Makes arguments of a tuple's parts; all of a tuple that may be overwritten may be.
fn flatten_parameters(module: &mut Module) {
    let parameters = module.entry().parameters();
    let parts = |&donor: &usize| {
        let leaves = parameters.get(donor).map(|&id| module.entry().shape(id).leaves()).unwrap_or_default();
        leaves.into_iter().map(move |(place, _)| (donor, place))
    };
    let donors: Vec<_> = module.buffer_donors.iter().flat_map(parts).collect();
    calling_convention::flatten_parameters(module, &donors);
}

fn lowered(source: &Source, arguments: Option<&[ArrayLiteral]>) -> Result<Lowered, Diagnostics> {
    if hlo_text::is_hlo(source) {
        let mut lowered = hlo_text::read(source, arguments)?;
        if let Lowered::Module(module, _) = &mut lowered {
            hlo::verify(module)?;
            hlo::bring_near(module);
            module.remove_unreachable();
        }
        return Ok(lowered);
    }
    let (assembly, findings) = assembly::rewrite(source).map_err(Diagnostics)?;
    let program = program::Program::new(source, assembly);
    let context = mlir::context(program.generic_text());
    if !findings.is_empty() {
        return Err(recovery::all_findings(&context, &program, findings));
    }
    let module = mlir::parse(&context, program.generic_text())
        .map_err(|_| recovery::all_findings(&context, &program, Vec::new()))?;
    let mut lowered = lower::lower(&program, module.as_operation(), arguments)?;
    if let Lowered::Module(module, _) = &mut lowered {
        flatten_parameters(module);
        hlo::verify(module)?;
        hlo::bring_near(module);
    }
    Ok(lowered)
}
