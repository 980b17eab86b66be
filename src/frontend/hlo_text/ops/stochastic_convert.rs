//! `stochastic-convert`: to an integer beside the number, by chance to the nearer one more often.
//!
//! The fraction of the magnitude, as so many bits as the random number has, says below which random numbers the magnitude
//! grows by one. What lies beyond the integers of the result becomes the last of them.

use super::Table;
use crate::frontend::hlo_text::cursor::Outcome;
use crate::frontend::hlo_text::site::Site;
use crate::hlo::{BinaryOp, Builder, ComparisonDirection, ElementType, InstructionId, Op, UnaryOp};

pub const TABLE: Table = &[("stochastic-convert", stochastic_convert)];

/// `(number, random bits)`
fn stochastic_convert(site: &mut Site) -> Outcome<Op> {
    let (from, bits) = (site.operand_array(0)?.element_type, site.operand_array(1)?.element_type);
    let to = site.stated_array()?.element_type;
    if !from.is_float() || !bits.is_unsigned_integer() {
        return Err(site.error(format!("expected floats and unsigned integers as operands, found {from} and {bits}")));
    }
    if !to.is_signed_integer() {
        return Err(site.unsupported(format!("to {to} is not supported")));
    }
    if site.operand_array(0)?.dims != site.operand_array(1)?.dims {
        return Err(site.error("expected a random number for each number"));
    }
    let operands = (site.operands[0], site.operands[1]);
    site.operands = vec![site.build(|b| rounded(b, operands, to))?];
    Ok(Op::Copy)
}

fn rounded(b: &mut Builder, (number, random): (InstructionId, InstructionId), to: ElementType) -> InstructionId {
    let bits = b.element_type(random);
    let magnitude = b.unary(UnaryOp::Abs, number);
    let whole = b.unary(UnaryOp::Floor, magnitude);
    let fraction = b.subtract(magnitude, whole);
    // 2 ^ 16 is too large for f16.
    let wide = b.element_type(number).accumulator();
    let fraction = b.convert(fraction, wide);
    let scale = b.full_like(fraction, (bits.bit_width() as f64).exp2());
    let scaled = b.multiply(fraction, scale);
    let threshold = b.convert(scaled, bits);
    let grows = b.compare(ComparisonDirection::Lt, random, threshold);
    let (whole, grows) = (b.convert(whole, to), b.convert(grows, to));
    let grown = b.binary(BinaryOp::Add, whole, grows);
    let zero = b.full_like(number, 0.0);
    let is_negative = b.compare(ComparisonDirection::Lt, number, zero);
    let negated = b.unary(UnaryOp::Negate, grown);
    let signed = b.select(is_negative, negated, grown);
    let power = ((to.bit_width() - 1) as f64).exp2();
    let low = beyond(b, (ComparisonDirection::Le, number, -power), signed, to);
    beyond(b, (ComparisonDirection::Ge, number, power - 1.0), low, to)
}

/// The last integer where the number is at or beyond a limit.
fn beyond(
    b: &mut Builder,
    (direction, number, limit): (ComparisonDirection, InstructionId, f64),
    result: InstructionId,
    to: ElementType,
) -> InstructionId {
    let limits = b.full_like(number, limit);
    let is_beyond = b.compare(direction, number, limits);
    let last = b.convert(limits, to);
    b.select(is_beyond, last, result)
}
