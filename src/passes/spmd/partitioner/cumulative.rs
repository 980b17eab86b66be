//! Cumulative operations along a divided dimension, which are windows that reach to its begin or end: each device works
//! on its tile, and applies what the tiles before it come to.

use super::{Body, Value, cost, part_shape};
use crate::hlo::{
    ArrayShape, Axis, BinaryOp, ComparisonDirection, ElementType, InstructionId, Op, TileAxes, Window, WindowDimension,
    running_dimension, tile_count,
};

/// A window over everything before, or behind, an element.
struct Cumulation {
    dimension: usize,
    is_backwards: bool,
    op: BinaryOp,
    axes: Vec<Axis>,
    tiles: TileAxes,
    /// A device's part of the result.
    part: ArrayShape,
}

impl Body<'_, '_> {
    /// A `reduce-window`; where it is cumulative and that exchanges less, tile by tile.
    pub fn reduce_window(&mut self, id: InstructionId, window: &Window) -> Value {
        let cumulation = self.cumulation(id, window);
        match cumulation.filter(|cumulation| self.cumulation_cost(id, cumulation) <= self.planned_cost(id)) {
            Some(cumulation) => self.cumulated(id, window, cumulation),
            None => self.divided(id),
        }
    }

    fn cumulation(&self, id: InstructionId, window: &Window) -> Option<Cumulation> {
        let whole = self.whole();
        let array = whole.shape(id).as_array()?;
        let (dimension, is_backwards) = running_dimension(window, &array.dims)?;
        let size = array.dims[dimension];
        let tiles = self.wanted(id).into_iter().next()?;
        let axes = tiles.dims[dimension].clone();
        let count = tile_count(&axes);
        // What lies beyond the end is behind everything, and comes to nothing forwards.
        let can_be = !is_backwards || size.is_multiple_of(count);
        let op = self.site(id).reducer()?;
        let part = part_shape(array, &tiles);
        (count > 1 && can_be && self.is_neutral(whole.operand(id, 1), op)).then_some(Cumulation {
            dimension,
            is_backwards,
            op,
            axes,
            tiles,
            part,
        })
    }

    /// One row of each tile is gathered.
    fn cumulation_cost(&self, id: InstructionId, cumulation: &Cumulation) -> u64 {
        let operand = self.whole().operand(id, 0);
        let value = self.value(operand);
        let array = self.whole().get(operand).array();
        let row = cumulation.part.byte_size() / cumulation.part.dims[cumulation.dimension].max(1);
        let count = tile_count(&cumulation.axes);
        self.reshard_cost(value.id, array, &value.tiles[0], &cumulation.tiles)
            + cost::all_gather((row * count) as u64, count)
    }

    fn cumulated(&mut self, id: InstructionId, window: &Window, cumulation: Cumulation) -> Value {
        let Cumulation { dimension, is_backwards, op, axes, tiles, part } = cumulation;
        let operand = self.operand_as(self.whole().operand(id, 0), std::slice::from_ref(&tiles));
        let init = self.value(self.whole().operand(id, 1)).id;
        let tile = part.dims[dimension];
        let mut window = window.clone();
        window[dimension] =
            if is_backwards { WindowDimension::from_here(tile) } else { WindowDimension::up_to_here(tile) };
        let to_apply = self.partitioner.reducer(op, part.element_type);
        let own = self.add_like(id, Op::ReduceWindow { window, to_apply }, part.clone().into(), vec![operand, init]);
        let last = if is_backwards { 0 } else { tile - 1 };
        let row = self.builder().slice_dimension(own, dimension, last, last + 1);
        let rows = self.all_gather(row, &axes, dimension);
        let others = self.before_own(rows, dimension, &axes, op, is_backwards);
        let mut b = self.builder();
        let kept: Vec<usize> = (0..part.rank()).filter(|&other| other != dimension).collect();
        let others = b.broadcast(others, &part.dims, &kept);
        Value { id: b.binary(op, others, own), tiles: vec![tiles] }
    }

    /// What the rows of the tiles before this device's come to, or of those behind it.
    fn before_own(
        &mut self,
        rows: InstructionId,
        dimension: usize,
        axes: &[Axis],
        op: BinaryOp,
        is_backwards: bool,
    ) -> InstructionId {
        let element_type = self.local.get(rows).array().element_type;
        let to_apply = self.partitioner.reducer(op, element_type);
        let index = self.tile_index(axes);
        let mut b = self.builder();
        let dims = b.dims(rows);
        let places = b.iota(ElementType::S32, &dims, dimension);
        let index = b.splat(index, &dims);
        let direction = if is_backwards { ComparisonDirection::Gt } else { ComparisonDirection::Lt };
        let counts = b.compare(direction, places, index);
        let nothing = b.constant(op.identity(element_type));
        let nothings = b.splat(nothing, &dims);
        let counted = b.select(counts, rows, nothings);
        b.reduce(counted, nothing, &[dimension], to_apply)
    }
}
