//! Rules about slices.

use super::Rule;
use super::broadcast::dimensions;
use crate::hlo::{InstructionId, Op};
use crate::passes::graph::Graph;

pub(super) const RULES: &[Rule] =
    &[of_everything, unit_strides, of_slice, of_broadcast, of_iota, of_concatenate, of_pad, of_reshape];

/// slice(x) = x over x's full range
fn of_everything(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let x = graph.operand(id, 0);
    (graph.dims(x) == graph.dims(id)).then_some(x)
}

/// A stride over one element is 1 and its limit the next element
fn unit_strides(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let [starts, limits, strides] = bounds(graph, id)?;
    let single = |d: usize| graph.dims(id)[d] == 1 && (strides[d] != 1 || limits[d] != starts[d] + 1);
    if !(0..starts.len()).any(single) {
        return None;
    }
    let limits = (0..starts.len()).map(|d| if single(d) { starts[d] + 1 } else { limits[d] }).collect();
    let strides = (0..starts.len()).map(|d| if single(d) { 1 } else { strides[d] }).collect();
    let (x, starts) = (graph.operand(id, 0), starts.to_vec());
    Some(graph.slice(x, starts, limits, strides))
}

/// slice(slice(x)) = slice(x) with starts added and strides multiplied
fn of_slice(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let inner = graph.operand(id, 0);
    let [first_starts, _, first_strides] = bounds(graph, inner)?;
    let [starts, _, strides] = bounds(graph, id)?;
    if graph.dims(id).contains(&0) {
        return None;
    }
    let rank = starts.len();
    let strides: Vec<usize> = (0..rank).map(|d| first_strides[d] * strides[d]).collect();
    let starts: Vec<usize> = (0..rank).map(|d| first_starts[d] + starts[d] * first_strides[d]).collect();
    let limits = (0..rank).map(|d| starts[d] + (graph.dims(id)[d] - 1) * strides[d] + 1).collect();
    let x = graph.operand(inner, 0);
    Some(graph.slice(x, starts, limits, strides))
}

/// slice(broadcast(x)) = broadcast(slice(x))
fn of_broadcast(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let inner = graph.operand(id, 0);
    let spread = dimensions(graph, inner)?.to_vec();
    let of_x = |bounds: &[usize]| spread.iter().map(|&d| bounds[d]).collect::<Vec<_>>();
    let [starts, limits, strides] = bounds(graph, id)?.map(of_x);
    let (x, dims) = (graph.operand(inner, 0), graph.dims(id).to_vec());
    let x = if spread.is_empty() { x } else { graph.slice(x, starts, limits, strides) };
    Some(graph.broadcast(x, spread, dims))
}

/// slice(iota) = a shorter iota, where it is cut along other dimensions or at the end only
fn of_iota(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let Op::Iota { dimension } = *graph.op(graph.operand(id, 0)) else { return None };
    let [starts, _, strides] = bounds(graph, id)?;
    let counts_alike = starts[dimension] == 0 && strides[dimension] == 1;
    let shape = graph.shape(id).clone();
    counts_alike.then(|| graph.add(Op::Iota { dimension }, shape, &[]))
}

/// slice(concatenate(a, b, …)) = slice(b) inside b, and the concatenation of those that it touches otherwise
///
/// A concatenation that others read too is not built twice.
fn of_concatenate(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let inner = graph.operand(id, 0);
    let Op::Concatenate { dimension } = *graph.op(inner) else { return None };
    let [starts, limits, strides] = bounds(graph, id)?.map(<[usize]>::to_vec);
    let mut begin = 0;
    let mut touched = Vec::new();
    for &part in graph.operands(inner) {
        let end = begin + graph.dims(part)[dimension];
        if begin < limits[dimension] && starts[dimension] < end {
            touched.push((begin, part));
        }
        begin = end;
    }
    let &(offset, first) = touched.first()?;
    let drops_parts = touched.len() < graph.operands(inner).len();
    if !drops_parts || (touched.len() > 1 && !graph.is_used_once(inner)) {
        return None;
    }
    let parts: Vec<InstructionId> = touched.iter().map(|&(_, part)| part).collect();
    let whole = if parts.len() == 1 { first } else { graph.concatenate(&parts, dimension) };
    let moved = |mut bounds: Vec<usize>| {
        bounds[dimension] -= offset;
        bounds
    };
    Some(graph.slice(whole, moved(starts), moved(limits), strides))
}

/// slice(pad(x, v)) = slice(x) inside x, and v repeated outside
///
/// Where the padding has no holes.
fn of_pad(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let inner = graph.operand(id, 0);
    let Op::Pad { padding } = graph.op(inner) else { return None };
    let (x, value) = (graph.operand(inner, 0), graph.operand(inner, 1));
    let [starts, limits, strides] = bounds(graph, id)?.map(<[usize]>::to_vec);
    if padding.iter().any(|p| p.interior != 0) || graph.dims(id).contains(&0) {
        return None;
    }
    let low: Vec<i64> = padding.iter().map(|p| p.low).collect();
    let begin = |d: usize| starts[d] as i64 - low[d];
    let end = |d: usize| limits[d] as i64 - low[d];
    let size = |d: usize| graph.dims(x)[d] as i64;
    let is_outside = (0..low.len()).any(|d| end(d) <= 0 || begin(d) >= size(d));
    let is_inside = (0..low.len()).all(|d| begin(d) >= 0 && end(d) <= size(d));
    if is_outside {
        let shape = graph.array(id).clone();
        return Some(graph.broadcast_scalar(value, &shape));
    }
    let moved = |bounds: &[usize]| (0..low.len()).map(|d| (bounds[d] as i64 - low[d]) as usize).collect::<Vec<_>>();
    is_inside.then(|| graph.slice(x, moved(&starts), moved(&limits), strides))
}

