//! Constants in the form that code reads: memory order of their layout, aligned.

use crate::hlo::{ALIGNMENT, AlignedBytes, ArrayLiteral, ArrayShape, Bytes, Module, Op};
use crate::passes::buffer_assignment::BufferAssignment;

/// The memory of every constant, in the order of the assignment. Literals that are in form already are shared.
pub fn collect(module: &Module, assignment: &BufferAssignment) -> Vec<Bytes> {
    let constants = assignment.constants.iter().map(|&(computation, id)| {
        let instruction = module.computation(computation).get(id);
        match (&instruction.op, instruction.shape.as_array()) {
            (Op::Constant(literal), Some(shape)) => in_memory_form(literal.expect_array(), shape),
            _ => Bytes::copy_of(&[]),
        }
    });
    constants.collect()
}

fn in_memory_form(literal: &ArrayLiteral, shape: &ArrayShape) -> Bytes {
    if !shape.layout.is_row_major() {
        return transposed(literal, shape);
    }
    match literal.bytes().as_ptr().align_offset(ALIGNMENT) {
        0 => literal.bytes().clone(),
        _ => Bytes::copy_of(literal.bytes()),
    }
}

/// Row-major elements in the order of another layout.
fn transposed(literal: &ArrayLiteral, shape: &ArrayShape) -> Bytes {
    let width = shape.element_type.byte_width();
    let strides = shape.strides();
    let mut out = AlignedBytes::zeroed(shape.byte_size());
    let mut index = vec![0; shape.rank()];
    for position in 0..shape.element_count() {
        let to: usize = index.iter().zip(&strides).map(|(i, stride)| i * stride).sum();
        out[to * width..][..width].copy_from_slice(literal.element_bytes(position));
        advance(&mut index, &shape.dims);
    }
    out.into()
}

/// The next index in row-major order.
fn advance(index: &mut [usize], dims: &[usize]) {
    for d in (0..index.len()).rev() {
        index[d] += 1;
        if index[d] < dims[d] {
            return;
        }
        index[d] = 0;
    }
}
