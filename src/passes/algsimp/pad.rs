//! Rules about padding.

use super::Rule;
use crate::hlo::{InstructionId, Op, PaddingDimension, Window};
use crate::passes::graph::Graph;

pub(super) const RULES: &[Rule] = &[of_nothing, of_empty, of_its_own_value, of_pad, that_cuts, without_holes];
pub(super) const CONVOLUTION_RULES: &[Rule] = &[convolution_of_pad];

/// pad(x) = x without padding
fn of_nothing(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let x = graph.operand(id, 0);
    let is_nothing = |d: usize, p: &PaddingDimension| {
        let has_holes = p.interior != 0 && graph.dims(x)[d] > 1;
        p.low == 0 && p.high == 0 && !has_holes
    };
    padding(graph, id)?.iter().enumerate().all(|(d, p)| is_nothing(d, p)).then_some(x)
}

/// pad(x, v) = v repeated, where x has no elements
fn of_empty(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (x, value, shape) = (graph.operand(id, 0), graph.operand(id, 1), graph.array(id).clone());
    graph.dims(x).contains(&0).then(|| graph.broadcast_scalar(value, &shape))
}

/// pad(v repeated, v) = v repeated
fn of_its_own_value(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (x, value, shape) = (graph.operand(id, 0), graph.operand(id, 1), graph.array(id).clone());
    let repeats_value = matches!(graph.op(x), Op::Broadcast { .. }) && graph.operand(x, 0) == value;
    let same_constant = graph.splat_bytes(x).is_some() && graph.splat_bytes(x) == graph.splat_bytes(value);
    (repeats_value || same_constant).then(|| graph.broadcast_scalar(value, &shape))
}

/// pad(pad(x, v, p), v, q) = pad(x, v, p + q)
///
/// Where neither leaves holes nor cuts.
fn of_pad(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (inner, value) = (graph.operand(id, 0), graph.operand(id, 1));
    let (first, second) = (padding(graph, inner)?, padding(graph, id)?);
    let same_value = graph.operand(inner, 1) == value
        || (graph.splat_bytes(value).is_some()
            && graph.splat_bytes(graph.operand(inner, 1)) == graph.splat_bytes(value));
    let is_plain = |p: &PaddingDimension| p.low >= 0 && p.high >= 0 && p.interior == 0;
    if !same_value || !first.iter().chain(second).all(is_plain) {
        return None;
    }
    let sum = |(p, q): (&PaddingDimension, &PaddingDimension)| PaddingDimension {
        low: p.low + q.low,
        high: p.high + q.high,
        interior: 0,
    };
    let padding = first.iter().zip(second).map(sum).collect();
    let x = graph.operand(inner, 0);
    Some(graph.pad(x, value, padding))
}

/// pad(x, v) with negative edges = pad(slice(x), v) with none
///
/// Along dimensions without holes, where the edges leave something of x.
fn that_cuts(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (x, value) = (graph.operand(id, 0), graph.operand(id, 1));
    let (mut edges, dims) = (padding(graph, id)?.to_vec(), graph.dims(x).to_vec());
    let (mut starts, mut limits) = (vec![0; dims.len()], dims.clone());
    for (d, edge) in edges.iter_mut().enumerate().filter(|(_, edge)| edge.low < 0 || edge.high < 0) {
        let cut = |edge: i64| usize::try_from(-edge.min(0)).ok();
        (starts[d], limits[d]) = (cut(edge.low)?, dims[d].checked_sub(cut(edge.high)?)?);
        if edge.interior != 0 || starts[d] > limits[d] {
            return None;
        }
        (edge.low, edge.high) = (edge.low.max(0), edge.high.max(0));
    }
    if starts.iter().all(|&start| start == 0) && limits == dims {
        return None;
    }
    let strides = vec![1; dims.len()];
    let kept = graph.slice(x, starts, limits, strides);
    Some(graph.pad(kept, value, edges))
}

/// A dimension of at most one element has no holes
fn without_holes(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (x, value) = (graph.operand(id, 0), graph.operand(id, 1));
    let mut edges = padding(graph, id)?.to_vec();
    let single = |d: usize, edge: &PaddingDimension| graph.dims(x)[d] <= 1 && edge.interior != 0;
    if !edges.iter().enumerate().any(|(d, edge)| single(d, edge)) {
        return None;
    }
    for (d, edge) in edges.iter_mut().enumerate() {
        edge.interior = if single(d, edge) { 0 } else { edge.interior };
    }
    Some(graph.pad(x, value, edges))
}

