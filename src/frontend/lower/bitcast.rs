//! Reinterpreting bits. StableHLO's `i1` is one bit wide, HLO's `pred` a byte: between it and other types the bits are
//! taken apart and put together, the lowest first.

use super::{Failure, OpLowering, Outcome};
use crate::hlo::{BinaryOp, ComparisonDirection, ElementType, InstructionId, Op, reducer};

impl OpLowering<'_, '_> {
    pub fn bitcast_convert(&mut self) -> Outcome {
        self.expect_operands(1)?;
        let (from, to) = (self.array(0)?, self.array_result()?.element_type);
        let is_pred = |element_type| element_type == ElementType::Pred;
        match (is_pred(from.element_type), is_pred(to)) {
            (false, true) => self.bits_apart(from.element_type, &from.dims),
            (true, false) => self.bits_together(&from.dims, to),
            (true, true) | (false, false) => self.plain(Op::BitcastConvert),
        }
    }

    /// Bit `i` of an element becomes element `i` of the new last dimension.
    fn bits_apart(&mut self, element_type: ElementType, dims: &[usize]) -> Outcome {
        let unsigned = self.unsigned(element_type)?;
        let operand = self.operands[0];
        let last = dims.len();
        let dims = [dims, &[element_type.bit_width()]].concat();
        let mut builder = self.builder();
        let bits = builder.bitcast_convert(operand, unsigned);
        let bits = builder.broadcast(bits, &dims, &(0..last).collect::<Vec<_>>());
        let place = builder.iota(unsigned, &dims, last);
        let shifted = builder.binary(BinaryOp::ShiftRightLogical, bits, place);
        let one = builder.scalar_integer(unsigned, 1);
        let one = builder.splat(one, &dims);
        let bit = builder.binary(BinaryOp::And, shifted, one);
        let is_set = builder.compare(ComparisonDirection::Eq, bit, one);
        builder.finish()?;
        Ok(vec![is_set])
    }

    /// Element `i` of the last dimension becomes bit `i`.
    fn bits_together(&mut self, dims: &[usize], element_type: ElementType) -> Outcome {
        let unsigned = self.unsigned(element_type)?;
        if dims.last() != Some(&element_type.bit_width()) {
            return Err(self.wrong_width(element_type).into());
        }
        let operand: InstructionId = self.operands[0];
        let last = dims.len() - 1;
        let to_apply = self.state.module.add_computation(reducer(BinaryOp::Or, unsigned));
        let mut builder = self.builder();
        let bits = builder.convert(operand, unsigned);
        let place = builder.iota(unsigned, dims, last);
        let shifted = builder.binary(BinaryOp::ShiftLeft, bits, place);
        let zero = builder.scalar_integer(unsigned, 0);
        let together = builder.reduce(shifted, zero, &[last], to_apply);
        let value = builder.bitcast_convert(together, element_type);
        builder.finish()?;
        Ok(vec![value])
    }

    fn unsigned(&self, element_type: ElementType) -> Result<ElementType, Failure> {
        match element_type.bit_width() {
            8 => Ok(ElementType::U8),
            16 => Ok(ElementType::U16),
            32 => Ok(ElementType::U32),
            64 if !element_type.is_complex() => Ok(ElementType::U64),
            _ => Err(self.node.unsupported(format!("between i1 and {}", element_type.mlir_name())).into()),
        }
    }

    fn wrong_width(&self, element_type: ElementType) -> crate::hlo::Diagnostic {
        let (name, width) = (element_type.mlir_name(), element_type.bit_width());
        self.node.error(format!("expected a last dimension of {width}, the bits of {name}"))
    }
}
