//! Rules about reductions. StableHLO leaves the order of a reduction open.

use super::Rule;
use super::reshape::groups;
use crate::hlo::{
    ArrayLiteral, ArrayShape, BinaryOp, Computation, ComputationId, ElementType, InstructionId, Literal, Module, Op,
    Shape,
};
use crate::passes::graph::Graph;
use crate::passes::scalar::Scalar;

pub(super) const RULES: &[Rule] = &[of_nothing, of_empty, over_ones, of_repeated, of_reshape, of_transpose, of_reduce];

/// reduce(x, init) = x over no dimension
///
/// For reductions whose init value is neutral; otherwise it may or may not have been applied.
fn of_nothing(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (x, _) = neutral_reduction(graph, id)?;
    reduced(graph, id)?.is_empty().then_some(x)
}

/// reduce(x…, init…) = init… repeated, where no element is reduced
fn of_empty(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (inputs, inits) = graph.operands(id).split_at(graph.operands(id).len() / 2);
    if !graph.dims(*inputs.first()?).contains(&0) {
        return None;
    }
    let inits = inits.to_vec();
    match graph.shape(id).clone() {
        Shape::Array(shape) => Some(graph.broadcast_scalar(inits[0], &shape)),
        Shape::Tuple(parts) => {
            let values =
                inits.iter().zip(&parts).map(|(&init, part)| graph.broadcast_scalar(init, part.expect_array()));
            let values: Vec<InstructionId> = values.collect();
            Some(graph.tuple(&values))
        }
        Shape::Token => None,
    }
}

/// reduce(x, init, d) = reduce(reshape(x), init, d without dimensions of size 1)
///
/// For reductions whose init value is neutral: one element reduces to itself.
fn over_ones(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (x, init) = neutral_reduction(graph, id)?;
    let reduced = reduced(graph, id)?.to_vec();
    let from = graph.dims(x).to_vec();
    if !reduced.iter().any(|&d| from[d] == 1) {
        return None;
    }
    let kept: Vec<usize> = (0..from.len()).filter(|d| !reduced.contains(d) || from[*d] != 1).collect();
    let x = graph.reshape(x, kept.iter().map(|&d| from[d]).collect::<Vec<_>>());
    let dimensions: Vec<usize> = (0..kept.len()).filter(|&i| reduced.contains(&kept[i])).collect();
    if dimensions.is_empty() {
        return Some(x);
    }
    Some(reduce_like(graph, id, x, init, dimensions))
}

/// reduce(broadcast(x)) = x over the dimensions that the broadcast adds, for maxima, minima, conjunctions and
/// disjunctions
///
/// Applied to equal operands they give that operand. The init value is neutral, and there is an element to reduce.
fn of_repeated(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let is_idempotent = match reduction_kind(graph, id)? {
        BinaryOp::Maximum | BinaryOp::Minimum | BinaryOp::And | BinaryOp::Or => true,
        BinaryOp::Add
        | BinaryOp::Atan2
        | BinaryOp::Complex
        | BinaryOp::Divide
        | BinaryOp::Multiply
        | BinaryOp::Power
        | BinaryOp::Remainder
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRightArithmetic
        | BinaryOp::ShiftRightLogical
        | BinaryOp::Subtract
        | BinaryOp::Xor => false,
    };
    let x = repeated(graph, id)?;
    let has_elements = !graph.dims(graph.operand(id, 0)).contains(&0);
    (is_idempotent && has_elements).then_some(x)
}

/// The x of a reduction of broadcast(x) over just the dimensions that the broadcast adds.
pub(super) fn repeated(graph: &Graph, id: InstructionId) -> Option<InstructionId> {
    let (whole, _) = neutral_reduction(graph, id)?;
    let (kept, reduced) = (super::broadcast::dimensions(graph, whole)?, reduced(graph, id)?);
    let is_added = (0..graph.dims(whole).len()).all(|d| kept.contains(&d) != reduced.contains(&d));
    (is_added && kept.is_sorted()).then(|| graph.operand(whole, 0))
}

/// reduce(reshape(x), d) = reduce(x, d before the reshape), where every dimension of x is kept as it is or reduced
///
/// The order of a reduction is open. Dimensions of size 1 are left to other rules.
fn of_reshape(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let &[reshaped, init] = graph.operands(id) else { return None };
    let Op::Reshape = graph.op(reshaped) else { return None };
    let x = graph.operand(reshaped, 0);
    let (from, to, reduced) = (graph.dims(x), graph.dims(reshaped), reduced(graph, id)?);
    if from.contains(&1) || to.contains(&1) {
        return None;
    }
    let mut dimensions = Vec::new();
    for group in groups(from, to)? {
        let is_reduced = reduced.contains(&group.to.start);
        if !group.to.clone().all(|d| reduced.contains(&d) == is_reduced) {
            return None;
        }
        match is_reduced {
            true => dimensions.extend(group.from),
            false if group.from.len() == 1 && group.to.len() == 1 => {}
            false => return None,
        }
    }
    Some(reduce_like(graph, id, x, init, dimensions))
}

