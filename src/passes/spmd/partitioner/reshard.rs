//! From one sharding of a value to another, by the cheapest [route] from any that it has had already.

use super::route::{Dims, Route, Step, route, sources};
use super::{Body, part_shape};
use crate::hlo::{
    ArrayLiteral, ArrayShape, Axis, ElementType, InstructionId, Op, PaddingDimension, TileAxes, tile_count,
};
use std::ops::Range;

/// What tells a value from others: its first instruction, its axes that are a manual computation's, and its whole.
///
/// Where a manual computation begins and ends one instruction is a part of two wholes.
type ValueKey = (InstructionId, Vec<Axis>, Vec<usize>);

/// The shardings that values have had.
#[derive(Default)]
pub struct Versions {
    first: std::collections::HashMap<ValueKey, InstructionId>,
    all: std::collections::HashMap<ValueKey, Vec<(Dims, InstructionId)>>,
    /// All that were added, in order.
    added: Vec<(ValueKey, Dims, InstructionId)>,
}

impl Versions {
    fn key(&self, id: InstructionId, whole: &ArrayShape, manual: &[Axis]) -> ValueKey {
        let key = (id, manual.to_vec(), whole.dims.clone());
        match self.first.get(&key) {
            Some(&first) => (first, key.1, key.2),
            None => key,
        }
    }

    /// All shardings of a value, the one at hand first.
    fn of(&self, id: InstructionId, whole: &ArrayShape, tiles: &TileAxes) -> Vec<(Dims, InstructionId)> {
        let others = self.all.get(&self.key(id, whole, &tiles.manual));
        let mut all = vec![(tiles.dims.clone(), id)];
        all.extend(others.into_iter().flatten().filter(|(_, other)| *other != id).cloned());
        all
    }

    fn add(&mut self, key: &ValueKey, dims: &Dims, id: InstructionId) {
        let (_, manual, whole) = key.clone();
        self.first.entry((id, manual, whole)).or_insert(key.0);
        self.all.entry(key.clone()).or_default().push((dims.clone(), id));
        self.added.push((key.clone(), dims.clone(), id));
    }

    /// How many were added so far.
    pub fn count(&self) -> usize {
        self.added.len()
    }

    /// Leaves out those that were added between two counts, so that nobody takes what has no other use.
    pub fn withdraw(&mut self, range: &Range<usize>) {
        for (key, _, id) in &self.added[range.clone()] {
            if let Some(versions) = self.all.get_mut(key) {
                versions.retain(|(_, version)| version != id);
            }
        }
    }

    /// Takes back what was left out.
    pub fn restore(&mut self, range: &Range<usize>) {
        for (key, dims, id) in &self.added[range.clone()] {
            self.all.entry(key.clone()).or_default().push((dims.clone(), *id));
        }
    }
}

impl Body<'_, '_> {
    /// A value of shape `whole`, of which the device has the part that `from` says, as the part that `to` says.
    pub fn reshard(&mut self, id: InstructionId, whole: &ArrayShape, from: &TileAxes, to: &TileAxes) -> InstructionId {
        if from.dims == to.dims {
            return id;
        }
        if let Some(element) = self.filled_with(id) {
            let dims = part_shape(whole, to).dims;
            return self.builder().splat(element, &dims);
        }
        if let Some((narrow, narrow_whole)) = self.before_widening(id, whole) {
            let moved = self.reshard(narrow, &narrow_whole, from, to);
            return self.builder().convert(moved, whole.element_type);
        }
        let (route, source) = self.cheapest(id, whole, from, to);
        let key = self.versions.key(id, whole, &from.manual);
        self.versions.add(&key, &from.dims, id);
        let mut state = State { id: source, dims: route.start, whole };
        for (step, dims) in route.steps {
            state.id = self.perform(&state, &step, &dims, &from.manual);
            state.dims = dims;
            let dims = state.dims.iter().map(|axes| self.partitioner.mesh.joined(axes)).collect::<Option<_>>();
            dims.into_iter().for_each(|dims| self.versions.add(&key, &dims, state.id));
        }
        state.id
    }

    /// What resharding a value costs.
    pub fn reshard_cost(&self, id: InstructionId, whole: &ArrayShape, from: &TileAxes, to: &TileAxes) -> u64 {
        match self.before_widening(id, whole) {
            _ if from.dims == to.dims || self.filled_with(id).is_some() => 0,
            Some((narrow, whole)) => self.reshard_cost(narrow, &whole, from, to),
            None => self.cheapest(id, whole, from, to).0.cost,
        }
    }

    /// The scalar in every element of a value: each device fills any part of it by itself.
    fn filled_with(&self, id: InstructionId) -> Option<InstructionId> {
        let Op::Broadcast { .. } = self.local.op(id) else { return None };
        let element = self.local.operand(id, 0);
        self.local.get(element).array().is_scalar().then_some(element)
    }

