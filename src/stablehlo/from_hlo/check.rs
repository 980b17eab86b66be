//! Expectations: operations of the dialect `check`, or custom calls where those have the same limits.

use super::Dialects;
use super::emission::{Emission, Outcome};
use crate::hlo::CustomCall;
use crate::stablehlo::{Attribute, Attributes, Name};

/// The limits of the custom calls: StableHLO's interpreter fixes them.
const CALL_TOLERANCE: f64 = 1e-3;
const CALL_ULPS: [i64; 2] = [0, 3];

fn probe_id(config: &serde_json::Value) -> Attributes {
    vec![("probe_id".into(), Attribute::string(config["probe_id"].as_str().unwrap_or_default()))]
}

impl Emission<'_, '_> {
    pub fn expectation(&mut self, call: &CustomCall) -> Outcome {
        let config: serde_json::Value = serde_json::from_str(&call.backend_config).unwrap_or_default();
        let tolerance = config["tolerance"].as_f64();
        let ulps = ["min_ulp_difference", "max_ulp_difference"].map(|name| config[name].as_i64().unwrap_or(0));
        let is_portable = self.emitter.dialects == Dialects::Portable;
        match &*call.target {
            "check.eq" => self.expectation_call("check.eq", true),
            "check.expect_eq" if is_portable => self.expectation_call("check.expect_eq", false),
            "check.expect_eq" => self.plain("check.expect_eq", Vec::new()),
            "check.expect_almost_eq" if is_portable && tolerance == Some(CALL_TOLERANCE) => {
                self.expectation_call("check.expect_almost_eq", false)
            }
            "check.expect_almost_eq" if !is_portable => {
                let tolerance = tolerance.map(|t| ("tolerance".into(), Attribute::f64(t)));
                self.plain("check.expect_almost_eq", tolerance.into_iter().collect())
            }
            "check.expect_close" if is_portable && ulps == CALL_ULPS => {
                self.expectation_call("check.expect_close", false)
            }
            "check.expect_close" if !is_portable => {
                let names: [Name; 2] = ["min_ulp_difference".into(), "max_ulp_difference".into()];
                let attributes: Attributes = names.into_iter().zip(ulps.map(Attribute::i64)).collect();
                self.plain("check.expect_close", attributes)
            }
            "check.expect_serialized_eq" if !is_portable => {
                let mut attributes = probe_id(&config);
                attributes.push(("iter".into(), Attribute::i64(config["iter"].as_i64().unwrap_or(0))));
                self.plain("check.expect_serialized_eq", attributes)
            }
            other => Err(self.unsupported(&format!("the expectation {other} with these limits in an artifact"))),
        }
    }

    /// What a program shows of its values while it runs.
    pub fn observation(&mut self, call: &CustomCall) -> Outcome {
        let config: serde_json::Value = serde_json::from_str(&call.backend_config).unwrap_or_default();
        match (&*call.target, self.emitter.dialects) {
            ("interpreter.print", Dialects::All) => self.plain("interpreter.print", Vec::new()),
            ("interpreter.probe", Dialects::All) if *self.operand_shape(0) != self.instruction.shape => {
                Err(self.unsupported("a probe of another shape than its operand's"))
            }
            ("interpreter.probe", Dialects::All) => self.plain("interpreter.probe", probe_id(&config)),
            (other, _) => Err(self.unsupported(&format!("{other} in an artifact"))),
        }
    }

    /// `expected_first`: the custom call names its operands the other way round.
    fn expectation_call(&mut self, target: &'static str, expected_first: bool) -> Outcome {
        let mut operands = self.operands();
        if expected_first {
            operands.reverse();
        }
        let attributes = vec![
            ("call_target_name".into(), Attribute::string(target)),
            ("has_side_effect".into(), Attribute::Bool(true)),
        ];
        self.build("stablehlo.custom_call", operands, attributes, Vec::new())
    }
}
