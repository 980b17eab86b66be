//! Loops and branches that shapes depend on: a loop whose values change their shape from step to step becomes its
//! steps, and a conditional whose branches give different shapes becomes the branch that is taken.
//!
//! Both need their predicate's value, so this is done only where values are followed (see [`super::known`]).

use super::{Captures, Failure, OpLowering, Outcome};
use crate::frontend::attributes::integers_of;
use crate::hlo::{ComputationId, InstructionId, Literal, Op, Shape};

/// Steps that a loop may be written out to.
const MAX_STEPS: usize = 10_000;

impl<'m> OpLowering<'_, 'm> {
    /// Whether shapes in this operation's regions are followed with their values.
    pub fn is_followed(&mut self) -> bool {
        self.state.follows_values && self.state.mentions_dynamism(self.node.operation)
    }

    /// A loop over `state`, the loop's values and then the outer ones that it uses, as calls of its steps.
    pub fn followed_loop(&mut self, captures: &Captures<'m>, mut state: Vec<InstructionId>) -> Outcome {
        let carried = self.operands.len();
        for _ in 0..=MAX_STEPS {
            let shapes: Vec<Shape> = state.iter().map(|&id| self.shape(id).clone()).collect();
            let condition = self.loop_condition(captures, &shapes, &state)?;
            let goes_on = self.call_with(condition, &state);
            if self.known_index(goes_on, "the condition")? == 0 {
                state.truncate(carried);
                return Ok(state);
            }
            let body = self.loop_body(captures, &shapes, &state)?;
            let next = self.call_with(body, &state);
            state = self.elements(next);
        }
        Err(self.node.unsupported(format!("a loop of more than {MAX_STEPS} steps that change shapes")).into())
    }

    /// The branch of this conditional that is taken, as a call.
    pub fn followed_conditional(&mut self, captures: &Captures<'m>, shapes: &[Shape]) -> Outcome {
        let count = self.node.regions().len();
        let selector = self.known_index(self.operands[0], "operand 0")?;
        let index = match self.node.name {
            "stablehlo.if" => usize::from(selector == 0),
            // An index out of range chooses the last branch (StableHLO, `case`).
            _ => usize::try_from(selector).map_or(count - 1, |index| index.min(count - 1)),
        };
        let branch = self.branch(index, captures, shapes)?;
        let handed: Vec<InstructionId> = captures.handed.iter().map(|&(_, id)| id).collect();
        let result = self.call_with(branch, &handed);
        match self.results.len() {
            1 => Ok(vec![result]),
            _ => Ok(self.elements(result)),
        }
    }

    /// A call with a tuple of these values.
    fn call_with(&mut self, to_apply: ComputationId, state: &[InstructionId]) -> InstructionId {
        let argument = self.tuple(state.to_vec());
        let shape = self.root_shape(to_apply);
        self.add(Op::Call { to_apply }, shape, [argument])
    }

    pub fn root_shape(&self, id: ComputationId) -> Shape {
        let computation = self.state.module.computation(id);
        computation.shape(computation.root()).clone()
    }

    /// A predicate or index that decides on shapes.
    fn known_index(&mut self, id: InstructionId, what: &str) -> Result<i64, Failure> {
        let value = self.known_value(id)?.as_ref().and_then(Literal::as_array).map(integers_of);
        match value.as_deref() {
            Some(&[index]) => Ok(index),
            Some(_) => Err(self.node.error(format!("expected a scalar, found {} for {what}", self.shape(id))).into()),
            None => {
                let message = format!("{what}, which shapes depend on, is known only when the program runs");
                Err(self.node.unsupported(message).into())
            }
        }
    }
}
