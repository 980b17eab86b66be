//! `while-loop-dot-batching`: multiplies a whole sequence by a matrix before the loop that walks along it.
//!
//! A recurrent network's loop takes one step's input out of the sequence and multiplies it by weights that stay. No step
//! waits for another there: one product over the sequence reads the weights once, at the speed of large products, and
//! the loop takes its step out of the result. Each element is the same sum of the same products.
//!
//! The loop must count along the whole sequence, which the body passes on, and so must be the weights. A product stays in
//! the loop where the results of all steps would take much memory.

use super::Pass;
use super::graph::{Graph, edit};
use super::scalar::Scalar;
use super::while_loops::{Loop, TripCount, element_index};
use crate::hlo::{Computation, Diagnostics, DotDimensionNumbers, InstructionId, Module, Op, Shape};

pub const PASS: Pass = Pass {
    name: "while-loop-dot-batching",
    description: "Multiplies a whole sequence by a matrix before the loop that walks along it.",
    run,
};

/// Memory for the results of all steps, in bytes.
const MAX_BYTES: usize = 64 << 20;

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for owner in module.post_order() {
        for found in Loop::all_in(module, owner) {
            let steps = steps(module, &found);
            if !steps.is_empty() {
                batch(module, found, &steps);
                changed = true;
            }
        }
    }
    Ok(changed | module.remove_unreachable())
}

/// A product in the body of one step of a sequence and weights.
struct Step {
    dot: InstructionId,
    /// The operand that is the step: 0 or 1.
    side: usize,
    /// The state elements that are the sequence and the weights.
    sequence: usize,
    weights: usize,
    /// The dynamic-slice that takes the step out of the sequence.
    slice: InstructionId,
    length: usize,
}

fn steps(module: &Module, found: &Loop) -> Vec<Step> {
    let Some(trip_count) = found.trip_count(module) else { return Vec::new() };
    let body = module.computation(found.body);
    let passed_through = found.passed_through(module);
    let step = |dot| (0..2).find_map(|side| step(body, dot, side, trip_count));
    let is_invariant = |step: &Step| passed_through[step.sequence] && passed_through[step.weights];
    body.ids().filter_map(step).filter(is_invariant).collect()
}

fn step(body: &Computation, dot: InstructionId, side: usize, trip_count: TripCount) -> Option<Step> {
    let Op::Dot { dims, .. } = body.op(dot) else { return None };
    let (input, weights) = (body.operand(dot, side), element_index(body, body.operand(dot, 1 - side))?);
    let slice = match body.op(input) {
        Op::Reshape => body.operand(input, 0),
        _ => return None,
    };
    let sequence = element_index(body, *body.operands(slice).first()?)?;
    let whole = body.get(body.operand(slice, 0)).array();
    let (&length, rest) = whole.dims.split_first()?;
    let drops_step = body.get(input).array().dims == rest;
    let bytes = length.checked_mul(body.shape(dot).byte_size())?;
    let counts_along = trip_count.init == 0 && trip_count.step == 1 && trip_count.count == length as i128;
    let is_plain = dims.lhs_batch.is_empty() && drops_step && takes_step(body, slice, trip_count.index);
    (is_plain && counts_along && bytes <= MAX_BYTES).then_some(Step { dot, side, sequence, weights, slice, length })
}

/// Whether a dynamic-slice takes all of one index of the first dimension, which is the loop's counter.
fn takes_step(body: &Computation, slice: InstructionId, counter: usize) -> bool {
    let Op::DynamicSlice { sizes } = body.op(slice) else { return false };
    let from = &body.get(body.operand(slice, 0)).array().dims;
    sizes[0] == 1 && sizes[1..] == from[1..] && element_index(body, body.operand(slice, 1)) == Some(counter)
}

fn batch(module: &mut Module, found: Loop, steps: &[Step]) {
    let own = found.with_own_computations(module);
    let body = module.computation(own.body).clone();
    let init = own.init(module).to_vec();
    let products: Vec<InstructionId> = edit(module, own.owner, |graph| {
        steps.iter().map(|step| product_of_sequence(graph, &body, &init, step)).collect()
    });
    let elements = own.add_invariants(module, &products);
    edit(module, own.body, |graph| {
        for (step, &products) in steps.iter().zip(&elements) {
            let result = take_step(graph, step, products);
            graph.computation.replace_all_uses(step.dot, result);
        }
    });
}

/// The product over the sequence, built before the loop: the step's dimension leads the step's free dimensions.
fn product_of_sequence(graph: &mut Graph, body: &Computation, init: &[InstructionId], step: &Step) -> InstructionId {
    let instruction = body.get(step.dot);
    let mut op = instruction.op.clone();
    if let Op::Dot { dims, .. } = &mut op {
        let contracting = if step.side == 0 { &mut dims.lhs_contracting } else { &mut dims.rhs_contracting };
        contracting.iter_mut().for_each(|d| *d += 1);
    }
    let mut shape = instruction.array().clone();
    shape.dims.insert(step_dimension(body, step), step.length);
    let shape = Shape::array(shape.element_type, shape.dims);
    let mut operands = [init[step.weights]; 2];
    operands[step.side] = init[step.sequence];
    graph.location = instruction.location.clone();
    graph.add(op, shape, &operands)
}

