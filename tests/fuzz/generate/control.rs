//! Calls, branches and loops.

use super::{Attempt, MAX_DEPTH, Scope};
use pjrt::hlo::infer::ProgramShape;
use pjrt::hlo::*;

impl Scope<'_> {
    pub(super) fn control(&mut self) -> Attempt {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        match self.random.below(4) {
            0 => self.call(),
            1 => self.conditional(),
            _ => self.while_loop(),
        }
    }

    /// Some arrays.
    fn values(&mut self) -> Vec<InstructionId> {
        let count = self.random.below(4);
        (0..count).map(|_| self.any()).collect()
    }

    fn shapes(&self, values: &[InstructionId]) -> Vec<Shape> {
        values.iter().map(|&id| self.computation.shape(id).clone()).collect()
    }

    fn call(&mut self) -> Attempt {
        let operands = self.values();
        let shapes = self.shapes(&operands);
        let mut scope = self.inner();
        for (number, shape) in shapes.iter().enumerate() {
            let id = scope.computation.add_parameter(number, shape.clone(), &None);
            scope.pool.push(id);
        }
        let steps = 1 + scope.random.below(5);
        scope.steps(steps);
        let computation = scope.finish_with_outputs();
        let (to_apply, callee) = self.define(computation);
        self.add_calling(Op::Call { to_apply }, &operands, &Shape::Token, &[callee])
    }

    /// A computation from a tuple to these shapes, in one array or a tuple.
    fn branch(&mut self, state: &[Shape], results: &[Shape]) -> (ComputationId, ProgramShape) {
        let mut scope = self.inner();
        let parameter = scope.computation.add_parameter(0, Shape::Tuple(state.to_vec()), &None);
        scope.offer(parameter);
        let steps = scope.random.below(5);
        scope.steps(steps);
        let values: Vec<InstructionId> = results.iter().map(|shape| scope.like(shape.expect_array())).collect();
        let root = match values[..] {
            [single] => single,
            _ => scope.derived(Op::Tuple, &values).expect("a tuple"),
        };
        let computation = scope.finish(root);
        self.define(computation)
    }

    fn conditional(&mut self) -> Attempt {
        let values = self.values();
        let state = self.shapes(&values);
        let results = self.values();
        let results = self.shapes(&results);
        let by_pred = self.random.flag();
        let count = if by_pred { 2 } else { 1 + self.random.below(3) };
        let selector = self.like_scalar(if by_pred { ElementType::Pred } else { ElementType::S32 });
        let (branches, callees): (Vec<_>, Vec<_>) = (0..count).map(|_| self.branch(&state, &results)).unzip();
        let tuple = self.derived(Op::Tuple, &values)?;
        let operands = [vec![selector], vec![tuple; count]].concat();
        self.add_calling(Op::Conditional { branches }, &operands, &Shape::Token, &callees)
    }

    /// A counter runs from a start over a few steps; the other values change from turn to turn.
    fn while_loop(&mut self) -> Attempt {
        use ElementType::*;
        let counter_type = self.random.weighted(&[(6, S32), (1, S64), (1, U32), (1, S8), (1, F32)]);
        let start = self.random.within(0, 3) as f64;
        let trips = self.random.below(6) as f64;
        let step = self.random.choose(&[1.0, 2.0]);
        let counter = self.constant(counter_type, start);
        let values = self.values();
        let state = [vec![counter], values].concat();
        let shapes = self.shapes(&state);
        let condition = self.loop_condition(&shapes, counter_type, start + trips * step);
        let body = self.loop_body(&shapes, counter_type, step);
        let tuple = self.derived(Op::Tuple, &state)?;
        self.derived(Op::While { condition, body }, &[tuple])
    }

    fn loop_condition(&mut self, shapes: &[Shape], counter_type: ElementType, limit: f64) -> ComputationId {
        let inclusive = self.random.one_in(4);
        let mut computation = Computation::new("condition");
        let mut b = Builder::new(&mut computation, &None);
        let state = b.parameter(0, Shape::Tuple(shapes.to_vec()));
        let counter = b.get_tuple_element(state, 0);
        let limit = b.scalar(counter_type, limit);
        let direction = if inclusive { ComparisonDirection::Le } else { ComparisonDirection::Lt };
        let root = b.compare(direction, counter, limit);
        b.finish_with_root(root).expect("a right condition");
        self.define(computation).0
    }

    fn loop_body(&mut self, shapes: &[Shape], counter_type: ElementType, step: f64) -> ComputationId {
        let mut scope = self.inner();
        let parameter = scope.computation.add_parameter(0, Shape::Tuple(shapes.to_vec()), &None);
        scope.offer(parameter);
        let counter = scope.pool[0];
        let steps = scope.random.below(6);
        scope.steps(steps);
        let step = scope.constant(counter_type, step);
        let next = scope.derived(Op::Binary(BinaryOp::Add), &[counter, step]).expect("a sum of scalars");
        let mut values = vec![next];
        for shape in &shapes[1..] {
            values.push(scope.like(shape.expect_array()));
        }
        let root = scope.derived(Op::Tuple, &values).expect("a tuple");
        let computation = scope.finish(root);
        self.define(computation).0
    }
}
