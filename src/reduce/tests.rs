//! The search, on a program that "fails" for as long as it holds one operation.

use super::*;
use crate::frontend::{Source, parse};
use crate::hlo::evaluator::NoCustomCalls;
use crate::hlo::{ElementType, UnaryOp};

const PROGRAM: &str = "
HloModule m, input_output_alias={ {1}: (1, {}, may-alias) }
body {
  state = (f32[2], pred[]) parameter(0)
  x = f32[2] get-tuple-element(state), index=0
  t = f32[2] tanh(x)
  stop = pred[] constant(false)
  ROOT r = (f32[2], pred[]) tuple(t, stop)
}
condition {
  state = (f32[2], pred[]) parameter(0)
  ROOT go = pred[] get-tuple-element(state), index=1
}
ENTRY main {
  a = f32[2] parameter(0)
  b = f32[2] parameter(1)
  s = f32[2] add(a, b)
  e = f32[2] exponential(s)
  go = pred[] constant(true)
  init = (f32[2], pred[]) tuple(e, go)
  loop = (f32[2], pred[]) while(init), condition=condition, body=body
  y = f32[2] get-tuple-element(loop), index=0
  n = f32[2] negate(y)
  ROOT r = (f32[2], f32[2]) tuple(n, s)
}";

const NO_LIMITS: Limits = Limits { trials: usize::MAX, deadline: None };

fn program() -> Program {
    let module = parse(&Source::new("m.hlo", PROGRAM.to_string())).expect("a right program");
    let array = |values: [f32; 2]| ArrayLiteral::from_slice(ElementType::F32, [2], &values);
    Program { module, arguments: vec![array([1.0, 2.0]), array([3.0, 4.0])] }
}

fn values(program: &Program) -> Values {
    let reached = Reached::default();
    evaluate_entry(program, &NoCustomCalls, &reached);
    reached.take()
}

fn holds(program: &Program, wanted: UnaryOp) -> bool {
    let module = &program.module;
    let mut computations = module.post_order().into_iter().map(|id| module.computation(id));
    computations
        .any(|computation| computation.ids().any(|id| matches!(computation.op(id), Op::Unary(op) if *op == wanted)))
}

fn opcodes(program: &Program) -> Vec<&'static str> {
    let entry = program.module.entry();
    entry.post_order().into_iter().map(|id| entry.op(id).name()).collect()
}

#[test]
fn what_fails_is_left_alone_with_its_value() {
    let reduced = reduce(program(), values, |candidate, _| Some(holds(candidate, UnaryOp::Exponential)), NO_LIMITS);
    assert_eq!(opcodes(&reduced.program), ["parameter", "exponential"]);
    let zeros = ArrayLiteral::zeros(reduced.program.arguments[0].shape());
    assert_eq!(reduced.program.arguments, [zeros]);
}

#[test]
fn computations_are_entered() {
    let reduced = reduce(program(), values, |candidate, _| Some(holds(candidate, UnaryOp::Tanh)), NO_LIMITS);
    assert_eq!(opcodes(&reduced.program), ["parameter", "tanh"]);
}

#[test]
fn arguments_take_the_values_that_they_stand_for() {
    let sum = ArrayLiteral::from_slice(ElementType::F32, [2], &[4f32, 6.0]);
    let fails = |candidate: &Program, _: &[usize]| {
        let has_value = || values(candidate).values().any(|value| *value == exponential(&sum));
        Some(holds(candidate, UnaryOp::Exponential) && has_value())
    };
    let reduced = reduce(program(), values, fails, NO_LIMITS);
    assert_eq!(reduced.program.arguments, [sum]);
}

fn exponential(array: &ArrayLiteral) -> Literal {
    let results: Vec<f32> = array.elements::<f32>().iter().map(|&x| f64::from(x).exp() as f32).collect();
    ArrayLiteral::from_slice(ElementType::F32, [2], &results).into()
}

#[test]
fn steps_lead_to_the_same_program_again() {
    let reduced = reduce(program(), values, |candidate, _| Some(holds(candidate, UnaryOp::Tanh)), NO_LIMITS);
    let followed = follow(program(), &reduced.path, values);
    assert_eq!(opcodes(&followed), opcodes(&reduced.program));
    assert_eq!(followed.arguments, reduced.program.arguments);
}

#[test]
fn aliases_follow_their_parameter() {
    let has_aliases = |candidate: &Program, _: &[usize]| Some(!candidate.module.input_output_aliases.is_empty());
    let reduced = reduce(program(), values, has_aliases, NO_LIMITS);
    let alias = &reduced.program.module.input_output_aliases[0];
    let entry = reduced.program.module.entry();
    let aliased = entry.operand(entry.root(), 1);
    assert!(matches!(entry.op(aliased), Op::Parameter { number } if *number == alias.parameter));
}

#[test]
fn a_search_ends_at_its_limit() {
    let limits = Limits { trials: 2, deadline: None };
    assert_eq!(reduce(program(), values, |_, _| Some(false), limits).trials, 2);
    assert_eq!(reduce(program(), values, |_, _| None, NO_LIMITS).trials, 1);
}
