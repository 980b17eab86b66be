//! Concatenations and slices along a divided dimension: each device fetches the pieces of its tile from those that have
//! them. Slices and pads of what is joined are looked through, so that a rotation fetches what has moved and nothing else.

use super::pieces::{Piece, Range, pieces, turn_size, turns};
use super::route::{tile_of, with_tile};
use super::{Body, Value, cost, part_shape};
use crate::hlo::{
    ArrayLiteral, Axis, BinaryOp, ComparisonDirection, Computation, ElementType, InstructionId, Op, PaddingDimension,
    TileAxes, tile_count,
};

/// Turns beyond which other ways are better.
const TURN_LIMIT: usize = 16;
/// Slices and pads, one of another, that are looked through.
const DEPTH_LIMIT: usize = 8;

/// What a tile of the result is put together from.
struct Join {
    dimension: usize,
    axes: Vec<Axis>,
    /// With how devices are to have them.
    sources: Vec<(Origin, TileAxes)>,
    turns: Vec<Vec<Piece>>,
    /// Of the result.
    tiles: TileAxes,
    /// Sizes of a device's part of it, and of its tile in the dimension.
    part: Vec<usize>,
    tile: usize,
}

/// Where elements of the dimension come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// A whole value.
    Value(InstructionId),
    /// A scalar, so many times.
    Filling(InstructionId, usize),
}

/// What a slice has cost, and which shardings of values it has made: all for nothing where its only user looks through
/// it.
pub struct Spent {
    cost: u64,
    versions: std::ops::Range<usize>,
}

/// A number of every tile.
#[derive(Clone, Copy)]
enum Number {
    /// The same for all.
    Same(usize),
    /// This device's.
    Own(InstructionId),
}

impl Body<'_, '_> {
    /// A slice, from pieces where that exchanges less than what its rule plans.
    pub fn slice(&mut self, id: InstructionId) -> Value {
        let first = self.versions.count();
        let planned = self.planned_cost(id);
        let rank = self.whole().get(id).array().rank();
        let dimension = (0..rank).find(|&dimension| cut_start(self.whole(), id, dimension).is_some());
        let join = dimension.and_then(|dimension| self.join(id, dimension, &[id]));
        let join = join.map(|join| (self.join_cost(id, &join), join)).filter(|(cost, _)| *cost < planned);
        let (cost, value) = match join {
            Some((cost, join)) => (cost, self.assembled(&join)),
            None => (planned, self.divided(id)),
        };
        self.slices.insert(id, Spent { cost, versions: first..self.versions.count() });
        value
    }

    /// A concatenation, likewise. What slices have cost that nobody needs then counts too.
    pub fn concatenate(&mut self, id: InstructionId, dimension: usize) -> Value {
        let operands = self.whole().operands(id);
        let mut planned = self.planned_cost(id);
        let mut withdrawn = Vec::new();
        for slice in self.slices_alone(operands, dimension) {
            if let Some(Spent { cost, versions }) = self.slices.get(&slice) {
                planned = planned.saturating_add(*cost);
                withdrawn.push(versions.clone());
            }
        }
        withdrawn.iter().for_each(|versions| self.versions.withdraw(versions));
        if let Some(join) = self.join(id, dimension, operands).filter(|join| self.join_cost(id, join) < planned) {
            return self.assembled(&join);
        }
        withdrawn.iter().for_each(|versions| self.versions.restore(versions));
        self.divided(id)
    }

    /// Slices that are only there for a concatenation that looks through them.
    fn slices_alone(&self, operands: &[InstructionId], dimension: usize) -> Vec<InstructionId> {
        let whole = self.whole();
        let mut alone = Vec::new();
        for &operand in operands {
            let mut value = operand;
            while cut_start(whole, value, dimension).is_some()
                && whole.users(value).len() == 1
                && !alone.contains(&value)
            {
                alone.push(value);
                value = whole.operand(value, 0);
            }
        }
        alone
    }

    fn assembled(&mut self, join: &Join) -> Value {
        let sources = join.sources.iter().map(|(origin, tiles)| self.source(join, *origin, tiles));
        let sources: Vec<InstructionId> = sources.collect();
        let parts: Vec<InstructionId> = join.turns.iter().map(|turn| self.received(join, turn, &sources)).collect();
        Value { id: self.put_together(join, &parts), tiles: vec![join.tiles.clone()] }
    }

