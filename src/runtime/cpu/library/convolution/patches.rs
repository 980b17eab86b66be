//! The input of a convolution as a matrix that is never written down: one line a position, along which lie the taps
//! of the window and the input features.

use super::phase::Places;
use crate::runtime::cpu::library::gemm::form::Form;
use crate::runtime::cpu::library::gemm::operand::{Depth, Left, Operand, Right, Source};
use crate::runtime::cpu::library::gemm::tile::{ROWS, RowPointers};
use crate::runtime::cpu::library::gemm::transpose::copy_rows;

/// The array that patches are taken from.
#[derive(Clone, Debug)]
pub(super) struct Input {
    /// Sizes of the spatial dimensions.
    pub sizes: Vec<i32>,
    /// Elements of memory.
    pub span: usize,
}

/// Where patches lie in lhs; shared by all runs.
#[derive(Debug)]
pub(super) struct PatchTable {
    /// Offset of each product of the batch: a group, or an image of one.
    pub batch: Vec<isize>,
    pub positions: Places,
    pub taps: Places,
    pub input: Input,
    /// Input features, and the distance between them.
    pub features: usize,
    pub feature_stride: isize,
    /// The contraction runs over all taps of a feature before the next feature.
    pub taps_inside: bool,
    /// Positions that meet no padding.
    interior: Vec<bool>,
    /// Runs of positions that lie evenly in memory and differ in the last index only: their ends.
    run_end: Vec<u32>,
    /// Dense stretches of the contraction at an interior position: offset in lhs, and elements.
    stretches: Vec<(isize, usize)>,
}

impl PatchTable {
    pub(super) fn new(
        batch: Vec<isize>,
        (positions, taps): (Places, Places),
        input: Input,
        (features, feature_stride): (usize, isize),
        taps_inside: bool,
    ) -> PatchTable {
        let mut table = PatchTable {
            batch,
            positions,
            taps,
            input,
            features,
            feature_stride,
            taps_inside,
            interior: Vec::new(),
            run_end: Vec::new(),
            stretches: Vec::new(),
        };
        table.interior = table.find_interior();
        table.run_end = table.find_runs();
        table.stretches = table.find_stretches();
        table
    }

    fn find_interior(&self) -> Vec<bool> {
        let rank = self.input.sizes.len();
        let bound = |d: usize, pick: fn(i32, i32) -> i32| {
            (0..self.taps.len()).map(|t| self.taps.index(t)[d]).reduce(pick).unwrap_or(0)
        };
        let bounds: Vec<_> = (0..rank).map(|d| (bound(d, i32::min), bound(d, i32::max))).collect();
        let inside = |p: usize| {
            let index = self.positions.index(p);
            (0..rank).all(|d| index[d] + bounds[d].0 >= 0 && index[d] + bounds[d].1 < self.input.sizes[d])
        };
        (0..self.positions.len()).map(inside).collect()
    }

    /// The last spatial index and the offset grow evenly along a run, and every other index stays.
    fn find_runs(&self) -> Vec<u32> {
        let count = self.positions.len();
        let mut end = vec![count as u32; count];
        for p in (0..count.saturating_sub(1)).rev() {
            let after_next = p as u32 + 2;
            end[p] = match self.step(p) {
                None => after_next - 1,
                Some(step) if end[p + 1] > after_next && self.step(p + 1) != Some(step) => after_next,
                Some(_) => end[p + 1],
            };
        }
        end
    }

    /// From a position to the next: the distance in lhs and in the last index; `None` where these are no run.
    fn step(&self, p: usize) -> Option<(isize, i32)> {
        let (a, b) = (self.positions.index(p), self.positions.index(p + 1));
        let outer = a.len().saturating_sub(1);
        let last = if a.is_empty() { 0 } else { b[outer] - a[outer] };
        (a[..outer] == b[..outer] && last >= 0).then(|| (self.positions.lhs[p + 1] - self.positions.lhs[p], last))
    }

