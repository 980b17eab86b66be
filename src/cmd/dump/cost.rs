//! `--cost`: what each instruction computes and moves, and what it should take by a cost model.

use super::super::session::Format;
use super::super::show::SCHEMA;
use crate::hlo::{Computation, ComputationId, Cost, CostAnalysis, InstructionId, Module, Op};
use crate::passes::buffers::executed_callees;
use crate::passes::cost_model::{CostModel, Estimates, timelines};
use serde_json::{Value, json};

/// Counts of the mathematics, and seconds of a roofline: the longer of arithmetic and memory traffic.
struct Analysis<'m> {
    module: &'m Module,
    costs: CostAnalysis<'m>,
    estimates: Estimates<'m>,
    /// One run of the module.
    seconds: f64,
}

impl<'m> Analysis<'m> {
    fn new(module: &'m Module, model: &'m CostModel) -> Analysis<'m> {
        let mut estimates = Estimates::new(module, model);
        let runs = timelines(module, model);
        runs.iter().for_each(|(id, run)| estimates.set_run(*id, run.seconds));
        let entry = runs.iter().find(|(id, _)| *id == module.entry_id());
        let seconds = entry.map_or(0.0, |(_, run)| run.seconds);
        Analysis { module, costs: CostAnalysis::new(module), estimates, seconds }
    }

    /// The instruction's cost, its seconds, and what limits it where it is one step of one device.
    fn line(&self, computation: &Computation, id: InstructionId) -> Line {
        let cost = self.costs.instruction(computation, id);
        let op = computation.op(id);
        let is_step = executed_callees(op).is_empty() && !matches!(op, Op::Collective(_)) && cost != Cost::default();
        let limit = is_step.then(|| self.estimates.model.limit(cost));
        Line { cost, seconds: self.estimates.seconds(computation, id), limit }
    }

    fn total(&self) -> Line {
        Line { cost: self.costs.module(), seconds: self.seconds, limit: None }
    }
}

struct Line {
    cost: Cost,
    seconds: f64,
    limit: Option<&'static str>,
}

/// What each instruction of the executed computations costs, and the whole.
pub fn show(module: &Module, model: &CostModel, format: Format) -> String {
    let analysis = Analysis::new(module, model);
    match format {
        Format::Text => text(&analysis),
        Format::Json => format!("{:#}\n", report(&analysis)),
    }
}

fn text(analysis: &Analysis) -> String {
    let head = ["FLOPs", "transcendentals", "bytes", "FLOP/byte", "estimated ms", "limit"];
    let mut out = row("instruction", head.map(String::from));
    for id in executed(analysis.module) {
        let computation = analysis.module.computation(id);
        out += &format!("%{}\n", computation.name);
        for instruction in costly(computation) {
            let name = format!("  %{}", computation.get(instruction).name());
            out += &row(&name, columns(&analysis.line(computation, instruction)));
        }
    }
    out + &row("one run", columns(&analysis.total()))
}

fn row(name: &str, columns: [String; 6]) -> String {
    let [flops, transcendentals, bytes, intensity, seconds, limit] = columns;
    let row =
        format!("{name:<40} {flops:>16} {transcendentals:>16} {bytes:>16} {intensity:>10} {seconds:>13}  {limit}");
    row.trim_end().to_owned() + "\n"
}

fn columns(line: &Line) -> [String; 6] {
    let whole = |number: f64| format!("{number:.0}");
    let Cost { flops, transcendentals, bytes } = line.cost;
    let intensity = intensity(line.cost).map_or("-".to_string(), |intensity| format!("{intensity:.3}"));
    let milliseconds = format!("{:.4}", 1e3 * line.seconds);
    [whole(flops), whole(transcendentals), whole(bytes), intensity, milliseconds, line.limit.unwrap_or("").to_owned()]
}

fn report(analysis: &Analysis) -> Value {
    let computation = |id: ComputationId| {
        let computation = analysis.module.computation(id);
        let instructions: Vec<Value> =
            costly(computation).map(|id| instruction_json(analysis, computation, id)).collect();
        json!({ "name": &*computation.name, "instructions": instructions })
    };
    json!({
        "schema": SCHEMA,
        "cost_model": analysis.estimates.model.name,
        "total": numbers_json(&analysis.total()),
        "computations": executed(analysis.module).into_iter().map(computation).collect::<Vec<_>>(),
    })
}

fn instruction_json(analysis: &Analysis, computation: &Computation, id: InstructionId) -> Value {
    let instruction = computation.get(id);
    let cost = numbers_json(&analysis.line(computation, id));
    json!({ "name": &**instruction.name(), "opcode": instruction.op.name(), "cost": cost })
}

fn numbers_json(line: &Line) -> Value {
    json!({
        "flops": line.cost.flops,
        "transcendentals": line.cost.transcendentals,
        "bytes": line.cost.bytes,
        "intensity": intensity(line.cost),
        "seconds": line.seconds,
        "limit": line.limit,
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