/// Where the step's dimension stands in the product over the sequence.
fn step_dimension(body: &Computation, step: &Step) -> usize {
    match body.op(step.dot) {
        Op::Dot { dims, .. } if step.side == 1 => {
            let weights_rank = body.get(body.operand(step.dot, 0)).array().rank();
            DotDimensionNumbers::free(weights_rank, &dims.lhs_batch, &dims.lhs_contracting).len()
        }
        _ => 0,
    }
}

/// In the body, the product of the step that the counter is at.
fn take_step(graph: &mut Graph, step: &Step, products: InstructionId) -> InstructionId {
    graph.location = graph.get(step.dot).location.clone();
    let at = step_dimension(graph, step);
    let counter = graph.operand(step.slice, 1);
    let index_type = graph.element_type(counter);
    let zero = graph.scalar(index_type, Scalar::Integer(0)).expect("an index type holds zero");
    let mut shape = graph.array(products).clone();
    let mut starts = vec![zero; shape.rank()];
    shape.dims[at] = 1;
    starts[at] = counter;
    let sizes = shape.dims.clone();
    let slice = graph.add(Op::DynamicSlice { sizes }, shape, &[&[products], &starts[..]].concat());
    let dims = graph.dims(step.dot).to_vec();
    graph.reshape(slice, dims)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{BinaryOp, ElementType, Precision};
    use crate::passes::testing::{check_module, describe_value};
    use crate::passes::while_loops::tests::counting_loop;

    /// h becomes h + step · w, or h + w · step, over a sequence of 9 steps.
    fn recurrence(count: i32, side: usize) -> Module {
        let f32 = |dims: &[usize]| Shape::array(ElementType::F32, dims);
        let state = [f32(&[2, 2]), f32(&[9, 2, 2]), f32(&[2, 2])];
        counting_loop([0, count, 1], &state, |g, state| {
            let zero = g.constant_s32(0);
            let shape = Shape::array(ElementType::F32, [1, 2, 2]);
            let slice = g.add(Op::DynamicSlice { sizes: vec![1, 2, 2] }, shape, &[state[2], state[0], zero, zero]);
            let step = g.reshape(slice, [2, 2]);
            let dims = DotDimensionNumbers {
                lhs_contracting: vec![1],
                rhs_contracting: vec![0],
                ..DotDimensionNumbers::default()
            };
            let mut operands = [state[3]; 2];
            operands[side] = step;
            let op = Op::Dot { dims, precision: [Precision::Default; 2], algorithm: None };
            let product = g.add(op, Shape::array(ElementType::F32, [2, 2]), &operands);
            vec![g.binary(BinaryOp::Add, state[1], product), state[2], state[3]]
        })
    }

    /// How the body computes h, and what the loop starts with beyond its first state.
    fn batched(count: i32, side: usize) -> (String, Vec<String>) {
        let mut module = recurrence(count, side);
        run(&mut module).expect("succeeds");
        let [found] = Loop::all_in(&module, module.entry_id())[..] else { panic!("one loop") };
        let (body, owner) = (module.computation(found.body), module.entry());
        let added = found.init(&module)[4..].iter().map(|&v| describe_value(owner, v)).collect();
        (describe_value(body, body.operand(body.root(), 1)), added)
    }

    #[test]
    fn products_of_steps_are_batched() {
        let (h, products) = ("get-tuple-element[1](Arg_0)", "get-tuple-element[4](Arg_0)");
        let counter = "get-tuple-element[0](Arg_0)";
        let first = format!("add({h}, reshapef32[2,2](dynamic-slice[1, 2, 2]({products}, {counter}, 0, 0)))");
        assert_eq!(batched(9, 0), (first, vec!["dot[][][2][0](Arg_1, Arg_2)".into()]));
        let second = format!("add({h}, reshapef32[2,2](dynamic-slice[2, 1, 2]({products}, 0, {counter}, 0)))");
        assert_eq!(batched(9, 1), (second, vec!["dot[][][1][1](Arg_2, Arg_1)".into()]));
    }

    #[test]
    fn loops_over_a_part_stay() {
        assert_eq!(batched(8, 0).1, Vec::<String>::new());
    }

    #[test]
    fn values_stay() {
        for side in 0..2 {
            let module = recurrence(9, side);
            let expected = crate::passes::testing::describe(&module);
            let after = "get-tuple-element[1](while(tuple(0, Arg_0, Arg_1, Arg_2, ";
            let dot = if side == 0 { "dot[][][2][0](Arg_1, Arg_2)" } else { "dot[][][1][1](Arg_2, Arg_1)" };
            assert!(expected.starts_with("get-tuple-element[1](while(tuple(0, Arg_0, Arg_1, Arg_2))"));
            check_module(&PASS, module, &format!("{after}{dot})))"));
        }
    }
}
