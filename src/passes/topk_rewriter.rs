//! `topk-rewriter`: takes the largest elements of a line without sorting all of it.
//!
//! Recognized is a stable sort along the last dimension, the largest first, alone or with the places of its elements,
//! of which only the first few are read. Sorts whose comparator does not order NaN stay: any order of a line that holds
//! one would be right, and `topk` has one of its own.

use super::topk_decomposer::has_template;
use super::{Pass, control};
use crate::hlo::{
    Builder, ComparisonDirection, ComparisonOrder, Computation, ComputationId, Diagnostics, ElementType, InstructionId,
    Module, Op, Shape,
};

pub const PASS: Pass =
    Pass { name: "topk-rewriter", description: "Takes the largest elements of a line without sorting all of it.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for owner in module.post_order() {
        let pinned = control::pinned(module.computation(owner));
        let ids = module.computation(owner).post_order();
        for id in ids.into_iter().filter(|id| !pinned.contains(id)) {
            changed |= rewrite(module, owner, id)?;
        }
    }
    Ok(changed)
}

/// Slices that have been replaced are gone already.
fn rewrite(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<bool, Diagnostics> {
    let computation = module.computation(owner);
    if !computation.contains(id) || !is_descending(module, computation, id) {
        return Ok(false);
    }
    let Some(firsts) = first_elements(computation, id) else { return Ok(false) };
    let Some(k) = firsts.iter().map(|first| first.count).max() else { return Ok(false) };
    let computation = module.computation_mut(owner);
    let (x, location) = (computation.operand(id, 0), computation.get(id).location.clone());
    let mut b = Builder::new(computation, &location);
    let top = b.add(Op::TopK { k, largest: true }, &[x], &Shape::Token);
    for first in firsts {
        let part = b.get_tuple_element(top, first.element);
        let last = b.dims(part).len() - 1;
        let value = if first.count == k { part } else { b.slice_dimension(part, last, 0, first.count) };
        b.computation().replace_all_uses(first.slice, value);
        b.computation().remove(first.slice);
    }
    b.finish()?;
    Ok(true)
}

/// Whether a sort is along the last dimension, the largest first, of values and at most their places.
fn is_descending(module: &Module, computation: &Computation, id: InstructionId) -> bool {
    let Op::Sort { dimension, is_stable, comparator } = *computation.op(id) else { return false };
    let operands = computation.operands(id);
    let shape = computation.get(operands[0]).array();
    let is_place = |&value: &InstructionId| {
        matches!(*computation.op(value), Op::Iota { dimension: counted } if counted == dimension)
            && computation.get(value).array().element_type == ElementType::S32
    };
    (is_stable || operands.len() == 1)
        && operands.len() <= 2
        && operands[1..].iter().all(is_place)
        && dimension + 1 == shape.rank()
        && has_template(shape.element_type, true)
        && is_greater(module.computation(comparator), shape.element_type)
}

/// Whether a comparator is `first > second`, in an order that is total.
fn is_greater(comparator: &Computation, element_type: ElementType) -> bool {
    let root = comparator.root();
    let Op::Compare { direction, order } = *comparator.op(root) else { return false };
    let numbers = comparator.operands(root).iter().map(|&operand| match *comparator.op(operand) {
        Op::Parameter { number } => Some(number),
        _ => None,
    });
    let numbers: Vec<Option<usize>> = numbers.collect();
    let is_total = !element_type.is_float() || order == ComparisonOrder::Total;
    let is_greater = match direction {
        ComparisonDirection::Gt => numbers == [Some(0), Some(1)],
        ComparisonDirection::Lt => numbers == [Some(1), Some(0)],
        ComparisonDirection::Eq | ComparisonDirection::Ne | ComparisonDirection::Ge | ComparisonDirection::Le => false,
    };
    is_total && is_greater
}

/// A slice of the first elements of every line.
struct First {
    slice: InstructionId,
    /// Of the sort's results.
    element: usize,
    count: usize,
}

/// All that is read of a sort's results, if those are slices of first elements, fewer than all.
fn first_elements(computation: &Computation, sort: InstructionId) -> Option<Vec<First>> {
    let mut firsts = Vec::new();
    let lone = computation.operands(sort).len() == 1;
    let elements = if lone { vec![(sort, 0)] } else { elements(computation, sort)? };
    for (value, element) in elements {
        if computation.root() == value {
            return None;
        }
        for &slice in computation.users(value) {
            let count = first_count(computation, slice)?;
            firsts.push(First { slice, element, count });
        }
    }
    Some(firsts)
}

/// The elements of a tuple that are read, with their indices; `None` where the tuple itself is.
fn elements(computation: &Computation, tuple: InstructionId) -> Option<Vec<(InstructionId, usize)>> {
    if computation.root() == tuple {
        return None;
    }
    let element = |&user: &InstructionId| match *computation.op(user) {
        Op::GetTupleElement { index } => Some((user, index)),
        _ => None,
    };
    computation.users(tuple).iter().map(element).collect()
}

/// How many elements of a line a slice takes, from the first, of all lines.
fn first_count(computation: &Computation, id: InstructionId) -> Option<usize> {
    let Op::Slice { starts, limits, strides } = computation.op(id) else { return None };
    let dims = &computation.get(computation.operand(id, 0)).array().dims;
    let last = dims.len() - 1;
    let is_first = starts.iter().all(|&start| start == 0) && strides.iter().all(|&stride| stride == 1);
    (is_first && limits[..last] == dims[..last] && 0 < limits[last] && limits[last] < dims[last]).then(|| limits[last])
}
