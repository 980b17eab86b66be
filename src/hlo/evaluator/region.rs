//! A computation applied once an element: the bodies of reductions, windows, sorts, scatters and maps.

use super::array::{ScalarReader, scalar_literal};
use super::context::Context;
use super::control::run_computation;
use super::error::{EvalError, Result};
use super::scalar::Scalar;
use super::scalar_program::ScalarProgram;
use crate::hlo::{BinaryOp, Computation, ComputationId, ElementType, InstructionId, Literal, Module, Op};

/// A computation from scalars to scalars.
pub struct Region<'a> {
    id: ComputationId,
    context: &'a Context<'a>,
    /// `None` where the computation has to be evaluated on rank-0 literals.
    program: Option<ScalarProgram>,
    parameter_types: Vec<ElementType>,
    registers: Vec<Scalar>,
    results: Vec<Scalar>,
}

impl<'a> Region<'a> {
    pub fn new(id: ComputationId, context: &'a Context<'a>) -> Region<'a> {
        let computation = context.module.computation(id);
        let parameter_types =
            computation.parameters().iter().map(|&p| computation.shape(p).expect_array().element_type).collect();
        let program = ScalarProgram::compile(context.module, id);
        Region { id, context, program, parameter_types, registers: Vec::new(), results: Vec::new() }
    }

    /// The results for these arguments: one, or the elements of a tuple.
    pub fn apply(&mut self, arguments: impl IntoIterator<Item = Scalar>) -> Result<&[Scalar]> {
        self.registers.clear();
        self.registers.extend(arguments);
        match &self.program {
            Some(program) => program
                .run(&mut self.registers, &mut self.results)
                .ok_or_else(|| EvalError::unsupported("an operation that is not defined on its element type"))?,
            None => self.results = self.apply_to_literals()?,
        }
        Ok(&self.results)
    }

    fn apply_to_literals(&self) -> Result<Vec<Scalar>> {
        let typed = self.parameter_types.iter().zip(&self.registers);
        let literals: Vec<Literal> = typed.map(|(&ty, &value)| scalar_literal(ty, value)).collect();
        let result = run_computation(self.id, &literals.iter().collect::<Vec<_>>(), self.context)?;
        let value = |literal: &Literal| ScalarReader::new(literal.expect_array()).get(0);
        Ok(match &result {
            Literal::Tuple(parts) => parts.iter().map(value).collect(),
            other => vec![value(other)],
        })
    }
}

/// The operation that a computation of two parameters consists of, where it is one binary operation on them in order.
pub fn single_binary(module: &Module, id: ComputationId) -> Option<BinaryOp> {
    let computation = module.computation(id);
    match computation.parameters()[..] {
        [left, right] => binary_of(computation, computation.root(), [left, right]),
        _ => None,
    }
}

/// The operations that combine a computation's parameters, the first of each half, the second of each and so on, where
/// it combines each pair by one, apart from the others.
pub fn separate_binaries(module: &Module, id: ComputationId) -> Option<Vec<BinaryOp>> {
    let computation = module.computation(id);
    let (root, parameters) = (computation.root(), computation.parameters());
    let (left, right) = parameters.split_at(parameters.len() / 2);
    let results = match computation.op(root) {
        Op::Tuple => computation.operands(root),
        _ => std::slice::from_ref(&root),
    };
    if results.len() != left.len() || left.len() != right.len() {
        return None;
    }
    let pairs = left.iter().zip(right).map(|(&left, &right)| [left, right]);
    results.iter().zip(pairs).map(|(&result, pair)| binary_of(computation, result, pair)).collect()
}

fn binary_of(computation: &Computation, result: InstructionId, pair: [InstructionId; 2]) -> Option<BinaryOp> {
    let result = computation.unconverted(result);
    let operands = computation.operands(result).iter().map(|&operand| computation.unconverted(operand));
    match computation.op(result) {
        Op::Binary(op) if operands.clone().eq(pair) => Some(*op),
        Op::Binary(op) if op.is_commutative(computation.shape(result).expect_array().element_type) => {
            operands.rev().eq(pair).then_some(*op)
        }
        _ => None,
    }
}
