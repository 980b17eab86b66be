//! Rules about concatenations.

use super::Rule;
use super::broadcast::scalar_behind;
use crate::hlo::{InstructionId, Op, PaddingDimension};
use crate::passes::graph::Graph;

pub(super) const RULES: &[Rule] = &[
    of_one,
    without_empty_parts,
    of_concatenate,
    of_adjacent_slices,
    of_equal_scalars,
    of_equal_parts,
    with_repeated_scalar,
];

/// concatenate(x) = x
fn of_one(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let &[x] = graph.operands(id) else { return None };
    Some(x)
}

/// Parts without elements add none
fn without_empty_parts(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let dimension = dimension(graph, id)?;
    let parts = graph.operands(id);
    let full: Vec<InstructionId> = parts.iter().copied().filter(|&part| graph.dims(part)[dimension] != 0).collect();
    let drops_some = full.len() < parts.len() && !full.is_empty();
    drops_some.then(|| if let [x] = full[..] { x } else { graph.concatenate(&full, dimension) })
}

/// concatenate(concatenate(a, b), c) = concatenate(a, b, c) along the same dimension
///
/// Where nothing else reads the inner one.
fn of_concatenate(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let outer = dimension(graph, id)?;
    let merges = |part: InstructionId| dimension(graph, part) == Some(outer) && graph.is_used_once(part);
    let parts = graph.operands(id);
    if !parts.iter().any(|&part| merges(part)) {
        return None;
    }
    let flat = parts.iter().flat_map(|&part| if merges(part) { graph.operands(part).to_vec() } else { vec![part] });
    let flat: Vec<InstructionId> = flat.collect();
    Some(graph.concatenate(&flat, outer))
}

/// concatenate(…, x[a:b], x[b:c], …) = concatenate(…, x[a:c], …)
///
/// Where the slices agree in every other dimension and take every element.
fn of_adjacent_slices(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let dimension = dimension(graph, id)?;
    let parts = graph.operands(id).to_vec();
    let place = (1..parts.len()).find(|&i| are_adjacent(graph, parts[i - 1], parts[i], dimension))?;
    let joined = joined(graph, parts[place - 1], parts[place], dimension)?;
    let mut rest = parts;
    rest.splice(place - 1..=place, [joined]);
    Some(if let [x] = rest[..] { x } else { graph.concatenate(&rest, dimension) })
}

fn are_adjacent(graph: &Graph, a: InstructionId, b: InstructionId, dimension: usize) -> bool {
    let (Op::Slice { starts, limits, strides }, Op::Slice { starts: starts_b, limits: limits_b, strides: strides_b }) =
        (graph.op(a), graph.op(b))
    else {
        return false;
    };
    let agrees = |d: usize| d == dimension || (starts[d] == starts_b[d] && limits[d] == limits_b[d]);
    graph.operand(a, 0) == graph.operand(b, 0)
        && limits[dimension] == starts_b[dimension]
        && strides.iter().chain(strides_b).all(|&stride| stride == 1)
        && (0..starts.len()).all(agrees)
}

/// One slice for two adjacent ones.
fn joined(graph: &mut Graph, a: InstructionId, b: InstructionId, dimension: usize) -> Option<InstructionId> {
    let (Op::Slice { starts, limits, strides }, Op::Slice { limits: limits_b, .. }) = (graph.op(a), graph.op(b)) else {
        return None;
    };
    let (starts, mut limits, strides) = (starts.clone(), limits.clone(), strides.clone());
    limits[dimension] = limits_b[dimension];
    let x = graph.operand(a, 0);
    Some(graph.slice(x, starts, limits, strides))
}

/// concatenate(v repeated, v repeated) = v repeated
fn of_equal_scalars(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let first = graph.operand(id, 0);
    let scalar = graph.operands(first).first().copied()?;
    let repeats_scalar = |&part: &InstructionId| {
        matches!(graph.op(part), Op::Broadcast { dimensions } if dimensions.is_empty())
            && graph.operand(part, 0) == scalar
    };
    let shape = graph.array(id).clone();
    graph.operands(id).iter().all(repeats_scalar).then(|| graph.broadcast_scalar(scalar, &shape))
}

/// concatenate(x, x, …) = reshape(broadcast(x)), one more dimension before the one along which the parts lie
fn of_equal_parts(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let dimension = dimension(graph, id)?;
    let (&x, rest) = graph.operands(id).split_first()?;
    if rest.is_empty() || rest.iter().any(|&part| part != x) {
        return None;
    }
    let (count, dims) = (rest.len() + 1, graph.dims(id).to_vec());
    let mut spread = graph.dims(x).to_vec();
    spread.insert(dimension, count);
    let places = (0..spread.len()).filter(|&d| d != dimension).collect();
    let repeated = graph.broadcast(x, places, spread);
    Some(graph.reshape(repeated, dims))
}

