//! A computation applied once an element: the bodies of reductions, windows, sorts, scatters and maps.

use super::array::{ScalarReader, scalar_literal};
use super::context::Context;
use super::control::run_computation;
use super::error::{EvalError, Result};
use super::scalar::Scalar;
use super::scalar_program::ScalarProgram;
use crate::hlo::{BinaryOp, ComputationId, ElementType, Literal, Module, Op};

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
    let parameters = computation.parameters();
    let root = computation.unconverted(computation.root());
    let operands = computation.operands(root).iter().map(|&operand| computation.unconverted(operand));
    match computation.op(root) {
        Op::Binary(op) if operands.clone().eq(parameters.iter().copied()) => Some(*op),
        Op::Binary(op) if op.is_commutative(computation.shape(root).expect_array().element_type) => {
            operands.rev().eq(parameters).then_some(*op)
        }
        _ => None,
    }
}
