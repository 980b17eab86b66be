//! `convert` between all element types, and `bitcast-convert` between types of one width.
//!
//! To a narrower integer the value wraps; a float to an integer truncates, saturates, and sends NaN to 0; anything to
//! a narrower float rounds once, to nearest even. A complex number converts by its real part.

use super::lanes::Lanes;
use super::{MathBuilder, Value};
use crate::hlo::ElementType;

impl<'ctx> MathBuilder<'_, 'ctx> {
    /// Converts a value of type `from` to type `to`.
    pub fn convert(&self, from: ElementType, to: ElementType, value: Value<'ctx>) -> Value<'ctx> {
        if from == to {
            return value;
        }
        let part = |raw| self.convert_part(from.real_part(), to.real_part(), self.lanes_of(raw)).raw;
        match value {
            Value::Complex(real, imag) if to.is_complex() => Value::Complex(part(real), part(imag)),
            Value::Real(real) if to.is_complex() => Value::Complex(part(real), self.register_type(to).const_zero()),
            value => Value::Real(part(value.real())),
        }
    }

    fn convert_part<'m>(&'m self, from: ElementType, to: ElementType, x: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
        if from == to {
            x
        } else if from == ElementType::Pred {
            self.predicate_to(to, x)
        } else if to == ElementType::Pred {
            if from.is_float() { self.widen(from, x).ne(0.0) } else { x.ne(0) }
        } else if from.is_float() && to.is_float() {
            self.narrow(to, self.widen(from, x))
        } else if from.is_float() {
            self.float_to_integer(to, self.widen(from, x))
        } else if to.is_float() {
            self.integer_to_float(from, to, x)
        } else {
            self.settle(to, x.resize(8 * to.byte_width() as u32, from.is_signed_integer()))
        }
    }

    fn predicate_to<'m>(&'m self, to: ElementType, x: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
        if to.is_integer() {
            return self.settle(to, x.zero_extend(8 * to.byte_width() as u32));
        }
        let constant = |value: f64| self.narrow(to, self.float_constant(to, value));
        x.select(constant(1.0), constant(0.0))
    }

    /// A constant in the type that arithmetic on `ty` is done in: f64 for f64, else f32.
    fn float_constant<'m>(&'m self, ty: ElementType, value: f64) -> Lanes<'m, 'ctx> {
        let float = if ty == ElementType::F64 { self.context.f64_type() } else { self.context.f32_type() };
        self.splat_scalar(float.const_float(value).into())
    }

    /// `x` is f32 or f64. LLVM's saturating conversions are vectors for no width on AVX2, so up to 32 bits the bounds
    /// are taken as floats, which the plain conversions then keep to.
    fn float_to_integer<'m>(&'m self, to: ElementType, x: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
        let (bits, signed) = (to.bit_width() as u32, to.is_signed_integer());
        if bits == 64 {
            let name = if signed { "llvm.fptosi.sat" } else { "llvm.fptoui.sat" };
            return x.intrinsic_of(name, &[self.widened(self.int_type(64).into()), x.raw.get_type()], &[]);
        }
        let (low, top) = if signed { (-1i64 << (bits - 1), (1 << (bits - 1)) - 1) } else { (0, (1i64 << bits) - 1) };
        let high = largest_float_up_to(top, x.is_f64());
        let number = x.is_nan().select(x.constant(0.0), x.within(low as f64, high));
        let converted = match (signed, bits) {
            (false, 32) => number.to_unsigned(32),
            _ => number.to_signed(32).resize(8 * to.byte_width() as u32, true),
        };
        if high == top as f64 { converted } else { x.gt(high).select(converted.constant(top), converted) }
    }

    fn integer_to_float<'m>(&'m self, from: ElementType, to: ElementType, x: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
        let to_float = |x: Lanes<'m, 'ctx>, bits| {
            if from.is_signed_integer() { x.signed_to_float(bits) } else { x.unsigned_to_float(bits) }
        };
        match (to, from.bit_width()) {
            (ElementType::F32, _) => to_float(x, 32),
            (ElementType::F64, _) => to_float(x, 64),
            (_, ..=16) => self.narrow(to, to_float(x, 32)),
            (_, 32) => self.narrow(to, to_float(x, 64)),
            _ => self.narrow(to, to_float(gather_low_bits(x, from.is_signed_integer()), 64)),
        }
    }

    /// Reinterprets a value of type `from` as type `to` of the same bit width.
    pub fn bitcast_convert(&self, from: ElementType, to: ElementType, value: Value<'ctx>) -> Value<'ctx> {
        let Value::Real(raw) = value else { return value };
        if from == to {
            return value;
        }
        let x = self.lanes_of(raw);
        let bits = if x.is_float() { x.to_bits() } else { x };
        Value::Real(match to {
            ElementType::F32 | ElementType::F64 => bits.as_float().raw,
            other => self.settle(other, bits).raw,
        })
    }
}

fn largest_float_up_to(top: i64, is_f64: bool) -> f64 {
    let near = top as f32;
    let single = if near as f64 > top as f64 { near.next_down() } else { near };
    if is_f64 { top as f64 } else { single as f64 }
}

/// Folds the low eleven bits of a large 64-bit integer into one, so that it converts to f64 exactly and rounds to a
/// narrower float as the whole would.
fn gather_low_bits<'m, 'ctx>(x: Lanes<'m, 'ctx>, signed: bool) -> Lanes<'m, 'ctx> {
    let low = x & 0x7ff;
    let gathered = (x & !0x7ff) | low.ne(0).select(x.constant(0x400), 0);
    let exact = 1i64 << 53;
    let is_large = if signed { (x + exact).above(2 * exact) } else { x.above(exact) };
    is_large.select(gathered, x)
}
