//! Rules about reductions of windows.

use super::Rule;
use super::reduce::neutral_reduction;
use crate::hlo::{ArrayShape, InstructionId, Op, Window, WindowDimension};
use crate::passes::graph::Graph;

pub(super) const RULES: &[Rule] = &[of_single_elements, of_everything, of_pad];

/// reduce-window(x, init) = x for windows of one element each
///
/// For an init value that changes nothing.
fn of_single_elements(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let is_single = window(graph, id)?.iter().all(|along| *along == WindowDimension::of_size(1));
    let (x, _) = neutral_reduction(graph, id)?;
    is_single.then_some(x)
}

/// reduce-window(x, init) = reshape(reduce(x, init)) for a window over all of some dimensions and one element of the
/// others
///
/// For an init value that changes nothing; StableHLO leaves the order of both open.
fn of_everything(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (x, init) = neutral_reduction(graph, id)?;
    let Op::ReduceWindow { window, to_apply } = graph.op(id).clone() else { return None };
    let dims = graph.dims(x).to_vec();
    let covers = |d: usize| window[d] == WindowDimension::of_size(dims[d]) && dims[d] > 0;
    let is_plain = |d: usize| covers(d) || window[d] == WindowDimension::of_size(1);
    let dimensions: Vec<usize> = (0..dims.len()).filter(|&d| covers(d) && dims[d] != 1).collect();
    if dimensions.is_empty() || !(0..dims.len()).all(is_plain) {
        return None;
    }
    let kept: Vec<usize> = (0..dims.len()).filter(|d| !dimensions.contains(d)).map(|d| dims[d]).collect();
    let (shape, result_dims) = (ArrayShape::new(graph.element_type(x), kept), graph.dims(id).to_vec());
    let reduced = graph.add(Op::Reduce { dimensions, to_apply }, shape, &[x, init]);
    Some(graph.reshape(reduced, result_dims))
}

/// reduce-window(pad(x, init), init) = reduce-window(x, init) with a wider window padding
///
/// Padding of a window is the init value too. Where the padding has no holes and does not cut.
fn of_pad(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let &[padded, init] = graph.operands(id) else { return None };
    let Op::ReduceWindow { mut window, to_apply } = graph.op(id).clone() else { return None };
    let Op::Pad { padding } = graph.op(padded) else { return None };
    let value = graph.operand(padded, 1);
    let same =
        value == init || (graph.splat_bytes(init).is_some() && graph.splat_bytes(init) == graph.splat_bytes(value));
    let mut edges = window.iter().zip(padding);
    if !same || !edges.all(|(w, p)| p.low >= 0 && p.high >= 0 && p.interior == 0 && w.base_dilation == 1) {
        return None;
    }
    for (along, edge) in window.iter_mut().zip(padding) {
        along.padding_low += edge.low;
        along.padding_high += edge.high;
    }
    let (x, shape) = (graph.operand(padded, 0), graph.shape(id).clone());
    Some(graph.add(Op::ReduceWindow { window, to_apply }, shape, &[x, init]))
}

fn window<'g>(graph: &'g Graph, id: InstructionId) -> Option<&'g Window> {
    match graph.op(id) {
        Op::ReduceWindow { window, .. } => Some(window),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::hlo::{BinaryOp, ElementType, PaddingDimension, Shape};
    use crate::passes::testing::check;

    fn windows(g: &mut Graph, x: InstructionId, init: f32, window: Window, dims: &[usize]) -> InstructionId {
        let (init, to_apply) = (g.constant_f32(init), g.reducer(BinaryOp::Maximum, ElementType::F32));
        let shape = Shape::array(ElementType::F32, dims);
        g.add(Op::ReduceWindow { window, to_apply }, shape, &[x, init])
    }

    #[test]
    fn single_elements() {
        for (init, expected) in [(f32::NEG_INFINITY, "Arg_0"), (0.0, "reduce-window(Arg_0, 0)")] {
            let build = |g: &mut Graph| {
                let x = g.f32(0, &[13]);
                windows(g, x, init, vec![WindowDimension::of_size(1)], &[13])
            };
            check(&PASS, build, expected);
        }
    }

    #[test]
    fn whole_dimensions() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[2, 13]);
            let window = vec![WindowDimension::of_size(1), WindowDimension::of_size(13)];
            windows(g, x, f32::NEG_INFINITY, window, &[2, 1])
        };
        check(&PASS, build, "reshapef32[2,1](reduce[1](Arg_0, -inf))");
    }

    #[test]
    fn padding() {
        for (value, expected) in [(0.0, "reduce-window(Arg_0, 0)"), (-0.0, "reduce-window(pad[1,2,0](Arg_0, -0), 0)")] {
            let build = |g: &mut Graph| {
                let (x, value) = (g.f32(0, &[13]), g.constant_f32(value));
                let x = g.pad(x, value, vec![PaddingDimension { low: 1, high: 2, interior: 0 }]);
                windows(g, x, 0.0, vec![WindowDimension::of_size(2)], &[15])
            };
            check(&PASS, build, expected);
        }
    }
}
