//! Operations whose shapes come from operands, for the case that those are known while the program is lowered.

use super::{Failure, OpLowering, Outcome};
use crate::frontend::attributes::integers_of;
use crate::hlo::{ArrayLiteral, BinaryOp, Builder, InstructionId, Op};

impl OpLowering<'_, '_> {
    pub fn dynamic_broadcast_in_dim(&mut self) -> Outcome {
        self.expect_operands(2)?;
        let dimensions = self.node.usizes("broadcast_dimensions")?;
        self.dynamic_broadcast_in_dim_c8_to_c10_known_dimensions()?;
        let result = self.shape_from_operand(1)?;
        Ok(vec![self.expanded(self.operands[0], &dimensions, &result.dims)?])
    }

    /// The padding comes as an operand.
    pub fn dynamic_conv(&mut self) -> Outcome {
        self.expect_operands(3)?;
        self.convolution_c27_operands_agree()?;
        let padding = self.constant_operand(2)?;
        self.convolution_of(Some(padding))
    }

    pub fn dynamic_gather(&mut self) -> Outcome {
        self.expect_operands(3)?;
        let sizes = self.constant_operand(2)?;
        let sizes = sizes.into_iter().map(|size| self.node.natural("slice_sizes", size)).collect::<Result<_, _>>()?;
        self.gather_of(sizes)
    }

    pub fn dynamic_iota(&mut self) -> Outcome {
        self.expect_operands(1)?;
        let dimension = self.node.usize("iota_dimension")?;
        let result = self.shape_from_operand(0)?;
        self.with_shapes(Op::Iota { dimension }, Vec::new(), vec![result.into()])
    }

    pub fn dynamic_pad(&mut self) -> Outcome {
        self.expect_operands(5)?;
        let [low, high, interior] = [2, 3, 4].map(|index| self.constant_operand(index));
        let padding = self.padding(&low?, &high?, &interior?)?;
        let operands = self.operands[..2].to_vec();
        self.with_operands(Op::Pad { padding }, operands)
    }

    pub fn dynamic_reshape(&mut self) -> Outcome {
        self.expect_operands(2)?;
        let result = self.shape_from_operand(1)?;
        let operand = self.operands[0];
        self.with_shapes(Op::Reshape, vec![operand], vec![result.into()])
    }

    pub fn get_dimension_size(&mut self) -> Outcome {
        self.expect_operands(1)?;
        let dims = self.array(0)?.dims;
        let dimension = self.node.usize("dimension")?;
        let Some(&size) = dims.get(dimension) else {
            let message = format!("expected a dimension below {}, found {dimension}", dims.len());
            return Err(self.node.error(message).into());
        };
        let element_type = self.array_result()?.element_type;
        Ok(vec![self.literal(ArrayLiteral::scalar_integer(element_type, size as i64))])
    }

    pub fn real_dynamic_slice(&mut self) -> Outcome {
        self.expect_operands(4)?;
        if self.known_value(self.operands[1])?.is_none() {
            return self.moving_slice();
        }
        let mut lists = Vec::new();
        for (index, what) in [(1, "start_indices"), (2, "limit_indices"), (3, "strides")] {
            let list = self.constant_operand(index)?.into_iter().map(|item| self.node.natural(what, item));
            lists.push(list.collect::<Result<Vec<usize>, _>>()?);
        }
        let operand = self.operands[0];
        let [starts, limits, strides] = <[Vec<usize>; 3]>::try_from(lists).expect("three lists were read");
        self.with_operands(Op::Slice { starts, limits, strides }, vec![operand])
    }

    /// A slice of known sizes from where only a run tells: limits are starts plus sizes, strides are 1.
    fn moving_slice(&mut self) -> Outcome {
        let (operand, starts) = (self.operands[0], self.operands[1]);
        let rank = self.array(0)?.rank();
        let sizes = self.distance(starts, self.operands[2])?;
        let strides = self.constant_operand(3)?;
        let Some(sizes) = sizes.filter(|sizes| sizes.len() == rank && strides == vec![1; rank]) else {
            return self.constant_operand(1).and(Err(Failure::Reported));
        };
        let sizes = self.sizes(2, sizes)?;
        let mut builder = self.builder();
        let scalar = |builder: &mut Builder, dimension: usize| {
            let element = builder.slice_dimension(starts, 0, dimension, dimension + 1);
            builder.reshape(element, &[])
        };
        let starts: Vec<_> = (0..rank).map(|dimension| scalar(&mut builder, dimension)).collect();
        let slice = builder.dynamic_slice(operand, &starts, &sizes);
        builder.finish()?;
        Ok(vec![slice])
    }

    /// How far apart two lists of integers are, where the second is the first plus something known.
    fn distance(&mut self, from: InstructionId, to: InstructionId) -> Result<Option<Vec<i64>>, Failure> {
        let instruction = self.scope.computation.get(to);
        let added = match (&instruction.op, instruction.operands()) {
            (Op::Binary(BinaryOp::Add), &[lhs, rhs]) if lhs == from => rhs,
            (Op::Binary(BinaryOp::Add), &[lhs, rhs]) if rhs == from => lhs,
            _ => return Ok(None),
        };
        Ok(self.known_value(added)?.and_then(|value| value.as_array().map(integers_of)))
    }

    /// The first so many elements along a dimension. A size that only a run gives, or that is larger than what there is,
    /// would need memory up to the bound beside it.
    pub fn set_dimension_size(&mut self) -> Outcome {
        self.expect_operands(2)?;
        self.set_dimension_size_i2_size_is_a_scalar()?;
        let (dims, dimension) = (self.array(0)?.dims, self.node.usize("dimension")?);
        let Some(&size) = dims.get(dimension) else {
            let message = format!("expected a dimension below {}, found {dimension}", dims.len());
            return Err(self.node.error(message).into());
        };
        let wanted = self.constant_operand(1)?[0];
        let wanted = self.node.natural("the size", wanted)?;
        if wanted > size {
            let message = format!("the size {wanted} of dimension {dimension}, which has {size} elements");
            return Err(self.node.unsupported(message).into());
        }
        let operand = self.operands[0];
        let mut builder = self.builder();
        let value = if wanted == size { operand } else { builder.slice_dimension(operand, dimension, 0, wanted) };
        builder.finish()?;
        Ok(vec![value])
    }
}
