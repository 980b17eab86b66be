//! Calls of functions.

use super::{Failure, Function, OpLowering, Outcome};
use crate::frontend::mlir::{self, Kind};
use crate::frontend::program::Node;
use crate::hlo::{ComputationId, Diagnostic, Op};
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, BlockLike, RegionLike, ValueLike};

/// Instructions of a computation that takes no more inlined functions: those that call each other twice in a row
/// grow exponentially.
const MAX_INLINED: usize = 1 << 20;

impl<'m> OpLowering<'_, 'm> {
    /// `func.call`
    pub fn call(&mut self) -> Outcome {
        let callee = self.node.text("callee")?;
        self.call_of(callee)
    }

    /// A composite is a call of its decomposition.
    pub fn composite(&mut self) -> Outcome {
        self.composite_c1_name_has_a_namespace()?;
        let callee = self.node.text("decomposition")?;
        self.call_of(callee)
    }

    fn call_of(&mut self, callee: &str) -> Outcome {
        if self.state.is_dynamic(callee) {
            return self.inlined(callee);
        }
        let to_apply = self.state.function(callee, self.node)?;
        let computation = self.state.module.computation(to_apply);
        let parameters = computation.parameters();
        self.check_count(callee, parameters.len())?;
        for (i, (&parameter, &operand)) in parameters.iter().zip(&self.operands).enumerate() {
            let (expected, found) = (computation.shape(parameter), self.shape(operand));
            if !expected.same_type(found) {
                let message = format!("expected argument {i} of @{callee} to be {expected}, found {found}");
                return Err(self.node.error(message).into());
            }
        }
        self.check_quantized_call(to_apply, callee)?;
        self.plain(Op::Call { to_apply })
    }

    fn check_count(&self, callee: &str, expected: usize) -> Result<(), Diagnostic> {
        let found = self.operands.len();
        let message = || self.node.error(format!("@{callee} takes {expected} arguments, found {found}"));
        if found == expected { Ok(()) } else { Err(message()) }
    }

    /// A function of dynamic shape, lowered here for the shapes and values that it is called with.
    fn inlined(&mut self, callee: &str) -> Outcome {
        if self.scope.computation.id_bound() > MAX_INLINED {
            let message = format!("calls of dynamic shape that unfold to more than {MAX_INLINED} operations");
            return Err(self.node.unsupported(message).into());
        }
        let function = self.state.enter(callee, self.node)?;
        let found_before = self.state.findings.len();
        let outcome = self.inlined_body(callee, &function);
        let state = if outcome.is_ok() { Function::Waiting(function.clone()) } else { Function::Failed };
        self.state.leave(&function, state);
        let place = self.node.location.as_ref().and_then(|location| location.text.as_ref());
        for finding in &mut self.state.findings[found_before..] {
            finding.notes.extend(place.map(|place| format!("in @{callee}, called at {place}")));
        }
        outcome
    }

    fn inlined_body(&mut self, callee: &str, function: &Node<'m>) -> Outcome {
        if function.operation.region(0).ok().and_then(|region| region.first_block()).is_none() {
            return Err(function.error(format!("@{callee} has no body")).into());
        }
        let block = function.block(0)?;
        self.check_count(callee, block.argument_count())?;
        for number in 0..block.argument_count() {
            let Ok(argument) = block.argument(number) else { continue };
            let (declared, operand) = (self.state.declared(argument.r#type(), function)?, self.operands[number]);
            let wrong =
                |message| self.node.error(format!("argument {number} of @{callee} is declared {declared}: {message}"));
            declared.admits(self.shape(operand)).map_err(wrong)?;
            self.scope.define(argument.into(), operand);
        }
        self.check_quantized_block(block, function, callee)?;
        self.scope.forget(block);
        self.state.block(self.scope, block, function)
    }

    /// Functions that a list of symbols names.
    pub fn called(&mut self, symbols: Vec<Attribute<'m>>) -> Result<Vec<ComputationId>, Failure> {
        let mut called = Vec::new();
        for symbol in symbols {
            let Kind::Symbol(name) = mlir::kind(symbol) else {
                return Err(self.node.error(format!("expected a function's name, found {symbol}")).into());
            };
            called.push(self.state.function(name, self.node)?);
        }
        Ok(called)
    }
}
