//! Modules, for people and for programs. `docs/json.md` is the schema of the latter.

use super::session::Format;
use crate::hlo::{self, ComputationId, Diagnostics, Module, Op, PrintOptions};
use crate::passes::{Options, run_passes};
use crate::{bytecode, stablehlo};
use serde_json::json;
use std::borrow::Cow;

/// Version of everything that is printed as json. New keys leave it; what changes its meaning raises it.
pub const SCHEMA: u32 = 1;

/// A module as HLO text or json.
pub fn show_module(module: &Module, format: Format) -> String {
    match format {
        Format::Text => hlo::print(module, &PrintOptions::default()),
        Format::Json => format!("{:#}\n", json!({ "schema": SCHEMA, "module": hlo::module_json(module) })),
    }
}

/// A module as StableHLO text.
///
/// # Errors
/// What StableHLO cannot say.
pub fn show_stablehlo(module: &Module, locations: bool) -> Result<String, Diagnostics> {
    let program = stablehlo::from_hlo(&*without_scans(module)?, stablehlo::Dialects::All)?;
    Ok(stablehlo::print(&program, stablehlo::PrintOptions { locations }))
}

/// A module as StableHLO bytecode that this version of StableHLO reads.
///
/// # Errors
/// What StableHLO, or that version of it, cannot say.
pub fn show_bytecode(module: &Module, version: bytecode::Version) -> Result<Vec<u8>, Diagnostics> {
    let program = stablehlo::from_hlo(&*without_scans(module)?, stablehlo::Dialects::Portable)?;
    Ok(bytecode::write(&program, version)?)
}

/// The module with loops for scans, which StableHLO does not have.
fn without_scans(module: &Module) -> Result<Cow<'_, Module>, Diagnostics> {
    let is_scan = |id: ComputationId| {
        let computation = module.computation(id);
        computation.ids().any(|id| matches!(computation.op(id), Op::Scan { .. }))
    };
    if !module.computation_ids().into_iter().any(is_scan) {
        return Ok(Cow::Borrowed(module));
    }
    let mut module = module.clone();
    run_passes(&mut module, ["scan_expander"], Options::default())?;
    Ok(Cow::Owned(module))
}
