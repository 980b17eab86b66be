//! `cholesky_expander`: writes Cholesky factors as a loop that finds a column a turn.
//!
//! Only one triangle of the operand is read. An upper factor is the adjoint of the lower one. Floats narrower than `f32`
//! are factored in `f32`. Native code has a blocked kernel, so that the pipeline `cpu` leaves this pass out.

use super::Pass;
use super::counted_loop::{COUNTER, CountedLoop};
use super::expand::expand_all;
use super::matrix::{adjoint, everywhere, line, places, product, real, spread, with_line};
use crate::hlo::{Builder, ComparisonDirection, ComputationId, Diagnostics, InstructionId, Module, Op, UnaryOp};

pub const PASS: Pass = Pass {
    name: "cholesky_expander",
    description: "Writes Cholesky factors as a loop that finds a column a turn.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation_mut(owner);
    let cholesky = computation.get(id).clone();
    let Op::Cholesky { lower } = cholesky.op else { return Ok(None) };
    let stored = cholesky.array().element_type;
    let mut b = Builder::new(computation, &cholesky.location);
    let a = b.convert(cholesky.operands()[0], stored.accumulator());
    let a = if lower { a } else { adjoint(&mut b, a) };
    let state = [a, b.full_like(a, 0.0)];
    let shapes = state.map(|value| b.shape(value).clone());
    let size = b.dims(a).last().copied().unwrap_or(0);
    b.finish()?;
    let turns = CountedLoop::add(module, "cholesky", &cholesky.location, size, &shapes, |b, column, values| {
        let &[a, factor] = values else { unreachable!("two values") };
        vec![a, with_column(b, column, a, factor)]
    })?;
    let mut b = Builder::new(module.computation_mut(owner), &cholesky.location);
    let factor = turns.run(&mut b, &state)[1];
    let factor = if lower { factor } else { adjoint(&mut b, factor) };
    let value = b.convert(factor, stored);
    b.finish()?;
    Ok(Some(value))
}

/// The factor with one more column: with v = aₖ - Σ lⱼ conj(lₖⱼ) over the columns `j` before, √vₖ on the diagonal and
/// v / √vₖ below.
fn with_column(b: &mut Builder, column: InstructionId, a: InstructionId, factor: InstructionId) -> InstructionId {
    let rank = b.dims(a).len();
    let known = line(b, factor, rank - 2, column);
    let known = adjoint(b, known);
    let sum = product(b, factor, known);
    let rest = line(b, a, rank - 1, column);
    let rest = b.subtract(rest, sum);
    let pivot = line(b, rest, rank - 2, column);
    let pivot = root(b, pivot);
    let pivot = spread(b, pivot, rank - 2, rest);
    let below = b.divide(rest, pivot);
    let rows = places(b, rest, rank - 2, COUNTER);
    let own = everywhere(b, column, rows);
    let (is_below, is_own) =
        (b.compare(ComparisonDirection::Gt, rows, own), b.compare(ComparisonDirection::Eq, rows, own));
    let zero = b.full_like(rest, 0.0);
    let others = b.select(is_below, below, zero);
    let entries = b.select(is_own, pivot, others);
    with_line(b, factor, entries, rank - 1, column)
}

/// The square root of the real part.
fn root(b: &mut Builder, value: InstructionId) -> InstructionId {
    let element_type = b.element_type(value);
    let re = real(b, value);
    let root = b.unary(UnaryOp::Sqrt, re);
    b.convert(root, element_type)
}
