//! Rules about leaves: constants and iotas.

use super::Rule;
use crate::hlo::{ArrayLiteral, InstructionId, Op};
use crate::passes::graph::Graph;
use crate::passes::scalar::Scalar;

pub(super) const RULES: &[Rule] = &[splat, places];
pub(super) const IOTA_RULES: &[Rule] = &[iota_of_one];

/// A constant with the same bytes everywhere = broadcast(scalar)
fn splat(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let array = graph.as_constant(id)?;
    if array.dims().is_empty() || !array.is_splat() {
        return None;
    }
    let scalar = ArrayLiteral::new(array.element_type(), [], array.bytes().slice(0, array.element_type().byte_width()));
    let shape = graph.array(id).clone();
    let scalar = graph.constant(scalar);
    Some(graph.broadcast_scalar(scalar, &shape))
}

/// A constant 0, 1, 2, … of many integers = iota
///
/// Short ones stay, for constants to be computed from.
fn places(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    const SHORT: usize = 64;
    let array = graph.as_constant(id)?;
    let (element_type, bytes) = (array.element_type(), array.bytes());
    if array.dims().len() != 1 || array.dims()[0] <= SHORT || !element_type.is_integer() {
        return None;
    }
    let numbers = bytes.chunks_exact(element_type.byte_width()).map(|bytes| Scalar::from_bytes(element_type, bytes));
    let counts = numbers.zip(0..).all(|(number, place)| number == Some(Scalar::Integer(place)));
    let shape = graph.shape(id).clone();
    counts.then(|| graph.add(Op::Iota { dimension: 0 }, shape, &[]))
}

/// iota = 0 along a dimension of size 1
fn iota_of_one(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let Op::Iota { dimension } = *graph.op(id) else { return None };
    let shape = graph.array(id).clone();
    let zero = Scalar::of(shape.element_type, 0);
    (shape.dims[dimension] == 1).then(|| graph.splat_of(&shape, zero))?
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::hlo::{ElementType, Shape};
    use crate::passes::testing::check;

    #[test]
    fn repeated_constant() {
        for (items, expected) in [([3.0f32, 3.0], "broadcast[]f32[2](3)"), ([3.0, 4.0], "f32[2]{3 4}")] {
            let build = |g: &mut Graph| g.constant(ArrayLiteral::from_slice(ElementType::F32, [2], &items));
            check(&PASS, build, expected);
        }
    }

    #[test]
    fn zeros_of_both_signs_differ() {
        let build = |g: &mut Graph| g.constant(ArrayLiteral::from_slice(ElementType::F32, [2], &[0.0f32, -0.0]));
        check(&PASS, build, "f32[2]{0 -0}");
    }

    #[test]
    fn counted_constants() {
        let numbers = |count: i32, last: i32| {
            move |g: &mut Graph| {
                let numbers: Vec<i32> = (0..count).map(|i| if i == count - 1 { last } else { i }).collect();
                let constant = g.constant(ArrayLiteral::from_slice(ElementType::S32, [count as usize], &numbers));
                let reversed = g.shape(constant).clone();
                g.add(Op::Reverse { dimensions: vec![0] }, reversed, &[constant])
            }
        };
        check(&PASS, numbers(70, 69), "reverse[0](iota[0]s32[70]())");
        check(&PASS, numbers(4, 3), "reverse[0](s32[4]{0 1 2 3})");
    }

    #[test]
    fn iota_along_one() {
        let build = |g: &mut Graph| g.add(Op::Iota { dimension: 0 }, Shape::array(ElementType::S32, [1, 3]), &[]);
        check(&PASS, build, "broadcast[]s32[1,3](0)");
    }
}
