//! Rules about broadcasts, and about elementwise operations on broadcast operands.

use super::Rule;
use crate::hlo::{ArrayShape, InstructionId, Op};
use crate::passes::graph::Graph;

pub(super) const RULES: &[Rule] = &[to_same_dims, of_broadcast, of_ones, that_reorders, that_adds_ones];
pub(super) const ELEMENTWISE_RULES: &[Rule] = &[elementwise_of_broadcasts];

/// broadcast(x) = x to x's own dimensions in order
fn to_same_dims(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let x = graph.operand(id, 0);
    (graph.dims(x) == graph.dims(id) && dimensions(graph, id)?.is_sorted()).then_some(x)
}

/// broadcast(broadcast(x, d), e) = broadcast(x, e ∘ d)
fn of_broadcast(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let outer = dimensions(graph, id)?;
    let inner_id = graph.operand(id, 0);
    let composed = dimensions(graph, inner_id)?.iter().map(|&d| outer[d]).collect();
    let (x, dims) = (graph.operand(inner_id, 0), graph.dims(id).to_vec());
    Some(graph.broadcast(x, composed, dims))
}

/// broadcast(reshape(x), d) = broadcast(x, d without the dimensions of size 1 that the reshape adds)
fn of_ones(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let reshaped = graph.operand(id, 0);
    let Op::Reshape = graph.op(reshaped) else { return None };
    let x = graph.operand(reshaped, 0);
    let mut sizes = graph.dims(x).iter().peekable();
    let mut kept = Vec::new();
    for (&size, &place) in graph.dims(reshaped).iter().zip(dimensions(graph, id)?) {
        match sizes.next_if_eq(&&size) {
            Some(_) => kept.push(place),
            None if size == 1 => {}
            None => return None,
        }
    }
    let dims = graph.dims(id).to_vec();
    sizes.next().is_none().then(|| graph.broadcast(x, kept, dims))
}

/// broadcast(x) = transpose(x) where it only reorders dimensions
fn that_reorders(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let dimensions = dimensions(graph, id)?;
    if dimensions.len() != graph.dims(id).len() || dimensions.is_sorted() {
        return None;
    }
    let permutation = (0..dimensions.len()).map(|d| position(dimensions, d)).collect::<Option<_>>()?;
    let x = graph.operand(id, 0);
    Some(graph.transpose(x, permutation))
}

/// broadcast(x) = reshape(x) where it only adds dimensions of size 1
///
/// Not of scalars, whose broadcasts the other rules know.
fn that_adds_ones(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let dimensions = dimensions(graph, id)?;
    let dims = graph.dims(id).to_vec();
    let adds_ones = (0..dims.len()).all(|d| dims[d] == 1 || dimensions.contains(&d));
    let x = graph.operand(id, 0);
    (adds_ones && dimensions.is_sorted() && !dimensions.is_empty()).then(|| graph.reshape(x, dims))
}

/// f(broadcast(x), broadcast(y)) = broadcast(f(x, y)) where both broadcasts spread the same dimensions alike
///
/// Fewer elements are computed. Among the operands may be repeated scalars, which fit any broadcast; an operation on
/// nothing but repeated scalars becomes one on scalars.
fn elementwise_of_broadcasts(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let operands = graph.operands(id).to_vec();
    let dims = graph.dims(id).to_vec();
    let is_scalar = |&value: &InstructionId| scalar_behind(graph, value).is_some();
    let model = operands.iter().copied().find(|value| !is_scalar(value)).unwrap_or(operands[0]);
    let spread = dimensions(graph, model)?.to_vec();
    let narrow_dims = graph.dims(graph.operand(model, 0)).to_vec();
    let fits = |&value: &InstructionId| {
        is_scalar(&value) || (dimensions(graph, value) == Some(&spread[..]) && graph.dims(value) == dims)
    };
    if dims.is_empty() || graph.dims(model) != dims || !operands.iter().all(fits) {
        return None;
    }
    let narrow: Vec<InstructionId> = operands.iter().map(|&value| narrowed(graph, value, &narrow_dims)).collect();
    let shape = ArrayShape::new(graph.element_type(id), narrow_dims);
    let op = graph.op(id).clone();
    let result = graph.add(op, shape, &narrow);
    Some(graph.broadcast(result, spread, dims))
}

