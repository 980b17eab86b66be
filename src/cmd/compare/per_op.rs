//! Which instructions differ? Each runs alone on both sides, on the values that its operands had when the interpreter
//! ran the program: the first time, where it is in a loop. Of several devices all run it, each on its own values.

use super::measure::Measures;
use super::sides::Given;
use super::{Job, Report, Stage};
use crate::cmd::failure::{Code, Failure, Outcome};
use crate::cmd::placement::{Placement, stacked as stacked_arrays};
use crate::cmd::program::failure;
use crate::cmd::show::SCHEMA;
use crate::frontend::render;
use crate::hlo::evaluator::{Context, Evaluated, evaluate_computation, with_room};
use crate::hlo::{
    ArrayLiteral, ComputationId, Diagnostic, Diagnostics, Instruction, InstructionId, Literal, Module, Op, Shape,
    isolate, location_json,
};
use crate::passes::buffers::executed_callees;
use crate::runtime::custom_call::BuiltIn;
use crate::runtime::interpreter::trace;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

pub fn report(job: &Job, stage: Stage) -> Outcome<Report> {
    let mut module = job.module();
    let made = match stage {
        Stage::Given => job.engines[1].place(&mut module, &mut |_| {}),
        Stage::Optimized => job.engines[0].optimize(&mut module, &mut |_| {}),
    };
    made.map_err(|d| failure(&d, &job.subject.source))?;
    let tally = if module.device_count() > 1 { compare_on_devices(job, &module)? } else { compare_all(job, &module)? };
    let count = tally.differing.len();
    let compared = format!("{} of {} instructions differ", count, tally.compared);
    let notes: String = tally.refused.iter().map(|refused| format!("  note: not compared: {refused}\n")).collect();
    let findings = Diagnostics(tally.differing.iter().map(Difference::diagnostic).collect());
    let shown = if count > 0 { render(&findings, &job.subject.source) + "\n" } else { String::new() };
    Ok(Report {
        text: format!("{shown}{compared}\n{notes}"),
        json: json!({
            "schema": SCHEMA,
            "differing": count,
            "compared": tally.compared,
            "refused": tally.refused,
            "instructions": tally.differing.iter().map(Difference::json).collect::<Vec<_>>(),
        }),
        difference: (count > 0).then_some(compared),
    })
}

/// An instruction that gives other results on the two sides.
struct Difference {
    computation: String,
    instruction: Instruction,
    measures: Measures,
}

impl Difference {
    fn diagnostic(&self) -> Diagnostic {
        let Difference { computation, instruction, measures } = self;
        let message = format!("%{} ({}) in {computation} differs", instruction.name(), instruction.op.name());
        let told = measures.text();
        let told = told.lines().filter(|line| line.starts_with("[FAILED]")).map(str::to_owned);
        told.fold(Diagnostic::program(message, &instruction.location), Diagnostic::with_note)
    }

    fn json(&self) -> Value {
        let Difference { computation, instruction, measures } = self;
        json!({
            "name": &**instruction.name(),
            "opcode": instruction.op.name(),
            "computation": computation,
            "location": instruction.location.as_deref().map(location_json),
            "results": measures.json(),
        })
    }
}

type Place = (ComputationId, InstructionId);

#[derive(Default)]
struct Tally {
    seen: HashSet<Place>,
    compared: usize,
    differing: Vec<Difference>,
    /// What one of the sides does not take.
    refused: Vec<String>,
}