    /// What a value was converted from, where that has fewer bytes to move: elements are converted alike wherever they
    /// are, and zeros, which fill tiles up, are zeros of every type.
    fn before_widening(&self, id: InstructionId, whole: &ArrayShape) -> Option<(InstructionId, ArrayShape)> {
        let Op::Convert = self.local.op(id) else { return None };
        let narrow = self.local.operand(id, 0);
        let element_type = self.local.get(narrow).array().element_type;
        let is_narrower = element_type.bit_width() < whole.element_type.bit_width();
        is_narrower.then(|| (narrow, ArrayShape::new(element_type, whole.dims.clone())))
    }

    /// The cheapest way from a version of the value, and that version.
    fn cheapest(
        &self,
        id: InstructionId,
        whole: &ArrayShape,
        from: &TileAxes,
        to: &TileAxes,
    ) -> (Route, InstructionId) {
        let mut best: Option<(Route, InstructionId)> = None;
        for (dims, version) in self.versions.of(id, whole, from) {
            let tiles = TileAxes { dims, manual: from.manual.clone() };
            let route = route(&self.partitioner.mesh, whole, &tiles, to);
            if best.as_ref().is_none_or(|(known, _)| route.cost < known.cost) {
                best = Some((route, version));
            }
        }
        best.unwrap_or_else(|| (route(&self.partitioner.mesh, whole, from, to), id))
    }

    fn perform(&mut self, state: &State, step: &Step, dims: &Dims, manual: &[Axis]) -> InstructionId {
        let whole = state.whole;
        match step {
            Step::Permute => self.permute(state, dims, manual),
            Step::Slice => self.cut(state, dims),
            Step::Exchange { from, to, axes } => {
                let tile = whole.dims[*to].div_ceil(tile_count(&dims[*to]));
                let filled = self.fill_up(state.id, *to, tile * tile_count(axes));
                let exchanged = self.all_to_all(filled, axes, *from, *to);
                self.cut_to(exchanged, *from, whole.dims[*from].div_ceil(tile_count(&dims[*from])))
            }
            Step::Gather { dimension, axes } => {
                let gathered = self.all_gather(state.id, axes, *dimension);
                self.cut_to(gathered, *dimension, whole.dims[*dimension].div_ceil(tile_count(&dims[*dimension])))
            }
        }
    }

    /// Each device fetches its part from one that has it.
    fn permute(&mut self, state: &State, dims: &Dims, manual: &[Axis]) -> InstructionId {
        let mesh = self.partitioner.mesh.fine();
        let fine = |axes: &Vec<Axis>| mesh.split_axes(axes).expect("axes of the mesh");
        let manual = fine(&manual.to_vec());
        let tiles = |dims: &Dims| TileAxes { dims: dims.iter().map(fine).collect(), manual: manual.clone() };
        let sources = sources(mesh.axes(), &tiles(&state.dims), &tiles(dims));
        if sources.iter().enumerate().all(|(device, &source)| device == source) {
            return state.id;
        }
        let pairs = sources.iter().enumerate().map(|(target, &source)| (source, target)).collect();
        self.collective_permute(state.id, pairs)
    }

    /// The device's tile of what it has.
    fn cut(&mut self, state: &State, dims: &Dims) -> InstructionId {
        let mut padded = state.id;
        let mut starts = Vec::new();
        let mut sizes = Vec::new();
        for (dimension, axes) in dims.iter().enumerate() {
            let size = state.whole.dims[dimension].div_ceil(tile_count(axes));
            let added = &axes[state.dims[dimension].len()..];
            sizes.push(size);
            starts.push(match added.is_empty() {
                true => self.builder().scalar_integer(ElementType::S32, 0),
                false => {
                    padded = self.fill_up(padded, dimension, size * tile_count(added));
                    self.tile_offset(added, size)
                }
            });
        }
        self.builder().dynamic_slice(padded, &starts, &sizes)
    }

    /// Zeros behind a dimension, up to this size.
    pub fn fill_up(&mut self, id: InstructionId, dimension: usize, size: usize) -> InstructionId {
        let dims = self.builder().dims(id);
        if dims[dimension] >= size {
            return id;
        }
        self.pad_dimension(id, dimension, 0, (size - dims[dimension]) as i64)
    }

    /// Zeros before and behind a dimension; negative numbers cut.
    pub fn pad_dimension(&mut self, id: InstructionId, dimension: usize, low: i64, high: i64) -> InstructionId {
        if (low, high) == (0, 0) {
            return id;
        }
        let mut b = self.builder();
        let mut padding = vec![PaddingDimension::default(); b.dims(id).len()];
        padding[dimension] = PaddingDimension { low, high, ..PaddingDimension::default() };
        let zero = b.constant(ArrayLiteral::zeros(&ArrayShape::scalar(b.element_type(id))));
        b.pad(id, zero, padding)
    }

    /// Without what lies beyond the array's end.
    fn cut_to(&mut self, id: InstructionId, dimension: usize, size: usize) -> InstructionId {
        let mut b = self.builder();
        if b.dims(id)[dimension] == size { id } else { b.slice_dimension(id, dimension, 0, size) }
    }
}

/// A value on its way.
struct State<'w> {
    id: InstructionId,
    dims: Dims,
    whole: &'w ArrayShape,
}
