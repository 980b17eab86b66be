//! Helpers of the passes' unit tests: small programs built in place, a short text form to compare with, and the check
//! that a pass left the values of a program alone.

use super::graph::{Graph, edit};
use super::scalar::Scalar;
use super::{Options, Pass, run_passes};
use crate::hlo::evaluator::evaluate;
use crate::hlo::{
    ArrayLiteral, ArrayShape, BinaryOp, Bytes, Computation, ComputationId, DotDimensionNumbers, ElementType,
    InstructionId, Literal, Module, Op, Shape, reducer, verify,
};
use std::fmt::Write;

/// Checks what one pass makes of a program: the root of the entry in the form of [`describe`].
pub(super) fn check(pass: &Pass, build: impl FnOnce(&mut Graph) -> InstructionId, expected: &str) {
    check_module(pass, program(build), expected);
}

/// As [`check`], for the product of two vectors of four elements of one type with a result of another.
pub(super) fn check_product(pass: &Pass, from: ElementType, to: ElementType, expected: &str) {
    let build = |g: &mut Graph| {
        let (x, y) = (g.parameter(0, from, &[4]), g.parameter(1, from, &[4]));
        let dims = DotDimensionNumbers { lhs_contracting: vec![0], rhs_contracting: vec![0], ..Default::default() };
        let op = Op::Dot { dims, precision: Default::default(), algorithm: None };
        g.add(op, Shape::scalar(to), &[x, y])
    };
    check(pass, build, expected);
}

/// As [`check`], for sums: whether they start from a zero is open, and with it the sign of a zero.
pub(super) fn check_sum(pass: &Pass, build: impl FnOnce(&mut Graph) -> InstructionId, expected: &str) {
    let before = program(build);
    let after = transformed(pass, &before, expected);
    check_values(&before, &after, |e, a| is_same(e, a) || (e == 0.0 && a == 0.0));
}

/// Checks what one pass makes of a module, and that the module's values stay.
pub(super) fn check_module(pass: &Pass, before: Module, expected: &str) {
    let after = transformed(pass, &before, expected);
    check_values(&before, &after, is_same);
}

fn transformed(pass: &Pass, before: &Module, expected: &str) -> Module {
    let mut module = before.clone();
    run_passes(&mut module, [pass.name], verified()).expect("the pass succeeds");
    assert_eq!(describe(&module), expected, "from {}", describe(before));
    module
}

pub(super) fn verified() -> Options<'static> {
    Options { verifier: Some(verify), ..Options::default() }
}

/// Evaluates two versions of a program on numbers of all kinds and compares the results.
fn check_values(before: &Module, after: &Module, is_same: fn(f64, f64) -> bool) {
    for seed in 0..12 {
        let arguments: Vec<Literal> = arguments(before, seed);
        let (Ok(expected), Ok(actual)) = (evaluate(before, &arguments), evaluate(after, &arguments)) else { return };
        assert!(are_same(&expected, &actual, is_same), "{expected:?} became {actual:?} for {arguments:?}");
    }
}

/// Arguments that hold the special numbers of their types among others: in turn for the first seeds, then at random.
pub(super) fn arguments(module: &Module, seed: usize) -> Vec<Literal> {
    arguments_of(module, seed, &SPECIAL)
}

/// Small arguments, for programs whose sums are taken in another order.
pub(super) fn tame_arguments(module: &Module, seed: usize) -> Vec<Literal> {
    arguments_of(module, seed, &TAME)
}

fn arguments_of(module: &Module, seed: usize, numbers: &Numbers) -> Vec<Literal> {
    let entry = module.entry();
    let parameters = entry.parameters().into_iter().enumerate();
    let first = |i: usize| if seed < 4 { 7 * seed + 3 * i } else { mixed(97 * seed + i) };
    parameters.map(|(i, id)| argument(entry.shape(id), first(i), numbers)).collect()
}

/// A number with nothing in common with those near it; later seeds bring numbers together at random.
fn mixed(index: usize) -> usize {
    index.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20
}

/// Numbers to make arguments of.
struct Numbers {
    floats: &'static [f64],
    integers: &'static [i64],
}

/// Those at which rules break.
const SPECIAL: Numbers = Numbers {
    floats: &[1.5, -0.0, 0.0, -2.25, f64::INFINITY, 7.0, f64::NAN, 1e-40, f64::NEG_INFINITY, -1.0, 2.0, -0.6, 3e38],
    integers: &[1, 0, -1, i64::MAX, 5, i64::MIN, -128, 127, 3],
};

/// Those whose sums are near each other in any order.
const TAME: Numbers =
    Numbers { floats: &[1.5, 0.25, 0.0, 2.25, 0.75, 1.0, 3.0, -0.5, 0.375], integers: &[1, 0, 2, 5, 3] };

