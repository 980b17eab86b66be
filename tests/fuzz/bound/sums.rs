//! Bounds of what adds up many terms: products, reductions, windows, scatters.
//!
//! A sum of n terms of magnitude A in all, taken in any order, is within n·ε·A of the exact one; sums of multiples
//! of one number that stay below 2^p times it are exact.

use super::elementwise::is_exact_region;
use super::number::{epsilon, granularity, largest, spacing};
use super::run::exact_or_unknown;
use super::{Bound, Run, Tracked, array_of_parts, part_count, parts};
use pjrt::hlo::evaluator::{Context, Result, evaluate_op};
use pjrt::hlo::*;

/// Dot and convolution.
pub fn product(run: &Run, instruction: &Instruction, operands: &[&Tracked], value: &Literal) -> Result<Bound> {
    let shape = instruction.array();
    let element_type = shape.element_type;
    if !element_type.is_float() && !element_type.is_complex() {
        return Ok(exact_or_unknown(operands, &instruction.shape));
    }
    let [lhs, rhs] = [Magnitudes::of(operands[0]), Magnitudes::of(operands[1])];
    let real = Shape::array(ElementType::F64, shape.dims.clone());
    let apply = |a: &ArrayLiteral, b: &ArrayLiteral| -> Result<Vec<f64>> {
        let (a, b) = (Literal::from(a.clone()), Literal::from(b.clone()));
        Ok(parts(evaluate_op(&instruction.op, &[&a, &b], &real, &run.context)?.expect_array()))
    };
    let total = apply(&lhs.values, &rhs.values)?;
    let either = |a: Vec<f64>, b: Vec<f64>| -> Vec<f64> { a.iter().zip(&b).map(|(a, b)| a + b).collect() };
    let mut special = either(apply(&lhs.special, &rhs.ones())?, apply(&lhs.ones(), &rhs.special)?);
    // An infinity times what may have either sign.
    let doubtful = either(apply(&lhs.special, &rhs.doubtful)?, apply(&lhs.doubtful, &rhs.special)?);
    special
        .iter_mut()
        .zip(doubtful)
        .filter(|(_, doubt)| *doubt > 0.0)
        .for_each(|(special, _)| *special = f64::INFINITY);
    // Whether the zeros of padding meet a kernel's infinities is open.
    if rhs.has_special() && has_padding(&instruction.op) {
        special.fill(f64::INFINITY);
    }
    let carried = either(apply(&lhs.bounds, &rhs.reach())?, apply(&lhs.values, &rhs.bounds)?);
    let grid = lhs.grid * rhs.grid;
    let terms = operands[0].array().shape().element_count() as f64;
    let accumulator = wide_accumulator(run, element_type.real_part());
    Ok(Sums { total, carried, special, grid, terms, accumulator }.bound(element_type, value))
}

fn has_padding(op: &Op) -> bool {
    let Op::Convolution { window, .. } = op else { return false };
    window.iter().any(|w| w.padding_low > 0 || w.padding_high > 0 || w.base_dilation > 1)
}

/// Absolute values of an operand, as real numbers; a complex number counts as the sum of its parts.
struct Magnitudes {
    values: ArrayLiteral,
    bounds: ArrayLiteral,
    /// 1 for infinities and NaNs, which count as 0 in `values`.
    special: ArrayLiteral,
    /// 1 for what may be zero or of the other sign.
    doubtful: ArrayLiteral,
    grid: f64,
}

impl Magnitudes {
    fn of(operand: &Tracked) -> Magnitudes {
        let array = operand.array();
        let per = if array.element_type().is_complex() { 2 } else { 1 };
        let numbers = parts(array);
        let real = ArrayShape::new(ElementType::F64, array.dims());
        let folded = |f: &dyn Fn(usize) -> f64| {
            let sums: Vec<f64> = (0..numbers.len() / per).map(|i| (0..per).map(|p| f(i * per + p)).sum()).collect();
            array_of_parts(&real, &sums)
        };
        let bounds = operand.bounds();
        let finite = |i: usize| numbers[i].is_finite() && !bounds[i].is_nan();
        Magnitudes {
            values: folded(&|i| if finite(i) { numbers[i].abs() } else { 0.0 }),
            bounds: folded(&|i| if finite(i) || bounds[i].is_infinite() { bounds[i] } else { 0.0 }),
            special: folded(&|i| f64::from(u8::from(!finite(i)))),
            doubtful: folded(&|i| f64::from(u8::from(bounds[i] != 0.0 && numbers[i].abs() <= bounds[i]))),
            grid: numbers.iter().map(|&x| granularity(x)).fold(f64::INFINITY, f64::min),
        }
    }

