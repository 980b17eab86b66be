//! `tuple-simplifier`: removes tuples that are only taken apart again.
//!
//! `get-tuple-element(tuple(a, b), i)` is the element; a tuple of all elements of `x` in order is `x`. A tuple
//! behind an optimization barrier stays.

use super::{Pass, control};
use crate::hlo::{Computation, Diagnostics, InstructionId, Module, Op};

pub const PASS: Pass =
    Pass { name: "tuple-simplifier", description: "Removes tuples that are only taken apart again.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in module.post_order() {
        changed |= simplify(module.computation_mut(id));
    }
    Ok(changed)
}

/// Simplifies the tuples of one computation.
pub(super) fn simplify(computation: &mut Computation) -> bool {
    let pinned = control::pinned(computation);
    let mut changed = false;
    for id in computation.post_order() {
        let simpler = element_of_tuple(computation, id).or_else(|| tuple_of_elements(computation, id));
        if let Some(simpler) = simpler
            && !pinned.contains(&id)
        {
            computation.replace_all_uses(id, simpler);
            computation.remove(id);
            changed = true;
        }
    }
    changed
}

/// get-tuple-element(tuple(a0, …, an), i) = ai
fn element_of_tuple(computation: &Computation, id: InstructionId) -> Option<InstructionId> {
    let Op::GetTupleElement { index } = *computation.op(id) else { return None };
    let tuple = computation.operand(id, 0);
    matches!(computation.op(tuple), Op::Tuple).then(|| computation.operand(tuple, index))
}

/// tuple(get-tuple-element(x, 0), …, get-tuple-element(x, n)) = x, where x has these elements and no more
fn tuple_of_elements(computation: &Computation, id: InstructionId) -> Option<InstructionId> {
    let Op::Tuple = computation.op(id) else { return None };
    let elements = computation.operands(id);
    let whole = element_source(computation, *elements.first()?, 0)?;
    let in_order = elements.iter().enumerate().all(|(i, &e)| element_source(computation, e, i) == Some(whole));
    (in_order && computation.shape(whole) == computation.shape(id)).then_some(whole)
}

/// The tuple of which `id` is element `index`.
fn element_source(computation: &Computation, id: InstructionId, index: usize) -> Option<InstructionId> {
    match *computation.op(id) {
        Op::GetTupleElement { index: taken } if taken == index => Some(computation.operand(id, 0)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{ElementType, Shape};
    use crate::passes::graph::Graph;
    use crate::passes::testing::check;

    fn pair(g: &mut Graph) -> InstructionId {
        let shape = Shape::Tuple(vec![Shape::scalar(ElementType::F32); 2]);
        g.computation.add_parameter(0, shape, &None)
    }

    #[test]
    fn elements_of_tuples() {
        let build = |g: &mut Graph| {
            let (x, y) = (g.f32(0, &[]), g.f32(1, &[]));
            let tuple = g.tuple(&[x, y]);
            g.element(tuple, 1)
        };
        check(&PASS, build, "Arg_1");
    }

    #[test]
    fn tuples_of_all_elements() {
        let build = |g: &mut Graph| {
            let pair = pair(g);
            let elements = [0, 1].map(|i| g.element(pair, i));
            g.tuple(&elements)
        };
        check(&PASS, build, "Arg_0");
    }

    #[test]
    fn tuples_of_some_elements_stay() {
        let build = |g: &mut Graph| {
            let pair = pair(g);
            let elements = [0, 0].map(|i| g.element(pair, i));
            g.tuple(&elements)
        };
        check(&PASS, build, "tuple(get-tuple-element[0](Arg_0), get-tuple-element[0](Arg_0))");
    }
}
