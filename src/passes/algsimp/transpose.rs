//! Rules about transposes and reversals.

use super::Rule;
use super::broadcast::{dimensions, position};
use crate::hlo::{InstructionId, Op};
use crate::passes::graph::Graph;
use crate::passes::reshape_mover::{self, common_movement};

pub(super) const RULES: &[Rule] = &[identity, of_transpose, of_broadcast, of_iota, of_ones];
pub(super) const ELEMENTWISE_RULES: &[Rule] = &[elementwise_of_transposes];
pub(super) const REVERSE_RULES: &[Rule] = &[reverse_of_ones, reverse_of_reverse, reverse_of_broadcast];

/// transpose(x) = x in the order it has
fn identity(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    permutation(graph, id)?.is_sorted().then(|| graph.operand(id, 0))
}

/// transpose(transpose(x, p), q) = transpose(x, p ∘ q)
fn of_transpose(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let inner = graph.operand(id, 0);
    let first = permutation(graph, inner)?;
    let composed = permutation(graph, id)?.iter().map(|&d| first[d]).collect();
    let x = graph.operand(inner, 0);
    Some(graph.transpose(x, composed))
}

/// transpose(broadcast(x, d), p) = broadcast(x, p⁻¹ ∘ d)
fn of_broadcast(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let permutation = permutation(graph, id)?;
    let inner = graph.operand(id, 0);
    let moved = dimensions(graph, inner)?.iter().map(|&d| position(permutation, d)).collect::<Option<_>>()?;
    let (x, dims) = (graph.operand(inner, 0), graph.dims(id).to_vec());
    Some(graph.broadcast(x, moved, dims))
}

/// transpose(iota) = iota along the moved dimension
fn of_iota(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let Op::Iota { dimension } = *graph.op(graph.operand(id, 0)) else { return None };
    let moved = position(permutation(graph, id)?, dimension)?;
    let shape = graph.shape(id).clone();
    Some(graph.add(Op::Iota { dimension: moved }, shape, &[]))
}

/// transpose(x) = reshape(x) where only dimensions of size 1 change their place among the others
fn of_ones(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let x = graph.operand(id, 0);
    let sized: Vec<usize> = permutation(graph, id)?.iter().copied().filter(|&d| graph.dims(x)[d] != 1).collect();
    let dims = graph.dims(id).to_vec();
    sized.is_sorted().then(|| graph.reshape(x, dims))
}

/// f(transpose(x, p), transpose(y, p)) = transpose(f(x, y), p) for elementwise f
///
/// One transpose in the place of several that nothing else reads. Among the operands may be repeated scalars.
fn elementwise_of_transposes(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (movement, dims) = common_movement(graph, id)?;
    let mut moved = graph.operands(id).iter().filter(|&&operand| permutation(graph, operand).is_some());
    let first = moved.next()?;
    moved.any(|other| other != first).then(|| reshape_mover::moved(graph, id, &movement, &dims))
}

/// reverse(x) along dimensions of size 1 changes nothing there
fn reverse_of_ones(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let reversed = reversed(graph, id)?;
    let sized: Vec<usize> = reversed.iter().copied().filter(|&d| graph.dims(id)[d] != 1).collect();
    let x = graph.operand(id, 0);
    if sized.is_empty() {
        return Some(x);
    }
    let shape = graph.shape(id).clone();
    (sized.len() < reversed.len()).then(|| graph.add(Op::Reverse { dimensions: sized }, shape, &[x]))
}

/// reverse(reverse(x, d), e) = reverse(x, d △ e)
fn reverse_of_reverse(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let inner = graph.operand(id, 0);
    let (outer, first) = (reversed(graph, id)?, reversed(graph, inner)?);
    let once = |d: &usize| outer.contains(d) != first.contains(d);
    let dimensions = (0..graph.dims(id).len()).filter(once).collect();
    let (x, shape) = (graph.operand(inner, 0), graph.shape(id).clone());
    Some(graph.add(Op::Reverse { dimensions }, shape, &[x]))
}

