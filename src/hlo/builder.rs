//! A thin helper that adds operations with inferred shapes.
//!
//! Passes and decompositions write with it what they mean, and leave shapes to [`super::infer`]. A rule that is
//! broken is remembered instead of thrown: the operation stands there with the shape of its first operand, building
//! goes on, and [`Builder::finish`] reports the first broken rule with its location.

use super::attributes::*;
use super::infer::{self, ProgramShape};
use super::*;

/// Adds operations to a computation, at one location after another.
pub struct Builder<'c> {
    computation: &'c mut Computation,
    location: LocationRef,
    error: Option<Diagnostic>,
}

impl<'c> Builder<'c> {
    /// `location` is that of every operation until [`Builder::set_location`].
    pub fn new(computation: &'c mut Computation, location: &LocationRef) -> Builder<'c> {
        Builder { computation, location: location.clone(), error: None }
    }

    pub fn set_location(&mut self, location: &LocationRef) {
        self.location = location.clone();
    }

    pub fn computation(&mut self) -> &mut Computation {
        self.computation
    }

    pub fn shape(&self, id: InstructionId) -> &Shape {
        self.computation.shape(id)
    }

    /// Dimensions of an array; none for a tuple or token.
    pub fn dims(&self, id: InstructionId) -> Vec<usize> {
        self.shape(id).as_array().map(|array| array.dims.clone()).unwrap_or_default()
    }

    /// Element type of an array; for a tuple or token, which every rule refuses, some type.
    pub fn element_type(&self, id: InstructionId) -> ElementType {
        self.shape(id).as_array().map_or(ElementType::Pred, |array| array.element_type)
    }

    /// The first rule that was broken, if any.
    pub fn finish(self) -> Result<(), Diagnostic> {
        self.error.map_or(Ok(()), Err)
    }

    /// Makes an instruction the root; reports like [`Builder::finish`].
    pub fn finish_with_root(self, root: InstructionId) -> Result<(), Diagnostic> {
        self.computation.set_root(root);
        self.finish()
    }

    /// Adds an operation whose operands, attributes and `stated` shape settle its result.
    pub fn add(&mut self, op: Op, operands: &[InstructionId], stated: &Shape) -> InstructionId {
        self.add_calling(op, operands, stated, &[])
    }

    /// [`Builder::add`] for an operation whose result depends on what its computations return.
    pub fn add_calling(
        &mut self,
        op: Op,
        operands: &[InstructionId],
        stated: &Shape,
        callees: &[ProgramShape],
    ) -> InstructionId {
        let shapes: Vec<&Shape> = operands.iter().map(|&id| self.computation.shape(id)).collect();
        let shape = match infer::result_shape(&op, &shapes, stated, callees) {
            Ok(shape) => shape,
            Err(message) => {
                let stand_in = shapes.first().map_or(stated, |first| first).clone();
                self.remember(&op, message);
                stand_in
            }
        };
        self.computation.add(Instruction::new(op, shape, operands).at(&self.location))
    }

    fn remember(&mut self, op: &Op, message: String) {
        let location = &self.location;
        self.error.get_or_insert_with(|| Diagnostic::program(format!("{}: {message}", op.name()), location));
    }

    /// Adds an operation whose operands and attributes settle its result alone.
    fn derived(&mut self, op: Op, operands: &[InstructionId]) -> InstructionId {
        self.add(op, operands, &Shape::Token)
    }

    // Leaves

    pub fn parameter(&mut self, number: usize, shape: impl Into<Shape>) -> InstructionId {
        self.computation.add_parameter(number, shape, &self.location)
    }

    pub fn constant(&mut self, value: impl Into<Literal>) -> InstructionId {
        self.derived(Op::Constant(value.into()), &[])
    }

    /// The scalar nearest to a number.
    pub fn scalar(&mut self, element_type: ElementType, value: f64) -> InstructionId {
        self.constant(ArrayLiteral::scalar_float(element_type, value))
    }

    /// A scalar integer, wrapped to the type's width.
    pub fn scalar_integer(&mut self, element_type: ElementType, value: i64) -> InstructionId {
        self.constant(ArrayLiteral::scalar_integer(element_type, value))
    }

    /// A number in every element of an array like `like`.
    pub fn full_like(&mut self, like: InstructionId, value: f64) -> InstructionId {
        let scalar = self.scalar(self.element_type(like), value);
        self.splat(scalar, &self.dims(like))
    }

    pub fn iota(&mut self, element_type: ElementType, dims: &[usize], dimension: usize) -> InstructionId {
        self.add(Op::Iota { dimension }, &[], &Shape::array(element_type, dims))
    }

    // Elementwise

    pub fn unary(&mut self, op: UnaryOp, operand: InstructionId) -> InstructionId {
        self.derived(Op::Unary(op), &[operand])
    }

    pub fn binary(&mut self, op: BinaryOp, lhs: InstructionId, rhs: InstructionId) -> InstructionId {
        self.derived(Op::Binary(op), &[lhs, rhs])
    }

    pub fn add_values(&mut self, lhs: InstructionId, rhs: InstructionId) -> InstructionId {
        self.binary(BinaryOp::Add, lhs, rhs)
    }

    pub fn subtract(&mut self, lhs: InstructionId, rhs: InstructionId) -> InstructionId {
        self.binary(BinaryOp::Subtract, lhs, rhs)
    }

    pub fn multiply(&mut self, lhs: InstructionId, rhs: InstructionId) -> InstructionId {
        self.binary(BinaryOp::Multiply, lhs, rhs)
    }

    pub fn divide(&mut self, lhs: InstructionId, rhs: InstructionId) -> InstructionId {
        self.binary(BinaryOp::Divide, lhs, rhs)
    }

    /// In the plain (partial) order.
    pub fn compare(&mut self, direction: ComparisonDirection, lhs: InstructionId, rhs: InstructionId) -> InstructionId {
        self.derived(Op::Compare { direction, order: ComparisonOrder::Partial }, &[lhs, rhs])
    }

    pub fn select(&mut self, pred: InstructionId, on_true: InstructionId, on_false: InstructionId) -> InstructionId {
        self.derived(Op::Select, &[pred, on_true, on_false])
    }

    pub fn clamp(&mut self, min: InstructionId, operand: InstructionId, max: InstructionId) -> InstructionId {
        self.derived(Op::Clamp, &[min, operand, max])
    }

    /// The operand itself where it has the type already.
    pub fn convert(&mut self, operand: InstructionId, element_type: ElementType) -> InstructionId {
        if self.element_type(operand) == element_type {
            return operand;
        }
        self.add(Op::Convert, &[operand], &Shape::scalar(element_type))
    }

    pub fn bitcast_convert(&mut self, operand: InstructionId, element_type: ElementType) -> InstructionId {
        self.add(Op::BitcastConvert, &[operand], &Shape::scalar(element_type))
    }

    // Data movement

    /// Operand dimension `i` becomes dimension `dimensions[i]` of an array of `dims`.
    pub fn broadcast(&mut self, operand: InstructionId, dims: &[usize], dimensions: &[usize]) -> InstructionId {
        let stated = Shape::array(self.element_type(operand), dims);
        self.add(Op::Broadcast { dimensions: dimensions.to_vec() }, &[operand], &stated)
    }

    /// A scalar in every element; the scalar itself where no dimensions are asked for.
    pub fn splat(&mut self, scalar: InstructionId, dims: &[usize]) -> InstructionId {
        if dims.is_empty() { scalar } else { self.broadcast(scalar, dims, &[]) }
    }

    /// The operand itself where it has these dimensions already.
    pub fn reshape(&mut self, operand: InstructionId, dims: &[usize]) -> InstructionId {
        if self.dims(operand) == dims {
            return operand;
        }
        self.add(Op::Reshape, &[operand], &Shape::array(self.element_type(operand), dims))
    }

    /// Result dimension `i` is operand dimension `permutation[i]`.
    pub fn transpose(&mut self, operand: InstructionId, permutation: &[usize]) -> InstructionId {
        self.derived(Op::Transpose { permutation: permutation.to_vec() }, &[operand])
    }

    pub fn reverse(&mut self, operand: InstructionId, dimensions: &[usize]) -> InstructionId {
        self.derived(Op::Reverse { dimensions: dimensions.to_vec() }, &[operand])
    }

    pub fn slice(
        &mut self,
        operand: InstructionId,
        starts: &[usize],
        limits: &[usize],
        strides: &[usize],
    ) -> InstructionId {
        let (starts, limits, strides) = (starts.to_vec(), limits.to_vec(), strides.to_vec());
        self.derived(Op::Slice { starts, limits, strides }, &[operand])
    }

    /// Elements `start..limit` of one dimension.
    pub fn slice_dimension(
        &mut self,
        operand: InstructionId,
        dimension: usize,
        start: usize,
        limit: usize,
    ) -> InstructionId {
        let mut limits = self.dims(operand);
        let mut starts = vec![0; limits.len()];
        let strides = vec![1; limits.len()];
        if dimension < limits.len() {
            (starts[dimension], limits[dimension]) = (start, limit);
        }
        self.slice(operand, &starts, &limits, &strides)
    }

    pub fn pad(
        &mut self,
        operand: InstructionId,
        value: InstructionId,
        padding: Vec<PaddingDimension>,
    ) -> InstructionId {
        self.derived(Op::Pad { padding }, &[operand, value])
    }

    pub fn concatenate(&mut self, operands: &[InstructionId], dimension: usize) -> InstructionId {
        self.derived(Op::Concatenate { dimension }, operands)
    }

    pub fn dynamic_slice(
        &mut self,
        operand: InstructionId,
        starts: &[InstructionId],
        sizes: &[usize],
    ) -> InstructionId {
        let operands = [&[operand], starts].concat();
        self.derived(Op::DynamicSlice { sizes: sizes.to_vec() }, &operands)
    }

    pub fn dynamic_update_slice(
        &mut self,
        operand: InstructionId,
        update: InstructionId,
        starts: &[InstructionId],
    ) -> InstructionId {
        self.derived(Op::DynamicUpdateSlice, &[&[operand, update], starts].concat())
    }

    // Contraction and reduction

    /// With default precision, and a result of the operands' element type.
    pub fn dot(&mut self, lhs: InstructionId, rhs: InstructionId, dims: DotDimensionNumbers) -> InstructionId {
        let element_type = Shape::scalar(self.element_type(lhs));
        let op = Op::Dot { dims, precision: Default::default(), algorithm: None };
        self.add(op, &[lhs, rhs], &element_type)
    }

    /// Reduces one array by a computation of two scalars, such as [`reducer`] makes.
    pub fn reduce(
        &mut self,
        operand: InstructionId,
        init: InstructionId,
        dimensions: &[usize],
        to_apply: ComputationId,
    ) -> InstructionId {
        self.derived(Op::Reduce { dimensions: dimensions.to_vec(), to_apply }, &[operand, init])
    }

    /// Sorts stably along a dimension, to a tuple where the operands are more than one.
    pub fn sort(&mut self, operands: &[InstructionId], dimension: usize, comparator: ComputationId) -> InstructionId {
        self.derived(Op::Sort { dimension, is_stable: true, comparator }, operands)
    }

    // Structure and control

    pub fn tuple(&mut self, operands: &[InstructionId]) -> InstructionId {
        self.derived(Op::Tuple, operands)
    }

    pub fn get_tuple_element(&mut self, operand: InstructionId, index: usize) -> InstructionId {
        self.derived(Op::GetTupleElement { index }, &[operand])
    }

    /// The elements of a tuple, each by itself; none of anything else.
    pub fn untuple(&mut self, operand: InstructionId) -> Vec<InstructionId> {
        let count = self.shape(operand).as_tuple().map_or(0, <[Shape]>::len);
        (0..count).map(|index| self.get_tuple_element(operand, index)).collect()
    }

    pub fn while_loop(&mut self, init: InstructionId, condition: ComputationId, body: ComputationId) -> InstructionId {
        self.derived(Op::While { condition, body }, &[init])
    }

    /// `callee` is the computation behind `to_apply`.
    pub fn call(
        &mut self,
        to_apply: ComputationId,
        callee: &ProgramShape,
        operands: &[InstructionId],
    ) -> InstructionId {
        self.add_calling(Op::Call { to_apply }, operands, &Shape::Token, std::slice::from_ref(callee))
    }

    /// `shapes` are those of the computations behind `branches`; one operand a branch.
    pub fn conditional(
        &mut self,
        index: InstructionId,
        branches: &[ComputationId],
        shapes: &[ProgramShape],
        operands: &[InstructionId],
    ) -> InstructionId {
        let operands = [&[index], operands].concat();
        self.add_calling(Op::Conditional { branches: branches.to_vec() }, &operands, &Shape::Token, shapes)
    }
}

/// A computation of two scalars of a type that applies one operation: what a reduction calls.
pub fn reducer(op: BinaryOp, element_type: ElementType) -> Computation {
    let mut computation = Computation::new(format!("{}_{element_type}", op.name()));
    let [lhs, rhs] = [0, 1].map(|number| computation.add_parameter(number, Shape::scalar(element_type), &None));
    computation.add_root(Instruction::new(Op::Binary(op), Shape::scalar(element_type), [lhs, rhs]));
    computation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_inferred() {
        let mut computation = Computation::new("main");
        let mut b = Builder::new(&mut computation, &None);
        let x = b.parameter(0, Shape::array(ElementType::F32, [2, 3]));
        let half = b.full_like(x, 0.5);
        let scaled = b.multiply(x, half);
        let row = b.slice_dimension(scaled, 0, 1, 2);
        let twice = b.concatenate(&[scaled, row], 0);
        let dims = DotDimensionNumbers { lhs_contracting: vec![1], rhs_contracting: vec![1], ..Default::default() };
        let product = b.dot(twice, x, dims);
        b.finish_with_root(product).unwrap();
        assert_eq!(computation.shape(product).to_string(), "f32[3,2]");
    }

    #[test]
    fn the_first_broken_rule_is_reported() {
        let mut computation = Computation::new("main");
        let mut b = Builder::new(&mut computation, &None);
        let x = b.parameter(0, Shape::array(ElementType::F32, [2]));
        let y = b.parameter(1, Shape::array(ElementType::F32, [3]));
        let sum = b.add_values(x, y);
        b.transpose(sum, &[1]);
        let error = b.finish().unwrap_err();
        assert_eq!(error.message, "add: expected operand 1 of shape f32[2], found f32[3]");
    }
}
