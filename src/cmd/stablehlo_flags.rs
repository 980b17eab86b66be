//! How StableHLO is written: the flags of all commands that write it, as text or bytecode.

use super::failure::{Failure, Outcome};
use super::show::{show_bytecode, show_stablehlo};
use crate::bytecode::Version;
use crate::hlo::{Diagnostics, Module};

/// How StableHLO is written.
#[derive(clap::Args)]
pub struct StablehloFlags {
    /// Give every operation of StableHLO text its location
    #[arg(long)]
    locations: bool,
    /// The version of StableHLO that has to read the bytecode: 1.13.0, current or minimum; 1.13.0 without
    #[arg(long, value_name = "VERSION")]
    target_version: Option<Version>,
}

impl StablehloFlags {
    /// For an output that is StableHLO text, its bytecode, or neither.
    ///
    /// # Errors
    /// A flag that says nothing about such an output.
    pub fn check(&self, is_text: bool, is_bytecode: bool) -> Outcome {
        if self.locations && !is_text {
            return Err(Failure::usage("--locations is for StableHLO text, and the output is not"));
        }
        if self.target_version.is_some() && !is_bytecode {
            return Err(Failure::usage("--target-version is for StableHLO bytecode, and the output is not"));
        }
        Ok(())
    }

    /// # Errors
    /// What StableHLO cannot say.
    pub fn text(&self, module: &Module) -> Result<Vec<u8>, Diagnostics> {
        Ok(show_stablehlo(module, self.locations)?.into_bytes())
    }

    /// # Errors
    /// What StableHLO, or the version asked for, cannot say.
    pub fn bytecode(&self, module: &Module) -> Result<Vec<u8>, Diagnostics> {
        show_bytecode(module, self.target_version.unwrap_or(Version::DEFAULT_WRITTEN))
    }
}
