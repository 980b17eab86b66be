//! `ApproxTopK`: the custom call that `jax.lax.approx_max_k` makes, as a sort whose first elements are taken. That is the
//! exact selection, so whichever recall is asked for is reached.

use super::custom_call::json;
use super::{Failure, OpLowering, Outcome};
use crate::hlo::{ComputationId, PartialShape};
use serde_json::Value as Json;

/// What the configuration says, and the result's size.
struct Selection {
    dimension: usize,
    /// Elements that are kept.
    count: usize,
}

impl OpLowering<'_, '_> {
    /// Arrays alike, then a scalar for each, which stands for nothing at all; a comparator of pairs of elements, as
    /// that of `sort`.
    pub(super) fn approx_top_k(&mut self) -> Outcome {
        let Selection { dimension, count } = self.selection()?;
        let comparator = self.selection_comparator()?;
        let arrays = self.operands[..self.operands.len() / 2].to_vec();
        let mut b = self.builder();
        let sorted = b.sort(&arrays, dimension, comparator);
        let parts = if arrays.len() == 1 { vec![sorted] } else { b.untuple(sorted) };
        let kept = parts.into_iter().map(|part| b.slice_dimension(part, dimension, 0, count)).collect();
        b.finish()?;
        Ok(kept)
    }

    /// As many elements as the result has: `top_k`, or more where they are to be selected from again.
    fn selection(&self) -> Result<Selection, Failure> {
        let config = self.config_attribute().map_or(Json::Null, json);
        let shape = self.array(0)?;
        let natural = |name: &str| config.get(name).and_then(Json::as_u64).map(|n| n as usize);
        let Some((dimension, top_k)) = natural("reduction_dim").zip(natural("top_k")) else {
            return Err(self.node.error("expected `reduction_dim` and `top_k` in the backend config").into());
        };
        let Some(&size) = shape.dims.get(dimension) else {
            let message = format!("expected a dimension of {shape} as `reduction_dim`, found {dimension}");
            return Err(self.node.error(message).into());
        };
        let stated = self.results.first().and_then(PartialShape::complete);
        let count = stated.and_then(|result| result.as_array()?.dims.get(dimension).copied()).unwrap_or(top_k);
        let is_whole = config.get("aggregate_to_topk").and_then(Json::as_bool).unwrap_or(false);
        match count == top_k || (!is_whole && count > top_k) {
            true if count <= size => Ok(Selection { dimension, count }),
            true => Err(self.node.unsupported(format!("{count} of {size} elements")).into()),
            false => Err(self
                .node
                .error(format!("expected {top_k} elements of dimension {dimension}, found {count}"))
                .into()),
        }
    }

    fn selection_comparator(&mut self) -> Result<ComputationId, Failure> {
        if self.operands.is_empty() || !self.operands.len().is_multiple_of(2) {
            return Err(self.node.error("expected arrays and as many scalars").into());
        }
        match self.called(self.node.array("called_computations"))?[..] {
            [comparator] => Ok(comparator),
            ref called => {
                Err(self.node.error(format!("expected one computation that compares, found {}", called.len())).into())
            }
        }
    }
}
