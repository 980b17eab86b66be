//! Values of a program's instructions, as the interpreter works them out: it may be the one that does not come to an end.

use super::interrupt::is_interrupted;
use crate::cmd::placement::{layer, stacked};
use crate::hlo::evaluator::Evaluated;
use crate::hlo::{ArrayLiteral, InstructionId, Literal};
use crate::reduce::{Program, Reached, Values, evaluate_entry};
use crate::runtime::custom_call::BuiltIn;
use crate::runtime::interpreter::trace;
use std::collections::HashMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What the instructions of the entry come to within a time, and before the search is interrupted: of a program that
/// stops or hangs, those up to there.
pub fn values(program: &Program, are_stacked: bool, time_limit: Duration) -> Values {
    let reached = Arc::new(Reached::default());
    let (sender, ended) = channel();
    let evaluate = {
        let (program, reached) = (program.clone(), reached.clone());
        move || {
            // Dropped at the end, however that comes.
            let _sender = sender;
            match are_stacked {
                true => evaluate_stacked(&program, &reached),
                false => evaluate_entry(&program, &BuiltIn { device: 0 }, &reached),
            }
        }
    };
    // Without a thread nothing is known of the values. One that is not waited for ends after its instruction.
    let started = std::thread::Builder::new().name("values".into()).spawn(evaluate);
    started.map_or_else(|_| (), |_| wait(&ended, time_limit));
    reached.take()
}

fn wait(ended: &Receiver<()>, time_limit: Duration) {
    const PAUSE: Duration = Duration::from_millis(20);
    let start = Instant::now();
    while start.elapsed() < time_limit
        && !is_interrupted()
        && ended.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout)
    {}
}

/// With the device as the first dimension of every array: values that all devices have reached.
fn evaluate_stacked(program: &Program, reached: &Reached) {
    let devices = program.module.device_count();
    let entry = program.module.entry_id();
    let seen: Mutex<HashMap<InstructionId, Vec<Option<Literal>>>> = Mutex::default();
    let keep = |device: usize, evaluated: Evaluated| {
        if evaluated.computation == entry {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            let values = seen.entry(evaluated.instruction).or_insert_with(|| vec![None; devices]);
            values[device] = Some(evaluated.value.clone());
            if let Some(values) = values.iter().map(Option::as_ref).collect::<Option<Vec<_>>>() {
                reached.add(evaluated.instruction, stacked_literal(&values));
                seen.remove(&evaluated.instruction);
            }
        }
    };
    let of_device = |device| program.arguments.iter().map(|array| layer(array, device)).collect();
    let arguments: Vec<Vec<ArrayLiteral>> = (0..devices).map(of_device).collect();
    // What was reached before an error is known all the same.
    _ = trace(&program.module, &arguments, &keep, reached.interrupt());
}

/// Values of one shape, a device each.
fn stacked_literal(values: &[&Literal]) -> Literal {
    match values[0] {
        Literal::Array(_) => stacked(&values.iter().map(|value| value.expect_array()).collect::<Vec<_>>()).into(),
        Literal::Tuple(parts) => {
            Literal::Tuple((0..parts.len()).map(|index| stacked_literal(&elements(values, index))).collect())
        }
        Literal::Token => Literal::Token,
    }
}

fn elements<'v>(values: &[&'v Literal], index: usize) -> Vec<&'v Literal> {
    let element = |value: &&'v Literal| match value {
        Literal::Tuple(parts) => parts.get(index),
        Literal::Array(_) | Literal::Token => None,
    };
    values.iter().filter_map(element).collect()
}
