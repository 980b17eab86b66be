//! `qr_expander`: writes the QR factors that programs ask for as custom calls `Qr` and
//! `ProductOfElementaryHouseholderReflectors` out as loops of Householder reflections.
//!
//! `Qr` gives, as LAPACK's `geqrf` does, the upper factor with the reflections' vectors below its diagonal, and their
//! factors; the other call multiplies reflections out. Matrices of narrow floats stay calls. No runtime has these
//! targets, so that the pipeline `cpu` has to write them out.

use super::Pass;
use super::counted_loop::{COUNTER, CountedLoop};
use super::expand::expand_all;
use super::matrix::{
    adjoint, as_type_of, conjugate, everywhere, line, places, product, real, spread, square, with_line,
};
use crate::hlo::{
    BinaryOp, Builder, ComparisonDirection, ComputationId, Diagnostics, ElementType, Instruction, InstructionId,
    Module, Op, Shape, UnaryOp, reducer,
};

pub const PASS: Pass = Pass {
    name: "qr_expander",
    description: "Writes QR factors, asked for as custom calls, out as loops of Householder reflections.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation(owner);
    let call = computation.get(id);
    let Op::CustomCall(custom) = &call.op else { return Ok(None) };
    let shapes: Vec<&Shape> = call.operands().iter().map(|&o| computation.shape(o)).collect();
    let write_out = match (&*custom.target, &shapes[..]) {
        ("Qr", [a]) if is_known(a) && call.shape == factored(a) => factor,
        ("ProductOfElementaryHouseholderReflectors", [a, taus])
            if is_known(a) && call.shape.same_type(a) && has_factors(a, taus) =>
        {
            multiply_out
        }
        _ => return Ok(None),
    };
    let call = call.clone();
    write_out(module, owner, &call).map(Some)
}

fn is_known(matrix: &Shape) -> bool {
    let is_wide = |element_type: ElementType| matches!(element_type, ElementType::F32 | ElementType::F64);
    matrix.as_array().is_some_and(|array| is_wide(array.element_type.real_part()) && array.rank() >= 2)
}

/// What `Qr` gives of a matrix.
fn factored(matrix: &Shape) -> Shape {
    let array = matrix.expect_array();
    let (batch, sides) = array.dims.split_at(array.rank() - 2);
    let factors = [batch, &[sides[0].min(sides[1])]].concat();
    Shape::Tuple(vec![matrix.clone(), Shape::array(array.element_type, factors)])
}

/// Whether there is a factor for every reflection in a matrix, or for the first ones.
fn has_factors(matrix: &Shape, taus: &Shape) -> bool {
    let matrix = matrix.expect_array();
    let (batch, sides) = matrix.dims.split_at(matrix.rank() - 2);
    taus.as_array().is_some_and(|taus| {
        let fits =
            taus.dims.split_last().is_some_and(|(&count, rest)| rest == batch && count <= sides[0].min(sides[1]));
        fits && taus.element_type == matrix.element_type
    })
}

fn factor(module: &mut Module, owner: ComputationId, call: &Instruction) -> Result<InstructionId, Diagnostics> {
    let a = call.operands()[0];
    let [Shape::Array(matrix), Shape::Array(taus)] = call.shape.as_tuple().unwrap_or_default() else {
        unreachable!("its shape was looked at")
    };
    let count = taus.dims.last().copied().unwrap_or(0);
    let row = Shape::array(taus.element_type, [&taus.dims[..taus.rank() - 1], &[1, count]].concat());
    let sum = module.add_computation(reducer(BinaryOp::Add, matrix.element_type.real_part()));
    let shapes = [call.shape.as_tuple().unwrap_or_default()[0].clone(), row.clone()];
    let turns = CountedLoop::add(module, "qr", &call.location, count, &shapes, |b, column, values| {
        let &[a, taus] = values else { unreachable!("two values") };
        let reflection = Reflection::of_column(b, a, column, sum);
        let kept = reflection.packed(b, a, column);
        let rank = b.dims(a).len();
        vec![kept, with_line(b, taus, reflection.tau, rank - 1, column)]
    })?;
    let mut b = Builder::new(module.computation_mut(owner), &call.location);
    let zero = b.scalar(taus.element_type, 0.0);
    let none = b.splat(zero, &row.expect_array().dims);
    let results = turns.run(&mut b, &[a, none]);
    let taus = b.reshape(results[1], &taus.dims);
    let value = b.tuple(&[results[0], taus]);
    b.finish()?;
    Ok(value)
}

