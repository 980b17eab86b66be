//! StableHLO text in, [`crate::hlo::Module`] out.
//!
//! Four steps: [`assembly`] rewrites pretty operations to MLIR's generic form and takes out constants and locations;
//! MLIR parses and verifies that ([`mlir`]); [`lower`] walks its operations once and builds HLO; the HLO verifier has
//! the last word. [`render`] shows findings in the text.

mod assembly;
mod attributes;
mod chlo;
mod constant;
mod location;
mod lower;
mod mlir;
mod outline;
mod program;
mod quantization;
mod recovery;
mod render;
mod resource;
mod source;
mod types;

#[cfg(test)]
mod tests;

pub use render::render;
pub use source::Source;

use crate::hlo::{self, Diagnostic, Diagnostics, Module};

/// Stack of the thread that reads a program: nested regions, types and calls are walked recursively.
const STACK_BYTES: usize = 256 << 20;

/// Reads a program.
///
/// # Errors
/// All that can be told about the text at once: what is wrong as text, else all operations that cannot be lowered, else
/// what the verifier finds.
pub fn parse(source: &Source) -> Result<Module, Diagnostics> {
    let reader = std::thread::Builder::new().name("frontend".to_owned()).stack_size(STACK_BYTES);
    std::thread::scope(|scope| {
        let outcome = reader.spawn_scoped(scope, || read(source)).map(|thread| thread.join());
        match outcome {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(Diagnostic::bug(format!("cannot start a thread: {error}"), &None).into()),
        }
    })
}

/// The sections of a file split by `// -----`, each a program.
pub fn sections(source: &Source) -> Vec<Source> {
    source.sections()
}

fn read(source: &Source) -> Result<Module, Diagnostics> {
    let (assembly, findings) = assembly::rewrite(source).map_err(Diagnostics)?;
    let program = program::Program::new(source, assembly);
    let context = mlir::context(program.generic_text());
    if !findings.is_empty() {
        return Err(recovery::all_findings(&context, &program, findings));
    }
    let module = mlir::parse(&context, program.generic_text())
        .map_err(|_| recovery::all_findings(&context, &program, Vec::new()))?;
    let module = lower::lower(&program, module.as_operation())?;
    hlo::verify(&module)?;
    Ok(module)
}
