//! Constants and iotas.

use super::{OpLowering, Outcome};
use crate::frontend::constant::Constant;
use crate::hlo::{ArrayLiteral, InstructionId, Literal, Op, Shape};
use melior::ir::Attribute;

impl<'m> OpLowering<'_, 'm> {
    pub fn constant(&mut self) -> Outcome {
        let Some(value) = self.node.attribute("value") else {
            return Err(self.node.error("expected an attribute `value`").into());
        };
        let stated = self.result()?.complete();
        let constant = self.constant_of(value)?;
        if let Some(stated) = stated.filter(|stated| !self.shape(constant).same_type(stated)) {
            let message = format!("expected a value of {stated}, found {}", self.shape(constant));
            return Err(self.node.error(message).into());
        }
        Ok(vec![constant])
    }

    /// A constant attribute as an instruction: one element that fills an array is broadcast.
    pub fn constant_of(&mut self, value: Attribute<'m>) -> Result<InstructionId, super::Failure> {
        let (constant, shape) = self.node.constant(value)?;
        Ok(match constant {
            Constant::Full(literal) => self.literal(literal),
            Constant::Splat(element) => self.splat(element, shape),
        })
    }

    pub fn literal(&mut self, literal: ArrayLiteral) -> InstructionId {
        let shape = literal.shape().clone();
        self.add(Op::Constant(Literal::Array(literal)), shape, [])
    }

    fn splat(&mut self, element: ArrayLiteral, shape: Shape) -> InstructionId {
        let scalar = self.literal(element);
        match shape.as_array() {
            Some(array) if !array.is_scalar() => self.add(Op::Broadcast { dimensions: Vec::new() }, shape, [scalar]),
            _ => scalar,
        }
    }

    pub fn iota(&mut self) -> Outcome {
        let dimension = self.node.usize("iota_dimension")?;
        self.expect_operands(0)?;
        let shape = self.filled(|_| None)?;
        self.with_shapes(Op::Iota { dimension }, Vec::new(), vec![shape.into()])
    }
}
