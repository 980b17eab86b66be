//! `eigh_expander`: writes eigenvectors and eigenvalues of symmetric matrices, asked for as a custom call `Eigh`, out as
//! a loop of Jacobi's rotations.
//!
//! Each turn makes one pair of entries beside the diagonal zero; sweeps over all pairs make all of them small,
//! quadratically at the end. The call's config says `lower,sort,sweeps,tolerance`: which triangle is read, and whether
//! eigenvalues come in order. Before the rotation of a complex pair, its phase is taken off. Matrices of narrow floats
//! stay calls. No runtime has this target, so that the pipeline `cpu` has to write it out.

use super::Pass;
use super::counted_loop::{COUNTER, CountedLoop};
use super::expand::expand_all;
use super::matrix::{adjoint, as_type_of, conjugate, line, real, spread, with_line};
use crate::hlo::{
    ArrayLiteral, ArrayShape, BinaryOp, Builder, ComparisonDirection, ComparisonOrder, Computation, ComputationId,
    Diagnostics, ElementType, Instruction, InstructionId, Module, Op, Shape, UnaryOp, reducer,
};

pub const PASS: Pass = Pass {
    name: "eigh_expander",
    description: "Writes eigenvalues, asked for as a custom call, out as a loop of Jacobi's rotations.",
    run,
};

/// Sweeps over all pairs: more than matrices of any size have been seen to need.
const SWEEPS: usize = 15;
/// Turns that a counter can count.
const MAX_TURNS: usize = 1 << 30;

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation(owner);
    let Some(eigh) = Eigh::of(computation, computation.get(id)) else { return Ok(None) };
    let call = computation.get(id).clone();
    let mut b = Builder::new(module.computation_mut(owner), &call.location);
    let a = eigh.symmetric(&mut b, call.operands()[0]);
    let is_diagonal = eigh.diagonal(&mut b, &eigh.matrix.dims);
    let vectors = b.convert(is_diagonal, eigh.matrix.element_type);
    let (firsts, seconds) = eigh.pairs(&mut b);
    let state = [a, vectors, firsts, seconds];
    let shapes = state.map(|value| b.shape(value).clone());
    b.finish()?;
    let turns = SWEEPS * eigh.pair_count();
    let turns = CountedLoop::add(module, "eigh", &call.location, turns, &shapes, |b, turn, values| {
        let &[a, vectors, firsts, seconds] = values else { unreachable!("four values") };
        let count = b.scalar_integer(COUNTER, eigh.pair_count() as i64);
        let number = b.binary(BinaryOp::Remainder, turn, count);
        let pair = [firsts, seconds].map(|list| element(b, list, number));
        let (a, vectors) = rotated(b, a, vectors, pair);
        vec![a, vectors, firsts, seconds]
    })?;
    let value_type = eigh.matrix.element_type.real_part();
    let sum = module.add_computation(reducer(BinaryOp::Add, value_type));
    let comparator = module.add_computation(by_value(value_type, eigh.matrix.element_type));
    let mut b = Builder::new(module.computation_mut(owner), &call.location);
    let results = turns.run(&mut b, &state);
    let value = eigh.in_order(&mut b, results[0], results[1], sum, comparator);
    b.finish()?;
    Ok(Some(value))
}

/// A call that is written out.
struct Eigh {
    matrix: ArrayShape,
    lower: bool,
    sorted: bool,
}

impl Eigh {
    fn of(computation: &Computation, call: &Instruction) -> Option<Eigh> {
        let Op::CustomCall(custom) = &call.op else { return None };
        let &[operand] = call.operands() else { return None };
        let matrix = computation.shape(operand).as_array()?.clone();
        let (&size, rest) = matrix.dims.split_last()?;
        let is_square = rest.last() == Some(&size) && size > 1 && SWEEPS * size * size < MAX_TURNS;
        let part = matrix.element_type.real_part();
        let is_wide = matches!(part, ElementType::F32 | ElementType::F64);
        let values = Shape::array(part, rest);
        let has_shape = call.shape.same_type(&Shape::Tuple(vec![matrix.clone().into(), values]));
        let mut flags = custom.backend_config.split(',').map(|flag| flag.trim() == "1");
        let (lower, sorted) = (flags.next()?, flags.next()?);
        (&*custom.target == "Eigh" && is_square && is_wide && has_shape).then_some(Eigh { matrix, lower, sorted })
    }