/// reverse(broadcast(x)) changes nothing along the dimensions that the broadcast adds
fn reverse_of_broadcast(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (broadcast, shape) = (graph.operand(id, 0), graph.shape(id).clone());
    let (reversed, kept) = (reversed(graph, id)?, dimensions(graph, broadcast)?);
    let differing: Vec<usize> = reversed.iter().copied().filter(|d| kept.contains(d)).collect();
    if differing.is_empty() {
        return Some(broadcast);
    }
    let is_shorter = differing.len() < reversed.len();
    is_shorter.then(|| graph.add(Op::Reverse { dimensions: differing }, shape, &[broadcast]))
}

fn permutation<'g>(graph: &'g Graph, id: InstructionId) -> Option<&'g [usize]> {
    match graph.op(id) {
        Op::Transpose { permutation } => Some(permutation),
        _ => None,
    }
}

fn reversed<'g>(graph: &'g Graph, id: InstructionId) -> Option<&'g [usize]> {
    match graph.op(id) {
        Op::Reverse { dimensions } => Some(dimensions),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::passes::testing::check;

    fn chain(dims: &[usize], permutations: &[&[usize]], expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.f32(0, dims);
            permutations.iter().fold(x, |x, p| g.transpose(x, p.to_vec()))
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn compositions() {
        chain(&[2, 3, 4], &[&[0, 1, 2]], "Arg_0");
        chain(&[2, 3, 4], &[&[1, 2, 0], &[2, 0, 1]], "Arg_0");
        chain(&[2, 3, 4], &[&[1, 2, 0], &[1, 0, 2]], "transpose[2, 1, 0](Arg_0)");
    }

    #[test]
    fn ones() {
        chain(&[2, 1, 3], &[&[1, 0, 2]], "reshapef32[1,2,3](Arg_0)");
        chain(&[2, 1, 3], &[&[2, 1, 0]], "transpose[2, 1, 0](Arg_0)");
    }

    #[test]
    fn broadcasts() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[2, 3]);
            let wide = g.broadcast(x, vec![0, 2], vec![2, 4, 3]);
            g.transpose(wide, vec![2, 0, 1])
        };
        check(&PASS, build, "broadcast[1, 0]f32[3,2,4](Arg_0)");
    }

    #[test]
    fn one_for_several() {
        let build = |g: &mut Graph| {
            let (p, x, y) = (g.flag(0, &[]), g.f32(1, &[2, 3]), g.f32(2, &[2, 3]));
            let (x, y) = (g.transpose(x, vec![1, 0]), g.transpose(y, vec![1, 0]));
            g.select(p, x, y)
        };
        check(&PASS, build, "transpose[1, 0](select(Arg_0, Arg_1, Arg_2))");
        let build = |g: &mut Graph| {
            let (x, y) = (g.f32(0, &[2, 2]), g.f32(1, &[2, 2]));
            let x = g.transpose(x, vec![1, 0]);
            g.binary(crate::hlo::BinaryOp::Add, x, y)
        };
        check(&PASS, build, "add(transpose[1, 0](Arg_0), Arg_1)");
    }

    fn reversals(dims: &[usize], chain: &[&[usize]], expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.f32(0, dims);
            let shape = g.shape(x).clone();
            let reverse =
                |g: &mut Graph, x, d: &&[usize]| g.add(Op::Reverse { dimensions: d.to_vec() }, shape.clone(), &[x]);
            chain.iter().fold(x, |x, d| reverse(g, x, d))
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn reverse() {
        reversals(&[1, 2], &[&[0]], "Arg_0");
        reversals(&[1, 2], &[&[0, 1]], "reverse[1](Arg_0)");
        reversals(&[3, 2], &[&[0, 1], &[1]], "reverse[0](Arg_0)");
        reversals(&[3, 2], &[&[1], &[1]], "Arg_0");
    }

    #[test]
    fn reverses_of_broadcasts() {
        for (dimensions, expected) in
            [(vec![0], "broadcast[1]f32[2,3](Arg_0)"), (vec![0, 1], "reverse[1](broadcast[1]f32[2,3](Arg_0))")]
        {
            let build = |g: &mut Graph| {
                let x = g.f32(0, &[3]);
                let x = g.broadcast(x, vec![1], vec![2, 3]);
                let shape = g.shape(x).clone();
                g.add(Op::Reverse { dimensions }, shape, &[x])
            };
            check(&PASS, build, expected);
        }
    }
}
