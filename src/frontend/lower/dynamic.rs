//! Operations whose shapes come from operands, for the case that those are constants.

use super::{OpLowering, Outcome};
use crate::frontend::attributes::integers_of;
use crate::hlo::{ArrayLiteral, Computation, InstructionId, Op};

/// More than the rank of any array: shapes are vectors of at most so many sizes.
const MAX_RANK: usize = 1 << 10;

/// Integers of a constant, or of one broadcast, reshaped, converted or concatenated.
pub fn constant_integers(computation: &Computation, id: InstructionId) -> Option<Vec<i64>> {
    let instruction = computation.get(id);
    let operand = |index: usize| constant_integers(computation, instruction.operands()[index]);
    match &instruction.op {
        Op::Constant(literal) => literal.as_array().map(integers_of),
        Op::Broadcast { dimensions } if dimensions.is_empty() => {
            let count = instruction.array().element_count();
            if count > MAX_RANK {
                return None;
            }
            operand(0)?.first().map(|&value| vec![value; count])
        }
        Op::Reshape | Op::Convert => operand(0),
        Op::Concatenate { .. } if instruction.array().rank() == 1 => {
            (0..instruction.operands().len()).map(operand).collect::<Option<Vec<_>>>().map(|parts| parts.concat())
        }
        _ => None,
    }
}

impl OpLowering<'_, '_> {
    pub fn dynamic_broadcast_in_dim(&mut self) -> Outcome {
        self.expect_operands(2)?;
        let dimensions = self.node.usizes("broadcast_dimensions")?;
        let result = self.array_result()?;
        Ok(vec![self.expanded(self.operands[0], &dimensions, &result.dims)?])
    }

    /// The padding comes as an operand.
    pub fn dynamic_conv(&mut self) -> Outcome {
        self.expect_operands(3)?;
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
        self.with_operands(Op::Iota { dimension }, Vec::new())
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
        let operand = self.operands[0];
        self.with_operands(Op::Reshape, vec![operand])
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
        let mut lists = Vec::new();
        for (index, what) in [(1, "start_indices"), (2, "limit_indices"), (3, "strides")] {
            let list = self.constant_operand(index)?.into_iter().map(|item| self.node.natural(what, item));
            lists.push(list.collect::<Result<Vec<usize>, _>>()?);
        }
        let operand = self.operands[0];
        let [starts, limits, strides] = <[Vec<usize>; 3]>::try_from(lists).expect("three lists were read");
        self.with_operands(Op::Slice { starts, limits, strides }, vec![operand])
    }

    /// A dimension set to the size that it has stays as it is.
    pub fn set_dimension_size(&mut self) -> Outcome {
        self.expect_operands(2)?;
        let dimension = self.node.usize("dimension")?;
        let size = self.array(0)?.dims.get(dimension).copied();
        let wanted = self.constant_operand(1)?;
        match (size, wanted.as_slice()) {
            (Some(size), &[wanted]) if wanted == size as i64 => Ok(vec![self.operands[0]]),
            _ => Err(self.node.unsupported("dynamic sizes").into()),
        }
    }
}