    fn find_stretches(&self) -> Vec<(isize, usize)> {
        let mut stretches: Vec<(isize, usize)> = Vec::new();
        if self.feature_stride != 1 || self.taps_inside {
            return stretches;
        }
        for &offset in &self.taps.lhs {
            match stretches.last_mut() {
                Some((start, length)) if *start + *length as isize == offset => *length += self.features,
                Some(_) | None => stretches.push((offset, self.features)),
            }
        }
        stretches
    }

    /// What packing lines costs, in moves of one element from a dense run to a dense run.
    pub(super) fn cost_of_lines(&self) -> f64 {
        match (self.feature_stride, self.features) {
            (1, 8..) => 0.5,
            (1, _) => 1.5,
            _ => 8.0,
        }
    }

    /// What packing across lines costs.
    pub(super) fn cost_across_lines(&self) -> f64 {
        let even = self.positions.len() > 1 && matches!(self.step(0), Some((1, _)));
        if even { 1.5 } else { 6.0 }
    }

    /// Whether a tap at a position meets the input and not its padding.
    #[inline]
    fn meets(&self, position: usize, tap: usize) -> bool {
        let (p, t) = (self.positions.index(position), self.taps.index(tap));
        p.iter().zip(t).zip(&self.input.sizes).all(|((&p, &t), &size)| ((p + t) as u32) < size as u32)
    }
}

/// Patches of an input in memory.
pub(super) struct Patches<'a, F: Form> {
    start: *const F::Element,
    table: &'a PatchTable,
    /// As many as there are features: what padding reads as.
    zeros: Vec<F::Unit>,
}

// SAFETY: only reads, from memory that outlives the convolution.
unsafe impl<F: Form> Sync for Patches<'_, F> {}

impl<'a, F: Form> Patches<'a, F> {
    pub(super) fn new(start: *const u8, table: &'a PatchTable) -> Patches<'a, F> {
        let zeros = vec![F::unit(F::ZERO, F::ZERO); table.features.div_ceil(F::GROUP)];
        Patches { start: start.cast(), table, zeros }
    }

    fn address(&self, batch: usize, offset: isize) -> *const F::Element {
        self.start.wrapping_offset(self.table.batch[batch] + offset)
    }

    /// Whether an interior position's row is its dense stretches, one after the other.
    fn has_stretches(&self) -> bool {
        F::GROUP == 1 && !self.table.stretches.is_empty()
    }
}

impl<F: Form> Left<F::Unit> for Patches<'_, F> {
    /// Rows are pointed at tap by tap, padding being a row of zeros; not worth it for a few features.
    fn in_place(&self) -> bool {
        let t = self.table;
        F::SAME
            && t.feature_stride == 1
            && !t.taps_inside
            && t.features.is_multiple_of(F::GROUP)
            && t.features >= 8 * F::GROUP
    }

    unsafe fn point(&self, batch: usize, (row, count): (usize, usize), depth: Depth, out: &mut [RowPointers<F::Unit>]) {
        let t = self.table;
        for r in 0..ROWS {
            // Rows past the end repeat the last: no tile reads them.
            let position = row + r.min(count - 1);
            let start = self.address(batch, t.positions.lhs[position]);
            for (i, pointers) in out.iter_mut().enumerate() {
                let tap = depth.first_segment + i;
                let meets = t.interior[position] || t.meets(position, tap);
                let features = start.wrapping_offset(t.taps.lhs[tap]).cast::<F::Unit>();
                pointers[r] = if meets { features.wrapping_add(depth.offset) } else { self.zeros.as_ptr() };
            }
        }
    }

    unsafe fn pack(&self, batch: usize, (row, count): (usize, usize), depth: Depth, to: *mut F::Unit) {
        let (t, units) = (self.table, depth.units());
        // A stretch goes on over taps: only whole rows are made of them.
        let whole = depth.offset == 0 && depth.segments == t.taps.len() && depth.length == t.features;
        let stretches = whole && self.has_stretches();
        for position in row..row + count {
            // SAFETY: the caller's promise about indices and room.
            unsafe {
                let to = std::slice::from_raw_parts_mut(to.add((position - row) * units), units);
                if stretches && t.interior[position] {
                    self.pack_stretches(batch, position, to);
                } else {
                    self.pack_taps(batch, position, depth, to);
                }
            }
        }
    }
}

