//! A program with the arguments to run it on: what `compare` and `bisect` look at.

use super::failure::{Failure, Outcome};
use super::inputs;
use super::placement::{Placement, stacked};
use super::program::{ProgramPath, only_section, read_section, signature};
use super::specialize::specialize;
use crate::frontend::{self, Source};
use crate::hlo::{ArrayLiteral, PartialSignature};
use crate::passes;
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
    /// The first dimension of every argument and result is the device [default: of arguments that are not given]
    #[arg(long)]
    stacked: bool,
}

/// A program with the arguments to run it on, as the command line has them.
pub struct Subject {
    pub source: Source,
    pub program: Program,
    /// Whether the first dimension of every argument is the device.
    pub stacked: bool,
}

impl Subject {
    /// The same with arguments for each device, where devices get the same whole ones.
    pub fn with_own_arguments(mut self) -> Subject {
        let devices = self.program.module.device_count();
        if devices > 1 && !self.stacked && !passes::is_sharded(&self.program.module) {
            self.program.arguments =
                self.program.arguments.iter().map(|array| stacked(&vec![array; devices])).collect();
            self.stacked = true;
        }
        self
    }
}

impl InputFlags {
    /// Reads a program of one module, made for its arguments where its shapes depend on them. Arguments that nobody
    /// gives are other ones on each device, unless they are parts of whole arrays.
    ///
    /// # Errors
    /// A saved executable, several sections, arguments that do not fit, or findings about the text.
    pub fn read(&self, path: &ProgramPath) -> Outcome<Subject> {
        let source = only_section(path.read_text()?)?;
        match read_section(&source)? {
            frontend::Program::Static(module) if self.stacked && passes::is_sharded(&module) => {
                Err(Failure::usage("expected whole arrays for a program that states shardings, found --stacked"))
            }
            frontend::Program::Static(module) => {
                let makes_them = path.arguments().is_none() && !self.are_given();
                let takes_parts = module.device_count() > 1 && !passes::is_sharded(&module);
                let is_stacked = self.stacked || (makes_them && takes_parts);
                let devices = module.device_count();
                let placement = Placement { devices, here: 0..devices, stacked: is_stacked, sharded: None };
                let arguments = self.arguments(path, &placement.outer(&(&signature(&module, &source)?).into()))?;
                Ok(Subject { source, program: Program { module, arguments }, stacked: is_stacked })
            }
            frontend::Program::Dynamic(_) if self.stacked => {
                Err(Failure::usage("expected a program of static shapes with --stacked"))
            }
            frontend::Program::Dynamic(signature) => {
                let arguments = self.arguments(path, &signature)?;
                let module = specialize(&source, &arguments)?.module;
                Ok(Subject { source, program: Program { module, arguments }, stacked: false })
            }
        }
    }

    fn are_given(&self) -> bool {
        !self.input.is_empty() || self.inputs_from.is_some()
    }

    fn arguments(&self, path: &ProgramPath, signature: &PartialSignature) -> Outcome<Vec<ArrayLiteral>> {
        let folder = self.inputs_from.as_deref();
        let arguments = match path.arguments() {
            _ if self.are_given() => inputs::resolve(&self.input, folder, signature),
            Some(arguments) => inputs::given(arguments, signature),
            None => inputs::resolve(&["random".to_owned()], None, signature),
        };
        arguments.map_err(|error| Failure::usage(format!("{error:#}")))
    }
}
