//! Building blocks of passes that write linear algebra out: matrices are the last two dimensions of an array.

use crate::hlo::{BinaryOp, Builder, DotDimensionNumbers, ElementType, InstructionId, UnaryOp};

/// Rows and columns exchanged.
pub(super) fn transposed(b: &mut Builder, matrix: InstructionId) -> InstructionId {
    let rank = b.dims(matrix).len();
    let mut permutation: Vec<usize> = (0..rank).collect();
    permutation.swap(rank - 2, rank - 1);
    b.transpose(matrix, &permutation)
}

/// Complex conjugates; real numbers as they are.
pub(super) fn conjugate(b: &mut Builder, value: InstructionId) -> InstructionId {
    if !b.element_type(value).is_complex() {
        return value;
    }
    let [re, im] = [UnaryOp::Real, UnaryOp::Imag].map(|part| b.unary(part, value));
    let im = b.unary(UnaryOp::Negate, im);
    b.binary(BinaryOp::Complex, re, im)
}

/// Real parts; real numbers as they are.
pub(super) fn real(b: &mut Builder, value: InstructionId) -> InstructionId {
    if b.element_type(value).is_complex() { b.unary(UnaryOp::Real, value) } else { value }
}

/// Real numbers in the element type of `like`.
pub(super) fn as_type_of(b: &mut Builder, value: InstructionId, like: InstructionId) -> InstructionId {
    if !b.element_type(like).is_complex() {
        return value;
    }
    let zero = b.full_like(value, 0.0);
    b.binary(BinaryOp::Complex, value, zero)
}

/// |x|², as real numbers.
pub(super) fn square(b: &mut Builder, value: InstructionId) -> InstructionId {
    let re = real(b, value);
    let re = b.multiply(re, re);
    if !b.element_type(value).is_complex() {
        return re;
    }
    let im = b.unary(UnaryOp::Imag, value);
    let im = b.multiply(im, im);
    b.add_values(re, im)
}

/// Complex conjugates, rows and columns exchanged.
pub(super) fn adjoint(b: &mut Builder, matrix: InstructionId) -> InstructionId {
    let turned = transposed(b, matrix);
    conjugate(b, turned)
}

/// The matrix product of every pair of matrices of two batches.
pub(super) fn product(b: &mut Builder, lhs: InstructionId, rhs: InstructionId) -> InstructionId {
    let rank = b.dims(lhs).len();
    let batch: Vec<usize> = (0..rank - 2).collect();
    let dims = DotDimensionNumbers {
        lhs_batch: batch.clone(),
        rhs_batch: batch,
        lhs_contracting: vec![rank - 1],
        rhs_contracting: vec![rank - 2],
    };
    b.dot(lhs, rhs, dims)
}

/// Where a box of `sizes` starts that lies at `place` along one dimension and at 0 along the others.
fn box_at(b: &mut Builder, rank: usize, dimension: usize, place: InstructionId) -> Vec<InstructionId> {
    let zero = b.scalar_integer(b.element_type(place), 0);
    (0..rank).map(|dim| if dim == dimension { place } else { zero }).collect()
}

/// The box of size 1 at `place` along a dimension: a row or a column.
pub(super) fn line(b: &mut Builder, matrix: InstructionId, dimension: usize, place: InstructionId) -> InstructionId {
    let mut sizes = b.dims(matrix);
    sizes[dimension] = 1;
    let starts = box_at(b, sizes.len(), dimension, place);
    b.dynamic_slice(matrix, &starts, &sizes)
}

/// The matrix with another row or column at `place`.
pub(super) fn with_line(
    b: &mut Builder,
    matrix: InstructionId,
    line: InstructionId,
    dimension: usize,
    place: InstructionId,
) -> InstructionId {
    let rank = b.dims(matrix).len();
    let starts = box_at(b, rank, dimension, place);
    b.dynamic_update_slice(matrix, line, &starts)
}

/// A scalar in every place of an array like `like`.
pub(super) fn everywhere(b: &mut Builder, scalar: InstructionId, like: InstructionId) -> InstructionId {
    let dims = b.dims(like);
    b.splat(scalar, &dims)
}

/// Places along a dimension of an array like `like`.
pub(super) fn places(b: &mut Builder, like: InstructionId, dimension: usize, of: ElementType) -> InstructionId {
    let dims = b.dims(like);
    b.iota(of, &dims, dimension)
}

/// The single column or row of an array repeated along that dimension to the dimensions of `like`.
pub(super) fn spread(b: &mut Builder, line: InstructionId, dimension: usize, like: InstructionId) -> InstructionId {
    let dims = b.dims(like);
    let mut narrow = b.dims(line);
    narrow.remove(dimension);
    let kept: Vec<usize> = (0..dims.len()).filter(|&dim| dim != dimension).collect();
    let flat = b.reshape(line, &narrow);
    b.broadcast(flat, &dims, &kept)
}
