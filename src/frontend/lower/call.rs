//! Calls of functions.

use super::{Failure, OpLowering, Outcome};
use crate::frontend::mlir::{self, Kind};
use crate::hlo::{ComputationId, Op};
use melior::ir::Attribute;

impl<'m> OpLowering<'_, 'm> {
    /// `func.call`
    pub fn call(&mut self) -> Outcome {
        let callee = self.node.text("callee")?;
        self.call_of(callee)
    }

    /// A composite is a call of its decomposition.
    pub fn composite(&mut self) -> Outcome {
        let callee = self.node.text("decomposition")?;
        self.call_of(callee)
    }

    fn call_of(&mut self, callee: &str) -> Outcome {
        let to_apply = self.state.function(callee, self.node)?;
        self.check_signature(to_apply, callee)?;
        self.plain(Op::Call { to_apply })
    }

    fn check_signature(&mut self, callee: ComputationId, name: &str) -> Result<(), Failure> {
        let computation = self.state.module.computation(callee);
        let parameters = computation.parameters();
        if parameters.len() != self.operands.len() {
            let message = format!("@{name} takes {} arguments, found {}", parameters.len(), self.operands.len());
            return Err(self.node.error(message).into());
        }
        for (i, (&parameter, &operand)) in parameters.iter().zip(&self.operands).enumerate() {
            let (expected, found) = (computation.shape(parameter), self.shape(operand));
            if !expected.same_type(found) {
                let message = format!("expected argument {i} of @{name} to be {expected}, found {found}");
                return Err(self.node.error(message).into());
            }
        }
        Ok(self.check_quantized_call(callee, name)?)
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
