//! A computation under rewriting: short ways to look at it and to build into it.
//!
//! Constructors are the [`Builder`]'s; a pass that hands them operands which do not fit has a bug, and the verifier
//! reports it.

use super::scalar::Scalar;
use crate::hlo::{
    ArrayLiteral, ArrayShape, BinaryOp, Builder, ComparisonDirection, ComparisonOrder, Computation, ComputationId,
    ElementType, Instruction, InstructionId, Literal, LocationRef, Module, Op, PaddingDimension, Shape, UnaryOp,
};
use std::ops::Deref;

/// A computation taken out of its module, with the module at hand for what it calls.
pub(super) struct Graph<'m> {
    pub module: &'m Module,
    pub computation: &'m mut Computation,
    /// Where new instructions come from.
    pub location: LocationRef,
}

/// Reading goes straight to the computation.
impl Deref for Graph<'_> {
    type Target = Computation;
    fn deref(&self) -> &Computation {
        self.computation
    }
}

/// Runs `edit` on a computation of a module while the others can be read.
pub(super) fn edit<T>(module: &mut Module, id: ComputationId, edit: impl FnOnce(&mut Graph) -> T) -> T {
    let placeholder = Computation::new("");
    let mut computation = std::mem::replace(module.computation_mut(id), placeholder);
    let result = edit(&mut Graph { module, computation: &mut computation, location: None });
    *module.computation_mut(id) = computation;
    result
}

/// Looking.
impl Graph<'_> {
    pub fn array(&self, id: InstructionId) -> &ArrayShape {
        self.get(id).array()
    }

    pub fn dims(&self, id: InstructionId) -> &[usize] {
        &self.array(id).dims
    }

    pub fn element_type(&self, id: InstructionId) -> ElementType {
        self.array(id).element_type
    }

    /// The operands of a binary operation of this kind.
    pub fn as_binary(&self, id: InstructionId, wanted: BinaryOp) -> Option<[InstructionId; 2]> {
        match *self.op(id) {
            Op::Binary(op) if op == wanted => Some([self.operand(id, 0), self.operand(id, 1)]),
            _ => None,
        }
    }

    /// The operand of a unary operation of this kind.
    pub fn as_unary(&self, id: InstructionId, wanted: UnaryOp) -> Option<InstructionId> {
        match *self.op(id) {
            Op::Unary(op) if op == wanted => Some(self.operand(id, 0)),
            _ => None,
        }
    }

    pub fn as_constant(&self, id: InstructionId) -> Option<&ArrayLiteral> {
        match self.op(id) {
            Op::Constant(literal) => literal.as_array(),
            _ => None,
        }
    }

    /// The bytes that every element has, where the value is a constant repeated.
    pub fn splat_bytes(&self, id: InstructionId) -> Option<&[u8]> {
        match self.op(id) {
            Op::Constant(Literal::Array(array)) => array.is_splat().then(|| array.element_bytes(0)),
            Op::Broadcast { .. } | Op::Reshape | Op::Transpose { .. } => self.splat_bytes(self.operand(id, 0)),
            _ => None,
        }
    }

    /// The number that every element has, where the value is a constant repeated.
    pub fn splat(&self, id: InstructionId) -> Option<Scalar> {
        Scalar::from_bytes(self.shape(id).as_array()?.element_type, self.splat_bytes(id)?)
    }

    /// Whether nothing but `user` reads the value.
    pub fn is_used_once(&self, id: InstructionId) -> bool {
        self.users(id).len() == 1 && self.root() != id
    }
}

