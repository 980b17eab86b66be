//! Convolutions of few output features a group, with positions dense in memory (signals, images of one channel, channels
//! before space): positions are the lanes of vectors, and a tap multiplies a line of the input, read from the tap on.

use super::phase::{AxisPhase, Phase, Places};
use super::{input, is_of_one_float, multiples, sums};
use crate::codegen::spec;
use crate::runtime::cpu::library::Shared;
use crate::runtime::cpu::library::gemm::dispatch::Family;
use crate::runtime::cpu::library::gemm::tile::{ROWS, RightRows, Sum, SumRows, Tiles};
use crate::runtime::cpu::library::scratch::Scratch;
use crate::runtime::cpu::pool::Pool;
use std::array::from_fn;

/// Positions that are computed at once.
const PIECE: usize = 1024;
/// Multiplications that are worth a task.
const TASK_WORK: usize = 1 << 16;

/// One phase.
pub(super) struct Lines {
    /// Offsets in lhs and in the result, of every image in every group.
    images: Vec<(isize, isize)>,
    /// Lines of an image, and taps of the dimensions before the last.
    positions: Places,
    taps: Places,
    /// Sizes of these dimensions of the input.
    sizes: Vec<i32>,
    /// Elements of a line of the input, and what the phase is of their dimension.
    length: usize,
    axis: AxisPhase,
    /// The taps along it.
    combs: Vec<Comb>,
    /// Offsets of the weights: by group, line that is met, comb, output feature and tap.
    weights: Vec<isize>,
    /// Images of a group.
    batch: usize,
    input_feature: spec::InputFeatureDimension,
    output_feature: spec::OutputFeatureDimension,
}

/// Taps along a line that meet the same elements of it, each `step` of these further than the one before.
struct Comb {
    /// Offsets of their weights.
    weights: Vec<isize>,
    /// The input index that the first meets at the first output.
    start: isize,
    step: usize,
}

impl Comb {
    /// Where outputs lie several elements apart, the taps whose distance is a multiple of that meet the same elements.
    fn all(along: &spec::SpatialDimension, axis: &AxisPhase) -> Vec<Comb> {
        let last = (-along.rhs_stride).max(0) * (along.window_size as isize - 1);
        let mut combs: Vec<Comb> = Vec::new();
        for &(tap, at) in &axis.taps {
            let weight = last + tap as isize * along.rhs_stride;
            match combs.iter_mut().find(|comb| (at - comb.start) % axis.input_step == 0) {
                Some(comb) => {
                    comb.step = ((at - comb.start) / axis.input_step) as usize / comb.weights.len();
                    comb.weights.push(weight);
                }
                None => combs.push(Comb { weights: vec![weight], start: at, step: 1 }),
            }
        }
        combs
    }
}

/// A piece of a line of the result, in every output feature.
struct Piece {
    image: usize,
    position: usize,
    first: usize,
    columns: usize,
}

impl Lines {
    /// Whether a convolution, whose densest dimension is the last, is of this kind.
    pub(super) fn serves(spec: &spec::Convolution, family: &Family) -> bool {
        let Some(along) = spec.spatial.last() else { return false };
        let dense = along.lhs_stride == 1 && along.output_stride == 1;
        let close = along.window_dilation <= PIECE && along.window_stride <= along.window_size;
        is_of_one_float(spec, family) && dense && close && along.window_size > 1 && spec.output_feature.size <= ROWS
    }

    /// One for every phase.
    pub(super) fn all(spec: &spec::Convolution) -> Vec<Lines> {
        let mut before = spec.clone();
        let Some(along) = before.spatial.pop() else { return Vec::new() };
        let phases = Phase::all(spec);
        let split = phases.iter().filter_map(Phase::split_last);
        split.map(|(phase, axis)| Lines::new(&before, &phase, along, axis)).collect()
    }

