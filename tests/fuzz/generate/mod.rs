//! Random programs: well typed, over every operation and element type.
//!
//! A [`Scope`] is a computation under construction with a pool of arrays to draw operands from. An attempt at an
//! operation chooses attributes freely and is dropped where shape inference says no, so that what fits need not be
//! said twice.

mod algorithms;
mod contraction;
mod control;
mod data;
mod elementwise;
mod indexing;
mod movement;
mod reduction;
mod region;
mod shapes;
pub mod stablehlo;

use crate::random::Random;
use pjrt::hlo::infer::{self, ProgramShape};
use pjrt::hlo::*;
use pjrt::reduce::Program;

/// HLO text, and the arguments in the command line's grammar.
pub fn text(program: &Program) -> String {
    let mut text = print(&program.module, &PrintOptions::default());
    for (number, argument) in program.arguments.iter().enumerate() {
        text += &format!("\n// argument {number}: {}", argument_text(argument));
    }
    text
}

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let mut module = Module::new(format!("fuzz_{seed}"));
    let mut arguments = Vec::new();
    let computation = Computation::new("main");
    let steps = 3 + random.below(14);
    let mut scope = Scope::new(&mut random, &mut module, computation, Some(&mut arguments), 0);
    scope.steps(steps);
    let entry = scope.finish_with_outputs();
    let entry = module.add_computation(entry);
    module.set_entry(entry);
    Program { module, arguments }
}

/// Elements of the largest array.
const MAX_ELEMENTS: usize = 3000;
/// How deeply computations that hold arrays nest.
const MAX_DEPTH: usize = 2;

/// A computation under construction.
pub struct Scope<'a> {
    random: &'a mut Random,
    module: &'a mut Module,
    computation: Computation,
    /// Arguments of the entry; none in other computations, whose leaves are constants.
    arguments: Option<&'a mut Vec<ArrayLiteral>>,
    /// Arrays to draw from.
    pool: Vec<InstructionId>,
    depth: usize,
}

type Attempt = Option<InstructionId>;

/// A kind of attempt; tables give each its weight.
type Choice = fn(&mut Scope) -> Attempt;

impl<'a> Scope<'a> {
    fn new(
        random: &'a mut Random,
        module: &'a mut Module,
        computation: Computation,
        arguments: Option<&'a mut Vec<ArrayLiteral>>,
        depth: usize,
    ) -> Scope<'a> {
        Scope { random, module, computation, arguments, pool: Vec::new(), depth }
    }

    /// Adds operations until so many attempts succeeded.
    fn steps(&mut self, count: usize) {
        let mut left = count;
        for _ in 0..20 * count {
            if left == 0 {
                break;
            }
            left -= usize::from(self.step().is_some());
        }
    }

    fn step(&mut self) -> Attempt {
        const FAMILIES: [(usize, Choice); 8] = [
            (10, |s| s.elementwise()),
            (7, |s| s.movement()),
            (3, |s| s.indexing()),
            (2, |s| s.contraction()),
            (4, |s| s.reduction()),
            (1, |s| s.algorithm()),
            (2, |s| s.control()),
            (1, |s| s.leaf()),
        ];
        let family = self.random.weighted(&FAMILIES);
        family(self)
    }

    /// Adds an operation if inference admits it; arrays of its result join the pool.
    fn add(&mut self, op: Op, operands: &[InstructionId], stated: &Shape) -> Attempt {
        self.add_calling(op, operands, stated, &[])
    }

    fn add_calling(&mut self, op: Op, operands: &[InstructionId], stated: &Shape, callees: &[ProgramShape]) -> Attempt {
        let shapes: Vec<&Shape> = operands.iter().map(|&id| self.computation.shape(id)).collect();
        let shape = infer::result_shape(&op, &shapes, stated, callees).ok()?;
        let is_new = !matches!(op, Op::Tuple | Op::GetTupleElement { .. });
        if is_new && shape.leaves().iter().any(|(_, leaf)| is_too_large(leaf)) {
            return None;
        }
        let id = self.computation.add(Instruction::new(op, shape, operands));
        self.offer(id);
        Some(id)
    }

    /// Adds an operation that operands and attributes settle.
    fn derived(&mut self, op: Op, operands: &[InstructionId]) -> Attempt {
        self.add(op, operands, &Shape::Token)
    }

    /// Puts a value's arrays in the pool.
    fn offer(&mut self, id: InstructionId) {
        match self.computation.shape(id).clone() {
            Shape::Array(_) => self.pool.push(id),
            Shape::Tuple(parts) => {
                for index in 0..parts.len() {
                    self.derived(Op::GetTupleElement { index }, &[id]);
                }
            }
            Shape::Token => {}
        }
    }

    fn shape(&self, id: InstructionId) -> &ArrayShape {
        self.computation.get(id).array()
    }

    fn element_type(&self, id: InstructionId) -> ElementType {
        self.shape(id).element_type
    }

    fn dims(&self, id: InstructionId) -> Vec<usize> {
        self.shape(id).dims.clone()
    }

    /// The entry: its results are the arrays that nothing uses, and some others.
    fn finish_with_outputs(mut self) -> Computation {
        if self.pool.is_empty() {
            self.leaf();
        }
        let mut outputs: Vec<InstructionId> = Vec::new();
        for &id in &self.pool {
            let is_leaf = matches!(self.computation.op(id), Op::Parameter { .. } | Op::Constant(_));
            let wanted = self.computation.users(id).is_empty() && (!is_leaf || self.random.one_in(8));
            if wanted || self.random.one_in(12) {
                outputs.push(id);
            }
        }
        let root = match outputs[..] {
            [single] => Some(single),
            _ => self.derived(Op::Tuple, &outputs),
        };
        let root = root.or(self.pool.last().copied()).expect("a leaf was added");
        self.computation.set_root(root);
        self.computation
    }
}

/// `--input` of `pjrt run`: floats as bits, so that no NaN is lost.
fn argument_text(argument: &ArrayLiteral) -> String {
    let element_type = argument.element_type();
    let part = element_type.real_part();
    let item = |bytes: &[u8]| match part.is_float() {
        true => format!("0x{}", bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>()),
        false => part.decode_integer(bytes).to_string(),
    };
    let dims: String = argument.dims().iter().map(|size| format!("{size}x")).collect();
    let items: Vec<String> = argument.bytes().chunks_exact(part.byte_width()).map(item).collect();
    format!("--input={dims}{}={}", element_type.mlir_name(), items.join(","))
}

fn is_too_large(shape: &Shape) -> bool {
    shape.as_array().is_some_and(|array| array.checked_byte_size().is_none() || array.element_count() > MAX_ELEMENTS)
}
