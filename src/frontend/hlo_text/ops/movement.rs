//! Operations that move elements.

use super::Table;
use crate::frontend::hlo_text::cursor::Outcome;
use crate::frontend::hlo_text::site::Site;
use crate::frontend::hlo_text::window;
use crate::hlo::{ArrayShape, GatherDimensionNumbers, Op, ScatterDimensionNumbers};

pub const TABLE: Table = &[
    ("broadcast", |site| Ok(Op::Broadcast { dimensions: site.indices("dimensions")? })),
    ("reshape", reshape),
    ("transpose", |site| Ok(Op::Transpose { permutation: site.required_indices("dimensions")? })),
    ("reverse", |site| Ok(Op::Reverse { dimensions: site.required_indices("dimensions")? })),
    ("slice", slice),
    ("pad", |site| Ok(Op::Pad { padding: site.required("padding", window::padding)? })),
    ("concatenate", |site| Ok(Op::Concatenate { dimension: site.required_index_in_braces("dimensions")? })),
    ("dynamic-slice", dynamic_slice),
    ("dynamic-update-slice", dynamic_update_slice),
    ("gather", gather),
    ("scatter", scatter),
];

fn reshape(site: &mut Site) -> Outcome<Op> {
    site.drop_attributes(&["inferred_dimension"]);
    Ok(Op::Reshape)
}

fn slice(site: &mut Site) -> Outcome<Op> {
    let [starts, limits, strides] = site.required("slice", window::slice)?;
    Ok(Op::Slice { starts, limits, strides })
}

fn dynamic_slice(site: &mut Site) -> Outcome<Op> {
    let sizes = site.required_indices("dynamic_slice_sizes")?;
    split_starts(site, 1)?;
    Ok(Op::DynamicSlice { sizes })
}

fn dynamic_update_slice(site: &mut Site) -> Outcome<Op> {
    split_starts(site, 2)?;
    Ok(Op::DynamicUpdateSlice)
}

/// Start indices were once one vector, here operand `index`.
fn split_starts(site: &mut Site, index: usize) -> Outcome {
    let [.., starts] = site.operands[..] else { return Ok(()) };
    let Some(&[count]) = site.computation.shape(starts).as_array().map(|array| &array.dims[..]) else { return Ok(()) };
    if site.operands.len() != index + 1 || count != site.operand_array(0)?.rank() {
        return Ok(());
    }
    let element_type = site.operand_array(index)?.element_type;
    site.operands.truncate(index);
    for start in 0..count {
        let slice = Op::Slice { starts: vec![start], limits: vec![start + 1], strides: vec![1] };
        let one = site.add(slice, ArrayShape::new(element_type, [1]), &[starts]);
        let scalar = site.add(Op::Reshape, ArrayShape::scalar(element_type), &[one]);
        site.operands.push(scalar);
    }
    Ok(())
}

fn gather(site: &mut Site) -> Outcome<Op> {
    let dims = GatherDimensionNumbers {
        offset_dims: site.required_indices("offset_dims")?,
        collapsed_slice_dims: site.required_indices("collapsed_slice_dims")?,
        operand_batching_dims: site.indices("operand_batching_dims")?,
        start_indices_batching_dims: site.indices("start_indices_batching_dims")?,
        start_index_map: site.required_indices("start_index_map")?,
        index_vector_dim: index_vector_dim(site)?,
    };
    let mut slice_sizes = site.required_indices("slice_sizes")?;
    if site.text.bounds.is_some() {
        // Of a dimension that is open a whole slice has what there is.
        let operand = site.operand_array(0)?;
        slice_sizes.iter_mut().zip(&operand.dims).for_each(|(slice, &size)| *slice = size.min(*slice));
    }
    Ok(Op::Gather { dims, slice_sizes, indices_are_sorted: site.flag("indices_are_sorted")? })
}

fn scatter(site: &mut Site) -> Outcome<Op> {
    let dims = ScatterDimensionNumbers {
        update_window_dims: site.required_indices("update_window_dims")?,
        inserted_window_dims: site.indices("inserted_window_dims")?,
        input_batching_dims: site.indices("input_batching_dims")?,
        scatter_indices_batching_dims: site.indices("scatter_indices_batching_dims")?,
        scatter_dims_to_operand_dims: site.required_indices("scatter_dims_to_operand_dims")?,
        index_vector_dim: index_vector_dim(site)?,
    };
    Ok(Op::Scatter {
        dims,
        indices_are_sorted: site.flag("indices_are_sorted")?,
        unique_indices: site.flag("unique_indices")?,
        to_apply: site.computation("to_apply")?,
    })
}

fn index_vector_dim(site: &mut Site) -> Outcome<usize> {
    site.required("index_vector_dim", |cursor| cursor.index())
}
