//! Elements of arrays, one by one: what the loops fetch and store.

use crate::hlo::infer::ProgramShape;
use crate::hlo::{
    ArrayLiteral, ArrayShape, BinaryOp, Builder, Computation, ComputationId, ElementType, InstructionId, Op, Shape,
};

/// A computation that a loop calls.
pub struct Callee {
    id: ComputationId,
    shape: ProgramShape,
}

impl Callee {
    pub fn new(id: ComputationId, computation: &Computation) -> Callee {
        Callee { id, shape: ProgramShape::of(computation) }
    }

    /// Its results, one an array.
    pub fn call(&self, b: &mut Builder, arguments: &[InstructionId]) -> Vec<InstructionId> {
        let result = b.call(self.id, &self.shape, arguments);
        match self.shape.result {
            Shape::Tuple(_) => b.untuple(result),
            Shape::Array(_) | Shape::Token => vec![result],
        }
    }
}

/// All elements in a row.
pub fn flat(b: &mut Builder, array: InstructionId) -> InstructionId {
    let count = b.dims(array).iter().product();
    b.reshape(array, &[count])
}

/// The scalar that all elements of an array are, where it is written as one.
pub fn splatted(b: &mut Builder, array: InstructionId) -> Option<InstructionId> {
    let computation = b.computation();
    let Op::Broadcast { .. } = computation.op(array) else { return None };
    let scalar = computation.operand(array, 0);
    computation.get(scalar).array().is_scalar().then_some(scalar)
}

/// A row of zeros.
pub fn zeros(b: &mut Builder, element_type: ElementType, count: usize) -> InstructionId {
    let zero = b.constant(ArrayLiteral::zeros(&ArrayShape::scalar(element_type)));
    b.splat(zero, &[count])
}

/// The element at a place; of a scalar in the place of an array, the scalar.
pub fn element(b: &mut Builder, array: InstructionId, place: &[InstructionId]) -> InstructionId {
    if b.dims(array).is_empty() {
        return array;
    }
    let slice = b.dynamic_slice(array, place, &vec![1; place.len()]);
    b.reshape(slice, &[])
}

/// A row with another element at a place.
pub fn with_element(
    b: &mut Builder,
    row: InstructionId,
    place: InstructionId,
    element: InstructionId,
) -> InstructionId {
    let element = b.reshape(element, &[1]);
    b.dynamic_update_slice(row, element, &[place])
}

/// `number` as a row-major index into an array of these dimensions.
pub fn index_of(b: &mut Builder, number: InstructionId, dims: &[usize]) -> Vec<InstructionId> {
    let mut rest = number;
    let mut index = Vec::with_capacity(dims.len());
    for &size in dims.iter().rev() {
        let size = b.scalar_integer(b.element_type(rest), size as i64);
        index.push(b.binary(BinaryOp::Remainder, rest, size));
        rest = b.divide(rest, size);
    }
    index.reverse();
    index
}
