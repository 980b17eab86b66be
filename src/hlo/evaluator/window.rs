//! `reduce-window` and `select-and-scatter`.

use super::array::{ScalarReader, ScalarWriter, build};
use super::context::Context;
use super::control::{run_computation, tuple_if_many};
use super::domain::Domain;
use super::element::{Element, with_element};
use super::elementwise::not_defined;
use super::error::Result;
use super::reduce::is_associative;
use super::region::{Region, single_binary};
use super::scalar::Scalar;
use super::strided::{for_each_index, row_major_strides, try_for_each_index};
use crate::hlo::{ArrayLiteral, BinaryOp, ComputationId, Literal, Shape, WindowDimension, running_dimension};

/// What lies under a place of a window: an input element, or none where there is padding or a hole.
type Place = Option<usize>;

/// The input elements under each position of a window.
struct WindowPlaces {
    /// By dimension and position along it: offsets of what is covered.
    offsets: Vec<Vec<Vec<Place>>>,
    output_dims: Vec<usize>,
}

impl WindowPlaces {
    fn new(window: &[WindowDimension], input_dims: &[usize]) -> WindowPlaces {
        let strides = row_major_strides(input_dims);
        let output_dims: Vec<usize> = window.iter().zip(input_dims).map(|(w, &size)| w.output_size(size)).collect();
        let along = |dim: usize| {
            let covered = |position| covered_elements(&window[dim], input_dims[dim], position);
            let offset = |element: Place| element.map(|element| element * strides[dim] as usize);
            (0..output_dims[dim]).map(|position| covered(position).map(offset).collect()).collect()
        };
        WindowPlaces { offsets: (0..input_dims.len()).map(along).collect(), output_dims }
    }

    /// What lies under the window at `position`, in row-major order.
    fn at(&self, position: &[usize]) -> Vec<Place> {
        self.offsets.iter().zip(position).fold(vec![Some(0)], |places, (along, &at)| {
            let both = |place: &Place, offset: &Place| Some((*place)? + (*offset)?);
            places.iter().flat_map(|place| along[at].iter().map(move |offset| both(place, offset))).collect()
        })
    }
}

/// What of a dimension lies under the window at a position, in order.
fn covered_elements(window: &WindowDimension, size: usize, position: usize) -> impl Iterator<Item = Place> {
    let (dilation, base_dilation) = (window.window_dilation as i64, window.base_dilation as i64);
    let start = (position * window.stride) as i64 - window.padding_low;
    (0..window.size as i64).map(move |i| {
        let place = start + i * dilation;
        let element = place.div_euclid(base_dilation);
        (place % base_dilation == 0 && (0..size as i64).contains(&element)).then_some(element as usize)
    })
}

/// `operands` are the inputs, then as many initial values. Padding and holes are elements of the initial value, and
/// take part like any other.
pub fn reduce_window(
    operands: &[&ArrayLiteral],
    window: &[WindowDimension],
    to_apply: ComputationId,
    shape: &Shape,
    context: &Context,
) -> Result<Literal> {
    let (inputs, inits) = operands.split_at(operands.len() / 2);
    let places = WindowPlaces::new(window, inputs[0].dims());
    match (single_binary(context.module, to_apply), inputs) {
        (Some(op), [input]) if is_associative(op) => with_element!(input.element_type(), T => {
            reduce_window_by_operation::<T>(op, input, inits[0], &places)
        }),
        _ => {
            let running = running_dimension(window, inputs[0].dims());
            let forwards = running.filter(|&(_, is_backwards)| !is_backwards && keeps_init(to_apply, inits, context));
            let region = Region::new(to_apply, context);
            match forwards {
                Some((dimension, _)) => running_by_region(inputs, inits, dimension, region, shape),
                None => reduce_window_by_region(inputs, inits, &places, region, shape),
            }
        }
    }
}

/// Whether combining initial values with each other gives them again, bit by bit: then it changes nothing how often a
/// window begins with them.
pub fn keeps_init(to_apply: ComputationId, inits: &[&ArrayLiteral], context: &Context) -> bool {
    let values: Vec<Literal> = inits.iter().map(|&init| init.clone().into()).collect();
    let arguments: Vec<&Literal> = values.iter().chain(&values).collect();
    let Ok(combined) = run_computation(to_apply, &arguments, context) else { return false };
    combined.leaves().iter().zip(inits).all(|(combined, init)| combined.bytes()[..] == init.bytes()[..])
}