    fn new(before: &spec::Convolution, phase: &Phase, along: spec::SpatialDimension, axis: &AxisPhase) -> Lines {
        let (groups, batch) = (&before.groups, &before.batch);
        let images = |group_stride: isize, image_stride: isize| {
            sums(&multiples(groups.size, group_stride), &multiples(batch.size, image_stride))
        };
        let lhs = images(groups.lhs_stride, batch.lhs_stride);
        let output = images(groups.output_stride, batch.output_stride);
        let (taps, combs) = (phase.taps(before), Comb::all(&along, axis));
        Lines {
            images: lhs.into_iter().zip(output).collect(),
            positions: phase.positions(before),
            sizes: input(before).sizes,
            length: along.input_size,
            axis: axis.clone(),
            weights: weights(before, &taps, &combs),
            batch: batch.size,
            taps,
            combs,
            input_feature: before.input_feature,
            output_feature: before.output_feature,
        }
    }

    /// # Safety
    /// As for [`super::Convolution::run`].
    pub(super) unsafe fn run(&self, family: &Family, pool: &Pool, lhs: *const u8, rhs: *const u8, output: *mut u8) {
        // SAFETY: the caller's promise.
        unsafe {
            match family {
                Family::F32(tiles, _) => self.run_with::<f32>(tiles, pool, lhs.cast(), rhs.cast(), output.cast()),
                Family::F64(tiles, _) => self.run_with::<f64>(tiles, pool, lhs.cast(), rhs.cast(), output.cast()),
                Family::Bf16(..) | Family::Pairs(..) | Family::I32(..) | Family::I64(..) => {}
            }
        }
    }

    unsafe fn run_with<T: Sum>(&self, tiles: &Tiles<T, T>, pool: &Pool, lhs: *const T, rhs: *const T, output: *mut T) {
        let length = self.axis.outputs;
        let pieces = length.div_ceil(PIECE);
        let count = self.images.len() * self.positions.len() * pieces;
        let work = PIECE.min(length) * self.output_feature.size * self.segments() * self.axis.taps.len();
        let per_task = (TASK_WORK / work.max(1)).max(1);
        // SAFETY: the caller's promise: these are all elements of rhs.
        let weights: Vec<T> = self.weights.iter().map(|&offset| unsafe { *rhs.offset(offset) }).collect();
        let (lhs, output) = (&Shared(lhs.cast_mut()), &Shared(output));
        let task = |task: usize| {
            for n in task * per_task..count.min((task + 1) * per_task) {
                let (line, first) = (n / pieces, n % pieces * PIECE);
                let (image, position) = (line / self.positions.len(), line % self.positions.len());
                let piece = Piece { image, position, first, columns: PIECE.min(length - first) };
                // SAFETY: pieces are different parts of the result.
                unsafe { self.run_piece(tiles, &piece, (lhs.0, &weights), output.0) };
            }
        };
        pool.parallel_for(count.div_ceil(per_task), &task);
    }

    /// Lines of the input that meet a line of the result.
    fn segments(&self) -> usize {
        self.taps.len() * self.input_feature.size
    }

    /// Each line that is met is copied, with what lies beyond its ends, and multiplied by its taps.
    unsafe fn run_piece<T: Sum>(
        &self,
        tiles: &Tiles<T, T>,
        piece: &Piece,
        (lhs, weights): (*const T, &[T]),
        output: *mut T,
    ) {
        let rows = self.output_feature.size;
        let columns = padded(piece.columns, tiles.lanes(), tiles.widest(rows));
        let sums = Scratch::of::<T>(rows * columns);
        let sums = sums.as_mut_ptr::<T>();
        let group = piece.image / self.batch;
        let of_segment = rows * self.axis.taps.len();
        // SAFETY: the scratch has the room, and weights are there for every segment.
        unsafe {
            std::slice::from_raw_parts_mut(sums, rows * columns).fill(T::ZERO);
            for segment in 0..self.segments() {
                let (tap, feature) = (segment / self.input_feature.size, segment % self.input_feature.size);
                let lhs = lhs.wrapping_offset(feature as isize * self.input_feature.lhs_stride);
                let weights = &weights[(group * self.segments() + segment) * of_segment..][..of_segment];
                self.add_segment(tiles, (piece, tap, lhs), weights, (sums, columns));
            }
            self.store(piece, (sums, columns), output);
        }
    }

