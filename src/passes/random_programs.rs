//! Random programs keep their values through the whole pipelines, and through every pass alone.
//!
//! Every operation in them is exact, so that values must agree bit by bit; constants are those that rules look for.

use super::pipelines::{CPU, XLA_CPU};
use super::testing::{are_exactly_same, arguments, verified};
use super::{PASSES, Pipeline, run_passes, run_pipeline};
use crate::hlo::evaluator::evaluate;
use crate::hlo::{
    BinaryOp, Builder, ComparisonDirection, Computation, ComputationId, Diagnostics, ElementType, InstructionId,
    Literal, Module, PaddingDimension, Shape, UnaryOp, print, reducer,
};
use fastrand::Rng;

/// One of so many programs goes through every pass alone.
const ALONE: u64 = 16;

#[test]
fn values_stay() {
    for seed in 0..400 {
        let program = Generator::program(seed);
        let arguments = arguments(&program, seed as usize);
        let expected = evaluate(&program, &arguments).expect("the evaluator knows these operations");
        let case = Case { seed, program, arguments, expected };
        case.check_pipeline(if seed % 4 == 0 { &XLA_CPU } else { &CPU });
        if seed % ALONE == 0 {
            case.check_passes();
        }
    }
}

/// A program with its result.
struct Case {
    seed: u64,
    program: Module,
    arguments: Vec<Literal>,
    expected: Literal,
}

impl Case {
    fn check_pipeline(&self, pipeline: &Pipeline) {
        self.check(pipeline.name, |module| run_pipeline(module, pipeline, verified()));
    }

    fn check_passes(&self) {
        for pass in PASSES {
            self.check(pass.name, |module| match run_passes(module, [pass.name], verified()) {
                Err(found) if found.0[0].message.contains("has to run before") => Ok(false),
                outcome => outcome,
            });
        }
    }

    fn check(&self, name: &str, change: impl FnOnce(&mut Module) -> Result<bool, Diagnostics>) {
        let mut after = self.program.clone();
        let case = || format!("seed {}, {name}:\n{}", self.seed, print(&self.program, &Default::default()));
        if change(&mut after).unwrap_or_else(|e| panic!("{e} of {}", case())) {
            let actual = evaluate(&after, &self.arguments).unwrap_or_else(|e| panic!("{e:?} of {}", case()));
            assert!(are_exactly_same(&self.expected, &actual), "{}", case());
        }
    }
}

/// Builds one program.
struct Generator<'c> {
    rng: Rng,
    b: Builder<'c>,
    values: Vec<InstructionId>,
    maximum: ComputationId,
}

