//! Regions that combine elements in a wider type than the operands have: these are brought to it first.

use super::{Failure, OpLowering};
use crate::hlo::{ArrayShape, ElementType, PartialShape};
use melior::ir::{BlockLike, ValueLike};
use std::ops::Range;

impl OpLowering<'_, '_> {
    /// Brings operands to the types of a region's arguments, in order and over again; says whether any had another one.
    /// What cannot be promoted stays as it is, for the verifier to refuse.
    pub fn promote(&mut self, operands: Range<usize>, region: usize) -> Result<bool, Failure> {
        let mut are_promoted = false;
        let block = self.node.block(region)?;
        let arguments = (0..block.argument_count()).filter_map(|number| block.argument(number).ok());
        let types = arguments.map(|argument| self.state.declared(argument.r#type(), self.node));
        let types: Vec<PartialShape> = types.collect::<Result<_, _>>()?;
        for (index, to) in operands.zip(types.iter().cycle()) {
            let from = self.shape(self.operands[index]).as_array().map(|array: &ArrayShape| array.element_type);
            let to = to.as_array().map(|array| array.element_type);
            if let (Some(from), Some(to)) = (from, to)
                && from != to
                && is_promotable(from, to)
            {
                are_promoted = true;
                let operand = self.operands[index];
                self.operands[index] = self.builder().convert(operand, to);
            }
        }
        Ok(are_promoted)
    }
}

/// StableHLO's `is_promotable`.
fn is_promotable(from: ElementType, to: ElementType) -> bool {
    let of_a_kind: [fn(ElementType) -> bool; 3] =
        [ElementType::is_integer, ElementType::is_float, ElementType::is_complex];
    from.bit_width() <= to.bit_width() && of_a_kind.iter().any(|is_of| is_of(from) && is_of(to))
}