/// convolution(pad(x, 0), k) = convolution(x, k) with a wider window padding
///
/// Along spatial dimensions, where the padding has no holes and does not cut. Either zero is one: its product with a
/// finite kernel element is a zero, and a window over the edge of x has zeros there as well. A non-finite kernel
/// element makes NaN of a padded zero, while window padding takes no part in the sum; StableHLO defines that padding as
/// zeros too, and every implementation skips it.
fn convolution_of_pad(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (padded, kernel) = (graph.operand(id, 0), graph.operand(id, 1));
    let Op::Convolution { window, dims, .. } = graph.op(id) else { return None };
    let edges = padding(graph, padded)?;
    let zero = graph.splat(graph.operand(padded, 1))?;
    let features_are_plain =
        [dims.input_batch, dims.input_feature].iter().all(|&d| edges[d] == PaddingDimension::default());
    let is_plain = |(i, &d): (usize, &usize)| {
        let (edge, window) = (edges[d], window[i]);
        edge.interior == 0 && edge.low >= 0 && edge.high >= 0 && window.base_dilation == 1
    };
    let is_zero = zero.is(0) || zero.is_negative_zero();
    if !is_zero || !features_are_plain || !dims.input_spatial.iter().enumerate().all(is_plain) {
        return None;
    }
    let mut wider: Window = window.clone();
    for (window, &d) in wider.iter_mut().zip(&dims.input_spatial) {
        window.padding_low += edges[d].low;
        window.padding_high += edges[d].high;
    }
    let mut op = graph.op(id).clone();
    if let Op::Convolution { window, .. } = &mut op {
        *window = wider;
    }
    let (x, shape) = (graph.operand(padded, 0), graph.shape(id).clone());
    Some(graph.add(op, shape, &[x, kernel]))
}

fn padding<'g>(graph: &'g Graph, id: InstructionId) -> Option<&'g [PaddingDimension]> {
    match graph.op(id) {
        Op::Pad { padding } => Some(padding),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::passes::testing::check;

    fn edge(low: i64, high: i64, interior: usize) -> PaddingDimension {
        PaddingDimension { low, high, interior }
    }

    fn check_pads(size: usize, pads: &[PaddingDimension], expected: &str) {
        let build = |g: &mut Graph| {
            let (x, value) = (g.f32(0, &[size]), g.f32(1, &[]));
            pads.iter().fold(x, |x, &p| g.pad(x, value, vec![p]))
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn nothing() {
        check_pads(3, &[edge(0, 0, 0)], "Arg_0");
        check_pads(1, &[edge(0, 0, 5)], "Arg_0");
        check_pads(3, &[edge(0, 0, 1)], "pad[0,0,1](Arg_0, Arg_1)");
    }

    #[test]
    fn empty() {
        check_pads(0, &[edge(2, 1, 0)], "broadcast[]f32[3](Arg_1)");
    }

    #[test]
    fn twice() {
        check_pads(3, &[edge(1, 2, 0), edge(3, 4, 0)], "pad[4,6,0](Arg_0, Arg_1)");
        check_pads(3, &[edge(1, -1, 0), edge(1, 1, 0)], "pad[2,1,0](slice[0][2][1](Arg_0), Arg_1)");
        check_pads(3, &[edge(1, -1, 1), edge(1, 1, 0)], "pad[1,1,0](pad[1,-1,1](Arg_0, Arg_1), Arg_1)");
    }

    #[test]
    fn edges_that_cut() {
        check_pads(5, &[edge(-1, -2, 0)], "slice[1][3][1](Arg_0)");
        check_pads(5, &[edge(-3, 2, 0)], "pad[0,2,0](slice[3][5][1](Arg_0), Arg_1)");
        check_pads(5, &[edge(-5, 2, 0)], "broadcast[]f32[2](Arg_1)");
        check_pads(5, &[edge(-6, 2, 0)], "pad[-6,2,0](Arg_0, Arg_1)");
    }

    #[test]
    fn one_element_has_no_holes() {
        check_pads(1, &[edge(1, 2, 3)], "pad[1,2,0](Arg_0, Arg_1)");
        check_pads(2, &[edge(1, 2, 3)], "pad[1,2,3](Arg_0, Arg_1)");
    }

    #[test]
    fn own_value() {
        let build = |g: &mut Graph| {
            let (x, value) = (g.full(&[3], 2.0), g.constant_f32(2.0));
            g.pad(x, value, vec![edge(1, 1, 0)])
        };
        check(&PASS, build, "broadcast[]f32[5](2)");
    }
}