    /// The largest values that the bounds allow.
    fn reach(&self) -> ArrayLiteral {
        let sums: Vec<f64> = parts(&self.values).iter().zip(parts(&self.bounds)).map(|(a, b)| a + b).collect();
        array_of_parts(self.values.shape(), &sums)
    }

    fn has_special(&self) -> bool {
        parts(&self.special).iter().any(|&x| x > 0.0)
    }

    fn ones(&self) -> ArrayLiteral {
        array_of_parts(self.values.shape(), &vec![1.0; self.values.shape().element_count()])
    }
}

/// What is known of sums, one a result element.
struct Sums {
    /// Of the terms' magnitudes.
    total: Vec<f64>,
    /// Of the terms' bounds.
    carried: Vec<f64>,
    /// Above zero where infinities or NaNs take part.
    special: Vec<f64>,
    /// Every term is a multiple of this.
    grid: f64,
    terms: f64,
    /// What terms are added in, at least.
    accumulator: ElementType,
}

/// Products and reductions add in f32 at least, and round once more; where devices have parts of them, each part too.
fn wide_accumulator(run: &Run, part: ElementType) -> ElementType {
    if part == ElementType::F64 || run.sums_parts { part } else { ElementType::F32 }
}

impl Sums {
    fn bound(&self, element_type: ElementType, value: &Literal) -> Bound {
        let per = if element_type.is_complex() { 2 } else { 1 };
        let results = parts(value.expect_array());
        Bound::of(
            results
                .iter()
                .enumerate()
                .map(|(i, &result)| self.part(i / per, element_type.real_part(), result))
                .collect(),
        )
    }

    fn part(&self, i: usize, part: ElementType, result: f64) -> f64 {
        let reach = self.total[i] + self.carried[i];
        if reach.is_nan() || reach >= largest(part) / 2.0 || self.special[i].is_infinite() {
            return f64::INFINITY;
        }
        if self.special[i] > 0.0 {
            return if result.is_nan() {
                f64::NAN
            } else if result.is_infinite() {
                0.0
            } else {
                f64::INFINITY
            };
        }
        let (relative, absolute) = (epsilon(self.accumulator), spacing(self.accumulator, 0.0));
        let exact = self.carried[i] == 0.0 && reach <= self.grid / relative && self.grid >= absolute;
        let rounding = self.terms * (relative * reach + absolute) + spacing(part, result);
        let rounding = if exact { 0.0 } else { rounding };
        // The sign of a zero depends on where the sum starts.
        let zero = if result == 0.0 { spacing(part, 0.0) } else { 0.0 };
        (self.carried[i] + rounding).max(zero)
    }
}

/// Reduce, reduce-window, select-and-scatter, scatter.
pub fn reduction(run: &Run, instruction: &Instruction, operands: &[&Tracked], value: &Literal) -> Result<Bound> {
    let to_apply = combiner(&instruction.op);
    match single(run.module, to_apply) {
        Some(op) if instruction.shape.as_array().is_some() => by_operation(run, instruction, operands, value, op),
        _ if matches!(instruction.op, Op::Scatter { .. }) && has_collisions(run, instruction, operands)? => {
            Ok(Bound::unknown(&instruction.shape))
        }
        _ => Ok(by_region(run, to_apply, instruction, operands, value)),
    }
}