fn compare_all(job: &Job, module: &Module) -> Outcome<Tally> {
    let tally = Mutex::new(Tally::default());
    let executed = executed(module);
    let observe = |seen: Evaluated| {
        let instruction = module.computation(seen.computation).get(seen.instruction);
        let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
        let place = (seen.computation, seen.instruction);
        if computes(instruction) && executed.contains(&seen.computation) && tally.seen.insert(place) {
            compare_one(job, module, place, Given { arguments: &arrays(&seen), ..job.given() }, &mut tally);
        }
    };
    evaluate(module, &job.subject.program.arguments, &observe)?;
    Ok(tally.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// What the operands of an instruction were on each device that has come to it.
type OnDevices = Vec<Option<Vec<ArrayLiteral>>>;

/// Instructions that all devices come to, after all have run: while one compares, others would wait for it too long.
fn compare_on_devices(job: &Job, module: &Module) -> Outcome<Tally> {
    let devices = module.device_count();
    let executed = executed(module);
    let seen: Mutex<BTreeMap<Place, OnDevices>> = Mutex::default();
    let keep = |device: usize, evaluated: Evaluated| {
        let instruction = module.computation(evaluated.computation).get(evaluated.instruction);
        if computes(instruction) && executed.contains(&evaluated.computation) {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            let place =
                seen.entry((evaluated.computation, evaluated.instruction)).or_insert_with(|| vec![None; devices]);
            place[device].get_or_insert_with(|| arrays(&evaluated));
        }
    };
    let Given { arguments, stacked, .. } = job.given();
    let placement = Placement { devices, here: 0..devices, stacked, sharded: module.sharded_signature.as_ref() };
    let arguments = placement.scatter(vec![arguments.to_vec(); placement.views().len()]);
    trace(module, &arguments, &keep, &AtomicBool::new(false)).map_err(|error| run_failed(&error.message))?;
    let mut tally = Tally::default();
    for (place, on_devices) in seen.into_inner().unwrap_or_else(PoisonError::into_inner) {
        let Some(on_devices) = on_devices.into_iter().collect::<Option<Vec<_>>>() else { continue };
        let layers = |index: usize| on_devices.iter().map(|arrays| &arrays[index]).collect::<Vec<_>>();
        let arguments: Vec<ArrayLiteral> =
            (0..on_devices[0].len()).map(|index| stacked_arrays(&layers(index))).collect();
        compare_one(job, module, place, Given { arguments: &arguments, stacked: true, ..job.given() }, &mut tally);
    }
    Ok(tally)
}

/// The arrays that an instruction took.
fn arrays(seen: &Evaluated) -> Vec<ArrayLiteral> {
    seen.operands.iter().flat_map(|value| value.leaves()).cloned().collect()
}

fn run_failed(message: &str) -> Failure {
    Failure::new(Code::RunFailed, format!("error: {message}"))
}

fn evaluate(module: &Module, arguments: &[ArrayLiteral], observe: &(dyn Fn(Evaluated) + Sync)) -> Outcome {
    let evaluated = with_room(|| {
        let arguments: Vec<Literal> = arguments.iter().cloned().map(Literal::Array).collect();
        let mut context = Context::with_custom_calls(module, &BuiltIn { device: 0 });
        context.observer = Some(observe);
        evaluate_computation(module.entry_id(), &arguments.iter().collect::<Vec<_>>(), &context).map(drop)
    });
    evaluated.map_err(|error| run_failed(&error.to_string()))?.map_err(|error| run_failed(&error.to_string()))
}

/// The entry, and what loops, branches and calls run in it.
fn executed(module: &Module) -> HashSet<ComputationId> {
    let mut reached = HashSet::from([module.entry_id()]);
    let mut open = vec![module.entry_id()];
    while let Some(id) = open.pop() {
        let computation = module.computation(id);
        let callees = computation.ids().flat_map(|id| executed_callees(computation.op(id)));
        open.extend(callees.filter(|&callee| reached.insert(callee)).collect::<Vec<_>>());
    }
    reached
}

/// Whether an instruction makes numbers that its operands do not hold.
fn computes(instruction: &Instruction) -> bool {
    let moves_whole_values = matches!(
        instruction.op,
        Op::Parameter { .. } | Op::Constant(_) | Op::Tuple | Op::GetTupleElement { .. } | Op::AfterAll
    );
    !moves_whole_values && instruction.shape != Shape::Token
}

fn compare_one(job: &Job, module: &Module, (computation, id): Place, given: Given, tally: &mut Tally) {
    let alone = isolate(module, computation, id);
    let computation = module.computation(computation);
    let instruction = computation.get(id);
    match measured(job, alone, given) {
        Ok(measures) => {
            tally.compared += 1;
            if measures.wrong() > 0 {
                let (computation, instruction) = (computation.name.to_string(), instruction.clone());
                tally.differing.push(Difference { computation, instruction, measures });
            }
        }
        Err(error) => tally.refused.push(format!("%{}: {}", instruction.name(), first_line(&error.message))),
    }
}

fn measured(job: &Job, alone: Module, given: Given) -> Outcome<Measures> {
    let [test, reference] = &job.engines;
    let expected = reference.run(alone.clone(), given)?;
    job.measures(&test.run(alone, given)?, &expected)
}

fn first_line(message: &str) -> &str {
    message.lines().next().unwrap_or_default()
}
