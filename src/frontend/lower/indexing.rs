//! Data movement at places computed by the program.

use super::{Applied, Layout, OpLowering, Outcome};
use crate::hlo::{Diagnostic, GatherDimensionNumbers, Op, ScatterDimensionNumbers};

impl OpLowering<'_, '_> {
    pub fn dynamic_slice(&mut self) -> Outcome {
        let sizes = self.node.usizes("slice_sizes")?;
        self.expect_operands(1 + sizes.len())?;
        self.plain(Op::DynamicSlice { sizes })
    }

    pub fn dynamic_update_slice(&mut self) -> Outcome {
        let rank = self.array(0)?.rank();
        self.plain_of(2 + rank, Op::DynamicUpdateSlice)
    }

    pub fn gather(&mut self) -> Outcome {
        let slice_sizes = self.node.usizes("slice_sizes")?;
        self.expect_operands(2)?;
        self.gather_of(slice_sizes)
    }

    /// A gather of the first two operands.
    pub fn gather_of(&mut self, slice_sizes: Vec<usize>) -> Outcome {
        let dims = self.gather_dimensions()?;
        let indices_are_sorted = self.node.bool_or("indices_are_sorted", false)?;
        let operands = self.operands[..2].to_vec();
        self.with_operands(Op::Gather { dims, slice_sizes, indices_are_sorted }, operands)
    }

    fn gather_dimensions(&self) -> Result<GatherDimensionNumbers, Diagnostic> {
        let fields = self.node.fields("dimension_numbers")?;
        let list = |name| self.node.dimensions(&fields, name);
        Ok(GatherDimensionNumbers {
            offset_dims: list("offset_dims")?,
            collapsed_slice_dims: list("collapsed_slice_dims")?,
            operand_batching_dims: list("operand_batching_dims")?,
            start_indices_batching_dims: list("start_indices_batching_dims")?,
            start_index_map: list("start_index_map")?,
            index_vector_dim: self.node.dimension(&fields, "index_vector_dim")?,
        })
    }

    pub fn scatter(&mut self) -> Outcome {
        let count = self.operands.len();
        if count < 3 || count.is_multiple_of(2) {
            let message = format!("expected inputs, indices, and an update for each input; found {count} operands");
            return Err(self.node.error(message).into());
        }
        let dims = self.scatter_dimensions()?;
        let indices_are_sorted = self.node.bool_or("indices_are_sorted", false)?;
        let unique_indices = self.node.bool_or("unique_indices", false)?;
        self.promote(0..count / 2, 0)?;
        self.promote(count / 2 + 1..count, 0)?;
        let (input, update) = (self.array(0)?, self.array(count / 2 + 1)?);
        let Applied { computation: to_apply, captured } = self.applied(0, Layout::Accumulators)?;
        let (inputs, rest) = self.operands.split_at(count / 2);
        let (inputs, rest) = (inputs.to_vec(), rest.to_vec());
        let more = [self.splats(&captured, &input.dims), self.splats(&captured, &update.dims)];
        let operands = [inputs, more[0].clone(), rest, more[1].clone()].concat();
        self.with_captured(Op::Scatter { dims, indices_are_sorted, unique_indices, to_apply }, operands, &captured)
    }

    fn scatter_dimensions(&self) -> Result<ScatterDimensionNumbers, Diagnostic> {
        let fields = self.node.fields("scatter_dimension_numbers")?;
        let list = |name| self.node.dimensions(&fields, name);
        Ok(ScatterDimensionNumbers {
            update_window_dims: list("update_window_dims")?,
            inserted_window_dims: list("inserted_window_dims")?,
            input_batching_dims: list("input_batching_dims")?,
            scatter_indices_batching_dims: list("scatter_indices_batching_dims")?,
            scatter_dims_to_operand_dims: list("scatter_dims_to_operand_dims")?,
            index_vector_dim: self.node.dimension(&fields, "index_vector_dim")?,
        })
    }

    /// `result[batch…, index…, rest…] = operand[batch…, indices[batch…, index…], rest…]`: a gather of whole slices.
    pub fn torch_index_select(&mut self) -> Outcome {
        self.expect_operands(2)?;
        let (operand, indices) = (self.array(0)?, self.array(1)?);
        let dimension = self.node.usize("dim")?;
        let batch = self.node.usize("batch_dims")?;
        if batch > dimension || batch > indices.rank() || dimension >= operand.rank() {
            return Err(self
                .node
                .error("expected batch_dims to be at most dim, and dim to be one of the operand's")
                .into());
        }
        let mut slice_sizes = operand.dims.clone();
        slice_sizes[..batch].fill(1);
        slice_sizes[dimension] = 1;
        let index_count = indices.rank() - batch;
        let dims = GatherDimensionNumbers {
            offset_dims: (batch..dimension).chain(dimension + index_count..operand.rank() - 1 + index_count).collect(),
            collapsed_slice_dims: vec![dimension],
            operand_batching_dims: (0..batch).collect(),
            start_indices_batching_dims: (0..batch).collect(),
            start_index_map: vec![dimension],
            index_vector_dim: indices.rank(),
        };
        self.plain(Op::Gather { dims, slice_sizes, indices_are_sorted: false })
    }
}
