//! `reduce`, `map`.

use super::array::{ScalarReader, ScalarWriter, build};
use super::context::Context;
use super::control::tuple_if_many;
use super::domain::Domain;
use super::element::{Element, with_element};
use super::elementwise::not_defined;
use super::error::Result;
use super::region::{Region, separate_binaries};
use super::scalar::Scalar;
use super::strided::{for_each_index, row_major_strides};
use crate::hlo::{ArrayLiteral, BinaryOp, ComputationId, Literal, Shape};

/// `operands` are the inputs, then as many initial values. Elements are taken in row-major order. A reduction by one
/// operation for each input keeps its partial results unrounded.
pub fn reduce(
    operands: &[&ArrayLiteral],
    dimensions: &[usize],
    to_apply: ComputationId,
    shape: &Shape,
    context: &Context,
) -> Result<Literal> {
    let (inputs, inits) = operands.split_at(operands.len() / 2);
    let targets = Targets::new(inputs[0].dims(), dimensions);
    let operations = separate_binaries(context.module, to_apply);
    let Some(operations) = operations.filter(|ops| ops.iter().all(|&op| is_associative(op))) else {
        return reduce_by_region(inputs, inits, &targets, Region::new(to_apply, context), shape);
    };
    let arrays = inputs.iter().zip(inits).zip(operations);
    let results = arrays.map(|((input, init), op)| {
        with_element!(input.element_type(), T => reduce_by_operation::<T>(op, input, init, &targets))
    });
    Ok(tuple_if_many(results.collect::<Result<_>>()?, shape))
}

/// Operations whose order is left open, and whose partial results need no rounding.
pub fn is_associative(op: BinaryOp) -> bool {
    match op {
        BinaryOp::Add
        | BinaryOp::And
        | BinaryOp::Maximum
        | BinaryOp::Minimum
        | BinaryOp::Multiply
        | BinaryOp::Or
        | BinaryOp::Xor => true,
        BinaryOp::Atan2
        | BinaryOp::Complex
        | BinaryOp::Divide
        | BinaryOp::Power
        | BinaryOp::Remainder
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRightArithmetic
        | BinaryOp::ShiftRightLogical
        | BinaryOp::Subtract => false,
    }
}

/// Which result element each input element goes to.
struct Targets {
    input_dims: Vec<usize>,
    result_dims: Vec<usize>,
    /// Distance in the result between neighbours in the input; 0 along reduced dimensions.
    strides: Vec<usize>,
}

impl Targets {
    fn new(input_dims: &[usize], reduced: &[usize]) -> Targets {
        let kept: Vec<usize> = (0..input_dims.len()).filter(|dim| !reduced.contains(dim)).collect();
        let result_dims: Vec<usize> = kept.iter().map(|&dim| input_dims[dim]).collect();
        let mut strides = vec![0; input_dims.len()];
        for (&dim, stride) in kept.iter().zip(row_major_strides(&result_dims)) {
            strides[dim] = stride as usize;
        }
        Targets { input_dims: input_dims.to_vec(), result_dims, strides }
    }

    fn count(&self) -> usize {
        self.result_dims.iter().product()
    }

    /// Visits (input element, result element), inputs in row-major order.
    fn for_each(&self, mut visit: impl FnMut(usize, usize)) {
        let (&row, outer) = self.input_dims.split_last().unwrap_or((&1, &[]));
        let step = self.strides.last().copied().unwrap_or(0);
        let mut element = 0;
        for_each_index(outer, |index| {
            let start: usize = index.iter().zip(&self.strides).map(|(&i, &stride)| i * stride).sum();
            for i in 0..row {
                visit(element, start + i * step);
                element += 1;
            }
        });
    }
}

fn reduce_by_operation<T: Element>(
    op: BinaryOp,
    input: &ArrayLiteral,
    init: &ArrayLiteral,
    targets: &Targets,
) -> Result<Literal> {
    let mut totals = vec![init.elements::<T>()[0].load(); targets.count()];
    let elements = input.elements::<T>();
    let mut defined = true;
    targets.for_each(|from, to| match totals[to].binary(op, elements[from].load(), T::bits()) {
        Some(total) => totals[to] = total,
        None => defined = false,
    });
    let store = |out: &mut [T]| out.iter_mut().zip(&totals).for_each(|(slot, &total)| *slot = T::store(total));
    let result = build::<T>(&targets.result_dims, store);
    if defined { Ok(result.into()) } else { Err(not_defined(op.name(), T::TYPE)) }
}

fn reduce_by_region(
    inputs: &[&ArrayLiteral],
    inits: &[&ArrayLiteral],
    targets: &Targets,
    mut region: Region,
    shape: &Shape,
) -> Result<Literal> {
    let readers: Vec<ScalarReader> = inputs.iter().map(|input| ScalarReader::new(input)).collect();
    let first: Vec<Scalar> = inits.iter().map(|init| ScalarReader::new(init).get(0)).collect();
    let mut totals = vec![first; targets.count()];
    let mut outcome = Ok(());
    targets.for_each(|from, to| {
        if outcome.is_ok() {
            let elements = readers.iter().map(|reader| reader.get(from));
            match region.apply(totals[to].iter().copied().chain(elements)) {
                Ok(results) => totals[to].copy_from_slice(results),
                Err(error) => outcome = Err(error),
            }
        }
    });
    outcome?;
    let results = (0..inputs.len()).map(|i| {
        let mut writer = ScalarWriter::new(inits[i].element_type(), &targets.result_dims);
        totals.iter().enumerate().for_each(|(to, total)| writer.set(to, total[i]));
        writer.finish().into()
    });
    Ok(tuple_if_many(results.collect(), shape))
}

/// Applies a computation to the elements of all operands at each place.
pub fn map(operands: &[&ArrayLiteral], to_apply: ComputationId, shape: &Shape, context: &Context) -> Result<Literal> {
    let shape = shape.expect_array();
    let readers: Vec<ScalarReader> = operands.iter().map(|operand| ScalarReader::new(operand)).collect();
    let mut region = Region::new(to_apply, context);
    let mut writer = ScalarWriter::new(shape.element_type, &shape.dims);
    for i in 0..shape.element_count() {
        writer.set(i, region.apply(readers.iter().map(|reader| reader.get(i)))?[0]);
    }
    Ok(writer.finish().into())
}
