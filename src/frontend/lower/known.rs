//! Values that are known while a program is lowered: what the sizes of dynamic shapes are made of.
//!
//! A size comes from constants, from dimensions of arrays (constants too, once shapes are), and from arguments of the
//! entry where the program is lowered for given ones, through arithmetic. An instruction is evaluated when its value
//! is asked for, and once; which arguments a value depends on is kept beside it, so that the module can say for which
//! values it was made.
//!
//! That is done twice. First for what is cheap: short arrays, no loops. Where a size needs more than that (the count of
//! what a mask selects), the program is lowered anew, and values are followed wherever they come from.

use super::{Failure, Lowering, OpLowering, Scope};
use crate::frontend::attributes::integers_of;
use crate::frontend::small::{is_cheap, is_small};
use crate::hlo::evaluator::{Context, evaluate_op};
use crate::hlo::op_class::control_flow;
use crate::hlo::{self, ComputationId, InstructionId, Literal, Op, OpClass, Shape};
use std::collections::BTreeSet;

/// What is known of an instruction's value.
#[derive(Clone)]
pub enum Knowledge {
    Known(Known),
    /// It would be known if the program were lowered for given arguments.
    NeedsArguments,
    Unknown,
}

#[derive(Clone)]
pub struct Known {
    pub value: Literal,
    /// Arguments of the entry that it depends on.
    pub arguments: BTreeSet<usize>,
}

impl Lowering<'_> {
    /// What is known of a value.
    ///
    /// # Errors
    /// An instruction on the way to it that breaks a rule.
    pub fn knowledge(&self, scope: &mut Scope, id: InstructionId) -> Result<Knowledge, Failure> {
        if let Some(found) = scope.knowledge.get(&id) {
            return Ok(found.clone());
        }
        let knowledge = match self.is_followed(scope.computation.shape(id)) {
            true => self.evaluated(scope, id)?,
            false => Knowledge::Unknown,
        };
        scope.knowledge.insert(id, knowledge.clone());
        Ok(knowledge)
    }

    fn evaluated(&self, scope: &mut Scope, id: InstructionId) -> Result<Knowledge, Failure> {
        let instruction = scope.computation.get(id);
        match &instruction.op {
            Op::Parameter { number } => return Ok(self.argument(scope, *number)),
            op if !self.is_evaluated(op) => return Ok(Knowledge::Unknown),
            _ => {}
        }
        let mut known = Vec::new();
        let mut needs_arguments = false;
        for operand in instruction.operands().to_vec() {
            match self.knowledge(scope, operand)? {
                Knowledge::Known(operand) => known.push(operand),
                Knowledge::NeedsArguments => needs_arguments = true,
                Knowledge::Unknown => return Ok(Knowledge::Unknown),
            }
        }
        match needs_arguments {
            true => Ok(Knowledge::NeedsArguments),
            false => self.evaluate(scope, id, known),
        }
    }

    /// The value of an argument, in the entry itself.
    fn argument(&self, scope: &Scope, number: usize) -> Knowledge {
        match self.arguments {
            _ if !scope.is_entry => Knowledge::Unknown,
            None => Knowledge::NeedsArguments,
            Some(arguments) => arguments.get(number).map_or(Knowledge::Unknown, |argument| {
                Knowledge::Known(Known { value: Literal::Array(argument.clone()), arguments: [number].into() })
            }),
        }
    }

    fn evaluate(&self, scope: &Scope, id: InstructionId, operands: Vec<Known>) -> Result<Knowledge, Failure> {
        let instruction = scope.computation.get(id);
        if !instruction.op.called_computations().into_iter().all(|callee| self.is_evaluable(callee)) {
            return Ok(Knowledge::Unknown);
        }
        first_finding(hlo::verify_instruction(&self.module, &scope.computation, id))?;
        let values: Vec<&Literal> = operands.iter().map(|operand| &operand.value).collect();
        let value = evaluate_op(&instruction.op, &values, &instruction.shape, &Context::new(&self.module));
        Ok(value.map_or(Knowledge::Unknown, |value| {
            let arguments = operands.iter().flat_map(|operand| &operand.arguments).copied().collect();
            Knowledge::Known(Known { value, arguments })
        }))
    }

    /// Whether a computation is small in all its parts, and right.
    fn is_evaluable(&self, id: ComputationId) -> bool {
        let computation = self.module.computation(id);
        computation.ids().all(|id| {
            let instruction = computation.get(id);
            let is_plain = matches!(instruction.op, Op::Parameter { .. }) || self.is_evaluated(&instruction.op);
            is_plain
                && self.is_followed(&instruction.shape)
                && instruction.op.called_computations().into_iter().all(|callee| self.is_evaluable(callee))
                && hlo::verify_instruction(&self.module, computation, id).is_ok()
        })
    }

    fn is_followed(&self, shape: &Shape) -> bool {
        self.follows_values || is_small(shape)
    }

    fn is_evaluated(&self, op: &Op) -> bool {
        is_cheap(op) || (self.follows_values && is_determined(op))
    }
}

