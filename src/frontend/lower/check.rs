//! Expectations that a program states about its own values.
//!
//! Each becomes a custom call with a side effect, over (actual, expected), which every runtime obeys: a mismatch is an
//! error of the run. The targets, and the JSON of their backend configs:
//!
//! | target | config | elements agree when |
//! |---|---|---|
//! | `check.expect_eq` | `{}` | they are equal; for floats as IEEE has it: -0 equals +0, NaN nothing |
//! | `check.expect_almost_eq` | `{"tolerance": t}` | both are NaN, the same infinity, or at most `t` apart |
//! | `check.expect_close` | `{"min_ulp_difference": a, "max_ulp_difference": b}` | `a <= ulp <= b`, see below |
//! | `check.eq` | `{"tolerance": t}` | integers: equal; floats: as `expect_almost_eq` |
//! | `check.expect_serialized_eq` | `{"probe_id": s, "iter": n}` | as `expect_eq`, with the n-th value of that probe |
//!
//! Complex numbers agree when both parts do. The distance in ulp counts the representable values from one to the other:
//! +0 and -0 are 0 apart, two NaNs and equal infinities too; a finite value is 2^64 - 1 from what is not finite.
//!
//! `check.eq` gives a `pred[]`, true; the others give the empty tuple. The limits are those of StableHLO's interpreter,
//! which differ between the dialect's operations and the custom calls of the same names.

use super::{OpLowering, Outcome};
use crate::hlo::{CustomCall, InstructionId, Op};
use serde_json::json;
use std::sync::Arc;

impl OpLowering<'_, '_> {
    /// An operation of the dialect `check`.
    pub fn check(&mut self, name: &str) -> Outcome {
        match name {
            "expect_eq" => self.expectation("check.expect_eq", json!({}), false),
            "expect_eq_const" => self.expectation("check.expect_eq", json!({}), true),
            "expect_almost_eq" => self.almost_equal(false),
            "expect_almost_eq_const" => self.almost_equal(true),
            "expect_close" => {
                // Bits of an unsigned number: MLIR may write the greatest as -1.
                let least = self.node.optional_i64("min_ulp_difference")?.unwrap_or(0);
                let most = self.node.optional_i64("max_ulp_difference")?.unwrap_or(1);
                let config = json!({ "min_ulp_difference": least, "max_ulp_difference": most });
                self.expectation("check.expect_close", config, false)
            }
            "expect_serialized_eq" => {
                let iteration = self.node.optional_i64("iter")?.unwrap_or(0);
                let config = json!({ "probe_id": self.node.text("probe_id")?, "iter": iteration });
                self.expect_operands(1)?;
                self.checked("check.expect_serialized_eq", &config)
            }
            _ => Err(self.node.unsupported("this expectation").into()),
        }
    }

    fn almost_equal(&mut self, is_constant: bool) -> Outcome {
        let tolerance = if self.node.has("tolerance") { self.node.f64("tolerance")? } else { 1e-4 };
        self.expectation("check.expect_almost_eq", json!({ "tolerance": tolerance }), is_constant)
    }

    /// A custom call whose target is `check.` and this name.
    pub fn check_custom_call(&mut self, name: &str) -> Outcome {
        match name {
            "expect_eq" => self.expectation("check.expect_eq", json!({}), false),
            "expect_almost_eq" => self.expectation("check.expect_almost_eq", json!({ "tolerance": 1e-3 }), false),
            "expect_close" => {
                let config = json!({ "min_ulp_difference": 0, "max_ulp_difference": 3 });
                self.expectation("check.expect_close", config, false)
            }
            "eq" => {
                // The only one that names the expected value first.
                self.expect_operands(2)?;
                self.operands.swap(0, 1);
                self.expectation("check.eq", json!({ "tolerance": 1e-4 }), false)
            }
            _ => Err(self.node.unsupported(format!("the expectation check.{name}")).into()),
        }
    }

    /// `is_constant`: the expected value is the attribute `value`.
    fn expectation(&mut self, target: &str, config: serde_json::Value, is_constant: bool) -> Outcome {
        if is_constant {
            self.expect_operands(1)?;
            let expected = self.expected_value()?;
            self.operands.push(expected);
        }
        self.expect_operands(2)?;
        self.expectation_compares_one_type()?;
        self.checked(target, &config)
    }

    fn checked(&mut self, target: &str, config: &serde_json::Value) -> Outcome {
        let call = CustomCall {
            target: Arc::from(target),
            backend_config: Arc::from(config.to_string()),
            api_version: 1,
            has_side_effect: true,
            ..CustomCall::default()
        };
        self.plain(Op::CustomCall(Box::new(call)))
    }

    fn expected_value(&mut self) -> Result<InstructionId, super::Failure> {
        let Some(value) = self.node.attribute("value") else {
            return Err(self.node.error("expected an attribute `value`").into());
        };
        self.constant_of(value)
    }
}
