//! Values of a program of several devices, stacked as its arguments are.

use crate::cmd::placement::{layer, stacked};
use crate::hlo::evaluator::Evaluated;
use crate::hlo::{ArrayLiteral, InstructionId, Literal};
use crate::reduce::{Program, Values};
use crate::runtime::interpreter::trace;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// What the instructions of the entry come to, with the device as the first dimension of every array: of a program that
/// stops, those that all devices have reached.
pub fn stacked_values(program: &Program) -> Values {
    let devices = program.module.device_count();
    let entry = program.module.entry_id();
    let seen: Mutex<HashMap<InstructionId, Vec<Option<Literal>>>> = Mutex::default();
    let keep = |device: usize, evaluated: Evaluated| {
        if evaluated.computation == entry {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            seen.entry(evaluated.instruction).or_insert_with(|| vec![None; devices])[device] =
                Some(evaluated.value.clone());
        }
    };
    let of_device = |device| program.arguments.iter().map(|array| layer(array, device)).collect();
    let arguments: Vec<Vec<ArrayLiteral>> = (0..devices).map(of_device).collect();
    // What was reached before an error is known all the same.
    _ = trace(&program.module, &arguments, &keep);
    let seen = seen.into_inner().unwrap_or_else(PoisonError::into_inner);
    let whole = seen.into_iter().filter_map(|(id, values)| Some((id, values.into_iter().collect::<Option<Vec<_>>>()?)));
    whole.map(|(id, values)| (id, stacked_literal(&values.iter().collect::<Vec<_>>()))).collect()
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
