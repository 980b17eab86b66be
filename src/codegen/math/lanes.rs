//! Expressions over LLVM values: the notation that the functions of this folder are written in.
//!
//! A [`Lanes`] is a scalar or a vector of the builder's lane count. Its operators emit the instruction that fits the
//! element: `a + b` is `fadd` for floats and `add` for integers. Comparisons are ordered for floats and signed for
//! integers, and give lanes of `i1`.

use super::MathBuilder;
use inkwell::intrinsics::Intrinsic;
use inkwell::types::{BasicType, BasicTypeEnum};
use inkwell::values::{BasicValue, BasicValueEnum, InstructionOpcode};
use inkwell::{FloatPredicate, IntPredicate};
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Shl, Shr, Sub};

/// A scalar or vector under construction.
#[derive(Clone, Copy)]
pub(super) struct Lanes<'m, 'ctx> {
    pub m: &'m MathBuilder<'m, 'ctx>,
    pub raw: BasicValueEnum<'ctx>,
}

/// What can stand beside a [`Lanes`]: another one, or a literal that takes its type.
pub(super) trait Operand<'m, 'ctx> {
    fn like(self, other: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx>;
}

impl<'m, 'ctx> Operand<'m, 'ctx> for Lanes<'m, 'ctx> {
    fn like(self, _: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
        self
    }
}

impl<'m, 'ctx> Operand<'m, 'ctx> for f64 {
    fn like(self, other: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
        let scalar = other.scalar_type().into_float_type();
        other.m.splat_scalar(scalar.const_float(self).into())
    }
}

impl<'m, 'ctx> Operand<'m, 'ctx> for i64 {
    fn like(self, other: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
        let scalar = other.scalar_type().into_int_type();
        let bits = if scalar.get_bit_width() < 64 { self & ((1 << scalar.get_bit_width()) - 1) } else { self };
        other.m.splat_scalar(scalar.const_int(bits as u64, false).into())
    }
}

/// Unwraps what a builder call gives: it fails only for a builder without a position, a bug of the caller.
pub fn built<T>(result: Result<T, inkwell::builder::BuilderError>) -> T {
    result.expect("the LLVM builder stands at the end of a block")
}

impl<'m, 'ctx> Lanes<'m, 'ctx> {
    fn with(self, raw: impl Into<BasicValueEnum<'ctx>>) -> Self {
        Lanes { m: self.m, raw: raw.into() }
    }

    /// Type of one lane.
    pub fn scalar_type(self) -> BasicTypeEnum<'ctx> {
        match self.raw.get_type() {
            BasicTypeEnum::VectorType(vector) => vector.get_element_type(),
            scalar => scalar,
        }
    }

    pub fn is_float(self) -> bool {
        self.scalar_type().is_float_type()
    }

    /// Bits of one lane.
    pub fn bit_width(self) -> u32 {
        match self.scalar_type() {
            BasicTypeEnum::FloatType(float) => float.get_bit_width(),
            scalar => scalar.into_int_type().get_bit_width(),
        }
    }

    pub fn is_f64(self) -> bool {
        self.is_float() && self.bit_width() == 64
    }

    /// A constant of this type.
    pub fn constant(self, value: impl Operand<'m, 'ctx>) -> Self {
        value.like(self)
    }

    /// `single` for f32 lanes, `double` for f64 lanes.
    pub fn per_width<T>(self, single: T, double: T) -> T {
        if self.is_f64() { double } else { single }
    }

    fn binary(self, opcode: InstructionOpcode, rhs: Self) -> Self {
        self.with(built(self.m.builder.build_binop(opcode, self.raw, rhs.raw, "")))
    }

    fn arithmetic(self, float: InstructionOpcode, integer: InstructionOpcode, rhs: impl Operand<'m, 'ctx>) -> Self {
        let rhs = rhs.like(self);
        self.binary(if self.is_float() { float } else { integer }, rhs)
    }

    fn cast(self, opcode: InstructionOpcode, scalar: BasicTypeEnum<'ctx>) -> Self {
        let to = self.m.widened(scalar);
        if to == self.raw.get_type() {
            return self;
        }
        self.with(built(self.m.builder.build_cast(opcode, self.raw, to, "")))
    }

