//! `gather` and `scatter`: boxes at positions that an array of indices names.

use super::array::{ScalarReader, ScalarWriter};
use super::context::Context;
use super::control::tuple_if_many;
use super::error::Result;
use super::region::Region;
use super::strided::{Walk, copy, for_each_index, linear_index, row_major_strides, try_for_each_index};
use crate::hlo::{AlignedBytes, ArrayLiteral, ArrayShape, ComputationId, Literal, Shape};
use crate::hlo::{GatherDimensionNumbers, ScatterDimensionNumbers};

/// An array of index vectors: which operand dimension each component is for, and where batching dimensions lie.
struct IndexVectors<'a> {
    reader: ScalarReader<'a>,
    dims: &'a [usize],
    vector_dim: usize,
    /// Operand dimension of each component.
    components: &'a [usize],
    /// (operand dimension, dimension of the indices) pairs that run together.
    batching: Vec<(usize, usize)>,
}

impl IndexVectors<'_> {
    /// Dimensions of the indices without the vectors' own.
    fn batch_dims(&self) -> Vec<usize> {
        (0..self.dims.len()).filter(|&dim| dim != self.vector_dim).map(|dim| self.dims[dim]).collect()
    }

    /// Start in the operand for a place among the batch dimensions; not clamped.
    fn start(&self, batch: &[usize], operand_rank: usize) -> Vec<i64> {
        let mut place = batch.to_vec();
        if self.vector_dim < self.dims.len() {
            place.insert(self.vector_dim, 0);
        }
        let mut start = vec![0; operand_rank];
        for (component, &operand_dim) in self.components.iter().enumerate() {
            if self.vector_dim < self.dims.len() {
                place[self.vector_dim] = component;
            }
            start[operand_dim] = self.reader.get(linear_index(&place, self.dims)).to_index();
        }
        for &(operand_dim, indices_dim) in &self.batching {
            start[operand_dim] = place[indices_dim] as i64;
        }
        start
    }
}

fn pairs(operand_dims: &[usize], indices_dims: &[usize]) -> Vec<(usize, usize)> {
    operand_dims.iter().copied().zip(indices_dims.iter().copied()).collect()
}

/// Starts are clamped so that slices stay within the operand.
pub fn gather(
    operand: &ArrayLiteral,
    indices: &ArrayLiteral,
    dims: &GatherDimensionNumbers,
    slice_sizes: &[usize],
    shape: &ArrayShape,
) -> Literal {
    let vectors = IndexVectors {
        reader: ScalarReader::new(indices),
        dims: indices.dims(),
        vector_dim: dims.index_vector_dim,
        components: &dims.start_index_map,
        batching: pairs(&dims.operand_batching_dims, &dims.start_indices_batching_dims),
    };
    let slices = GatherSlices::new(operand.dims(), dims, slice_sizes, &shape.dims);
    let mut bytes = AlignedBytes::zeroed(shape.byte_size());
    if slice_sizes.contains(&0) {
        // Of an empty slice that loses its empty dimension there is nothing to take: zeros, as XLA has it.
        return ArrayLiteral::new(shape.element_type, shape.dims.clone(), bytes).into();
    }
    for_each_index(&vectors.batch_dims(), |batch| {
        let (source, target) = slices.walks(&vectors.start(batch, operand.dims().len()), batch);
        let width = shape.element_type.byte_width();
        copy(width, &slices.box_dims, (operand.bytes(), &source), (&mut bytes, &target));
    });
    ArrayLiteral::new(shape.element_type, shape.dims.clone(), bytes).into()
}

/// How the slices of a gather lie in the operand and in the result.
struct GatherSlices {
    /// Dimensions of a slice that the result keeps.
    box_dims: Vec<usize>,
    /// Largest start along each operand dimension.
    room: Vec<i64>,
    operand_strides: Vec<isize>,
    /// Strides of the kept dimensions in operand and result.
    box_strides: [Vec<isize>; 2],
    /// Strides of the result's other dimensions.
    batch_strides: Vec<isize>,
}

impl GatherSlices {
    fn new(operand: &[usize], dims: &GatherDimensionNumbers, slice_sizes: &[usize], result: &[usize]) -> GatherSlices {
        let dropped = |dim: &usize| dims.collapsed_slice_dims.contains(dim) || dims.operand_batching_dims.contains(dim);
        let kept: Vec<usize> = (0..operand.len()).filter(|dim| !dropped(dim)).collect();
        let batch = (0..result.len()).filter(|dim| !dims.offset_dims.contains(dim));
        let (operand_strides, result_strides) = (row_major_strides(operand), row_major_strides(result));
        GatherSlices {
            box_dims: kept.iter().map(|&dim| slice_sizes[dim]).collect(),
            room: operand.iter().zip(slice_sizes).map(|(&dim, &size)| dim.saturating_sub(size) as i64).collect(),
            box_strides: [
                kept.iter().map(|&dim| operand_strides[dim]).collect(),
                dims.offset_dims.iter().map(|&dim| result_strides[dim]).collect(),
            ],
            batch_strides: batch.map(|dim| result_strides[dim]).collect(),
            operand_strides,
        }
    }

