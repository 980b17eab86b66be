//! Loads and stores at an index, by the distance between neighbouring lanes: a splat, a vector, a reversed vector, or
//! one element after the other.

use super::affine::{Affine, Index};
use super::evaluate::{Computed, Evaluator, Result};
use super::function::{lane_stride, uniform_part};
use crate::codegen::math::Value;
use crate::hlo::{ArrayLiteral, ArrayShape, ElementType, InstructionId};
use inkwell::module::Linkage;
use inkwell::values::PointerValue;

/// Position in memory, in elements, of an index.
pub fn position(shape: &ArrayShape, index: &[Affine]) -> Affine {
    let strides = shape.strides();
    index.iter().zip(&strides).fold(Affine::default(), |sum, (i, &stride)| sum.plus_scaled(i, stride as i64))
}

impl<'ctx> Evaluator<'_, 'ctx> {
    /// The element of an array at an index.
    pub fn load(&mut self, base: PointerValue<'ctx>, shape: &ArrayShape, index: &Index) -> Computed<'ctx> {
        self.load_at(base, shape.element_type, &position(shape, index))
    }

    /// The element at a position.
    pub fn load_at(&mut self, base: PointerValue<'ctx>, ty: ElementType, position: &Affine) -> Computed<'ctx> {
        let inner = self.f.enter(self.f.space.depth(position));
        let loaded = self.load_here(base, ty, position);
        self.f.leave(inner);
        loaded
    }

    /// The element at a position, read in the innermost scope: for memory that is written to as well.
    pub fn load_here(&mut self, base: PointerValue<'ctx>, ty: ElementType, position: &Affine) -> Computed<'ctx> {
        let stride = lane_stride(&self.f.space, position);
        if let Some(distance) = stride.filter(|s| self.f.lanes > 1 && !(-1..=1).contains(s))
            && let Some(turned) = self.load_turned(base, ty, position, distance)
        {
            return turned;
        }
        let depth = self.f.depth();
        let value = match stride {
            Some(0) => self.load_consecutive(base, ty, position, false),
            Some(1) => self.load_consecutive(base, ty, &uniform_part(&self.f.space, position), true),
            Some(-1) => self.load_reversed(base, ty, position),
            Some(stride) => self.load_strided(base, ty, position, stride),
            None => self.load_scattered(base, ty, position),
        };
        Computed { value, depth }
    }

    fn load_consecutive(
        &mut self,
        base: PointerValue<'ctx>,
        ty: ElementType,
        at: &Affine,
        vector: bool,
    ) -> Value<'ctx> {
        let address = self.f.address(base, at, ty.byte_width());
        self.math(vector).load(ty, address, alignment(ty))
    }

    fn load_reversed(&mut self, base: PointerValue<'ctx>, ty: ElementType, position: &Affine) -> Value<'ctx> {
        let lowest = uniform_part(&self.f.space, position).plus_constant(1 - self.f.lanes as i64);
        let value = self.load_consecutive(base, ty, &lowest, true);
        value.map(|v| {
            let vector = v.into_vector_value();
            self.f.shuffle(vector, vector, (0..self.f.lanes).rev()).into()
        })
    }

    fn load_strided(&mut self, base: PointerValue<'ctx>, ty: ElementType, at: &Affine, stride: i64) -> Value<'ctx> {
        let first = uniform_part(&self.f.space, at);
        let lane = |lane: usize| first.plus_constant(lane as i64 * stride);
        let lanes: Vec<_> = (0..self.f.lanes).map(|l| self.load_consecutive(base, ty, &lane(l), false)).collect();
        self.join_lanes(&lanes)
    }

    fn load_scattered(&mut self, base: PointerValue<'ctx>, ty: ElementType, position: &Affine) -> Value<'ctx> {
        let addresses = self.lane_addresses(base, ty, position);
        let scalar = self.math(false);
        let lanes: Vec<_> = addresses.into_iter().map(|address| scalar.load(ty, address, alignment(ty))).collect();
        self.join_lanes(&lanes)
    }

    fn lane_addresses(&mut self, base: PointerValue<'ctx>, ty: ElementType, at: &Affine) -> Vec<PointerValue<'ctx>> {
        let positions = self.f.integer_lanes(at);
        let element = self.math(false).memory_type(ty);
        let address = |lane| {
            let position = self.f.lane(positions, lane).into_int_value();
            self.f.gep(element, base, position)
        };
        (0..self.f.lanes).map(address).collect()
    }

    /// A vector value from its lanes.
    pub fn join_lanes(&self, lanes: &[Value<'ctx>]) -> Value<'ctx> {
        let part = |n: usize| {
            let scalars: Vec<_> = lanes.iter().map(|lane| lane.parts()[n]).collect();
            self.f.gather_lanes(&scalars).into()
        };
        match lanes[0] {
            Value::Real(_) => Value::Real(part(0)),
            Value::Complex(..) => Value::Complex(part(0), part(1)),
        }
    }

    /// Stores a value, one element a lane, where the builder stands. A splat must be spread before.
    pub fn store_at(&mut self, base: PointerValue<'ctx>, ty: ElementType, position: &Affine, value: Value<'ctx>) {
        let vector = self.f.lanes > 1;
        match lane_stride(&self.f.space, position) {
            Some(stride) if !vector || stride == 1 => {
                let address = self.f.address(base, &uniform_part(&self.f.space, position), ty.byte_width());
                self.math(vector).store(ty, address, value, alignment(ty));
            }
            Some(stride) => {
                let first = uniform_part(&self.f.space, position);
                for lane in 0..self.f.lanes {
                    let at = first.plus_constant(lane as i64 * stride);
                    let address = self.f.address(base, &at, ty.byte_width());
                    self.store_lane(ty, address, value, lane);
                }
            }
            None => {
                let addresses = self.lane_addresses(base, ty, position);
                addresses.into_iter().enumerate().for_each(|(lane, to)| self.store_lane(ty, to, value, lane));
            }
        }
    }

    fn store_lane(&self, ty: ElementType, to: PointerValue<'ctx>, value: Value<'ctx>, lane: usize) {
        let scalar = value.map(|v| self.f.lane(v.into_vector_value(), lane));
        self.math(false).store(ty, to, scalar, alignment(ty));
    }

    /// An element of a constant: part of the code when all are equal, else read from the object's constant data.
    pub(super) fn constant(
        &mut self,
        id: InstructionId,
        literal: &ArrayLiteral,
        index: &Index,
    ) -> Result<Computed<'ctx>> {
        if literal.is_splat() {
            let value = self.math(false).splat_constant(literal.element_type(), literal.element_bytes(0));
            return Ok(Computed { value, depth: 0 });
        }
        let base = self.constant_data(id, literal);
        // A literal is row-major whatever the layout of the instruction.
        Ok(self.load(base, literal.shape(), index))
    }

    fn constant_data(&mut self, id: InstructionId, literal: &ArrayLiteral) -> PointerValue<'ctx> {
        if let Some(&pointer) = self.constants.get(&id) {
            return pointer;
        }
        let bytes = self.f.context.const_string(literal.bytes(), false);
        let name = format!("{}.constant.{}", self.f.function.get_name().to_string_lossy(), id.0);
        let global = self.f.llvm.add_global(bytes.get_type(), None, &name);
        global.set_initializer(&bytes);
        global.set_constant(true);
        global.set_linkage(Linkage::Private);
        global.set_alignment(crate::hlo::ALIGNMENT as u32);
        self.constants.insert(id, global.as_pointer_value());
        global.as_pointer_value()
    }
}

/// Bytes that every element's address is a multiple of.
pub fn alignment(ty: ElementType) -> u32 {
    ty.real_part().byte_width() as u32
}