    fn int_type(self, bits: u32) -> BasicTypeEnum<'ctx> {
        self.m.int_type(bits).into()
    }

    fn float_type(self, bits: u32) -> BasicTypeEnum<'ctx> {
        match bits {
            16 => self.m.context.f16_type().into(),
            32 => self.m.context.f32_type().into(),
            _ => self.m.context.f64_type().into(),
        }
    }

    /// The float's bit pattern as an integer.
    pub fn to_bits(self) -> Self {
        self.cast(InstructionOpcode::BitCast, self.int_type(self.bit_width()))
    }

    /// The float with this integer's bit pattern.
    pub fn as_float(self) -> Self {
        self.cast(InstructionOpcode::BitCast, self.float_type(self.bit_width()))
    }

    pub fn zero_extend(self, bits: u32) -> Self {
        self.cast(InstructionOpcode::ZExt, self.int_type(bits))
    }

    pub fn sign_extend(self, bits: u32) -> Self {
        self.cast(InstructionOpcode::SExt, self.int_type(bits))
    }

    pub fn truncate(self, bits: u32) -> Self {
        self.cast(InstructionOpcode::Trunc, self.int_type(bits))
    }

    /// To an integer of `bits`, wrapping when narrower and extending when wider.
    pub fn resize(self, bits: u32, signed: bool) -> Self {
        match bits.cmp(&self.bit_width()) {
            std::cmp::Ordering::Less => self.truncate(bits),
            std::cmp::Ordering::Equal => self,
            std::cmp::Ordering::Greater if signed => self.sign_extend(bits),
            std::cmp::Ordering::Greater => self.zero_extend(bits),
        }
    }

    pub fn signed_to_float(self, bits: u32) -> Self {
        self.cast(InstructionOpcode::SIToFP, self.float_type(bits))
    }

    pub fn unsigned_to_float(self, bits: u32) -> Self {
        self.cast(InstructionOpcode::UIToFP, self.float_type(bits))
    }

    /// Truncates a float that is known to fit.
    pub fn to_signed(self, bits: u32) -> Self {
        self.cast(InstructionOpcode::FPToSI, self.int_type(bits))
    }

    /// Truncates a float that is known to fit.
    pub fn to_unsigned(self, bits: u32) -> Self {
        self.cast(InstructionOpcode::FPToUI, self.int_type(bits))
    }

    /// To a float of `bits`, rounding to nearest even when narrower.
    pub fn to_float(self, bits: u32) -> Self {
        let opcode = if bits < self.bit_width() { InstructionOpcode::FPTrunc } else { InstructionOpcode::FPExt };
        let value = self.cast(opcode, self.float_type(bits));
        // LLVM joins a step that it knows to be exact with the next one, and calls a library to go from f64 to f16.
        let may_be_joined = self.bit_width() == 64 && bits == 32;
        if may_be_joined { value.fenced() } else { value }
    }

    /// The same float, of which LLVM forgets how it was computed.
    fn fenced(self) -> Self {
        self.intrinsic("llvm.arithmetic.fence", &[])
    }

    fn float_compare(self, predicate: FloatPredicate, rhs: Self) -> Self {
        let builder = self.m.builder;
        match (self.raw, rhs.raw) {
            (BasicValueEnum::VectorValue(a), BasicValueEnum::VectorValue(b)) => {
                self.with(built(builder.build_float_compare(predicate, a, b, "")))
            }
            (a, b) => {
                self.with(built(builder.build_float_compare(predicate, a.into_float_value(), b.into_float_value(), "")))
            }
        }
    }

    fn int_compare(self, predicate: IntPredicate, rhs: Self) -> Self {
        let builder = self.m.builder;
        match (self.raw, rhs.raw) {
            (BasicValueEnum::VectorValue(a), BasicValueEnum::VectorValue(b)) => {
                self.with(built(builder.build_int_compare(predicate, a, b, "")))
            }
            (a, b) => {
                self.with(built(builder.build_int_compare(predicate, a.into_int_value(), b.into_int_value(), "")))
            }
        }
    }

    fn compare(self, float: FloatPredicate, integer: IntPredicate, rhs: impl Operand<'m, 'ctx>) -> Self {
        let rhs = rhs.like(self);
        if self.is_float() { self.float_compare(float, rhs) } else { self.int_compare(integer, rhs) }
    }

    pub fn eq(self, rhs: impl Operand<'m, 'ctx>) -> Self {
        self.compare(FloatPredicate::OEQ, IntPredicate::EQ, rhs)
    }

    /// Not equal; true for NaN.
    pub fn ne(self, rhs: impl Operand<'m, 'ctx>) -> Self {
        self.compare(FloatPredicate::UNE, IntPredicate::NE, rhs)
    }

    pub fn lt(self, rhs: impl Operand<'m, 'ctx>) -> Self {
        self.compare(FloatPredicate::OLT, IntPredicate::SLT, rhs)
    }

    pub fn le(self, rhs: impl Operand<'m, 'ctx>) -> Self {
        self.compare(FloatPredicate::OLE, IntPredicate::SLE, rhs)
    }

    pub fn gt(self, rhs: impl Operand<'m, 'ctx>) -> Self {
        self.compare(FloatPredicate::OGT, IntPredicate::SGT, rhs)
    }

    pub fn ge(self, rhs: impl Operand<'m, 'ctx>) -> Self {
        self.compare(FloatPredicate::OGE, IntPredicate::SGE, rhs)
    }

    /// Unsigned less than, of integers.
    pub fn below(self, rhs: impl Operand<'m, 'ctx>) -> Self {
        self.int_compare(IntPredicate::ULT, rhs.like(self))
    }

    /// Unsigned greater than, of integers.
    pub fn above(self, rhs: impl Operand<'m, 'ctx>) -> Self {
        self.int_compare(IntPredicate::UGT, rhs.like(self))
    }

    pub fn is_nan(self) -> Self {
        self.float_compare(FloatPredicate::UNO, self)
    }

    /// True where either is NaN.
    pub fn unordered(self, rhs: Self) -> Self {
        self.float_compare(FloatPredicate::UNO, rhs)
    }

    /// `on_true` where this lane of `i1` is set, else `on_false`.
    pub fn select(self, on_true: Self, on_false: impl Operand<'m, 'ctx>) -> Self {
        let (builder, on_false) = (self.m.builder, on_false.like(on_true).raw);
        match self.raw {
            BasicValueEnum::VectorValue(v) => self.with(built(builder.build_select(v, on_true.raw, on_false, ""))),
            v => self.with(built(builder.build_select(v.into_int_value(), on_true.raw, on_false, ""))),
        }
    }

    /// [`Lanes::select`] for a program's own choices. LLVM takes `x < c ? x : c` for the minimum of the two, and that of
    /// a minimum and `c` again for the first one (`foldSPFofSPF` of its instruction combiner), which it is not where `x`
    /// is NaN: so one of a choice's floats is hidden from it.
    pub fn select_as_written(self, on_true: Self, on_false: Self) -> Self {
        match self.chooses_by_order(on_true, on_false) {
            true if on_true.is_constant() => self.select(on_true, on_false.fenced()),
            true => self.select(on_true.fenced(), on_false),
            false => self.select(on_true, on_false),
        }
    }

    /// Whether these lanes compare the two floats. Beside a zero, whose sign would count, LLVM sees no minimum.
    fn chooses_by_order(self, one: Self, other: Self) -> bool {
        let compares = |operand: Self| {
            let comparison = self.raw.as_instruction_value().filter(|i| i.get_opcode() == InstructionOpcode::FCmp);
            let operands = comparison.into_iter().flat_map(|i| i.get_operands()).flatten();
            operands.filter_map(|o| o.value()).any(|value| value == operand.raw)
        };
        one.is_float() && !one.is_zero() && !other.is_zero() && compares(one) && compares(other)
    }

    /// Calls an intrinsic that is overloaded on the type of its first argument only.
    pub fn intrinsic(self, name: &str, rest: &[Self]) -> Self {
        self.intrinsic_of(name, &[self.raw.get_type()], rest)
    }

    /// Calls an intrinsic with explicit overload types.
    pub fn intrinsic_of(self, name: &str, overloads: &[BasicTypeEnum<'ctx>], rest: &[Self]) -> Self {
        let intrinsic = Intrinsic::find(name).expect("a known LLVM intrinsic");
        let function = intrinsic.get_declaration(self.m.module, overloads).expect("overload types that fit");
        let arguments: Vec<_> = std::iter::once(self.raw).chain(rest.iter().map(|r| r.raw)).map(Into::into).collect();
        let call = built(self.m.builder.build_call(function, &arguments, ""));
        self.with(call.try_as_basic_value().basic().expect("an intrinsic with a result"))
    }

    /// Magnitude of a float: its bits without the sign.
    pub fn abs(self) -> Self {
        self.intrinsic("llvm.fabs", &[])
    }

    /// The magnitude of `self` with the sign of `sign`.
    pub fn copy_sign(self, sign: Self) -> Self {
        self.intrinsic("llvm.copysign", &[sign])
    }

    pub fn sqrt(self) -> Self {
        self.intrinsic("llvm.sqrt", &[])
    }

    /// `self · b + c`, fused where the target has the instruction, else rounded twice.
    pub fn mul_add(self, b: impl Operand<'m, 'ctx>, c: impl Operand<'m, 'ctx>) -> Self {
        let (b, c) = (b.like(self), c.like(self));
        if self.m.features.fma { self.intrinsic("llvm.fma", &[b, c]) } else { self * b + c }
    }

    /// The smaller, `rhs` where they compare neither way: a NaN in `self` gives `rhs`, a NaN in `rhs` stays.
    pub fn lesser(self, rhs: impl Operand<'m, 'ctx>) -> Self {
        let rhs = rhs.like(self);
        self.lt(rhs).select(self, rhs)
    }

    /// The larger, `rhs` where they compare neither way: a NaN in `self` gives `rhs`, a NaN in `rhs` stays.
    pub fn greater(self, rhs: impl Operand<'m, 'ctx>) -> Self {
        let rhs = rhs.like(self);
        self.gt(rhs).select(self, rhs)
    }

    /// Into `[low, high]`; a NaN stays.
    pub fn within(self, low: f64, high: f64) -> Self {
        self.constant(low).greater(self.constant(high).lesser(self))
    }

    /// Unsigned or logical right shift of an integer.
    pub fn shift_right_logical(self, by: impl Operand<'m, 'ctx>) -> Self {
        let by = by.like(self);
        self.binary(InstructionOpcode::LShr, by)
    }

    pub fn divide_signed(self, rhs: Self) -> Self {
        self.binary(InstructionOpcode::SDiv, rhs)
    }

    pub fn divide_unsigned(self, rhs: Self) -> Self {
        self.binary(InstructionOpcode::UDiv, rhs)
    }

    pub fn remainder_unsigned(self, rhs: Self) -> Self {
        self.binary(InstructionOpcode::URem, rhs)
    }

    /// `c0 + x (c1 + x (c2 + …))`, the coefficients lowest first.
    pub fn polynomial(self, coefficients: &[f64]) -> Self {
        let (&last, rest) = coefficients.split_last().expect("a polynomial has coefficients");
        rest.iter().rev().fold(self.constant(last), |sum, &c| sum.mul_add(self, c))
    }

    /// Whether every lane is the constant +0.
    fn is_zero(self) -> bool {
        match self.raw {
            BasicValueEnum::VectorValue(vector) => vector.is_null(),
            BasicValueEnum::FloatValue(float) => float.is_null(),
            _ => false,
        }
    }

    /// Whether LLVM folded it to a constant.
    pub fn is_constant(self) -> bool {
        self.raw.is_const()
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $float:ident $integer:ident;)*) => {$(
        impl<'m, 'ctx, T: Operand<'m, 'ctx>> $trait<T> for Lanes<'m, 'ctx> {
            type Output = Self;
            fn $method(self, rhs: T) -> Self {
                self.arithmetic(InstructionOpcode::$float, InstructionOpcode::$integer, rhs)
            }
        }
    )*};
}

