//! Whole computations, and the operations that run them.

use super::collective::collective;
use super::context::{Context, Evaluated};
use super::error::{EvalError, Result};
use super::evaluate_op;
use crate::hlo::asynchronous::contexts;
use crate::hlo::{
    ArrayLiteral, Computation, ComputationId, ElementType, Instruction, InstructionId, Literal, Module, Op, Shape,
    Transfer, focus_on,
};

/// Evaluates a verified module's entry, without custom calls ([`evaluate_computation`] takes a context that has some).
pub fn evaluate(module: &Module, arguments: &[Literal]) -> Result<Literal> {
    let arguments: Vec<&Literal> = arguments.iter().collect();
    evaluate_computation(module.entry_id(), &arguments, &Context::new(module))
}

/// Evaluates a computation: operands first, every value dropped after its last use.
///
/// # Errors
/// Arguments that are not the parameters' in number or type; whatever an instruction meets, with its name.
pub fn evaluate_computation(id: ComputationId, arguments: &[&Literal], context: &Context) -> Result<Literal> {
    check_arguments(context.module.computation(id), arguments)?;
    run_computation(id, arguments, context)
}

/// Evaluates a computation on arguments of its parameters' types.
pub fn run_computation(computation_id: ComputationId, arguments: &[&Literal], context: &Context) -> Result<Literal> {
    let computation = context.module.computation(computation_id);
    let plan = context.plan(computation_id);
    let mut values = Values { remaining_uses: plan.uses.clone(), values: vec![None; computation.id_bound()] };
    for &id in &plan.order {
        context.check_interrupt()?;
        let instruction = computation.get(id);
        let value = match &instruction.op {
            Op::Parameter { number } => arguments[*number].clone(),
            _ => observed(computation_id, id, &values.operands(instruction), context)?,
        };
        values.release_operands(instruction);
        values.keep(id, value);
    }
    Ok(values.values[computation.root().0 as usize].take().expect("the root counts as used"))
}

/// The value of an instruction, which whoever observes the run is shown.
fn observed(owner: ComputationId, id: InstructionId, operands: &[&Literal], context: &Context) -> Result<Literal> {
    let instruction = context.module.computation(owner).get(id);
    focus_on(instruction);
    let value = evaluate_instruction(instruction, operands, context).map_err(|error| error.at(instruction))?;
    if let Some(observe) = context.observer {
        observe(Evaluated { computation: owner, instruction: id, operands, value: &value });
    }
    Ok(value)
}

/// Values of a computation's instructions, from where they are made to where they are used last.
struct Values {
    remaining_uses: Vec<usize>,
    values: Vec<Option<Literal>>,
}

impl Values {
    fn operands(&self, instruction: &Instruction) -> Vec<&Literal> {
        let value = |operand: &InstructionId| {
            self.values[operand.0 as usize].as_ref().expect("operands come first and live to their last use")
        };
        instruction.operands().iter().map(value).collect()
    }

    fn release_operands(&mut self, instruction: &Instruction) {
        for operand in instruction.operands() {
            let operand = operand.0 as usize;
            self.remaining_uses[operand] -= 1;
            if self.remaining_uses[operand] == 0 {
                self.values[operand] = None;
            }
        }
    }

    fn keep(&mut self, id: InstructionId, value: Literal) {
        if self.remaining_uses[id.0 as usize] > 0 {
            self.values[id.0 as usize] = Some(value);
        }
    }
}

/// The value of an instruction, from those of its operands.
///
/// # Errors
/// What the evaluator does not know, and what fails.
pub fn evaluate_instruction(instruction: &Instruction, operands: &[&Literal], context: &Context) -> Result<Literal> {
    match &instruction.op {
        Op::Collective(op) => collective(op, instruction, operands, context),
        Op::AsyncStart(op) => async_start(op, instruction, operands, context),
        Op::Transfer(op) => transfer(op, instruction, operands, context),
        op => evaluate_op(op, operands, &instruction.shape, context),
    }
}

