//! The blocked product: operands are cut so that a panel of the right one stays in the first cache and a block of the
//! left one in the second, and blocks are spread over the pool.
//!
//! Every element of the result is summed in the same order, block of the contraction by block, whichever way the work
//! is spread: results do not depend on the number of threads.

use super::AfterRows;
use super::operand::{Depth, Left, Right, even_parts, packed_rows};
use super::output::Output;
use super::tile::{ROWS, RightRows, RowPointers, Sum, SumRows, Tiles};
use crate::runtime::cpu::library::Shared;
use crate::runtime::cpu::library::scratch::Scratch;
use crate::runtime::cpu::pool::Pool;

/// Below this many multiplications a loop is not worth waking threads for.
const SERIAL: usize = 1 << 17;
/// Rows of a block: small enough that its packed form stays in the second cache, large enough that a panel of the
/// right operand, once in the first cache, is used many times.
const BLOCK_ROWS: usize = 96;
/// Bytes of the right operand that are packed at once.
const PACKED_RIGHT: usize = 8 << 20;
/// Columns from which on packing dense rows of the left operand pays.
const PACK_LEFT: usize = 256;
/// Columns from which on rows of the right operand are read one after the other, and the most of a task: their sums
/// stay in the first cache.
const LONG_ROW: usize = 256;
const MOST_COLUMNS: usize = 2048;
/// Columns of a staging block.
const STAGED_COLUMNS: usize = 1024;

/// One product, or a batch of equal ones.
pub(crate) struct Product<'a, U: 'static, S: 'static> {
    pub tiles: &'a Tiles<U, S>,
    pub left: &'a dyn Left<U>,
    pub right: &'a dyn Right<U>,
    pub output: Output<'a, S>,
    /// Segments of the contraction, and units in each.
    pub segments: usize,
    pub length: usize,
}

/// Some rows and some columns of one product: where each begins, and how many.
#[derive(Clone, Copy)]
struct Part {
    batch: usize,
    rows: (usize, usize),
    columns: (usize, usize),
}

/// The right operand of a part.
#[derive(Clone, Copy)]
enum Panels<U> {
    /// Packed for all columns of a part and all blocks of the contraction.
    Packed(*const U),
    /// Packed when needed, or read in place.
    OnTheFly { in_place: bool },
}

// SAFETY: panels are only read while they are shared.
unsafe impl<U> Sync for Panels<U> {}

