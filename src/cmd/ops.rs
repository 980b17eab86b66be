//! `pjrt ops`: which operations are supported, on which element types.
//!
//! Nothing here is claimed: each operation's sample program is read, evaluated, and compiled and run, once an element
//! type.

use super::failure::{Failure, Outcome};
use super::session::{Format, no_source};
use super::streams::print;
use crate::frontend::catalog::{self, CatalogOp};
use crate::frontend::{self, Source};
use crate::hlo::{ArrayLiteral, Blame, Diagnostics, ElementType, Module, Shape, transfers};
use crate::runtime::platform::{self, ClientOptions};
use crate::runtime::{Client, CompileOptions, ExecuteOptions, HostTransfers, LoadedExecutable};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::sync::Arc;

/// List the operations of StableHLO and CHLO and the element types that each is supported on
///
/// Every operation's sample program is tried on every element type: `parse` reads it where the specification admits
/// the type, `verify` refuses it where not, `interpreter` and `cpu` run it. A gap is named by the types it is about.
#[derive(clap::Args)]
pub struct Options {
    /// Operations to try, with or without their dialect [default: all]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// text is for people; docs/json.md explains json
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn main(options: &Options) -> Outcome {
    let chosen: Vec<&CatalogOp> = catalog::operations().filter(|op| is_chosen(op, &options.names)).collect();
    if let Some(unknown) = options.names.iter().find(|name| !chosen.iter().any(|op| is_named(op, name))) {
        return Err(Failure::usage(format!("'{unknown}' is no operation of StableHLO or CHLO")));
    }
    let fail = |error| Failure::runtime(error, no_source);
    let plain = ClientOptions::default();
    let interpreter = platform::find(Some("interpreter")).and_then(|p| p.client(&plain)).map_err(fail)?;
    let cpu = platform::find(Some("cpu")).and_then(|p| p.client_beside(&plain)).map_err(fail)?;
    let rows: Vec<Row> = chosen.into_par_iter().map(|op| Row::of(op, [&interpreter, &cpu])).collect();
    print(match options.format {
        Format::Text => rows.iter().map(Row::text).collect(),
        Format::Json => format!("{:#}\n", Value::Array(rows.iter().map(Row::json).collect())),
    })
}

fn is_chosen(op: &CatalogOp, names: &[String]) -> bool {
    names.is_empty() || names.iter().any(|name| is_named(op, name))
}

fn is_named(op: &CatalogOp, name: &str) -> bool {
    op.name == name || op.name.split_once('.').is_some_and(|(_, bare)| bare == name)
}

/// What became of one operation's samples.
struct Row {
    name: &'static str,
    /// Admitted by the specification.
    types: Vec<ElementType>,
    parse: Stage,
    verify: Stage,
    interpreter: Stage,
    cpu: Stage,
}

/// Types on which a stage does what it should, and those on which it does not, with the first reason.
#[derive(Default)]
struct Stage {
    right: Vec<ElementType>,
    wrong: Vec<ElementType>,
    reason: Option<String>,
}

impl Stage {
    fn note(&mut self, element_type: ElementType, outcome: Result<(), String>) {
        match outcome {
            Ok(()) => self.right.push(element_type),
            Err(reason) => {
                self.wrong.push(element_type);
                self.reason.get_or_insert(reason);
            }
        }
    }
}

impl Row {
    fn of(op: &CatalogOp, clients: [&dyn Client; 2]) -> Row {
        let types: Vec<ElementType> = ElementType::ALL.into_iter().filter(|&t| op.admits(t)).collect();
        let mut row = Row {
            name: op.name,
            types,
            parse: Stage::default(),
            verify: Stage::default(),
            interpreter: Stage::default(),
            cpu: Stage::default(),
        };
        // An operation without varying operands is tried once.
        let tried = if row.types.is_empty() { &[ElementType::F32] } else { &ElementType::ALL[..] };
        tried.iter().for_each(|&element_type| row.try_type(op, element_type, clients));
        row
    }

    fn try_type(&mut self, op: &CatalogOp, element_type: ElementType, [interpreter, cpu]: [&dyn Client; 2]) {
        let module = read(&op.sample(element_type));
        if !self.types.is_empty() && !op.admits(element_type) {
            let refused = module.map_or(Ok(()), |_| Err("a type that is not admitted is taken".to_string()));
            return self.verify.note(element_type, refused);
        }
        match module {
            Ok(module) => {
                self.parse.note(element_type, Ok(()));
                self.interpreter.note(element_type, run(interpreter, module.clone()));
                self.cpu.note(element_type, run(cpu, module));
            }
            Err(reason) => self.parse.note(element_type, Err(reason)),
        }
    }

