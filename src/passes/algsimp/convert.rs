//! Rules about conversions between element types.

use super::Rule;
use crate::hlo::{ElementType, InstructionId, Op};
use crate::passes::graph::Graph;
use crate::passes::scalar::integer_range;

pub(super) const RULES: &[Rule] = &[to_same_type, through_wider_type, of_places];
pub(super) const BITCAST_RULES: &[Rule] = &[bitcast_to_same_type, bitcast_twice];
pub(super) const PRECISION_RULES: &[Rule] = &[full_precision, precision_twice];

/// convert(x) = x to x's own type
fn to_same_type(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let x = graph.operand(id, 0);
    (graph.element_type(x) == graph.element_type(id)).then_some(x)
}

/// convert(convert(x: A → B) → C) = convert(x: A → C), and x itself for C = A
///
/// Where B holds every value of A, so that the first conversion loses nothing. From floats integers saturate, from
/// integers they wrap: so with integers A and C around a float, C holds every value of A too.
fn through_wider_type(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let inner = graph.operand(id, 0);
    let Op::Convert = graph.op(inner) else { return None };
    let x = graph.operand(inner, 0);
    let [from, through, to] = [x, inner, id].map(|value| graph.element_type(value));
    let saturates = from.is_integer() && !through.is_integer() && to.is_integer();
    let is_equal = holds_every_value(through, from) && (!saturates || holds_every_value(to, from));
    is_equal.then(|| graph.convert(x, to))
}

/// convert(iota) = iota of the other type
///
/// Where both types hold every place exactly.
fn of_places(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let iota = graph.operand(id, 0);
    let Op::Iota { dimension } = *graph.op(iota) else { return None };
    let shape = graph.array(id).clone();
    let last = i32::try_from(shape.dims[dimension].checked_sub(1)?).ok()?;
    let holds = |element_type| match float_bits(element_type) {
        Some((exponent, mantissa)) => i64::from(last) <= 1 << (mantissa + 1).min(1 << (exponent - 1)),
        None => integer_range(element_type).is_some_and(|(_, greatest)| i128::from(last) <= greatest),
    };
    (holds(graph.element_type(iota)) && holds(shape.element_type))
        .then(|| graph.add(Op::Iota { dimension }, shape, &[]))
}

/// bitcast-convert(x) = x to x's own type
fn bitcast_to_same_type(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let x = graph.operand(id, 0);
    (graph.element_type(x) == graph.element_type(id)).then_some(x)
}

/// bitcast-convert(bitcast-convert(x)) = bitcast-convert(x) while the width stays
fn bitcast_twice(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let inner = graph.operand(id, 0);
    let Op::BitcastConvert = graph.op(inner) else { return None };
    let x = graph.operand(inner, 0);
    let same_width = graph.dims(x) == graph.dims(id) && graph.dims(inner) == graph.dims(id);
    let shape = graph.shape(id).clone();
    same_width.then(|| graph.add(Op::BitcastConvert, shape, &[x]))
}

/// reduce-precision(x) = x to at least x's own exponent and mantissa
fn full_precision(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let Op::ReducePrecision { exponent_bits, mantissa_bits } = *graph.op(id) else { return None };
    let x = graph.operand(id, 0);
    let (exponent, mantissa) = float_bits(graph.element_type(x))?;
    (exponent_bits >= exponent && mantissa_bits >= mantissa).then_some(x)
}

/// reduce-precision(reduce-precision(x)) = reduce-precision(x) to the same bits
fn precision_twice(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let inner = graph.operand(id, 0);
    (graph.op(inner) == graph.op(id)).then_some(inner)
}

/// Whether each value of `narrow` has an equal one in `wide`.
pub(in crate::passes) fn holds_every_value(wide: ElementType, narrow: ElementType) -> bool {
    if narrow == ElementType::Pred {
        return !wide.is_minifloat();
    }
    if narrow.is_integer() && wide.is_integer() {
        return (narrow.is_signed_integer() == wide.is_signed_integer() && wide.bit_width() >= narrow.bit_width())
            || (wide.is_signed_integer() && wide.bit_width() > narrow.bit_width());
    }
    let Some((exponent, mantissa)) = float_bits(wide) else { return false };
    if narrow.is_integer() {
        let magnitude_bits = narrow.bit_width() as u32 - u32::from(narrow.is_signed_integer());
        return magnitude_bits <= mantissa + 1;
    }
    float_bits(narrow).is_some_and(|(e, m)| e <= exponent && m <= mantissa)
}

