//! Angles modulo π/2: x = n π/2 + r with |r| ≤ π/4.
//!
//! Usual arguments subtract n times π/2 in three parts (Cody and Waite). When any lane is huge, a loop over the lanes
//! multiplies each with as many bits of 2/π as its exponent asks for (Payne and Hanek).

use super::exp::{ROUNDER_DOUBLE, ROUNDER_SINGLE};
use super::lanes::{Lanes, built};
use inkwell::AddressSpace;
use inkwell::module::Linkage;
use inkwell::values::PointerValue;
use std::f64::consts::FRAC_2_PI;

/// π/2 as a sum of three floats.
const HALF_PI_SINGLE: [f64; 3] = [1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15];
pub(super) const HALF_PI_DOUBLE: [f64; 3] = [1.5707963267948966, 6.123233995736766e-17, -1.4973849048591831e-33];

/// From here on the subtraction has too few bits.
const HUGE_SINGLE: f64 = 131_072.0;
const HUGE_DOUBLE: f64 = 268_435_456.0;

/// 64 zero bits, then the first 1280 bits of 2/π.
const TWO_OVER_PI: [u64; 21] = [
    0,
    0xa2f9836e4e441529,
    0xfc2757d1f534ddc0,
    0xdb6295993c439041,
    0xfe5163abdebbc561,
    0xb7246e3a424dd2e0,
    0x06492eea09d1921c,
    0xfe1deb1cb129a73e,
    0xe88235f52ebb4484,
    0xe99c7026b45f7e41,
    0x3991d639835339f4,
    0x9c845f8bbdf9283b,
    0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f,
    0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab,
    0xf0cfbc209af4361d,
];

/// `x = quadrant π/2 + (head + tail)`.
#[derive(Clone, Copy)]
pub(super) struct Angle<'m, 'ctx> {
    /// An integer of the float's width; its two low bits count.
    pub quadrant: Lanes<'m, 'ctx>,
    pub head: Lanes<'m, 'ctx>,
    pub tail: Lanes<'m, 'ctx>,
}

impl<'m, 'ctx> Angle<'m, 'ctx> {
    pub fn of(x: Lanes<'m, 'ctx>) -> Self {
        let usual = if x.is_f64() {
            subtract_double(x)
        } else if x.m.features.fma {
            subtract_single(x)
        } else {
            subtract_single_in_double(x)
        };
        let huge = x.constant(x.per_width(HUGE_SINGLE, HUGE_DOUBLE));
        let is_huge = !x.abs().le(huge);
        let usual_parts = usual.parts();
        let merged = x.m.if_any(is_huge, &usual_parts, || {
            let exact = x.m.each_lane(&[x], |x| Angle::of_huge(x[0]).parts(), &usual_parts);
            exact.iter().zip(&usual_parts).map(|(&exact, &usual)| is_huge.select(exact, usual)).collect()
        });
        Angle { quadrant: merged[0], head: merged[1], tail: merged[2] }
    }

    fn parts(self) -> Vec<Lanes<'m, 'ctx>> {
        vec![self.quadrant, self.head, self.tail]
    }

    /// For a scalar of at least [`HUGE_SINGLE`]; NaN for infinity and NaN.
    fn of_huge(x: Lanes<'m, 'ctx>) -> Self {
        let angle = multiply_by_two_over_pi(x.to_float(64));
        if x.is_f64() { angle } else { angle.to_single() }
    }

    /// Of an f64 angle.
    fn to_single(self) -> Self {
        let head = self.head.to_float(32);
        let tail = (self.head - head.to_float(64)).to_float(32);
        Angle { quadrant: self.quadrant.truncate(32), head, tail }
    }
}

fn subtract_single<'m, 'ctx>(x: Lanes<'m, 'ctx>) -> Angle<'m, 'ctx> {
    let rounder = x.mul_add(FRAC_2_PI, ROUNDER_SINGLE);
    let n = rounder - ROUNDER_SINGLE;
    let [high, middle, low] = HALF_PI_SINGLE;
    let exact = n.mul_add(-high, x);
    let near = n.mul_add(-middle, exact);
    let head = n.mul_add(-low, near);
    // What rounding took from `near`. Where that has cancelled, the difference is inexact, and the head is exact enough.
    let lost = n.mul_add(-middle, exact - near);
    let tail = (near + near).abs().ge(exact.abs()).select(lost, 0.0);
    Angle { quadrant: rounder.to_bits(), head, tail }
}

/// Without fused multiply-add the products need the room of f64.
fn subtract_single_in_double<'m, 'ctx>(x: Lanes<'m, 'ctx>) -> Angle<'m, 'ctx> {
    subtract_double(x.to_float(64)).to_single()
}

