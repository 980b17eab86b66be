//! Random programs of several devices, and arguments that differ between them.
//!
//! Numbers stay small, and floats are never compared with each other: a rounding error stays one.

use super::{DeviceProgram, MAX_DEVICES};
use crate::random::Random;
use pjrt::hlo::infer::{self, ProgramShape};
use pjrt::hlo::*;

/// Steps of the longest program.
pub const MAX_STEPS: usize = 14;
/// Elements of the largest array.
const MAX_ELEMENTS: usize = 400;

const COUNTS: [(usize, usize); 9] = [(2, 1), (1, 2), (4, 1), (1, 4), (2, 2), (1, 3), (3, 2), (2, 4), (1, 8)];
const TYPES: [(usize, ElementType); 5] =
    [(5, ElementType::S32), (5, ElementType::F32), (1, ElementType::U8), (1, ElementType::F64), (1, ElementType::Pred)];
const DIMS: [&[usize]; 7] = [&[], &[4], &[8], &[2, 4], &[4, 3], &[8, 2], &[6, 4]];

/// The program of a seed, or its beginning.
pub fn program(seed: u64, steps: Option<usize>) -> DeviceProgram {
    let mut random = Random::new(seed);
    let (replicas, partitions) = random.choose(&COUNTS);
    debug_assert!(replicas * partitions <= MAX_DEVICES);
    let counts = DeviceCounts { replicas, partitions };
    let wanted = 2 + random.below(MAX_STEPS - 2);
    let mut module = Module::new(format!("devices_{seed}"));
    (module.replica_count, module.partition_count) = (replicas, partitions);
    let mut shared = Shared { random, module, counts, channel: 0, depth: 0 };
    let mut scope = Scope::new(&mut shared);
    let parameters = scope.parameters();
    scope.steps(steps.unwrap_or(wanted));
    let entry = scope.finish();
    let Shared { mut random, mut module, .. } = shared;
    let entry = module.add_computation(entry);
    module.set_entry(entry);
    let arguments = |random: &mut Random| parameters.iter().map(|shape| argument(random, shape)).collect();
    let arguments = (0..counts.devices()).map(|_| arguments(&mut random)).collect();
    DeviceProgram { module, arguments }
}

fn argument(random: &mut Random, shape: &ArrayShape) -> ArrayLiteral {
    let mut bytes = Vec::new();
    for _ in 0..shape.element_count() {
        let number = random.within(-4, 4);
        bytes.extend(match shape.element_type {
            float if float.is_float() => float.encode_float(number as f64),
            ElementType::Pred => vec![u8::from(number > 0)],
            integer => integer.encode_integer(number),
        });
    }
    ArrayLiteral::from_slice(shape.element_type, shape.dims.clone(), &bytes)
}

/// What all computations of a program are made with.
pub struct Shared {
    pub random: Random,
    pub module: Module,
    pub counts: DeviceCounts,
    pub channel: u64,
    /// How deeply the computation under construction nests.
    pub depth: usize,
}

/// A computation under construction.
pub struct Scope<'s> {
    pub shared: &'s mut Shared,
    pub computation: Computation,
    /// Arrays to draw from.
    pub pool: Vec<InstructionId>,
}

pub type Attempt = Option<InstructionId>;

