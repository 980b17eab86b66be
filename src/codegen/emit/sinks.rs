//! What a loop kernel writes: whole results, or the part of an array that a dynamic-update-slice replaces.

use super::affine::{Affine, Index, Space};
use super::evaluate::{Evaluator, Result};
use super::fragment::{Fragment, Root};
use super::memory::position;
use super::walk::{Accesses, walk};
use crate::hlo::{ArrayShape, InstructionId};

/// What is computed for one result, and where it goes.
#[derive(Clone, Copy, Debug)]
pub struct Sink<'m> {
    /// The value that is computed at every index of its shape.
    pub value: Root<'m>,
    pub placement: Placement,
    /// The argument that is written.
    pub argument: usize,
}

/// Where the elements of a sink's value go.
#[derive(Clone, Copy, Debug)]
pub enum Placement {
    /// To the same place of the result.
    Whole,
    /// To the place that a dynamic-update-slice puts its update; the result has its operand's memory.
    Update(InstructionId),
    /// Into the result of this concatenation, so far along its dimension.
    Part { concatenate: InstructionId, dimension: usize, offset: usize },
}

/// The sinks of a fragment, one a result.
///
/// # Errors
/// Results of different sizes.
pub fn sinks<'m>(fragment: &Fragment<'m>) -> Result<Vec<Sink<'m>>> {
    let sink = |(number, &root): (usize, &Root<'m>)| {
        let argument = fragment.operand_arguments() + number;
        let update = fragment.updated_in_place(number);
        let placement = update.map_or(Placement::Whole, Placement::Update);
        let value = update.map_or(root, |dus| {
            let id = fragment.operand(dus, 1);
            Root { id, part: 0, shape: fragment.get(id).array() }
        });
        Sink { value, placement, argument }
    };
    let sinks: Vec<Sink> = fragment.roots.iter().enumerate().map(sink).collect();
    let count = sinks.first().map_or(0, |sink| sink.value.shape.element_count());
    match sinks.iter().all(|sink| sink.value.shape.element_count() == count) {
        true => Ok(sinks),
        false => Err(fragment.unsupported("a fusion whose results differ in size")),
    }
}

/// The index in one sink where the first one has `index`.
fn index_in(space: &mut Space, sink: &Sink<'_>, main: &ArrayShape, index: &Index) -> Index {
    super::index::reshape(space, &sink.value.shape.dims, &main.dims, index)
}

/// Everything that is read and written where the first sink has `index`.
pub fn walk_sinks(fragment: &Fragment, sinks: &[Sink<'_>], space: &mut Space, index: &Index, out: &mut Accesses) {
    for sink in sinks {
        let index = index_in(space, sink, sinks[0].value.shape, index);
        walk(fragment, space, sink.value.id, &index, out);
        let place = match sink.placement {
            Placement::Whole => position(sink.value.shape, &index),
            Placement::Part { concatenate, dimension, offset } => {
                position(fragment.get(concatenate).array(), &shifted(&index, dimension, offset))
            }
            Placement::Update(dus) => {
                let array = fragment.get(dus).array();
                let sizes = array.dims.iter().zip(&sink.value.shape.dims);
                let starts: Vec<i64> = sizes.map(|(&all, &part)| (all - part) as i64).collect();
                let anywhere = |(place, limit): (&Affine, i64)| match limit {
                    0 => place.clone(),
                    limit => place.plus(&Affine::var(space.bind(0, limit, 1, 0))),
                };
                let moved: Index = index.iter().zip(starts).map(anywhere).collect();
                position(array, &moved)
            }
        };
        out.places.push(place.clone());
        out.written.push(place);
    }
}

impl Evaluator<'_, '_> {
    /// Computes and stores every result where the first sink has `index`. All are computed before the first is stored:
    /// it may take the place of what another one reads.
    pub fn store_sinks(&mut self, sinks: &[Sink<'_>], index: &Index) -> Result<()> {
        let mut computed = Vec::new();
        for sink in sinks {
            let index = index_in(&mut self.f.space, sink, sinks[0].value.shape, index);
            self.refill(&index);
            let value = self.root_value(sink.value, &index)?;
            computed.push((value, self.sink_position(sink, &index)?));
        }
        for (sink, (value, place)) in sinks.iter().zip(computed) {
            let base = self.argument(sink.argument);
            self.store_at(base, sink.value.shape.element_type, &place, value);
        }
        Ok(())
    }

    fn sink_position(&mut self, sink: &Sink<'_>, index: &Index) -> Result<Affine> {
        let dus = match sink.placement {
            Placement::Whole => return Ok(position(sink.value.shape, index)),
            Placement::Part { concatenate, dimension, offset } => {
                let array = self.fragment.get(concatenate).array();
                return Ok(position(array, &shifted(index, dimension, offset)));
            }
            Placement::Update(dus) => dus,
        };
        let updated = self.fragment.operand(dus, 0);
        let starts = self.start_indices(dus, 2, updated, &sink.value.shape.dims)?;
        let moved: Index = index.iter().zip(&starts).map(|(i, start)| i.plus(start)).collect();
        Ok(position(self.fragment.get(dus).array(), &moved))
    }
}

fn shifted(index: &Index, dimension: usize, offset: usize) -> Index {
    let mut index = index.clone();
    index[dimension] = index[dimension].plus_constant(offset as i64);
    index
}