/// Bits of exponent and of stored mantissa of the IEEE-like types.
fn float_bits(element_type: ElementType) -> Option<(u32, u32)> {
    match element_type {
        ElementType::F16 => Some((5, 10)),
        ElementType::BF16 => Some((8, 7)),
        ElementType::F32 => Some((8, 23)),
        ElementType::F64 => Some((11, 52)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::hlo::ElementType::*;
    use crate::passes::testing::check;

    fn chain(types: &[ElementType], expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.parameter(0, types[0], &[]);
            types[1..].iter().fold(x, |x, &t| g.convert(x, t))
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn lossless_detours_are_cut() {
        chain(&[BF16, F32, BF16], "Arg_0");
        chain(&[S32, S64, S8], "converts8[](Arg_0)");
        chain(&[U8, S32, F32], "convertf32[](Arg_0)");
        chain(&[Pred, S32, F32], "convertf32[](Arg_0)");
        chain(&[S16, F32, S32], "converts32[](Arg_0)");
    }

    #[test]
    fn roundings_are_kept() {
        chain(&[F32, BF16, F32], "convertf32[](convertbf16[](Arg_0))");
        chain(&[S32, F32, S32], "converts32[](convertf32[](Arg_0))");
        chain(&[U32, F64, S32], "converts32[](convertf64[](Arg_0))");
        chain(&[S16, F32, U16], "convertu16[](convertf32[](Arg_0))");
        chain(&[S8, U8, S32], "converts32[](convertu8[](Arg_0))");
        chain(&[F16, BF16, F32], "convertf32[](convertbf16[](Arg_0))");
    }

    #[test]
    fn bitcasts() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[2]);
            let bits = g.add(Op::BitcastConvert, crate::hlo::Shape::array(S32, [2]), &[x]);
            g.add(Op::BitcastConvert, crate::hlo::Shape::array(F32, [2]), &[bits])
        };
        check(&PASS, build, "Arg_0");
    }

    #[test]
    fn precision() {
        for (mantissa_bits, expected) in [(23, "Arg_0"), (10, "reduce-precision(Arg_0)")] {
            let build = |g: &mut Graph| {
                let x = g.f32(0, &[]);
                let shape = g.shape(x).clone();
                g.add(Op::ReducePrecision { exponent_bits: 8, mantissa_bits }, shape, &[x])
            };
            check(&PASS, build, expected);
        }
    }

    #[test]
    fn precision_twice() {
        let single = "reduce-precision(Arg_0)";
        for (exponent_bits, expected) in [(4, single), (5, "reduce-precision(reduce-precision(Arg_0))")] {
            let build = |g: &mut Graph| {
                let x = g.f32(0, &[13]);
                let shape = g.shape(x).clone();
                let once = g.add(Op::ReducePrecision { exponent_bits: 4, mantissa_bits: 5 }, shape.clone(), &[x]);
                g.add(Op::ReducePrecision { exponent_bits, mantissa_bits: 5 }, shape, &[once])
            };
            check(&PASS, build, expected);
        }
    }

    #[test]
    fn places_in_another_type() {
        use ElementType::*;
        for (size, from, to, expected) in [
            (3, S32, F32, "iota[0]f32[3]()"),
            (128, S32, S8, "iota[0]s8[128]()"),
            (129, S32, S8, "converts8[129](iota[0]s32[129]())"),
            (257, S32, BF16, "iota[0]bf16[257]()"),
            (258, S32, BF16, "convertbf16[258](iota[0]s32[258]())"),
        ] {
            let build = |g: &mut Graph| {
                let iota = g.add(Op::Iota { dimension: 0 }, crate::hlo::Shape::array(from, [size]), &[]);
                g.convert(iota, to)
            };
            check(&PASS, build, expected);
        }
    }
}
