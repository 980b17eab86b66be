//! Reductions of what holds few different elements, or elements in another order. StableHLO leaves the order of a
//! reduction open.

use super::Rule;
use super::reduce::{is_neutral, is_rounded, neutral_reduction, reduce_like, reduced, reduction_kind, repeated};
use crate::hlo::{BinaryOp, InstructionId, Op};
use crate::passes::graph::Graph;
use crate::passes::scalar::Scalar;

pub(super) const RULES: &[Rule] = &[of_neutral, of_sum_of_repeated, of_reverse, of_pad, of_concatenate];

/// reduce(v repeated, init) = init repeated, where v and init are neutral
fn of_neutral(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (x, init) = neutral_reduction(graph, id)?;
    let (kind, value) = (reduction_kind(graph, id)?, graph.splat(x)?);
    let shape = graph.array(id).clone();
    is_neutral(kind, shape.element_type, value).then(|| graph.broadcast_scalar(init, &shape))
}

/// Σ broadcast(x) = x · n over the n elements that the broadcast adds, for integers
///
/// Integers wrap, sums as products. Floats round each sum.
fn of_sum_of_repeated(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let x = repeated(graph, id)?;
    let is_sum = reduction_kind(graph, id)? == BinaryOp::Add && graph.element_type(id).is_integer();
    if !is_sum {
        return None;
    }
    let dims = graph.dims(graph.operand(id, 0));
    let count: usize = reduced(graph, id)?.iter().map(|&d| dims[d]).product();
    let shape = graph.array(id).clone();
    let count = graph.splat_of(&shape, Scalar::Integer(count as i128))?;
    Some(graph.binary(BinaryOp::Multiply, x, count))
}

/// reduce(reverse(x)) = reduce(x), where it reduces every reversed dimension by a commutative operation
fn of_reverse(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let &[turned, init] = graph.operands(id) else { return None };
    let Op::Reverse { dimensions } = graph.op(turned) else { return None };
    reduction_kind(graph, id)?;
    let reduced = reduced(graph, id)?.to_vec();
    let is_reduced = dimensions.iter().all(|d| reduced.contains(d));
    let x = graph.operand(turned, 0);
    is_reduced.then(|| reduce_like(graph, id, x, init, reduced))
}

/// reduce(pad(x, v), init) = reduce(x, init), where v and init are neutral and only reduced dimensions are padded
///
/// Where the padding does not cut.
fn of_pad(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (padded, init) = neutral_reduction(graph, id)?;
    let Op::Pad { padding } = graph.op(padded) else { return None };
    let (kind, reduced) = (reduction_kind(graph, id)?, reduced(graph, id)?.to_vec());
    let is_harmless = |(d, p): (usize, &crate::hlo::PaddingDimension)| match reduced.contains(&d) {
        true => p.low >= 0 && p.high >= 0,
        false => *p == crate::hlo::PaddingDimension::default(),
    };
    let value = graph.splat(graph.operand(padded, 1))?;
    if !padding.iter().enumerate().all(is_harmless) || !is_neutral(kind, graph.element_type(id), value) {
        return None;
    }
    let x = graph.operand(padded, 0);
    Some(reduce_like(graph, id, x, init, reduced))
}

