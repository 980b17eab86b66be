//! `chlo.ragged_dot`: rows of the left side fall into groups, each of which is multiplied by a matrix of its own.
//!
//! The sum over the groups of products in which the rows of all other groups are zero.

use crate::frontend::attributes::Fields;
use crate::frontend::lower::{Failure, OpLowering, Outcome};
use crate::hlo::{
    BinaryOp, Builder, ComparisonDirection, Diagnostic, DotDimensionNumbers, InstructionId, Op, Precision, Shape,
};

/// Dimension numbers of a product whose ragged dimension is a free one of the left side.
struct Ragged {
    dims: DotDimensionNumbers,
    ragged: usize,
    group: usize,
    precision: [Precision; 2],
    result: Shape,
}

impl OpLowering<'_, '_> {
    pub fn ragged_dot(&mut self) -> Outcome {
        self.expect_operands(3)?;
        let ragged = self.ragged_dimensions()?;
        let (rhs, sizes) = (self.array(1)?, self.array(2)?);
        let Some(&groups) = rhs.dims.get(ragged.group).filter(|&&groups| sizes.dims == [groups]) else {
            return Err(self.node.unsupported("sizes of groups that differ along the batch").into());
        };
        let [lhs, rhs, sizes] = [self.operands[0], self.operands[1], self.operands[2]];
        let mut builder = self.builder();
        let mut start = builder.scalar_integer(builder.element_type(sizes), 0);
        let mut sum = None;
        for group in 0..groups {
            let size = builder.slice_dimension(sizes, 0, group, group + 1);
            let size = builder.reshape(size, &[]);
            let end = builder.add_values(start, size);
            let product = ragged.product(&mut builder, (lhs, rhs), group, (start, end));
            sum = Some(sum.map_or(product, |sum| builder.add_values(sum, product)));
            start = end;
        }
        builder.finish()?;
        match sum {
            Some(sum) => Ok(vec![sum]),
            None => Err(self.node.error("expected at least one group").into()),
        }
    }

    fn ragged_dimensions(&self) -> Result<Ragged, Failure> {
        let fields = self.node.fields("ragged_dot_dimension_numbers")?;
        let list = |name: &str| self.ragged_list(&fields, name);
        let dims = DotDimensionNumbers {
            lhs_batch: list("lhs_batching_dimensions")?,
            rhs_batch: list("rhs_batching_dimensions")?,
            lhs_contracting: list("lhs_contracting_dimensions")?,
            rhs_contracting: list("rhs_contracting_dimensions")?,
        };
        let (ragged, group) = (list("lhs_ragged_dimensions")?, list("rhs_group_dimensions")?);
        let (&[ragged], &[group]) = (ragged.as_slice(), group.as_slice()) else {
            return Err(self.node.unsupported("groups along a batch or contracting dimension").into());
        };
        if dims.lhs_batch.contains(&ragged) || dims.lhs_contracting.contains(&ragged) {
            return Err(self.node.unsupported("groups along a batch or contracting dimension").into());
        }
        let Some(result) = self.result()?.complete() else {
            return Err(self.node.unsupported("a result of dynamic shape").into());
        };
        Ok(Ragged { dims, ragged, group, precision: self.precision()?, result })
    }

    fn ragged_list(&self, fields: &Fields, name: &str) -> Result<Vec<usize>, Diagnostic> {
        fields.usizes(name).ok_or_else(|| self.node.error(format!("expected `{name}` to be a list of dimensions")))
    }
}

impl Ragged {
    /// The product of the rows from start to end with the matrix of a group.
    fn product(
        &self,
        builder: &mut Builder,
        (lhs, rhs): (InstructionId, InstructionId),
        group: usize,
        (start, end): (InstructionId, InstructionId),
    ) -> InstructionId {
        let dims = builder.dims(lhs);
        let row = builder.iota(builder.element_type(start), &dims, self.ragged);
        let [start, end] = [start, end].map(|bound| builder.splat(bound, &dims));
        let from = builder.compare(ComparisonDirection::Ge, row, start);
        let to = builder.compare(ComparisonDirection::Lt, row, end);
        let is_inside = builder.binary(BinaryOp::And, from, to);
        let zeros = builder.full_like(lhs, 0.0);
        let rows = builder.select(is_inside, lhs, zeros);
        let matrix = builder.slice_dimension(rhs, self.group, group, group + 1);
        let mut matrix_dims = builder.dims(rhs);
        matrix_dims.remove(self.group);
        let matrix = builder.reshape(matrix, &matrix_dims);
        let without_group = |list: &[usize]| list.iter().map(|&d| if d > self.group { d - 1 } else { d }).collect();
        let dims = DotDimensionNumbers {
            rhs_batch: without_group(&self.dims.rhs_batch),
            rhs_contracting: without_group(&self.dims.rhs_contracting),
            ..self.dims.clone()
        };
        let op = Op::Dot { dims, precision: self.precision, algorithm: None };
        builder.add(op, &[rows, matrix], &self.result)
    }
}