/// concatenate(v repeated, x…) = pad(concatenate(x…), v) and concatenate(x…, v repeated) = pad(concatenate(x…), v)
fn with_repeated_scalar(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let dimension = dimension(graph, id)?;
    let parts = graph.operands(id).to_vec();
    let (&first, &last) = (parts.first()?, parts.last()?);
    let size = |part| graph.dims(part)[dimension] as i64;
    let mut edge = PaddingDimension::default();
    let (value, rest) = match (scalar_behind(graph, first), scalar_behind(graph, last)) {
        (Some(value), _) => {
            edge.low = size(first);
            (value, &parts[1..])
        }
        (None, Some(value)) => {
            edge.high = size(last);
            (value, &parts[..parts.len() - 1])
        }
        (None, None) => return None,
    };
    let mut padding = vec![PaddingDimension::default(); graph.dims(id).len()];
    padding[dimension] = edge;
    let rest = if let &[x] = rest { x } else { graph.concatenate(rest, dimension) };
    Some(graph.pad(rest, value, padding))
}

fn dimension(graph: &Graph, id: InstructionId) -> Option<usize> {
    match *graph.op(id) {
        Op::Concatenate { dimension } => Some(dimension),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::passes::testing::check;

    #[test]
    fn one_part() {
        check(
            &PASS,
            |g| {
                let x = g.f32(0, &[3]);
                g.concatenate(&[x], 0)
            },
            "Arg_0",
        );
    }

    #[test]
    fn empty_parts() {
        let build = |g: &mut Graph| {
            let parts = [g.f32(0, &[3]), g.f32(1, &[0]), g.f32(2, &[2])];
            g.concatenate(&parts, 0)
        };
        check(&PASS, build, "concatenate[0](Arg_0, Arg_2)");
    }

    #[test]
    fn nested() {
        let build = |g: &mut Graph| {
            let (a, b, c) = (g.f32(0, &[3]), g.f32(1, &[1]), g.f32(2, &[2]));
            let inner = g.concatenate(&[a, b], 0);
            g.concatenate(&[inner, c], 0)
        };
        check(&PASS, build, "concatenate[0](Arg_0, Arg_1, Arg_2)");
    }

    #[test]
    fn nested_that_others_read_stays() {
        let build = |g: &mut Graph| {
            let (a, b) = (g.f32(0, &[3]), g.f32(1, &[1]));
            let inner = g.concatenate(&[a, b], 0);
            let outer = g.concatenate(&[inner, a], 0);
            g.tuple(&[inner, outer])
        };
        let inner = "concatenate[0](Arg_0, Arg_1)";
        check(&PASS, build, &format!("tuple({inner}, concatenate[0]({inner}, Arg_0))"));
    }

    #[test]
    fn equal_parts() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[2, 3]);
            g.concatenate(&[x, x], 1)
        };
        check(&PASS, build, "reshapef32[2,6](broadcast[0, 2]f32[2,2,3](Arg_0))");
        let empty = |g: &mut Graph| {
            let x = g.f32(0, &[2, 0]);
            g.concatenate(&[x, x], 0)
        };
        check(&PASS, empty, "reshapef32[4,0](broadcast[1, 2]f32[2,2,0](Arg_0))");
    }

    #[test]
    fn repeated_scalars_at_the_ends() {
        let build = |g: &mut Graph| {
            let (x, zeros, ones) = (g.f32(0, &[2, 3]), g.full(&[2, 2], 0.0), g.full(&[2, 4], 1.0));
            g.concatenate(&[zeros, x, ones], 1)
        };
        check(&PASS, build, "pad[0,0,0][2,0,0](pad[0,0,0][0,4,0](Arg_0, 1), 0)");
        let inside = |g: &mut Graph| {
            let (x, zeros) = (g.f32(0, &[3]), g.full(&[2], 0.0));
            let y = g.f32(1, &[3]);
            g.concatenate(&[x, zeros, y], 0)
        };
        check(&PASS, inside, "concatenate[0](Arg_0, broadcast[]f32[2](0), Arg_1)");
    }

    #[test]
    fn adjacent_slices() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[6]);
            let parts = [(0, 2), (2, 3), (3, 6)].map(|(a, b)| g.slice(x, vec![a], vec![b], vec![1]));
            g.concatenate(&parts, 0)
        };
        check(&PASS, build, "Arg_0");
    }

    #[test]
    fn swapped_slices_stay() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[4]);
            let parts = [(2, 4), (0, 2)].map(|(a, b)| g.slice(x, vec![a], vec![b], vec![1]));
            g.concatenate(&parts, 0)
        };
        check(&PASS, build, "concatenate[0](slice[2][4][1](Arg_0), slice[0][2][1](Arg_0))");
    }
}
