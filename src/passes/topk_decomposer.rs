//! `topk-decomposer`: writes selections that no template performs as sorts.
//!
//! The template takes the largest elements of types whose order is that of integers of the same bits; the smallest
//! elements, and those of floats of at most eight bits, come out of a stable sort of values with their places.

use super::Pass;
use crate::hlo::{
    ArrayShape, Builder, ComparisonDirection, ComparisonOrder, Computation, ComputationId, Diagnostics, ElementType,
    Instruction, InstructionId, Module, Op, Shape,
};

pub const PASS: Pass =
    Pass { name: "topk-decomposer", description: "Writes selections that no template performs as sorts.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for computation in module.post_order() {
        let ids: Vec<InstructionId> = module.computation(computation).ids().collect();
        for id in ids {
            changed |= decompose(module, computation, id)?;
        }
    }
    Ok(changed)
}

fn decompose(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<bool, Diagnostics> {
    let computation = module.computation(owner);
    let Op::TopK { k, largest } = *computation.op(id) else { return Ok(false) };
    let operand = computation.operand(id, 0);
    let shape = computation.get(operand).array().clone();
    let Some((last, _)) = shape.dims.split_last().filter(|_| !has_template(shape.element_type, largest)) else {
        return Ok(false);
    };
    let length = *last;
    let comparator = module.add_computation(comparator(shape.element_type, largest));
    let computation = module.computation_mut(owner);
    let location = computation.get(id).location.clone();
    let mut b = Builder::new(computation, &location);
    let dimension = shape.rank() - 1;
    let places = b.iota(ElementType::S32, &shape.dims, dimension);
    let sorted = b.sort(&[operand, places], dimension, comparator);
    let parts = b.untuple(sorted);
    let first: Vec<InstructionId> =
        parts.into_iter().map(|part| b.slice_dimension(part, dimension, 0, k.min(length))).collect();
    let result = b.tuple(&first);
    b.finish()?;
    computation.replace_all_uses(id, result);
    computation.remove(id);
    Ok(true)
}

pub(super) fn has_template(element_type: ElementType, largest: bool) -> bool {
    largest && !element_type.is_minifloat()
}

/// Whether the first of two values comes before the second, in the total order.
fn comparator(element_type: ElementType, largest: bool) -> Computation {
    let mut computation = Computation::new("comparator");
    let types = [element_type, element_type, ElementType::S32, ElementType::S32];
    let parameter = |(number, of)| computation.add_parameter(number, ArrayShape::scalar(of), &None);
    let parameters: Vec<InstructionId> = types.into_iter().enumerate().map(parameter).collect();
    let order = if element_type.is_float() { ComparisonOrder::Total } else { ComparisonOrder::Partial };
    let direction = if largest { ComparisonDirection::Gt } else { ComparisonDirection::Lt };
    let compare = Op::Compare { direction, order };
    computation.add_root(Instruction::new(compare, Shape::scalar(ElementType::Pred), &parameters[..2]));
    computation
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::graph::Graph;
    use crate::passes::testing::check;

    fn first_two(element_type: ElementType, largest: bool, expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.parameter(0, element_type, &[3, 5]);
            let parts = [Shape::array(element_type, [3, 2]), Shape::array(ElementType::S32, [3, 2])];
            g.add(Op::TopK { k: 2, largest }, Shape::Tuple(parts.to_vec()), &[x])
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn the_smallest_are_sorted() {
        let sorted = "sort(Arg_0, iota[1]s32[3,5]())";
        let part = |i: usize| format!("slice[0, 0][3, 2][1, 1](get-tuple-element[{i}]({sorted}))");
        first_two(ElementType::F32, false, &format!("tuple({}, {})", part(0), part(1)));
    }

    #[test]
    fn what_has_a_template_stays() {
        first_two(ElementType::F32, true, "topk(Arg_0)");
        first_two(ElementType::U8, true, "topk(Arg_0)");
    }
}