fn subtract_double<'m, 'ctx>(x: Lanes<'m, 'ctx>) -> Angle<'m, 'ctx> {
    let rounder = x.mul_add(FRAC_2_PI, ROUNDER_DOUBLE);
    let n = rounder - ROUNDER_DOUBLE;
    let (product, error) = n.two_product(x.constant(HALF_PI_DOUBLE[0]));
    let first = (x - product) - error;
    let (product, error) = n.two_product(x.constant(HALF_PI_DOUBLE[1]));
    let (head, lost) = first.two_sum(-product);
    let tail = (lost - error) - n * HALF_PI_DOUBLE[2];
    let (head, tail) = head.fast_two_sum(tail);
    Angle { quadrant: rounder.to_bits(), head, tail }
}

/// The angle of a f64 scalar x = ±m 2^e: the bits of 2/π that count at least 4 when multiplied by 2^e
/// are skipped, the next 192 are multiplied by m, and the product has two bits of quadrant before its point.
fn multiply_by_two_over_pi<'m, 'ctx>(x: Lanes<'m, 'ctx>) -> Angle<'m, 'ctx> {
    let bits = x.abs().to_bits();
    let mantissa = ((bits & ((1 << 52) - 1)) | (1 << 52)).zero_extend(128);
    // The first bit wanted is number e - 1 of 2/π; e is 1075 under the exponent field, 64 zero bits stand in front.
    let position = bits.shift_right_logical(52) - (1075 + 1 + 1 - 64);
    let position = position.intrinsic("llvm.smax", &[position.constant(0)]);
    let [high, middle, low] = bits_of_two_over_pi(position).map(|word| word.zero_extend(128));
    let product = ((mantissa * high) << 64) + mantissa * middle + (mantissa * low).shift_right_logical(64);
    let rounded = product + (product.constant(1) << 125);
    let quadrant = rounded.shift_right_logical(126).truncate(64);
    let (head, tail) = fraction_times_half_pi(product << 2);
    let is_negative = x.lt(0.0);
    let signed = |value: Lanes<'m, 'ctx>| is_negative.select(-value, value);
    let head = x.abs().lt(f64::INFINITY).select(signed(head), f64::NAN);
    Angle { quadrant: signed(quadrant), head, tail: signed(tail) }
}

/// Three words of the table from a bit position on.
fn bits_of_two_over_pi<'m, 'ctx>(position: Lanes<'m, 'ctx>) -> [Lanes<'m, 'ctx>; 3] {
    let index = position.shift_right_logical(6);
    let words = [0, 1, 2, 3].map(|offset| word_of_two_over_pi(index + offset));
    let joined = |i: usize| words[i].intrinsic("llvm.fshl", &[words[i + 1], position & 63]);
    [joined(0), joined(1), joined(2)]
}

fn word_of_two_over_pi<'m, 'ctx>(index: Lanes<'m, 'ctx>) -> Lanes<'m, 'ctx> {
    let m = index.m;
    let word = m.context.i64_type();
    // SAFETY: the index is at most 19: the exponent field of a f64 bounds it.
    let address =
        unsafe { m.builder.build_in_bounds_gep(word, table_address(index), &[index.raw.into_int_value()], "") };
    m.lanes_of(built(m.builder.build_load(word, built(address), "")))
}

/// The table in the module that is being built.
fn table_address<'ctx>(user: Lanes<'_, 'ctx>) -> PointerValue<'ctx> {
    const NAME: &str = "pjrt.two_over_pi";
    let module = user.m.module;
    let global = module.get_global(NAME).unwrap_or_else(|| {
        let word = user.m.context.i64_type();
        let words: Vec<_> = TWO_OVER_PI.iter().map(|&w| word.const_int(w, false)).collect();
        let global = module.add_global(word.array_type(words.len() as u32), Some(AddressSpace::default()), NAME);
        global.set_initializer(&word.const_array(&words));
        global.set_constant(true);
        global.set_linkage(Linkage::Private);
        global
    });
    global.as_pointer_value()
}

/// A signed fraction of 128 bits, in [-½, ½), times π/2.
fn fraction_times_half_pi<'m, 'ctx>(fraction: Lanes<'m, 'ctx>) -> (Lanes<'m, 'ctx>, Lanes<'m, 'ctx>) {
    let is_negative = fraction.lt(0);
    let magnitude = is_negative.select(-fraction, fraction);
    let defined = fraction.m.lanes_of(fraction.m.context.bool_type().const_zero().into());
    let zeros = magnitude.intrinsic("llvm.ctlz", &[defined]);
    let normalized = magnitude << zeros;
    let part = |shift: i64| (normalized.shift_right_logical(shift) & ((1 << 53) - 1)).truncate(64).signed_to_float(64);
    let (first, second) = (part(128 - 53), part(128 - 106));
    // 2^(-53 - zeros) and, for the second part, 2^-53 of that.
    let scale = ((zeros.truncate(64) * -1 + (1023 - 53)) << 52).as_float();
    let [half_pi, half_pi_low, _] = HALF_PI_DOUBLE;
    let (head, error) = first.two_product(first.constant(half_pi));
    let tail = (second * 2f64.powi(-53)).mul_add(half_pi, first.mul_add(half_pi_low, error));
    let (head, tail) = head.fast_two_sum(tail);
    let signed = is_negative.select(-scale, scale);
    (head * signed, tail * signed)
}
