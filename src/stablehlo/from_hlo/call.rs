//! Calls of functions.

use super::emission::{Emission, Outcome};
use crate::hlo::ComputationId;
use crate::stablehlo::Attribute;

impl Emission<'_, '_> {
    pub fn call(&mut self, to_apply: ComputationId) -> Outcome {
        let callee = Attribute::Symbol(self.emitter.symbol(to_apply));
        self.plain("func.call", vec![("callee".into(), callee)])
    }
}