    /// Where the slice from `start` is read, and where it is written.
    fn walks(&self, start: &[i64], batch: &[usize]) -> (Walk, Walk) {
        let clamped = start.iter().zip(&self.room).map(|(&start, &room)| start.clamp(0, room) as usize);
        let from = clamped.zip(&self.operand_strides).map(|(start, &stride)| start * stride as usize).sum();
        let to = batch.iter().zip(&self.batch_strides).map(|(&i, &stride)| i * stride as usize).sum();
        let [source, target] = self.box_strides.clone();
        (Walk { start: from, strides: source }, Walk { start: to, strides: target })
    }
}

/// `operands` are the inputs, the indices, and as many updates as inputs. An update element that falls outside is
/// dropped, alone. Updates are applied in row-major order.
pub fn scatter(
    operands: &[&ArrayLiteral],
    dims: &ScatterDimensionNumbers,
    to_apply: ComputationId,
    shape: &Shape,
    context: &Context,
) -> Result<Literal> {
    let count = operands.len() / 2;
    let (inputs, indices, updates) = (&operands[..count], operands[count], &operands[count + 1..]);
    let places = ScatterPlaces::new(inputs[0].dims(), indices, updates[0].dims(), dims);
    let mut region = Region::new(to_apply, context);
    let readers: Vec<ScalarReader> = updates.iter().map(|update| ScalarReader::new(update)).collect();
    let mut writers: Vec<ScalarWriter> = inputs.iter().map(|input| ScalarWriter::copy_of(input)).collect();
    let mut element = 0;
    try_for_each_index(updates[0].dims(), |index| {
        if let Some(place) = places.place(index) {
            let current = writers.iter().map(|writer| writer.get(place));
            let results = region.apply(current.chain(readers.iter().map(|reader| reader.get(element))))?;
            writers.iter_mut().zip(results).for_each(|(writer, &value)| writer.set(place, value));
        }
        element += 1;
        Ok(())
    })?;
    Ok(tuple_if_many(writers.into_iter().map(|writer| writer.finish().into()).collect(), shape))
}

/// Where in the input each update element goes.
struct ScatterPlaces<'a> {
    input_dims: &'a [usize],
    vectors: IndexVectors<'a>,
    /// Dimensions of the updates that run over index vectors.
    batch_dims: Vec<usize>,
    /// (input dimension, dimension of the updates) pairs of the window.
    window: Vec<(usize, usize)>,
}

impl<'a> ScatterPlaces<'a> {
    fn new(
        input_dims: &'a [usize],
        indices: &'a ArrayLiteral,
        update_dims: &[usize],
        dims: &'a ScatterDimensionNumbers,
    ) -> ScatterPlaces<'a> {
        let dropped = |dim: &usize| dims.inserted_window_dims.contains(dim) || dims.input_batching_dims.contains(dim);
        let window_dims: Vec<usize> = (0..input_dims.len()).filter(|dim| !dropped(dim)).collect();
        ScatterPlaces {
            input_dims,
            vectors: IndexVectors {
                reader: ScalarReader::new(indices),
                dims: indices.dims(),
                vector_dim: dims.index_vector_dim,
                components: &dims.scatter_dims_to_operand_dims,
                batching: pairs(&dims.input_batching_dims, &dims.scatter_indices_batching_dims),
            },
            batch_dims: (0..update_dims.len()).filter(|dim| !dims.update_window_dims.contains(dim)).collect(),
            window: pairs(&window_dims, &dims.update_window_dims),
        }
    }

    /// `None` outside of the input.
    fn place(&self, update_index: &[usize]) -> Option<usize> {
        let batch: Vec<usize> = self.batch_dims.iter().map(|&dim| update_index[dim]).collect();
        let mut place = self.vectors.start(&batch, self.input_dims.len());
        for &(input_dim, update_dim) in &self.window {
            place[input_dim] = place[input_dim].checked_add(update_index[update_dim] as i64)?;
        }
        let inside = place.iter().zip(self.input_dims).all(|(&i, &size)| (0..size as i64).contains(&i));
        inside.then(|| place.iter().zip(self.input_dims).fold(0, |at, (&i, &size)| at * size + i as usize))
    }
}