fn argument(shape: &Shape, seed: usize, numbers: &Numbers) -> Literal {
    match shape {
        Shape::Array(array) => {
            let bytes: Vec<u8> =
                (0..array.element_count()).flat_map(|e| element(array.element_type, seed + e, numbers)).collect();
            ArrayLiteral::new(array.element_type, array.dims.clone(), Bytes::copy_of(&bytes)).into()
        }
        Shape::Tuple(parts) => {
            Literal::Tuple(parts.iter().enumerate().map(|(i, part)| argument(part, seed + i, numbers)).collect())
        }
        Shape::Token => Literal::Token,
    }
}

fn element(element_type: ElementType, index: usize, numbers: &Numbers) -> Vec<u8> {
    if element_type.is_float() {
        element_type.encode_float(numbers.floats[index % numbers.floats.len()])
    } else if element_type.is_complex() {
        let parts = [element_type.real_part(); 2];
        parts.iter().enumerate().flat_map(|(i, &part)| element(part, index + i, numbers)).collect()
    } else if element_type == ElementType::Pred {
        vec![u8::from(index.count_ones().is_multiple_of(2))]
    } else {
        element_type.encode_integer(numbers.integers[index % numbers.integers.len()])
    }
}

/// Equal bit by bit, but for the bits of NaN.
pub(super) fn are_exactly_same(expected: &Literal, actual: &Literal) -> bool {
    are_same(expected, actual, |e, a| e.to_bits() == a.to_bits() || (e.is_nan() && a.is_nan()))
}

/// As far apart as roundings of the element type explain.
pub(super) fn are_close(expected: &Literal, actual: &Literal) -> bool {
    const ULPS: f64 = 64.0;
    let Literal::Array(array) = expected else {
        return match (expected, actual) {
            (Literal::Tuple(expected), Literal::Tuple(actual)) => {
                expected.iter().zip(actual).all(|(e, a)| are_close(e, a))
            }
            _ => matches!((expected, actual), (Literal::Token, Literal::Token)),
        };
    };
    let part = array.element_type().real_part();
    if !part.is_float() || array.element_type().is_minifloat() {
        return are_exactly_same(expected, actual);
    }
    let numbers = |literal: &Literal| {
        let bytes = literal.expect_array().bytes().chunks_exact(part.byte_width()).collect::<Vec<_>>();
        bytes.into_iter().filter_map(|bytes| Scalar::from_bytes(part, bytes)?.as_float()).collect::<Vec<f64>>()
    };
    let (expected, actual) = (numbers(expected), numbers(actual));
    let largest = expected.iter().filter(|e| e.is_finite()).fold(0f64, |largest, e| largest.max(e.abs()));
    let unit = match part {
        ElementType::F64 => f64::EPSILON,
        ElementType::F32 => f64::from(f32::EPSILON),
        _ => 1.0 / 128.0 / ULPS,
    };
    let is_near = |(e, a): (&f64, &f64)| e == a || (e.is_nan() && a.is_nan()) || (e - a).abs() <= ULPS * unit * largest;
    expected.len() == actual.len() && expected.iter().zip(&actual).all(is_near)
}

/// Equal where no element differs: floats by `is_same`, all others bit by bit.
fn are_same(expected: &Literal, actual: &Literal, is_same: fn(f64, f64) -> bool) -> bool {
    match (expected, actual) {
        (Literal::Tuple(expected), Literal::Tuple(actual)) => {
            expected.iter().zip(actual).all(|(e, a)| are_same(e, a, is_same))
        }
        (Literal::Array(expected), Literal::Array(actual)) => {
            let element_type = expected.element_type();
            let number = |bytes| Scalar::from_bytes(element_type, bytes).and_then(Scalar::as_float);
            let same = |i| match (expected.element_bytes(i), actual.element_bytes(i)) {
                (e, a) if element_type.is_float() => number(e).zip(number(a)).is_none_or(|(e, a)| is_same(e, a)),
                (e, a) => e == a,
            };
            expected.shape() == actual.shape() && (0..expected.shape().element_count()).all(same)
        }
        (Literal::Token, Literal::Token) => true,
        (Literal::Tuple(_) | Literal::Array(_) | Literal::Token, _) => false,
    }
}

/// Equal bit by bit, but for the bits of NaN, and a rounding error that the order of operations explains.
fn is_same(expected: f64, actual: f64) -> bool {
    if expected.is_nan() || actual.is_nan() {
        return expected.is_nan() && actual.is_nan();
    }
    let is_rounding = expected.is_finite() && expected != 0.0 && (expected - actual).abs() <= 1e-6 * expected.abs();
    expected.to_bits() == actual.to_bits() || is_rounding
}

/// A module with this entry; reducers can be had by [`Graph::reducer`].
pub(super) fn program(build: impl FnOnce(&mut Graph) -> InstructionId) -> Module {
    let mut module = empty();
    let entry = define(&mut module, "main", build);
    module.set_entry(entry);
    module
}

/// A module without an entry.
pub(super) fn empty() -> Module {
    let mut module = Module::new("test");
    for element_type in [ElementType::F32, ElementType::BF16] {
        for op in [BinaryOp::Add, BinaryOp::Maximum] {
            module.add_computation(reducer(op, element_type));
        }
    }
    module
}

