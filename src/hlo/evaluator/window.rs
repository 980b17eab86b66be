//! `reduce-window` and `select-and-scatter`.

use super::array::{ScalarReader, ScalarWriter, build};
use super::context::Context;
use super::control::tuple_if_many;
use super::domain::Domain;
use super::element::{Element, with_element};
use super::elementwise::not_defined;
use super::error::Result;
use super::reduce::is_associative;
use super::region::{Region, single_binary};
use super::scalar::Scalar;
use super::strided::{for_each_index, row_major_strides};
use crate::hlo::{ArrayLiteral, BinaryOp, ComputationId, Literal, Shape, WindowDimension};

/// The input elements under each position of a window; padding and holes are left out.
struct WindowPlaces {
    /// By dimension and position along it: offsets of the covered elements.
    offsets: Vec<Vec<Vec<usize>>>,
    output_dims: Vec<usize>,
}

impl WindowPlaces {
    fn new(window: &[WindowDimension], input_dims: &[usize]) -> WindowPlaces {
        let strides = row_major_strides(input_dims);
        let output_dims: Vec<usize> = window.iter().zip(input_dims).map(|(w, &size)| w.output_size(size)).collect();
        let along = |dim: usize| {
            let covered = |position| covered_elements(&window[dim], input_dims[dim], position);
            let offset = |element: usize| element * strides[dim] as usize;
            (0..output_dims[dim]).map(|position| covered(position).map(offset).collect()).collect()
        };
        WindowPlaces { offsets: (0..input_dims.len()).map(along).collect(), output_dims }
    }

    /// Visits the elements under the window at `position`, in row-major order.
    fn for_each(&self, position: &[usize], mut visit: impl FnMut(usize)) {
        let covered: Vec<&[usize]> =
            self.offsets.iter().zip(position).map(|(along, &place)| along[place].as_slice()).collect();
        let dims: Vec<usize> = covered.iter().map(|offsets| offsets.len()).collect();
        for_each_index(&dims, |index| visit(index.iter().zip(&covered).map(|(&i, offsets)| offsets[i]).sum()));
    }
}

/// Elements of a dimension under the window at a position, in order.
fn covered_elements(window: &WindowDimension, size: usize, position: usize) -> impl Iterator<Item = usize> {
    let (dilation, base_dilation) = (window.window_dilation as i64, window.base_dilation as i64);
    let start = (position * window.stride) as i64 - window.padding_low;
    (0..window.size as i64).filter_map(move |i| {
        let place = start + i * dilation;
        let element = place.div_euclid(base_dilation);
        (place % base_dilation == 0 && (0..size as i64).contains(&element)).then_some(element as usize)
    })
}

/// `operands` are the inputs, then as many initial values.
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
        _ => reduce_window_by_region(inputs, inits, &places, Region::new(to_apply, context), shape),
    }
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
            places.for_each(position, |place| match total.binary(op, elements[place].load(), T::bits()) {
                Some(next) => total = T::store(next).load(),
                None => defined = false,
            });
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
    let (mut outcome, mut slot) = (Ok(()), 0);
    for_each_index(&places.output_dims, |position| {
        let mut totals = first.clone();
        places.for_each(position, |place| {
            if outcome.is_ok() {
                let elements = readers.iter().map(|reader| reader.get(place));
                match region.apply(totals.iter().copied().chain(elements)) {
                    Ok(results) => totals.copy_from_slice(results),
                    Err(error) => outcome = Err(error),
                }
            }
        });
        writers.iter_mut().zip(totals).for_each(|(writer, total)| writer.set(slot, total));
        slot += 1;
    });
    outcome?;
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
    let (mut outcome, mut slot) = (Ok(()), 0);
    for_each_index(&places.output_dims, |position| {
        if outcome.is_ok() {
            outcome = selected_place(&places, position, &elements, &mut select).and_then(|place| {
                let Some(place) = place else { return Ok(()) };
                let scattered = scatter.apply([result.get(place), sources.get(slot)])?[0];
                result.set(place, scattered);
                Ok(())
            });
        }
        slot += 1;
    });
    outcome.map(|()| result.finish().into())
}

/// `None` where the window covers padding alone.
fn selected_place(
    places: &WindowPlaces,
    position: &[usize],
    elements: &ScalarReader,
    select: &mut Region,
) -> Result<Option<usize>> {
    let (mut selected, mut outcome) = (None, Ok(()));
    places.for_each(position, |place| match selected {
        _ if outcome.is_err() => {}
        None => selected = Some(place),
        Some(best) => match select.apply([elements.get(best), elements.get(place)]) {
            Ok(keeps) if keeps[0].is_true() => {}
            Ok(_) => selected = Some(place),
            Err(error) => outcome = Err(error),
        },
    });
    outcome.map(|()| selected)
}
