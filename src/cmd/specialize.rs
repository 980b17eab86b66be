//! Programs of dynamic shapes on the command line: where their arguments come from, and the executables made for them.

use super::compile_flags::CompileFlags;
use super::failure::{Code, Failure, Outcome};
use super::inputs;
use super::program::{failure, read_section, signature};
use super::session::Session;
use crate::frontend::{self, Program, Source, Specialization};
use crate::hlo::{ArrayLiteral, ArrayShape, Module, PartialSignature};
use crate::runtime::LoadedExecutable;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// What a program is compiled for, where it is not run.
#[derive(clap::Args)]
pub struct ArgumentFlags {
    /// An argument of a program of dynamic shapes, in order, as for `pjrt run`: its shape, such as 2x3xf32, and its
    /// value where shapes depend on that, such as i64=2
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    input: Vec<String>,
    /// Folder of 0.npy, 1.npy, …: arguments before those of --input
    #[arg(long, value_name = "DIR")]
    inputs_from: Option<PathBuf>,
}

impl ArgumentFlags {
    /// Reads a program, specialized where it has dynamic shapes.
    pub fn read(&self, source: &Source) -> Outcome<Module> {
        match read_section(source)? {
            Program::Static(module) => {
                if !self.input.is_empty() || self.inputs_from.is_some() {
                    self.arguments(&(&signature(&module, source)?).into())?;
                }
                Ok(module)
            }
            Program::Dynamic(signature) => Ok(specialize(source, &self.arguments(&signature)?)?.module),
        }
    }

    /// As [`ArgumentFlags::read`], for an executable that is to be saved: it can be told later whether arguments have
    /// its shapes, but not whether they have the values that its shapes depended on.
    pub fn read_to_save(&self, source: &Source) -> Outcome<Module> {
        let Program::Dynamic(signature) = read_section(source)? else { return self.read(source) };
        let made = specialize(source, &self.arguments(&signature)?)?;
        match made.depends_on.first() {
            None => Ok(made.module),
            Some(number) => Err(Failure::new(
                Code::Unsupported,
                format!("unsupported: a saved executable whose shapes depend on the value of argument {number}"),
            )),
        }
    }

    fn arguments(&self, signature: &PartialSignature) -> Outcome<Vec<ArrayLiteral>> {
        let arguments = inputs::resolve(&self.input, self.inputs_from.as_deref(), signature);
        arguments.map_err(|error| Failure::usage(format!("{error:#}")))
    }
}

/// Makes a module of a program for some arguments, with findings rendered.
pub fn specialize(source: &Source, arguments: &[ArrayLiteral]) -> Outcome<Specialization> {
    frontend::specialize(source, arguments).map_err(|diagnostics| failure(&diagnostics, source))
}

/// Says whether devices can run the program made for the first one's arguments.
///
/// # Errors
/// An argument that the program depends on, of another shape or value.
fn check_alike(depends_on: &BTreeSet<usize>, devices: &[Vec<ArrayLiteral>]) -> Outcome {
    let Some((first, others)) = devices.split_first() else { return Ok(()) };
    for (number, (one, other)) in others.iter().flat_map(|other| first.iter().zip(other).enumerate()) {
        let (expected, found) = (one.shape().mlir_text(), other.shape().mlir_text());
        let differs = match depends_on.contains(&number) && one != other {
            _ if expected != found => format!("is {expected} on one device and {found} on another"),
            true => "decides on shapes, and has another value on another device".to_owned(),
            false => continue,
        };
        let message = format!("argument {number} {differs}: a program of dynamic shapes has the same on all devices");
        return Err(Failure::usage(message));
    }
    Ok(())
}

/// The executables of one program of dynamic shapes: one for each combination of argument shapes, and of the values
/// that shapes depend on.
pub struct Specializer<'s> {
    session: &'s Session,
    source: &'s Source,
    flags: &'s CompileFlags,
    /// Those that are asked for.
    devices: Option<usize>,
    executables: RefCell<Vec<Specialized>>,
}

struct Specialized {
    shapes: Vec<ArrayShape>,
    /// Arguments whose values decided on shapes, with those values.
    values: Vec<(usize, ArrayLiteral)>,
    executable: Arc<dyn LoadedExecutable>,
}

impl Specialized {
    fn is_for(&self, arguments: &[ArrayLiteral]) -> bool {
        self.shapes.iter().eq(arguments.iter().map(ArrayLiteral::shape))
            && self.values.iter().all(|(number, value)| arguments.get(*number) == Some(value))
    }
}

impl<'s> Specializer<'s> {
    pub fn new(
        session: &'s Session,
        source: &'s Source,
        flags: &'s CompileFlags,
        devices: Option<usize>,
    ) -> Specializer<'s> {
        Specializer { session, source, flags, devices, executables: RefCell::default() }
    }

    /// The program that devices with these arguments run.
    pub fn module(&self, devices: &[Vec<ArrayLiteral>]) -> Outcome<Specialization> {
        let mut made = specialize(self.source, devices.first().map_or(&[], Vec::as_slice))?;
        check_alike(&made.depends_on, devices)?;
        self.flags.set_device_counts(&mut made.module, self.devices);
        self.flags.partition(&mut made.module, self.source)?;
        Ok(made)
    }

    /// The executable of that program, which is compiled when it is first asked for.
    pub fn executable(&self, devices: &[Vec<ArrayLiteral>]) -> Outcome<Arc<dyn LoadedExecutable>> {
        let is_for_all = |made: &&Specialized| devices.iter().all(|arguments| made.is_for(arguments));
        if let Some(found) = self.executables.borrow().iter().find(is_for_all) {
            return Ok(found.executable.clone());
        }
        let Specialization { module, depends_on } = self.module(devices)?;
        let arguments = devices.first().map_or(&[][..], Vec::as_slice);
        let executable = self.session.compile(module, self.source, &self.flags.options())?;
        let values = depends_on.into_iter().map(|number| (number, arguments[number].clone()));
        self.executables.borrow_mut().push(Specialized {
            shapes: arguments.iter().map(|argument| argument.shape().clone()).collect(),
            values: values.collect(),
            executable: executable.clone(),
        });
        Ok(executable)
    }
}