/// slice(reshape(x)) = reshape(slice(x)) where the reshape only adds or drops dimensions of size 1
///
/// Slices then meet what is behind the reshape.
fn of_reshape(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let inner = graph.operand(id, 0);
    let Op::Reshape = graph.op(inner) else { return None };
    let x = graph.operand(inner, 0);
    let sized = |dims: &[usize]| (0..dims.len()).filter(|&d| dims[d] != 1).collect::<Vec<_>>();
    let (from, to) = (sized(graph.dims(x)), sized(graph.dims(inner)));
    let same_sizes = from.iter().map(|&d| graph.dims(x)[d]).eq(to.iter().map(|&d| graph.dims(inner)[d]));
    if !same_sizes || graph.dims(id).contains(&0) {
        return None;
    }
    let places: Vec<(usize, usize)> = from.into_iter().zip(to).collect();
    let dims = graph.dims(id).to_vec();
    let sliced = sliced_at(graph, id, x, &places)?;
    Some(graph.reshape(sliced, dims))
}

/// The slice of an operand that takes the bounds of the sliced value's dimension `e` along its own dimension `d`, for
/// each pair of these, and everything along others.
pub(super) fn sliced_at(
    graph: &mut Graph,
    id: InstructionId,
    x: InstructionId,
    places: &[(usize, usize)],
) -> Option<InstructionId> {
    let dims = graph.dims(x).to_vec();
    let everything = [vec![0; dims.len()], dims.clone(), vec![1; dims.len()]];
    let mut moved = everything.clone();
    for (moved, bounds) in moved.iter_mut().zip(bounds(graph, id)?) {
        places.iter().for_each(|&(d, e)| moved[d] = bounds[e]);
    }
    if moved == everything {
        return Some(x);
    }
    let [starts, limits, strides] = moved;
    Some(graph.slice(x, starts, limits, strides))
}

/// Starts, limits and strides of a slice.
pub(super) fn bounds<'g>(graph: &'g Graph, id: InstructionId) -> Option<[&'g [usize]; 3]> {
    match graph.op(id) {
        Op::Slice { starts, limits, strides } => Some([starts, limits, strides]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::hlo::{ElementType, PaddingDimension, Shape};
    use crate::passes::testing::check;

    /// `[start:limit:stride]` along one dimension.
    fn cut(g: &mut Graph, x: InstructionId, start: usize, limit: usize, stride: usize) -> InstructionId {
        g.slice(x, vec![start], vec![limit], vec![stride])
    }

    #[test]
    fn everything() {
        check(
            &PASS,
            |g| {
                let x = g.f32(0, &[5]);
                cut(g, x, 0, 5, 1)
            },
            "Arg_0",
        );
    }

    #[test]
    fn one_element() {
        check(
            &PASS,
            |g| {
                let x = g.f32(0, &[5]);
                cut(g, x, 2, 5, 3)
            },
            "slice[2][3][1](Arg_0)",
        );
    }

    #[test]
    fn twice() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[20]);
            let once = cut(g, x, 1, 20, 2);
            cut(g, once, 3, 9, 2)
        };
        check(&PASS, build, "slice[7][16][4](Arg_0)");
    }

    #[test]
    fn broadcast() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[3]);
            let wide = g.broadcast(x, vec![1], vec![4, 3]);
            g.slice(wide, vec![0, 1], vec![2, 3], vec![1, 1])
        };
        check(&PASS, build, "broadcast[1]f32[2,2](slice[1][3][1](Arg_0))");
    }

    #[test]
    fn iota() {
        for (start, expected) in [(0, "iota[0]s32[2]()"), (1, "slice[1][3][1](iota[0]s32[5]())")] {
            let build = |g: &mut Graph| {
                let iota = g.add(Op::Iota { dimension: 0 }, Shape::array(ElementType::S32, [5]), &[]);
                cut(g, iota, start, start + 2, 1)
            };
            check(&PASS, build, expected);
        }
    }

    fn of_three(start: usize, limit: usize, expected: &str) {
        let build = |g: &mut Graph| {
            let parts = [0, 1, 2].map(|i| g.f32(i, &[4]));
            let whole = g.concatenate(&parts, 0);
            cut(g, whole, start, limit, 1)
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn concatenate() {
        of_three(5, 7, "slice[1][3][1](Arg_1)");
        of_three(4, 8, "Arg_1");
        of_three(4, 12, "concatenate[0](Arg_1, Arg_2)");
        of_three(1, 9, "slice[1][9][1](concatenate[0](Arg_0, Arg_1, Arg_2))");
    }

    fn of_padded(start: usize, limit: usize, expected: &str) {
        let build = |g: &mut Graph| {
            let (x, value) = (g.f32(0, &[4]), g.f32(1, &[]));
            let padded = g.pad(x, value, vec![PaddingDimension { low: 2, high: 2, interior: 0 }]);
            cut(g, padded, start, limit, 1)
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn pad() {
        of_padded(3, 5, "slice[1][3][1](Arg_0)");
        of_padded(0, 2, "broadcast[]f32[2](Arg_1)");
        of_padded(0, 3, "slice[0][3][1](pad[2,2,0](Arg_0, Arg_1))");
    }

    #[test]
    fn reshape_with_ones() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[4]);
            let row = g.reshape(x, [1, 4]);
            g.slice(row, vec![0, 1], vec![1, 3], vec![1, 1])
        };
        check(&PASS, build, "reshapef32[1,2](slice[1][3][1](Arg_0))");
    }
}