impl<F: Form> Patches<'_, F> {
    /// A whole row at an interior position.
    unsafe fn pack_stretches(&self, batch: usize, position: usize, mut to: &mut [F::Unit]) {
        let t = self.table;
        for &(offset, length) in &t.stretches {
            let from = self.address(batch, t.positions.lhs[position] + offset);
            let (part, rest) = to.split_at_mut(length);
            // SAFETY: every tap meets the input.
            unsafe { self.copy(from, 1, length, part) };
            to = rest;
        }
    }

    unsafe fn pack_taps(&self, batch: usize, position: usize, depth: Depth, to: &mut [F::Unit]) {
        let t = self.table;
        for (s, part) in to.chunks_mut(depth.length).enumerate() {
            let tap = depth.first_segment + s;
            if !t.interior[position] && !t.meets(position, tap) {
                part.fill(self.zeros[0]);
                continue;
            }
            let first = depth.offset * F::GROUP;
            let offset = t.positions.lhs[position] + t.taps.lhs[tap] + first as isize * t.feature_stride;
            let from = self.address(batch, offset);
            // SAFETY: the tap meets the input.
            unsafe { self.copy(from, t.feature_stride, t.features - first, part) };
        }
    }

    /// Elements to units, of which the last may lack its second element.
    unsafe fn copy(&self, from: *const F::Element, step: isize, available: usize, to: &mut [F::Unit]) {
        // SAFETY: the caller's promise.
        unsafe {
            if F::GROUP == 1 && step == 1 {
                (0..to.len()).for_each(|k| to[k] = F::unit(*from.add(k), F::ZERO));
                return;
            }
            for (k, unit) in to.iter_mut().enumerate() {
                let first = k * F::GROUP;
                let has_second = F::GROUP == 2 && first + 1 < available;
                let second = if has_second { *from.offset((first + 1) as isize * step) } else { F::ZERO };
                *unit = F::unit(*from.offset(first as isize * step), second);
            }
        }
    }
}

/// Neighbouring columns of a panel whose elements lie evenly.
#[derive(Clone, Copy)]
struct Run {
    lane: usize,
    length: usize,
    lhs: isize,
    step: isize,
}

impl<F: Form> Patches<'_, F> {
    /// The runs of columns that meet the input with a tap, appended to `runs`.
    fn runs(&self, (column, count): (usize, usize), tap: usize, runs: &mut Vec<Run>) {
        let t = self.table;
        let mut first = column;
        while first < column + count {
            let end = (t.run_end[first] as usize).min(column + count);
            let (step, last) = if end > first + 1 { t.step(first).unwrap_or((0, 0)) } else { (0, 0) };
            let (low, high) = self.valid(first, end - first, last, tap);
            if low < high {
                let lhs = t.positions.lhs[first] + low as isize * step + t.taps.lhs[tap];
                runs.push(Run { lane: first - column + low, length: high - low, lhs, step });
            }
            first = end;
        }
    }

    /// Which of `count` positions from `first` on meet the input, their last index growing by `last`.
    fn valid(&self, first: usize, count: usize, last: i32, tap: usize) -> (usize, usize) {
        let t = self.table;
        if last == 0 {
            return (0, if t.meets(first, tap) { count } else { 0 });
        }
        let (p, w) = (t.positions.index(first), t.taps.index(tap));
        let outer = p.len() - 1;
        if !(0..outer).all(|d| ((p[d] + w[d]) as u32) < t.input.sizes[d] as u32) {
            return (0, 0);
        }
        let at = i64::from(p[outer] + w[outer]);
        let (last, size) = (i64::from(last), i64::from(t.input.sizes[outer]));
        // at + i * last >= 0, and at + i * last < size.
        let low = ((-at).max(0) + last - 1).div_euclid(last);
        let high = if at >= size { 0 } else { (size - 1 - at).div_euclid(last) + 1 };
        (low.min(count as i64) as usize, high.clamp(0, count as i64) as usize)
    }

    /// One row of a panel: the columns of `runs` at the elements that lie at `first` and, in pairs, at `second`; zero
    /// elsewhere.
    unsafe fn pack_row(
        &self,
        batch: usize,
        runs: &[Run],
        (first, second): (isize, Option<isize>),
        width: usize,
        to: *mut F::Unit,
    ) {
        let zero = self.zeros[0];
        let element = |from: *const F::Element, at: isize| {
            // SAFETY: the runs meet the input.
            unsafe {
                let one = from.offset(at);
                let two =
                    if F::GROUP == 2 { second.map_or(F::ZERO, |second| *one.offset(second - first)) } else { F::ZERO };
                F::unit(*one, two)
            }
        };
        // SAFETY: lanes are below `width`.
        unsafe {
            if let [Run { length, step: 1, lhs, .. }] = *runs
                && length == width
            {
                let from = self.address(batch, lhs + first);
                if F::SAME && F::GROUP == 1 {
                    return copy_rows(1, width, |_| from.cast::<F::Unit>(), to);
                }
                return (0..width).for_each(|i| *to.add(i) = element(from, i as isize));
            }
            (0..width).for_each(|i| *to.add(i) = zero);
            for run in runs {
                let from = self.address(batch, run.lhs + first);
                let to = to.add(run.lane);
                if run.step == 1 {
                    (0..run.length).for_each(|i| *to.add(i) = element(from, i as isize));
                } else {
                    (0..run.length).for_each(|i| *to.add(i) = element(from, i as isize * run.step));
                }
            }
        }
    }
}