impl<U: Copy + Send + Sync, S: Sum> Product<'_, U, S> {
    fn batch(&self) -> usize {
        self.output.places.batch.len()
    }

    fn rows(&self) -> usize {
        self.output.places.rows.len()
    }

    fn columns(&self) -> usize {
        self.output.places.columns.len()
    }

    /// Computes the result. `after_rows` is called for ranges of finished rows, batch and row taken as one index.
    ///
    /// # Safety
    /// Operands and result hold what the offsets reach.
    pub(crate) unsafe fn run(&self, pool: &Pool, after_rows: Option<&AfterRows>) {
        let (batch, rows, columns) = (self.batch(), self.rows(), self.columns());
        if batch * rows * columns == 0 {
            return;
        }
        let depths = Depth::blocks(self.segments, self.length, self.tiles.depth);
        if depths.is_empty() {
            // SAFETY: the caller's promise.
            unsafe { self.output.store_zeros() };
            return after_all_rows(pool, batch * rows, after_rows);
        }
        let each = rows * columns * self.segments * self.length;
        let plan = Plan { pool, depths: &depths, after_rows };
        if batch > 1 && (batch >= 2 * pool.threads() || each <= SERIAL) {
            let chunks = even_parts(batch, (SERIAL / each).max(1));
            let chunk = |i: usize| {
                let (first, count) = chunks[i];
                // SAFETY: tasks write the results of different products.
                (first..first + count).for_each(|b| unsafe { self.run_one(b, &plan) });
            };
            return pool.parallel_for(chunks.len(), &chunk);
        }
        // SAFETY: the caller's promise.
        (0..batch).for_each(|b| unsafe { self.run_one(b, &plan) });
    }

    unsafe fn run_one(&self, batch: usize, plan: &Plan) {
        let (rows, columns) = (self.rows(), self.columns());
        let parallel = rows * columns * self.segments * self.length > SERIAL;
        let threads = if parallel { plan.pool.threads() } else { 1 };
        let block = (rows.div_ceil(4 * threads).next_multiple_of(ROWS)).clamp(4 * ROWS, BLOCK_ROWS);
        // SAFETY: the caller's promise.
        unsafe {
            if columns == 1 && rows > 1 && self.left.in_place() {
                self.by_dots(batch, threads, plan);
            } else if rows == 1 && self.combines(batch) {
                self.by_combination(batch, threads, plan);
            } else if self.reads_right_in_place(batch, plan) || rows.div_ceil(block) < 2 * threads {
                self.by_columns(batch, threads, plan);
            } else {
                self.by_rows(batch, block, plan);
            }
        }
    }

    /// Whether packing the right operand would cost more than it saves.
    fn reads_right_in_place(&self, batch: usize, plan: &Plan) -> bool {
        let Some((_, step)) = self.right.in_place(batch, 0, plan.depths[0]) else { return false };
        self.rows() <= 2 * ROWS || self.length * step * size_of::<U>() <= 16 << 10
    }

    /// A matrix times a vector: rows are read once, where they lie.
    unsafe fn by_dots(&self, batch: usize, threads: usize, plan: &Plan) {
        let (rows, depth) =
            (self.rows(), Depth { first_segment: 0, segments: self.segments, offset: 0, length: self.length });
        let vector = Scratch::of::<U>(depth.units());
        // SAFETY: the caller's promise; the scratch has the room.
        unsafe { self.right.pack(batch, (0, 1), depth, 1, vector.as_mut_ptr()) };
        let vector = Shared(vector.as_mut_ptr::<U>());
        let vector = &vector;
        let block = rows.div_ceil(4 * threads).next_multiple_of(ROWS);
        let task = |i: usize| {
            let pointers = Scratch::of::<RowPointers<U>>(self.segments);
            for row in (i * block..rows.min((i + 1) * block)).step_by(ROWS) {
                let count = ROWS.min(rows - row);
                // SAFETY: tasks write different rows.
                unsafe {
                    let pointers = std::slice::from_raw_parts_mut(pointers.as_mut_ptr(), self.segments);
                    self.left.point(batch, (row, count), depth, pointers);
                    let sums = self.tiles.dots((pointers, self.length), vector.0);
                    self.output.store(batch, (row, count), (0, 1), sums.as_ptr(), 1);
                }
            }
            if let Some(after_rows) = plan.after_rows {
                after_rows(batch * rows + i * block, batch * rows + rows.min((i + 1) * block));
            }
        };
        let tasks = rows.div_ceil(block);
        if threads > 1 { plan.pool.parallel_for(tasks, &task) } else { (0..tasks).for_each(task) }
    }

    /// Whether a single row is best made by adding up long rows of the right operand.
    fn combines(&self, batch: usize) -> bool {
        self.columns() >= LONG_ROW && self.output.in_place() && self.right_rows(batch, 0).is_some()
    }

    /// Rows of the right operand from a column on, where they may be read in place.
    fn right_rows(&self, batch: usize, column: usize) -> Option<RightRows<U>> {
        let (start, step) = self.right.in_place(batch, column, self.whole_depth())?;
        Some(RightRows { start, step })
    }

    /// All of the contraction as one block.
    fn whole_depth(&self) -> Depth {
        Depth { first_segment: 0, segments: self.segments, offset: 0, length: self.length }
    }

    /// A vector times a matrix whose rows are long: tasks are groups of columns.
    unsafe fn by_combination(&self, batch: usize, threads: usize, plan: &Plan) {
        let (columns, depth) = (self.columns(), self.whole_depth());
        let factors = Scratch::of::<U>(depth.units());
        // SAFETY: the scratch has the room.
        unsafe { self.left.pack(batch, (0, 1), depth, factors.as_mut_ptr()) };
        let factors = Shared(factors.as_mut_ptr::<U>());
        let factors = &factors;
        let width = columns.div_ceil(4 * threads).clamp(LONG_ROW, MOST_COLUMNS).next_multiple_of(self.tiles.lanes());
        let task = |i: usize| {
            let first = i * width;
            let count = width.min(columns - first);
            let rest = count % self.tiles.lanes();
            let Some(right) = self.right_rows(batch, first) else { return };
            let [sums, ..] = self.output.tile(batch, (0, 1), first);
            // SAFETY: tasks write different columns; what fills no vector is done by a tile.
            unsafe {
                (0..count - rest).for_each(|c| *sums.add(c) = S::ZERO);
                self.tiles.combine((factors.0, depth.units()), right, sums, count - rest);
                if rest > 0 {
                    let part = Part { batch, rows: (0, 1), columns: (first + count - rest, rest) };
                    self.compute(part, Panels::OnTheFly { in_place: false }, plan);
                }
            }
        };
        let tasks = columns.div_ceil(width);
        if threads > 1 {
            plan.pool.parallel_for(tasks, &task)
        } else {
            (0..tasks).for_each(task)
        }
        if let Some(after_rows) = plan.after_rows {
            after_rows(batch, batch + 1);
        }
    }

    /// Tasks are groups of columns, with all rows: for few rows.
    unsafe fn by_columns(&self, batch: usize, threads: usize, plan: &Plan) {
        let (rows, columns) = (self.rows(), self.columns());
        let in_place = self.reads_right_in_place(batch, plan);
        let widest = self.tiles.widest(rows.min(ROWS)).max(self.tiles.panel);
        let wanted = columns.div_ceil(if threads > 1 { 4 * threads } else { 1 }).next_multiple_of(widest);
        let limit = if self.output.in_place() { wanted } else { wanted.min(STAGED_COLUMNS) };
        let groups = columns.div_ceil(limit);
        let group = |i: usize| {
            let part = Part { batch, rows: (0, rows), columns: (i * limit, limit.min(columns - i * limit)) };
            // SAFETY: tasks write different columns.
            unsafe { self.compute(part, Panels::OnTheFly { in_place }, plan) };
        };
        if threads > 1 {
            plan.pool.parallel_for(groups, &group)
        } else {
            (0..groups).for_each(group)
        }
        if let Some(after_rows) = plan.after_rows {
            let first = batch * rows;
            if threads > 1 {
                let chunk = rows.div_ceil(4 * threads);
                let chunks = rows.div_ceil(chunk);
                plan.pool.parallel_for(chunks, &|i| after_rows(first + i * chunk, first + rows.min((i + 1) * chunk)));
            } else {
                after_rows(first, first + rows);
            }
        }
    }

    /// Tasks are blocks of rows; the right operand is packed once for all of them.
    unsafe fn by_rows(&self, batch: usize, block: usize, plan: &Plan) {
        let (rows, columns) = (self.rows(), self.columns());
        let depth: usize = plan.depths.iter().map(Depth::units).sum();
        let fitting = (PACKED_RIGHT / (depth * size_of::<U>())).max(self.tiles.panel);
        let limit = if self.output.in_place() { fitting } else { fitting.min(STAGED_COLUMNS) };
        let limit = (limit / self.tiles.panel).max(1) * self.tiles.panel;
        // Equal shares: what a small rest has to read and pack again would not pay.
        let limit = columns.div_ceil(columns.div_ceil(limit)).next_multiple_of(self.tiles.panel);
        let packed = Scratch::of::<U>(depth * limit.min(columns.next_multiple_of(self.tiles.panel)));
        for first in (0..columns).step_by(limit) {
            let columns = (first, limit.min(columns - first));
            let last = first + columns.1 == self.columns();
            // SAFETY: `packed` has room for these columns; tasks write different rows.
            unsafe {
                self.pack_right(batch, columns, packed.as_mut_ptr(), plan);
                let panels = Panels::Packed(packed.as_mut_ptr::<U>().cast_const());
                let panels = &panels;
                let task = |i: usize| {
                    let part_rows = (i * block, block.min(rows - i * block));
                    self.compute(Part { batch, rows: part_rows, columns }, *panels, plan);
                    if let (true, Some(after_rows)) = (last, plan.after_rows) {
                        let begin = batch * rows + part_rows.0;
                        after_rows(begin, begin + part_rows.1);
                    }
                };
                plan.pool.parallel_for(rows.div_ceil(block), &task);
            }
        }
    }

    /// Packs columns for all blocks of the contraction, block after block, panel after panel.
    unsafe fn pack_right(&self, batch: usize, columns: (usize, usize), to: *mut U, plan: &Plan) {
        let width = self.tiles.panel;
        let panels = columns.1.div_ceil(width);
        let to = Shared(to);
        let to = &to;
        let task = |i: usize| {
            let (d, panel) = (i / panels, i % panels);
            let before: usize = plan.depths[..d].iter().map(Depth::units).sum();
            let depth = plan.depths[d];
            let first = panel * width;
            let count = width.min(columns.1 - first);
            // SAFETY: tasks write different panels.
            unsafe {
                let to = to.0.add(before * panels * width + depth.units() * first);
                self.right.pack(batch, (columns.0 + first, count), depth, width, to);
            }
        };
        plan.pool.parallel_for(panels * plan.depths.len(), &task);
    }

    /// Computes a part of the result on this thread.
    unsafe fn compute(&self, part: Part, panels: Panels<U>, plan: &Plan) {
        let in_place = self.output.in_place();
        let staged = Scratch::of::<S>(if in_place { 0 } else { part.rows.1 * part.columns.1 });
        let mut before = 0;
        for (d, &depth) in plan.depths.iter().enumerate() {
            let sums = |row: usize, count: usize, column: usize| SumRows {
                rows: if in_place {
                    self.output.tile(part.batch, (part.rows.0 + row, count), part.columns.0 + column)
                } else {
                    let start = staged.as_mut_ptr::<S>().wrapping_add(row * part.columns.1 + column);
                    SumRows::staged(start, part.columns.1, count)
                },
                accumulate: d > 0,
            };
            // SAFETY: the caller's promise.
            unsafe { self.compute_depth(part, depth, panels, before, sums) };
            before += depth.units();
        }
        if !in_place {
            // SAFETY: the block is complete.
            unsafe { self.output.store(part.batch, part.rows, part.columns, staged.as_mut_ptr(), part.columns.1) };
        }
    }

    /// Adds one block of the contraction. `before` counts the units of earlier blocks.
    unsafe fn compute_depth(
        &self,
        part: Part,
        depth: Depth,
        panels: Panels<U>,
        before: usize,
        sums: impl Fn(usize, usize, usize) -> SumRows<S>,
    ) {
        // SAFETY: the caller's promise.
        let left = unsafe { LeftBlock::new(self, part, depth) };
        let width = match panels {
            Panels::OnTheFly { in_place: true } => self.tiles.widest(part.rows.1.min(ROWS)),
            Panels::Packed(_) | Panels::OnTheFly { in_place: false } => self.tiles.panel,
        };
        let aside = Scratch::of::<U>(depth.units() * width);
        for first in (0..part.columns.1).step_by(width) {
            let count = width.min(part.columns.1 - first);
            // SAFETY: the caller's promise; `aside` has room for a panel.
            unsafe {
                let right = match panels {
                    Panels::Packed(start) => {
                        let columns = part.columns.1.next_multiple_of(width);
                        RightRows { start: start.add(before * columns + depth.units() * first), step: width }
                    }
                    Panels::OnTheFly { in_place } => {
                        self.right_on_the_fly(part, depth, (first, count, width), in_place, &aside)
                    }
                };
                for tile in 0..part.rows.1.div_ceil(ROWS) {
                    let row = tile * ROWS;
                    let rows = ROWS.min(part.rows.1 - row);
                    self.tiles.run((rows, count), left.tile(tile), right, sums(row, rows, first));
                }
            }
        }
    }

    unsafe fn right_on_the_fly(
        &self,
        part: Part,
        depth: Depth,
        (first, count, width): (usize, usize, usize),
        in_place: bool,
        aside: &Scratch,
    ) -> RightRows<U> {
        let column = part.columns.0 + first;
        if in_place
            && self.tiles.whole(count)
            && let Some((start, step)) = self.right.in_place(part.batch, column, depth)
        {
            return RightRows { start, step };
        }
        // SAFETY: the caller's promise.
        unsafe { self.right.pack(part.batch, (column, count), depth, width, aside.as_mut_ptr()) };
        RightRows { start: aside.as_mut_ptr::<U>().cast_const(), step: width }
    }
}

