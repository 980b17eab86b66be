//! What the blocked product asks of its operands, and the operand that is a strided array.

use super::form::Form;
use super::tile::RowPointers;
use super::transpose::{copy_rows, transpose};

/// A block of the contraction: some segments whole, or part of one. Counted in units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Depth {
    pub first_segment: usize,
    pub segments: usize,
    /// Where the block begins in each of its segments.
    pub offset: usize,
    pub length: usize,
}

impl Depth {
    pub(crate) fn units(&self) -> usize {
        self.segments * self.length
    }

    /// Cuts a contraction into even blocks of about `limit` units.
    pub(crate) fn blocks(segments: usize, length: usize, limit: usize) -> Vec<Depth> {
        if segments == 0 || length == 0 {
            return Vec::new();
        }
        if length > limit {
            let parts = even_parts(length, limit);
            let part = |first_segment| {
                let block = move |&(offset, length)| Depth { first_segment, segments: 1, offset, length };
                parts.iter().map(block).collect::<Vec<_>>()
            };
            return (0..segments).flat_map(part).collect();
        }
        let groups = even_parts(segments, (limit / length).max(1));
        groups
            .into_iter()
            .map(|(first_segment, segments)| Depth { first_segment, segments, offset: 0, length })
            .collect()
    }
}

/// Parts of at most `limit`, nearly equal: where each begins, and its size.
pub(crate) fn even_parts(total: usize, limit: usize) -> Vec<(usize, usize)> {
    let count = total.div_ceil(limit.max(1));
    (0..count).map(|i| (total * i / count, total * (i + 1) / count - total * i / count)).collect()
}

/// The left operand: rows along the contraction.
pub(crate) trait Left<U>: Sync {
    /// Whether tiles may read rows where they lie.
    fn in_place(&self) -> bool;

    /// Points at rows `row..row + count`, with one entry of `out` a segment of `depth`.
    ///
    /// # Safety
    /// Only where [`Left::in_place`]; indices are in range.
    unsafe fn point(&self, batch: usize, rows: (usize, usize), depth: Depth, out: &mut [RowPointers<U>]);

    /// Writes rows `row..row + count` densely, `depth.units()` units a row.
    ///
    /// # Safety
    /// Indices are in range and `to` has the room.
    unsafe fn pack(&self, batch: usize, rows: (usize, usize), depth: Depth, to: *mut U);
}

/// The right operand: a row of columns for every step of the contraction.
pub(crate) trait Right<U>: Sync {
    /// Where the panel of columns that begins at `column` lies, and the units from one of its rows to the next, where
    /// tiles may read it in place.
    fn in_place(&self, batch: usize, column: usize, depth: Depth) -> Option<(*const U, usize)>;

    /// Writes columns `column..column + count` as rows of `width` units, the rest zero.
    ///
    /// # Safety
    /// Indices are in range and `to` has room for `depth.units() * width`.
    unsafe fn pack(&self, batch: usize, columns: (usize, usize), depth: Depth, width: usize, to: *mut U);
}

/// An operand that can stand on either side.
pub(crate) trait Operand<U>: Left<U> + Right<U> {}
impl<U, T: Left<U> + Right<U>> Operand<U> for T {}

/// How an operand's elements are found, whatever their type.
pub(crate) trait Source {
    /// The operand whose first element is at `start`.
    fn operand<'a, F: Form>(&'a self, start: *const u8) -> Box<dyn Operand<F::Unit> + 'a>;

    /// Segments of the contraction.
    fn segments(&self) -> usize;

    /// Elements in a segment.
    fn length(&self) -> usize;

    /// Elements of memory, from the first on, that hold all others.
    fn span(&self) -> usize;
}

/// Where the elements of an operand lie, as distances from its start.
#[derive(Clone, Debug)]
pub(crate) struct Offsets {
    pub batch: Vec<isize>,
    /// Of rows on the left, of columns on the right.
    pub free: Vec<isize>,
    pub segments: Vec<isize>,
    /// From one element of a segment to the next.
    pub step: isize,
    /// Elements in a segment.
    pub length: usize,
    /// Whether neighbours along the free dimension are neighbours in memory.
    pub dense: bool,
}

