//! Which instructions differ? Each runs alone on both sides, on the values that its operands had when the interpreter
//! ran the program: the first time, where it is in a loop.

use super::measure::Measures;
use super::sides::Given;
use super::{Job, Report, Stage};
use crate::cmd::failure::{Code, Failure, Outcome};
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
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

pub fn report(job: &Job, stage: Stage) -> Outcome<Report> {
    let mut module = job.module();
    if module.device_count() > 1 {
        return Err(Failure::usage("expected a program for one device with --per-op"));
    }
    if stage == Stage::Optimized {
        job.engines[0].optimize(&mut module, &mut |_| {}).map_err(|d| failure(&d, &job.subject.source))?;
    }
    let tally = compare_all(job, &module)?;
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

#[derive(Default)]
struct Tally {
    seen: HashSet<(ComputationId, InstructionId)>,
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
            compare_one(job, module, &seen, &mut tally);
        }
    };
    evaluate(module, &job.subject.program.arguments, &observe)?;
    Ok(tally.into_inner().unwrap_or_else(PoisonError::into_inner))
}

fn evaluate(module: &Module, arguments: &[ArrayLiteral], observe: &(dyn Fn(Evaluated) + Sync)) -> Outcome {
    let failed = |message: String| Failure::new(Code::RunFailed, format!("error: {message}"));
    let evaluated = with_room(|| {
        let arguments: Vec<Literal> = arguments.iter().cloned().map(Literal::Array).collect();
        let mut context = Context::with_custom_calls(module, &BuiltIn);
        context.observer = Some(observe);
        evaluate_computation(module.entry_id(), &arguments.iter().collect::<Vec<_>>(), &context).map(drop)
    });
    evaluated.map_err(|error| failed(error.to_string()))?.map_err(|error| failed(error.to_string()))
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

fn compare_one(job: &Job, module: &Module, seen: &Evaluated, tally: &mut Tally) {
    let computation = module.computation(seen.computation);
    let instruction = computation.get(seen.instruction);
    let alone = isolate(module, seen.computation, seen.instruction);
    let arguments: Vec<ArrayLiteral> = seen.operands.iter().flat_map(|value| value.leaves()).cloned().collect();
    match measured(job, alone, &arguments) {
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

fn measured(job: &Job, alone: Module, arguments: &[ArrayLiteral]) -> Outcome<Measures> {
    let [test, reference] = &job.engines;
    let given = Given { arguments, ..job.given() };
    let expected = reference.run(alone.clone(), given)?;
    job.measures(&test.run(alone, given)?, &expected)
}

fn first_line(message: &str) -> &str {
    message.lines().next().unwrap_or_default()
}