impl<F: Form> Right<F::Unit> for Patches<'_, F> {
    fn in_place(&self, _: usize, _: usize, _: Depth) -> Option<(*const F::Unit, usize)> {
        None
    }

    unsafe fn pack(&self, batch: usize, columns: (usize, usize), depth: Depth, width: usize, to: *mut F::Unit) {
        let t = self.table;
        let mut runs = Vec::new();
        if t.taps_inside {
            // SAFETY: the caller's promise.
            return unsafe { self.pack_taps_inside(batch, columns, depth, width, to) };
        }
        for s in 0..depth.segments {
            runs.clear();
            self.runs(columns, depth.first_segment + s, &mut runs);
            for k in 0..depth.length {
                let feature = (depth.offset + k) * F::GROUP;
                let at = |feature: usize| feature as isize * t.feature_stride;
                let second = (feature + 1 < t.features).then(|| at(feature + 1));
                let to = to.wrapping_add((s * depth.length + k) * width);
                // SAFETY: the caller's promise.
                unsafe { self.pack_row(batch, &runs, (at(feature), second), width, to) };
            }
        }
    }
}

impl<F: Form> Patches<'_, F> {
    unsafe fn pack_taps_inside(
        &self,
        batch: usize,
        columns: (usize, usize),
        depth: Depth,
        width: usize,
        to: *mut F::Unit,
    ) {
        let t = self.table;
        let mut runs = Vec::new();
        let mut ends = vec![0];
        for tap in 0..t.taps.len() {
            self.runs(columns, tap, &mut runs);
            ends.push(runs.len());
        }
        for k in 0..depth.length {
            let (feature, tap) = ((depth.offset + k) / t.taps.len(), (depth.offset + k) % t.taps.len());
            let runs = &runs[ends[tap]..ends[tap + 1]];
            let at = feature as isize * t.feature_stride;
            // SAFETY: the caller's promise.
            unsafe { self.pack_row(batch, runs, (at, None), width, to.add(k * width)) };
        }
    }
}

impl Source for PatchTable {
    fn operand<'a, F: Form>(&'a self, start: *const u8) -> Box<dyn Operand<F::Unit> + 'a> {
        Box::new(Patches::<F>::new(start, self))
    }

    fn segments(&self) -> usize {
        if self.taps_inside { 1 } else { self.taps.len() }
    }

    fn length(&self) -> usize {
        if self.taps_inside { self.taps.len() * self.features } else { self.features }
    }

    fn span(&self) -> usize {
        self.input.span
    }
}
