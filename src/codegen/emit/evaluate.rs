//! Values of a fragment's instructions at an index.
//!
//! [`Evaluator::value`] recurses through producers. A value is computed once for each (instruction, index), in the
//! outermost scope that knows its inputs, and as a scalar where all lanes agree.

use super::affine::{Affine, Index, Space};
use super::fragment::{Fragment, Root};
use super::function::KernelFunction;
use super::index::operand_index;
use super::movement::Starts;
use super::phases::Partials;
use super::reducer::Reduction;
use super::row_buffer::RowBuffer;
use super::tile::{Tile, Turned};
use crate::codegen::math::{Features, MathBuilder, Value};
use crate::hlo::op_class::{algorithm, contraction, control};
use crate::hlo::{BinaryOp, ElementType, InstructionId, Op, UnaryOp};
use inkwell::values::{BasicValueEnum, PointerValue};
use std::collections::HashMap;

pub type Result<T> = std::result::Result<T, crate::hlo::Diagnostics>;

/// A value and the depth of the scope that it was computed in.
#[derive(Clone, Copy, Debug)]
pub struct Computed<'ctx> {
    pub value: Value<'ctx>,
    pub depth: usize,
}

impl Computed<'_> {
    /// Whether lanes differ: the value is a vector.
    pub fn is_vector(&self) -> bool {
        matches!(self.value.real(), BasicValueEnum::VectorValue(_))
    }
}

/// Values that were computed, by instruction and index, with the scope that they are in.
type Memo<T> = HashMap<(InstructionId, Index), (T, u64)>;

/// Computes values of a fragment inside a kernel function.
pub struct Evaluator<'e, 'ctx> {
    pub f: KernelFunction<'e, 'ctx>,
    pub fragment: &'e Fragment<'e>,
    features: Features,
    /// Lanes of a full vector, for loops that choose their own.
    pub vector_lanes: usize,
    /// Reductions that are computed together.
    pub groups: &'e [Vec<Reduction>],
    /// Reductions whose parts an earlier phase left in scratch memory.
    pub partials: HashMap<InstructionId, Partials>,
    pub row_buffers: Vec<RowBuffer<'ctx>>,
    pub(super) tile: Option<Tile>,
    pub(super) turned: Turned<'ctx>,
    pub(super) reductions: Memo<Vec<Computed<'ctx>>>,
    memo: Memo<Computed<'ctx>>,
    splats: HashMap<(BasicValueEnum<'ctx>, usize), (BasicValueEnum<'ctx>, u64)>,
    arguments: HashMap<usize, PointerValue<'ctx>>,
    pub(super) constants: HashMap<InstructionId, PointerValue<'ctx>>,
    pub(super) starts: Starts<'ctx>,
}

impl<'e, 'ctx> Evaluator<'e, 'ctx> {
    pub fn new(f: KernelFunction<'e, 'ctx>, fragment: &'e Fragment<'e>, features: Features) -> Self {
        Evaluator {
            vector_lanes: f.lanes,
            f,
            fragment,
            features,
            groups: fragment.sibling_groups(),
            partials: HashMap::new(),
            row_buffers: Vec::new(),
            tile: None,
            turned: HashMap::new(),
            reductions: HashMap::new(),
            memo: HashMap::new(),
            splats: HashMap::new(),
            arguments: HashMap::new(),
            constants: HashMap::new(),
            starts: HashMap::new(),
        }
    }

    /// Elementwise operations on vectors, or on scalars.
    pub fn math(&self, vector: bool) -> MathBuilder<'_, 'ctx> {
        MathBuilder {
            context: self.f.context,
            builder: &self.f.builder,
            module: self.f.llvm,
            lanes: if vector { self.f.lanes as u32 } else { 1 },
            features: self.features,
        }
    }

