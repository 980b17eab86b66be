//! Bounds of whole algorithms.

use super::number::{epsilon, largest, spacing};
use super::run::exact_or_unknown;
use super::{Bound, Run, Tracked, part_count, parts, wide};
use crate::random::Random;
use pjrt::hlo::evaluator::{Result, evaluate_op};
use pjrt::hlo::*;

/// Elements that are equal, or unordered, under the comparator may come in any order among the interpreter's kinds of
/// sort: only what is ordered throughout is settled.
pub fn sort(module: &Module, comparator: ComputationId, operands: &[&Tracked], shape: &Shape) -> Bound {
    let computation = module.computation(comparator);
    let partial =
        computation.ids().any(|id| matches!(computation.op(id), Op::Compare { order: ComparisonOrder::Partial, .. }));
    let unordered = partial && operands.iter().any(|o| parts(o.array()).iter().any(|x| x.is_nan()));
    if unordered { Bound::unknown(shape) } else { exact_or_unknown(operands, shape) }
}

/// How often an algorithm is run with other errors.
const TRIALS: u64 = 4;
/// How much more than what was seen is allowed.
const SAFETY: f64 = 32.0;

/// Runs a stable algorithm on operands that are off by a few roundings, and takes what the results are off by.
pub fn perturbed(run: &Run, instruction: &Instruction, operands: &[&Tracked], value: &Literal) -> Result<Bound> {
    let moderate = |o: &&Tracked| {
        // Sums of squares stay finite in the type that it is computed in.
        let computed = computed_in(o.array().element_type());
        let limit = (largest(computed) / 1e6).sqrt();
        // What is subnormal, or a few products from it, rounds by more than its last digit.
        let least = spacing(computed, 0.0) / epsilon(computed).powi(2);
        let is_empty = o.array().shape().element_count() == 0;
        let values = parts(o.array());
        !is_empty
            && values.iter().chain(&o.bounds()).all(|x| x.abs() < limit)
            && values.iter().all(|&x| x == 0.0 || x.abs() > least)
    };
    if !operands.iter().all(moderate) {
        return Ok(Bound::unknown(&instruction.shape));
    }
    let shape = widened(&instruction.shape);
    let evaluate = |trial: Option<u64>| {
        let literals: Vec<Literal> = operands.iter().map(|o| wide_literal(o, trial)).collect();
        evaluate_op(&instruction.op, &literals.iter().collect::<Vec<_>>(), &shape, &run.context)
    };
    let center = evaluate(None)?;
    let trials = (0..TRIALS).map(|trial| evaluate(Some(trial))).collect::<Result<Vec<Literal>>>()?;
    Ok(spread(&center, &trials, value))
}

/// The real type that an algorithm on elements of a type computes in.
fn computed_in(element_type: ElementType) -> ElementType {
    let part = element_type.real_part();
    if part.bit_width() < 32 { ElementType::F32 } else { part }
}

fn widened(shape: &Shape) -> Shape {
    match shape {
        Shape::Array(array) => array.with_element_type(wide(array.element_type)).into(),
        Shape::Tuple(parts) => Shape::Tuple(parts.iter().map(widened).collect()),
        Shape::Token => Shape::Token,
    }
}

/// An operand in twice the precision, off by its bound and some roundings in a trial.
fn wide_literal(operand: &Tracked, trial: Option<u64>) -> Literal {
    let array = operand.array();
    let part = array.element_type().real_part();
    let bounds = operand.bounds();
    let roundings =
        epsilon(if part.bit_width() < 32 { ElementType::F32 } else { part }) * array.shape().element_count() as f64;
    let mut random = Random::new(trial.unwrap_or(0));
    let off = |(x, bound): (f64, &f64)| match trial {
        None => x,
        Some(_) => x + (2.0 * random.unit() - 1.0) * (bound + roundings * x.abs()),
    };
    let numbers: Vec<f64> = parts(array).into_iter().zip(&bounds).map(off).collect();
    super::array_of_parts(array.shape(), &numbers).into()
}

fn spread(center: &Literal, trials: &[Literal], value: &Literal) -> Bound {
    match (center, value) {
        (Literal::Tuple(centers), Literal::Tuple(values)) => {
            let part = |i: usize| {
                let trials: Vec<Literal> = trials.iter().filter_map(|trial| element(trial, i)).collect();
                spread(&centers[i], &trials, &values[i])
            };
            Bound::Tuple((0..centers.len()).map(part).collect())
        }
        (Literal::Array(center), Literal::Array(value)) => Bound::of(array_spread(center, trials, value)),
        _ => Bound::unknown(&value.shape()),
    }
}

fn element(tuple: &Literal, index: usize) -> Option<Literal> {
    match tuple {
        Literal::Tuple(parts) => parts.get(index).cloned(),
        Literal::Array(_) | Literal::Token => None,
    }
}

/// The largest deviation anywhere counts everywhere: what one trial misses another element shows.
fn array_spread(center: &ArrayLiteral, trials: &[Literal], value: &ArrayLiteral) -> Vec<f64> {
    let part = value.element_type().real_part();
    let centers = parts(center);
    let mut deviation: f64 = 0.0;
    for trial in trials.iter().filter_map(Literal::as_array) {
        let differences = parts(trial).into_iter().zip(&centers).map(|(x, c)| (x - c).abs());
        deviation = differences.fold(deviation, |max, d| if d.is_nan() || d > max { d } else { max });
    }
    if deviation.is_nan() {
        return vec![f64::INFINITY; part_count(value.shape())];
    }
    let largest = centers.iter().fold(0.0f64, |max, x| max.max(x.abs()));
    let floor = SAFETY * spacing(part, if largest.is_finite() { largest } else { 0.0 });
    parts(value).iter().map(|x| if x.is_finite() { SAFETY * deviation + floor } else { f64::INFINITY }).collect()
}
