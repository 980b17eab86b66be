//! Elementwise operations, and which element types they admit.

use super::{Attempt, Choice, Scope};
use pjrt::hlo::*;

impl Scope<'_> {
    pub(super) fn elementwise(&mut self) -> Attempt {
        const KINDS: [(usize, Choice); 9] = [
            (8, |s| s.unary()),
            (10, |s| s.binary()),
            (3, |s| s.compare()),
            (3, |s| s.select()),
            (2, |s| s.clamp()),
            (4, |s| s.convert()),
            (2, |s| s.bitcast()),
            (1, |s| s.reduce_precision()),
            (1, |s| s.map()),
        ];
        let kind = self.random.weighted(&KINDS);
        kind(self)
    }

    pub(super) fn unary(&mut self) -> Attempt {
        let op = self.random.choose(&UnaryOp::ALL);
        let x = self.of(|t| op.admits(t));
        self.derived(Op::Unary(op), &[x])
    }

    fn binary(&mut self) -> Attempt {
        let op = self.random.choose(&BinaryOp::ALL);
        let admits = |t: ElementType| op.admits(t) && (op != BinaryOp::Complex || t.complex_of().is_some());
        let x = self.of(admits);
        let shape = self.shape(x).clone();
        let y = self.like(&shape);
        self.derived(Op::Binary(op), &[x, y])
    }

    fn compare(&mut self) -> Attempt {
        let x = self.any();
        let shape = self.shape(x).clone();
        let y = self.like(&shape);
        let (direction, order) = self.comparison(shape.element_type);
        self.derived(Op::Compare { direction, order }, &[x, y])
    }

    pub(super) fn comparison(&mut self, element_type: ElementType) -> (ComparisonDirection, ComparisonOrder) {
        use ComparisonDirection::*;
        let directions: &[ComparisonDirection] =
            if element_type.is_complex() { &[Eq, Ne] } else { &[Eq, Ne, Lt, Le, Gt, Ge] };
        let total = element_type.is_float() && self.random.one_in(3);
        let order = if total { ComparisonOrder::Total } else { ComparisonOrder::Partial };
        (self.random.choose(directions), order)
    }

    fn select(&mut self) -> Attempt {
        let x = self.any();
        let shape = self.shape(x).clone();
        let y = self.like(&shape);
        let pred = self.scalar_or_like(&shape.with_element_type(ElementType::Pred));
        self.derived(Op::Select, &[pred, x, y])
    }

    fn clamp(&mut self) -> Attempt {
        let x = self.of(|t| !t.is_complex());
        let shape = self.shape(x).clone();
        let scalar = self.random.flag();
        let [low, high] = [(); 2].map(|()| match scalar {
            true => self.like_scalar(shape.element_type),
            false => self.like(&shape),
        });
        self.derived(Op::Clamp, &[low, x, high])
    }

    fn scalar_or_like(&mut self, shape: &ArrayShape) -> InstructionId {
        if self.random.one_in(3) { self.like_scalar(shape.element_type) } else { self.like(shape) }
    }

    fn convert(&mut self) -> Attempt {
        let x = self.any();
        let to = self.random_type();
        self.add(Op::Convert, &[x], &Shape::scalar(to))
    }

    fn bitcast(&mut self) -> Attempt {
        let x = self.any();
        let to = self.random_type();
        self.add(Op::BitcastConvert, &[x], &Shape::scalar(to))
    }

    fn reduce_precision(&mut self) -> Attempt {
        let x = self.of(ElementType::is_float);
        let exponent_bits = self.random.within(1, 11) as u32;
        let mantissa_bits = self.random.within(0, 52) as u32;
        self.derived(Op::ReducePrecision { exponent_bits, mantissa_bits }, &[x])
    }

    fn map(&mut self) -> Attempt {
        let x = self.any();
        let shape = self.shape(x).clone();
        let mut operands = vec![x];
        for _ in 0..self.random.below(3) {
            let element_type = self.random_type();
            operands.push(self.like(&shape.with_element_type(element_type)));
        }
        let parameters: Vec<ElementType> = operands.iter().map(|&id| self.element_type(id)).collect();
        let result = self.random_type();
        let (to_apply, callee) = self.region(&parameters, &[result]);
        self.add_calling(Op::Map { to_apply }, &operands, &Shape::Token, &[callee])
    }
}
