//! Smaller programs that still fail. The search is the one of `pjrt bisect`; what is ours is which values an argument may
//! stand for: those that every right implementation agrees on.

use crate::bound::Run;
use pjrt::reduce::{self, Limits, Program, Values};

const LIMITS: Limits = Limits { trials: 600, deadline: None };

/// Takes steps for as long as the program fails; gives the smallest that does, and the steps.
pub fn shrink(program: &Program, mut fails: impl FnMut(&Program, &[usize]) -> bool) -> (Program, Vec<usize>) {
    let judge = |candidate: &Program, path: &[usize]| Some(fails(candidate, path));
    let reduced = reduce::reduce(program.clone(), settled_values, judge, LIMITS);
    (reduced.program, reduced.path)
}

/// Follows steps.
pub fn follow(program: Program, path: &[usize]) -> Program {
    reduce::follow(program, path, settled_values)
}

fn settled_values(program: &Program) -> Values {
    let Ok(run) = Run::of(&program.module, &program.arguments, false) else { return Values::new() };
    let settled = run.entry.into_iter().filter(|(_, tracked)| tracked.bound.is_exact());
    settled.map(|(id, tracked)| (id, tracked.value)).collect()
}
