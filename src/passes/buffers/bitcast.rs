//! Instructions whose result has its operand's bytes, in the same order: they cost nothing, not even memory.

use crate::hlo::{ArrayShape, Computation, InstructionId, Op};

/// Whether the result is the operand's memory under another shape.
pub fn is_bitcast(computation: &Computation, id: InstructionId) -> bool {
    let instruction = computation.get(id);
    let Some(result) = instruction.shape.as_array() else { return false };
    let operand = || computation.shape(instruction.operands()[0]).expect_array();
    match &instruction.op {
        Op::Reshape => same_order(operand(), result),
        Op::Transpose { permutation } => transposes_nothing(operand(), result, permutation),
        Op::Broadcast { dimensions } => {
            let operand = operand();
            let in_order = dimensions.is_sorted() && same_order(operand, result);
            in_order && operand.element_count() == result.element_count()
        }
        Op::BitcastConvert => same_width(operand(), result) && operand().layout == result.layout,
        _ => false,
    }
}

/// Row-major order on both sides: a reshape keeps it.
fn same_order(operand: &ArrayShape, result: &ArrayShape) -> bool {
    is_row_major_but_for_ones(operand) && is_row_major_but_for_ones(result)
}

/// Dimensions of size 1 may lie anywhere.
fn is_row_major_but_for_ones(shape: &ArrayShape) -> bool {
    let order = shape.layout.minor_to_major.iter().rev().copied().filter(|&d| shape.dims[d] != 1);
    order.is_sorted()
}

/// Every dimension that has neighbours keeps their distance.
fn transposes_nothing(operand: &ArrayShape, result: &ArrayShape, permutation: &[usize]) -> bool {
    let (from, to) = (operand.strides(), result.strides());
    permutation.iter().enumerate().all(|(d, &source)| result.dims[d] == 1 || to[d] == from[source])
}

/// Types below eight bits are extended in memory, so that their bits are not the whole byte.
fn same_width(operand: &ArrayShape, result: &ArrayShape) -> bool {
    let bits = operand.element_type.bit_width();
    bits == result.element_type.bit_width() && bits >= 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{ElementType, Instruction, Layout};

    fn unary(op: Op, operand: ArrayShape, result: ArrayShape) -> bool {
        let mut computation = Computation::new("main");
        let parameter = computation.add_parameter(0, operand, &None);
        let id = computation.add_root(Instruction::new(op, result, [parameter]));
        is_bitcast(&computation, id)
    }

    fn f32(dims: &[usize]) -> ArrayShape {
        ArrayShape::new(ElementType::F32, dims)
    }

    #[test]
    fn reshapes_of_row_major_arrays_are_free() {
        assert!(unary(Op::Reshape, f32(&[2, 6]), f32(&[3, 4])));
        let column_major = ArrayShape { layout: Layout::new(vec![0, 1]), ..f32(&[2, 6]) };
        assert!(!unary(Op::Reshape, column_major, f32(&[3, 4])));
    }

    #[test]
    fn transposes_that_move_only_ones_are_free() {
        assert!(unary(Op::Transpose { permutation: vec![1, 0, 2] }, f32(&[1, 5, 7]), f32(&[5, 1, 7])));
        assert!(!unary(Op::Transpose { permutation: vec![1, 0] }, f32(&[5, 7]), f32(&[7, 5])));
    }

    #[test]
    fn narrow_integers_are_not_free_to_reinterpret() {
        let of = |from, to| unary(Op::BitcastConvert, ArrayShape::new(from, [3]), ArrayShape::new(to, [3]));
        assert!(of(ElementType::F32, ElementType::U32));
        assert!(!of(ElementType::S4, ElementType::U4));
    }
}
