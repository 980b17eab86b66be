//! `scatter_expander`: writes scatters out as loops that combine one slice a turn.
//!
//! An element of a slice that falls outside of the input is dropped, alone: the loop works on the input with a margin as
//! wide as the slices, and clamps starts into it. Native code scatters in one kernel, so that the pipeline `cpu` leaves
//! this pass out. Scatters of several inputs at once stay, and those of no slices.

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

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let scatter = module.computation(owner).get(id).clone();
    let Op::Scatter { dims, to_apply, .. } = scatter.op.clone() else { return Ok(None) };
    let &[_, indices, _] = scatter.operands() else { return Ok(None) };
    if module.computation(owner).get(indices).array().element_count() == 0 {
        return Ok(None);
    }
    let combine = Combine { to_apply, shape: ProgramShape::of(module.computation(to_apply)) };
    let mut b = Builder::new(module.computation_mut(owner), &scatter.location);
    let simple = SimpleScatter::new(&mut b, scatter.operands(), dims);
    let margins = Margins::new(&mut b, &simple);
    let indices = b.convert(simple.indices, ElementType::S64);
    let state = [margins.around(&mut b, simple.inputs[0]), indices, simple.updates[0]];
    let shapes = state.map(|value| b.shape(value).clone());
    let rows = b.dims(indices)[0];
    b.finish()?;
    let turns = CountedLoop::add(module, "scatter", &scatter.location, rows, &shapes, |b, counter, values| {
        let &[input, indices, updates] = values else { unreachable!("three values") };
        vec![margins.with_update(b, counter, [input, indices, updates], &combine), indices, updates]
    })?;
    let mut b = Builder::new(module.computation_mut(owner), &scatter.location);
    let results = turns.run(&mut b, &state);
    let inside = margins.inside(&mut b, results[0]);
    let value = simple.result(&mut b, inside);
    b.finish()?;
    Ok(Some(value))
}

/// The computation that makes one element of the current one and the update.
struct Combine {
    to_apply: ComputationId,
    shape: ProgramShape,
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

    /// The padded input with the slice of a row combined into it.
    fn with_update(
        &self,
        b: &mut Builder,
        row: InstructionId,
        [input, indices, updates]: [InstructionId; 3],
        combine: &Combine,
    ) -> InstructionId {
        let starts: Vec<InstructionId> = start(b, indices, row, self.sizes.len())
            .into_iter()
            .enumerate()
            .map(|(dim, s)| self.moved(b, dim, s))
            .collect();
        let current = b.dynamic_slice(input, &starts, &self.sizes);
        let places = first_place(b, row, self.sizes.len());
        let update = b.dynamic_slice(updates, &places, &[&[1], &self.sizes[..]].concat());
        let update = b.reshape(update, &self.sizes);
        let map = Op::Map { to_apply: combine.to_apply };
        let next = b.add_calling(map, &[current, update], &Shape::Token, std::slice::from_ref(&combine.shape));
        b.dynamic_update_slice(input, next, &starts)
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