impl OpLowering<'_, '_> {
    /// Integers behind an operand, which the module then depends on.
    ///
    /// # Errors
    /// Values that only a run gives.
    pub fn constant_operand(&mut self, index: usize) -> Result<Vec<i64>, Failure> {
        self.expect_at_least(index + 1)?;
        match self.known_value(self.operands[index])? {
            Some(Literal::Array(literal)) => Ok(integers_of(&literal)),
            _ if !self.state.follows_values => Err(self.state.follow_values()),
            _ => {
                let message = format!("operand {index}, which sizes depend on, is known only when the program runs");
                let note =
                    "sizes may depend on arguments, their shapes and constants, and on what is computed from these";
                Err(self.node.unsupported(message).with_note(note).into())
            }
        }
    }

    /// A value, which the module then depends on; none that only a run gives.
    pub fn known_value(&mut self, id: InstructionId) -> Result<Option<Literal>, Failure> {
        match self.state.knowledge(self.scope, id)? {
            Knowledge::Known(known) => {
                self.state.depends_on.extend(known.arguments);
                Ok(Some(known.value))
            }
            Knowledge::NeedsArguments => {
                self.state.needs_arguments = true;
                Err(Failure::Reported)
            }
            Knowledge::Unknown => Ok(None),
        }
    }

    /// Integers behind an operand that depend on no argument.
    pub fn integers_of_constant(&mut self, index: usize) -> Result<Option<Vec<i64>>, Failure> {
        self.expect_at_least(index + 1)?;
        let knowledge = self.state.knowledge(self.scope, self.operands[index])?;
        Ok(match knowledge {
            Knowledge::Known(Known { value: Literal::Array(value), arguments }) if arguments.is_empty() => {
                Some(integers_of(&value))
            }
            Knowledge::Known(_) | Knowledge::NeedsArguments | Knowledge::Unknown => None,
        })
    }
}

fn first_finding(outcome: Result<(), hlo::Diagnostics>) -> Result<(), Failure> {
    match outcome {
        Ok(()) => Ok(()),
        Err(findings) => Err(findings.0.into_iter().next().map_or(Failure::Reported, Failure::Finding)),
    }
}

/// Whether an operation gives the same for the same operands, and reaches nothing outside.
fn is_determined(op: &Op) -> bool {
    match op.class() {
        OpClass::Leaf => !matches!(op, Op::Parameter { .. }),
        OpClass::Algorithm => !matches!(op, Op::Rng { .. }),
        OpClass::Control => matches!(op, control_flow!() | Op::Fusion { .. }),
        OpClass::Elementwise | OpClass::Movement | OpClass::Indexing | OpClass::Contraction => true,
        OpClass::Application | OpClass::Structure => true,
    }
}
