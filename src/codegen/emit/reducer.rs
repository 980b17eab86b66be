//! What the computation of a reduction is, and so in which order elements may be combined.

use super::fragment::Fragment;
use crate::hlo::{
    BinaryOp, ComparisonOrder, Computation, ComputationId, ElementType, InstructionId, Module, Op, UnaryOp,
};
use std::collections::HashSet;

/// How a reduction combines values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reducer {
    /// Every result on its own, by an associative and commutative operation.
    Monoids(Vec<BinaryOp>),
    /// Picks one of two candidates by comparing all their parts (argmax with ties broken by index): associative and
    /// commutative.
    Selection,
    /// As [`Reducer::Selection`], by a comparison of floats that leaves NaN without an order: of two NaN, or two zeros,
    /// the first or the last is picked, whichever the program says. Associative; elements stay in their order.
    OrderedSelection,
    /// Any other computation: elements are combined one by one, in order.
    Sequential,
}

/// One reduction of a fragment.
#[derive(Clone, Debug)]
pub struct Reduction {
    pub id: InstructionId,
    pub region: ComputationId,
    pub inputs: Vec<InstructionId>,
    pub inits: Vec<InstructionId>,
    /// Reduced dimensions of the inputs.
    pub dims: Vec<usize>,
    pub reducer: Reducer,
    pub types: Vec<ElementType>,
    /// Types that are accumulated in.
    pub accumulators: Vec<ElementType>,
}

impl Reduction {
    /// The reduction that an instruction is, if it is one; a reduce-window counts as one along no dimension.
    pub fn of(fragment: &Fragment, id: InstructionId) -> Option<Reduction> {
        let (dimensions, to_apply, accumulator): (_, _, fn(ElementType) -> ElementType) = match &fragment.get(id).op {
            Op::Reduce { dimensions, to_apply } => (dimensions.as_slice(), to_apply, ElementType::accumulator),
            // Windows overlap: their elements' sums round as written, so that a running sum is one for every window.
            Op::ReduceWindow { to_apply, .. } => ([].as_slice(), to_apply, |ty| ty),
            _ => return None,
        };
        let operands = fragment.get(id).operands();
        let (inputs, inits) = operands.split_at(operands.len() / 2);
        let types: Vec<_> = inputs.iter().map(|&i| fragment.get(i).array().element_type).collect();
        let reducer = classify(fragment.module, *to_apply, types.len());
        let wide = matches!(reducer, Reducer::Monoids(_));
        let accumulators = types.iter().map(|&ty| if wide { accumulator(ty) } else { ty }).collect();
        Some(Reduction {
            id,
            region: *to_apply,
            inputs: inputs.to_vec(),
            inits: inits.to_vec(),
            dims: dimensions.to_vec(),
            reducer,
            types,
            accumulators,
        })
    }

    /// Whether partial results may be combined, in the order of their elements at least.
    pub fn is_associative(&self) -> bool {
        self.reducer != Reducer::Sequential
    }
}

/// Classifies the computation of a reduction of `count` arrays.
pub fn classify(module: &Module, region: ComputationId, count: usize) -> Reducer {
    let region = module.computation(region);
    if let Some(ops) = monoids(region, count) {
        return Reducer::Monoids(ops);
    }
    match count > 1 && is_selection(region, count) {
        true if compares_totally(region) => Reducer::Selection,
        true => Reducer::OrderedSelection,
        false => Reducer::Sequential,
    }
}

/// The operation that each result is combined with, when results do not mix.
fn monoids(region: &Computation, count: usize) -> Option<Vec<BinaryOp>> {
    let root = region.root();
    let results = match region.op(root) {
        Op::Tuple => region.operands(root).to_vec(),
        _ => vec![root],
    };
    let monoid = |(n, &result): (usize, &InstructionId)| {
        let Op::Binary(op) = *region.op(result) else { return None };
        let mut numbers: Vec<usize> = region.operands(result).iter().filter_map(|&o| parameter(region, o)).collect();
        numbers.sort_unstable();
        (op.is_monoid(region.shape(result).expect_array().element_type) && numbers == [n, n + count]).then_some(op)
    };
    results.iter().enumerate().map(monoid).collect::<Option<Vec<_>>>().filter(|ops| ops.len() == count)
}