impl Offsets {
    pub(crate) fn new(
        batch: Vec<isize>,
        free: Vec<isize>,
        segments: Vec<isize>,
        step: isize,
        length: usize,
    ) -> Offsets {
        let dense = free.len() > 1 && free.windows(2).all(|pair| pair[1] - pair[0] == 1);
        Offsets { batch, free, segments, step, length, dense }
    }

    fn in_place<F: Form>(&self) -> bool {
        F::SAME && self.length.is_multiple_of(F::GROUP)
    }
}

impl Source for Offsets {
    fn operand<'a, F: Form>(&'a self, start: *const u8) -> Box<dyn Operand<F::Unit> + 'a> {
        Box::new(Strided::<F> { start: start.cast(), at: self })
    }

    fn segments(&self) -> usize {
        self.segments.len()
    }

    fn length(&self) -> usize {
        self.length
    }

    fn span(&self) -> usize {
        let last = |offsets: &[isize]| offsets.iter().copied().max();
        let (Some(batch), Some(free), Some(segment)) = (last(&self.batch), last(&self.free), last(&self.segments))
        else {
            return 0;
        };
        (batch + free + segment + self.step * (self.length as isize - 1) + 1).max(0) as usize
    }
}

/// An operand in memory.
struct Strided<'a, F: Form> {
    start: *const F::Element,
    at: &'a Offsets,
}

// SAFETY: only reads, from memory that outlives the product.
unsafe impl<F: Form> Sync for Strided<'_, F> {}

impl<F: Form> Strided<'_, F> {
    /// Start of a segment for one index of the free dimension.
    unsafe fn segment(&self, batch: usize, free: usize, segment: usize) -> *const F::Element {
        let offset = self.at.batch[batch] + self.at.free[free] + self.at.segments[segment];
        // SAFETY: the offsets stay inside the operand.
        unsafe { self.start.offset(offset) }
    }

    /// The unit at `index` of a segment.
    #[inline(always)]
    unsafe fn unit(&self, segment: *const F::Element, index: usize) -> F::Unit {
        let first = index * F::GROUP;
        // SAFETY: within the segment; the missing half of a last pair is not read.
        unsafe {
            let one = *segment.offset(first as isize * self.at.step);
            let has_second = F::GROUP == 2 && first + 1 < self.at.length;
            let two = if has_second { *segment.offset((first + 1) as isize * self.at.step) } else { F::ZERO };
            F::unit(one, two)
        }
    }

    /// Whether units of four bytes can be moved as they are.
    fn moves_words(&self) -> bool {
        F::SAME && F::GROUP == 1 && size_of::<F::Unit>() == 4
    }
}

impl<F: Form> Left<F::Unit> for Strided<'_, F> {
    fn in_place(&self) -> bool {
        self.at.step == 1 && self.at.in_place::<F>()
    }

    unsafe fn point(&self, batch: usize, (row, count): (usize, usize), depth: Depth, out: &mut [RowPointers<F::Unit>]) {
        for (i, pointers) in out.iter_mut().enumerate() {
            for (r, pointer) in pointers.iter_mut().enumerate() {
                // Rows past the end repeat the last: no tile reads them.
                let row = row + r.min(count - 1);
                // SAFETY: within the row.
                *pointer =
                    unsafe { self.segment(batch, row, depth.first_segment + i).cast::<F::Unit>().add(depth.offset) };
            }
        }
    }

    unsafe fn pack(&self, batch: usize, (row, count): (usize, usize), depth: Depth, to: *mut F::Unit) {
        let units = depth.units();
        for s in 0..depth.segments {
            // SAFETY: the caller's promise about indices and room, here and below.
            let segment = |r: usize| unsafe { self.segment(batch, row + r, depth.first_segment + s) };
            unsafe {
                let to = to.add(s * depth.length);
                if self.at.dense && self.moves_words() && count > 1 {
                    let from = segment(0).offset(depth.offset as isize * self.at.step).cast::<u32>();
                    let source = move |k: usize| from.offset(k as isize * self.at.step);
                    transpose((depth.length, count), source, to.cast(), units);
                } else {
                    for r in 0..count {
                        let from = segment(r);
                        let to = std::slice::from_raw_parts_mut(to.add(r * units), depth.length);
                        self.copy_segment(from, depth.offset, to);
                    }
                }
            }
        }
    }
}

