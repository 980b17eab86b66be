//! Smaller programs that still fail: a search for the smallest.
//!
//! A step is a number: the position of an edit among those of the program at hand. A list of steps therefore names a
//! program, together with the one that it starts from, and another process can make it too.

mod edit;
mod tidy;
mod values;

pub use values::entry_values;

use crate::hlo::{ArrayLiteral, InstructionId, Literal, Module, Op, verify};
use edit::edits;
use std::cell::LazyCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::time::Instant;

/// A module with the arguments to run it on.
#[derive(Clone, Debug)]
pub struct Program {
    pub module: Module,
    pub arguments: Vec<ArrayLiteral>,
}

/// Values of the entry's instructions, for those that an argument may stand for.
pub type Values = HashMap<InstructionId, Literal>;

/// Where a search ends, whatever it has found.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Candidates that are tried.
    pub trials: usize,
    pub deadline: Option<Instant>,
}

/// What a search has come to.
pub struct Reduced {
    pub program: Program,
    /// The steps that lead to it.
    pub path: Vec<usize>,
    pub trials: usize,
}

/// Takes steps for as long as the program fails. `values` evaluates a program; `fails` judges a candidate, and is told
/// the steps that lead to it; `None` ends the search.
pub fn reduce(
    program: Program,
    values: impl Fn(&Program) -> Values,
    mut fails: impl FnMut(&Program, &[usize]) -> Option<bool>,
    limits: Limits,
) -> Reduced {
    let mut reduced = Reduced { program, path: Vec::new(), trials: 0 };
    let mut next = 0;
    while let Some(step) = take_step(&mut reduced, next, &values, &mut fails, limits) {
        next = step;
    }
    reduced
}

/// Makes the program at hand smaller by one step. Positions are tried from `start` on and around: what did not help
/// before seldom does later. Says which helped.
fn take_step(
    reduced: &mut Reduced,
    start: usize,
    values: &impl Fn(&Program) -> Values,
    fails: &mut impl FnMut(&Program, &[usize]) -> Option<bool>,
    limits: Limits,
) -> Option<usize> {
    let edits = edits(&reduced.program, &values(&reduced.program));
    let (code, data) = (code_size(&reduced.program), LazyCell::new(|| data_size(&reduced.program)));
    let is_smaller = |candidate: &Program| match code_size(candidate).cmp(&code) {
        Ordering::Less => true,
        Ordering::Equal => data_size(candidate) < *data,
        Ordering::Greater => false,
    };
    let start = start.min(edits.len());
    for step in (start..edits.len()).chain(0..start) {
        if reduced.trials >= limits.trials || limits.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            break;
        }
        let Some(candidate) = edits[step].candidate(&reduced.program) else { continue };
        if !is_smaller(&candidate) {
            continue;
        }
        reduced.trials += 1;
        reduced.path.push(step);
        let verdict = fails(&candidate, &reduced.path);
        if verdict == Some(true) {
            reduced.program = candidate;
            return Some(step);
        }
        reduced.path.pop();
        verdict?;
    }
    None
}

/// Follows steps.
pub fn follow(program: Program, path: &[usize], values: impl Fn(&Program) -> Values) -> Program {
    path.iter().fold(program, |program, &step| {
        let candidate = edits(&program, &values(&program)).get(step).and_then(|edit| edit.candidate(&program));
        candidate.unwrap_or(program)
    })
}

/// Elements from which on a constant is data: smaller as an argument, which need not be text.
const LARGE: usize = 64;

/// Instructions, then elements of large constants.
fn code_size(program: &Program) -> (usize, usize) {
    let module = &program.module;
    let computations = module.post_order().into_iter().map(|id| module.computation(id));
    let instructions = computations.clone().map(|computation| computation.len()).sum();
    let constants = computations.flat_map(|computation| computation.ids().map(|id| constant_size(computation.op(id))));
    (instructions, constants.filter(|&size| size > LARGE).sum())
}

/// Bytes of arguments that are not zero. Looks at all of them: for programs whose code is of one size.
fn data_size(program: &Program) -> usize {
    let bytes = program.arguments.iter().flat_map(|argument| argument.bytes().iter());
    bytes.filter(|&&byte| byte != 0).count()
}

fn constant_size(op: &Op) -> usize {
    match op {
        Op::Constant(Literal::Array(array)) => array.shape().element_count(),
        _ => 0,
    }
}

fn is_valid(program: &Program) -> bool {
    verify(&program.module).is_ok()
}

#[cfg(test)]
mod tests;