    fn size(&self) -> usize {
        self.matrix.dims.last().copied().unwrap_or(0)
    }

    fn pair_count(&self) -> usize {
        self.size() * (self.size() - 1) / 2
    }

    /// Whether the places of arrays of these dimensions lie on the diagonal of their matrix.
    fn diagonal(&self, b: &mut Builder, dims: &[usize]) -> InstructionId {
        self.places(b, dims, ComparisonDirection::Eq)
    }

    /// How the row of a place compares with its column.
    fn places(&self, b: &mut Builder, dims: &[usize], direction: ComparisonDirection) -> InstructionId {
        let [rows, columns] = [2, 1].map(|back| b.iota(COUNTER, dims, dims.len() - back));
        b.compare(direction, rows, columns)
    }

    /// The matrix with one triangle on both sides of the diagonal, which is real.
    fn symmetric(&self, b: &mut Builder, a: InstructionId) -> InstructionId {
        let mirrored = adjoint(b, a);
        let direction = if self.lower { ComparisonDirection::Gt } else { ComparisonDirection::Lt };
        let is_read = self.places(b, &self.matrix.dims, direction);
        let is_diagonal = self.diagonal(b, &self.matrix.dims);
        let whole = b.select(is_read, a, mirrored);
        let diagonal = real(b, a);
        let diagonal = as_type_of(b, diagonal, a);
        b.select(is_diagonal, diagonal, whole)
    }

    /// All pairs of different rows, as two lists.
    fn pairs(&self, b: &mut Builder) -> (InstructionId, InstructionId) {
        let size = self.size() as i32;
        let pairs = (0..size).flat_map(|p| (p + 1..size).map(move |q| (p, q)));
        let (firsts, seconds): (Vec<i32>, Vec<i32>) = pairs.unzip();
        let [firsts, seconds] =
            [firsts, seconds].map(|list| b.constant(ArrayLiteral::from_slice(COUNTER, [list.len()], &list)));
        (firsts, seconds)
    }

    /// Vectors and values, in the order of the values where that is asked for.
    fn in_order(
        &self,
        b: &mut Builder,
        a: InstructionId,
        vectors: InstructionId,
        sum: ComputationId,
        comparator: ComputationId,
    ) -> InstructionId {
        let dims = &self.matrix.dims;
        let rank = dims.len();
        let is_diagonal = self.diagonal(b, dims);
        let a = real(b, a);
        let zeros = b.full_like(a, 0.0);
        let diagonal = b.select(is_diagonal, a, zeros);
        let zero = b.scalar(b.element_type(a), 0.0);
        let values = b.reduce(diagonal, zero, &[rank - 2], sum);
        if !self.sorted {
            return b.tuple(&[vectors, values]);
        }
        let kept: Vec<usize> = (0..rank).filter(|&dim| dim != rank - 2).collect();
        let repeated = b.broadcast(values, dims, &kept);
        let sorted = b.sort(&[repeated, vectors], rank - 1, comparator);
        let parts = b.untuple(sorted);
        let first_row = b.slice_dimension(parts[0], rank - 2, 0, 1);
        let values = b.reshape(first_row, &[&dims[..rank - 2], &[self.size()]].concat());
        b.tuple(&[parts[1], values])
    }
}

/// An element of a list, as a scalar.
fn element(b: &mut Builder, list: InstructionId, place: InstructionId) -> InstructionId {
    let element = b.dynamic_slice(list, &[place], &[1]);
    b.reshape(element, &[])
}

/// The matrix with rows and columns `p` and `q` turned so that their entry is zero, and the vectors turned alike.
fn rotated(
    b: &mut Builder,
    a: InstructionId,
    vectors: InstructionId,
    [p, q]: [InstructionId; 2],
) -> (InstructionId, InstructionId) {
    let rank = b.dims(a).len();
    let row = [p, q].map(|place| line(b, a, rank - 2, place));
    let [app, apq, aqq] = [(0, p), (0, q), (1, q)].map(|(which, place)| line(b, row[which], rank - 1, place));
    let (apq, phase) = without_phase(b, apq);
    let (app, aqq) = (real(b, app), real(b, aqq));
    let [cosine, sine] = turning(b, app, apq, aqq).map(|factor| as_type_of(b, factor, a));
    let turn = Turn { places: [p, q], cosine, sine, phase };
    let a = turn.lines(b, a, rank - 2);
    (turn.lines(b, a, rank - 1), turn.lines(b, vectors, rank - 1))
}