/// `1 - tau v vᴴ`, whose adjoint makes a column of a matrix `beta` at its diagonal and zero below.
struct Reflection {
    /// A column: zero above the diagonal, one there.
    vector: InstructionId,
    tau: InstructionId,
    beta: InstructionId,
}

impl Reflection {
    /// With x below the diagonal and α there: β = -sign(re α) √(|α|² + |x|²), τ = (β - α) / β, v = x / (α - β); nothing
    /// is reflected where x is zero and α real.
    fn of_column(b: &mut Builder, a: InstructionId, column: InstructionId, sum: ComputationId) -> Reflection {
        let rank = b.dims(a).len();
        let values = line(b, a, rank - 1, column);
        let below = part(b, values, column, 0.0);
        let alpha = line(b, values, rank - 2, column);
        let rest = sum_of_squares(b, below, sum);
        let is_done = has_nothing_to_reflect(b, alpha, rest);
        let whole = square(b, alpha);
        let whole = b.add_values(whole, rest);
        let norm = b.unary(UnaryOp::Sqrt, whole);
        let opposite = b.unary(UnaryOp::Negate, norm);
        let (sign, zero) = (real(b, alpha), b.full_like(rest, 0.0));
        let is_negative = b.compare(ComparisonDirection::Lt, sign, zero);
        let beta = b.select(is_negative, norm, opposite);
        let beta = as_type_of(b, beta, alpha);
        let (change, divisor) = (b.subtract(beta, alpha), b.subtract(alpha, beta));
        let tau = b.divide(change, beta);
        let (zero, one) = (b.full_like(tau, 0.0), b.full_like(divisor, 1.0));
        let divisor = b.select(is_done, one, divisor);
        let divisor = spread(b, divisor, rank - 2, below);
        let scaled = b.divide(below, divisor);
        let vector = part(b, scaled, column, 1.0);
        Reflection { vector, tau: b.select(is_done, zero, tau), beta: b.select(is_done, alpha, beta) }
    }

    /// The one whose vector is stored below the diagonal of a column.
    fn stored(b: &mut Builder, a: InstructionId, taus: InstructionId, column: InstructionId) -> Reflection {
        let rank = b.dims(a).len();
        let values = line(b, a, rank - 1, column);
        let tau = line(b, taus, rank - 1, column);
        Reflection { vector: part(b, values, column, 1.0), tau, beta: tau }
    }

    /// The matrix with every column reflected.
    fn applied(&self, b: &mut Builder, matrix: InstructionId) -> InstructionId {
        self.applied_with(b, matrix, self.tau)
    }

    /// The matrix with every column reflected by the adjoint.
    fn adjoint_applied(&self, b: &mut Builder, matrix: InstructionId) -> InstructionId {
        let tau = conjugate(b, self.tau);
        self.applied_with(b, matrix, tau)
    }

    fn applied_with(&self, b: &mut Builder, matrix: InstructionId, tau: InstructionId) -> InstructionId {
        let rank = b.dims(matrix).len();
        let turned = adjoint(b, self.vector);
        let weights = product(b, turned, matrix);
        let tau = spread(b, tau, rank - 1, weights);
        let weights = b.multiply(tau, weights);
        let change = product(b, self.vector, weights);
        b.subtract(matrix, change)
    }

