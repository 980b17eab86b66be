//! Products so small that a block, a pool or an allocation would cost more than the multiplications: tiles run over
//! operands where they lie.

use super::dimensions::Dimensions;
use super::tile::{ROWS, RightRows, RowPointers, Sum, SumRows, Tiles};

/// Multiplications up to which a product counts as small.
const SMALL: usize = 1 << 15;

/// Whether a product is small, and its operands and result lie as tiles want them: `lanes` columns in a vector.
pub(super) fn serves(d: &Dimensions, lanes: usize) -> bool {
    let (rows, columns, length) = (d.output.rows.len(), d.output.columns.len(), d.left.length);
    let one_segment = d.left.segments.len() == 1 && d.left.step == 1 && length > 0;
    let dense = d.right.dense && d.right.step >= 0 && d.output.is_dense() && columns.is_multiple_of(lanes);
    one_segment && dense && d.output.batch.len() * rows * columns * length <= SMALL
}

/// # Safety
/// [`serves`] said so; the elements are those of the tiles, and the pointers reach what the dimensions say.
pub(super) unsafe fn run<T: Sum>(tiles: &Tiles<T, T>, d: &Dimensions, left: *const T, right: *const T, output: *mut T) {
    let (rows, columns) = (d.output.rows.len(), d.output.columns.len());
    for batch in 0..d.output.batch.len() {
        let left = left.wrapping_offset(d.left.batch[batch] + d.left.segments[0]);
        let right = right.wrapping_offset(d.right.batch[batch] + d.right.segments[0] + d.right.free[0]);
        let output = output.wrapping_offset(d.output.batch[batch] + d.output.columns[0]);
        for row in (0..rows).step_by(ROWS) {
            let count = ROWS.min(rows - row);
            // Rows past the end repeat the last: no tile touches them.
            let at = |r: usize| row + r.min(count - 1);
            let pointers: [RowPointers<T>; 1] = [std::array::from_fn(|r| left.wrapping_offset(d.left.free[at(r)]))];
            let sums = std::array::from_fn(|r| output.wrapping_offset(d.output.rows[at(r)]));
            let right = RightRows { start: right, step: d.right.step as usize };
            // SAFETY: the caller's promise; columns fill vectors.
            unsafe {
                tiles.run(
                    (count, columns),
                    (&pointers, d.left.length),
                    right,
                    SumRows { rows: sums, accumulate: false },
                );
            }
        }
    }
}
