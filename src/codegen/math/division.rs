//! Integer division and remainder that never trap: `x / 0` is all ones, `x % 0` is `x`, and the smallest number
//! divided by -1 is itself with remainder 0.
//!
//! No target has a vector division of integers, but all have one of floats. A float quotient of w-bit integers that is
//! no integer lies at least 2^-w (relatively) from the next, so a float of more than w bits truncates to the exact
//! quotient: f32 for 8 and 16 bits, f64 for 32. Division by a constant is left to LLVM, which multiplies instead.

use super::MathBuilder;
use super::lanes::Lanes;
use crate::hlo::ElementType;

impl<'ctx> MathBuilder<'_, 'ctx> {
    pub(super) fn integer_divide<'m>(
        &'m self,
        ty: ElementType,
        a: Lanes<'m, 'ctx>,
        b: Lanes<'m, 'ctx>,
    ) -> Lanes<'m, 'ctx> {
        let quotient = self.quotient(ty, a, safe_divisor(ty, a, b));
        b.eq(0).select(a.constant(-1), quotient)
    }

    pub(super) fn integer_remainder<'m>(
        &'m self,
        ty: ElementType,
        a: Lanes<'m, 'ctx>,
        b: Lanes<'m, 'ctx>,
    ) -> Lanes<'m, 'ctx> {
        let divisor = safe_divisor(ty, a, b);
        b.eq(0).select(a, a - self.quotient(ty, a, divisor) * divisor)
    }

    /// `a / b` where that neither traps nor overflows.
    fn quotient<'m>(&'m self, ty: ElementType, a: Lanes<'m, 'ctx>, b: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
        let signed = ty.is_signed_integer();
        let width = a.bit_width();
        if self.lanes == 1 || b.is_constant() || width == 64 {
            return if signed { a.divide_signed(b) } else { a.divide_unsigned(b) };
        }
        let float_bits = if width == 32 { 64 } else { 32 };
        let to_float = |x: Lanes<'m, 'ctx>| match (signed, width) {
            (true, _) => x.sign_extend(32).signed_to_float(float_bits),
            (false, 32) => x.unsigned_to_float(float_bits),
            (false, _) => x.zero_extend(32).signed_to_float(float_bits),
        };
        let quotient = to_float(a) / to_float(b);
        if signed || width < 32 { quotient.to_signed(32).resize(width, true) } else { quotient.to_unsigned(32) }
    }
}

/// 1 in place of divisors that trap; the smallest number over 1 is what its division by -1 must give.
fn safe_divisor<'m, 'ctx>(ty: ElementType, a: Lanes<'m, 'ctx>, b: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    let is_zero = b.eq(0);
    if !ty.is_signed_integer() {
        return is_zero.select(b.constant(1), b);
    }
    let smallest = a.constant(-1i64 << (a.bit_width() - 1));
    (is_zero | (b.eq(-1) & a.eq(smallest))).select(b.constant(1), b)
}