    /// Base address of an argument.
    pub fn argument(&mut self, number: usize) -> PointerValue<'ctx> {
        if let Some(&pointer) = self.arguments.get(&number) {
            return pointer;
        }
        let pointer = self.f.at_depth(0, |f| f.argument(number));
        self.arguments.insert(number, pointer);
        pointer
    }

    pub fn element_type(&self, id: InstructionId) -> ElementType {
        self.fragment.get(id).array().element_type
    }

    /// The value in every lane, where the kernel has vectors.
    pub fn spread(&mut self, computed: Computed<'ctx>) -> Value<'ctx> {
        if self.f.lanes == 1 || computed.is_vector() {
            return computed.value;
        }
        let inner = self.f.enter(computed.depth);
        let value = computed.value.map(|scalar| self.splat(scalar, computed.depth));
        self.f.leave(inner);
        value
    }

    fn splat(&mut self, scalar: BasicValueEnum<'ctx>, depth: usize) -> BasicValueEnum<'ctx> {
        let scope = self.f.scope_serial(depth);
        if let Some(&(vector, made_in)) = self.splats.get(&(scalar, self.f.lanes))
            && made_in == scope
        {
            return vector;
        }
        let vector = self.math(true).splat(scalar);
        self.splats.insert((scalar, self.f.lanes), (vector, scope));
        vector
    }

    /// The value of an instruction at an index: a scalar where no lane differs.
    pub fn value(&mut self, id: InstructionId, index: &Index) -> Result<Computed<'ctx>> {
        if let Some(known) = self.known(id, index) {
            return Ok(known);
        }
        let computed = match self.fragment.argument_of(id) {
            Some(argument) => {
                let base = self.argument(argument);
                self.load(base, self.fragment.get(id).array(), index)
            }
            None => self.compute(id, index)?,
        };
        self.remember(id, index, computed);
        Ok(computed)
    }

    /// Makes a value known before it is asked for.
    pub fn remember(&mut self, id: InstructionId, index: &Index, computed: Computed<'ctx>) {
        let scope = self.f.scope_serial(computed.depth);
        self.memo.insert((id, index.clone()), (computed, scope));
    }

    /// The value at an index, if it was computed in a scope that is still open.
    pub fn known(&self, id: InstructionId, index: &Index) -> Option<Computed<'ctx>> {
        let (computed, scope) = self.memo.get(&(id, index.clone()))?;
        self.f.is_open(computed.depth, *scope).then_some(*computed)
    }

    /// One of the results of a root.
    pub fn root_value(&mut self, root: Root<'_>, index: &Index) -> Result<Value<'ctx>> {
        // A root may be an argument, as what a select-and-scatter starts from.
        let is_argument = self.fragment.argument_of(root.id).is_some();
        let computed = match self.fragment.get(root.id).op {
            Op::Reduce { .. } | Op::ReduceWindow { .. } if !is_argument => self.reduced(root.id, index)?[root.part],
            _ => self.value(root.id, index)?,
        };
        Ok(self.spread(computed))
    }

    fn compute(&mut self, id: InstructionId, index: &Index) -> Result<Computed<'ctx>> {
        let instruction = self.fragment.get(id);
        match &instruction.op {
            Op::Constant(literal) => self.constant(id, literal.expect_array(), index),
            Op::Iota { dimension } => Ok(self.iota(instruction.array().element_type, &index[*dimension])),
            Op::Unary(op) => self.unary(*op, id, index),
            Op::Binary(op) => self.binary(*op, id, index),
            Op::Compare { .. } | Op::Select | Op::Clamp | Op::Convert | Op::ReducePrecision { .. } => {
                self.elementwise(id, index)
            }
            Op::Map { to_apply } => self.map(id, *to_apply, index),
            Op::BitcastConvert => self.bitcast_convert(id, index),
            Op::Copy
            | Op::OptimizationBarrier
            | Op::Broadcast { .. }
            | Op::Reshape
            | Op::Transpose { .. }
            | Op::Reverse { .. }
            | Op::Slice { .. } => self.moved(id, index),
            Op::Pad { padding } => self.pad(id, padding, index),
            Op::Concatenate { dimension } => self.concatenate(id, *dimension, index),
            Op::DynamicSlice { .. } => self.dynamic_slice(id, index),
            Op::DynamicUpdateSlice => self.dynamic_update_slice(id, index),
            Op::Gather { dims, slice_sizes, .. } => self.gather(id, dims, slice_sizes, index),
            Op::Reduce { .. } | Op::ReduceWindow { .. } => Ok(self.reduced(id, index)?[0]),
            Op::GetTupleElement { index: part } => self.tuple_part(id, *part, index),
            Op::Parameter { .. }
            | Op::Scatter { .. }
            | Op::SelectAndScatter { .. }
            | Op::Sort { .. }
            | Op::Tuple
            | control!()
            | contraction!()
            | algorithm!()
            | Op::AfterAll => Err(self.fragment.unsupported(format!("`{}` inside a kernel", instruction.op.name()))),
        }
    }

    fn tuple_part(&mut self, id: InstructionId, part: usize, index: &Index) -> Result<Computed<'ctx>> {
        let tuple = self.fragment.operand(id, 0);
        match self.fragment.get(tuple).op {
            Op::Reduce { .. } | Op::ReduceWindow { .. } => Ok(self.reduced(tuple, index)?[part]),
            Op::Tuple => self.value(self.fragment.operand(tuple, part), index),
            ref other => Err(self.fragment.unsupported(format!("a part of `{}` inside a kernel", other.name()))),
        }
    }

    fn moved(&mut self, id: InstructionId, index: &Index) -> Result<Computed<'ctx>> {
        let source = self.fragment.operand(id, 0);
        let from = source_index(&mut self.f.space, self.fragment, id, index);
        self.value(source, &from)
    }

    /// Runs `emit` where its inputs are known, on scalars when all of them are.
    pub fn combine(
        &mut self,
        inputs: &[Computed<'ctx>],
        emit: impl FnOnce(MathBuilder<'_, 'ctx>, &[Value<'ctx>]) -> Value<'ctx>,
    ) -> Computed<'ctx> {
        let depth = inputs.iter().map(|c| c.depth).max().unwrap_or(0);
        let vector = inputs.iter().any(Computed::is_vector);
        let spread = |e: &mut Self, c: &Computed<'ctx>| if vector { e.spread(*c) } else { c.value };
        let values: Vec<_> = inputs.iter().map(|c| spread(self, c)).collect();
        let inner = self.f.enter(depth);
        let value = emit(self.math(vector), &values);
        self.f.leave(inner);
        Computed { value, depth }
    }

    fn unary(&mut self, op: UnaryOp, id: InstructionId, index: &Index) -> Result<Computed<'ctx>> {
        let operand = self.fragment.operand(id, 0);
        let ty = self.element_type(operand);
        let input = self.value(operand, index)?;
        Ok(self.combine(&[input], |math, v| math.unary(op, ty, v[0])))
    }

    fn binary(&mut self, op: BinaryOp, id: InstructionId, index: &Index) -> Result<Computed<'ctx>> {
        let ty = self.element_type(self.fragment.operand(id, 0));
        let inputs = self.operand_values(id, index)?;
        Ok(self.combine(&inputs, |math, v| math.binary(op, ty, v[0], v[1])))
    }

    fn elementwise(&mut self, id: InstructionId, index: &Index) -> Result<Computed<'ctx>> {
        let instruction = self.fragment.get(id);
        let types: Vec<_> = instruction.operands().iter().map(|&o| self.element_type(o)).collect();
        let result = instruction.array().element_type;
        let inputs = self.operand_values(id, index)?;
        Ok(self.combine(&inputs, |math, v| apply_elementwise(&math, &instruction.op, &types, result, v)))
    }

    /// Operands of an elementwise operation.
    fn operand_values(&mut self, id: InstructionId, index: &Index) -> Result<Vec<Computed<'ctx>>> {
        let operands = self.fragment.get(id).operands();
        operands.iter().map(|&operand| self.value(operand, &elementwise_index(self.fragment, operand, index))).collect()
    }

    fn map(&mut self, id: InstructionId, region: crate::hlo::ComputationId, index: &Index) -> Result<Computed<'ctx>> {
        let inputs = self.operand_values(id, index)?;
        Ok(self.apply_region(region, &inputs)?[0])
    }

    /// The number of a place along a dimension, as an element.
    pub(super) fn iota(&mut self, ty: ElementType, place: &Affine) -> Computed<'ctx> {
        let depth = self.f.space.depth(place);
        let inner = self.f.enter(depth);
        let value = self.number(ty, place);
        self.f.leave(inner);
        Computed { value, depth }
    }

    fn number(&mut self, ty: ElementType, place: &Affine) -> Value<'ctx> {
        let vector = !self.f.space.is_uniform(place);
        let (_, high) = self.f.space.range(place);
        if high > i32::MAX as i64 {
            let wide = if vector { self.f.integer_lanes(place).into() } else { self.f.integer(place).into() };
            return self.math(vector).convert(ElementType::S64, ty, Value::Real(wide));
        }
        let narrow = if vector { self.f.narrow_lanes(place).into() } else { self.f.narrow(place).into() };
        self.math(vector).convert(ElementType::S32, ty, Value::Real(narrow))
    }
}

