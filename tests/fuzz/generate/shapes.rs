//! Shapes, leaves, and finding a value of a shape.

use super::{Attempt, Scope, data};
use pjrt::hlo::*;

const SIZES: [(usize, usize); 13] =
    [(1, 0), (5, 1), (6, 2), (6, 3), (6, 4), (3, 5), (2, 7), (3, 8), (2, 9), (3, 16), (2, 17), (1, 33), (1, 70)];

const TYPES: [(usize, ElementType); 8] = [
    (8, ElementType::F32),
    (3, ElementType::F64),
    (3, ElementType::BF16),
    (2, ElementType::F16),
    (4, ElementType::S32),
    (2, ElementType::Pred),
    (1, ElementType::S8),
    (1, ElementType::C64),
];

impl Scope<'_> {
    pub(super) fn random_type(&mut self) -> ElementType {
        if self.random.one_in(3) { self.random.choose(&ElementType::ALL) } else { self.random.weighted(&TYPES) }
    }

    /// A type that a predicate admits.
    pub(super) fn type_of(&mut self, admits: impl Fn(ElementType) -> bool) -> ElementType {
        let common = self.random_type();
        if admits(common) {
            return common;
        }
        let all: Vec<ElementType> = ElementType::ALL.into_iter().filter(|&t| admits(t)).collect();
        self.random.choose(&all)
    }

    pub(super) fn random_size(&mut self) -> usize {
        self.random.weighted(&SIZES)
    }

    pub(super) fn random_dims(&mut self) -> Vec<usize> {
        let rank = self.random.weighted(&[(2, 0), (4, 1), (6, 2), (4, 3), (2, 4), (1, 5)]);
        self.dims_of_rank(rank)
    }

    pub(super) fn dims_of_rank(&mut self, rank: usize) -> Vec<usize> {
        let mut dims: Vec<usize> = Vec::new();
        for _ in 0..rank {
            let size = self.random_size();
            let room = super::MAX_ELEMENTS / dims.iter().product::<usize>().max(1);
            dims.push(size.min(room));
        }
        dims
    }

    /// Any array, mostly a recent one.
    pub(super) fn any(&mut self) -> InstructionId {
        self.of(|_| true)
    }

    /// An array whose element type is admitted; a fresh leaf where there is none.
    pub(super) fn of(&mut self, admits: impl Fn(ElementType) -> bool) -> InstructionId {
        self.find(|shape| admits(shape.element_type)).unwrap_or_else(|| {
            let element_type = self.type_of(admits);
            let dims = self.random_dims();
            self.fresh(&ArrayShape::new(element_type, dims))
        })
    }

    /// An array of the pool that fits; none also now and then where there is one.
    pub(super) fn find(&mut self, fits: impl Fn(&ArrayShape) -> bool) -> Option<InstructionId> {
        let fitting: Vec<InstructionId> = self.pool.iter().copied().filter(|&id| fits(self.shape(id))).collect();
        if fitting.is_empty() || self.random.one_in(10) {
            return None;
        }
        let recent = fitting.len().min(4);
        match self.random.flag() {
            true => Some(fitting[fitting.len() - 1 - self.random.below(recent)]),
            false => Some(self.random.choose(&fitting)),
        }
    }

    /// An array of this shape: one that is there, another one reshaped, broadcast or converted, or a fresh leaf.
    pub(super) fn like(&mut self, shape: &ArrayShape) -> InstructionId {
        let found = match self.random.below(8) {
            0 => self.reshaped(shape),
            1 => self.splat(shape),
            2 => self.converted(shape),
            3 => self.find(|s| s.dims.len() < shape.dims.len()).and_then(|id| self.stretched(id, shape)),
            _ => self.find(|s| s == shape),
        };
        found.unwrap_or_else(|| self.fresh(shape))
    }

    fn reshaped(&mut self, shape: &ArrayShape) -> Attempt {
        let count = shape.element_count();
        let id = self.find(|s| s.element_type == shape.element_type && s.element_count() == count)?;
        self.add(Op::Reshape, &[id], &Shape::Array(shape.clone()))
    }

    fn converted(&mut self, shape: &ArrayShape) -> Attempt {
        let id = self.find(|s| s.dims == shape.dims)?;
        self.add(Op::Convert, &[id], &Shape::Array(shape.clone()))
    }

    pub(super) fn splat(&mut self, shape: &ArrayShape) -> Attempt {
        let scalar = self.like_scalar(shape.element_type);
        if shape.is_scalar() {
            return Some(scalar);
        }
        self.add(Op::Broadcast { dimensions: vec![] }, &[scalar], &Shape::Array(shape.clone()))
    }

    /// A scalar of this type.
    pub(super) fn like_scalar(&mut self, element_type: ElementType) -> InstructionId {
        let scalar = ArrayShape::scalar(element_type);
        self.find(|s| *s == scalar).unwrap_or_else(|| self.fresh(&scalar))
    }

    /// Broadcasts an array along dimensions that happen to match in order.
    fn stretched(&mut self, id: InstructionId, shape: &ArrayShape) -> Attempt {
        if self.element_type(id) != shape.element_type {
            return None;
        }
        let mut dimensions = Vec::new();
        let mut next = 0;
        for size in self.dims(id) {
            let found = (next..shape.rank()).find(|&d| shape.dims[d] == size)?;
            dimensions.push(found);
            next = found + 1;
        }
        self.add(Op::Broadcast { dimensions }, &[id], &Shape::Array(shape.clone()))
    }

    /// A new leaf of any shape.
    pub(super) fn leaf(&mut self) -> Attempt {
        let element_type = self.random_type();
        let dims = self.random_dims();
        Some(self.fresh(&ArrayShape::new(element_type, dims)))
    }

    /// A new leaf: a parameter, a constant or an iota.
    pub(super) fn fresh(&mut self, shape: &ArrayShape) -> InstructionId {
        let is_counted = shape.element_type != ElementType::Pred && !shape.is_scalar();
        if is_counted && self.random.one_in(6) {
            let dimension = self.random.below(shape.rank());
            if let Some(iota) = self.add(Op::Iota { dimension }, &[], &Shape::Array(shape.clone())) {
                return iota;
            }
        }
        let value = data::array(self.random, shape);
        self.value(value)
    }

    /// A leaf that holds these elements: in the entry, mostly a parameter.
    pub(super) fn value(&mut self, value: ArrayLiteral) -> InstructionId {
        let is_constant = self.random.one_in(3);
        let id = match &mut self.arguments {
            Some(arguments) if !is_constant => {
                arguments.push(value.clone());
                self.computation.add_parameter(arguments.len() - 1, value.shape().clone(), &None)
            }
            _ => self.computation.add(Instruction::new(Op::Constant(value.clone().into()), value.shape().clone(), [])),
        };
        self.pool.push(id);
        id
    }

    /// A constant scalar.
    pub(super) fn constant(&mut self, element_type: ElementType, value: f64) -> InstructionId {
        let literal = ArrayLiteral::scalar_float(element_type, value);
        let shape = literal.shape().clone();
        self.computation.add(Instruction::new(Op::Constant(literal.into()), shape, []))
    }
}
