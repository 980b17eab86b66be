//! Loops, branches, and what only ties values together.

use super::function::{operations, set_root, set_tuple_root};
use super::region::Captures;
use super::{Failure, OpLowering, Outcome, Scope};
use crate::frontend::mlir;
use crate::hlo::{ComputationId, InstructionId, Op, Shape};
use melior::ir::BlockLike;
use melior::ir::operation::OperationLike;

impl<'m> OpLowering<'_, 'm> {
    /// The state is a tuple: the loop's values, then the outer values that its regions use, which pass through.
    pub fn while_loop(&mut self) -> Outcome {
        let captures = self.captures()?;
        let mut state = self.operands.clone();
        let carried = state.len();
        if self.results.len() != carried {
            let message = format!("expected {carried} results, one a loop value, found {}", self.results.len());
            return Err(self.node.error(message).into());
        }
        state.extend(captures.handed.iter().map(|&(_, id)| id));
        if self.is_followed() {
            return self.followed_loop(&captures, state);
        }
        let shapes: Vec<Shape> = state.iter().map(|&id| self.shape(id).clone()).collect();
        let condition = self.loop_condition(&captures, &shapes, &[])?;
        let body = self.loop_body(&captures, &shapes, &[])?;
        self.expect_steady(body, &shapes)?;
        self.while_c3_results_are_the_operands(&shapes)?;
        let init = self.tuple(state);
        let results = shapes[..carried].to_vec();
        let whole = self.add(Op::While { condition, body }, Shape::Tuple(shapes), [init]);
        let element = |(index, shape)| self.add(Op::GetTupleElement { index }, shape, [whole]);
        Ok(results.into_iter().enumerate().map(element).collect())
    }

    /// A loop whose values change their shape has to be followed.
    fn expect_steady(&mut self, body: ComputationId, shapes: &[Shape]) -> Result<(), Failure> {
        let is_steady = self.root_shape(body).as_tuple() == Some(shapes);
        match !is_steady && self.state.mentions_dynamism(self.node.operation) {
            true => Err(self.state.follow_values()),
            false => Ok(()),
        }
    }

    /// The condition as a computation. `state` has the values of a step that is followed.
    pub fn loop_condition(
        &mut self,
        captures: &Captures<'m>,
        shapes: &[Shape],
        state: &[InstructionId],
    ) -> Result<ComputationId, Failure> {
        let block = self.node.block(0)?;
        let mut scope = self.scope_with(captures, "while_condition".to_owned());
        let elements = self.bind_tuple(&mut scope, block, &captures.handed, shapes)?;
        self.share_knowledge(&mut scope, &elements, state)?;
        let results = self.state.block(&mut scope, block, self.node)?;
        set_root(&mut scope, results, &self.node.location);
        Ok(self.state.module.add_computation(scope.computation))
    }

    /// The body as a computation, as for the condition.
    pub fn loop_body(
        &mut self,
        captures: &Captures<'m>,
        shapes: &[Shape],
        state: &[InstructionId],
    ) -> Result<ComputationId, Failure> {
        let block = self.node.block(1)?;
        let mut scope = self.scope_with(captures, "while_body".to_owned());
        let elements = self.bind_tuple(&mut scope, block, &captures.handed, shapes)?;
        self.share_knowledge(&mut scope, &elements, state)?;
        let mut results = self.state.block(&mut scope, block, self.node)?;
        let carried = shapes.len() - captures.handed.len();
        if results.len() != carried {
            let message = format!("expected the body to return {carried} values, found {}", results.len());
            return Err(self.node.error(message).into());
        }
        results.extend_from_slice(&elements[carried..]);
        set_tuple_root(&mut scope, results, &self.node.location);
        Ok(self.state.module.add_computation(scope.computation))
    }

    /// What is known inside of a loop: of a step that is followed, all that is known of its state; else of a value that
    /// every step passes on as it is.
    fn share_knowledge(
        &mut self,
        scope: &mut Scope,
        elements: &[InstructionId],
        state: &[InstructionId],
    ) -> Result<(), Failure> {
        for (&element, &value) in elements.iter().zip(state) {
            let knowledge = self.state.knowledge(self.scope, value)?;
            scope.knowledge.insert(element, knowledge);
        }
        match self.state.has_dynamic_shapes && state.is_empty() {
            true => self.share_invariants(scope, elements),
            false => Ok(()),
        }
    }

    fn share_invariants(&mut self, scope: &mut Scope, elements: &[InstructionId]) -> Result<(), Failure> {
        let body = self.node.block(1)?;
        let Some(terminator) = operations(body).last() else { return Ok(()) };
        for (index, returned) in terminator.operands().enumerate().take(self.operands.len()) {
            let argument = body.argument(index).map(|argument| mlir::value_key(argument.into()));
            if argument.ok() == Some(mlir::value_key(returned)) {
                let knowledge = self.state.knowledge(self.scope, self.operands[index])?;
                scope.knowledge.insert(elements[index], knowledge);
            }
        }
        Ok(())
    }

    /// `if` and `case`: every branch takes the same tuple of the outer values that any of them uses.
    pub fn conditional(&mut self) -> Outcome {
        self.expect_operands(1)?;
        let captures = self.captures()?;
        let shapes: Vec<Shape> = captures.handed.iter().map(|&(_, id)| self.shape(id).clone()).collect();
        if self.is_followed() {
            return self.followed_conditional(&captures, &shapes);
        }
        let count = self.branch_count()?;
        let branches = (0..count).map(|i| self.branch(i, &captures, &shapes)).collect::<Result<Vec<_>, _>>()?;
        self.expect_agreement(&branches)?;
        let argument = self.tuple(captures.handed.iter().map(|&(_, id)| id).collect());
        let mut operands = vec![self.operands[0]];
        operands.resize(1 + count, argument);
        self.with_operands(Op::Conditional { branches }, operands)
    }

    /// How many regions a conditional has, which are two of an `if`.
    fn branch_count(&self) -> Result<usize, Failure> {
        let count = self.node.regions().len();
        match (self.node.name, count) {
            ("stablehlo.if", 2) => Ok(count),
            ("stablehlo.if", _) => Err(self.node.error(format!("expected two regions, found {count}")).into()),
            (_, 0) => Err(self.node.error("expected at least one branch").into()),
            (_, _) => Ok(count),
        }
    }

    /// A conditional whose branches give different shapes has to be followed.
    fn expect_agreement(&mut self, branches: &[ComputationId]) -> Result<(), Failure> {
        let agree = branches.windows(2).all(|pair| self.root_shape(pair[0]) == self.root_shape(pair[1]));
        match !agree && self.state.mentions_dynamism(self.node.operation) {
            true => Err(self.state.follow_values()),
            false => Ok(()),
        }
    }

    pub fn branch(
        &mut self,
        index: usize,
        captures: &Captures<'m>,
        shapes: &[Shape],
    ) -> Result<ComputationId, Failure> {
        let block = self.node.block(index)?;
        let mut scope = self.scope_with(captures, self.region_name(index));
        self.bind_tuple(&mut scope, block, &captures.handed, shapes)?;
        let results = self.state.block(&mut scope, block, self.node)?;
        set_root(&mut scope, results, &self.node.location);
        Ok(self.state.module.add_computation(scope.computation))
    }

    pub fn optimization_barrier(&mut self) -> Outcome {
        if self.results.len() != self.operands.len() {
            return Err(self.node.error("expected as many results as operands").into());
        }
        let operands = self.operands.clone();
        if operands.is_empty() {
            return Ok(Vec::new());
        }
        let operand = if operands.len() == 1 { operands[0] } else { self.tuple(operands) };
        self.with_operands(Op::OptimizationBarrier, vec![operand])
    }

    pub fn make_tuple(&mut self) -> Outcome {
        self.plain(Op::Tuple)
    }

    pub fn get_tuple_element(&mut self) -> Outcome {
        self.expect_operands(1)?;
        let index = self.node.usize("index")?;
        let parts = self.shape(self.operands[0]).as_tuple().map_or(0, <[Shape]>::len);
        if index >= parts {
            let message = format!("expected an index below {parts}, found {index}");
            return Err(self.node.error(message).into());
        }
        self.plain(Op::GetTupleElement { index })
    }
}
