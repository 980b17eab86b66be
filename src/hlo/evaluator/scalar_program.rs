//! A computation over scalars as a list of steps on registers, so that regions run once an element at little cost.

use super::array::ScalarReader;
use super::reduce_precision::{self, Exponents};
use super::scalar::Scalar;
use crate::hlo::op_class::{algorithm, application, contraction, control, indexing};
use crate::hlo::{BinaryOp, ComparisonDirection, ComparisonOrder, ComputationId, ElementType, InstructionId};
use crate::hlo::{Instruction, Module, Op, Shape, UnaryOp};

type Register = usize;

/// Steps that compute registers from earlier ones; parameters fill the first.
#[derive(Debug)]
pub struct ScalarProgram {
    parameters: usize,
    steps: Vec<Step>,
    results: Vec<Register>,
}

/// How one register comes about. Types are the operands' unless said otherwise.
#[derive(Clone, Copy, Debug)]
enum Step {
    Constant(Scalar),
    Unary(UnaryOp, ElementType, Register),
    Binary(BinaryOp, ElementType, [Register; 2]),
    Compare(ComparisonDirection, ComparisonOrder, [Register; 2]),
    Select([Register; 3]),
    Clamp(ElementType, [Register; 3]),
    /// To this type.
    Convert(ElementType, Register),
    ReducePrecision {
        element_type: ElementType,
        exponent_bits: u32,
        mantissa_bits: u32,
        operand: Register,
    },
}

impl ScalarProgram {
    /// `None` where the computation does more than elementwise operations on scalars.
    pub fn compile(module: &Module, computation: ComputationId) -> Option<ScalarProgram> {
        let parameters = module.computation(computation).parameters().len();
        let mut steps = Vec::new();
        let arguments: Vec<Register> = (0..parameters).collect();
        let results = Compiler { module, parameters, steps: &mut steps }.inline(computation, &arguments)?;
        Some(ScalarProgram { parameters, steps, results })
    }

    /// Runs on `registers`, whose first ones are the arguments; `results` gets the results. `None` where an operation
    /// is not defined on its type.
    pub fn run(&self, registers: &mut Vec<Scalar>, results: &mut Vec<Scalar>) -> Option<()> {
        debug_assert_eq!(registers.len(), self.parameters);
        for step in &self.steps {
            let value = step.run(registers)?;
            registers.push(value);
        }
        results.clear();
        results.extend(self.results.iter().map(|&register| registers[register]));
        Some(())
    }
}

impl Step {
    fn run(&self, registers: &[Scalar]) -> Option<Scalar> {
        match *self {
            Step::Constant(value) => Some(value),
            Step::Unary(op, element_type, x) => registers[x].unary(op, element_type),
            Step::Binary(op, element_type, [a, b]) => registers[a].binary(op, registers[b], element_type),
            Step::Compare(direction, order, [a, b]) => {
                Some(Scalar::Pred(registers[a].compare(registers[b], direction, order)))
            }
            Step::Select([pred, a, b]) => Some(registers[if registers[pred].is_true() { a } else { b }]),
            Step::Clamp(element_type, [low, x, high]) => registers[x]
                .binary(BinaryOp::Maximum, registers[low], element_type)?
                .binary(BinaryOp::Minimum, registers[high], element_type),
            Step::Convert(to, x) => Some(registers[x].convert(to)),
            Step::ReducePrecision { element_type, exponent_bits, mantissa_bits, operand } => {
                let source = Exponents::of(element_type)?;
                match registers[operand] {
                    Scalar::Float(x) => {
                        let reduced = reduce_precision::round(x, source, exponent_bits, mantissa_bits);
                        Some(Scalar::Float(reduced).convert(element_type))
                    }
                    Scalar::Pred(_) | Scalar::Signed(_) | Scalar::Unsigned(_) | Scalar::Complex(_) => None,
                }
            }
        }
    }
}

