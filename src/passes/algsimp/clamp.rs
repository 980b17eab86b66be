//! Rules about clamps.

use super::Rule;
use crate::hlo::{InstructionId, Op};
use crate::passes::graph::Graph;
use crate::passes::scalar::{Scalar, integer_range};

pub(super) const RULES: &[Rule] = &[between_limits, of_clamp];

/// clamp(-∞, x, ∞) = x, for integers between the least and the greatest of their type
///
/// NaN comes through.
fn between_limits(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [low, x, high] = parts(graph, id)?;
    let is_open = match (graph.splat(low)?, graph.splat(high)?) {
        (Scalar::Float(low), Scalar::Float(high)) => low == f64::NEG_INFINITY && high == f64::INFINITY,
        (Scalar::Integer(low), Scalar::Integer(high)) => integer_range(graph.element_type(x)) == Some((low, high)),
        (Scalar::Integer(_) | Scalar::Float(_), _) => false,
    };
    is_open.then_some(x)
}

/// clamp(a, clamp(a, x, b), b) = clamp(a, x, b)
///
/// Also for a > b, where both are b, and for NaN.
fn of_clamp(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [low, inner, high] = parts(graph, id)?;
    let [inner_low, _, inner_high] = parts(graph, inner)?;
    let is_same = |a, b| a == b || (graph.splat_bytes(a).is_some() && graph.splat_bytes(a) == graph.splat_bytes(b));
    (is_same(low, inner_low) && is_same(high, inner_high)).then_some(inner)
}

fn parts(graph: &Graph, id: InstructionId) -> Option<[InstructionId; 3]> {
    matches!(graph.op(id), Op::Clamp).then(|| [0, 1, 2].map(|index| graph.operand(id, index)))
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::passes::testing::check;

    #[test]
    fn open_limits() {
        for (high, expected) in [(f32::INFINITY, "Arg_0"), (1.0, "clamp(-inf, Arg_0, 1)")] {
            let build = |g: &mut Graph| {
                let (x, low, high) = (g.f32(0, &[13]), g.constant_f32(f32::NEG_INFINITY), g.constant_f32(high));
                let shape = g.array(x).clone();
                g.add(Op::Clamp, shape, &[low, x, high])
            };
            check(&PASS, build, expected);
        }
    }

    #[test]
    fn clamps_are_idempotent() {
        let build = |g: &mut Graph| {
            let (x, low, high) = (g.f32(0, &[13]), g.f32(1, &[]), g.f32(2, &[]));
            let shape = g.array(x).clone();
            let inner = g.add(Op::Clamp, shape.clone(), &[low, x, high]);
            g.add(Op::Clamp, shape, &[low, inner, high])
        };
        check(&PASS, build, "clamp(Arg_1, Arg_0, Arg_2)");
    }
}
