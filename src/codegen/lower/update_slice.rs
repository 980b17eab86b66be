//! `dynamic-update-slice` in place: copy insertion has put the operand where the result is.

use super::{Lowering, Site};
use crate::codegen::thunk::{ThunkKind, UpdateDimension, UpdateSlice};
use crate::hlo::{ArrayShape, ElementType};

const FIRST_START: usize = 2;

pub fn lower(lowering: &Lowering<'_>, site: &Site<'_>) -> ThunkKind {
    let starts = FIRST_START..site.instruction.operands().len();
    let index_type = starts.clone().next().map_or(ElementType::S32, |n| site.operand_shape(n).element_type);
    ThunkKind::UpdateSlice {
        spec: update_slice(site.instruction.array(), site.operand_shape(1), index_type),
        update: lowering.operand(site, 1),
        starts: starts.map(|n| lowering.operand(site, n)).collect(),
        output: lowering.results(site)[0],
    }
}

fn update_slice(output: &ArrayShape, update: &ArrayShape, index_type: ElementType) -> UpdateSlice {
    let (output_strides, update_strides) = (output.strides(), update.strides());
    let outermost_first = output.layout.minor_to_major.iter().rev();
    let dims = outermost_first.map(|&d| UpdateDimension {
        start: d,
        output_size: output.dims[d],
        update_size: update.dims[d],
        output_stride: output_strides[d],
        update_stride: update_strides[d],
    });
    UpdateSlice { element_bytes: output.element_type.byte_width(), index_type, dims: dims.collect() }
}