/// Whether a scatter has several updates for one element: their order is open.
fn has_collisions(run: &Run, instruction: &Instruction, operands: &[&Tracked]) -> Result<bool> {
    let count = operands.len() / 2;
    let filled = |operand: &Tracked, with: f64| -> Literal {
        let shape = ArrayShape::new(ElementType::F64, operand.array().dims());
        array_of_parts(&shape, &vec![with; shape.element_count()]).into()
    };
    let counted = [filled(operands[0], 0.0), operands[count].value.clone(), filled(operands[count + 1], 1.0)];
    let mut single = Instruction::new(instruction.op.clone(), operands[0].value.shape(), []);
    single.location = instruction.location.clone();
    Ok(sum_of(run, &single, &counted)?.iter().any(|&updates| updates > 1.0))
}

fn combiner(op: &Op) -> ComputationId {
    match op {
        Op::SelectAndScatter { scatter, .. } => *scatter,
        other => other.called_computations()[0],
    }
}

/// Elements are combined in order: what does not round is settled.
fn by_region(
    run: &Run,
    to_apply: ComputationId,
    instruction: &Instruction,
    operands: &[&Tracked],
    value: &Literal,
) -> Bound {
    let settled = operands.iter().all(|o| o.bound.is_exact()) && is_settled(run.module, to_apply);
    if settled { nans_of_any_bits(value) } else { Bound::unknown(&instruction.shape) }
}

/// Whether a region that is applied in order, or is a choice of one of two candidates, has one result.
fn is_settled(module: &Module, id: ComputationId) -> bool {
    let computation = module.computation(id);
    let sums = computation.ids().any(|id| {
        let floats =
            computation.shape(id).as_array().is_some_and(|a| a.element_type.is_float() || a.element_type.is_complex());
        floats && matches!(computation.op(id), Op::Binary(BinaryOp::Add | BinaryOp::Multiply))
    });
    is_exact_region(module, id) && (!sums || !has_several_results(computation))
}

/// Several sums at once may each be taken in any order.
fn has_several_results(computation: &Computation) -> bool {
    computation.shape(computation.root()).as_tuple().is_some()
}

pub fn nans_of_any_bits(value: &Literal) -> Bound {
    match value {
        Literal::Array(array) => {
            Bound::of(parts(array).iter().map(|x| if x.is_nan() { f64::NAN } else { 0.0 }).collect())
        }
        Literal::Tuple(values) => Bound::Tuple(values.iter().map(nans_of_any_bits).collect()),
        Literal::Token => Bound::Exact,
    }
}

/// The operation that a region of two scalars consists of, beside what nothing reads.
fn single(module: &Module, id: ComputationId) -> Option<BinaryOp> {
    let computation = module.computation(id);
    let root = computation.unconverted(computation.root());
    match computation.op(root) {
        Op::Binary(op) => {
            let [a, b] = [0, 1].map(|i| computation.unconverted(computation.operand(root, i)));
            let is_parameter = |id| matches!(computation.op(id), Op::Parameter { .. });
            let is_commutative = op.is_commutative(computation.shape(root).expect_array().element_type);
            (a != b && is_parameter(a) && is_parameter(b) && is_commutative).then_some(*op)
        }
        _ => None,
    }
}

fn by_operation(
    run: &Run,
    instruction: &Instruction,
    operands: &[&Tracked],
    value: &Literal,
    op: BinaryOp,
) -> Result<Bound> {
    let element_type = instruction.array().element_type;
    let number = element_type.is_float() || element_type.is_complex();
    match op {
        BinaryOp::Add if number => added(run, instruction, operands, value),
        _ if operands.iter().any(|o| !o.bound.is_exact()) => Ok(Bound::unknown(&instruction.shape)),
        BinaryOp::Multiply if number => Ok(multiplied(element_type, operands, value)),
        // The order by real, then imaginary part is none with NaNs.
        _ if element_type.is_complex() && operands.iter().any(|o| has_nan(o)) => Ok(Bound::unknown(&instruction.shape)),
        _ => Ok(nans_of_any_bits(value)),
    }
}

fn has_nan(operand: &Tracked) -> bool {
    parts(operand.array()).iter().any(|x| x.is_nan())
}

