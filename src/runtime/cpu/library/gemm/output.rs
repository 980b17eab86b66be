//! Where a product's sums end up: in place, or converted and scattered from a staging block.

use super::tile::{ROWS, Sum, SumRows};
use half::{bf16, f16};

/// Writes dense sums to a row of the result, whose columns lie at the offsets given; `dense` says that these are
/// neighbours.
type StoreRow<S> = unsafe fn(from: *const S, columns: &[isize], dense: bool, row: *mut u8);

/// How a sum becomes an element of the result.
pub(crate) struct Store<S> {
    /// Elements are sums, so that tiles may work in the result itself.
    pub same: bool,
    element: StoreElement<S>,
    element_size: usize,
}

enum StoreElement<S> {
    /// Elements of a Rust type.
    Row(StoreRow<S>),
    /// Codes of a byte that no Rust type stands for.
    Code(fn(S) -> u8),
}

/// The element of a result, made from a sum.
pub(crate) trait FromSum<S>: Copy {
    fn from_sum(sum: S) -> Self;
}

macro_rules! from_sum {
    ($($sum:ty => $element:ty, |$x:ident| $convert:expr;)*) => {
        $(impl FromSum<$sum> for $element {
            #[inline(always)]
            fn from_sum($x: $sum) -> $element {
                $convert
            }
        })*
    };
}

from_sum! {
    f64 => bf16, |x| bf16::from_f64(x);
    f64 => f16, |x| f16::from_f64(x);
    f32 => f32, |x| x;
    f32 => bf16, |x| bf16::from_f32(x);
    f32 => f16, |x| f16::from_f32(x);
    f32 => f64, |x| f64::from(x);
    f64 => f64, |x| x;
    f64 => f32, |x| x as f32;
    i32 => i32, |x| x;
    i32 => i16, |x| x as i16;
    i32 => i8, |x| x as i8;
    i32 => bool, |x| x != 0;
    i64 => i64, |x| x;
    i64 => i32, |x| x as i32;
}

impl<S: Sum> Store<S> {
    pub(crate) fn of<E: FromSum<S>>(same: bool) -> Store<S> {
        Store { same, element: StoreElement::Row(store_row::<S, E>), element_size: size_of::<E>() }
    }

    /// Elements of a byte each, by their code.
    pub(crate) fn encoded(encode: fn(S) -> u8) -> Store<S> {
        Store { same: false, element: StoreElement::Code(encode), element_size: 1 }
    }
}

unsafe fn store_row<S: Sum, E: FromSum<S>>(from: *const S, columns: &[isize], dense: bool, row: *mut u8) {
    let row = row.cast::<E>();
    // SAFETY: the caller's promise; offsets stay inside the result.
    unsafe {
        if dense {
            let to = row.offset(columns[0]);
            (0..columns.len()).for_each(|i| *to.add(i) = E::from_sum(*from.add(i)));
        } else {
            columns.iter().enumerate().for_each(|(i, &column)| *row.offset(column) = E::from_sum(*from.add(i)));
        }
    }
}

/// Where the elements of a result lie, as distances from its start.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    pub batch: Vec<isize>,
    pub rows: Vec<isize>,
    pub columns: Vec<isize>,
    /// Whether columns are neighbours.
    dense: bool,
}

impl Places {
    pub(crate) fn new(batch: Vec<isize>, rows: Vec<isize>, columns: Vec<isize>) -> Places {
        let dense = columns.windows(2).all(|pair| pair[1] - pair[0] == 1);
        Places { batch, rows, columns, dense }
    }

    pub(crate) fn is_dense(&self) -> bool {
        self.dense
    }
}

/// Whether a result's rows follow each other in memory without a gap.
pub(crate) fn in_order(batch: &[isize], rows: &[isize], columns: &[isize]) -> bool {
    let counts = |offsets: &[isize], step: usize| offsets.iter().enumerate().all(|(i, &o)| o == (i * step) as isize);
    counts(columns, 1) && counts(rows, columns.len()) && counts(batch, rows.len() * columns.len())
}

/// The result of a product.
#[derive(Clone, Copy)]
pub(crate) struct Output<'a, S> {
    pub start: *mut u8,
    pub places: &'a Places,
    pub store: &'a Store<S>,
}

// SAFETY: tasks write disjoint parts.
unsafe impl<S> Sync for Output<'_, S> {}

impl<S: Sum> Output<'_, S> {
    /// Whether tiles may work in the result itself.
    pub(crate) fn in_place(&self) -> bool {
        self.store.same && self.places.dense
    }

    /// Where a tile works in the result.
    pub(crate) fn tile(&self, batch: usize, (row, count): (usize, usize), column: usize) -> [*mut S; ROWS] {
        let start = self.start.cast::<S>().wrapping_offset(self.places.batch[batch] + self.places.columns[column]);
        // Rows past the end repeat the last: no tile touches them.
        std::array::from_fn(|r| start.wrapping_offset(self.places.rows[row + r.min(count - 1)]))
    }

    /// Writes a block of sums, `step` sums a row.
    ///
    /// # Safety
    /// `from` holds the block; indices are in range.
    pub(crate) unsafe fn store(
        &self,
        batch: usize,
        (row, rows): (usize, usize),
        (column, columns): (usize, usize),
        from: *const S,
        step: usize,
    ) {
        let columns = &self.places.columns[column..column + columns];
        for r in 0..rows {
            let offset = (self.places.batch[batch] + self.places.rows[row + r]) * self.store.element_size as isize;
            // SAFETY: the caller's promise.
            unsafe {
                let (from, row) = (from.add(r * step), self.start.offset(offset));
                match self.store.element {
                    StoreElement::Code(encode) => {
                        let code = |(i, &column): (usize, &isize)| *row.offset(column) = encode(*from.add(i));
                        columns.iter().enumerate().for_each(code);
                    }
                    StoreElement::Row(store) => store(from, columns, self.places.dense, row),
                }
            }
        }
    }

    /// Writes zeros, for an empty contraction.
    ///
    /// # Safety
    /// The result can be written.
    pub(crate) unsafe fn store_zeros(&self) {
        let zeros = vec![S::ZERO; self.places.columns.len()];
        for batch in 0..self.places.batch.len() {
            // SAFETY: every row reads the same zeros.
            unsafe {
                self.store(batch, (0, self.places.rows.len()), (0, self.places.columns.len()), zeros.as_ptr(), 0)
            };
        }
    }
}

impl<S> SumRows<S> {
    /// Rows of a staging block.
    pub(crate) fn staged(start: *mut S, step: usize, count: usize) -> [*mut S; ROWS] {
        std::array::from_fn(|r| start.wrapping_add(r.min(count - 1) * step))
    }
}
