//! The states of a module, packed: texts, instructions and computations that states share are there once.

use super::super::history::Run;
use super::super::kind::Kind;
use super::table::Table;
use crate::frontend::Source;
use crate::hlo::{
    Computation, ComputationId, Cost, CostAnalysis, InstructionId, Location, Module, Op, Position, PrintOptions,
    instruction_parts,
};
use serde_json::{Value, json};

/// Longest line of a source that is shown.
const LINE: usize = 200;

/// What a state is called.
pub struct Title {
    title: String,
    description: &'static str,
    group: &'static str,
    index: Option<usize>,
    milliseconds: f64,
}

impl Title {
    pub fn stage(name: &str) -> Title {
        Title { title: name.to_owned(), description: "", group: "", index: None, milliseconds: 0.0 }
    }

    pub fn of(run: &Run) -> Title {
        Title {
            title: format!("{}#{}", run.pass.name, run.ordinal),
            description: run.pass.description,
            group: run.group,
            index: Some(run.index),
            milliseconds: run.elapsed.as_secs_f64() * 1e3,
        }
    }
}

/// The payload as far as it is filled.
pub struct Payload<'s> {
    source: &'s Source,
    strings: Table<String>,
    locations: Table<Location>,
    instructions: Table<String>,
    computations: Table<String>,
    states: Vec<Value>,
    pub memory: Value,
}

impl<'s> Payload<'s> {
    pub fn new(source: &'s Source) -> Payload<'s> {
        Payload {
            source,
            strings: Table::new(),
            locations: Table::new(),
            instructions: Table::new(),
            computations: Table::new(),
            states: Vec::new(),
            memory: Value::Null,
        }
    }

    pub fn json(self, name: &str) -> Value {
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "name": name,
            "file": &**self.source.name(),
            "strings": self.strings.into_json(),
            "locations": self.locations.into_json(),
            "instructions": self.instructions.into_json(),
            "computations": self.computations.into_json(),
            "states": self.states,
            "memory": self.memory,
        })
    }

    pub fn add_state(&mut self, title: &Title, module: &Module) {
        let costs = CostAnalysis::new(module);
        let ids = module.post_order();
        let computations: Vec<usize> = ids.into_iter().map(|id| self.computation(module, id, &costs)).collect();
        self.states.push(json!({
            "title": title.title,
            "description": title.description,
            "group": title.group,
            "run": title.index,
            "milliseconds": (title.milliseconds * 1e3).round() / 1e3,
            "entry": &*module.entry().name,
            "computations": computations,
        }));
    }

    fn text(&mut self, text: impl Into<String>) -> usize {
        let text = text.into();
        self.strings.index(text.clone(), || text.into())
    }

    fn texts(&mut self, texts: impl IntoIterator<Item = impl Into<String>>) -> Vec<usize> {
        texts.into_iter().map(|text| self.text(text)).collect()
    }

    /// Its name, its root's name, its instructions: in order of execution once that is known, else operands first.
    fn computation(&mut self, module: &Module, id: ComputationId, costs: &CostAnalysis) -> usize {
        let computation = module.computation(id);
        let order = computation.schedule.clone().unwrap_or_else(|| computation.post_order());
        let instructions: Vec<usize> =
            order.into_iter().map(|id| self.instruction(module, computation, id, costs)).collect();
        let root = self.text(&**computation.get(computation.root()).name());
        let record = json!([self.text(&*computation.name), root, instructions]);
        self.computations.index(record.to_string(), || record)
    }

    fn instruction(
        &mut self,
        module: &Module,
        computation: &Computation,
        id: InstructionId,
        costs: &CostAnalysis,
    ) -> usize {
        let instruction = computation.get(id);
        let options = PrintOptions { percent: false, constant_limit: Some(16), ..PrintOptions::default() };
        let parts = instruction_parts(module, computation, id, &options);
        let value = match &instruction.op {
            Op::Parameter { number } => number.to_string(),
            _ => parts.constant.unwrap_or_default(),
        };
        let attributes = parts.attributes.iter().map(|(key, value)| format!("{key}={value}"));
        let callees = instruction.op.called_computations().into_iter();
        let record = json!([
            self.text(&**instruction.name()),
            self.text(instruction.op.name()),
            self.text(parts.shape),
            self.text(Kind::of(&instruction.op).name()),
            self.texts(names(computation, instruction.operands())),
            self.texts(callees.map(|id| module.computation(id).name.to_string())),
            self.texts(attributes),
            self.text(value),
            counts(costs.instruction(computation, id)),
            instruction.location.as_deref().map(|location| self.location(location)),
            self.texts(names(computation, &instruction.control_predecessors)),
        ]);
        self.instructions.index(record.to_string(), || record)
    }

    /// The place in the file that was read, the line there, the operation's name and places in the traced program.
    fn location(&mut self, location: &Location) -> usize {
        let source = self.source;
        self.locations.index(location.clone(), || {
            let place = location.text.as_ref();
            let frames: Vec<String> = location.frames.iter().map(|frame| frame.place.to_string()).collect();
            json!({
                "place": place.map(Position::to_string),
                "line": place.and_then(|place| line_at(source, place)),
                "op_name": location.op_name.as_deref(),
                "frames": frames,
            })
        })
    }
}

fn names(computation: &Computation, ids: &[InstructionId]) -> Vec<String> {
    ids.iter().map(|&id| computation.get(id).name().to_string()).collect()
}

fn counts(cost: Cost) -> [u64; 3] {
    [cost.flops, cost.transcendentals, cost.bytes].map(|count| count.round() as u64)
}

/// The line of a source that a position is in, without what surrounds it.
fn line_at(source: &Source, position: &Position) -> Option<String> {
    let start = source.offset(&Position { column: 1, ..position.clone() })?;
    let line = source.text().get(start..)?.lines().next()?.trim();
    Some(match line.char_indices().nth(LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    })
}
