//! Operations that move elements without looking at them.

use super::strided::{Walk, copy, row_major_strides};
use crate::hlo::{AlignedBytes, ArrayLiteral, ArrayShape, Literal, PaddingDimension};

/// The result of reading every element of `shape` from a place in `operand`.
fn read_along(operand: &ArrayLiteral, walk: &Walk, dims: &[usize]) -> Literal {
    let width = operand.element_type().byte_width();
    let mut bytes = AlignedBytes::zeroed(dims.iter().product::<usize>() * width);
    copy(width, dims, (operand.bytes(), walk), (&mut bytes, &Walk::dense(dims)));
    ArrayLiteral::new(operand.element_type(), dims, bytes).into()
}

pub fn broadcast(operand: &ArrayLiteral, dimensions: &[usize], shape: &ArrayShape) -> Literal {
    let mut strides = vec![0; shape.rank()];
    for (&dim, stride) in dimensions.iter().zip(row_major_strides(operand.dims())) {
        strides[dim] = stride;
    }
    read_along(operand, &Walk { start: 0, strides }, &shape.dims)
}

pub fn transpose(operand: &ArrayLiteral, permutation: &[usize]) -> Literal {
    let strides = row_major_strides(operand.dims());
    let walk = Walk { start: 0, strides: permutation.iter().map(|&dim| strides[dim]).collect() };
    let dims: Vec<usize> = permutation.iter().map(|&dim| operand.dims()[dim]).collect();
    read_along(operand, &walk, &dims)
}

pub fn reverse(operand: &ArrayLiteral, dimensions: &[usize]) -> Literal {
    let mut walk = Walk::dense(operand.dims());
    for &dim in dimensions {
        walk.start += operand.dims()[dim].saturating_sub(1) * walk.strides[dim] as usize;
        walk.strides[dim] = -walk.strides[dim];
    }
    read_along(operand, &walk, operand.dims())
}

/// From `starts`, every `strides`-th element, as many as `dims` says.
pub fn slice(operand: &ArrayLiteral, starts: &[usize], strides: &[usize], dims: &[usize]) -> Literal {
    let dense = row_major_strides(operand.dims());
    let start = starts.iter().zip(&dense).map(|(&start, &stride)| start * stride as usize).sum();
    let strides = strides.iter().zip(&dense).map(|(&step, &stride)| step as isize * stride).collect();
    read_along(operand, &Walk { start, strides }, dims)
}

pub fn concatenate(operands: &[&ArrayLiteral], dimension: usize, shape: &ArrayShape) -> Literal {
    let width = shape.element_type.byte_width();
    let mut bytes = AlignedBytes::zeroed(shape.byte_size());
    let mut target = Walk::dense(&shape.dims);
    for operand in operands {
        let source = Walk::dense(operand.dims());
        copy(width, operand.dims(), (operand.bytes(), &source), (&mut bytes, &target));
        target.start += operand.dims()[dimension] * target.strides[dimension] as usize;
    }
    ArrayLiteral::new(shape.element_type, shape.dims.clone(), bytes).into()
}

/// Negative edges cut; interior padding comes first.
pub fn pad(operand: &ArrayLiteral, value: &ArrayLiteral, padding: &[PaddingDimension], shape: &ArrayShape) -> Literal {
    let width = shape.element_type.byte_width();
    let mut bytes = AlignedBytes::zeroed(shape.byte_size());
    bytes.chunks_exact_mut(width).for_each(|element| element.copy_from_slice(value.bytes()));
    let (mut source, mut target) = (Walk::dense(operand.dims()), Walk::dense(&shape.dims));
    let mut dims = operand.dims().to_vec();
    for (dim, padding) in padding.iter().enumerate() {
        let step = padding.interior as i64 + 1;
        let kept = kept_elements(operand.dims()[dim], padding, shape.dims[dim]);
        dims[dim] = kept.len();
        source.start += kept.start * source.strides[dim] as usize;
        target.start += (kept.start as i64 * step + padding.low).max(0) as usize * target.strides[dim] as usize;
        target.strides[dim] *= step as isize;
    }
    if !dims.contains(&0) {
        copy(width, &dims, (operand.bytes(), &source), (&mut bytes, &target));
    }
    ArrayLiteral::new(shape.element_type, shape.dims.clone(), bytes).into()
}

/// Elements of a dimension that land within the padded one.
fn kept_elements(size: usize, padding: &PaddingDimension, padded_size: usize) -> std::ops::Range<usize> {
    let step = padding.interior as i64 + 1;
    let first = (-padding.low).max(0).div_euclid(step) + i64::from((-padding.low).max(0) % step != 0);
    let past = (padded_size as i64 - padding.low + step - 1).div_euclid(step).clamp(0, size as i64);
    first.min(past) as usize..past as usize
}

/// `starts` are within bounds.
pub fn update_slice(operand: &ArrayLiteral, update: &ArrayLiteral, starts: &[usize]) -> Literal {
    let width = operand.element_type().byte_width();
    let mut bytes = AlignedBytes::copy_of(operand.bytes());
    let mut target = Walk::dense(operand.dims());
    target.start = super::strided::linear_index(starts, operand.dims());
    copy(width, update.dims(), (update.bytes(), &Walk::dense(update.dims())), (&mut bytes, &target));
    ArrayLiteral::new(operand.element_type(), operand.dims(), bytes).into()
}

