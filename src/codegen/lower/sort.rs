//! Sorts: by keys, or by a comparator that is compiled.

use super::comparator::order_of;
use super::{Lowering, Site};
use crate::codegen::spec::{self, SortOrder};
use crate::codegen::thunk::LibraryCall;
use crate::hlo::ComputationId;

/// The template's call for a sort.
pub fn call(lowering: &Lowering<'_>, site: &Site<'_>, dimension: usize, comparator: ComputationId) -> LibraryCall {
    let shapes: Vec<_> = (0..site.instruction.operands().len()).map(|n| site.operand_shape(n)).collect();
    let order = order_of(lowering.module, comparator);
    let function = || lowering.kernels.function(site.computation_id, site.id).to_owned();
    let comparator = (order == SortOrder::Comparator).then(function);
    LibraryCall::Sort { spec: spec::Sort::new(&shapes, dimension, order), comparator }
}