impl<'s> Scope<'s> {
    pub fn new(shared: &'s mut Shared) -> Scope<'s> {
        Scope { shared, computation: Computation::new("main"), pool: Vec::new() }
    }

    pub fn random(&mut self) -> &mut Random {
        &mut self.shared.random
    }

    fn parameters(&mut self) -> Vec<ArrayShape> {
        let count = 2 + self.random().below(3);
        let shape = |random: &mut Random| ArrayShape::new(random.weighted(&TYPES), random.choose(&DIMS));
        let shapes: Vec<ArrayShape> = (0..count).map(|_| shape(self.random())).collect();
        for (number, shape) in shapes.iter().enumerate() {
            let parameter = self.computation.add_parameter(number, shape.clone(), &None);
            self.pool.push(parameter);
        }
        shapes
    }

    /// So many attempts; what fails adds nothing.
    pub fn steps(&mut self, count: usize) {
        type Choice = fn(&mut Scope) -> Attempt;
        const FAMILIES: [(usize, Choice); 9] = [
            (5, |s| s.elementwise()),
            (3, |s| s.movement()),
            (1, |s| s.device_number()),
            (6, |s| s.collective()),
            (3, |s| s.combined_twice()),
            (2, |s| s.reduced_twice()),
            (3, |s| s.own_part()),
            (2, |s| s.counted_loop()),
            (1, |s| s.conditional()),
        ];
        for _ in 0..count {
            let family = self.random().weighted(&FAMILIES);
            let made = family(self);
            self.pool.extend(made);
        }
    }

    /// The last values as the result.
    fn finish(mut self) -> Computation {
        let last: Vec<InstructionId> = self.pool.iter().rev().take(6).copied().collect();
        let root = self.tuple(&last);
        self.computation.set_root(root);
        self.computation
    }

    pub fn tuple(&mut self, elements: &[InstructionId]) -> InstructionId {
        let parts = elements.iter().map(|&id| self.computation.shape(id).clone()).collect();
        self.computation.add(Instruction::new(Op::Tuple, Shape::Tuple(parts), elements))
    }

    pub fn element(&mut self, tuple: InstructionId, index: usize) -> InstructionId {
        let parts = self.computation.shape(tuple).as_tuple().expect("a tuple");
        let shape = parts[index].clone();
        self.computation.add(Instruction::new(Op::GetTupleElement { index }, shape, [tuple]))
    }

    /// Adds an operation if inference admits it and it is not too large.
    pub fn add(&mut self, op: Op, operands: &[InstructionId], stated: &Shape, callees: &[ProgramShape]) -> Attempt {
        let shapes: Vec<&Shape> = operands.iter().map(|&id| self.computation.shape(id)).collect();
        let shape = infer::result_shape(&op, &shapes, stated, callees).ok()?;
        let is_small = |leaf: &Shape| leaf.as_array().is_none_or(|array| array.element_count() <= MAX_ELEMENTS);
        let fits = shape.leaves().iter().all(|(_, leaf)| is_small(leaf));
        fits.then(|| self.computation.add(Instruction::new(op, shape, operands)))
    }

    pub fn array(&self, id: InstructionId) -> ArrayShape {
        self.computation.get(id).array().clone()
    }

    pub fn pick(&mut self) -> InstructionId {
        let at = self.shared.random.below(self.pool.len());
        self.pool[at]
    }

    /// A value of the same shape as another.
    pub fn pick_like(&mut self, other: InstructionId) -> InstructionId {
        let alike: Vec<InstructionId> = self
            .pool
            .iter()
            .copied()
            .filter(|&id| self.computation.shape(id) == self.computation.shape(other))
            .collect();
        alike[self.shared.random.below(alike.len())]
    }

    pub fn scalar(&mut self, element_type: ElementType, value: i64) -> InstructionId {
        let literal = match element_type.is_float() {
            true => ArrayLiteral::scalar_float(element_type, value as f64),
            false => ArrayLiteral::scalar_integer(element_type, value),
        };
        let shape = literal.shape().clone();
        self.computation.add(Instruction::new(Op::Constant(literal.into()), shape, []))
    }

    pub fn binary(&mut self, op: BinaryOp, x: InstructionId, y: InstructionId) -> Attempt {
        self.add(Op::Binary(op), &[x, y], &Shape::Token, &[])
    }

    /// Combines elements in any order to the same value, but for rounding.
    pub fn monoid(&mut self, element_type: ElementType) -> BinaryOp {
        use BinaryOp::*;
        match element_type {
            ElementType::Pred => self.random().choose(&[And, Or, Xor]),
            float if float.is_float() => self.random().choose(&[Add, Add, Maximum, Minimum]),
            _ => self.random().choose(&[Add, Add, Maximum, Minimum, And, Or, Xor, Multiply]),
        }
    }

    fn elementwise(&mut self) -> Attempt {
        let x = self.pick();
        let element_type = self.array(x).element_type;
        match self.random().below(4) {
            0 => {
                let op = if element_type == ElementType::Pred { UnaryOp::Not } else { UnaryOp::Negate };
                self.add(Op::Unary(op), &[x], &Shape::Token, &[])
            }
            1 if element_type.is_float() => {
                let factor = self.random().within(-2, 2);
                let scalar = self.scalar(element_type, factor);
                let shape = self.array(x);
                let splat = self.add(Op::Broadcast { dimensions: vec![] }, &[scalar], &shape.into(), &[])?;
                self.binary(BinaryOp::Multiply, x, splat)
            }
            _ => {
                let y = self.pick_like(x);
                let op = self.monoid(element_type);
                self.binary(op, x, y)
            }
        }
    }

    fn movement(&mut self) -> Attempt {
        let x = self.pick();
        let shape = self.array(x);
        let rank = shape.dims.len();
        match self.random().below(4) {
            0 => {
                let permutation = self.random().permutation(rank);
                self.add(Op::Transpose { permutation }, &[x], &Shape::Token, &[])
            }
            1 => {
                let mut dims = shape.dims.clone();
                let place = self.random().below(rank + 1);
                dims.insert(place, 1);
                self.add(Op::Reshape, &[x], &Shape::array(shape.element_type, dims), &[]).filter(|_| rank < 4)
            }
            2 => {
                let size = self.random().choose(&[2, 4]);
                let dims = [&[size], &shape.dims[..]].concat();
                let dimensions = (1..=rank).collect();
                self.add(Op::Broadcast { dimensions }, &[x], &Shape::array(shape.element_type, dims), &[])
                    .filter(|_| rank < 3)
            }
            _ => {
                let y = self.pick_like(x);
                let dimension = self.random().below(rank);
                self.add(Op::Concatenate { dimension }, &[x, y], &Shape::Token, &[])
            }
        }
    }

    /// The number of the device's replica or partition, as an integer.
    fn device_number(&mut self) -> Attempt {
        let op = self.random().choose(&[0, 1]);
        let op = if op == 0 { Op::ReplicaId } else { Op::PartitionId };
        let number = self.add(op, &[], &Shape::scalar(ElementType::U32), &[])?;
        self.add(Op::Convert, &[number], &Shape::scalar(ElementType::S32), &[])
    }
}