    fn source(&mut self, join: &Join, origin: Origin, tiles: &TileAxes) -> InstructionId {
        match origin {
            Origin::Value(id) => self.operand_as(id, std::slice::from_ref(tiles)),
            Origin::Filling(scalar, size) => {
                let scalar = self.operand_as(scalar, &[TileAxes::replicated(0)]);
                let mut dims = join.part.clone();
                dims[join.dimension] = size;
                self.builder().splat(scalar, &dims)
            }
        }
    }

    /// A result of operands one after another; none where that dimension is not divided, or in too many pieces.
    fn join(&self, id: InstructionId, dimension: usize, operands: &[InstructionId]) -> Option<Join> {
        let whole = self.whole();
        let tiles = self.wanted(id).into_iter().next()?;
        let axes = tiles.dims[dimension].clone();
        let count = tile_count(&axes);
        if count == 1 {
            return None;
        }
        let mut origins = Vec::new();
        let mut ranges = Vec::new();
        for &operand in operands {
            let size = whole.get(operand).array().dims[dimension];
            for (origin, start, size) in origins_of(whole, operand, dimension, (0, size), DEPTH_LIMIT) {
                let source = origins.iter().position(|&other| other == origin).unwrap_or(origins.len());
                if source == origins.len() {
                    origins.push(origin);
                }
                ranges.push(Range { source, start, size });
            }
        }
        let sources: Vec<_> = origins.into_iter().map(|o| (o, self.source_tiles(o, dimension, &tiles))).collect();
        let tile_size = |(origin, tiles): &(Origin, TileAxes)| match origin {
            Origin::Value(id) if !tiles.dims[dimension].is_empty() => {
                Some(whole.get(*id).array().dims[dimension].div_ceil(count))
            }
            Origin::Value(_) | Origin::Filling(..) => None,
        };
        let turns = turns(pieces(&ranges, &sources.iter().map(tile_size).collect::<Vec<_>>(), count));
        let part = part_shape(whole.get(id).array(), &tiles).dims;
        let tile = part[dimension];
        (1..=TURN_LIMIT).contains(&turns.len()).then_some(Join { dimension, axes, sources, turns, tiles, part, tile })
    }

    /// A source as the result is divided, or with all of the joined dimension on every device.
    fn source_tiles(&self, origin: Origin, dimension: usize, wanted: &TileAxes) -> TileAxes {
        let mut undivided = wanted.clone();
        undivided.dims[dimension].clear();
        let [as_wanted, as_whole] = [wanted, &undivided].map(|tiles| self.source_cost(origin, tiles));
        if as_whole <= as_wanted { undivided } else { wanted.clone() }
    }

    fn source_cost(&self, origin: Origin, tiles: &TileAxes) -> u64 {
        let Origin::Value(id) = origin else { return 0 };
        let value = self.value(id);
        self.reshard_cost(value.id, self.whole().get(id).array(), &value.tiles[0], tiles)
    }

    fn join_cost(&self, id: InstructionId, join: &Join) -> u64 {
        let part = part_shape(self.whole().get(id).array(), &join.tiles);
        let row = (part.byte_size() / join.tile.max(1)) as u64;
        let travelling = join.turns.iter().filter(|turn| !turn[0].is_local());
        let fetched = travelling.map(|turn| cost::permute(turn_size(turn) as u64 * row)).sum::<u64>();
        fetched + join.sources.iter().map(|(origin, tiles)| self.source_cost(*origin, tiles)).sum::<u64>()
    }

    /// What a device gets in a turn: its piece, and maybe more behind it.
    fn received(&mut self, join: &Join, turn: &[Piece], sources: &[InstructionId]) -> InstructionId {
        let given = self.given(join, turn, sources);
        if turn[0].is_local() {
            return given;
        }
        let devices = self.partitioner.mesh.device_count();
        let pair = |target: usize| {
            let piece = turn.iter().find(|piece| piece.to == tile_of(target, &join.axes))?;
            Some((with_tile(target, &join.axes, piece.from), target))
        };
        self.collective_permute(given, (0..devices).filter_map(pair).collect())
    }

