//! Rules about reshapes.

use super::Rule;
use super::broadcast::dimensions;
use crate::hlo::{InstructionId, Op};
use crate::passes::graph::Graph;

pub(super) const RULES: &[Rule] = &[to_same_dims, of_reshape, of_constant, of_broadcast, of_iota];

/// reshape(x) = x to x's own dimensions
fn to_same_dims(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let x = graph.operand(id, 0);
    (graph.dims(x) == graph.dims(id)).then_some(x)
}

/// reshape(reshape(x)) = reshape(x)
fn of_reshape(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let inner = graph.operand(id, 0);
    let Op::Reshape = graph.op(inner) else { return None };
    let (x, dims) = (graph.operand(inner, 0), graph.dims(id).to_vec());
    Some(graph.reshape(x, dims))
}

/// reshape(constant) = constant, whose elements are not touched
fn of_constant(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let literal = graph.as_constant(graph.operand(id, 0))?.reshape(graph.dims(id));
    Some(graph.constant(literal))
}

/// reshape(broadcast(x)) = broadcast(x) into other dimensions, broadcast(reshape(x)) where those of x only lose or
/// gain ones
///
/// Where the dimensions that come from x are kept apart from those that the broadcast adds.
fn of_broadcast(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let inner = graph.operand(id, 0);
    let added_from = dimensions(graph, inner)?;
    let (from, to) = (graph.dims(inner), graph.dims(id));
    let mut kept = vec![None; from.len()];
    for group in groups(from, to)? {
        let sources: Vec<usize> = group.from.clone().filter(|d| added_from.contains(d) && from[*d] != 1).collect();
        let sinks: Vec<usize> = group.to.clone().filter(|&d| to[d] != 1).collect();
        match (&sources[..], &sinks[..]) {
            ([], _) => {}
            (&[source], &[sink]) if from[source] == to[sink] => kept[source] = Some(sink),
            _ => return None,
        }
    }
    let sized: Vec<usize> = added_from.iter().copied().filter(|&d| from[d] != 1).collect();
    let mapped: Vec<usize> = sized.iter().map(|&d| kept[d]).collect::<Option<_>>()?;
    let x_dims: Vec<usize> = sized.iter().map(|&d| from[d]).collect();
    let (x, dims) = (graph.operand(inner, 0), to.to_vec());
    let x = graph.reshape(x, x_dims);
    Some(graph.broadcast(x, mapped, dims))
}

/// reshape(iota) = iota along another dimension, where the counted dimension keeps its size
fn of_iota(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let inner = graph.operand(id, 0);
    let Op::Iota { dimension } = *graph.op(inner) else { return None };
    let (from, to) = (graph.dims(inner), graph.dims(id));
    let group = groups(from, to)?.into_iter().find(|group| group.from.contains(&dimension))?;
    let others_are_one = group.from.clone().all(|d| d == dimension || from[d] == 1);
    let counted = group.to.clone().find(|&d| to[d] == from[dimension])?;
    let shape = graph.shape(id).clone();
    others_are_one.then(|| graph.add(Op::Iota { dimension: counted }, shape, &[]))
}

/// Neighbouring dimensions before a reshape and those that hold the same elements after it.
pub(super) struct Group {
    pub from: std::ops::Range<usize>,
    pub to: std::ops::Range<usize>,
}

/// Splits a reshape into the smallest groups of dimensions with equal products; `None` for empty arrays.
pub(super) fn groups(from: &[usize], to: &[usize]) -> Option<Vec<Group>> {
    if from.contains(&0) {
        return None;
    }
    let mut groups = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < from.len() || j < to.len() {
        let (start_i, start_j) = (i, j);
        let (mut before, mut after) = (1, 1);
        // One dimension at least, then from the side that lags behind.
        loop {
            if before <= after && i < from.len() && (before < after || j == to.len() || i == start_i) {
                before *= from[i];
                i += 1;
            } else {
                after *= to.get(j)?;
                j += 1;
            }
            if before == after {
                break;
            }
        }
        groups.push(Group { from: start_i..i, to: start_j..j });
    }
    Some(groups)
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::hlo::{ArrayLiteral, ElementType, Shape};
    use crate::passes::testing::check;

    fn split(from: &[usize], to: &[usize]) -> Vec<(Vec<usize>, Vec<usize>)> {
        let groups = groups(from, to).expect("not empty");
        groups.into_iter().map(|g| (from[g.from].to_vec(), to[g.to].to_vec())).collect()
    }

    #[test]
    fn groups_are_smallest() {
        assert_eq!(split(&[2, 3, 4], &[6, 4]), [(vec![2, 3], vec![6]), (vec![4], vec![4])]);
        assert_eq!(split(&[6, 4], &[2, 3, 2, 2]), [(vec![6], vec![2, 3]), (vec![4], vec![2, 2])]);
        assert_eq!(split(&[2, 3], &[3, 2]), [(vec![2, 3], vec![3, 2])]);
        assert_eq!(split(&[], &[1]), [(vec![], vec![1])]);
    }

    #[test]
    fn ones_form_groups() {
        let total = |pairs: Vec<(Vec<usize>, Vec<usize>)>| pairs.iter().map(|(a, b)| a.len() + b.len()).sum::<usize>();
        assert_eq!(total(split(&[1, 5, 1], &[5])), 4);
        assert_eq!(total(split(&[5], &[1, 5, 1])), 4);
    }

    #[test]
    fn twice() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[2, 3]);
            let flat = g.reshape(x, [6]);
            g.reshape(flat, [3, 2])
        };
        check(&PASS, build, "reshapef32[3,2](Arg_0)");
        let back = |g: &mut Graph| {
            let x = g.f32(0, &[2, 3]);
            let flat = g.reshape(x, [6]);
            g.reshape(flat, [2, 3])
        };
        check(&PASS, back, "Arg_0");
    }

    #[test]
    fn constants() {
        let build = |g: &mut Graph| {
            let c = g.constant(ArrayLiteral::from_slice(ElementType::F32, [2], &[1f32, 2.0]));
            g.reshape(c, [2, 1])
        };
        check(&PASS, build, "f32[2,1]{1 2}");
    }

    fn broadcast_then_reshape(dimension: usize, to: &[usize], expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[4]);
            let mut dims = vec![2, 3];
            dims.insert(dimension, 4);
            let wide = g.broadcast(x, vec![dimension], dims);
            g.reshape(wide, to)
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn broadcasts() {
        broadcast_then_reshape(2, &[6, 4], "broadcast[1]f32[6,4](Arg_0)");
        broadcast_then_reshape(0, &[4, 1, 6], "broadcast[0]f32[4,1,6](Arg_0)");
        broadcast_then_reshape(2, &[2, 12], "reshapef32[2,12](broadcast[2]f32[2,3,4](Arg_0))");
    }

    #[test]
    fn iotas() {
        let build = |g: &mut Graph| {
            let iota = g.add(Op::Iota { dimension: 1 }, Shape::array(ElementType::S32, [2, 3]), &[]);
            g.reshape(iota, [2, 1, 3])
        };
        check(&PASS, build, "iota[2]s32[2,1,3]()");
    }
}