    fn stages(&self) -> [(&'static str, &Stage); 4] {
        [("parse", &self.parse), ("verify", &self.verify), ("interpreter", &self.interpreter), ("cpu", &self.cpu)]
    }

    /// One line, and one for each gap.
    fn text(&self) -> String {
        let types = if self.types.is_empty() { "-".to_string() } else { families(&self.types) };
        let mark = |stage: &Stage| match (stage.right.is_empty(), stage.wrong.is_empty()) {
            (_, true) => "yes",
            (true, false) => "no",
            (false, false) => "some",
        };
        let marks = self.stages().map(|(name, stage)| {
            let reached = name == "parse" || name == "verify" || !self.parse.right.is_empty();
            format!("{name} {:<4}", if reached { mark(stage) } else { "-" })
        });
        let mut out = format!("{:<38} {}  {types}\n", self.name, marks.join(" "));
        for (name, stage) in self.stages().into_iter().filter(|(_, stage)| !stage.wrong.is_empty()) {
            let reason = stage.reason.as_deref().unwrap_or_default();
            out += &format!("    {name}: {}: {reason}\n", families(&stage.wrong));
        }
        out
    }

    fn json(&self) -> Value {
        let mut row = json!({ "name": self.name, "types": names(&self.types) });
        for (name, stage) in self.stages() {
            row[name] = json!({ "types": names(&stage.right), "gaps": names(&stage.wrong), "reason": stage.reason });
        }
        row
    }
}

fn names(types: &[ElementType]) -> Vec<&'static str> {
    types.iter().map(|t| t.mlir_name()).collect()
}

/// The name of a family of types, and which belong to it.
type Family = (&'static str, fn(ElementType) -> bool);

/// Names of types, whole families by theirs.
fn families(types: &[ElementType]) -> String {
    const FAMILIES: [Family; 5] = [
        ("signed", ElementType::is_signed_integer),
        ("unsigned", ElementType::is_unsigned_integer),
        ("small-float", ElementType::is_minifloat),
        ("float", |t| t.is_float() && !t.is_minifloat()),
        ("complex", ElementType::is_complex),
    ];
    let mut words = Vec::new();
    let mut left = types.to_vec();
    for (name, belongs) in FAMILIES {
        if ElementType::ALL.into_iter().filter(|&t| belongs(t)).all(|t| types.contains(&t)) {
            left.retain(|&t| !belongs(t));
            words.push(name);
        }
    }
    words.extend(left.iter().map(|t| t.mlir_name()));
    words.join(" ")
}

fn read(text: &str) -> Result<Module, String> {
    frontend::parse(&Source::new("sample", text)).map_err(first)
}

fn first(findings: Diagnostics) -> String {
    let first = findings.0.first();
    let kind = first.filter(|f| f.blame != Blame::Program).map_or("", |_| "unsupported: ");
    first.map_or(String::new(), |finding| format!("{kind}{}", finding.message))
}

fn ones(shape: &Shape) -> ArrayLiteral {
    let array = shape.expect_array();
    let one = array.element_type.encode_integer(1).repeat(array.element_count());
    ArrayLiteral::from_slice(array.element_type, array.dims.clone(), &one)
}

/// A host that has ones for everything that the program takes from it.
fn host(module: &Module) -> HostTransfers {
    let host = HostTransfers::default();
    for (instruction, transfer) in transfers(module) {
        if let Some(queue) = transfer.queue() {
            let arrays = instruction.shape.leaves().into_iter().filter(|(_, leaf)| leaf.as_array().is_some());
            arrays.for_each(|(_, leaf)| host.feed(0, &queue, ones(leaf)));
        }
    }
    host
}

fn run(client: &dyn Client, module: Module) -> Result<(), String> {
    let entry = module.entry();
    let arguments: Vec<ArrayLiteral> = entry.parameters().into_iter().map(|id| ones(entry.shape(id))).collect();
    let options = ExecuteOptions { host: Some(Arc::new(host(&module))), ..ExecuteOptions::default() };
    let outcome =
        client.compile(module, &CompileOptions::default()).and_then(|executable: Arc<dyn LoadedExecutable>| {
            let device = client.devices().remove(0);
            let buffers = client.buffers_from_host(&arguments, device.as_ref())?;
            let execution = executable.execute(&[buffers], options)?.remove(0);
            execution.done.wait()?;
            client.buffers_to_host(&execution.results).map(|_| ())
        });
    outcome.map_err(|error| error.to_string().lines().next().unwrap_or_default().to_string())
}
