//! Modules and what they cost, for people and for programs. `docs/json.md` is the schema of the latter.

use super::session::Format;
use crate::hlo::{
    self, Computation, ComputationId, Cost, CostAnalysis, Diagnostics, InstructionId, Module, Op, PrintOptions,
};
use crate::passes::buffers::executed_callees;
use crate::passes::{Options, run_passes};
use crate::{bytecode, stablehlo};
use serde_json::{Value, json};
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

/// What each instruction of the executed computations costs, and the whole.
pub fn show_cost(module: &Module, format: Format) -> String {
    let analysis = CostAnalysis::new(module);
    match format {
        Format::Text => cost_text(module, &analysis),
        Format::Json => format!("{:#}\n", cost_json(module, &analysis)),
    }
}

fn cost_text(module: &Module, analysis: &CostAnalysis) -> String {
    let mut out = cost_line("instruction", ["FLOPs", "transcendentals", "bytes", "FLOP/byte"].map(String::from));
    for id in executed(module) {
        let computation = module.computation(id);
        out += &format!("%{}\n", computation.name);
        for instruction in costly(computation) {
            let name = format!("  %{}", computation.get(instruction).name());
            out += &cost_line(&name, numbers(analysis.instruction(computation, instruction)));
        }
    }
    out + &cost_line("one run", numbers(analysis.module()))
}

fn cost_line(name: &str, columns: [String; 4]) -> String {
    let [flops, transcendentals, bytes, intensity] = columns;
    format!("{name:<40} {flops:>16} {transcendentals:>16} {bytes:>16} {intensity:>10}\n")
}

fn numbers(cost: Cost) -> [String; 4] {
    let whole = |number: f64| format!("{number:.0}");
    let intensity = intensity(cost).map_or("-".to_string(), |intensity| format!("{intensity:.3}"));
    [whole(cost.flops), whole(cost.transcendentals), whole(cost.bytes), intensity]
}

fn cost_json(module: &Module, analysis: &CostAnalysis) -> Value {
    let computations: Vec<Value> = executed(module)
        .into_iter()
        .map(|id| {
            let computation = module.computation(id);
            let instructions: Vec<Value> =
                costly(computation).map(|id| instruction_json(computation, id, analysis)).collect();
            json!({ "name": &*computation.name, "instructions": instructions })
        })
        .collect();
    json!({ "schema": SCHEMA, "total": numbers_json(analysis.module()), "computations": computations })
}

fn instruction_json(computation: &Computation, id: InstructionId, analysis: &CostAnalysis) -> Value {
    let instruction = computation.get(id);
    let cost = numbers_json(analysis.instruction(computation, id));
    json!({ "name": &**instruction.name(), "opcode": instruction.op.name(), "cost": cost })
}

fn numbers_json(cost: Cost) -> Value {
    json!({
        "flops": cost.flops,
        "transcendentals": cost.transcendentals,
        "bytes": cost.bytes,
        "intensity": intensity(cost),
    })
}

/// Arithmetic a byte; nothing where no memory is touched.
fn intensity(cost: Cost) -> Option<f64> {
    (cost.bytes > 0.0).then(|| cost.flops / cost.bytes)
}

/// The entry, then the computations that it runs one by one: bodies of loops, branches, functions.
fn executed(module: &Module) -> Vec<ComputationId> {
    let mut order = vec![module.entry_id()];
    let mut next = 0;
    while let Some(&id) = order.get(next) {
        let computation = module.computation(id);
        for instruction in computation.post_order() {
            let run = executed_callees(computation.op(instruction));
            order.extend(run.into_iter().filter(|run| !order.contains(run)).collect::<Vec<_>>());
        }
        next += 1;
    }
    order
}

/// Instructions that do something.
fn costly(computation: &Computation) -> impl Iterator<Item = InstructionId> {
    let free = |op: &Op| {
        matches!(op, Op::Parameter { .. } | Op::Constant(_) | Op::Tuple | Op::GetTupleElement { .. } | Op::AfterAll)
    };
    computation.post_order().into_iter().filter(move |&id| !free(computation.op(id)))
}