impl Generator<'_> {
    fn program(seed: u64) -> Module {
        let mut module = Module::new("random");
        let maximum = module.add_computation(reducer(BinaryOp::Maximum, ElementType::F32));
        let mut computation = Computation::new("main");
        let b = Builder::new(&mut computation, &None);
        let mut generator = Generator { rng: Rng::with_seed(seed), b, values: Vec::new(), maximum };
        generator.parameters();
        for _ in 0..24 {
            let value = generator.operation();
            generator.values.push(value);
        }
        let last = generator.values.len() - 4;
        let results = generator.values[last..].to_vec();
        let root = generator.b.tuple(&results);
        generator.b.finish_with_root(root).expect("well-formed operations");
        let entry = module.add_computation(computation);
        module.set_entry(entry);
        module
    }

    fn parameters(&mut self) {
        let shapes: [(ElementType, &[usize]); 7] = [
            (ElementType::F32, &[2, 3]),
            (ElementType::F32, &[3]),
            (ElementType::F32, &[]),
            (ElementType::S32, &[2, 3]),
            (ElementType::Pred, &[2, 3]),
            (ElementType::F32, &[2, 1, 3]),
            (ElementType::S32, &[]),
        ];
        for (number, (element_type, dims)) in shapes.into_iter().enumerate() {
            let parameter = self.b.parameter(number, Shape::array(element_type, dims));
            self.values.push(parameter);
        }
    }

    fn operation(&mut self) -> InstructionId {
        let x = self.pick();
        match self.rng.usize(0..15) {
            0 => self.unary(x),
            1..=3 => self.binary(x),
            4 => self.select(x),
            5 => self.transpose(x),
            6 => self.reshape(x),
            7 => self.broadcast(x),
            8 => self.slice(x),
            9 => self.pad_or_concatenate(x),
            10 => self.reduce(x),
            11 => self.iota(x),
            12 => self.dynamic_slice(x),
            13 => self.dynamic_update(x),
            _ => self.convert(x),
        }
    }

    fn pick(&mut self) -> InstructionId {
        self.values[self.rng.usize(0..self.values.len())]
    }

    /// Another value of the same shape: one at hand, or a constant that rules look for.
    fn partner(&mut self, x: InstructionId) -> InstructionId {
        let alike: Vec<InstructionId> =
            self.values.iter().copied().filter(|&v| self.b.shape(v) == self.b.shape(x)).collect();
        if self.rng.bool() {
            return alike[self.rng.usize(0..alike.len())];
        }
        let numbers = [0.0, -0.0, 1.0, -1.0, 2.0, 0.25, f64::INFINITY, f64::NEG_INFINITY];
        let number = numbers[self.rng.usize(0..if self.b.element_type(x) == ElementType::F32 { 8 } else { 3 })];
        self.b.full_like(x, number)
    }

    fn unary(&mut self, x: InstructionId) -> InstructionId {
        use UnaryOp::*;
        let ops: &[UnaryOp] = match self.b.element_type(x) {
            ElementType::F32 => &[Negate, Abs, Floor, Ceil, Sign],
            ElementType::S32 => &[Negate, Abs, Not, Sign],
            _ => &[Not],
        };
        let op = ops[self.rng.usize(0..ops.len())];
        self.b.unary(op, x)
    }

    fn binary(&mut self, x: InstructionId) -> InstructionId {
        use BinaryOp::*;
        let ops: &[BinaryOp] = match self.b.element_type(x) {
            ElementType::F32 => &[Add, Subtract, Multiply, Divide, Maximum, Minimum],
            ElementType::S32 => &[Add, Subtract, Multiply, Divide, Remainder, And, Or, Xor, Maximum, ShiftLeft],
            _ => &[And, Or, Xor],
        };
        let op = ops[self.rng.usize(0..ops.len())];
        let y = self.partner(x);
        if self.rng.bool() { self.b.binary(op, x, y) } else { self.b.binary(op, y, x) }
    }

    fn select(&mut self, x: InstructionId) -> InstructionId {
        use ComparisonDirection::*;
        let (y, z) = (self.partner(x), self.partner(x));
        let direction = [Eq, Ne, Lt, Le, Gt, Ge][self.rng.usize(0..6)];
        let pred = self.b.compare(direction, x, y);
        let pred = if self.rng.bool() { self.b.unary(UnaryOp::Not, pred) } else { pred };
        if self.rng.bool() { pred } else { self.b.select(pred, y, z) }
    }

    fn transpose(&mut self, x: InstructionId) -> InstructionId {
        let mut permutation: Vec<usize> = (0..self.b.dims(x).len()).collect();
        self.rng.shuffle(&mut permutation);
        let moved = self.b.transpose(x, &permutation);
        if self.rng.bool() { self.b.reverse(moved, &permutation[..permutation.len().min(1)]) } else { moved }
    }

    fn reshape(&mut self, x: InstructionId) -> InstructionId {
        let mut dims = self.b.dims(x);
        match self.rng.usize(0..3) {
            0 => dims = vec![dims.iter().product()],
            1 => dims.insert(self.rng.usize(0..=dims.len()), 1),
            _ => dims.retain(|&size| size != 1),
        }
        if dims.len() > 4 { x } else { self.b.reshape(x, &dims) }
    }

    fn broadcast(&mut self, x: InstructionId) -> InstructionId {
        let mut dims = self.b.dims(x);
        if dims.iter().product::<usize>() > 64 || dims.len() > 3 {
            return x;
        }
        let place = self.rng.usize(0..=dims.len());
        dims.insert(place, self.rng.usize(1..3));
        let dimensions: Vec<usize> = (0..dims.len()).filter(|&d| d != place).collect();
        self.b.broadcast(x, &dims, &dimensions)
    }

    fn slice(&mut self, x: InstructionId) -> InstructionId {
        let dims = self.b.dims(x);
        let starts: Vec<usize> = dims.iter().map(|&size| self.rng.usize(0..size.max(1)).min(size)).collect();
        let limits: Vec<usize> = (0..dims.len()).map(|d| self.rng.usize(starts[d]..=dims[d])).collect();
        let strides: Vec<usize> = dims.iter().map(|_| self.rng.usize(1..3)).collect();
        self.b.slice(x, &starts, &limits, &strides)
    }

    fn pad_or_concatenate(&mut self, x: InstructionId) -> InstructionId {
        let dims = self.b.dims(x);
        if dims.is_empty() || dims.iter().product::<usize>() > 64 {
            return x;
        }
        let dimension = self.rng.usize(0..dims.len());
        if self.rng.bool() {
            let y = self.partner(x);
            return self.b.concatenate(&[x, y], dimension);
        }
        let mut padding = vec![PaddingDimension::default(); dims.len()];
        let (low, high) = (self.rng.i64(0..3), self.rng.i64(-1..2));
        let high = if dims[dimension] == 0 { 0 } else { high };
        padding[dimension] = PaddingDimension { low, high, interior: self.rng.usize(0..2) };
        let value = self.b.scalar(self.b.element_type(x), 1.0);
        self.b.pad(x, value, padding)
    }

    fn reduce(&mut self, x: InstructionId) -> InstructionId {
        let rank = self.b.dims(x).len();
        if self.b.element_type(x) != ElementType::F32 || rank == 0 {
            return x;
        }
        let init = self.b.scalar(ElementType::F32, f64::NEG_INFINITY);
        let dimension = self.rng.usize(0..rank);
        self.b.reduce(x, init, &[dimension], self.maximum)
    }

    fn iota(&mut self, x: InstructionId) -> InstructionId {
        let dims = self.b.dims(x);
        let element_type = [ElementType::F32, ElementType::S32][self.rng.usize(0..2)];
        if dims.is_empty() { x } else { self.b.iota(element_type, &dims, self.rng.usize(0..dims.len())) }
    }

    /// A place for each dimension, which may lie outside: a constant, or one that is computed.
    fn places(&mut self, rank: usize) -> Vec<InstructionId> {
        let is_place = |&id: &InstructionId| *self.b.shape(id) == Shape::scalar(ElementType::S32);
        let computed: Vec<InstructionId> = self.values.iter().copied().filter(is_place).collect();
        let mut place = || match self.rng.usize(0..3) {
            0 => computed[self.rng.usize(0..computed.len())],
            _ => self.b.scalar_integer(ElementType::S32, self.rng.i64(-1..4)),
        };
        (0..rank).map(|_| place()).collect()
    }

    fn sizes(&mut self, x: InstructionId) -> Vec<usize> {
        self.b.dims(x).into_iter().map(|size| self.rng.usize(0..=size)).collect()
    }

    fn dynamic_slice(&mut self, x: InstructionId) -> InstructionId {
        let sizes = self.sizes(x);
        let places = self.places(sizes.len());
        let slice = self.b.dynamic_slice(x, &places, &sizes);
        self.values.push(slice);
        let again = self.b.dynamic_update_slice(x, slice, &places);
        if self.rng.bool() { slice } else { again }
    }

    /// Updated once or twice, or read where it was updated.
    fn dynamic_update(&mut self, x: InstructionId) -> InstructionId {
        let sizes = self.sizes(x);
        let (from, to) = (self.places(sizes.len()), self.places(sizes.len()));
        let update = self.b.dynamic_slice(x, &from, &sizes);
        self.values.push(update);
        let updated = self.b.dynamic_update_slice(x, update, &to);
        match self.rng.usize(0..3) {
            0 => updated,
            1 => self.b.dynamic_slice(updated, &to, &sizes),
            _ => {
                let other = self.partner(update);
                self.b.dynamic_update_slice(updated, other, &to)
            }
        }
    }

    fn convert(&mut self, x: InstructionId) -> InstructionId {
        let types = [ElementType::F32, ElementType::S32, ElementType::F64, ElementType::Pred];
        let through = types[self.rng.usize(0..types.len())];
        let wide = self.b.convert(x, through);
        let to = if self.rng.bool() { self.b.element_type(x) } else { ElementType::F32 };
        self.b.convert(wide, to)
    }
}