    /// Adds what the taps along a line make of it.
    unsafe fn add_segment<T: Sum>(
        &self,
        tiles: &Tiles<T, T>,
        (piece, tap, lhs): (&Piece, usize, *const T),
        mut weights: &[T],
        (sums, columns): (*mut T, usize),
    ) {
        let rows = self.output_feature.size;
        let sum_rows =
            SumRows { rows: from_fn(|row| sums.wrapping_add(row.min(rows - 1) * columns)), accumulate: true };
        for comb in &self.combs {
            let taps = comb.weights.len();
            let width = columns + (taps - 1) * comb.step;
            let scratch = Scratch::of::<T>(width);
            let left = [from_fn(|row| weights.as_ptr().wrapping_add(row.min(rows - 1) * taps))];
            let right = RightRows { start: scratch.as_mut_ptr::<T>().cast_const(), step: comb.step };
            // SAFETY: the scratch has the room, and the caller's promise.
            unsafe {
                let line = std::slice::from_raw_parts_mut(scratch.as_mut_ptr::<T>(), width);
                self.copy_line((piece, tap, lhs), comb.start, line);
                tiles.run((rows, columns), (&left, taps), right, sum_rows);
            }
            weights = &weights[rows * taps..];
        }
    }

    /// The elements of a line that a comb's first tap meets from the piece's first output on; zeros beyond the input.
    unsafe fn copy_line<T: Sum>(&self, (piece, tap, lhs): (&Piece, usize, *const T), start: isize, line: &mut [T]) {
        let meets = self.positions.index(piece.position).iter().zip(self.taps.index(tap));
        let is_inside = meets.zip(&self.sizes).all(|((position, tap), size)| (0..*size).contains(&(position + tap)));
        if !is_inside {
            return line.fill(T::ZERO);
        }
        let step = self.axis.input_step;
        let start = start + piece.first as isize * step;
        // The first element that meets an input index of at least this.
        let place = |index: isize| (index - start + step - 1).div_euclid(step).clamp(0, line.len() as isize) as usize;
        let (low, high) = (place(0), place(self.length as isize));
        line[..low].fill(T::ZERO);
        line[high..].fill(T::ZERO);
        let offset = self.images[piece.image].0 + self.positions.lhs[piece.position] + self.taps.lhs[tap];
        if low < high {
            let from = lhs.wrapping_offset(offset + start + low as isize * step);
            // SAFETY: the caller's promise: these elements are inside of the input.
            unsafe { copy((from, step), (line[low..].as_mut_ptr(), 1), high - low) };
        }
    }

    unsafe fn store<T: Sum>(&self, piece: &Piece, (sums, columns): (*const T, usize), output: *mut T) {
        let period = self.axis.period as isize;
        let first = self.axis.first as isize + piece.first as isize * period;
        let line = output.wrapping_offset(self.images[piece.image].1 + self.positions.other[piece.position] + first);
        for row in 0..self.output_feature.size {
            let to = line.wrapping_offset(row as isize * self.output_feature.output_stride);
            // SAFETY: the caller's promise: these elements are inside of the result.
            unsafe { copy((sums.add(row * columns), 1), (to, period), piece.columns) };
        }
    }
}

fn weights(before: &spec::Convolution, taps: &Places, combs: &[Comb]) -> Vec<isize> {
    let (groups, input, output) = (&before.groups, &before.input_feature, &before.output_feature);
    let rows = multiples(output.size, output.rhs_stride);
    let of_line: Vec<isize> = combs.iter().flat_map(|comb| sums(&rows, &comb.weights)).collect();
    let lines = sums(&taps.other, &multiples(input.size, input.rhs_stride));
    sums(&sums(&multiples(groups.size, groups.rhs_stride), &lines), &of_line)
}

/// Copies elements that lie steps apart.
unsafe fn copy<T: Copy>((from, from_step): (*const T, isize), (to, to_step): (*mut T, isize), count: usize) {
    // SAFETY: the caller's promise: all these elements are there.
    unsafe {
        if (from_step, to_step) == (1, 1) {
            return to.copy_from_nonoverlapping(from, count);
        }
        for i in 0..count as isize {
            *to.wrapping_offset(i * to_step) = *from.wrapping_offset(i * from_step);
        }
    }
}

/// The columns, and more, that tiles take without leaving most of one empty.
fn padded(columns: usize, lanes: usize, widest: usize) -> usize {
    let rest = columns % widest;
    columns - rest + if 2 * rest > widest { widest } else { rest.next_multiple_of(lanes) }
}
