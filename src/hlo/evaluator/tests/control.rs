use super::*;
use crate::hlo::evaluate;
use ElementType::*;

fn pair() -> Shape {
    Shape::Tuple(vec![Shape::scalar(S32), Shape::scalar(S32)])
}

fn element(computation: &mut Computation, tuple: InstructionId, index: usize) -> InstructionId {
    computation.add(Instruction::new(Op::GetTupleElement { index }, Shape::scalar(S32), [tuple]))
}

/// Doubles the second number as often as the first says.
fn doubling() -> Module {
    let mut module = Module::new("test");
    let mut condition = Computation::new("condition");
    let state = condition.add_parameter(0, pair(), &None);
    let left = element(&mut condition, state, 0);
    let zero = condition.add(Instruction::new(Op::Constant(s32s(&[], &[0])), Shape::scalar(S32), []));
    let greater = Op::Compare { direction: ComparisonDirection::Gt, order: ComparisonOrder::Partial };
    condition.add_root(Instruction::new(greater, Shape::scalar(Pred), [left, zero]));
    let condition = module.add_computation(condition);

    let mut body = Computation::new("body");
    let state = body.add_parameter(0, pair(), &None);
    let (left, number) = (element(&mut body, state, 0), element(&mut body, state, 1));
    let one = body.add(Instruction::new(Op::Constant(s32s(&[], &[1])), Shape::scalar(S32), []));
    let less = body.add(Instruction::new(Op::Binary(BinaryOp::Subtract), Shape::scalar(S32), [left, one]));
    let twice = body.add(Instruction::new(Op::Binary(BinaryOp::Add), Shape::scalar(S32), [number, number]));
    body.add_root(Instruction::new(Op::Tuple, pair(), [less, twice]));
    let body = module.add_computation(body);

    let mut entry = Computation::new("main");
    let arguments = [0, 1].map(|i| entry.add_parameter(i, Shape::scalar(S32), &None));
    let state = entry.add(Instruction::new(Op::Tuple, pair(), arguments));
    let end = entry.add(Instruction::new(Op::While { condition, body }, pair(), [state]));
    let number = element(&mut entry, end, 1);
    entry.set_root(number);
    let id = module.add_computation(entry);
    module.set_entry(id);
    module
}

#[test]
fn while_runs_until_its_condition_fails() {
    let run = |times| elements::<i32>(&evaluate(&doubling(), &[s32s(&[], &[times]), s32s(&[], &[3])]).unwrap());
    assert_eq!([run(0), run(5)], [vec![3], vec![96]]);
}

#[test]
fn wrong_arguments_are_named() {
    let error = evaluate(&doubling(), &[s32s(&[], &[1])]).unwrap_err();
    assert_eq!(error.to_string(), "main takes 2 arguments, found 1");
    let error = evaluate(&doubling(), &[s32s(&[], &[1]), f32s(&[], &[1.0])]).unwrap_err();
    assert_eq!(error.to_string(), "argument 1 of main: expected s32[], found f32[]");
}

#[test]
fn conditional_takes_the_last_branch_for_wild_indices() {
    let mut module = Module::new("test");
    let branches: Vec<ComputationId> = [UnaryOp::Negate, UnaryOp::Abs, UnaryOp::Not]
        .map(|op| {
            let mut branch = Computation::new("branch");
            let x = branch.add_parameter(0, Shape::scalar(S32), &None);
            branch.add_root(Instruction::new(Op::Unary(op), Shape::scalar(S32), [x]));
            module.add_computation(branch)
        })
        .to_vec();
    let x = s32s(&[], &[-5]);
    let choose = |selector: Literal| {
        let op = Op::Conditional { branches: branches.clone() };
        elements::<i32>(&run_in(&module, op, &[&selector, &x, &x, &x], Shape::scalar(S32)).unwrap())[0]
    };
    assert_eq!([0, 1, 2, 3, -1].map(|i| choose(s32s(&[], &[i]))), [5, 5, 4, 4, 4]);
    let op = Op::Conditional { branches: branches[1..].to_vec() };
    let on_false = run_in(&module, op, &[&array(Pred, &[], &[0u8]), &x, &x], Shape::scalar(S32)).unwrap();
    assert_eq!(elements::<i32>(&on_false), [4]);
}

#[test]
fn a_region_with_control_flow_runs_on_literals() {
    let module = doubling();
    let op = Op::Map { to_apply: module.entry_id() };
    let operands = [&s32s(&[2], &[1, 3]), &s32s(&[2], &[1, 1])];
    assert_eq!(elements::<i32>(&run_in(&module, op, &operands, Shape::array(S32, [2])).unwrap()), [2, 8]);
}

#[test]
fn a_deep_graph_needs_no_deep_stack() {
    let mut entry = Computation::new("main");
    let mut value = entry.add_parameter(0, Shape::scalar(S32), &None);
    for _ in 0..50_000 {
        value = entry.add(Instruction::new(Op::Unary(UnaryOp::Negate), Shape::scalar(S32), [value]));
    }
    entry.set_root(value);
    let mut module = Module::new("test");
    let id = module.add_computation(entry);
    module.set_entry(id);
    assert_eq!(elements::<i32>(&evaluate(&module, &[s32s(&[], &[7])]).unwrap()), [7]);
}

#[test]
fn errors_name_the_instruction() {
    let mut entry = Computation::new("main");
    let x = entry.add_parameter(0, Shape::scalar(F32), &None);
    entry.add_root(Instruction::new(Op::Binary(BinaryOp::Xor), Shape::scalar(F32), [x, x]).named("mix"));
    let mut module = Module::new("test");
    let id = module.add_computation(entry);
    module.set_entry(id);
    let error = evaluate(&module, &[f32s(&[], &[1.0])]).unwrap_err();
    assert_eq!(error.to_string(), "%mix (xor): xor is not defined on f32");
}