/// reduce(transpose(x, p), d) = reduce(x, p ∘ d), where the kept dimensions stay in order
///
/// The specification lets partial results be combined in any order, but elements stay in theirs: so the reduced
/// dimensions stay in order too, or the operation is commutative.
fn of_transpose(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let &[transposed, init] = graph.operands(id) else { return None };
    let Op::Transpose { permutation } = graph.op(transposed) else { return None };
    let reduced = reduced(graph, id)?;
    let kept = (0..permutation.len()).filter(|d| !reduced.contains(d)).map(|d| permutation[d]);
    if !kept.is_sorted() {
        return None;
    }
    // They may be listed in any order; elements are in the operand's.
    let mut dimensions: Vec<usize> =
        (0..permutation.len()).filter(|d| reduced.contains(d)).map(|d| permutation[d]).collect();
    if !dimensions.is_sorted() && reduction_kind(graph, id).is_none() {
        return None;
    }
    dimensions.sort();
    let x = graph.operand(transposed, 0);
    Some(reduce_like(graph, id, x, init, dimensions))
}

/// reduce(reduce(x, d), e) = reduce(x, d ∪ e) by the same operation
///
/// Sums, products and the like with a neutral init value; nothing else reads the inner one. Narrow floats are excluded,
/// since the inner result is rounded to them.
fn of_reduce(graph: &mut Graph, id: InstructionId) -> Option<InstructionId> {
    let (inner, init) = neutral_reduction(graph, id)?;
    let (x, _) = neutral_reduction(graph, inner)?;
    let same_operation = reduction_kind(graph, id) == reduction_kind(graph, inner);
    if !same_operation || is_rounded(graph.element_type(x)) || !graph.is_used_once(inner) {
        return None;
    }
    let first = reduced(graph, inner)?;
    let left: Vec<usize> = (0..graph.dims(x).len()).filter(|d| !first.contains(d)).collect();
    let mut dimensions: Vec<usize> =
        reduced(graph, id)?.iter().map(|&d| left[d]).chain(first.iter().copied()).collect();
    dimensions.sort();
    Some(reduce_like(graph, id, x, init, dimensions))
}

/// Whether partial results of this type lose what a whole reduction keeps.
pub(super) fn is_rounded(element_type: ElementType) -> bool {
    element_type.is_float() && element_type.bit_width() < 32
}

/// The same reduction of another operand.
pub(super) fn reduce_like(
    graph: &mut Graph,
    id: InstructionId,
    x: InstructionId,
    init: InstructionId,
    dimensions: Vec<usize>,
) -> InstructionId {
    let op = match graph.op(id) {
        Op::Reduce { to_apply, .. } => Op::Reduce { dimensions, to_apply: *to_apply },
        other => other.clone(),
    };
    let shape = ArrayShape::clone(graph.array(id));
    graph.add(op, shape, &[x, init])
}

pub(super) fn reduced<'g>(graph: &'g Graph, id: InstructionId) -> Option<&'g [usize]> {
    match graph.op(id) {
        Op::Reduce { dimensions, .. } => Some(dimensions),
        _ => None,
    }
}

/// Input and init value of a reduction, also of windows, by a known operation with a neutral init value.
pub(super) fn neutral_reduction(graph: &Graph, id: InstructionId) -> Option<(InstructionId, InstructionId)> {
    let kind = reduction_kind(graph, id)?;
    let &[x, init] = graph.operands(id) else { return None };
    is_neutral(kind, graph.element_type(x), graph.splat(init)?).then_some((x, init))
}

/// Whether an instruction reduces one operand (by windows, or along dimensions) by a known operation, from an init value
/// that changes nothing.
pub(in crate::passes) fn reduces_from_neutral(module: &Module, owner: ComputationId, id: InstructionId) -> bool {
    let computation = module.computation(owner);
    let (Op::Reduce { to_apply, .. } | Op::ReduceWindow { to_apply, .. }) = computation.op(id) else { return false };
    let &[_, init] = computation.operands(id) else { return false };
    let Op::Constant(Literal::Array(value)) = computation.op(init) else { return false };
    let element_type = value.element_type();
    let number = Scalar::from_bytes(element_type, value.element_bytes(0));
    let op = applied_operation(module.computation(*to_apply));
    op.zip(number).is_some_and(|(op, number)| is_neutral(op, element_type, number))
}

/// The binary operation that a reduction of one operand applies.
pub(super) fn reduction_kind(graph: &Graph, id: InstructionId) -> Option<BinaryOp> {
    match graph.op(id) {
        Op::Reduce { to_apply, .. } | Op::ReduceWindow { to_apply, .. } if graph.operands(id).len() == 2 => {
            applied_operation(graph.module.computation(*to_apply))
        }
        _ => None,
    }
}

