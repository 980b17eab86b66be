//! `triangular_solve_expander`: writes the solution of a triangular system as a loop that solves a row a turn.
//!
//! Every system is brought to `a x = b`: transposed where the program says so, and where the unknown stands on the left.
//! Floats narrower than `f32` are solved in `f32`. Native code has a blocked kernel, so that the pipeline `cpu` leaves
//! this pass out.

use super::Pass;
use super::counted_loop::{COUNTER, CountedLoop};
use super::expand::expand_all;
use super::matrix::{conjugate, everywhere, line, places, product, spread, transposed, with_line};
use crate::hlo::{Builder, ComparisonDirection, ComputationId, Diagnostics, InstructionId, Module, Op, Transpose};

pub const PASS: Pass = Pass {
    name: "triangular_solve_expander",
    description: "Writes the solution of a triangular system as a loop that solves a row a turn.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation_mut(owner);
    let solve = computation.get(id).clone();
    let Op::TriangularSolve { left_side, lower, unit_diagonal, transpose_a } = solve.op else { return Ok(None) };
    let stored = solve.array().element_type;
    let mut b = Builder::new(computation, &solve.location);
    let [a, rhs] = [0, 1].map(|index| b.convert(solve.operands()[index], stored.accumulator()));
    let is_transposed = (transpose_a != Transpose::NoTranspose) == left_side;
    let a = if transpose_a == Transpose::Adjoint { conjugate(&mut b, a) } else { a };
    let a = if is_transposed { transposed(&mut b, a) } else { a };
    let rhs = if left_side { rhs } else { transposed(&mut b, rhs) };
    let system =
        System { is_forward: lower != is_transposed, unit_diagonal, size: b.dims(a).last().copied().unwrap_or(0) };
    let state = [a, rhs, b.full_like(rhs, 0.0)];
    let shapes = state.map(|value| b.shape(value).clone());
    b.finish()?;
    let turns =
        CountedLoop::add(module, "triangular_solve", &solve.location, system.size, &shapes, |b, turn, values| {
            let &[a, rhs, x] = values else { unreachable!("three values") };
            vec![a, rhs, system.with_row(b, turn, [a, rhs, x])]
        })?;
    let mut b = Builder::new(module.computation_mut(owner), &solve.location);
    let x = turns.run(&mut b, &state)[2];
    let x = if left_side { x } else { transposed(&mut b, x) };
    let value = b.convert(x, stored);
    b.finish()?;
    Ok(Some(value))
}

/// `a x = b` with triangular `a`.
struct System {
    /// The first row is solved first: `a` is lower.
    is_forward: bool,
    unit_diagonal: bool,
    size: usize,
}

impl System {
    /// `x` with one more row: (bᵢ - Σ aᵢⱼ xⱼ) / aᵢᵢ over the rows that are solved; the others are zero.
    fn with_row(&self, b: &mut Builder, turn: InstructionId, [a, rhs, x]: [InstructionId; 3]) -> InstructionId {
        let rank = b.dims(a).len();
        let row = self.row(b, turn);
        let coefficients = line(b, a, rank - 2, row);
        let columns = places(b, coefficients, rank - 1, COUNTER);
        let own = everywhere(b, row, columns);
        let direction = if self.is_forward { ComparisonDirection::Lt } else { ComparisonDirection::Gt };
        let is_known = b.compare(direction, columns, own);
        let zero = b.full_like(coefficients, 0.0);
        let known = b.select(is_known, coefficients, zero);
        let sum = product(b, known, x);
        let constant = line(b, rhs, rank - 2, row);
        let mut solved = b.subtract(constant, sum);
        if !self.unit_diagonal {
            let diagonal = line(b, coefficients, rank - 1, row);
            let diagonal = spread(b, diagonal, rank - 1, solved);
            solved = b.divide(solved, diagonal);
        }
        with_line(b, x, solved, rank - 2, row)
    }

    fn row(&self, b: &mut Builder, turn: InstructionId) -> InstructionId {
        if self.is_forward {
            return turn;
        }
        let last = b.scalar_integer(COUNTER, self.size as i64 - 1);
        b.subtract(last, turn)
    }
}