    /// What a device gives in a turn.
    fn given(&mut self, join: &Join, turn: &[Piece], sources: &[InstructionId]) -> InstructionId {
        let piece_of = |tile: usize| turn.iter().find(|piece| piece.from == tile);
        let mut given = None;
        for (index, &source) in sources.iter().enumerate().filter(|(index, _)| turn.iter().any(|p| p.source == *index))
        {
            let starts = |tile: usize| piece_of(tile).filter(|piece| piece.source == index).map(|piece| piece.start);
            let taken = self.taken(join, source, &starts, turn_size(turn));
            given = Some(match given {
                None => taken,
                Some(others) => {
                    let is_source = |tile: usize| piece_of(tile).map(|piece| usize::from(piece.source == index));
                    let is_source = self.number(&join.axes, &is_source);
                    self.where_set(is_source, taken, others)
                }
            });
        }
        given.unwrap_or(sources[0])
    }

    /// `size` elements of the dimension, from a start of each tile's own.
    fn taken(
        &mut self,
        join: &Join,
        source: InstructionId,
        starts: &dyn Fn(usize) -> Option<usize>,
        size: usize,
    ) -> InstructionId {
        let own = self.local.get(source).array().dims[join.dimension];
        let end = (0..tile_count(&join.axes)).filter_map(starts).max().unwrap_or(0) + size;
        let filled = self.pad_dimension(source, join.dimension, 0, end.saturating_sub(own) as i64);
        match self.number(&join.axes, starts) {
            Number::Same(0) if size == own => filled,
            Number::Same(start) => self.builder().slice_dimension(filled, join.dimension, start, start + size),
            Number::Own(start) => self.cut_from(filled, join.dimension, start, size),
        }
    }

    fn cut_from(&mut self, id: InstructionId, dimension: usize, start: InstructionId, size: usize) -> InstructionId {
        let mut b = self.builder();
        let mut sizes = b.dims(id);
        sizes[dimension] = size;
        let mut starts = vec![b.scalar_integer(ElementType::S32, 0); sizes.len()];
        starts[dimension] = start;
        b.dynamic_slice(id, &starts, &sizes)
    }

    /// The tile of what was received in each turn.
    fn put_together(&mut self, join: &Join, parts: &[InstructionId]) -> InstructionId {
        if let Some(order) = order_of_all(join) {
            let parts: Vec<InstructionId> = order.into_iter().map(|turn| parts[turn]).collect();
            return if parts.len() == 1 { parts[0] } else { self.builder().concatenate(&parts, join.dimension) };
        }
        let mut all = None;
        for (turn, &part) in join.turns.iter().zip(parts) {
            let piece_of = |tile: usize| turn.iter().find(|piece| piece.to == tile);
            let placed = self.placed(join, part, &|tile| piece_of(tile).map(|piece| piece.at));
            all = Some(match all {
                None => placed,
                Some(others) => {
                    let begin = self.number(&join.axes, &|tile| piece_of(tile).map(|piece| piece.at));
                    let end = |tile| Some(piece_of(tile).map_or(0, |piece| piece.at + piece.size));
                    let end = self.number(&join.axes, &end);
                    let is_inside = self.is_between(join, placed, [begin, end]);
                    self.builder().select(is_inside, placed, others)
                }
            });
        }
        all.unwrap_or(parts[0])
    }

    /// A part of a tile in its place there.
    fn placed(&mut self, join: &Join, part: InstructionId, at: &dyn Fn(usize) -> Option<usize>) -> InstructionId {
        let size = self.local.get(part).array().dims[join.dimension] as i64;
        let tile = join.tile as i64;
        match self.number(&join.axes, at) {
            Number::Same(at) => self.pad_dimension(part, join.dimension, at as i64, tile - at as i64 - size),
            Number::Own(at) => {
                let padded = self.pad_dimension(part, join.dimension, tile, tile);
                let mut b = self.builder();
                let tile = b.scalar_integer(ElementType::S32, tile);
                let start = b.subtract(tile, at);
                self.cut_from(padded, join.dimension, start, join.tile)
            }
        }
    }

    /// Which elements of a tile lie between two places.
    fn is_between(&mut self, join: &Join, tile: InstructionId, bounds: [Number; 2]) -> InstructionId {
        let mut b = self.builder();
        let dims = b.dims(tile);
        let places = b.iota(ElementType::S32, &dims, join.dimension);
        let [begin, end] = bounds.map(|bound| {
            let bound = match bound {
                Number::Same(number) => b.scalar_integer(ElementType::S32, number as i64),
                Number::Own(number) => number,
            };
            b.splat(bound, &dims)
        });
        let is_behind = b.compare(ComparisonDirection::Ge, places, begin);
        let is_before = b.compare(ComparisonDirection::Lt, places, end);
        b.binary(BinaryOp::And, is_behind, is_before)
    }