/// What all parts of a run share.
struct Plan<'a> {
    pool: &'a Pool,
    depths: &'a [Depth],
    after_rows: Option<&'a AfterRows<'a>>,
}

/// Rows of the left operand for one part and one block of the contraction.
struct LeftBlock {
    /// `tiles × segments` row pointers.
    pointers: Scratch,
    segments: usize,
    length: usize,
    /// Holds what the pointers point to, where it was packed.
    _packed: Option<Scratch>,
}

impl LeftBlock {
    unsafe fn new<U: Copy + Send + Sync, S: Sum>(product: &Product<U, S>, part: Part, depth: Depth) -> LeftBlock {
        let tiles = part.rows.1.div_ceil(ROWS);
        let reread = part.rows.1 > ROWS && part.columns.1 >= PACK_LEFT && depth.segments == 1;
        let in_place = product.left.in_place() && !reread;
        let segments = if in_place { depth.segments } else { 1 };
        let pointers = Scratch::of::<RowPointers<U>>(tiles * segments);
        let units = depth.units();
        let packed = (!in_place).then(|| Scratch::of::<U>(part.rows.1 * units));
        // SAFETY: the caller's promise; the scratch has the room.
        unsafe {
            if let Some(packed) = &packed {
                product.left.pack(part.batch, part.rows, depth, packed.as_mut_ptr());
            }
            for tile in 0..tiles {
                let row = tile * ROWS;
                let count = ROWS.min(part.rows.1 - row);
                let to = pointers.as_mut_ptr::<RowPointers<U>>().add(tile * segments);
                match &packed {
                    Some(packed) => *to = packed_rows(packed.as_mut_ptr::<U>().add(row * units), units, count),
                    None => {
                        let to = std::slice::from_raw_parts_mut(to, segments);
                        product.left.point(part.batch, (part.rows.0 + row, count), depth, to);
                    }
                }
            }
        }
        let length = if in_place { depth.length } else { units };
        LeftBlock { pointers, segments, length, _packed: packed }
    }

    /// Row pointers of a tile, one entry a segment, and the units of a segment.
    unsafe fn tile<U>(&self, tile: usize) -> (&[RowPointers<U>], usize) {
        // SAFETY: written in `new`, with the same type.
        let segments = unsafe {
            let first = self.pointers.as_mut_ptr::<RowPointers<U>>().add(tile * self.segments);
            std::slice::from_raw_parts(first, self.segments)
        };
        (segments, self.length)
    }
}

/// Calls `after_rows` for all rows, where nothing was called before.
pub(crate) fn after_all_rows(pool: &Pool, rows: usize, after_rows: Option<&AfterRows>) {
    let Some(after_rows) = after_rows else { return };
    let chunk = rows.div_ceil(4 * pool.threads()).max(1);
    pool.parallel_for(rows.div_ceil(chunk), &|i| after_rows(i * chunk, rows.min((i + 1) * chunk)));
}