// Integers have two divisions, so that `/` is for floats alone; bit operations are for integers alone.
operators! {
    Add add FAdd Add;
    Sub sub FSub Sub;
    Mul mul FMul Mul;
    Div div FDiv SDiv;
    BitAnd bitand And And;
    BitOr bitor Or Or;
    BitXor bitxor Xor Xor;
    Shl shl Shl Shl;
    Shr shr AShr AShr;
}

impl Neg for Lanes<'_, '_> {
    type Output = Self;
    fn neg(self) -> Self {
        if !self.is_float() {
            return self.constant(0) - self;
        }
        let builder = self.m.builder;
        match self.raw {
            BasicValueEnum::VectorValue(v) => self.with(built(builder.build_float_neg(v, ""))),
            v => self.with(built(builder.build_float_neg(v.into_float_value(), ""))),
        }
    }
}

impl Not for Lanes<'_, '_> {
    type Output = Self;
    fn not(self) -> Self {
        self ^ -1
    }
}

impl<'m, 'ctx> MathBuilder<'m, 'ctx> {
    /// Wraps a raw LLVM value.
    pub(super) fn lanes_of(&'m self, raw: BasicValueEnum<'ctx>) -> Lanes<'m, 'ctx> {
        Lanes { m: self, raw }
    }

    /// A constant or run-time scalar in every lane.
    pub(super) fn splat_scalar(&'m self, scalar: BasicValueEnum<'ctx>) -> Lanes<'m, 'ctx> {
        self.lanes_of(self.splat(scalar))
    }

    /// The scalar type itself for one lane, else a vector of it.
    pub(super) fn widened(&self, scalar: BasicTypeEnum<'ctx>) -> BasicTypeEnum<'ctx> {
        match scalar {
            scalar if self.lanes == 1 => scalar,
            BasicTypeEnum::FloatType(float) => float.vec_type(self.lanes).as_basic_type_enum(),
            scalar => scalar.into_int_type().vec_type(self.lanes).as_basic_type_enum(),
        }
    }
}
