//! Exchange of borders: what a device's windows look at beyond its own tile, it fetches from its neighbours.
//!
//! A device joins what it fetches with its own tile, cuts out the elements that its positions look at, and fills in what
//! lies outside the array. The operation over them has no padding left but that between and around dilated elements.
//! Of a reversed dimension devices exchange whole tiles.

use super::Body;
use super::combine::zero;
use super::plan::Plan;
use super::route::{tile_of, with_tile};
use crate::hlo::op_class::{algorithm, control, elementwise, indexing, leaf, structure};
use crate::hlo::{
    Axis, BinaryOp, ComparisonDirection, ElementType, InstructionId, Op, PaddingDimension, WindowDimension, tile_count,
};
use crate::passes::spmd::rule::{Outside, Reach, Rule, Span};

/// The sizes of what neighbours have of a border of `size` elements, the nearest first.
pub fn pieces(size: usize, tile: usize) -> Vec<usize> {
    let count = size.div_ceil(tile.max(1));
    (0..count).map(|index| (size - index * tile).min(tile)).collect()
}

/// Which side of a tile.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Low,
    High,
}

impl Body<'_, '_> {
    /// Operands with what the operation's positions look at instead of the device's tile.
    pub fn fetch_neighbours(&mut self, rule: &Rule, plan: &Plan, operands: &mut [InstructionId]) {
        for reach in &rule.reaches {
            let axes = &plan.axes[reach.factor];
            if let Some(span) = reach.span(tile_count(axes)).filter(|_| !axes.is_empty()) {
                let filling = self.outside(reach, operands);
                operands[reach.operand] = self.looked_at(operands[reach.operand], reach, axes, span, filling);
            }
        }
    }

    /// Tiles of a reversed dimension in reverse order.
    pub fn mirror(&mut self, rule: &Rule, plan: &Plan, operands: &mut [InstructionId]) {
        let mirrored: Vec<&Vec<Axis>> = rule.mirrored.iter().map(|&factor| &plan.axes[factor]).collect();
        if mirrored.iter().all(|axes| axes.is_empty()) {
            return;
        }
        let opposite = |device: usize| {
            let turned =
                |device, axes: &&Vec<Axis>| with_tile(device, axes, tile_count(axes) - 1 - tile_of(device, axes));
            mirrored.iter().fold(device, turned)
        };
        let devices = 0..self.partitioner.mesh.device_count();
        operands[0] = self.collective_permute(operands[0], devices.map(|target| (opposite(target), target)).collect());
    }

    /// What stands outside the array; none where positions of the result do not look there.
    fn outside(&mut self, reach: &Reach, operands: &[InstructionId]) -> Option<InstructionId> {
        match reach.outside {
            Outside::Unseen => None,
            Outside::Operand(operand) => Some(operands[operand]),
            Outside::Zero => {
                let element_type = self.local.get(operands[reach.operand]).array().element_type;
                Some(self.builder().constant(zero(element_type)))
            }
        }
    }

    fn looked_at(
        &mut self,
        id: InstructionId,
        reach: &Reach,
        axes: &[Axis],
        span: Span,
        filling: Option<InstructionId>,
    ) -> InstructionId {
        let (dimension, tiles) = (reach.dimension, tile_count(axes));
        let tile = reach.size.div_ceil(tiles);
        let (low, high) = reach.halo(tiles).unwrap_or_default();
        let joined = self.joined(id, dimension, axes, [low, high], tile);
        // Where the elements that are looked at begin, from the joined part's beginning.
        let offset = |t: i64| t * span.step + span.start - t * tile as i64 + low as i64;
        let ends = [offset(0), offset(tiles as i64 - 1)];
        let (first, last) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let behind = last + span.size - (low + tile + high) as i64;
        let mut taken = if first == last {
            self.pad_dimension(joined, dimension, -first, behind)
        } else {
            let padded = self.pad_dimension(joined, dimension, (-first).max(0), behind.max(0));
            self.cut_at(padded, dimension, axes, [span.step - tile as i64, offset(0) + (-first).max(0)], span.size)
        };
        if let Some(filling) = filling.filter(|_| looks_outside(reach, span, tiles)) {
            taken = self.filled_outside(taken, reach, axes, span, filling);
        }
        taken
    }

    /// The device's tile between what it fetches of the tiles before and behind it.
    fn joined(
        &mut self,
        id: InstructionId,
        dimension: usize,
        axes: &[Axis],
        [low, high]: [usize; 2],
        tile: usize,
    ) -> InstructionId {
        let mut parts = Vec::new();
        for (index, size) in pieces(low, tile).into_iter().enumerate().rev() {
            parts.push(self.fetched(id, dimension, axes, Side::Low, index + 1, size));
        }
        parts.push(id);
        for (index, size) in pieces(high, tile).into_iter().enumerate() {
            parts.push(self.fetched(id, dimension, axes, Side::High, index + 1, size));
        }
        if parts.len() == 1 { id } else { self.builder().concatenate(&parts, dimension) }
    }

