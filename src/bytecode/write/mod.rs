//! Portable artifacts, written.

mod attributes;
mod encoder;
mod location;
mod operation;
mod tables;
mod types;
mod vhlo;

use super::Version;
use super::container::MAGIC;
use crate::hlo::Diagnostic;
use crate::stablehlo::Program;
use encoder::Encoder;
use tables::Tables;

/// The version of MLIR's container since the first version of StableHLO that is written.
const CONTAINER_VERSION: u64 = 6;

/// Writes a program for readers of this version of StableHLO and all later ones.
///
/// # Errors
/// What that version cannot say, by name.
pub fn write(program: &Program, version: Version) -> Result<Vec<u8>, Diagnostic> {
    if !(Version::MINIMUM_WRITTEN..=Version::CURRENT).contains(&version) {
        let (first, last) = (Version::MINIMUM_WRITTEN, Version::CURRENT);
        let message = format!("artifacts of StableHLO {version}: expected a version from {first} to {last}");
        return Err(Diagnostic::unsupported(message, &None));
    }
    let mut writer = Writer { program, version, tables: Tables::default(), numbers: vec![0; program.types.len()] };
    let ir = writer.module()?;
    let mut out = Encoder { bytes: MAGIC.to_vec() };
    out.varint(CONTAINER_VERSION);
    out.bytes.extend(format!("StableHLO_v{version}\0").as_bytes());
    writer.tables.write(&ir, &mut out);
    Ok(out.bytes)
}

struct Writer<'p> {
    program: &'p Program,
    version: Version,
    tables: Tables,
    /// Numbers of the values that are visible.
    numbers: Vec<u64>,
}
