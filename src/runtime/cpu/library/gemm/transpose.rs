//! Moving elements into packed form: rows of the widths that tiles have, and transposition in blocks of eight by eight.

use std::arch::x86_64::*;

/// `to[column * step + row] = source(row)[column]` for `(rows, columns)`.
///
/// # Safety
/// Every row can be read for `columns` elements, and `to` be written at the places named.
pub(crate) unsafe fn transpose(
    (rows, columns): (usize, usize),
    source: impl Fn(usize) -> *const u32,
    to: *mut u32,
    step: usize,
) {
    let vectors = is_x86_feature_detected!("avx2");
    let (whole_rows, whole_columns) = if vectors { (rows & !7, columns & !7) } else { (0, 0) };
    // SAFETY: the caller's promise; blocks stay inside the sizes.
    unsafe {
        for row in (0..whole_rows).step_by(8) {
            let from: [*const u32; 8] = std::array::from_fn(|i| source(row + i));
            transpose_columns(from, whole_columns, to.add(row), step);
        }
        for row in 0..rows {
            let from = source(row);
            let first = if row < whole_rows { whole_columns } else { 0 };
            (first..columns).for_each(|column| *to.add(column * step + row) = *from.add(column));
        }
    }
}

/// Eight rows, all columns; `columns` is a multiple of eight.
#[target_feature(enable = "avx2")]
unsafe fn transpose_columns(from: [*const u32; 8], columns: usize, to: *mut u32, step: usize) {
    for column in (0..columns).step_by(8) {
        // SAFETY: the caller's promise.
        unsafe {
            let rows = from.map(|row| _mm256_loadu_ps(row.add(column).cast()));
            let columns = transpose_block(rows);
            for (i, vector) in columns.into_iter().enumerate() {
                _mm256_storeu_ps(to.add((column + i) * step).cast(), vector);
            }
        }
    }
}

#[target_feature(enable = "avx2")]
fn transpose_block(r: [__m256; 8]) -> [__m256; 8] {
    let low = |i: usize| _mm256_unpacklo_ps(r[i], r[i + 1]);
    let high = |i: usize| _mm256_unpackhi_ps(r[i], r[i + 1]);
    // Quarters of four rows each: elements 0 and 4, 1 and 5, 2 and 6, 3 and 7 of the rows.
    let quarter = |i: usize| {
        [
            _mm256_shuffle_ps::<0x44>(low(i), low(i + 2)),
            _mm256_shuffle_ps::<0xee>(low(i), low(i + 2)),
            _mm256_shuffle_ps::<0x44>(high(i), high(i + 2)),
            _mm256_shuffle_ps::<0xee>(high(i), high(i + 2)),
        ]
    };
    let (top, bottom) = (quarter(0), quarter(4));
    let first = |i: usize| _mm256_permute2f128_ps::<0x20>(top[i], bottom[i]);
    let second = |i: usize| _mm256_permute2f128_ps::<0x31>(top[i], bottom[i]);
    [first(0), first(1), first(2), first(3), second(0), second(1), second(2), second(3)]
}

/// Copies `rows` rows of `width` elements to where they lie one after the other.
///
/// # Safety
/// Every row can be read, and `to` be written.
pub(crate) unsafe fn copy_rows<T: Copy>(rows: usize, width: usize, source: impl Fn(usize) -> *const T, to: *mut T) {
    // SAFETY: the caller's promise.
    unsafe {
        match width {
            8 => copy_rows_of::<T, 8>(rows, source, to),
            16 => copy_rows_of::<T, 16>(rows, source, to),
            32 => copy_rows_of::<T, 32>(rows, source, to),
            64 => copy_rows_of::<T, 64>(rows, source, to),
            _ => (0..rows).for_each(|row| to.add(row * width).copy_from_nonoverlapping(source(row), width)),
        }
    }
}

/// Widths that are known make a row a few moves.
unsafe fn copy_rows_of<T: Copy, const N: usize>(rows: usize, source: impl Fn(usize) -> *const T, to: *mut T) {
    for row in 0..rows {
        // SAFETY: the caller's promise.
        unsafe { to.add(row * N).cast::<[T; N]>().write_unaligned(source(row).cast::<[T; N]>().read_unaligned()) };
    }
}
