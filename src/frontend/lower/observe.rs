//! What a program shows of its values while it runs: the dialect `interpreter`.
//!
//! Each becomes a custom call with a side effect, in the program's order:
//!
//! | target | config | does |
//! |---|---|---|
//! | `interpreter.print` | `{}` | prints its operand |
//! | `interpreter.probe` | `{"probe_id": s}` | keeps its operand as a file, and passes it on |

use super::{OpLowering, Outcome};
use crate::hlo::{CustomCall, Op};
use serde_json::json;
use std::sync::Arc;

impl OpLowering<'_, '_> {
    /// An operation of the dialect `interpreter`.
    pub fn observe(&mut self, name: &str) -> Outcome {
        let config = match name {
            "run_parallel" => return self.run_parallel(),
            "print" => json!({}),
            "probe" => json!({ "probe_id": self.node.text("probe_id")? }),
            _ => return Err(self.node.unsupported("an operation of StableHLO's own interpreter").into()),
        };
        self.expect_operands(1)?;
        let observed = self.array(0)?;
        if name == "probe" {
            self.probe_passes_its_operand_on(&observed.into())?;
        }
        let call = CustomCall {
            target: Arc::from(self.node.name),
            backend_config: Arc::from(config.to_string()),
            api_version: 1,
            has_side_effect: true,
            ..CustomCall::default()
        };
        self.plain(Op::CustomCall(Box::new(call)))
    }
}