/// The commutative operation that a computation of two scalars is.
pub(in crate::passes) fn applied_operation(computation: &Computation) -> Option<BinaryOp> {
    let root = computation.root();
    let Op::Binary(op) = *computation.op(root) else { return None };
    let numbers = computation.operands(root).iter().map(|&operand| match *computation.op(operand) {
        Op::Parameter { number } => Some(number),
        _ => None,
    });
    let mut numbers = numbers.collect::<Option<Vec<_>>>()?;
    numbers.sort();
    (op.is_commutative(computation.shape(root).expect_array().element_type) && numbers == [0, 1]).then_some(op)
}

/// Whether applying `init` changes nothing. For sums of floats either zero counts: the order of a sum, and with it how
/// often the init value takes part, is open.
pub(super) fn is_neutral(op: BinaryOp, element_type: ElementType, init: Scalar) -> bool {
    let element = init.to_bytes(element_type).map(|bytes| ArrayLiteral::from_slice(element_type, [], &bytes));
    element.is_some_and(|element| op.is_neutral(&element))
}

#[cfg(test)]
mod tests {
    use super::super::PASS;
    use super::*;
    use crate::hlo::Shape;
    use crate::passes::testing::check_sum;

    fn sum(g: &mut Graph, x: InstructionId, init: f32, dimensions: &[usize]) -> InstructionId {
        let init = g.constant_f32(init);
        let kept = (0..g.dims(x).len()).filter(|d| !dimensions.contains(d)).map(|d| g.dims(x)[d]);
        let shape = Shape::array(ElementType::F32, kept.collect::<Vec<_>>());
        let to_apply = g.reducer(BinaryOp::Add, ElementType::F32);
        g.add(Op::Reduce { dimensions: dimensions.to_vec(), to_apply }, shape, &[x, init])
    }

    fn check_sum_of(dims: &[usize], init: f32, dimensions: &[usize], expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.f32(0, dims);
            sum(g, x, init, dimensions)
        };
        check_sum(&PASS, build, expected);
    }

    #[test]
    fn degenerate_dimensions() {
        check_sum_of(&[2, 3], 0.0, &[], "Arg_0");
        check_sum_of(&[2, 1], 0.0, &[1], "reshapef32[2](Arg_0)");
        check_sum_of(&[2, 1, 3], 0.0, &[1, 2], "reduce[1](reshapef32[2,3](Arg_0), 0)");
        check_sum_of(&[2, 1], 5.0, &[1], "reduce[1](Arg_0, 5)");
    }

    #[test]
    fn no_elements() {
        check_sum_of(&[2, 0], 5.0, &[1], "broadcast[]f32[2](5)");
    }

    fn transposed(dimension: usize, expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[2, 3, 4]);
            let moved = g.transpose(x, vec![2, 0, 1]);
            sum(g, moved, 0.0, &[dimension])
        };
        check_sum(&PASS, build, expected);
    }

    #[test]
    fn of_transposed() {
        transposed(0, "reduce[2](Arg_0, 0)");
        transposed(1, "reduce[1](transpose[2, 0, 1](Arg_0), 0)");
    }

    #[test]
    fn twice() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[2, 3, 4]);
            let inner = sum(g, x, 0.0, &[1]);
            sum(g, inner, 0.0, &[1])
        };
        check_sum(&PASS, build, "reduce[1, 2](Arg_0, 0)");
    }

    #[test]
    fn reshapes_of_reduced_dimensions() {
        for (dimensions, expected) in [
            (&[0usize][..], "reduce[0, 1](Arg_0, 0)"),
            (&[1], "reduce[1](reshapef32[6,4](Arg_0), 0)"),
            (&[0, 1], "reduce[0, 1, 2](Arg_0, 0)"),
        ] {
            let build = |g: &mut Graph| {
                let x = g.f32(0, &[2, 3, 4]);
                let x = g.reshape(x, [6, 4]);
                sum(g, x, 0.0, dimensions)
            };
            check_sum(&PASS, build, expected);
        }
    }

    #[test]
    fn the_largest_of_equals_is_each() {
        for (dimensions, expected) in
            [(&[0usize][..], "Arg_0"), (&[1], "reduce[1](broadcast[1]f32[3,13](Arg_0), -inf)")]
        {
            let build = |g: &mut Graph| {
                let x = g.f32(0, &[13]);
                let x = g.broadcast(x, vec![1], vec![3, 13]);
                let (init, to_apply) =
                    (g.constant_f32(f32::NEG_INFINITY), g.reducer(BinaryOp::Maximum, ElementType::F32));
                let kept = Shape::array(ElementType::F32, [if dimensions == [0] { 13 } else { 3 }]);
                g.add(Op::Reduce { dimensions: dimensions.to_vec(), to_apply }, kept, &[x, init])
            };
            check_sum(&PASS, build, expected);
        }
    }
}