    /// The matrix with the columns behind this one reflected, and the vector below the diagonal of this one.
    fn packed(&self, b: &mut Builder, matrix: InstructionId, column: InstructionId) -> InstructionId {
        let rank = b.dims(matrix).len();
        let reflected = self.adjoint_applied(b, matrix);
        let columns = places(b, matrix, rank - 1, COUNTER);
        let own = everywhere(b, column, columns);
        let is_behind = b.compare(ComparisonDirection::Gt, columns, own);
        let matrix = b.select(is_behind, reflected, matrix);
        let values = line(b, matrix, rank - 1, column);
        let (is_below, is_own) = rows(b, values, column);
        let beta = spread(b, self.beta, rank - 2, values);
        let stored = b.select(is_below, self.vector, values);
        let stored = b.select(is_own, beta, stored);
        with_line(b, matrix, stored, rank - 1, column)
    }
}

/// Which rows of a column lie below the diagonal, and which on it.
fn rows(b: &mut Builder, values: InstructionId, column: InstructionId) -> (InstructionId, InstructionId) {
    let dimension = b.dims(values).len() - 2;
    let rows = places(b, values, dimension, COUNTER);
    let own = everywhere(b, column, rows);
    (b.compare(ComparisonDirection::Gt, rows, own), b.compare(ComparisonDirection::Eq, rows, own))
}

/// A column with zeros above the diagonal and a number on it.
fn part(b: &mut Builder, values: InstructionId, column: InstructionId, on_diagonal: f64) -> InstructionId {
    let (is_below, is_own) = rows(b, values, column);
    let (zero, number) = (b.full_like(values, 0.0), b.full_like(values, on_diagonal));
    let others = b.select(is_own, number, zero);
    b.select(is_below, values, others)
}

fn sum_of_squares(b: &mut Builder, column: InstructionId, sum: ComputationId) -> InstructionId {
    let mut dims = b.dims(column);
    let dimension = dims.len() - 2;
    dims[dimension] = 1;
    let squares = square(b, column);
    let zero = b.scalar(b.element_type(squares), 0.0);
    let total = b.reduce(squares, zero, &[dimension], sum);
    b.reshape(total, &dims)
}

/// Whether a column has nothing below its diagonal, and a real number on it.
fn has_nothing_to_reflect(b: &mut Builder, alpha: InstructionId, rest: InstructionId) -> InstructionId {
    let zero = b.full_like(rest, 0.0);
    let is_zero = b.compare(ComparisonDirection::Eq, rest, zero);
    if !b.element_type(alpha).is_complex() {
        return is_zero;
    }
    let im = b.unary(UnaryOp::Imag, alpha);
    let is_real = b.compare(ComparisonDirection::Eq, im, zero);
    b.binary(BinaryOp::And, is_zero, is_real)
}

/// The product of the reflections, as many columns of it as the matrix has.
fn multiply_out(module: &mut Module, owner: ComputationId, call: &Instruction) -> Result<InstructionId, Diagnostics> {
    let matrix = call.array();
    let mut b = Builder::new(module.computation_mut(owner), &call.location);
    let [a, taus] = [0, 1].map(|index| call.operands()[index]);
    let mut row = b.dims(taus);
    let count = row.pop().unwrap_or(0);
    row.extend([1, count]);
    let taus = b.reshape(taus, &row);
    let [down, across] = [2, 1].map(|back| b.iota(COUNTER, &matrix.dims, matrix.rank() - back));
    let is_diagonal = b.compare(ComparisonDirection::Eq, down, across);
    let identity = b.convert(is_diagonal, matrix.element_type);
    let state = [a, taus, identity];
    let shapes = state.map(|value| b.shape(value).clone());
    b.finish()?;
    let turns = CountedLoop::add(module, "reflections", &call.location, count, &shapes, |b, turn, values| {
        let &[a, taus, q] = values else { unreachable!("three values") };
        let last = b.scalar_integer(COUNTER, count as i64 - 1);
        let column = b.subtract(last, turn);
        vec![a, taus, Reflection::stored(b, a, taus, column).applied(b, q)]
    })?;
    let mut b = Builder::new(module.computation_mut(owner), &call.location);
    let value = turns.run(&mut b, &state)[2];
    b.finish()?;
    Ok(value)
}
