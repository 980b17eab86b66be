//! Which places a fragment reads for a given index, found without emitting anything.

use super::affine::{Affine, Index, Space, Var};
use super::evaluate::{elementwise_index, source_index};
use super::fragment::Fragment;
use super::guard::{Decided, InBounds};
use super::memory::position;
use super::movement::pad_source;
use super::reduce::STRAIGHT_LINE;
use super::window::window_source;
use crate::hlo::op_class::{algorithm, contraction, control, elementwise};
use crate::hlo::{InstructionId, Op, Window, WindowDimension};
use std::collections::HashSet;

/// What a walk has seen.
#[derive(Default)]
pub struct Accesses {
    /// Positions in arrays, places that iotas count, and places that are compared with bounds.
    pub places: Vec<Affine>,
    /// Elements of arguments.
    pub read: Vec<Read>,
    /// Positions that results are written to.
    pub written: Vec<Affine>,
    /// Conditions that choose between operands.
    pub conditions: Vec<InBounds>,
    /// Reductions and the indices that their results are wanted at.
    pub reductions: Vec<(InstructionId, Index)>,
    /// Variables of the loops over reduced elements, with the lengths of these.
    pub reduced: Vec<(Var, usize)>,
    seen: HashSet<(InstructionId, Index)>,
}

/// An element of an argument.
pub struct Read {
    pub argument: usize,
    pub place: Affine,
}

impl Accesses {
    /// How often a place is another one, for one index of the results: as often as the loops over reduced elements that
    /// it depends on go round. Short ones are no loops.
    pub fn visits(&self, space: &Space, place: &Affine) -> usize {
        let loops = self.reduced.iter().filter(|(var, _)| space.depends_on(place, *var));
        match loops.map(|(_, length)| length).fold(1, |visits: usize, &length| visits.saturating_mul(length)) {
            0..=STRAIGHT_LINE => 1,
            visits => visits,
        }
    }

    fn condition(&mut self, condition: InBounds) {
        self.places.push(condition.place.clone());
        self.conditions.push(condition);
    }
}

/// Follows an instruction at an index through its producers to memory.
pub fn walk(fragment: &Fragment, space: &mut Space, id: InstructionId, index: &Index, out: &mut Accesses) {
    if !out.seen.insert((id, index.clone())) {
        return;
    }
    let instruction = fragment.get(id);
    if let Some(argument) = fragment.argument_of(id) {
        if let Some(array) = instruction.shape.as_array() {
            let place = position(array, index);
            out.read.push(Read { argument, place: place.clone() });
            out.places.push(place);
        }
        return;
    }
    match &instruction.op {
        Op::Constant(literal) => {
            if let Some(array) = literal.as_array().filter(|a| !a.is_splat()) {
                out.places.push(position(array.shape(), index));
            }
        }
        Op::Iota { dimension } => out.places.push(index[*dimension].clone()),
        Op::Copy
        | Op::OptimizationBarrier
        | Op::Broadcast { .. }
        | Op::Reshape
        | Op::Transpose { .. }
        | Op::Reverse { .. }
        | Op::Slice { .. } => {
            let from = source_index(space, fragment, id, index);
            walk(fragment, space, fragment.operand(id, 0), &from, out);
        }
        Op::Pad { padding } => {
            let operand = fragment.operand(id, 0);
            let (source, conditions) = pad_source(space, padding, &fragment.get(operand).array().dims, index);
            conditions.into_iter().for_each(|c| out.condition(c));
            walk(fragment, space, operand, &source, out);
            walk(fragment, space, fragment.operand(id, 1), &Index::new(), out);
        }
        Op::Concatenate { dimension } => walk_concatenate(fragment, space, id, *dimension, index, out),
        Op::DynamicSlice { .. } | Op::DynamicUpdateSlice | Op::Gather { .. } => {
            walk_by_data(fragment, space, id, index, out)
        }
        Op::BitcastConvert => walk_bitcast(fragment, space, id, index, out),
        Op::ReduceWindow { window, .. } => walk_window(fragment, space, id, window, index, out),
        Op::Reduce { dimensions, .. } => walk_reduce(fragment, space, id, dimensions, index, out),
        Op::Map { .. } | elementwise!() => {
            for &operand in instruction.operands() {
                walk(fragment, space, operand, &elementwise_index(fragment, operand, index), out);
            }
        }
        Op::GetTupleElement { .. } => walk(fragment, space, fragment.operand(id, 0), index, out),
        Op::Parameter { .. }
        | Op::Scatter { .. }
        | Op::SelectAndScatter { .. }
        | Op::Sort { .. }
        | Op::Tuple
        | Op::AfterAll
        | control!()
        | contraction!()
        | algorithm!() => {}
    }
}

