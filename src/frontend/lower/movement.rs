//! Data movement at places known beforehand.

use super::{Failure, OpLowering, Outcome};
use crate::hlo::{Diagnostic, InstructionId, Op, PaddingDimension, PartialArray};

impl OpLowering<'_, '_> {
    /// New dimensions in front.
    pub fn broadcast(&mut self) -> Outcome {
        self.expect_operands(1)?;
        let (sizes, operand) = (self.node.usizes("broadcast_sizes")?, self.array(0)?);
        let dimensions = (sizes.len()..sizes.len() + operand.rank()).collect();
        let result = self.sized(&PartialArray::from(&operand), [sizes, operand.dims].concat())?;
        let operands = self.operands.clone();
        self.with_shapes(Op::Broadcast { dimensions }, operands, vec![result.into()])
    }

    pub fn broadcast_in_dim(&mut self) -> Outcome {
        self.expect_operands(1)?;
        let dimensions = self.node.usizes("broadcast_dimensions")?;
        let operand = self.array(0)?;
        let size = |target: usize| operand.dims.get(dimensions.iter().position(|&d| d == target)?).copied();
        let result = self.filled(size)?;
        Ok(vec![self.expanded(self.operands[0], &dimensions, &result.dims)?])
    }

    /// StableHLO's broadcast, which stretches dimensions of size 1 and takes dimensions in any order:
    /// reshape those of size 1 away, bring the rest into order, and broadcast.
    pub fn expanded(
        &mut self,
        operand: InstructionId,
        dimensions: &[usize],
        dims: &[usize],
    ) -> Result<InstructionId, Failure> {
        let sizes = self.scope.computation.shape(operand).as_array().map(|a| a.dims.clone()).unwrap_or_default();
        self.check_expansion(&sizes, dimensions, dims)?;
        let mut kept: Vec<usize> = (0..sizes.len()).filter(|&i| sizes[i] == dims[dimensions[i]]).collect();
        let kept_sizes: Vec<usize> = kept.iter().map(|&i| sizes[i]).collect();
        let mut order: Vec<usize> = (0..kept.len()).collect();
        order.sort_by_key(|&i| dimensions[kept[i]]);
        kept.sort_by_key(|&i| dimensions[i]);
        let targets: Vec<usize> = kept.iter().map(|&i| dimensions[i]).collect();
        let mut builder = self.builder();
        let mut value = builder.reshape(operand, &kept_sizes);
        if !order.is_sorted() {
            value = builder.transpose(value, &order);
        }
        let value = builder.broadcast(value, dims, &targets);
        builder.finish()?;
        Ok(value)
    }

    fn check_expansion(&self, sizes: &[usize], dimensions: &[usize], dims: &[usize]) -> Result<(), Diagnostic> {
        if sizes.len() != dimensions.len() {
            let message =
                format!("expected one dimension for each of the operand's {}, found {}", sizes.len(), dimensions.len());
            return Err(self.node.error(message));
        }
        for (i, (&size, &dimension)) in sizes.iter().zip(dimensions).enumerate() {
            if dimensions[..i].contains(&dimension) {
                return Err(self.node.error(format!("dimension {dimension} is named twice")));
            }
            match dims.get(dimension) {
                None => {
                    let message = format!("expected dimensions below the result's {}, found {dimension}", dims.len());
                    return Err(self.node.error(message));
                }
                Some(&wanted) if size != wanted && size != 1 => {
                    let message = format!("operand dimension {i} of size {size} cannot become one of size {wanted}");
                    return Err(self.node.error(message).with_note("expected size 1, or the same size"));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    pub fn concatenate(&mut self) -> Outcome {
        self.expect_at_least(1)?;
        let dimension = self.node.usize("dimension")?;
        self.plain(Op::Concatenate { dimension })
    }

    pub fn pad(&mut self) -> Outcome {
        let [low, high, interior] =
            ["edge_padding_low", "edge_padding_high", "interior_padding"].map(|name| self.node.i64s(name));
        let padding = self.padding(&low?, &high?, &interior?)?;
        self.plain_of(2, Op::Pad { padding })
    }

    pub fn padding(&self, low: &[i64], high: &[i64], interior: &[i64]) -> Result<Vec<PaddingDimension>, Diagnostic> {
        let rank = self.array(0)?.rank();
        if [low, high, interior].iter().any(|list| list.len() != rank) {
            return Err(self.node.error(format!("expected low, high and interior padding for {rank} dimensions")));
        }
        let dimension = |i: usize| {
            let interior = self.node.natural("interior_padding", interior[i])?;
            Ok(PaddingDimension { low: low[i], high: high[i], interior })
        };
        (0..rank).map(dimension).collect()
    }

    pub fn reshape(&mut self) -> Outcome {
        self.expect_operands(1)?;
        let (operands, result) = (self.operands.clone(), self.reshape_result()?);
        self.with_shapes(Op::Reshape, operands, vec![result.into()])
    }

    pub fn reverse(&mut self) -> Outcome {
        let dimensions = self.node.usizes("dimensions")?;
        self.plain_of(1, Op::Reverse { dimensions })
    }

    pub fn slice(&mut self) -> Outcome {
        let starts = self.node.usizes("start_indices")?;
        let limits = self.node.usizes("limit_indices")?;
        let strides = self.node.optional_usizes("strides")?.unwrap_or_else(|| vec![1; starts.len()]);
        self.plain_of(1, Op::Slice { starts, limits, strides })
    }

    pub fn transpose(&mut self) -> Outcome {
        let permutation = self.node.usizes("permutation")?;
        self.plain_of(1, Op::Transpose { permutation })
    }
}
