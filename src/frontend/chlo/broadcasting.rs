//! Binary operations that stretch their operands to a common shape first.

use crate::frontend::lower::{Failure, OpLowering, Outcome};
use crate::frontend::mlir::{self, Kind};
use crate::hlo::{ArrayLiteral, ArrayShape, BinaryOp, ComparisonOrder, Diagnostic, ElementType, Op};
use melior::ir::attribute::AttributeLike;

impl OpLowering<'_, '_> {
    /// `chlo.broadcast_` and this name.
    pub fn broadcasting(&mut self, name: &str) -> Outcome {
        self.stretch_operands()?;
        if let Some(op) = BinaryOp::of_mlir_name(&format!("stablehlo.{name}")) {
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
            _ => Err(self.no_such_operation("CHLO").into()),
        }
    }

    /// Gives every operand the dimensions of the result: those that all operands agree on, where size 1 agrees with
    /// every other. `broadcast_dimensions` are those of the operand of lower rank; without them, dimensions are matched
    /// from the last.
    fn stretch_operands(&mut self) -> Result<(), Failure> {
        let operands = (0..self.operands.len()).map(|i| self.array(i)).collect::<Result<Vec<_>, _>>()?;
        let rank = operands.iter().map(ArrayShape::rank).max().unwrap_or(0);
        let stated = self.node.optional_usizes("broadcast_dimensions")?;
        let dimensions: Vec<Vec<usize>> = operands.iter().map(|o| target_dimensions(o.rank(), rank, &stated)).collect();
        let mut dims = vec![1; rank];
        for (operand, targets) in operands.iter().zip(&dimensions) {
            for (&size, &target) in operand.dims.iter().zip(targets) {
                match dims.get_mut(target) {
                    Some(joined) if *joined == 1 => *joined = size,
                    _ => {}
                }
            }
        }
        for (index, operand) in operands.iter().enumerate() {
            if operand.dims != dims {
                self.operands[index] = self.expanded(self.operands[index], &dimensions[index], &dims)?;
            }
        }
        Ok(())
    }

    /// `chlo.constant_like`: one value in every element.
    pub fn constant_like(&mut self) -> Outcome {
        self.expect_operands(1)?;
        let (dims, element_type) = (self.array(0)?.dims, self.array_result()?.element_type);
        let value = self.constant_like_value(element_type)?;
        let mut builder = self.builder();
        let scalar = builder.constant(value);
        let filled = builder.splat(scalar, &dims);
        builder.finish()?;
        Ok(vec![filled])
    }
}

impl OpLowering<'_, '_> {
    /// The attribute `value`, whose type has to be that of the result's elements.
    fn constant_like_value(&self, element_type: ElementType) -> Result<ArrayLiteral, Diagnostic> {
        let attribute = self.node.attribute("value").ok_or_else(|| self.node.error("expected an attribute `value`"))?;
        let text = attribute.to_string();
        let of = element_type.mlir_name();
        let wrong = || self.node.error(format!("expected a value of type {of}, found {text}"));
        if element_type.is_complex() {
            let part = element_type.real_part();
            let prefix = format!("#complex.number<:{} ", part.mlir_name());
            let parts = text.strip_prefix(&prefix).and_then(|rest| rest.trim_end_matches('>').split_once(", "));
            let (re, im) = parts.ok_or_else(wrong)?;
            let number = |text: &str| text.trim().parse::<f64>().map_err(|_| wrong());
            let bytes = [part.encode_float(number(re)?), part.encode_float(number(im)?)].concat();
            return Ok(ArrayLiteral::from_slice(element_type, [], &bytes));
        }
        match mlir::kind(attribute) {
            _ if attribute.r#type().to_string() != of => Err(wrong()),
            Kind::Integer(value) => Ok(ArrayLiteral::scalar_integer(element_type, value)),
            Kind::Bool(value) => Ok(ArrayLiteral::scalar_integer(element_type, value.into())),
            Kind::Float(value) => Ok(ArrayLiteral::scalar_float(element_type, value)),
            _ => Err(wrong()),
        }
    }
}

/// Dimensions of the result that the dimensions of an operand become.
fn target_dimensions(operand_rank: usize, rank: usize, stated: &Option<Vec<usize>>) -> Vec<usize> {
    match stated {
        Some(stated) if stated.len() == operand_rank && operand_rank < rank => stated.clone(),
        _ => (rank - operand_rank..rank).collect(),
    }
}
