//! CHLO operations, decomposed into HLO's.

use super::lower::{OpLowering, Outcome};
use crate::hlo::{BinaryOp, Op, UnaryOp};

impl OpLowering<'_, '_> {
    pub fn chlo(&mut self, name: &str) -> Outcome {
        match name {
            "constant" => self.constant(),
            "erf" => self.plain_of(1, Op::Unary(UnaryOp::Erf)),
            "square" => {
                self.expect_operands(1)?;
                let operand = self.operands[0];
                self.with_operands(Op::Binary(BinaryOp::Multiply), vec![operand, operand])
            }
            "tan" => self.plain_of(1, Op::Unary(UnaryOp::Tan)),
            "top_k" => {
                let k = self.node.usize("k")?;
                self.plain_of(1, Op::TopK { k, largest: true })
            }
            _ => Err(self.node.unsupported("this operation of CHLO").into()),
        }
    }
}