/// Building, at the graph's location.
impl Graph<'_> {
    fn builder(&mut self) -> Builder<'_> {
        Builder::new(self.computation, &self.location)
    }

    /// An operation whose shape the caller knows.
    pub fn add(&mut self, op: Op, shape: impl Into<Shape>, operands: &[InstructionId]) -> InstructionId {
        let instruction = Instruction::new(op, shape, operands).at(&self.location);
        self.computation.add(instruction)
    }

    /// Makes everything that reads `old` read `new`, and removes `old`.
    pub fn replace(&mut self, old: InstructionId, new: InstructionId) {
        self.computation.replace_all_uses(old, new);
        self.computation.remove(old);
    }

    pub fn constant(&mut self, literal: ArrayLiteral) -> InstructionId {
        self.builder().constant(literal)
    }

    /// A scalar constant; `None` where the type cannot hold the number exactly or is none that passes compute with.
    pub fn scalar(&mut self, element_type: ElementType, value: Scalar) -> Option<InstructionId> {
        let bytes = value.to_bytes(element_type)?;
        Some(self.constant(ArrayLiteral::from_slice(element_type, [], &bytes)))
    }

    /// A constant of this shape with one number everywhere.
    pub fn splat_of(&mut self, shape: &ArrayShape, value: Scalar) -> Option<InstructionId> {
        let scalar = self.scalar(shape.element_type, value)?;
        Some(self.broadcast_scalar(scalar, shape))
    }

    /// A boolean in every element.
    pub fn pred(&mut self, dims: &[usize], value: bool) -> InstructionId {
        let scalar = self.constant(ArrayLiteral::from_slice(ElementType::Pred, [], &[u8::from(value)]));
        self.builder().splat(scalar, dims)
    }

    /// A scalar repeated over the dimensions of a shape; the scalar itself for a scalar shape.
    pub fn broadcast_scalar(&mut self, scalar: InstructionId, shape: &ArrayShape) -> InstructionId {
        self.builder().splat(scalar, &shape.dims)
    }

    pub fn unary(&mut self, op: UnaryOp, x: InstructionId) -> InstructionId {
        self.builder().unary(op, x)
    }

    pub fn binary(&mut self, op: BinaryOp, x: InstructionId, y: InstructionId) -> InstructionId {
        self.builder().binary(op, x, y)
    }

    pub fn compare(
        &mut self,
        direction: ComparisonDirection,
        order: ComparisonOrder,
        x: InstructionId,
        y: InstructionId,
    ) -> InstructionId {
        let shape = self.array(x).with_element_type(ElementType::Pred);
        self.add(Op::Compare { direction, order }, shape, &[x, y])
    }

    pub fn select(&mut self, pred: InstructionId, on_true: InstructionId, on_false: InstructionId) -> InstructionId {
        self.builder().select(pred, on_true, on_false)
    }

    /// The value in another element type; itself where it has that type.
    pub fn convert(&mut self, x: InstructionId, element_type: ElementType) -> InstructionId {
        self.builder().convert(x, element_type)
    }

    /// The value under other dimensions; itself where it has those.
    pub fn reshape(&mut self, x: InstructionId, dims: impl Into<Vec<usize>>) -> InstructionId {
        self.builder().reshape(x, &dims.into())
    }

    /// Dimension `i` of the operand becomes dimension `dimensions[i]` of the result.
    pub fn broadcast(&mut self, x: InstructionId, dimensions: Vec<usize>, dims: Vec<usize>) -> InstructionId {
        self.builder().broadcast(x, &dims, &dimensions)
    }

    pub fn transpose(&mut self, x: InstructionId, permutation: Vec<usize>) -> InstructionId {
        self.builder().transpose(x, &permutation)
    }

    pub fn slice(
        &mut self,
        x: InstructionId,
        starts: Vec<usize>,
        limits: Vec<usize>,
        strides: Vec<usize>,
    ) -> InstructionId {
        self.builder().slice(x, &starts, &limits, &strides)
    }

    /// The elements from `start` to before `limit` along one dimension.
    pub fn slice_dimension(&mut self, x: InstructionId, dimension: usize, start: usize, limit: usize) -> InstructionId {
        self.builder().slice_dimension(x, dimension, start, limit)
    }

    pub fn pad(&mut self, x: InstructionId, value: InstructionId, padding: Vec<PaddingDimension>) -> InstructionId {
        self.builder().pad(x, value, padding)
    }

    pub fn concatenate(&mut self, parts: &[InstructionId], dimension: usize) -> InstructionId {
        self.builder().concatenate(parts, dimension)
    }

    pub fn tuple(&mut self, elements: &[InstructionId]) -> InstructionId {
        self.builder().tuple(elements)
    }

    /// Element `index` of a tuple value.
    pub fn element(&mut self, tuple: InstructionId, index: usize) -> InstructionId {
        self.builder().get_tuple_element(tuple, index)
    }
}
