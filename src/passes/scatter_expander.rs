//! `scatter_expander`: writes scatters out as loops that combine one slice a turn.
//!
//! An element of a slice that falls outside of the input is dropped, alone: the loop works on the input with a margin as
//! wide as the slices, and clamps starts into it. Native code scatters in one kernel, so that the pipeline `cpu` leaves
//! this pass out. Scatters of no slices stay. Those of several inputs apply one computation an input.

use super::Pass;
use super::counted_loop::CountedLoop;
use super::expand::expand_all;
use super::gather_expander::{first_place, start};
use super::index_vectors::SimpleScatter;
use crate::hlo::infer::ProgramShape;
use crate::hlo::{
    ArrayLiteral, ArrayShape, Builder, ComputationId, Diagnostics, ElementType, InstructionId, Module, Op,
    PaddingDimension, Shape,
};

pub const PASS: Pass =
    Pass { name: "scatter_expander", description: "Writes scatters out as loops that combine one slice a turn.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

pub(super) fn expand(
    module: &mut Module,
    owner: ComputationId,
    id: InstructionId,
) -> Result<Option<InstructionId>, Diagnostics> {
    let scatter = module.computation(owner).get(id).clone();
    let Op::Scatter { dims, to_apply, .. } = scatter.op.clone() else { return Ok(None) };
    let count = scatter.operands().len() / 2;
    if module.computation(owner).get(scatter.operands()[count]).array().element_count() == 0 {
        return Ok(None);
    }
    let combine: Vec<Combine> = (0..count).map(|input| Combine::of_input(module, to_apply, input, count)).collect();
    let mut b = Builder::new(module.computation_mut(owner), &scatter.location);
    let simple = SimpleScatter::new(&mut b, scatter.operands(), dims);
    let margins = Margins::new(&mut b, &simple);
    let indices = b.convert(simple.indices, ElementType::S64);
    let inputs: Vec<InstructionId> = simple.inputs.iter().map(|&input| margins.around(&mut b, input)).collect();
    let state = [&inputs[..], &[indices], &simple.updates].concat();
    let shapes: Vec<Shape> = state.iter().map(|&value| b.shape(value).clone()).collect();
    let rows = b.dims(indices)[0];
    b.finish()?;
    let turns = CountedLoop::add(module, "scatter", &scatter.location, rows, &shapes, |b, counter, values| {
        let (inputs, rest) = values.split_at(count);
        [&margins.with_updates(b, counter, inputs, rest, &combine)[..], rest].concat()
    })?;
    let mut b = Builder::new(module.computation_mut(owner), &scatter.location);
    let results = turns.run(&mut b, &state).into_iter().take(count);
    let inside = |padded| {
        let inside = margins.inside(&mut b, padded);
        simple.result(&mut b, inside)
    };
    let results: Vec<InstructionId> = results.map(inside).collect();
    let value = if let [result] = results[..] { result } else { b.tuple(&results) };
    b.finish()?;
    Ok(Some(value))
}

/// The computation that makes one element of an input of the current ones and the updates.
struct Combine {
    to_apply: ComputationId,
    shape: ProgramShape,
}

impl Combine {
    /// A computation of several inputs returns their elements as a tuple.
    fn of_input(module: &mut Module, to_apply: ComputationId, input: usize, count: usize) -> Combine {
        let to_apply = if count == 1 { to_apply } else { part(module, to_apply, input) };
        Combine { to_apply, shape: ProgramShape::of(module.computation(to_apply)) }
    }
}

/// The computation of one element of another's result.
fn part(module: &mut Module, whole: ComputationId, index: usize) -> ComputationId {
    let mut computation = module.computation(whole).clone();
    let root = computation.root();
    let part = match computation.op(root) {
        Op::Tuple => computation.operand(root, index),
        _ => Builder::new(&mut computation, &None).get_tuple_element(root, index),
    };
    computation.set_root(part);
    module.add_computation(computation)
}

/// Room around an input for the parts of slices that fall outside, along the dimensions that indices are for.
struct Margins {
    input_dims: Vec<usize>,
    /// Of a slice.
    sizes: Vec<usize>,
    /// Dimensions with a margin.
    indexed: usize,
}

impl Margins {
    fn new(b: &mut Builder, simple: &SimpleScatter) -> Margins {
        Margins {
            input_dims: b.dims(simple.inputs[0]),
            sizes: b.dims(simple.updates[0])[1..].to_vec(),
            indexed: b.dims(simple.indices)[1],
        }
    }

    fn margin(&self, dim: usize) -> usize {
        if dim < self.indexed { self.sizes[dim] } else { 0 }
    }

    fn around(&self, b: &mut Builder, input: InstructionId) -> InstructionId {
        let zero = b.constant(ArrayLiteral::zeros(&ArrayShape::scalar(b.element_type(input))));
        let edge = |dim| {
            let margin = self.margin(dim) as i64;
            PaddingDimension { low: margin, high: margin, interior: 0 }
        };
        b.pad(input, zero, (0..self.sizes.len()).map(edge).collect())
    }

    fn inside(&self, b: &mut Builder, padded: InstructionId) -> InstructionId {
        let starts: Vec<usize> = (0..self.sizes.len()).map(|dim| self.margin(dim)).collect();
        let limits: Vec<usize> = starts.iter().zip(&self.input_dims).map(|(start, size)| start + size).collect();
        b.slice(padded, &starts, &limits, &vec![1; starts.len()])
    }

    /// The padded inputs with the slices of a row combined into them. `rest` are the indices and the updates.
    fn with_updates(
        &self,
        b: &mut Builder,
        row: InstructionId,
        inputs: &[InstructionId],
        rest: &[InstructionId],
        combine: &[Combine],
    ) -> Vec<InstructionId> {
        let (indices, updates) = (rest[0], &rest[1..]);
        let starts: Vec<InstructionId> = start(b, indices, row, self.sizes.len())
            .into_iter()
            .enumerate()
            .map(|(dim, s)| self.moved(b, dim, s))
            .collect();
        let mut operands: Vec<InstructionId> =
            inputs.iter().map(|&input| b.dynamic_slice(input, &starts, &self.sizes)).collect();
        for &update in updates {
            let places = first_place(b, row, self.sizes.len());
            let update = b.dynamic_slice(update, &places, &[&[1], &self.sizes[..]].concat());
            operands.push(b.reshape(update, &self.sizes));
        }
        let combined = inputs.iter().zip(combine).map(|(&input, combine)| {
            let map = Op::Map { to_apply: combine.to_apply };
            let next = b.add_calling(map, &operands, &Shape::Token, std::slice::from_ref(&combine.shape));
            b.dynamic_update_slice(input, next, &starts)
        });
        combined.collect()
    }

    /// A start in the padded input: clamped, so that a slice that lies outside wholly lies in a margin.
    fn moved(&self, b: &mut Builder, dim: usize, start: InstructionId) -> InstructionId {
        if dim >= self.indexed {
            return start;
        }
        let margin = self.sizes[dim] as i64;
        let least = b.scalar_integer(ElementType::S64, -margin);
        let most = b.scalar_integer(ElementType::S64, self.input_dims[dim] as i64);
        let margin = b.scalar_integer(ElementType::S64, margin);
        let clamped = b.clamp(least, start, most);
        b.add_values(clamped, margin)
    }
}
