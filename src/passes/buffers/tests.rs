//! Copy insertion and buffer assignment on small programs: how many copies, and what shares memory.

use crate::hlo::{
    ArrayLiteral, BinaryOp, ComparisonDirection, ComparisonOrder, Computation, ComputationId, ElementType, Instruction,
    InstructionId, Module, Op, Shape, UnaryOp,
};
use crate::passes::buffer_assignment::{AllocationKind, BufferAssignment};
use crate::passes::{copy_insertion, schedule};

fn vector() -> Shape {
    Shape::array(ElementType::F32, [16])
}

fn counter() -> Shape {
    Shape::scalar(ElementType::S32)
}

fn add(computation: &mut Computation, op: Op, shape: Shape, operands: &[InstructionId]) -> InstructionId {
    computation.add(Instruction::new(op, shape, operands))
}

fn negate(computation: &mut Computation, operand: InstructionId) -> InstructionId {
    add(computation, Op::Unary(UnaryOp::Negate), vector(), &[operand])
}

fn element(computation: &mut Computation, tuple: InstructionId, index: usize) -> InstructionId {
    let shape = computation.shape(tuple).as_tuple().unwrap()[index].clone();
    add(computation, Op::GetTupleElement { index }, shape, &[tuple])
}

fn tuple(computation: &mut Computation, parts: &[InstructionId]) -> InstructionId {
    let shape = Shape::Tuple(parts.iter().map(|&p| computation.shape(p).clone()).collect());
    computation.add_root(Instruction::new(Op::Tuple, shape, parts))
}

fn number(computation: &mut Computation, value: i32) -> InstructionId {
    let literal = ArrayLiteral::from_slice(ElementType::S32, [], &[value]);
    add(computation, Op::Constant(literal.into()), counter(), &[])
}

fn finish(mut module: Module, entry: Computation) -> Module {
    let entry = module.add_computation(entry);
    module.set_entry(entry);
    schedule::run(&mut module).unwrap();
    copy_insertion::run(&mut module).unwrap();
    module
}

fn copies(module: &Module) -> usize {
    let all = module.computation_ids().into_iter().map(|id| module.computation(id));
    all.flat_map(|c| c.ids().map(|id| c.op(id))).filter(|op| matches!(op, Op::Copy)).count()
}

/// `element 0 < 10`
fn less_than_ten(module: &mut Module, state: &Shape) -> ComputationId {
    let mut condition = Computation::new("condition");
    let parameter = condition.add_parameter(0, state.clone(), &None);
    let i = element(&mut condition, parameter, 0);
    let ten = number(&mut condition, 10);
    let op = Op::Compare { direction: ComparisonDirection::Lt, order: ComparisonOrder::Partial };
    condition.add_root(Instruction::new(op, Shape::scalar(ElementType::Pred), [i, ten]));
    module.add_computation(condition)
}

/// A loop that counts to ten; `next` makes the rest of the state from the old rest.
fn counting_loop(
    module: &mut Module,
    vectors: usize,
    next: impl FnOnce(&mut Computation, &[InstructionId]) -> Vec<InstructionId>,
) -> (Op, Shape) {
    let state = Shape::Tuple(std::iter::once(counter()).chain((0..vectors).map(|_| vector())).collect());
    let condition = less_than_ten(module, &state);
    let mut body = Computation::new("body");
    let parameter = body.add_parameter(0, state.clone(), &None);
    let i = element(&mut body, parameter, 0);
    let one = number(&mut body, 1);
    let i = add(&mut body, Op::Binary(BinaryOp::Add), counter(), &[i, one]);
    let old: Vec<InstructionId> = (1..=vectors).map(|n| element(&mut body, parameter, n)).collect();
    let new = next(&mut body, &old);
    tuple(&mut body, &[vec![i], new].concat());
    let body = module.add_computation(body);
    (Op::While { condition, body }, state)
}

fn entry_with_loop(module: Module, op: Op, state: Shape, vectors: usize) -> Module {
    let mut entry = Computation::new("main");
    let parameter = entry.add_parameter(0, vector(), &None);
    let zero = number(&mut entry, 0);
    let init: Vec<InstructionId> = (0..vectors).map(|_| negate(&mut entry, parameter)).collect();
    let init = tuple(&mut entry, &[vec![zero], init].concat());
    let result = add(&mut entry, op, state, &[init]);
    let last = element(&mut entry, result, 1);
    entry.set_root(last);
    finish(module, entry)
}

