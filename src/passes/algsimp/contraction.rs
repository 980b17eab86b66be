//! Rules about matrix products and convolutions.

use super::Rule;
use crate::hlo::{ArrayLiteral, ArrayShape, InstructionId};
use crate::passes::graph::Graph;

pub(super) const RULES: &[Rule] = &[of_empty];

/// dot(x, y) = 0 where x or y has no elements, and so for convolutions
///
/// Every element is then a sum of nothing.
fn of_empty(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let is_empty = |&operand: &InstructionId| graph.array(operand).element_count() == 0;
    if !graph.operands(id).iter().any(is_empty) {
        return None;
    }
    let shape = graph.array(id).clone();
    let zero = graph.constant(ArrayLiteral::zeros(&ArrayShape::scalar(shape.element_type)));
    Some(graph.broadcast_scalar(zero, &shape))
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::hlo::{DotDimensionNumbers, ElementType, Op, Shape};
    use crate::passes::testing::check;

    #[test]
    fn sums_of_nothing() {
        for (size, expected) in [(0, "broadcast[]f32[2,3](0)"), (1, "dot[][][1][0](Arg_0, Arg_1)")] {
            let build = |g: &mut Graph| {
                let (x, y) = (g.f32(0, &[2, size]), g.f32(1, &[size, 3]));
                let dims =
                    DotDimensionNumbers { lhs_contracting: vec![1], rhs_contracting: vec![0], ..Default::default() };
                let op = Op::Dot { dims, precision: Default::default(), algorithm: None };
                g.add(op, Shape::array(ElementType::F32, [2, 3]), &[x, y])
            };
            check(&PASS, build, expected);
        }
    }
}
