//! Computations over scalars: what maps, reductions, sorts and scatters apply.

use super::Scope;
use pjrt::hlo::infer::ProgramShape;
use pjrt::hlo::*;

impl Scope<'_> {
    /// Operations on scalars of these types that give scalars of those.
    pub(super) fn region(
        &mut self,
        parameters: &[ElementType],
        results: &[ElementType],
    ) -> (ComputationId, ProgramShape) {
        let mut computation = Computation::new("region");
        let pool: Vec<InstructionId> = parameters
            .iter()
            .enumerate()
            .map(|(n, &t)| computation.add_parameter(n, ArrayShape::scalar(t), &None))
            .collect();
        let mut scope = Scope { computation, pool, ..self.inner() };
        for _ in 0..scope.random.below(5) {
            scope.scalar_step();
        }
        let values: Vec<InstructionId> = results.iter().map(|&t| scope.scalar_result(t)).collect();
        let root = match values[..] {
            [single] => single,
            _ => scope.derived(Op::Tuple, &values).expect("a tuple"),
        };
        let computation = scope.finish(root);
        self.define(computation)
    }

    /// A scope in this one's module, for another computation.
    pub(super) fn inner(&mut self) -> Scope<'_> {
        Scope {
            random: self.random,
            module: self.module,
            computation: Computation::new("inner"),
            arguments: None,
            pool: Vec::new(),
            depth: self.depth + 1,
        }
    }

    pub(super) fn finish(mut self, root: InstructionId) -> Computation {
        self.computation.set_root(root);
        self.computation
    }

    pub(super) fn define(&mut self, computation: Computation) -> (ComputationId, ProgramShape) {
        let shape = ProgramShape::of(&computation);
        (self.module.add_computation(computation), shape)
    }

    /// Exact operations mostly: what a region computes in steps is hard to bound.
    fn scalar_step(&mut self) {
        use BinaryOp::*;
        let x = self.any_scalar();
        let element_type = self.element_type(x);
        match self.random.below(6) {
            0 | 1 => {
                let op = self.random.choose(&[Add, Subtract, Multiply, Maximum, Minimum, And, Or, Xor, Divide]);
                let y = self.like_scalar(element_type);
                if op.admits(element_type) {
                    self.derived(Op::Binary(op), &[x, y]);
                }
            }
            2 => {
                let op = self.random.choose(&[UnaryOp::Negate, UnaryOp::Abs, UnaryOp::Not, UnaryOp::Sign]);
                if op.admits(element_type) {
                    self.derived(Op::Unary(op), &[x]);
                }
            }
            3 => {
                let to = self.random_type();
                self.add(Op::Convert, &[x], &Shape::scalar(to));
            }
            4 => {
                let y = self.like_scalar(element_type);
                let (direction, order) = self.comparison(element_type);
                self.derived(Op::Compare { direction, order }, &[x, y]);
            }
            _ => {
                let pred = self.like_scalar(ElementType::Pred);
                let y = self.like_scalar(element_type);
                self.derived(Op::Select, &[pred, x, y]);
            }
        }
    }

    fn any_scalar(&mut self) -> InstructionId {
        self.find(ArrayShape::is_scalar).unwrap_or_else(|| self.like_scalar(ElementType::F32))
    }

    fn scalar_result(&mut self, element_type: ElementType) -> InstructionId {
        match self.find(|s| s.is_scalar() && s.element_type == element_type) {
            Some(id) => id,
            None => {
                let x = self.any_scalar();
                self.add(Op::Convert, &[x], &Shape::scalar(element_type)).expect("every type converts to every other")
            }
        }
    }

    /// One operation on two scalars.
    pub(super) fn reducer(&mut self, op: BinaryOp, element_type: ElementType) -> (ComputationId, ProgramShape) {
        self.define(reducer(op, element_type))
    }
}
