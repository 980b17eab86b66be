//! Operations on real floats: the dispatch of every type, and those that IEEE 754 defines exactly.

use super::MathBuilder;
use super::functions::function_of;
use super::lanes::Lanes;
use crate::hlo::elementwise_op::{bit_function, bitwise, function, shift};
use crate::hlo::{BinaryOp, ElementType, UnaryOp};

impl<'ctx> MathBuilder<'_, 'ctx> {
    pub(super) fn float_unary<'m>(&'m self, op: UnaryOp, ty: ElementType, x: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
        let wide = self.widen(ty, x);
        let value = match op {
            UnaryOp::IsFinite => return wide.abs().lt(f64::INFINITY),
            UnaryOp::Real => return x,
            UnaryOp::Abs => wide.abs(),
            UnaryOp::Ceil => wide.ceil(),
            UnaryOp::Erf => wide.erf(),
            UnaryOp::Floor => wide.floor(),
            UnaryOp::Imag => wide.constant(0.0),
            UnaryOp::Negate => -wide,
            UnaryOp::RoundNearestAfz => wide.round_half_away(),
            UnaryOp::RoundNearestEven => wide.round_half_even(),
            UnaryOp::Sign => wide.sign(),
            function!() => (function_of(op).real)(wide),
            bit_function!() => not_for_floats(op.name()),
        };
        self.narrow(ty, value)
    }

    pub(super) fn float_binary<'m>(
        &'m self,
        op: BinaryOp,
        ty: ElementType,
        a: Lanes<'m, 'ctx>,
        b: Lanes<'m, 'ctx>,
    ) -> Lanes<'m, 'ctx> {
        let (a, b) = (self.widen_operand(ty, a), self.widen_operand(ty, b));
        let value = match op {
            BinaryOp::Add => a + b,
            BinaryOp::Atan2 => a.atan2(b),
            BinaryOp::Divide => a / b,
            BinaryOp::Maximum => a.maximum(b),
            BinaryOp::Minimum => a.minimum(b),
            BinaryOp::Multiply => a * b,
            BinaryOp::Power => a.power(b),
            BinaryOp::Remainder => a.remainder(b),
            BinaryOp::Subtract => a - b,
            BinaryOp::Complex | bitwise!() | shift!() => not_for_floats(op.name()),
        };
        self.narrow(ty, value)
    }
}

impl<'ctx> MathBuilder<'_, 'ctx> {
    /// The value in the type that two-operand arithmetic on `ty` is done in. Products and quotients of f8e8m0fnu reach
    /// down to 2^-254, below f32: as they have no zero to round to, they must not become one.
    fn widen_operand<'m>(&'m self, ty: ElementType, x: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
        let wide = self.widen(ty, x);
        if ty == ElementType::F8E8M0FNU { wide.to_float(64) } else { wide }
    }
}

fn not_for_floats(op: &str) -> ! {
    unreachable!("the verifier let {op} of a float type through")
}

impl Lanes<'_, '_> {
    /// NaN where either is; -0 is under +0.
    pub fn maximum(self, rhs: Self) -> Self {
        self.intrinsic("llvm.maximum", &[rhs])
    }

    /// NaN where either is; -0 is under +0.
    pub fn minimum(self, rhs: Self) -> Self {
        self.intrinsic("llvm.minimum", &[rhs])
    }

    /// -1 or 1 with the sign of a number; zeros and NaN as they are.
    pub fn sign(self) -> Self {
        let one = self.constant(1.0).copy_sign(self);
        (self.lt(0.0) | self.gt(0.0)).select(one, self)
    }

    /// The nearest integer without rounding instructions: adding 2^23 (2^52) leaves no room for a fraction.
    fn nearest_by_addition(self) -> Self {
        let limit = self.per_width(8_388_608.0, 4_503_599_627_370_496.0);
        let magnitude = self.abs();
        let rounded = ((magnitude + limit) - limit).copy_sign(self);
        magnitude.lt(limit).select(rounded, self)
    }

    /// To the nearest integer, ties to even; the sign stays.
    pub fn round_half_even(self) -> Self {
        if self.m.features.rounding { self.intrinsic("llvm.roundeven", &[]) } else { self.nearest_by_addition() }
    }

    /// Towards zero; the sign stays.
    pub fn truncated(self) -> Self {
        if self.m.features.rounding {
            return self.intrinsic("llvm.trunc", &[]);
        }
        let near = self.nearest_by_addition().abs();
        let is_past = near.gt(self.abs());
        is_past.select(near - 1.0, near).copy_sign(self)
    }

    /// To the nearest integer, ties away from zero; the sign stays.
    pub fn round_half_away(self) -> Self {
        // The largest number under one half: a half itself would carry 0.49999997 to 1.
        let almost_half = self.per_width(0.5f32.next_down() as f64, 0.5f64.next_down());
        (self + self.constant(almost_half).copy_sign(self)).truncated()
    }

    pub fn floor(self) -> Self {
        if self.m.features.rounding {
            return self.intrinsic("llvm.floor", &[]);
        }
        let near = self.nearest_by_addition();
        near.gt(self).select(near - 1.0, near).copy_sign(self)
    }

    pub fn ceil(self) -> Self {
        if self.m.features.rounding {
            return self.intrinsic("llvm.ceil", &[]);
        }
        let near = self.nearest_by_addition();
        near.lt(self).select(near + 1.0, near).copy_sign(self)
    }

    /// `1 / sqrt(x)`, both steps rounded: within 1.5 ulp.
    pub fn rsqrt(self) -> Self {
        self.constant(1.0) / self.sqrt()
    }
}
