//! Convolutions of few output features a group, with positions dense in memory (signals, images of one channel, channels
//! before space): positions are the lanes of vectors, and a tap multiplies a line of the input, read from the tap on.

use super::phase::{Phase, Places};
use super::{input, multiples};
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

/// One phase of the dimensions before the last.
pub(super) struct Lines {
    /// Offsets in lhs and in the result, of every image in every group.
    images: Vec<(isize, isize)>,
    /// Lines of an image, and taps of the dimensions before the last.
    positions: Places,
    taps: Places,
    /// Sizes of these dimensions of the input.
    sizes: Vec<i32>,
    /// The dimension along which lines are.
    along: spec::SpatialDimension,
    groups: spec::GroupDimension,
    input_feature: spec::InputFeatureDimension,
    output_feature: spec::OutputFeatureDimension,
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
        let one_family = match family {
            Family::F32(..) | Family::F64(..) => true,
            Family::Bf16(..) | Family::Pairs(..) | Family::I32(..) | Family::I64(..) => false,
        };
        let one_type = spec.lhs == spec.rhs && spec.rhs == spec.output && spec.lhs.bit_width() >= 32;
        let Some(along) = spec.spatial.last() else { return false };
        let dense = along.lhs_stride == 1 && along.output_stride == 1;
        let plain = along.window_stride == 1 && along.base_dilation == 1 && along.window_dilation <= PIECE;
        one_family && one_type && dense && plain && along.window_size > 1 && spec.output_feature.size <= ROWS
    }

    /// One for every phase.
    pub(super) fn all(spec: &spec::Convolution) -> Vec<Lines> {
        let mut before = spec.clone();
        let along = before.spatial.pop().expect("a dimension along which lines are");
        Phase::all(&before).iter().map(|phase| Lines::new(&before, along, phase)).collect()
    }

    fn new(before: &spec::Convolution, along: spec::SpatialDimension, phase: &Phase) -> Lines {
        let images = |group_stride: isize, image_stride: isize| {
            let of_group = move |group| multiples(before.batch.size, image_stride).into_iter().map(move |i| group + i);
            multiples(before.groups.size, group_stride).into_iter().flat_map(of_group)
        };
        let lhs = images(before.groups.lhs_stride, before.batch.lhs_stride);
        let output = images(before.groups.output_stride, before.batch.output_stride);
        Lines {
            images: lhs.zip(output).collect(),
            positions: phase.positions(before),
            taps: phase.taps(before),
            sizes: input(before).sizes,
            along,
            groups: before.groups,
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
        let length = self.along.output_size;
        let pieces = length.div_ceil(PIECE);
        let count = self.images.len() * self.positions.len() * pieces;
        let work = PIECE.min(length) * self.output_feature.size * self.segments() * self.along.window_size;
        let per_task = (TASK_WORK / work.max(1)).max(1);
        // SAFETY: the caller's promise.
        let weights = unsafe { self.weights(rhs) };
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

    /// The weights: by group, line that is met, output feature and tap along the line.
    unsafe fn weights<T: Copy>(&self, rhs: *const T) -> Vec<T> {
        let along = &self.along;
        let start = (-along.rhs_stride).max(0) * (along.window_size as isize - 1);
        let inside = multiples(along.window_size, along.rhs_stride);
        let rows = multiples(self.output_feature.size, self.output_feature.rhs_stride);
        let features = multiples(self.input_feature.size, self.input_feature.rhs_stride);
        let groups = multiples(self.groups.size, self.groups.rhs_stride);
        let sums = |outer: Vec<isize>, inner: &[isize]| -> Vec<isize> {
            outer.iter().flat_map(|outer| inner.iter().map(move |inner| outer + inner)).collect()
        };
        let offsets =
            [&self.taps.other, &features, &rows, &inside].into_iter().fold(groups, |all, next| sums(all, next));
        // SAFETY: the caller's promise: these are all elements of rhs.
        offsets.into_iter().map(|offset| unsafe { *rhs.offset(start + offset) }).collect()
    }

    /// Each line that is met is copied, with what lies beyond its ends, and multiplied by its taps.
    unsafe fn run_piece<T: Sum>(
        &self,
        tiles: &Tiles<T, T>,
        piece: &Piece,
        (lhs, weights): (*const T, &[T]),
        output: *mut T,
    ) {
        let (rows, window) = (self.output_feature.size, self.along.window_size);
        let columns = padded(piece.columns, tiles.lanes(), tiles.widest(rows));
        let width = columns + (window - 1) * self.along.window_dilation;
        let (line, sums) = (Scratch::of::<T>(width), Scratch::of::<T>(rows * columns));
        let (line, sums) = (line.as_mut_ptr::<T>(), sums.as_mut_ptr::<T>());
        let sum_rows =
            SumRows { rows: from_fn(|row| sums.wrapping_add(row.min(rows - 1) * columns)), accumulate: true };
        let group = piece.image / (self.images.len() / self.groups.size);
        // SAFETY: the scratch has the room, weights are there for every segment, and lines lie in the input.
        unsafe {
            std::slice::from_raw_parts_mut(sums, rows * columns).fill(T::ZERO);
            let line_of = std::slice::from_raw_parts_mut(line, width);
            for segment in 0..self.segments() {
                let (tap, feature) = (segment / self.input_feature.size, segment % self.input_feature.size);
                self.copy_line(
                    piece,
                    tap,
                    lhs.wrapping_offset(feature as isize * self.input_feature.lhs_stride),
                    line_of,
                );
                let taps = &weights[(group * self.segments() + segment) * rows * window..];
                let left = [from_fn(|row| taps.as_ptr().wrapping_add(row.min(rows - 1) * window))];
                let right = RightRows { start: line.cast_const(), step: self.along.window_dilation };
                tiles.run((rows, columns), (&left, window), right, sum_rows);
            }
            let to = output.wrapping_offset(self.images[piece.image].1 + self.positions.other[piece.position]);
            for row in 0..rows {
                let to = to.wrapping_offset(row as isize * self.output_feature.output_stride).wrapping_add(piece.first);
                to.copy_from_nonoverlapping(sums.add(row * columns), piece.columns);
            }
        }
    }

    /// The line that a tap meets, from the first element that the piece reads; zeros beyond the input.
    unsafe fn copy_line<T: Sum>(&self, piece: &Piece, tap: usize, lhs: *const T, line: &mut [T]) {
        let meets = self.positions.index(piece.position).iter().zip(self.taps.index(tap));
        let is_inside = meets.zip(&self.sizes).all(|((position, tap), size)| (0..*size).contains(&(position + tap)));
        if !is_inside {
            return line.fill(T::ZERO);
        }
        let start = piece.first as i64 - self.along.padding_low;
        let place = |index: i64| (index - start).clamp(0, line.len() as i64) as usize;
        let (low, high) = (place(0), place(self.along.input_size as i64));
        let offset = self.images[piece.image].0 + self.positions.lhs[piece.position] + self.taps.lhs[tap];
        line[..low].fill(T::ZERO);
        line[high..].fill(T::ZERO);
        if low < high {
            let from = lhs.wrapping_offset(offset + (start + low as i64) as isize);
            // SAFETY: the caller's promise: these elements are inside of the input.
            line[low..high].copy_from_slice(unsafe { std::slice::from_raw_parts(from, high - low) });
        }
    }
}

/// The columns, and more, that tiles take without leaving most of one empty.
fn padded(columns: usize, lanes: usize, widest: usize) -> usize {
    let rest = columns % widest;
    columns - rest + if 2 * rest > widest { widest } else { rest.next_multiple_of(lanes) }
}