impl<F: Form> Strided<'_, F> {
    /// Units from `offset` on, along one segment.
    unsafe fn copy_segment(&self, from: *const F::Element, offset: usize, to: &mut [F::Unit]) {
        // SAFETY: the caller's promise about indices.
        unsafe {
            if F::GROUP == 1 && self.at.step == 1 {
                let from = std::slice::from_raw_parts(from.add(offset), to.len());
                for (unit, &element) in to.iter_mut().zip(from) {
                    *unit = F::unit(element, F::ZERO);
                }
            } else {
                for (k, unit) in to.iter_mut().enumerate() {
                    *unit = self.unit(from, offset + k);
                }
            }
        }
    }

    /// A row of dense columns.
    unsafe fn pack_row(&self, from: *const F::Element, k: usize, count: usize, to: *mut F::Unit) {
        let first = k * F::GROUP;
        // SAFETY: the caller's promise about indices and room, here and below.
        unsafe {
            let one = from.offset(first as isize * self.at.step);
            let has_second = F::GROUP == 2 && first + 1 < self.at.length;
            for c in 0..count {
                let second = if has_second { *one.offset(self.at.step).add(c) } else { F::ZERO };
                *to.add(c) = F::unit(*one.add(c), second);
            }
        }
    }
}

impl<F: Form> Right<F::Unit> for Strided<'_, F> {
    fn in_place(&self, batch: usize, column: usize, depth: Depth) -> Option<(*const F::Unit, usize)> {
        if !(F::SAME && F::GROUP == 1 && self.at.dense && self.at.step >= 0 && depth.segments == 1) {
            return None;
        }
        // SAFETY: within the operand.
        let start = unsafe {
            let segment = self.segment(batch, column, depth.first_segment);
            segment.offset(depth.offset as isize * self.at.step)
        };
        Some((start.cast(), self.at.step as usize))
    }

    unsafe fn pack(&self, batch: usize, (column, count): (usize, usize), depth: Depth, width: usize, to: *mut F::Unit) {
        for s in 0..depth.segments {
            // SAFETY: the caller's promise about indices and room, here and below.
            let segment = |c: usize| unsafe { self.segment(batch, column + c, depth.first_segment + s) };
            unsafe {
                let to = to.add(s * depth.length * width);
                if self.at.dense && count == width {
                    let from = segment(0);
                    if F::SAME && F::GROUP == 1 {
                        let row = |k: usize| from.offset((depth.offset + k) as isize * self.at.step).cast();
                        copy_rows(depth.length, width, row, to);
                        continue;
                    }
                    (0..depth.length).for_each(|k| self.pack_row(from, depth.offset + k, width, to.add(k * width)));
                    continue;
                }
                if count < width {
                    to.write_bytes(0, depth.length * width);
                }
                if self.at.dense {
                    let from = segment(0);
                    (0..depth.length).for_each(|k| self.pack_row(from, depth.offset + k, count, to.add(k * width)));
                } else if self.moves_words() && self.at.step == 1 {
                    let source = |c: usize| segment(c).add(depth.offset).cast::<u32>();
                    transpose((count, depth.length), source, to.cast(), width);
                } else {
                    for c in 0..count {
                        let from = segment(c);
                        (0..depth.length).for_each(|k| *to.add(k * width + c) = self.unit(from, depth.offset + k));
                    }
                }
            }
        }
    }
}

/// A dense pointer to rows of a tile, for packed rows.
pub(crate) fn packed_rows<U>(start: *const U, step: usize, count: usize) -> RowPointers<U> {
    // Rows past the end repeat the last: no tile reads them.
    std::array::from_fn(|r| start.wrapping_add(r.min(count - 1) * step))
}