    /// One value where a number is 1, else another.
    fn where_set(&mut self, number: Number, one: InstructionId, other: InstructionId) -> InstructionId {
        let number = match number {
            Number::Same(number) => return if number == 1 { one } else { other },
            Number::Own(number) => number,
        };
        let mut b = self.builder();
        let set = b.scalar_integer(ElementType::S32, 1);
        let is_set = b.compare(ComparisonDirection::Eq, number, set);
        let dims = b.dims(one);
        let is_set = b.splat(is_set, &dims);
        b.select(is_set, one, other)
    }

    /// A number of each tile along axes; what tiles that have none get is of no account.
    fn number(&mut self, axes: &[Axis], of_tile: &dyn Fn(usize) -> Option<usize>) -> Number {
        let numbers: Vec<Option<usize>> = (0..tile_count(axes)).map(of_tile).collect();
        let first = numbers.iter().flatten().next().copied().unwrap_or(0);
        if numbers.iter().flatten().all(|&number| number == first) {
            return Number::Same(first);
        }
        let table: Vec<i32> = numbers.iter().map(|number| number.unwrap_or(0) as i32).collect();
        let index = self.tile_index(axes);
        let mut b = self.builder();
        let table = b.constant(ArrayLiteral::from_slice(ElementType::S32, [table.len()], &table));
        let number = b.dynamic_slice(table, &[index], &[1]);
        Number::Own(b.reshape(number, &[]))
    }
}

/// The turns in the order in which their pieces stand in the tile, where these are the same in every tile.
fn order_of_all(join: &Join) -> Option<Vec<usize>> {
    let count = tile_count(&join.axes);
    let is_same = |turn: &Vec<Piece>| {
        let place = |piece: &Piece| (piece.at, piece.size);
        turn.len() == count && turn.iter().all(|piece| place(piece) == place(&turn[0]))
    };
    let mut order: Vec<usize> = (0..join.turns.len()).collect();
    order.sort_by_key(|&turn| join.turns[turn][0].at);
    join.turns.iter().all(is_same).then_some(order)
}

/// Where a slice of this dimension alone begins, element by element; none of other instructions.
fn cut_start(whole: &Computation, id: InstructionId, dimension: usize) -> Option<usize> {
    let Op::Slice { starts, strides, .. } = whole.op(id) else { return None };
    let (from, to) = (&whole.get(whole.operand(id, 0)).array().dims, &whole.get(id).array().dims);
    let others_stay = (0..from.len()).all(|d| d == dimension || from[d] == to[d]);
    (others_stay && from != to && strides[dimension] == 1).then(|| starts[dimension])
}

/// What stands before the elements of a pad that adds to this dimension alone; none of other instructions.
fn padding_before(whole: &Computation, id: InstructionId, dimension: usize) -> Option<usize> {
    let Op::Pad { padding } = whole.op(id) else { return None };
    let PaddingDimension { low, high, interior } = padding[dimension];
    let others_stay = (0..padding.len()).all(|d| d == dimension || padding[d] == PaddingDimension::default());
    (others_stay && low >= 0 && high >= 0 && interior == 0).then_some(low as usize)
}

/// Where elements `start..start + size` of a value come from: origins one after another, with where they begin there and
/// how many they are. Slices and pads are looked through.
fn origins_of(
    whole: &Computation,
    id: InstructionId,
    dimension: usize,
    (start, size): (usize, usize),
    depth: usize,
) -> Vec<(Origin, usize, usize)> {
    let below = |range| origins_of(whole, whole.operand(id, 0), dimension, range, depth - 1);
    if depth == 0 {
        return vec![(Origin::Value(id), start, size)];
    }
    if let Some(first) = cut_start(whole, id, dimension) {
        return below((start + first, size));
    }
    let Some(before) = padding_before(whole, id, dimension) else { return vec![(Origin::Value(id), start, size)] };
    let (filling, inner) = (whole.operand(id, 1), whole.get(whole.operand(id, 0)).array().dims[dimension]);
    let within = |from: usize, to: usize| (from.max(start), to.min(start + size).saturating_sub(from.max(start)));
    let filled = |(_, size): (usize, usize)| (size > 0).then_some((Origin::Filling(filling, size), 0, size));
    let (own, taken) = within(before, before + inner);
    let mut origins = Vec::from_iter(filled(within(0, before)));
    if taken > 0 {
        origins.extend(below((own - before, taken)));
    }
    origins.extend(filled(within(before + inner, usize::MAX)));
    origins
}