#[test]
fn a_loop_that_replaces_its_state_runs_in_place() {
    let mut module = Module::new("m");
    let (op, state) = counting_loop(&mut module, 1, |body, old| vec![negate(body, old[0])]);
    let module = entry_with_loop(module, op, state, 1);
    // Only the constant that the counter starts from.
    assert_eq!(copies(&module), 1);
    let assignment = BufferAssignment::of(&module).unwrap();
    let vectors = assignment.allocations.iter().filter(|a| matches!(a.kind, AllocationKind::Output(_)));
    assert_eq!(vectors.count(), 1);
    assert!(assignment.arena_bytes() <= 128, "{}", assignment.report());
}

#[test]
fn loop_invariant_state_is_never_copied() {
    let mut module = Module::new("m");
    let (op, state) = counting_loop(&mut module, 2, |body, old| {
        vec![add(body, Op::Binary(BinaryOp::Add), vector(), &[old[0], old[1]]), old[1]]
    });
    let module = entry_with_loop(module, op, state, 2);
    assert_eq!(copies(&module), 1);
    BufferAssignment::of(&module).unwrap();
}

#[test]
fn a_swap_goes_through_a_temporary() {
    let mut module = Module::new("m");
    let (op, state) = counting_loop(&mut module, 2, |_, old| vec![old[1], old[0]]);
    let module = entry_with_loop(module, op, state, 2);
    // The counter's start, and three for the swap.
    assert_eq!(copies(&module), 4);
    BufferAssignment::of(&module).unwrap();
}

#[test]
fn results_get_memory_of_their_own() {
    let mut entry = Computation::new("main");
    let parameter = entry.add_parameter(0, vector(), &None);
    let value = negate(&mut entry, parameter);
    tuple(&mut entry, &[parameter, value, value]);
    let module = finish(Module::new("m"), entry);
    assert_eq!(copies(&module), 2);
    let assignment = BufferAssignment::of(&module).unwrap();
    let distinct: std::collections::HashSet<_> = assignment.outputs.iter().collect();
    assert_eq!(distinct.len(), 3);
}

#[test]
fn an_update_copies_what_lives_on() {
    let build = |also_returned: bool| {
        let mut entry = Computation::new("main");
        let parameter = entry.add_parameter(0, vector(), &None);
        let update = entry.add_parameter(1, Shape::array(ElementType::F32, [4]), &None);
        let at = entry.add_parameter(2, counter(), &None);
        let operand = negate(&mut entry, parameter);
        let updated = add(&mut entry, Op::DynamicUpdateSlice, vector(), &[operand, update, at]);
        let parts = if also_returned { vec![updated, operand] } else { vec![updated] };
        tuple(&mut entry, &parts);
        finish(Module::new("m"), entry)
    };
    assert_eq!(copies(&build(false)), 0);
    assert_eq!(copies(&build(true)), 1);
}

#[test]
fn a_chain_of_elementwise_steps_reuses_one_buffer() {
    let mut entry = Computation::new("main");
    let parameter = entry.add_parameter(0, vector(), &None);
    let mut value = parameter;
    for _ in 0..5 {
        value = negate(&mut entry, value);
    }
    entry.set_root(value);
    let module = finish(Module::new("m"), entry);
    let assignment = BufferAssignment::of(&module).unwrap();
    assert_eq!(assignment.arena_bytes(), 0, "{}", assignment.report());
}

#[test]
fn an_aliased_argument_becomes_the_result() {
    let mut entry = Computation::new("main");
    let parameter = entry.add_parameter(0, vector(), &None);
    let value = negate(&mut entry, parameter);
    entry.set_root(value);
    let mut module = Module::new("m");
    module.input_output_aliases.push(crate::hlo::InputOutputAlias {
        output: vec![],
        parameter: 0,
        parameter_index: vec![],
        must: true,
    });
    let module = finish(module, entry);
    assert_eq!(copies(&module), 0);
    let assignment = BufferAssignment::of(&module).unwrap();
    let output = assignment.outputs[0].unwrap();
    assert_eq!(assignment.allocations[output].kind, AllocationKind::Parameter(0));
}
