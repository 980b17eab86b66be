//! `compare`, in partial and total order.

use super::lanes::Lanes;
use super::{MathBuilder, Value};
use crate::hlo::{ComparisonDirection, ComparisonOrder, ElementType};

use ComparisonDirection::*;

impl<'ctx> MathBuilder<'_, 'ctx> {
    pub(super) fn compare_values<'m>(
        &'m self,
        direction: ComparisonDirection,
        order: ComparisonOrder,
        ty: ElementType,
        lhs: Value<'ctx>,
        rhs: Value<'ctx>,
    ) -> Lanes<'m, 'ctx> {
        let part =
            |direction, a, b| self.compare_parts(direction, order, ty.real_part(), self.lanes_of(a), self.lanes_of(b));
        match (lhs, rhs) {
            (Value::Complex(ar, ai), Value::Complex(br, bi)) => match direction {
                Eq => part(Eq, ar, br) & part(Eq, ai, bi),
                Ne => part(Ne, ar, br) | part(Ne, ai, bi),
                Ge => part(Gt, ar, br) | part(Eq, ar, br) & part(Ge, ai, bi),
                Gt => part(Gt, ar, br) | part(Eq, ar, br) & part(Gt, ai, bi),
                Le => part(Lt, ar, br) | part(Eq, ar, br) & part(Le, ai, bi),
                Lt => part(Lt, ar, br) | part(Eq, ar, br) & part(Lt, ai, bi),
            },
            _ => part(direction, lhs.real(), rhs.real()),
        }
    }

    fn compare_parts<'m>(
        &'m self,
        direction: ComparisonDirection,
        order: ComparisonOrder,
        ty: ElementType,
        a: Lanes<'m, 'ctx>,
        b: Lanes<'m, 'ctx>,
    ) -> Lanes<'m, 'ctx> {
        if ty.is_signed_integer() {
            return ordered(direction, a, b);
        }
        if !ty.is_float() {
            return unsigned(direction, a, b);
        }
        let wide = |x| self.widen(ty, x);
        match (order, ty) {
            (ComparisonOrder::Partial, _) => ordered(direction, wide(a), wide(b)),
            // Their own bits tell NaNs apart that a conversion to f32 would make quiet.
            (ComparisonOrder::Total, ElementType::F16 | ElementType::BF16) => {
                ordered(direction, total_order_key(a), total_order_key(b))
            }
            (ComparisonOrder::Total, _) => {
                ordered(direction, total_order_key(wide(a).to_bits()), total_order_key(wide(b).to_bits()))
            }
        }
    }
}

fn ordered<'m, 'ctx>(direction: ComparisonDirection, a: Lanes<'m, 'ctx>, b: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    match direction {
        Eq => a.eq(b),
        Ne => a.ne(b),
        Ge => a.ge(b),
        Gt => a.gt(b),
        Le => a.le(b),
        Lt => a.lt(b),
    }
}

fn unsigned<'m, 'ctx>(direction: ComparisonDirection, a: Lanes<'m, 'ctx>, b: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    match direction {
        Eq => a.eq(b),
        Ne => a.ne(b),
        Ge => !a.below(b),
        Gt => a.above(b),
        Le => !a.above(b),
        Lt => a.below(b),
    }
}

/// From a float's bits a signed integer that orders as IEEE's totalOrder: negative ones have their magnitude flipped.
fn total_order_key<'m, 'ctx>(bits: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    let width = bits.bit_width() as i64;
    bits ^ ((bits >> (width - 1)) & (i64::MAX >> (64 - width)))
}