fn parameter(region: &Computation, id: InstructionId) -> Option<usize> {
    match region.op(id) {
        Op::Parameter { number } => Some(*number),
        _ => None,
    }
}

/// Only compares and selects, and the candidates are compared by every part: so no tie depends on the order.
fn is_selection(region: &Computation, count: usize) -> bool {
    let chooses = |id| {
        matches!(
            region.op(id),
            Op::Parameter { .. }
                | Op::Constant(_)
                | Op::Compare { .. }
                | Op::Select
                | Op::Tuple
                | Op::Unary(UnaryOp::Not)
                | Op::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Maximum | BinaryOp::Minimum)
        )
    };
    let used = used_by_root(region);
    let compared = |n: usize| {
        used.iter().any(|&id| {
            let mut numbers: Vec<_> = region.operands(id).iter().filter_map(|&o| parameter(region, o)).collect();
            numbers.sort_unstable();
            let compares = match region.op(id) {
                Op::Compare { .. } => true,
                Op::Binary(BinaryOp::Maximum | BinaryOp::Minimum) => n > 0,
                _ => false,
            };
            compares && numbers == [n, n + count]
        })
    };
    used.iter().copied().all(chooses) && (0..count).all(compared)
}

/// Whether no comparison in a computation leaves two different values without an order.
fn compares_totally(region: &Computation) -> bool {
    used_by_root(region).into_iter().all(|id| match region.op(id) {
        Op::Compare { order: ComparisonOrder::Partial, .. } => {
            let ty = region.shape(region.operands(id)[0]).expect_array().element_type;
            !ty.is_float() && !ty.is_complex()
        }
        _ => true,
    })
}

fn used_by_root(region: &Computation) -> HashSet<InstructionId> {
    let mut used = HashSet::new();
    let mut stack = vec![region.root()];
    while let Some(id) = stack.pop() {
        if used.insert(id) {
            stack.extend(region.operands(id));
        }
    }
    used
}

impl Fragment<'_> {
    /// Reductions that go over the same elements and do not need each other's results.
    pub fn sibling_groups(&self) -> &[Vec<Reduction>] {
        self.sibling_groups.get_or_init(|| sibling_groups(self))
    }
}

fn sibling_groups(fragment: &Fragment) -> Vec<Vec<Reduction>> {
    let mut groups: Vec<Vec<Reduction>> = Vec::new();
    for id in fragment.members() {
        if !matches!(fragment.get(id).op, Op::Reduce { .. }) {
            continue;
        }
        let Some(reduction) = Reduction::of(fragment, id) else { continue };
        let fits = |group: &&mut Vec<Reduction>| group.iter().all(|other| are_siblings(fragment, other, &reduction));
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(reduction),
            None => groups.push(vec![reduction]),
        }
    }
    groups
}

fn are_siblings(fragment: &Fragment, first: &Reduction, second: &Reduction) -> bool {
    let dims = |r: &Reduction| &fragment.get(r.inputs[0]).array().dims;
    dims(first) == dims(second)
        && first.dims == second.dims
        && first.is_associative() == second.is_associative()
        && !depends_on(fragment, second.id, first.id)
}

fn depends_on(fragment: &Fragment, id: InstructionId, on: InstructionId) -> bool {
    let mut seen = HashSet::new();
    let mut stack = vec![id];
    while let Some(id) = stack.pop() {
        if id == on {
            return true;
        }
        if fragment.argument_of(id).is_none() && seen.insert(id) {
            stack.extend(fragment.get(id).operands());
        }
    }
    false
}
