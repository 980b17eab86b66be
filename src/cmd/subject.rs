//! A program with the arguments to run it on: what `compare` and `bisect` look at.

use super::failure::{Code, Failure, Outcome};
use super::inputs;
use super::program::{ProgramPath, only_section, read_section};
use super::specialize::specialize;
use crate::frontend::{self, Source};
use crate::hlo::{ArrayLiteral, Module, PartialSignature, Signature};
use crate::reduce::Program;
use std::path::PathBuf;

/// What the program is run on.
#[derive(clap::Args)]
pub struct InputFlags {
    /// An argument of the program, in order, as for `pjrt run` [default: those of a snapshot (.pb), else random
    /// ones]
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    input: Vec<String>,
    /// Folder of 0.npy, 1.npy, …: arguments before those of --input
    #[arg(long, value_name = "DIR")]
    inputs_from: Option<PathBuf>,
}

impl InputFlags {
    /// Reads a program of one module, made for its arguments where its shapes depend on them.
    ///
    /// # Errors
    /// A saved executable, several sections, arguments that do not fit, shardings, or findings about the text.
    pub fn read(&self, path: &ProgramPath) -> Outcome<(Source, Program)> {
        let source = only_section(path.read_text()?)?;
        let program = match read_section(&source)? {
            frontend::Program::Static(module) => {
                let arguments = self.arguments(path, &(&Signature::of(&module)).into())?;
                Program { module, arguments }
            }
            frontend::Program::Dynamic(signature) => {
                let arguments = self.arguments(path, &signature)?;
                Program { module: specialize(&source, &arguments)?.module, arguments }
            }
        };
        expect_no_shardings(&program.module)?;
        Ok((source, program))
    }

    fn arguments(&self, path: &ProgramPath, signature: &PartialSignature) -> Outcome<Vec<ArrayLiteral>> {
        let folder = self.inputs_from.as_deref();
        let are_given = !self.input.is_empty() || folder.is_some();
        let arguments = match path.arguments() {
            _ if are_given => inputs::resolve(&self.input, folder, signature),
            Some(arguments) => inputs::given(arguments, signature),
            None => inputs::resolve(&["random".to_owned()], None, signature),
        };
        arguments.map_err(|error| Failure::usage(format!("{error:#}")))
    }
}

/// A side that divides arrays among partitions has others than one that does not.
fn expect_no_shardings(module: &Module) -> Outcome<()> {
    let computations = module.computation_ids().into_iter().map(|id| module.computation(id));
    let mut instructions = computations.flat_map(|computation| computation.ids().map(|id| computation.get(id)));
    match module.partition_count > 1 && instructions.any(|instruction| instruction.sharding.is_some()) {
        false => Ok(()),
        true => Err(Failure::new(
            Code::Unsupported,
            "unsupported: a program that states shardings; `pjrt opt --pipeline=spmd` makes that of one device",
        )),
    }
}