struct Compiler<'a> {
    module: &'a Module,
    parameters: usize,
    steps: &'a mut Vec<Step>,
}

impl Compiler<'_> {
    /// Adds a computation's steps; its results' registers, one for a scalar, several for a tuple.
    fn inline(&mut self, id: ComputationId, arguments: &[Register]) -> Option<Vec<Register>> {
        let computation = self.module.computation(id);
        let mut registers: Vec<Vec<Register>> = vec![Vec::new(); computation.id_bound()];
        for id in computation.post_order() {
            let instruction = computation.get(id);
            registers[id.0 as usize] = match &instruction.op {
                Op::Parameter { number } if is_scalar(&instruction.shape) => vec![arguments[*number]],
                Op::Parameter { .. } => return None,
                _ => self.instruction(instruction, &registers, |id| computation.get(id))?,
            };
        }
        Some(std::mem::take(&mut registers[computation.root().0 as usize]))
    }

    fn instruction<'m>(
        &mut self,
        instruction: &Instruction,
        registers: &[Vec<Register>],
        get: impl Fn(InstructionId) -> &'m Instruction,
    ) -> Option<Vec<Register>> {
        let operands: Vec<&[Register]> =
            instruction.operands().iter().map(|id| registers[id.0 as usize].as_slice()).collect();
        match &instruction.op {
            Op::Tuple => return Some(operands.concat()),
            Op::GetTupleElement { index } => return Some(vec![*operands[0].get(*index)?]),
            Op::Call { to_apply: callee } | Op::Fusion { computation: callee, .. } => {
                return self.inline(*callee, &operands.concat());
            }
            _ => {}
        }
        let element_type = instruction.shape.as_array().filter(|array| array.is_scalar())?.element_type;
        let operand_types = instruction.operands().iter().map(|&id| get(id).shape.as_array().map(|a| a.element_type));
        let operand_type = operand_types.clone().next().flatten().unwrap_or(element_type);
        self.scalar_op(&instruction.op, element_type, operand_type, &operands.concat())
    }

    fn scalar_op(
        &mut self,
        op: &Op,
        result_type: ElementType,
        operand_type: ElementType,
        operands: &[Register],
    ) -> Option<Vec<Register>> {
        let step = match op {
            Op::Constant(literal) => Step::Constant(ScalarReader::new(literal.as_array()?).get(0)),
            Op::Unary(op) => Step::Unary(*op, operand_type, operands[0]),
            Op::Binary(op) => Step::Binary(*op, operand_type, [operands[0], operands[1]]),
            Op::Compare { direction, order } => Step::Compare(*direction, *order, [operands[0], operands[1]]),
            Op::Select => Step::Select([operands[0], operands[1], operands[2]]),
            Op::Clamp => Step::Clamp(result_type, [operands[0], operands[1], operands[2]]),
            Op::Convert => Step::Convert(result_type, operands[0]),
            Op::ReducePrecision { exponent_bits, mantissa_bits } => Step::ReducePrecision {
                element_type: operand_type,
                exponent_bits: *exponent_bits,
                mantissa_bits: *mantissa_bits,
                operand: operands[0],
            },
            Op::Copy | Op::Reshape | Op::Broadcast { .. } | Op::Transpose { .. } | Op::OptimizationBarrier => {
                return Some(vec![operands[0]]);
            }
            Op::Parameter { .. }
            | Op::Iota { .. }
            | Op::BitcastConvert
            | Op::Reverse { .. }
            | Op::Slice { .. }
            | Op::Pad { .. }
            | Op::Concatenate { .. }
            | Op::Tuple
            | Op::GetTupleElement { .. }
            | Op::AfterAll
            | indexing!()
            | contraction!()
            | application!()
            | algorithm!()
            | control!() => return None,
        };
        self.steps.push(step);
        Some(vec![self.parameters + self.steps.len() - 1])
    }
}

fn is_scalar(shape: &Shape) -> bool {
    shape.as_array().is_some_and(|array| array.is_scalar())
}
