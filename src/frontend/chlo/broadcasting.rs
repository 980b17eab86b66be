//! Binary operations that stretch their operands to a common shape first.

use crate::frontend::lower::{OpLowering, Outcome, binary};
use crate::hlo::{ComparisonOrder, Op};

impl OpLowering<'_, '_> {
    /// `chlo.broadcast_` and this name.
    pub fn broadcasting(&mut self, name: &str) -> Outcome {
        self.stretch_operands()?;
        if let Some(op) = binary(name) {
            return self.binary(op);
        }
        match name {
            "compare" => {
                let order = match self.node.optional_keyword("compare_type") {
                    Some("TOTALORDER") => ComparisonOrder::Total,
                    _ => ComparisonOrder::Partial,
                };
                let direction = self.direction()?;
                self.plain_of(2, Op::Compare { direction, order })
            }
            "select" => self.plain_of(3, Op::Select),
            "next_after" | "polygamma" | "zeta" => self.chlo(name),
            _ => Err(self.node.error("CHLO has no such operation").into()),
        }
    }

    /// Gives every operand the result's dimensions. `broadcast_dimensions` are those of the operand of lower rank;
    /// without them, dimensions are matched from the last.
    fn stretch_operands(&mut self) -> Result<(), crate::frontend::lower::Failure> {
        let result = self.array_result()?;
        let stated = self.node.optional_usizes("broadcast_dimensions")?;
        for index in 0..self.operands.len() {
            let operand = self.array(index)?;
            let from_last = || (result.rank().saturating_sub(operand.rank())..result.rank()).collect();
            let dimensions: Vec<usize> = match &stated {
                Some(stated) if stated.len() == operand.rank() && operand.rank() < result.rank() => stated.clone(),
                _ => from_last(),
            };
            if operand.dims != result.dims {
                self.operands[index] = self.expanded(self.operands[index], &dimensions, &result.dims)?;
            }
        }
        Ok(())
    }

    /// `chlo.constant_like`: one value in every element.
    pub fn constant_like(&mut self) -> Outcome {
        let result = self.array_result()?;
        let integer = self.node.optional_i64("value");
        let value = match integer {
            Ok(Some(value)) => value as f64,
            _ => self.node.f64("value")?,
        };
        let mut builder = self.builder();
        let scalar = builder.scalar(result.element_type, value);
        let filled = builder.splat(scalar, &result.dims);
        builder.finish()?;
        Ok(vec![filled])
    }
}