/// One elementwise operation other than unary and binary ones, on values of these operand types.
pub fn apply_elementwise<'ctx>(
    math: &MathBuilder<'_, 'ctx>,
    op: &Op,
    types: &[ElementType],
    result: ElementType,
    v: &[Value<'ctx>],
) -> Value<'ctx> {
    match op {
        Op::Compare { direction, order } => math.compare(*direction, *order, types[0], v[0], v[1]),
        Op::Select => math.select(v[0], v[1], v[2]),
        Op::Clamp => math.clamp(result, v[0], v[1], v[2]),
        Op::ReducePrecision { exponent_bits, mantissa_bits } => {
            math.reduce_precision(result, v[0], *exponent_bits, *mantissa_bits)
        }
        Op::Convert => math.convert(types[0], result, v[0]),
        other => unreachable!("{} is no such operation", other.name()),
    }
}

/// Where an operation that only moves data reads its operand.
pub fn source_index(space: &mut Space, fragment: &Fragment, id: InstructionId, index: &Index) -> Index {
    let instruction = fragment.get(id);
    let operand = fragment.get(fragment.operand(id, 0)).array();
    operand_index(space, &instruction.op, operand, instruction.array(), index).expect("an operation that moves data")
}

/// Where an elementwise operation reads an operand: a scalar beside arrays is read as a scalar.
pub fn elementwise_index(fragment: &Fragment, operand: InstructionId, index: &Index) -> Index {
    if fragment.get(operand).array().is_scalar() { Index::new() } else { index.clone() }
}
