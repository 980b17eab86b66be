//! Index expressions as integers and addresses, each part of them in the outermost scope that knows it.

use super::{KernelFunction, built};
use crate::codegen::emit::affine::{Affine, Definition, Space, Var};
use inkwell::types::{BasicType, VectorType};
use inkwell::values::{BasicValueEnum, InstructionOpcode, IntValue, PointerValue, VectorValue};

impl<'ctx> KernelFunction<'_, 'ctx> {
    /// The value of a uniform expression.
    pub fn integer(&mut self, affine: &Affine) -> IntValue<'ctx> {
        self.materialize(affine, false).into_int_value()
    }

    /// The value of an expression in each lane.
    pub fn integer_lanes(&mut self, affine: &Affine) -> VectorValue<'ctx> {
        self.materialize(affine, true).into_vector_value()
    }

    /// A uniform expression as a 32-bit integer.
    pub fn narrow(&mut self, affine: &Affine) -> IntValue<'ctx> {
        let wide = self.integer(affine);
        let depth = self.space.depth(affine);
        let narrow = self.context.i32_type();
        self.at_depth(depth, |f| built(f.builder.build_int_truncate(wide, narrow, "")))
    }

    /// An expression as a 32-bit integer in each lane.
    pub fn narrow_lanes(&mut self, affine: &Affine) -> VectorValue<'ctx> {
        let narrow = self.context.i32_type();
        let Some(stride) = lane_stride(&self.space, affine) else {
            let wide = self.integer_lanes(affine);
            return built(self.builder.build_int_truncate(wide, narrow.vec_type(self.lanes as u32), ""));
        };
        let base = self.narrow(&uniform_part(&self.space, affine));
        let base = self.splat(base.into(), self.lanes);
        let steps: Vec<_> = (0..self.lanes as i64).map(|l| narrow.const_int((l * stride) as u64, true)).collect();
        self.binary(InstructionOpcode::Add, base.into(), VectorType::const_vector(&steps).into()).into_vector_value()
    }

    /// Whether loops that are open, or were, count everything that an expression is made of.
    pub fn is_bound(&self, affine: &Affine) -> bool {
        affine.terms.iter().all(|&(var, _)| match self.space.definition(var) {
            Definition::Lane => true,
            Definition::Bound => self.bound.contains_key(&var),
            Definition::Quotient { dividend, .. } => self.is_bound(dividend),
        })
    }

    fn materialize(&mut self, affine: &Affine, vector: bool) -> BasicValueEnum<'ctx> {
        if let Some(value) = affine.as_constant() {
            return self.spread(self.int(value).into(), vector);
        }
        let depth = self.space.depth(affine);
        let key = (affine.clone(), vector);
        if let Some(&value) = self.scopes[depth].integers.get(&key) {
            return value;
        }
        let value = self.at_depth(depth, |f| f.sum(affine, vector, depth));
        self.scopes[depth].integers.insert(key, value);
        value
    }

    /// Adds what outer scopes know first, so that it is computed there.
    fn sum(&mut self, affine: &Affine, vector: bool, depth: usize) -> BasicValueEnum<'ctx> {
        if vector && self.space.is_uniform(affine) {
            let scalar = self.materialize(affine, false);
            return self.spread(scalar, true);
        }
        let (space, varying) = (&self.space, |v| self.space.varies(v));
        let inner = |v: Var| if vector { varying(v) } else { space.var_depth(v) == depth };
        let outer = affine.filter(|v| !inner(v)).plus_constant(affine.constant);
        let terms = affine.filter(inner).terms;
        let start = (outer != Affine::default()).then(|| self.materialize(&outer, vector));
        let sum = terms.into_iter().fold(start, |sum, (var, coefficient)| {
            let value = self.var_value(var, vector);
            let term = self.scaled(value, coefficient, vector);
            Some(sum.map_or(term, |sum| self.binary(InstructionOpcode::Add, sum, term)))
        });
        sum.expect("an expression that is no constant has terms")
    }

    fn scaled(&self, value: BasicValueEnum<'ctx>, factor: i64, vector: bool) -> BasicValueEnum<'ctx> {
        match factor {
            1 => value,
            factor => self.binary(InstructionOpcode::Mul, value, self.spread(self.int(factor).into(), vector)),
        }
    }

    fn spread(&self, scalar: BasicValueEnum<'ctx>, vector: bool) -> BasicValueEnum<'ctx> {
        if vector { self.splat(scalar, self.lanes).into() } else { scalar }
    }

    fn var_value(&mut self, var: Var, vector: bool) -> BasicValueEnum<'ctx> {
        match self.space.definition(var).clone() {
            Definition::Lane => {
                let lanes: Vec<_> = (0..self.lanes as i64).map(|lane| self.int(lane)).collect();
                VectorType::const_vector(&lanes).into()
            }
            Definition::Bound => self.spread(self.bound[&var], vector && !self.space.varies(var)),
            Definition::Quotient { dividend, divisor } => self.quotient(&dividend, divisor, vector),
        }
    }

    fn quotient(&mut self, dividend: &Affine, divisor: i64, vector: bool) -> BasicValueEnum<'ctx> {
        let (low, high) = self.space.range(dividend);
        // Truncation is flooring for what is not negative: move the dividend there.
        let shift = if low < 0 { low.div_euclid(divisor) } else { 0 };
        let dividend = self.materialize(&dividend.plus_constant(-shift * divisor), vector);
        let quotient = match dividend {
            BasicValueEnum::VectorValue(d) if high - low < 1 << 31 => self.narrow_quotient(d, divisor),
            dividend => {
                let divisor = self.spread(self.int(divisor).into(), vector);
                self.binary(InstructionOpcode::UDiv, dividend, divisor)
            }
        };
        if shift == 0 {
            return quotient;
        }
        self.binary(InstructionOpcode::Add, quotient, self.spread(self.int(shift).into(), vector))
    }

    /// Vectors of 64-bit integers have no fast multiplication, 32-bit ones do.
    fn narrow_quotient(&self, dividend: VectorValue<'ctx>, divisor: i64) -> BasicValueEnum<'ctx> {
        let (wide, narrow) = (dividend.get_type(), self.context.i32_type().vec_type(self.lanes as u32));
        let low = built(self.builder.build_int_truncate(dividend, narrow, ""));
        let divisor = self.context.i32_type().const_int(divisor as u64, false);
        let quotient = self.binary(InstructionOpcode::UDiv, low.into(), self.splat(divisor.into(), self.lanes).into());
        built(self.builder.build_int_z_extend(quotient.into_vector_value(), wide, "")).into()
    }

    /// Address of the element at a uniform position, put together scope by scope.
    pub fn address(&mut self, base: PointerValue<'ctx>, position: &Affine, byte_width: usize) -> PointerValue<'ctx> {
        let depth = self.space.depth(position);
        let key = (base, position.clone(), byte_width);
        if let Some(&pointer) = self.scopes[depth].pointers.get(&key) {
            return pointer;
        }
        let pointer = self.address_from_parts(base, position, byte_width, depth);
        self.scopes[depth].pointers.insert(key, pointer);
        pointer
    }

    fn address_from_parts(
        &mut self,
        base: PointerValue<'ctx>,
        position: &Affine,
        byte_width: usize,
        depth: usize,
    ) -> PointerValue<'ctx> {
        let element = self.context.i8_type().array_type(byte_width as u32).as_basic_type_enum();
        if position.constant != 0 && !position.terms.is_empty() {
            let without = self.address(base, &position.plus_constant(-position.constant), byte_width);
            return self.at_depth(depth, |f| f.gep(element, without, f.int(position.constant)));
        }
        let outer = position.filter(|v| self.space.var_depth(v) < depth);
        let inner = position.minus(&outer);
        let base = if outer.terms.is_empty() { base } else { self.address(base, &outer, byte_width) };
        let offset = self.integer(&inner);
        self.at_depth(depth, |f| f.gep(element, base, offset))
    }
}

/// Whether an expression, as a position, has neighbouring lanes this many elements apart; `None` when they are not
/// evenly spaced.
pub fn lane_stride(space: &Space, position: &Affine) -> Option<i64> {
    let even = position.terms.iter().all(|(v, _)| space.is_lane(*v) || !space.varies(*v));
    even.then(|| position.terms.iter().filter(|(v, _)| space.is_lane(*v)).map(|(_, c)| c).sum())
}

/// An expression in lane 0.
pub fn uniform_part(space: &Space, position: &Affine) -> Affine {
    position.filter(|v| !space.is_lane(v)).plus_constant(position.constant)
}