/// Adds a computation to a module.
pub(super) fn define(
    module: &mut Module,
    name: &str,
    build: impl FnOnce(&mut Graph) -> InstructionId,
) -> ComputationId {
    let id = module.add_computation(Computation::new(name));
    edit(module, id, |graph| {
        graph.computation.name = name.into();
        let root = build(graph);
        graph.computation.set_root(root);
    });
    id
}

impl Graph<'_> {
    pub fn parameter(&mut self, number: usize, element_type: ElementType, dims: &[usize]) -> InstructionId {
        self.computation.add_parameter(number, ArrayShape::new(element_type, dims), &None)
    }

    /// An `f32` parameter.
    pub fn f32(&mut self, number: usize, dims: &[usize]) -> InstructionId {
        self.parameter(number, ElementType::F32, dims)
    }

    /// An `s32` parameter.
    pub fn s32(&mut self, number: usize, dims: &[usize]) -> InstructionId {
        self.parameter(number, ElementType::S32, dims)
    }

    /// A `pred` parameter.
    pub fn flag(&mut self, number: usize, dims: &[usize]) -> InstructionId {
        self.parameter(number, ElementType::Pred, dims)
    }

    pub fn constant_f32(&mut self, value: f32) -> InstructionId {
        self.constant(ArrayLiteral::from_slice(ElementType::F32, [], &[value]))
    }

    pub fn constant_s32(&mut self, value: i32) -> InstructionId {
        self.constant(ArrayLiteral::from_slice(ElementType::S32, [], &[value]))
    }

    /// A constant repeated over these dimensions.
    pub fn full(&mut self, dims: &[usize], value: f32) -> InstructionId {
        let scalar = self.constant_f32(value);
        self.broadcast_scalar(scalar, &ArrayShape::new(ElementType::F32, dims))
    }

    /// The computation that applies a binary operation to scalars.
    pub fn reducer(&self, op: BinaryOp, element_type: ElementType) -> ComputationId {
        let name = reducer(op, element_type).name;
        let ids = self.module.computation_ids();
        ids.into_iter().find(|&id| self.module.computation(id).name == name).expect("one of the reducers")
    }
}

/// The root of the entry as nested calls: `add(Arg_0, broadcast[]f32[2](1))`.
pub(super) fn describe(module: &Module) -> String {
    describe_value(module.entry(), module.entry().root())
}

/// A value as nested calls.
pub(super) fn describe_value(computation: &Computation, id: InstructionId) -> String {
    let instruction = computation.get(id);
    let operands: Vec<String> = instruction.operands().iter().map(|&o| describe_value(computation, o)).collect();
    let operands = operands.join(", ");
    match &instruction.op {
        Op::Parameter { .. } => instruction.name().to_string(),
        Op::Constant(literal) => describe_constant(literal),
        op => format!("{}{}({operands})", op.name(), describe_attributes(op, &instruction.shape)),
    }
}

fn describe_constant(literal: &Literal) -> String {
    let array = literal.expect_array();
    let numbers: Vec<String> = match array.element_type() {
        ElementType::F32 => array.elements::<f32>().iter().map(f32::to_string).collect(),
        ElementType::S32 => array.elements::<i32>().iter().map(i32::to_string).collect(),
        ElementType::Pred => array.elements::<u8>().iter().map(|&b| (b != 0).to_string()).collect(),
        other => vec![format!("{other} {:x?}", &array.bytes()[..])],
    };
    let numbers = numbers.join(" ");
    if array.dims().is_empty() { numbers } else { format!("{}{{{numbers}}}", array.shape()) }
}

/// Those attributes that the tests of passes are about.
fn describe_attributes(op: &Op, shape: &Shape) -> String {
    let mut out = String::new();
    let mut list = |items: &[usize]| _ = write!(out, "{items:?}");
    match op {
        Op::Broadcast { dimensions } | Op::Reverse { dimensions } | Op::Reduce { dimensions, .. } => list(dimensions),
        Op::Transpose { permutation } => list(permutation),
        Op::DynamicSlice { sizes } => list(sizes),
        Op::Slice { starts, limits, strides } => [starts, limits, strides].into_iter().for_each(|l| list(l)),
        Op::Concatenate { dimension } | Op::Iota { dimension } => list(&[*dimension]),
        Op::GetTupleElement { index } => list(&[*index]),
        Op::Pad { padding } => padding.iter().for_each(|p| _ = write!(out, "[{},{},{}]", p.low, p.high, p.interior)),
        Op::Compare { direction, .. } => _ = write!(out, "[{direction:?}]"),
        Op::Dot { dims, .. } => {
            for part in [&dims.lhs_batch, &dims.rhs_batch, &dims.lhs_contracting, &dims.rhs_contracting] {
                list(part);
            }
        }
        _ => {}
    }
    if matches!(op, Op::Broadcast { .. } | Op::Reshape | Op::Convert | Op::BitcastConvert | Op::Iota { .. }) {
        _ = write!(out, "{shape}");
    }
    out
}
