//! `sort` and `topk`.

use super::array::{ScalarReader, ScalarWriter, build};
use super::context::Context;
use super::control::tuple_if_many;
use super::domain::Domain;
use super::element::{Element, S32, with_element};
use super::error::Result;
use super::region::Region;
use super::scalar::Scalar;
use crate::hlo::{ArrayLiteral, ComputationId, Literal, Shape};

/// Sorts all operands along a dimension by a comparator of (lhs0, rhs0, lhs1, rhs1, …). Always stable.
pub fn sort(
    operands: &[&ArrayLiteral],
    dimension: usize,
    comparator: ComputationId,
    shape: &Shape,
    context: &Context,
) -> Result<Literal> {
    let dims = operands[0].dims();
    let length = dims[dimension];
    let stride: usize = dims[dimension + 1..].iter().product();
    let readers: Vec<ScalarReader> = operands.iter().map(|operand| ScalarReader::new(operand)).collect();
    let mut writers: Vec<ScalarWriter> = operands.iter().map(|operand| ScalarWriter::copy_of(operand)).collect();
    let mut region = Region::new(comparator, context);
    let line_starts = (0..operands[0].shape().element_count()).filter(|i| (i / stride).is_multiple_of(length));
    for start in line_starts {
        let line: Vec<Vec<Scalar>> =
            (0..length).map(|i| readers.iter().map(|reader| reader.get(start + i * stride)).collect()).collect();
        let order = merge_sort(length, &mut |a, b| {
            let pairs = line[a].iter().zip(&line[b]).flat_map(|(&lhs, &rhs)| [lhs, rhs]);
            Ok(region.apply(pairs)?[0].is_true())
        })?;
        for (to, from) in order.into_iter().enumerate() {
            for (writer, &value) in writers.iter_mut().zip(&line[from]) {
                writer.set(start + to * stride, value);
            }
        }
    }
    Ok(tuple_if_many(writers.into_iter().map(|writer| writer.finish().into()).collect(), shape))
}

/// The stable order of `count` items under `less`, which need not be an order at all: any answers give some
/// permutation.
fn merge_sort(count: usize, less: &mut dyn FnMut(usize, usize) -> Result<bool>) -> Result<Vec<usize>> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut width = 1;
    while width < count {
        let mut merged = Vec::with_capacity(count);
        for run in order.chunks(2 * width) {
            let (left, right) = run.split_at(width.min(run.len()));
            merge(left, right, &mut merged, less)?;
        }
        order = merged;
        width *= 2;
    }
    Ok(order)
}

fn merge(
    mut left: &[usize],
    mut right: &[usize],
    merged: &mut Vec<usize>,
    less: &mut dyn FnMut(usize, usize) -> Result<bool>,
) -> Result<()> {
    while let (Some(&a), Some(&b)) = (left.first(), right.first()) {
        if less(b, a)? {
            merged.push(b);
            right = &right[1..];
        } else {
            merged.push(a);
            left = &left[1..];
        }
    }
    merged.extend_from_slice(left);
    merged.extend_from_slice(right);
    Ok(())
}

/// The `k` largest (or smallest) along the last dimension in the total order, in which NaN is above infinity; equal
/// ones by index.
pub fn topk(operand: &ArrayLiteral, k: usize, largest: bool) -> Literal {
    with_element!(operand.element_type(), T => topk_of::<T>(operand, k, largest))
}

fn topk_of<T: Element>(operand: &ArrayLiteral, k: usize, largest: bool) -> Literal {
    let length = operand.dims().last().copied().unwrap_or(1);
    let elements = operand.elements::<T>();
    let mut chosen: Vec<usize> = Vec::new();
    for line in 0..elements.len().checked_div(length).unwrap_or(0) {
        let values = &elements[line * length..][..length];
        let mut order: Vec<usize> = (0..length).collect();
        order.sort_by(|&a, &b| {
            let (a, b) = if largest { (b, a) } else { (a, b) };
            values[a].load().total_order(values[b].load())
        });
        chosen.extend(order[..k].iter().map(|i| line * length + i));
    }
    let mut dims = operand.dims().to_vec();
    dims.pop();
    dims.push(k);
    let values = build::<T>(&dims, |out| out.iter_mut().zip(&chosen).for_each(|(slot, &i)| *slot = elements[i]));
    let indices =
        build::<S32>(&dims, |out| out.iter_mut().zip(&chosen).for_each(|(slot, i)| slot.0 = (i % length) as i32));
    Literal::Tuple(vec![values.into(), indices.into()])
}
