//! Convolutions of one feature a group, with groups dense in memory: channels are the lanes of vectors, and every
//! position multiplies the channels that its taps meet.

use super::patches::{PatchTable, Patches};
use super::phase::Phase;
use super::{input, is_of_one_float};
use crate::codegen::spec;
use crate::runtime::cpu::library::Shared;
use crate::runtime::cpu::library::gemm::dispatch::Family;
use crate::runtime::cpu::library::gemm::form::{Form, Plain};
use crate::runtime::cpu::library::gemm::operand::{Depth, Left};
use crate::runtime::cpu::library::gemm::tile::{ROWS, RowPointers, Tiles};
use crate::runtime::cpu::library::scratch::Scratch;
use crate::runtime::cpu::pool::Pool;

/// Tiles of positions in a task.
const TILES: usize = 16;

/// One phase.
pub(super) struct Depthwise {
    /// With channels for features.
    patches: PatchTable,
    /// Offset of each position in the result, and of each tap in rhs.
    output: Vec<isize>,
    weights: Vec<isize>,
}

impl Depthwise {
    /// Whether a convolution is of this kind.
    pub(super) fn serves(spec: &spec::Convolution, family: &Family) -> bool {
        let g = &spec.groups;
        let lanes = match family {
            Family::F32(tiles, _) => tiles.lanes(),
            Family::F64(tiles, _) => tiles.lanes(),
            Family::Bf16(..) | Family::Pairs(..) | Family::I32(..) | Family::I64(..) => return false,
        };
        let one_feature = spec.input_feature.size == 1 && spec.output_feature.size == 1;
        let dense = g.lhs_stride == 1 && g.rhs_stride == 1 && g.output_stride == 1;
        is_of_one_float(spec, family) && one_feature && dense && g.size >= lanes
    }

    pub(super) fn new(spec: &spec::Convolution, phase: &Phase) -> Depthwise {
        let taps = phase.taps(spec);
        let positions = phase.positions(spec).of_images(&spec.batch, true);
        let (output, weights) = (positions.other.clone(), taps.other.clone());
        let patches = PatchTable::new(vec![0], (positions, taps), input(spec), (spec.groups.size, 1), false);
        Depthwise { patches, output, weights }
    }

    /// # Safety
    /// As for [`super::Convolution::run`].
    pub(super) unsafe fn run(&self, family: &Family, pool: &Pool, lhs: *const u8, rhs: *const u8, output: *mut u8) {
        // SAFETY: the caller's promise.
        unsafe {
            match family {
                Family::F32(tiles, _) => self.run_with::<f32>(tiles, pool, lhs, rhs.cast(), output.cast()),
                Family::F64(tiles, _) => self.run_with::<f64>(tiles, pool, lhs, rhs.cast(), output.cast()),
                Family::Bf16(..) | Family::Pairs(..) | Family::I32(..) | Family::I64(..) => {}
            }
        }
    }

    unsafe fn run_with<T>(&self, tiles: &Tiles<T, T>, pool: &Pool, lhs: *const u8, rhs: *const T, output: *mut T)
    where
        Plain<T>: Form<Element = T, Unit = T>,
        T: Copy + Send + Sync + crate::runtime::cpu::library::gemm::tile::Sum + 'static,
    {
        let patches = Patches::<Plain<T>>::new(lhs, &self.patches);
        let (positions, taps, channels) = (self.output.len(), self.weights.len(), self.patches.features);
        let pointers = (Shared(rhs.cast_mut()), Shared(output));
        let pointers = &pointers;
        let depth = Depth { first_segment: 0, segments: taps, offset: 0, length: channels };
        let task = |i: usize| {
            let weights: Vec<*const T> =
                self.weights.iter().map(|&w| pointers.0.0.wrapping_offset(w).cast_const()).collect();
            let scratch = Scratch::of::<RowPointers<T>>(taps);
            let first = i * TILES * ROWS;
            for position in (first..positions.min(first + TILES * ROWS)).step_by(ROWS) {
                let count = ROWS.min(positions - position);
                // Positions past the end repeat the last.
                let to =
                    std::array::from_fn(|r| pointers.1.0.wrapping_offset(self.output[position + r.min(count - 1)]));
                // SAFETY: tasks write different positions; the scratch has the room.
                unsafe {
                    let rows = std::slice::from_raw_parts_mut(scratch.as_mut_ptr(), taps);
                    patches.point(0, (position, count), depth, rows);
                    tiles.channels(rows, &weights, channels, to);
                }
            }
        };
        pool.parallel_for(positions.div_ceil(TILES * ROWS), &task);
    }
}