/// The operand of a broadcast or transpose, or a repeated scalar under these dimensions.
pub(super) fn narrowed(graph: &mut Graph, value: InstructionId, narrow_dims: &[usize]) -> InstructionId {
    match scalar_behind(graph, value) {
        Some(scalar) => {
            let shape = ArrayShape::new(graph.element_type(scalar), narrow_dims);
            graph.broadcast_scalar(scalar, &shape)
        }
        None => graph.operand(value, 0),
    }
}

/// The scalar that a value is, or repeats.
pub(in crate::passes) fn scalar_behind(graph: &Graph, value: InstructionId) -> Option<InstructionId> {
    if graph.array(value).is_scalar() {
        return Some(value);
    }
    let x = dimensions(graph, value).map(|_| graph.operand(value, 0))?;
    graph.array(x).is_scalar().then_some(x)
}

/// The dimensions of a broadcast.
pub(super) fn dimensions<'g>(graph: &'g Graph, id: InstructionId) -> Option<&'g [usize]> {
    match graph.op(id) {
        Op::Broadcast { dimensions } => Some(dimensions),
        _ => None,
    }
}

/// Where `item` stands in a list.
pub(super) fn position(list: &[usize], item: usize) -> Option<usize> {
    list.iter().position(|&other| other == item)
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::hlo::{BinaryOp, UnaryOp};
    use crate::passes::testing::check;

    fn check_broadcast(from: &[usize], dimensions: &[usize], to: &[usize], expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.f32(0, from);
            g.broadcast(x, dimensions.to_vec(), to.to_vec())
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn degenerate_forms() {
        check_broadcast(&[2, 3], &[0, 1], &[2, 3], "Arg_0");
        check_broadcast(&[2, 3], &[1, 0], &[3, 2], "transpose[1, 0](Arg_0)");
        check_broadcast(&[2, 3], &[0, 2], &[2, 1, 3], "reshapef32[2,1,3](Arg_0)");
        check_broadcast(&[2, 3], &[0, 2], &[2, 4, 3], "broadcast[0, 2]f32[2,4,3](Arg_0)");
    }

    #[test]
    fn twice() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[3]);
            let rows = g.broadcast(x, vec![1], vec![2, 3]);
            g.broadcast(rows, vec![0, 2], vec![2, 4, 3])
        };
        check(&PASS, build, "broadcast[2]f32[2,4,3](Arg_0)");
    }

    #[test]
    fn of_dimensions_of_size_one() {
        let spread = |reshaped: &'static [usize], dimensions: &'static [usize], expected: &str| {
            let build = |g: &mut Graph| {
                let x = g.f32(0, &[3]);
                let column = g.reshape(x, reshaped);
                g.broadcast(column, dimensions.to_vec(), vec![1, 3, 4, 1])
            };
            check(&PASS, build, expected);
        };
        spread(&[3, 1], &[1, 3], "broadcast[1]f32[1,3,4,1](Arg_0)");
        spread(&[1, 3], &[0, 1], "broadcast[1]f32[1,3,4,1](Arg_0)");
    }

    #[test]
    fn elementwise_of_equal_broadcasts() {
        let build = |g: &mut Graph| {
            let (x, y) = (g.f32(0, &[3]), g.f32(1, &[3]));
            let (x, y) = (g.broadcast(x, vec![1], vec![2, 3]), g.broadcast(y, vec![1], vec![2, 3]));
            g.binary(BinaryOp::Add, x, y)
        };
        check(&PASS, build, "broadcast[1]f32[2,3](add(Arg_0, Arg_1))");
    }

    #[test]
    fn elementwise_with_repeated_scalar() {
        let build = |g: &mut Graph| {
            let (x, two) = (g.f32(0, &[3]), g.full(&[2, 3], 2.0));
            let x = g.broadcast(x, vec![1], vec![2, 3]);
            let sum = g.binary(BinaryOp::Add, x, two);
            g.unary(UnaryOp::Negate, sum)
        };
        check(&PASS, build, "broadcast[1]f32[2,3](negate(add(Arg_0, broadcast[]f32[3](2))))");
    }

    #[test]
    fn different_broadcasts_stay() {
        let build = |g: &mut Graph| {
            let (x, y) = (g.f32(0, &[3]), g.f32(1, &[3]));
            let (x, y) = (g.broadcast(x, vec![1], vec![3, 3]), g.broadcast(y, vec![0], vec![3, 3]));
            g.binary(BinaryOp::Add, x, y)
        };
        check(&PASS, build, "add(broadcast[1]f32[3,3](Arg_0), broadcast[0]f32[3,3](Arg_1))");
    }
}
