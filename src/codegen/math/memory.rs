//! Between memory and registers: loads, stores and constants.
//!
//! In memory an element takes `ElementType::byte_width` bytes: `pred` is a byte 0 or 1, types under eight bits take a
//! byte, a complex number is its two parts side by side.

use super::lanes::built;
use super::{MathBuilder, Value};
use crate::hlo::ElementType;
use inkwell::types::{BasicType, BasicTypeEnum, FloatType, IntType, VectorType};
use inkwell::values::{BasicValue, BasicValueEnum, InstructionValue, PointerValue, VectorValue};
use std::num::NonZeroU32;

impl<'ctx> MathBuilder<'_, 'ctx> {
    pub(super) fn int_type(&self, bits: u32) -> IntType<'ctx> {
        let bits = NonZeroU32::new(bits).expect("an integer type has bits");
        self.context.custom_width_int_type(bits).expect("a width LLVM knows")
    }

    /// The LLVM float of f32 and f64.
    fn native_float(&self, ty: ElementType) -> Option<FloatType<'ctx>> {
        match ty {
            ElementType::F32 => Some(self.context.f32_type()),
            ElementType::F64 => Some(self.context.f64_type()),
            _ => None,
        }
    }

    /// LLVM type of one element in memory; `[2 x part]` for complex types.
    pub fn memory_type(&self, ty: ElementType) -> BasicTypeEnum<'ctx> {
        let part = ty.real_part();
        let scalar = match self.native_float(part) {
            Some(float) => float.as_basic_type_enum(),
            None => self.int_type(8 * part.byte_width() as u32).into(),
        };
        if ty.is_complex() { scalar.into_float_type().array_type(2).into() } else { scalar }
    }

    /// LLVM type of a value in a register; for complex types, of each of its two parts.
    pub fn register_type(&self, ty: ElementType) -> BasicTypeEnum<'ctx> {
        self.widened(match ty {
            ElementType::Pred => self.context.bool_type().into(),
            other => self.memory_type(other.real_part()),
        })
    }

    /// Register form of lanes that were loaded from memory one by one or as a vector of `memory_type`.
    pub fn from_memory(&self, ty: ElementType, raw: BasicValueEnum<'ctx>) -> BasicValueEnum<'ctx> {
        match ty {
            ElementType::Pred => self.lanes_of(raw).ne(0).raw,
            _ => raw,
        }
    }

    /// Memory form of a value that is not complex.
    pub fn to_memory(&self, ty: ElementType, raw: BasicValueEnum<'ctx>) -> BasicValueEnum<'ctx> {
        match ty {
            ElementType::Pred => self.lanes_of(raw).zero_extend(8).raw,
            _ => raw,
        }
    }

    fn load_raw(&self, ty: BasicTypeEnum<'ctx>, from: PointerValue<'ctx>, alignment: u32) -> BasicValueEnum<'ctx> {
        let loaded = built(self.builder.build_load(ty, from, ""));
        self.align(loaded.as_instruction_value(), alignment);
        loaded
    }

    fn store_raw(&self, value: BasicValueEnum<'ctx>, to: PointerValue<'ctx>, alignment: u32) {
        let store = built(self.builder.build_store(to, value));
        self.align(Some(store), alignment);
    }

    fn align(&self, instruction: Option<InstructionValue<'ctx>>, alignment: u32) {
        if let Some(instruction) = instruction {
            instruction.set_alignment(alignment).expect("an alignment that is a power of two");
        }
    }

    /// Loads consecutive elements, one a lane, from an address that is a multiple of `alignment` bytes.
    pub fn load(&self, ty: ElementType, from: PointerValue<'ctx>, alignment: u32) -> Value<'ctx> {
        if !ty.is_complex() {
            let raw = self.load_raw(self.widened(self.memory_type(ty)), from, alignment);
            return Value::Real(self.from_memory(ty, raw));
        }
        let pairs = self.memory_type(ty.real_part()).into_float_type().vec_type(2 * self.lanes);
        let loaded = self.load_raw(pairs.into(), from, alignment).into_vector_value();
        Value::Complex(self.every_second(loaded, 0), self.every_second(loaded, 1))
    }

    /// Stores consecutive elements, one a lane, to an address that is a multiple of `alignment` bytes.
    pub fn store(&self, ty: ElementType, to: PointerValue<'ctx>, value: Value<'ctx>, alignment: u32) {
        match value {
            Value::Real(raw) => self.store_raw(self.to_memory(ty, raw), to, alignment),
            Value::Complex(real, imag) => self.store_raw(self.interleave(real, imag).into(), to, alignment),
        }
    }

    /// A scalar in every lane.
    pub fn splat(&self, scalar: BasicValueEnum<'ctx>) -> BasicValueEnum<'ctx> {
        if self.lanes == 1 {
            return scalar;
        }
        if scalar.is_int_value() && scalar.into_int_value().is_const()
            || scalar.is_float_value() && scalar.into_float_value().is_const()
        {
            return VectorType::const_vector(&vec![scalar; self.lanes as usize]).into();
        }
        let zero = self.context.i32_type().const_zero();
        let undefined = self.widened(scalar.get_type()).into_vector_type().get_poison();
        let first = built(self.builder.build_insert_element(undefined, scalar, zero, ""));
        self.shuffle(first, undefined, &vec![0; self.lanes as usize]).into()
    }

    /// The element that `bytes` hold in memory form, in every lane.
    pub fn splat_constant(&self, ty: ElementType, bytes: &[u8]) -> Value<'ctx> {
        let part = ty.real_part();
        let constant = |bytes: &[u8]| self.splat(self.scalar_constant(part, bytes));
        match bytes.split_at(part.byte_width()) {
            (real, imag) if ty.is_complex() => Value::Complex(constant(real), constant(imag)),
            (real, _) => Value::Real(constant(real)),
        }
    }

    fn scalar_constant(&self, ty: ElementType, bytes: &[u8]) -> BasicValueEnum<'ctx> {
        let bits = bytes.iter().rev().fold(0u64, |bits, &byte| bits << 8 | byte as u64);
        match (ty, self.native_float(ty)) {
            (ElementType::Pred, _) => self.context.bool_type().const_int((bits != 0) as u64, false).into(),
            (_, Some(float)) => {
                self.with_lanes(1)
                    .lanes_of(self.int_type(float.get_bit_width()).const_int(bits, false).into())
                    .as_float()
                    .raw
            }
            (_, None) => self.int_type(8 * bytes.len() as u32).const_int(bits, false).into(),
        }
    }

    /// One lane as a scalar.
    pub fn lane(&self, value: BasicValueEnum<'ctx>, lane: u32) -> BasicValueEnum<'ctx> {
        if self.lanes == 1 {
            return value;
        }
        let lane = self.context.i32_type().const_int(lane as u64, false);
        built(self.builder.build_extract_element(value.into_vector_value(), lane, ""))
    }

    /// A value from its lanes, each in register form of one lane.
    pub fn from_lanes(&self, lanes: &[BasicValueEnum<'ctx>]) -> BasicValueEnum<'ctx> {
        if self.lanes == 1 {
            return lanes[0];
        }
        let empty = self.widened(lanes[0].get_type()).into_vector_type().get_poison();
        let filled = lanes.iter().enumerate().fold(empty, |vector, (index, &lane)| {
            let index = self.context.i32_type().const_int(index as u64, false);
            built(self.builder.build_insert_element(vector, lane, index, ""))
        });
        filled.into()
    }

    fn shuffle(&self, a: VectorValue<'ctx>, b: VectorValue<'ctx>, mask: &[u32]) -> VectorValue<'ctx> {
        let indices: Vec<_> = mask.iter().map(|&i| self.context.i32_type().const_int(i as u64, false)).collect();
        built(self.builder.build_shuffle_vector(a, b, VectorType::const_vector(&indices), ""))
    }

    /// Lanes `start, start + 2, …` of a vector of twice the lane count.
    fn every_second(&self, vector: VectorValue<'ctx>, start: u32) -> BasicValueEnum<'ctx> {
        if self.lanes == 1 {
            return self.with_lanes(2).lane(vector.into(), start);
        }
        let mask: Vec<u32> = (0..self.lanes).map(|lane| 2 * lane + start).collect();
        self.shuffle(vector, vector.get_type().get_poison(), &mask).into()
    }

    /// `a0 b0 a1 b1 …`
    fn interleave(&self, a: BasicValueEnum<'ctx>, b: BasicValueEnum<'ctx>) -> VectorValue<'ctx> {
        if self.lanes == 1 {
            return self.with_lanes(2).from_lanes(&[a, b]).into_vector_value();
        }
        let mask: Vec<u32> = (0..self.lanes).flat_map(|lane| [lane, lane + self.lanes]).collect();
        self.shuffle(a.into_vector_value(), b.into_vector_value(), &mask)
    }
}