/// reduce(concatenate(a, b), init) = reduce(a, init) ∘ reduce(b, init) along a reduced dimension
///
/// By a known operation ∘ with a neutral init value, where nothing else reads the concatenation. Narrow floats are
/// excluded, since the parts are rounded to them.
fn of_concatenate(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (whole, init) = neutral_reduction(graph, id)?;
    let Op::Concatenate { dimension } = *graph.op(whole) else { return None };
    let (kind, reduced) = (reduction_kind(graph, id)?, reduced(graph, id)?.to_vec());
    if !reduced.contains(&dimension) || is_rounded(graph.element_type(id)) || !graph.is_used_once(whole) {
        return None;
    }
    let parts = graph.operands(whole).to_vec();
    let parts: Vec<InstructionId> =
        parts.into_iter().map(|part| reduce_like(graph, id, part, init, reduced.clone())).collect();
    parts.into_iter().reduce(|sum, part| graph.binary(kind, sum, part))
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::hlo::{ArrayLiteral, ElementType, PaddingDimension, Shape};
    use crate::passes::testing::{check, check_module, check_sum, define, empty};

    fn reduce(g: &mut Graph, op: BinaryOp, x: InstructionId, dimensions: &[usize]) -> InstructionId {
        let init = g.constant_f32(if op == BinaryOp::Add { 0.0 } else { f32::NEG_INFINITY });
        let kept = (0..g.dims(x).len()).filter(|d| !dimensions.contains(d)).map(|d| g.dims(x)[d]);
        let shape = Shape::array(ElementType::F32, kept.collect::<Vec<_>>());
        let op = Op::Reduce { dimensions: dimensions.to_vec(), to_apply: g.reducer(op, ElementType::F32) };
        g.add(op, shape, &[x, init])
    }

    #[test]
    fn nothing_but_neutral_elements() {
        for (value, expected) in [(0.0, "broadcast[]f32[3](0)"), (1.0, "reduce[0](broadcast[]f32[2,3](1), 0)")] {
            let build = |g: &mut Graph| {
                let x = g.full(&[2, 3], value);
                reduce(g, BinaryOp::Add, x, &[0])
            };
            check_sum(&PASS, build, expected);
        }
    }

    #[test]
    fn repeated_integers() {
        let mut module = empty();
        let add = module.add_computation(crate::hlo::reducer(BinaryOp::Add, ElementType::S32));
        let entry = define(&mut module, "main", |g| {
            let (x, init) = (g.s32(0, &[3]), g.constant_s32(0));
            let wide = g.broadcast(x, vec![1], vec![5, 3, 2]);
            let op = Op::Reduce { dimensions: vec![0, 2], to_apply: add };
            g.add(op, Shape::array(ElementType::S32, [3]), &[wide, init])
        });
        module.set_entry(entry);
        check_module(&PASS, module, "multiply(Arg_0, broadcast[]s32[3](10))");
    }

    #[test]
    fn the_other_way_round() {
        for (dimensions, expected) in [(vec![0], "reduce[0](Arg_0, 0)"), (vec![1], "reduce[0](reverse[1](Arg_0), 0)")] {
            let build = |g: &mut Graph| {
                let x = g.f32(0, &[2, 3]);
                let shape = g.shape(x).clone();
                let turned = g.add(Op::Reverse { dimensions }, shape, &[x]);
                reduce(g, BinaryOp::Add, turned, &[0])
            };
            check_sum(&PASS, build, expected);
        }
    }

    fn padded(value: f32, low: i64, expected: &str) {
        let build = |g: &mut Graph| {
            let (x, value) = (g.f32(0, &[2, 3]), g.constant_f32(value));
            let edge = PaddingDimension { low, high: 1, interior: 2 };
            let padded = g.pad(x, value, vec![PaddingDimension::default(), edge]);
            reduce(g, BinaryOp::Maximum, padded, &[1])
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn padding_that_changes_nothing() {
        padded(f32::NEG_INFINITY, 2, "reduce[1](Arg_0, -inf)");
        padded(0.0, 2, "reduce[1](pad[0,0,0][2,1,2](Arg_0, 0), -inf)");
        padded(f32::NEG_INFINITY, -1, "reduce[1](pad[0,0,0][-1,1,2](Arg_0, -inf), -inf)");
    }

    #[test]
    fn parts() {
        for (size, expected) in
            [(2, "maximum(reduce[0](Arg_0, -inf), reduce[0](Arg_1, -inf))"), (0, "reduce[0](Arg_0, -inf)")]
        {
            let build = |g: &mut Graph| {
                let parts = [g.f32(0, &[3, 2]), g.f32(1, &[size, 2])];
                let whole = g.concatenate(&parts, 0);
                reduce(g, BinaryOp::Maximum, whole, &[0])
            };
            check(&PASS, build, expected);
        }
    }

    #[test]
    fn constants_of_many_elements_are_no_neutral_ones() {
        let build = |g: &mut Graph| {
            let x = g.constant(ArrayLiteral::from_slice(ElementType::F32, [3], &[0f32, -0.0, 1.0]));
            reduce(g, BinaryOp::Add, x, &[0])
        };
        check_sum(&PASS, build, "reduce[0](f32[3]{0 -0 1}, 0)");
    }
}
