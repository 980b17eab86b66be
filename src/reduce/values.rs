//! What the instructions of an entry come to.

use super::{Program, Values};
use crate::hlo::evaluator::{Context, CustomCalls, Evaluated, evaluate_computation, with_room};
use crate::hlo::{InstructionId, Literal};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Values that an evaluation has come to so far. Another thread may take them, and does not wait for its end.
#[derive(Default)]
pub struct Reached {
    values: Mutex<Values>,
    interrupt: AtomicBool,
}

impl Reached {
    pub fn add(&self, instruction: InstructionId, value: Literal) {
        self.lock().insert(instruction, value);
    }

    /// Set where the evaluation is to end.
    pub fn interrupt(&self) -> &AtomicBool {
        &self.interrupt
    }

    /// Ends the evaluation where it still goes on.
    pub fn take(&self) -> Values {
        self.interrupt.store(true, Ordering::Relaxed);
        std::mem::take(&mut self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Values> {
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Evaluates a program's entry, and keeps every value: of a program that stops, those up to there.
pub fn evaluate_entry(program: &Program, custom_calls: &dyn CustomCalls, reached: &Reached) {
    let entry = program.module.entry_id();
    let keep = |seen: Evaluated| {
        if seen.computation == entry {
            reached.add(seen.instruction, seen.value.clone());
        }
    };
    let arguments: Vec<Literal> = program.arguments.iter().cloned().map(Literal::Array).collect();
    let mut context = Context::with_custom_calls(&program.module, custom_calls);
    context.observer = Some(&keep);
    context.interrupt = Some(reached.interrupt());
    let evaluate = || evaluate_computation(entry, &arguments.iter().collect::<Vec<_>>(), &context);
    // What was reached before an error, or a panic, is known all the same.
    _ = with_room(|| catch_unwind(AssertUnwindSafe(evaluate)).map(drop));
}