/// Cosine and sine of the turn, from entries that are real, or were made real by w = a_pq / |a_pq|.
///
/// With θ = (a_qq - a_pp) / (2 a_pq): t = sign(θ) / (|θ| + √(θ² + 1)), c = 1 / √(t² + 1), s = t c (Golub and Van Loan).
fn turning(b: &mut Builder, app: InstructionId, apq: InstructionId, aqq: InstructionId) -> [InstructionId; 2] {
    let (zero, one) = (b.full_like(apq, 0.0), b.full_like(apq, 1.0));
    let difference = b.subtract(aqq, app);
    let twice = b.add_values(apq, apq);
    let theta = b.divide(difference, twice);
    let square = square_and_one(b, theta);
    let root = b.unary(UnaryOp::Sqrt, square);
    let magnitude = b.unary(UnaryOp::Abs, theta);
    let divisor = b.add_values(magnitude, root);
    let tangent = b.divide(one, divisor);
    let is_negative = b.compare(ComparisonDirection::Lt, theta, zero);
    let opposite = b.unary(UnaryOp::Negate, tangent);
    let tangent = b.select(is_negative, opposite, tangent);
    let is_done = b.compare(ComparisonDirection::Eq, apq, zero);
    let tangent = b.select(is_done, zero, tangent);
    let square = square_and_one(b, tangent);
    let cosine = b.unary(UnaryOp::Rsqrt, square);
    [cosine, b.multiply(tangent, cosine)]
}

/// x² + 1
fn square_and_one(b: &mut Builder, x: InstructionId) -> InstructionId {
    let (square, one) = (b.multiply(x, x), b.full_like(x, 1.0));
    b.add_values(square, one)
}

/// A number as a real one and its phase w; real numbers are left as they are and have none.
fn without_phase(b: &mut Builder, number: InstructionId) -> (InstructionId, Option<InstructionId>) {
    if !b.element_type(number).is_complex() {
        return (number, None);
    }
    let magnitude = b.unary(UnaryOp::Abs, number);
    let zero = b.full_like(magnitude, 0.0);
    let is_zero = b.compare(ComparisonDirection::Eq, magnitude, zero);
    let one = b.full_like(number, 1.0);
    let divisor = as_type_of(b, magnitude, number);
    let phase = b.divide(number, divisor);
    (magnitude, Some(b.select(is_zero, one, phase)))
}

/// A rotation in the plane of two rows or columns, after the phase of the second is taken off.
struct Turn {
    places: [InstructionId; 2],
    cosine: InstructionId,
    sine: InstructionId,
    phase: Option<InstructionId>,
}

impl Turn {
    /// Lines `p` and `q` along a dimension become c p - s q' and s p + c q', with q' = w q for rows and w̄ q for columns.
    fn lines(&self, b: &mut Builder, matrix: InstructionId, dimension: usize) -> InstructionId {
        let is_column = dimension == b.dims(matrix).len() - 1;
        let across = if is_column { dimension - 1 } else { dimension + 1 };
        let [x, mut y] = self.places.map(|place| line(b, matrix, dimension, place));
        if let Some(phase) = self.phase {
            let phase = if is_column { conjugate(b, phase) } else { phase };
            let phase = spread(b, phase, across, y);
            y = b.multiply(phase, y);
        }
        let [c, s] = [self.cosine, self.sine].map(|factor| spread(b, factor, across, x));
        let (cx, sx, cy, sy) = (b.multiply(c, x), b.multiply(s, x), b.multiply(c, y), b.multiply(s, y));
        let (x, y) = (b.subtract(cx, sy), b.add_values(sx, cy));
        let matrix = with_line(b, matrix, x, dimension, self.places[0]);
        with_line(b, matrix, y, dimension, self.places[1])
    }
}

/// Orders pairs by their first elements, NaN last.
fn by_value(value: ElementType, other: ElementType) -> Computation {
    let mut computation = Computation::new("by_value");
    let types = [value, value, other, other].into_iter().enumerate();
    let parameters: Vec<InstructionId> = types
        .map(|(number, element_type)| computation.add_parameter(number, ArrayShape::scalar(element_type), &None))
        .collect();
    let compare = Op::Compare { direction: ComparisonDirection::Lt, order: ComparisonOrder::Total };
    computation.add_root(Instruction::new(compare, Shape::scalar(ElementType::Pred), &parameters[..2]));
    computation
}