/// As [`reduce_window_by_region`] where every window is the one before it and an element more: the same steps, each done
/// once.
fn running_by_region(
    inputs: &[&ArrayLiteral],
    inits: &[&ArrayLiteral],
    dimension: usize,
    mut region: Region,
    shape: &Shape,
) -> Result<Literal> {
    let dims = inputs[0].dims();
    let step = row_major_strides(dims)[dimension] as usize;
    let readers: Vec<ScalarReader> = inputs.iter().map(|input| ScalarReader::new(input)).collect();
    let first: Vec<Scalar> = inits.iter().map(|init| ScalarReader::new(init).get(0)).collect();
    let mut writers: Vec<ScalarWriter> =
        inits.iter().map(|init| ScalarWriter::new(init.element_type(), dims)).collect();
    let mut slot = 0;
    try_for_each_index(dims, |position| {
        let totals: Vec<Scalar> = match position[dimension] {
            0 => first.clone(),
            _ => writers.iter().map(|writer| writer.get(slot - step)).collect(),
        };
        let results = region.apply(totals.into_iter().chain(readers.iter().map(|reader| reader.get(slot))))?;
        writers.iter_mut().zip(results).for_each(|(writer, &total)| writer.set(slot, total));
        slot += 1;
        Ok(())
    })?;
    Ok(tuple_if_many(writers.into_iter().map(|writer| writer.finish().into()).collect(), shape))
}

/// Every partial result is rounded to the element type, as the specification's reduction of a window is.
fn reduce_window_by_operation<T: Element>(
    op: BinaryOp,
    input: &ArrayLiteral,
    init: &ArrayLiteral,
    places: &WindowPlaces,
) -> Result<Literal> {
    let (elements, first) = (input.elements::<T>(), init.elements::<T>()[0].load());
    let mut defined = true;
    let result = build::<T>(&places.output_dims, |out| {
        let mut slots = out.iter_mut();
        for_each_index(&places.output_dims, |position| {
            let mut total = first;
            for place in places.at(position) {
                let element = place.map_or(first, |place| elements[place].load());
                match total.binary(op, element, T::bits()) {
                    Some(next) => total = T::store(next).load(),
                    None => defined = false,
                }
            }
            *slots.next().expect("a slot a position") = T::store(total);
        });
    });
    if defined { Ok(result.into()) } else { Err(not_defined(op.name(), T::TYPE)) }
}

fn reduce_window_by_region(
    inputs: &[&ArrayLiteral],
    inits: &[&ArrayLiteral],
    places: &WindowPlaces,
    mut region: Region,
    shape: &Shape,
) -> Result<Literal> {
    let readers: Vec<ScalarReader> = inputs.iter().map(|input| ScalarReader::new(input)).collect();
    let first: Vec<Scalar> = inits.iter().map(|init| ScalarReader::new(init).get(0)).collect();
    let mut writers: Vec<ScalarWriter> =
        inits.iter().map(|init| ScalarWriter::new(init.element_type(), &places.output_dims)).collect();
    let mut slot = 0;
    try_for_each_index(&places.output_dims, |position| {
        let mut totals = first.clone();
        for place in places.at(position) {
            let elements: Vec<Scalar> = match place {
                Some(place) => readers.iter().map(|reader| reader.get(place)).collect(),
                None => first.clone(),
            };
            let results = region.apply(totals.iter().copied().chain(elements))?;
            totals.copy_from_slice(results);
        }
        writers.iter_mut().zip(totals).for_each(|(writer, total)| writer.set(slot, total));
        slot += 1;
        Ok(())
    })?;
    Ok(tuple_if_many(writers.into_iter().map(|writer| writer.finish().into()).collect(), shape))
}

/// Each source element goes to the element of its window that `select` prefers to all before it, by way of `scatter`.
pub fn select_and_scatter(
    [operand, source, init]: [&ArrayLiteral; 3],
    window: &[WindowDimension],
    select: ComputationId,
    scatter: ComputationId,
    context: &Context,
) -> Result<Literal> {
    let places = WindowPlaces::new(window, operand.dims());
    let (mut select, mut scatter) = (Region::new(select, context), Region::new(scatter, context));
    let (elements, sources) = (ScalarReader::new(operand), ScalarReader::new(source));
    let first = ScalarReader::new(init).get(0);
    let mut result = ScalarWriter::new(init.element_type(), operand.dims());
    (0..operand.shape().element_count()).for_each(|i| result.set(i, first));
    let mut slot = 0;
    try_for_each_index(&places.output_dims, |position| {
        let covered: Vec<usize> = places.at(position).into_iter().flatten().collect();
        if let Some(place) = selected_place(&covered, &elements, &mut select)? {
            let scattered = scatter.apply([result.get(place), sources.get(slot)])?[0];
            result.set(place, scattered);
        }
        slot += 1;
        Ok(())
    })?;
    Ok(result.finish().into())
}

/// The place that `select` prefers to all before it; `None` where the window covers padding alone.
fn selected_place(places: &[usize], elements: &ScalarReader, select: &mut Region) -> Result<Option<usize>> {
    let mut selected = None;
    for &place in places {
        let keeps = match selected {
            Some(best) => select.apply([elements.get(best), elements.get(place)])?[0].is_true(),
            None => false,
        };
        selected = if keeps { selected } else { Some(place) };
    }
    Ok(selected)
}