fn walk_concatenate(
    fragment: &Fragment,
    space: &mut Space,
    id: InstructionId,
    dim: usize,
    index: &Index,
    out: &mut Accesses,
) {
    let mut offset = 0;
    for &operand in fragment.get(id).operands() {
        let size = fragment.get(operand).array().dims[dim] as i64;
        let mut source = index.clone();
        source[dim] = index[dim].plus_constant(-offset);
        out.condition(InBounds { place: source[dim].clone(), size });
        walk(fragment, space, operand, &source, out);
        offset += size;
    }
}

/// Starts and gathered indices are not known: every dimension of the operand is read at a place of its own.
fn walk_by_data(fragment: &Fragment, space: &mut Space, id: InstructionId, index: &Index, out: &mut Accesses) {
    out.places.extend(index.iter().cloned());
    for &operand in fragment.get(id).operands() {
        let array = fragment.get(operand).array();
        let anywhere = |&size: &usize| Affine::var(space.bind(0, size as i64 - 1, 1, 0));
        let at = array.dims.iter().map(anywhere).collect();
        walk(fragment, space, operand, &at, out);
    }
}

fn walk_window(
    fragment: &Fragment,
    space: &mut Space,
    id: InstructionId,
    window: &Window,
    index: &Index,
    out: &mut Accesses,
) {
    let operands = fragment.get(id).operands();
    let (inputs, inits) = operands.split_at(operands.len() / 2);
    let offset = |d: &WindowDimension| Affine::var(space.bind(0, d.size as i64 - 1, 1, 2));
    let offsets: Vec<Affine> = window.iter().map(offset).collect();
    let dims = &fragment.get(inputs[0]).array().dims;
    let (source, conditions) = window_source(space, window, dims, index, &offsets);
    // A window of one element that moves by ones is no condition.
    conditions.into_iter().filter(|c| c.decide(space) == Decided::Open).for_each(|c| out.condition(c));
    inputs.iter().for_each(|&input| walk(fragment, space, input, &source, out));
    inits.iter().for_each(|&init| walk(fragment, space, init, &Index::new(), out));
}

fn walk_bitcast(fragment: &Fragment, space: &mut Space, id: InstructionId, index: &Index, out: &mut Accesses) {
    let operand = fragment.operand(id, 0);
    let (from, to) = (fragment.get(operand).array().rank(), index.len());
    let mut source = index.clone();
    if from < to {
        out.places.extend(source.pop());
    } else if from > to {
        source.push(Affine::default());
    }
    walk(fragment, space, operand, &source, out);
}

fn walk_reduce(
    fragment: &Fragment,
    space: &mut Space,
    id: InstructionId,
    dimensions: &[usize],
    index: &Index,
    out: &mut Accesses,
) {
    out.reductions.push((id, index.clone()));
    let operands = fragment.get(id).operands();
    let (inputs, inits) = operands.split_at(operands.len() / 2);
    let dims = &fragment.get(inputs[0]).array().dims;
    let mut kept = index.iter();
    let place = |d: usize| match dimensions.contains(&d) {
        true => {
            let var = space.bind(0, dims[d] as i64 - 1, 1, 2);
            out.reduced.push((var, dims[d]));
            Affine::var(var)
        }
        false => kept.next().cloned().unwrap_or_default(),
    };
    let source: Index = (0..dims.len()).map(place).collect();
    inputs.iter().for_each(|&input| walk(fragment, space, input, &source, out));
    inits.iter().for_each(|&init| walk(fragment, space, init, &Index::new(), out));
}