/// The whole operation, done at once.
fn async_start(op: &Op, instruction: &Instruction, operands: &[&Literal], context: &Context) -> Result<Literal> {
    let started = instruction.started().ok_or_else(|| EvalError::failed("what is started has no result"))?;
    let result = evaluate_instruction(&started, operands, context)?;
    let contexts = contexts(op, &instruction.shape).iter().map(Literal::zeros);
    Ok(match (op.started_index(), instruction.shape.at(&[0])) {
        (None, _) => result,
        (Some(0), _) => Literal::Tuple([result, operands[0].clone()].into_iter().chain(contexts).collect()),
        (Some(_), first) => {
            let kept = operands.iter().map(|&operand| operand.clone()).collect();
            let is_bare = operands.len() == 1 && !matches!(first, Some(Shape::Tuple(_)));
            let kept = if is_bare { operands[0].clone() } else { Literal::Tuple(kept) };
            Literal::Tuple([kept, result].into_iter().chain(contexts).collect())
        }
    })
}

/// Puts a value in a queue of the run, or takes one.
fn transfer(op: &Transfer, instruction: &Instruction, operands: &[&Literal], context: &Context) -> Result<Literal> {
    let Some(call) = op.queue_call(instruction, context.channels()) else {
        return Ok(Literal::zeros(&instruction.shape));
    };
    let call = Op::CustomCall(Box::new(call));
    if !matches!(op, Transfer::Send(_)) {
        return evaluate_op(&call, operands, &instruction.shape, context);
    }
    let token = evaluate_op(&call, operands, &Shape::Token, context)?;
    let context = ArrayLiteral::scalar_integer(ElementType::U32, 0);
    Ok(Literal::Tuple(vec![operands[0].clone(), context.into(), token]))
}

/// What is the same in every run of a computation.
pub struct Plan {
    order: Vec<InstructionId>,
    /// Uses of each instruction's value; the computation's caller is one of the root's.
    uses: Vec<usize>,
}

impl Plan {
    pub fn new(computation: &Computation) -> Plan {
        let mut uses = vec![0; computation.id_bound()];
        for id in computation.ids() {
            for operand in computation.operands(id) {
                uses[operand.0 as usize] += 1;
            }
        }
        uses[computation.root().0 as usize] += 1;
        Plan { order: computation.post_order(), uses }
    }
}

fn check_arguments(computation: &Computation, arguments: &[&Literal]) -> Result<()> {
    let parameters = computation.parameters();
    if parameters.len() != arguments.len() {
        let (name, expected, found) = (&computation.name, parameters.len(), arguments.len());
        return Err(EvalError::failed(format!("{name} takes {expected} arguments, found {found}")));
    }
    for (number, (&parameter, argument)) in parameters.iter().zip(arguments).enumerate() {
        let (expected, found) = (computation.shape(parameter), argument.shape());
        if !expected.same_type(&found) {
            let name = &computation.name;
            return Err(EvalError::failed(format!("argument {number} of {name}: expected {expected}, found {found}")));
        }
    }
    Ok(())
}

/// Runs `body` on the state for as long as `condition` holds.
pub fn while_loop(
    condition: ComputationId,
    body: ComputationId,
    state: &Literal,
    context: &Context,
) -> Result<Literal> {
    let mut state = state.clone();
    loop {
        context.devices.check()?;
        let goes_on = run_computation(condition, &[&state], context)?;
        if goes_on.expect_array().bytes()[0] == 0 {
            return Ok(state);
        }
        state = run_computation(body, &[&state], context)?;
    }
}

/// Branch 0 for a true predicate, 1 for a false one; the last branch for an index out of range.
pub fn conditional(branches: &[ComputationId], operands: &[&Literal], context: &Context) -> Result<Literal> {
    let selector = operands[0].expect_array();
    let value = super::array::ScalarReader::new(selector).get(0);
    let chosen = match value {
        super::scalar::Scalar::Pred(holds) => usize::from(!holds),
        index => usize::try_from(index.to_index()).unwrap_or(usize::MAX).min(branches.len() - 1),
    };
    run_computation(branches[chosen], &[operands[1 + chosen]], context)
}

/// Element `index` of a tuple.
pub fn get_tuple_element(tuple: &Literal, index: usize) -> Result<Literal> {
    match tuple {
        Literal::Tuple(parts) if index < parts.len() => Ok(parts[index].clone()),
        other => Err(EvalError::failed(format!("{} has no tuple element {index}", other.shape()))),
    }
}

/// Several results are a tuple, one is itself.
pub fn tuple_if_many(mut results: Vec<Literal>, shape: &Shape) -> Literal {
    match shape {
        Shape::Tuple(_) => Literal::Tuple(results),
        Shape::Array(_) | Shape::Token => results.swap_remove(0),
    }
}
