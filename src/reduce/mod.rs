//! Smaller programs that still fail: a search for the smallest.
//!
//! A step is a number: the position of an edit among those of the program at hand. A list of steps therefore names a
//! program, together with the one that it starts from, and another process can make it too.

mod edit;
mod tidy;
mod values;

pub use values::{Reached, evaluate_entry};

use crate::hlo::{ArrayLiteral, InstructionId, Literal, Module, Op, verify};
use edit::{Edit, edits};
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
    let mut known = Known::new(program, &values);
    let mut search = Search { path: Vec::new(), trials: 0, next: 0, limits };
    while let Some((edit, candidate)) = search.step(&known, &mut fails) {
        known.take(&edit, candidate, &values);
    }
    Reduced { program: known.program, path: search.path, trials: search.trials }
}

/// A program with the values of its entry's instructions: to evaluate it is most of the work where data is large.
struct Known {
    program: Program,
    values: Values,
}

impl Known {
    fn new(program: Program, values: &impl Fn(&Program) -> Values) -> Known {
        Known { values: values(&program), program }
    }

    /// Takes a step. Instructions that stay have their values still, unless the step changed some.
    fn take(&mut self, edit: &Edit, candidate: Program, values: &impl Fn(&Program) -> Values) {
        self.program = candidate;
        if !edit.keeps_values() {
            self.values = values(&self.program);
        }
    }
}

struct Search {
    path: Vec<usize>,
    trials: usize,
    /// Where to look first: what did not help before seldom does later.
    next: usize,
    limits: Limits,
}

impl Search {
    /// A step that makes the program smaller, and what it makes of it.
    fn step(
        &mut self,
        known: &Known,
        fails: &mut impl FnMut(&Program, &[usize]) -> Option<bool>,
    ) -> Option<(Edit, Program)> {
        let program = &known.program;
        let mut edits = edits(program, &known.values);
        let (code, data) = (code_size(program), LazyCell::new(|| data_size(program)));
        let is_smaller = |candidate: &Program| match code_size(candidate).cmp(&code) {
            Ordering::Less => true,
            Ordering::Equal => data_size(candidate) < *data,
            Ordering::Greater => false,
        };
        let start = self.next.min(edits.len());
        for step in (start..edits.len()).chain(0..start) {
            if self.is_over() {
                break;
            }
            let Some(candidate) = edits[step].candidate(program).filter(is_smaller) else { continue };
            self.trials += 1;
            self.path.push(step);
            let verdict = fails(&candidate, &self.path);
            if verdict == Some(true) {
                self.next = step;
                return Some((edits.swap_remove(step), candidate));
            }
            self.path.pop();
            verdict?;
        }
        None
    }

    fn is_over(&self) -> bool {
        let Limits { trials, deadline } = self.limits;
        self.trials >= trials || deadline.is_some_and(|deadline| Instant::now() > deadline)
    }
}

/// Follows steps.
pub fn follow(program: Program, path: &[usize], values: impl Fn(&Program) -> Values) -> Program {
    let mut known = Known::new(program, &values);
    for &step in path {
        let mut edits = edits(&known.program, &known.values);
        let candidate = edits.get(step).and_then(|edit| edit.candidate(&known.program));
        if let Some(candidate) = candidate {
            known.take(&edits.swap_remove(step), candidate, &values);
        }
    }
    known.program
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
