//! Loops and conditionals with collectives in them: all devices take the same way.

use super::generate::{Attempt, Scope};
use pjrt::hlo::infer::ProgramShape;
use pjrt::hlo::*;

/// How deeply computations nest.
const MAX_DEPTH: usize = 2;

impl Scope<'_> {
    /// A loop of no or a few turns over a counter, two values and an array with a row a turn.
    pub fn counted_loop(&mut self) -> Attempt {
        if self.shared.depth == MAX_DEPTH {
            return None;
        }
        let turns = self.random().below(5);
        let (x, y) = (self.pick(), self.pick());
        let mut rows = self.array(y);
        rows.dims.insert(0, turns.max(1));
        let zero = self.scalar(rows.element_type, 0);
        let rows = self.add(Op::Broadcast { dimensions: vec![] }, &[zero], &rows.into(), &[])?;
        let counter = self.scalar(ElementType::S32, 0);
        let init = self.tuple(&[counter, x, y, rows]);
        let state = self.computation.shape(init).clone();
        let condition = self.condition(&state, turns);
        let body = self.inside(|scope| scope.body(&state));
        let (condition, body) =
            (self.shared.module.add_computation(condition), self.shared.module.add_computation(body));
        let callees = [condition, body].map(|id| ProgramShape::of(self.shared.module.computation(id)));
        let result = self.add(Op::While { condition, body }, &[init], &Shape::Token, &callees)?;
        let [x, y, rows] = [1, 2, 3].map(|index| self.element(result, index));
        self.pool.extend([x, y]);
        Some(rows)
    }

    /// Builds another computation, which sees nothing of this one.
    fn inside(&mut self, build: impl FnOnce(&mut Scope)) -> Computation {
        self.shared.depth += 1;
        let mut scope = Scope::new(self.shared);
        build(&mut scope);
        let computation = scope.computation;
        self.shared.depth -= 1;
        computation
    }

    fn condition(&mut self, state: &Shape, turns: usize) -> Computation {
        self.inside(|scope| {
            let parameter = scope.computation.add_parameter(0, state.clone(), &None);
            let counter = scope.element(parameter, 0);
            let bound = scope.scalar(ElementType::S32, turns as i64);
            let op = Op::Compare { direction: ComparisonDirection::Lt, order: ComparisonOrder::Partial };
            let less = scope.add(op, &[counter, bound], &Shape::Token, &[]);
            scope.computation.set_root(less.expect("two numbers"));
        })
    }

    fn body(&mut self, state: &Shape) {
        let parameter = self.computation.add_parameter(0, state.clone(), &None);
        let [counter, x, y, rows] = [0, 1, 2, 3].map(|index| self.element(parameter, index));
        self.pool.extend([x, y]);
        let steps = self.random().below(3);
        self.steps(steps);
        let one = self.scalar(ElementType::S32, 1);
        let next = self.binary(BinaryOp::Add, counter, one).expect("two numbers");
        let (next_x, next_y) = (self.next(x), self.next(y));
        let next_rows = self.stored(counter, next_y, rows).unwrap_or(rows);
        let root = self.tuple(&[next, next_x, next_y, next_rows]);
        self.computation.set_root(root);
    }

    /// A state element's next value: as it is, another one, or with a sum over devices added.
    fn next(&mut self, x: InstructionId) -> InstructionId {
        match self.random().below(4) {
            0 => x,
            1 => self.pick_like(x),
            _ => {
                let term = self.pick_like(x);
                let element_type = self.array(x).element_type;
                let op = if element_type == ElementType::Pred { BinaryOp::Or } else { BinaryOp::Add };
                let to_apply = self.shared.module.add_computation(reducer(op, element_type));
                let exchange = self.in_groups(CollectiveKind::AllReduce { to_apply });
                let sum = self.exchange(exchange, term).and_then(|all| self.binary(op, x, all));
                sum.unwrap_or(x)
            }
        }
    }

    /// What devices make of a value, in the row of this turn.
    fn stored(&mut self, counter: InstructionId, value: InstructionId, rows: InstructionId) -> Attempt {
        let to_apply = self.reducer(value);
        let exchange = self.in_groups(CollectiveKind::AllReduce { to_apply });
        let all = self.exchange(exchange, value)?;
        let mut shape = self.array(all);
        shape.dims.insert(0, 1);
        let row = self.add(Op::Reshape, &[all], &shape.clone().into(), &[])?;
        let zero = self.scalar(ElementType::S32, 0);
        let mut operands = vec![rows, row, counter];
        operands.resize(2 + shape.dims.len(), zero);
        self.add(Op::DynamicUpdateSlice, &operands, &Shape::Token, &[])
    }

    /// A choice by a number that all devices have alike.
    pub fn conditional(&mut self) -> Attempt {
        if self.shared.depth == MAX_DEPTH {
            return None;
        }
        let integers = |scope: &Self, id| scope.array(id) == ArrayShape::new(ElementType::S32, []);
        let scalars: Vec<InstructionId> = self.pool.iter().copied().filter(|&id| integers(self, id)).collect();
        let number = match scalars[..] {
            [] => self.scalar(ElementType::S32, 1),
            _ => scalars[self.random().below(scalars.len())],
        };
        let op = self.everyone();
        let number = self.add(Op::Collective(Box::new(op)), &[number], &Shape::Token, &[])?;
        let x = self.pick();
        let shape = self.computation.shape(x).clone();
        let branches = [0, 1].map(|_| self.inside(|scope| scope.branch(&shape)));
        let branches = branches.map(|branch| self.shared.module.add_computation(branch));
        let callees = branches.map(|id| ProgramShape::of(self.shared.module.computation(id)));
        self.add(Op::Conditional { branches: branches.to_vec() }, &[number, x, x], &Shape::Token, &callees)
    }

    fn branch(&mut self, shape: &Shape) {
        let x = self.computation.add_parameter(0, shape.clone(), &None);
        self.pool.push(x);
        let steps = self.random().below(3);
        self.steps(steps);
        let root = self.pick_like(x);
        self.computation.set_root(root);
    }

    /// The largest number of all devices.
    fn everyone(&mut self) -> Collective {
        self.shared.channel += 1;
        let to_apply = self.shared.module.add_computation(reducer(BinaryOp::Maximum, ElementType::S32));
        Collective {
            kind: CollectiveKind::AllReduce { to_apply },
            groups: ReplicaGroups::List(vec![(0..self.shared.counts.devices()).collect()]),
            channel_id: Some(self.shared.channel),
            use_global_device_ids: true,
        }
    }
}