fn added(run: &Run, instruction: &Instruction, operands: &[&Tracked], value: &Literal) -> Result<Bound> {
    let element_type = instruction.array().element_type;
    let choosing = matches!(instruction.op, Op::SelectAndScatter { .. });
    if choosing && !operands[0].bound.is_exact() {
        return Ok(Bound::unknown(&instruction.shape));
    }
    let is_data = |i: usize| !matches!(instruction.op, Op::Scatter { .. }) || i != 1;
    let magnitudes: Vec<Option<Magnitudes>> = (0..operands.len())
        .map(|i| (is_data(i) && !(choosing && i == 0)).then(|| Magnitudes::of(operands[i])))
        .collect();
    if !is_data(1) && !operands[1].bound.is_exact() {
        return Ok(Bound::unknown(&instruction.shape));
    }
    let summed = |of: &dyn Fn(&Magnitudes) -> ArrayLiteral| -> Result<Vec<f64>> {
        let literals: Vec<Literal> = magnitudes
            .iter()
            .zip(operands)
            .map(|(m, o)| m.as_ref().map_or_else(|| o.value.clone(), |m| of(m).into()))
            .collect();
        sum_of(run, instruction, &literals)
    };
    let grid = magnitudes.iter().flatten().map(|m| m.grid).fold(f64::INFINITY, f64::min);
    let terms = operands.iter().map(|o| o.array().shape().element_count()).max().unwrap_or(1) as f64;
    let sums = Sums {
        total: summed(&|m| m.values.clone())?,
        carried: summed(&|m| m.bounds.clone())?,
        special: summed(&|m| m.special.clone())?,
        grid,
        terms,
        accumulator: match instruction.op {
            Op::Reduce { .. } => wide_accumulator(run, element_type.real_part()),
            // Windows and scatters may round every partial sum.
            _ => element_type.real_part(),
        },
    };
    Ok(sums.bound(element_type, value))
}

/// The instruction's sums over real numbers.
fn sum_of(run: &Run, instruction: &Instruction, operands: &[Literal]) -> Result<Vec<f64>> {
    let mut module = run.module.clone();
    let sum = module.add_computation(reducer(BinaryOp::Add, ElementType::F64));
    let mut op = instruction.op.clone();
    match &mut op {
        Op::SelectAndScatter { scatter, .. } => *scatter = sum,
        other => *other.called_computations_mut()[0] = sum,
    }
    let literals: Vec<&Literal> = operands.iter().collect();
    let shape = Shape::array(ElementType::F64, instruction.array().dims.clone());
    // A selection sees elements of the type that it compares, with a source of another.
    let result = match &op {
        Op::SelectAndScatter { .. } => select_and_scatter_sums(run, instruction, operands)?,
        _ => evaluate_op(&op, &literals, &shape, &Context::new(&module))?,
    };
    Ok(parts(result.expect_array()))
}

/// What is selected is found by scattering into the operand's own type, each position in turn; a bound for all of
/// them is the sum of everything.
fn select_and_scatter_sums(_run: &Run, instruction: &Instruction, operands: &[Literal]) -> Result<Literal> {
    let source: f64 = parts(operands[1].expect_array()).iter().sum();
    let init = parts(operands[2].expect_array())[0];
    let shape = ArrayShape::new(ElementType::F64, instruction.array().dims.clone());
    Ok(array_of_parts(&shape, &vec![source + init; shape.element_count()]).into())
}

/// Products of floats in any order, where no order can leave the range.
fn multiplied(element_type: ElementType, operands: &[&Tracked], value: &Literal) -> Bound {
    let part = element_type.real_part();
    let shape = value.expect_array().shape().clone();
    let numbers: Vec<f64> = operands.iter().flat_map(|o| parts(o.array())).collect();
    let grown: f64 = numbers.iter().map(|x| x.abs().max(1.0)).product();
    let shrunk: f64 = numbers.iter().filter(|x| **x != 0.0).map(|x| x.abs().min(1.0)).product();
    let fits = grown < largest(part) / 2.0 && shrunk > spacing(part, 0.0) / epsilon(part);
    if !fits || element_type.is_complex() {
        return Bound::uniform(&shape, f64::INFINITY);
    }
    let terms = numbers.len() as f64;
    let error = |x: &f64| terms * epsilon(part) * x.abs() + spacing(part, *x);
    let bounds: Vec<f64> = parts(value.expect_array()).iter().map(error).collect();
    debug_assert_eq!(bounds.len(), part_count(&shape));
    Bound::of(bounds)
}