/// Start indices clamped so that a box of `sizes` stays within `dims`.
pub fn clamp_starts(starts: &[&ArrayLiteral], dims: &[usize], sizes: &[usize]) -> Vec<usize> {
    let room = dims.iter().zip(sizes).map(|(&dim, &size)| dim.saturating_sub(size));
    let index = |start: &ArrayLiteral| super::array::ScalarReader::new(start).get(0).to_index();
    starts.iter().zip(room).map(|(start, room)| index(start).clamp(0, room as i64) as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::ElementType::{S8, S32, U32};

    fn array(dims: &[usize], items: &[i32]) -> ArrayLiteral {
        ArrayLiteral::from_slice(S32, dims, items)
    }

    fn items(literal: &Literal) -> &[i32] {
        literal.expect_array().elements()
    }

    fn padding(low: i64, high: i64, interior: usize) -> PaddingDimension {
        PaddingDimension { low, high, interior }
    }

    fn padded(items_in: &[i32], padding: PaddingDimension) -> Vec<i32> {
        let shape = ArrayShape::new(S32, [padding.output_size(items_in.len()).max(0) as usize]);
        items(&pad(&array(&[items_in.len()], items_in), &array(&[], &[0]), &[padding], &shape)).to_vec()
    }

    #[test]
    fn broadcast_repeats_along_new_dimensions() {
        let shape = ArrayShape::new(S32, [2, 3]);
        assert_eq!(items(&broadcast(&array(&[2], &[1, 2]), &[0], &shape)), [1, 1, 1, 2, 2, 2]);
        assert_eq!(items(&broadcast(&array(&[], &[7]), &[], &shape)), [7; 6]);
    }

    #[test]
    fn transpose_and_reverse() {
        let matrix = array(&[2, 3], &[1, 2, 3, 4, 5, 6]);
        assert_eq!(items(&transpose(&matrix, &[1, 0])), [1, 4, 2, 5, 3, 6]);
        assert_eq!(items(&reverse(&matrix, &[1])), [3, 2, 1, 6, 5, 4]);
        assert_eq!(items(&reverse(&matrix, &[0, 1])), [6, 5, 4, 3, 2, 1]);
    }

    #[test]
    fn slice_strides() {
        assert_eq!(items(&slice(&array(&[5], &[0, 1, 2, 3, 4]), &[1], &[2], &[2])), [1, 3]);
        assert_eq!(items(&slice(&array(&[5], &[0, 1, 2, 3, 4]), &[5], &[1], &[0])), [0; 0]);
    }

    #[test]
    fn pad_edges_interior_and_cuts() {
        assert_eq!(padded(&[1, 2], padding(1, 2, 1)), [0, 1, 0, 2, 0, 0]);
        assert_eq!(padded(&[1, 2, 3], padding(-1, 0, 0)), [2, 3]);
        assert_eq!(padded(&[1, 2, 3], padding(-1, -1, 1)), [0, 2, 0]);
        assert_eq!(padded(&[1, 2, 3], padding(-2, 0, 2)), [0, 2, 0, 0, 3]);
        assert_eq!(padded(&[1], padding(-1, 3, 0)), [0, 0, 0]);
        assert_eq!(padded(&[1], padding(2, -2, 0)), [0]);
        assert_eq!(padded(&[], padding(1, 1, 5)), [0, 0]);
        assert_eq!(padded(&[1, 2, 3], padding(-3, 0, 0)), [0; 0]);
    }

    #[test]
    fn concatenate_along_any_dimension() {
        let (a, b) = (array(&[2, 1], &[1, 2]), array(&[2, 2], &[3, 4, 5, 6]));
        let shape = ArrayShape::new(S32, [2, 3]);
        assert_eq!(items(&concatenate(&[&a, &b], 1, &shape)), [1, 3, 4, 2, 5, 6]);
    }

    #[test]
    fn starts_are_clamped() {
        let start = |value: i32| array(&[], &[value]);
        let clamped = |value| clamp_starts(&[&start(value)], &[4], &[3])[0];
        assert_eq!([-5, 0, 1, 2, i32::MAX].map(clamped), [0, 0, 1, 1, 1]);
        let huge = ArrayLiteral::from_slice(U32, [], &[u32::MAX]);
        assert_eq!(clamp_starts(&[&huge], &[4], &[3]), [1]);
        let narrow = ArrayLiteral::from_slice(S8, [], &[-1i8]);
        assert_eq!(clamp_starts(&[&narrow], &[4], &[1]), [0]);
    }

    #[test]
    fn update_slice_replaces_a_box() {
        let operand = array(&[3, 3], &[0; 9]);
        let update = array(&[2, 2], &[1, 2, 3, 4]);
        assert_eq!(items(&update_slice(&operand, &update, &[1, 1])), [0, 0, 0, 0, 1, 2, 0, 3, 4]);
    }
}