    /// The border of the tile that lies this many tiles away on this side.
    fn fetched(
        &mut self,
        id: InstructionId,
        dimension: usize,
        axes: &[Axis],
        side: Side,
        distance: usize,
        size: usize,
    ) -> InstructionId {
        let mut b = self.builder();
        let tile = b.dims(id)[dimension];
        let border = match side {
            _ if size == tile => id,
            Side::Low => b.slice_dimension(id, dimension, tile - size, tile),
            Side::High => b.slice_dimension(id, dimension, 0, size),
        };
        let (devices, tiles) = (self.partitioner.mesh.device_count(), tile_count(axes));
        let source = |target: usize| {
            let tile = tile_of(target, axes);
            let other = match side {
                Side::Low => tile.checked_sub(distance)?,
                Side::High => Some(tile + distance).filter(|&other| other < tiles)?,
            };
            Some((with_tile(target, axes, other), target))
        };
        self.collective_permute(border, (0..devices).filter_map(source).collect())
    }

    /// `size` elements of a dimension from `tile·step + start` on.
    fn cut_at(
        &mut self,
        id: InstructionId,
        dimension: usize,
        axes: &[Axis],
        [step, start]: [i64; 2],
        size: i64,
    ) -> InstructionId {
        let index = self.tile_index(axes);
        let mut b = self.builder();
        let mut sizes = b.dims(id);
        sizes[dimension] = size as usize;
        let [step, start, zero] = [step, start, 0].map(|number| b.scalar_integer(ElementType::S32, number));
        let offset = b.multiply(index, step);
        let mut starts = vec![zero; sizes.len()];
        starts[dimension] = b.add_values(offset, start);
        b.dynamic_slice(id, &starts, &sizes)
    }

    /// With `filling` in the places of elements before and behind the array's.
    fn filled_outside(
        &mut self,
        id: InstructionId,
        reach: &Reach,
        axes: &[Axis],
        span: Span,
        filling: InstructionId,
    ) -> InstructionId {
        let index = self.tile_index(axes);
        let mut b = self.builder();
        let dims = b.dims(id);
        let [step, start, zero, end] =
            [span.step, span.start, 0, reach.size as i64].map(|number| b.scalar_integer(ElementType::S32, number));
        let offset = b.multiply(index, step);
        let first = b.add_values(offset, start);
        let first = b.splat(first, &dims);
        let places = b.iota(ElementType::S32, &dims, reach.dimension);
        let places = b.add_values(places, first);
        let (zero, end) = (b.splat(zero, &dims), b.splat(end, &dims));
        let is_behind_begin = b.compare(ComparisonDirection::Ge, places, zero);
        let is_before_end = b.compare(ComparisonDirection::Lt, places, end);
        let is_inside = b.binary(BinaryOp::And, is_behind_begin, is_before_end);
        let filling = b.splat(filling, &dims);
        b.select(is_inside, id, filling)
    }
}

fn looks_outside(reach: &Reach, span: Span, tiles: usize) -> bool {
    span.start < 0 || (tiles as i64 - 1) * span.step + span.start + span.size > reach.size as i64
}

/// The operation over elements that were fetched.
pub fn over_fetched(mut op: Op, reach: &Reach, tiles: usize, span: Span) -> Op {
    match &mut op {
        Op::Slice { starts, limits, strides } => {
            starts[reach.dimension] = 0;
            limits[reach.dimension] = (reach.tile(tiles) - 1) * strides[reach.dimension] + 1;
        }
        Op::Pad { padding } => {
            let dimension = &mut padding[reach.dimension];
            *dimension = PaddingDimension { low: span.low, high: span.high, interior: dimension.interior };
        }
        Op::ReduceWindow { window, .. } => fit(&mut window[reach.dimension], span),
        Op::Convolution { window, dims, .. } => {
            let index = dims.input_spatial.iter().position(|&dimension| dimension == reach.dimension);
            if let Some(window) = index.and_then(|index| window.get_mut(index)) {
                fit(window, span);
                if reach.is_by_elements {
                    window.size = reach.tile(tiles);
                }
            }
        }
        // Their rules reach nowhere.
        leaf!() | elementwise!() | indexing!() | algorithm!() | structure!() | control!() => {}
        Op::Copy | Op::BitcastConvert | Op::Broadcast { .. } | Op::Reshape | Op::Transpose { .. } => {}
        Op::Reverse { .. } | Op::Concatenate { .. } | Op::Dot { .. } | Op::Map { .. } | Op::Scatter { .. } => {}
        Op::Reduce { .. } | Op::SelectAndScatter { .. } | Op::Sort { .. } => {}
    }
    op
}

fn fit(window: &mut WindowDimension, span: Span) {
    (window.padding_low, window.padding_high) = (span.low, span.high);
}
