//! Random programs keep their values through the whole pipeline.
//!
//! Every operation in them is exact, so that values must agree bit by bit; constants are those that rules look for.

use super::pipelines::CPU;
use super::testing::{are_exactly_same, arguments};
use super::{Options, run_pipeline};
use crate::hlo::evaluator::evaluate;
use crate::hlo::{
    BinaryOp, Builder, ComparisonDirection, Computation, ComputationId, ElementType, InstructionId, Module,
    PaddingDimension, Shape, UnaryOp, print, reducer, verify,
};
use fastrand::Rng;

#[test]
fn values_stay() {
    for seed in 0..400 {
        let before = Generator::program(seed);
        let mut after = before.clone();
        let options = Options { verifier: Some(verify), ..Options::default() };
        let text = || print(&before, &Default::default());
        run_pipeline(&mut after, &CPU, options).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{}", text()));
        let arguments = arguments(&before, seed as usize);
        let expected = evaluate(&before, &arguments).expect("the evaluator knows these operations");
        let actual = evaluate(&after, &arguments).expect("the evaluator knows these operations");
        assert!(are_exactly_same(&expected, &actual), "seed {seed}: {}", text());
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
        let shapes: [(ElementType, &[usize]); 6] = [
            (ElementType::F32, &[2, 3]),
            (ElementType::F32, &[3]),
            (ElementType::F32, &[]),
            (ElementType::S32, &[2, 3]),
            (ElementType::Pred, &[2, 3]),
            (ElementType::F32, &[2, 1, 3]),
        ];
        for (number, (element_type, dims)) in shapes.into_iter().enumerate() {
            let parameter = self.b.parameter(number, Shape::array(element_type, dims));
            self.values.push(parameter);
        }
    }

    fn operation(&mut self) -> InstructionId {
        let x = self.pick();
        match self.rng.usize(0..12) {
            0 => self.unary(x),
            1..=3 => self.binary(x),
            4 => self.select(x),
            5 => self.transpose(x),
            6 => self.reshape(x),
            7 => self.broadcast(x),
            8 => self.slice(x),
            9 => self.pad_or_concatenate(x),
            10 => self.reduce(x),
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
        let (low, high) = (self.rng.i64(0..3), self.rng.i64(0..2));
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

    fn convert(&mut self, x: InstructionId) -> InstructionId {
        let types = [ElementType::F32, ElementType::S32, ElementType::F64, ElementType::Pred];
        let through = types[self.rng.usize(0..types.len())];
        let wide = self.b.convert(x, through);
        let to = if self.rng.bool() { self.b.element_type(x) } else { ElementType::F32 };
        self.b.convert(wide, to)
    }
}
