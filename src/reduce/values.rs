//! What the instructions of an entry come to.

use super::{Program, Values};
use crate::hlo::Literal;
use crate::hlo::evaluator::{Context, CustomCalls, Evaluated, evaluate_computation, with_room};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// Evaluates a program's entry, and keeps every value: of a program that stops, those up to there.
pub fn entry_values(program: &Program, custom_calls: &dyn CustomCalls) -> Values {
    let values = Mutex::new(Values::new());
    let entry = program.module.entry_id();
    let keep = |seen: Evaluated| {
        if seen.computation == entry {
            let mut values = values.lock().unwrap_or_else(PoisonError::into_inner);
            values.insert(seen.instruction, seen.value.clone());
        }
    };
    let arguments: Vec<Literal> = program.arguments.iter().cloned().map(Literal::Array).collect();
    let mut context = Context::with_custom_calls(&program.module, custom_calls);
    context.observer = Some(&keep);
    let evaluate = || evaluate_computation(entry, &arguments.iter().collect::<Vec<_>>(), &context);
    // What was reached before an error, or a panic, is known all the same.
    _ = with_room(|| catch_unwind(AssertUnwindSafe(evaluate)).map(drop));
    drop(context);
    values.into_inner().unwrap_or_else(PoisonError::into_inner)
}
