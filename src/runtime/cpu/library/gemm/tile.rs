//! The innermost loop: a tile of at most [`ROWS`] rows and a few vectors of columns, held in registers over a block
//! of the contraction.

#![allow(
    clippy::needless_range_loop,
    reason = "loops over constant ranges are what the compiler unrolls into registers"
)]

use super::arithmetic::*;
use std::array::from_fn;

/// Rows of a full tile. With two vectors of columns (four where there are 32 registers) it leaves registers for the
/// operands.
pub(crate) const ROWS: usize = 6;

/// Where the rows of a tile's left operand begin, for one segment of the contraction. Along a segment they are dense.
pub(crate) type RowPointers<U> = [*const U; ROWS];

/// The right operand's rows, one a step of the contraction.
#[derive(Clone, Copy)]
pub(crate) struct RightRows<U> {
    pub start: *const U,
    /// Units from one row to the next.
    pub step: usize,
}

impl<U> RightRows<U> {
    /// Start of a later row.
    fn after(self, rows: usize) -> *const U {
        self.start.wrapping_add(rows * self.step)
    }
}

/// Where sums go.
#[derive(Clone, Copy)]
pub(crate) struct SumRows<S> {
    pub rows: [*mut S; ROWS],
    /// Add to what is there.
    pub accumulate: bool,
}

impl<S> SumRows<S> {
    /// From a later column on.
    fn after(self, columns: usize) -> SumRows<S> {
        SumRows { rows: self.rows.map(|row| row.wrapping_add(columns)), ..self }
    }
}

/// A number that sums are made of; integers wrap.
pub(crate) trait Sum: Copy + Send + Sync + 'static {
    const ZERO: Self;
    fn plus(self, other: Self) -> Self;
}

macro_rules! sum {
    ($($type:ty, $zero:literal, $plus:expr;)*) => {
        $(impl Sum for $type {
            const ZERO: $type = $zero;
            fn plus(self, other: $type) -> $type {
                $plus(self, other)
            }
        })*
    };
}

sum! {
    f32, 0.0, std::ops::Add::add;
    f64, 0.0, std::ops::Add::add;
    i32, 0, i32::wrapping_add;
    i64, 0, i64::wrapping_add;
}

type TileFunction<U, S> = unsafe fn(&[RowPointers<U>], usize, RightRows<U>, SumRows<S>);
type DotsFunction<U, S> = unsafe fn(&[RowPointers<U>], usize, *const U) -> [S; ROWS];
type CombineFunction<U, S> = unsafe fn((*const U, usize), RightRows<U>, *mut S, usize);
type ChannelsFunction<U, S> = unsafe fn(&[RowPointers<U>], &[*const U], usize, [*mut S; ROWS]);

/// The tiles of one processor extension and element type.
pub(crate) struct Tiles<U: 'static, S: 'static> {
    /// Columns in a vector.
    lanes: usize,
    /// Columns in a packed panel.
    pub panel: usize,
    /// Units of the contraction that a panel of the right operand may have to stay in the first cache.
    pub depth: usize,
    /// By rows less one, and the logarithm of vectors. What is not there is done in parts.
    functions: [[Option<TileFunction<U, S>>; 4]; ROWS],
    dots: DotsFunction<U, S>,
    combine: CombineFunction<U, S>,
    channels: ChannelsFunction<U, S>,
}

impl<U: Copy, S: Sum> Tiles<U, S> {
    /// The most columns that `rows` rows take at once.
    pub(crate) fn widest(&self, rows: usize) -> usize {
        let functions = &self.functions[self.at_once(rows) - 1];
        self.lanes << functions.iter().rposition(Option::is_some).unwrap_or(0)
    }

    /// The most rows, of at most `rows`, that there is a tile for.
    fn at_once(&self, rows: usize) -> usize {
        (1..=rows).rev().find(|&r| self.functions[r - 1][0].is_some()).unwrap_or(1)
    }

    /// Whether columns fill vectors.
    pub(crate) fn whole(&self, columns: usize) -> bool {
        columns.is_multiple_of(self.lanes)
    }

    /// Columns in a vector.
    pub(crate) fn lanes(&self) -> usize {
        self.lanes
    }

    /// `sums[row, column] (+)= Σ left[row, k] · right[k, column]` over all segments, each `length` units long.
    ///
    /// # Safety
    /// `rows` is between 1 and [`ROWS`]; `right` can be read up to whole vectors of columns; pointers reach what the
    /// sizes say.
    pub(crate) unsafe fn run(
        &self,
        (rows, columns): (usize, usize),
        left: (&[RowPointers<U>], usize),
        right: RightRows<U>,
        sums: SumRows<S>,
    ) {
        let at_once = self.at_once(rows);
        if at_once < rows {
            // SAFETY: the caller's promise, for some of the rows.
            return unsafe { self.run_in_parts(at_once, (rows, columns), left, right, sums) };
        }
        let functions = &self.functions[rows - 1];
        let mut done = 0;
        while done < columns {
            let left_over = columns - done;
            let (size, function) = self.choose(functions, left_over);
            // SAFETY: the caller's promise, for a part of the columns.
            unsafe {
                let right = RightRows { start: right.start.add(done), ..right };
                let sums = sums.after(done);
                if size <= left_over {
                    function(left.0, left.1, right, sums);
                } else {
                    run_aside(function, (rows, left_over, size), left, right, sums);
                }
            }
            done += size;
        }
    }

    unsafe fn run_in_parts(
        &self,
        first: usize,
        (rows, columns): (usize, usize),
        left: (&[RowPointers<U>], usize),
        right: RightRows<U>,
        sums: SumRows<S>,
    ) {
        let later = |row: usize| (first + row).min(rows - 1);
        let later_left: Vec<RowPointers<U>> = left.0.iter().map(|rows| from_fn(|row| rows[later(row)])).collect();
        let later_sums = SumRows { rows: from_fn(|row| sums.rows[later(row)]), ..sums };
        // SAFETY: the caller's promise.
        unsafe {
            self.run((first, columns), left, right, sums);
            self.run((rows - first, columns), (&later_left, left.1), right, later_sums);
        }
    }

    /// The products of [`ROWS`] rows with one vector, whose segments lie one after the other.
    ///
    /// # Safety
    /// Pointers reach what the sizes say.
    pub(crate) unsafe fn dots(&self, left: (&[RowPointers<U>], usize), vector: *const U) -> [S; ROWS] {
        // SAFETY: the caller's promise.
        unsafe { (self.dots)(left.0, left.1, vector) }
    }

    /// `sums[column] += Σ factors[k] · right[k, column]`: rows of the right operand are read as long as they are.
    ///
    /// # Safety
    /// Columns fill vectors; pointers reach what the sizes say.
    pub(crate) unsafe fn combine(&self, factors: (*const U, usize), right: RightRows<U>, sums: *mut S, columns: usize) {
        // SAFETY: the caller's promise.
        unsafe { (self.combine)(factors, right, sums, columns) }
    }

    /// `sums[row, channel] = Σ left[tap, row, channel] · weights[tap, channel]`, for single-element units.
    ///
    /// # Safety
    /// Pointers reach `channels`, of which there are at least [`Tiles::lanes`].
    pub(crate) unsafe fn channels(
        &self,
        left: &[RowPointers<U>],
        weights: &[*const U],
        channels: usize,
        sums: [*mut S; ROWS],
    ) {
        // SAFETY: the caller's promise.
        unsafe { (self.channels)(left, weights, channels, sums) }
    }

    /// The fewest vectors that hold `columns`, or the most there are.
    fn choose(&self, functions: &[Option<TileFunction<U, S>>; 4], columns: usize) -> (usize, TileFunction<U, S>) {
        let mut chosen = (self.lanes, functions[0]);
        for (log, &function) in functions.iter().enumerate().skip(1) {
            // A wider one pays while more than half of it is used.
            if function.is_some() && columns > self.lanes << (log - 1) {
                chosen = (self.lanes << log, function);
            }
        }
        (chosen.0, chosen.1.expect("one vector of columns is always there"))
    }
}

/// A tile that is wider than its columns: sums are made aside and the columns that exist copied.
unsafe fn run_aside<U: Copy, S: Sum>(
    function: TileFunction<U, S>,
    (rows, columns, size): (usize, usize, usize),
    left: (&[RowPointers<U>], usize),
    right: RightRows<U>,
    sums: SumRows<S>,
) {
    let mut aside = [const { std::mem::MaybeUninit::<S>::uninit() }; ROWS * 64];
    let start = aside.as_mut_ptr().cast::<S>();
    // SAFETY: `aside` holds every tile: rows times size is at most ROWS * 64.
    unsafe {
        let rows_aside = from_fn(|row| start.wrapping_add(row * size));
        function(left.0, left.1, right, SumRows { rows: rows_aside, accumulate: false });
        for row in 0..rows {
            for column in 0..columns {
                let to = sums.rows[row].add(column);
                let sum = *start.add(row * size + column);
                *to = if sums.accumulate { (*to).plus(sum) } else { sum };
            }
        }
    }
}

#[inline(always)]
unsafe fn tile<A: Arithmetic, const R: usize, const V: usize>(
    segments: &[RowPointers<A::Unit>],
    length: usize,
    right: RightRows<A::Unit>,
    to: SumRows<A::Sum>,
) {
    // SAFETY: the caller's promise (see `Tiles::run`).
    unsafe {
        let mut sums = [[A::zero(); V]; R];
        let mut row_of_right = right.start;
        for rows in segments {
            for k in 0..length {
                let r: [A::Vector; V] = from_fn(|v| A::load(row_of_right.add(v * A::LANES)));
                for i in 0..R {
                    let l = A::broadcast(rows[i].add(k));
                    for v in 0..V {
                        sums[i][v] = A::multiply_add(l, r[v], sums[i][v]);
                    }
                }
                row_of_right = row_of_right.add(right.step);
            }
        }
        for i in 0..R {
            for v in 0..V {
                let at = to.rows[i].add(v * A::LANES);
                let sum = if to.accumulate { A::add(A::load_sums(at), sums[i][v]) } else { sums[i][v] };
                A::store_sums(sum, at);
            }
        }
    }
}

/// Sums of a row of dots, in two vectors.
type DotSums<A> = [[<A as Arithmetic>::Vector; 2]; ROWS];

#[inline(always)]
unsafe fn dots<A: Arithmetic>(
    segments: &[RowPointers<A::Unit>],
    length: usize,
    vector: *const A::Unit,
) -> [A::Sum; ROWS]
where
    A::Sum: Sum,
{
    // SAFETY: the caller's promise (see `Tiles::dots`); what is short of two vectors is filled up with zeros.
    unsafe {
        let mut sums = [[A::zero(); 2]; ROWS];
        let rest = length % (2 * A::LANES);
        for (s, rows) in segments.iter().enumerate() {
            let vector = vector.add(s * length);
            for k in (0..length - rest).step_by(2 * A::LANES) {
                add_dots::<A>(rows, vector, k, &mut sums);
            }
            if rest > 0 {
                let mut ends: [[A::Unit; 32]; ROWS + 1] = std::mem::zeroed();
                let first = length - rest;
                for i in 0..ROWS {
                    ends[i].as_mut_ptr().copy_from_nonoverlapping(rows[i].add(first), rest);
                }
                ends[ROWS].as_mut_ptr().copy_from_nonoverlapping(vector.add(first), rest);
                let pointers = [
                    ends[0].as_ptr(),
                    ends[1].as_ptr(),
                    ends[2].as_ptr(),
                    ends[3].as_ptr(),
                    ends[4].as_ptr(),
                    ends[5].as_ptr(),
                ];
                add_dots::<A>(&pointers, ends[ROWS].as_ptr(), 0, &mut sums);
            }
        }
        let mut totals = [A::Sum::ZERO; ROWS];
        for i in 0..ROWS {
            let mut lanes = [A::Sum::ZERO; 16];
            A::store_sums(A::add(sums[i][0], sums[i][1]), lanes.as_mut_ptr());
            totals[i] = lanes[..A::LANES].iter().fold(A::Sum::ZERO, |sum, &lane| sum.plus(lane));
        }
        totals
    }
}

#[inline(always)]
unsafe fn add_dots<A: Arithmetic>(
    rows: &RowPointers<A::Unit>,
    vector: *const A::Unit,
    k: usize,
    sums: &mut DotSums<A>,
) {
    // SAFETY: the caller's promise.
    unsafe {
        let (first, second) = (A::load(vector.add(k)), A::load(vector.add(k + A::LANES)));
        for i in 0..ROWS {
            sums[i][0] = A::multiply_add(A::load(rows[i].add(k)), first, sums[i][0]);
            sums[i][1] = A::multiply_add(A::load(rows[i].add(k + A::LANES)), second, sums[i][1]);
        }
    }
}

/// Rows of the right operand that are combined at once.
const COMBINED: usize = 8;

#[inline(always)]
unsafe fn combine<A: Arithmetic>(
    (factors, depth): (*const A::Unit, usize),
    right: RightRows<A::Unit>,
    sums: *mut A::Sum,
    columns: usize,
) {
    // SAFETY: the caller's promise (see `Tiles::combine`).
    unsafe {
        for k in (0..depth - depth % COMBINED).step_by(COMBINED) {
            combine_rows::<A, COMBINED>(factors.add(k), right.after(k), right.step, sums, columns);
        }
        for k in depth - depth % COMBINED..depth {
            combine_rows::<A, 1>(factors.add(k), right.after(k), right.step, sums, columns);
        }
    }
}

#[inline(always)]
unsafe fn combine_rows<A: Arithmetic, const N: usize>(
    factors: *const A::Unit,
    right: *const A::Unit,
    step: usize,
    sums: *mut A::Sum,
    columns: usize,
) {
    // SAFETY: the caller's promise (see `Tiles::combine`).
    unsafe {
        let mut factor = [A::zero(); N];
        for i in 0..N {
            factor[i] = A::broadcast(factors.add(i));
        }
        for column in (0..columns).step_by(A::LANES) {
            let mut sum = A::load_sums(sums.add(column));
            for i in 0..N {
                sum = A::multiply_add(factor[i], A::load(right.add(i * step + column)), sum);
            }
            A::store_sums(sum, sums.add(column));
        }
    }
}

#[inline(always)]
unsafe fn channels<A: Arithmetic>(
    taps: &[RowPointers<A::Unit>],
    weights: &[*const A::Unit],
    count: usize,
    to: [*mut A::Sum; ROWS],
) {
    let pairs = count - count % (2 * A::LANES);
    // SAFETY: the caller's promise (see `Tiles::channels`).
    unsafe {
        for channel in (0..pairs).step_by(2 * A::LANES) {
            channel_vectors::<A, 2>(taps, weights, channel, to);
        }
        if count - pairs >= A::LANES {
            channel_vectors::<A, 1>(taps, weights, pairs, to);
        }
        if !count.is_multiple_of(A::LANES) {
            // The last vector may overlap the one before: it says the same.
            channel_vectors::<A, 1>(taps, weights, count - A::LANES, to);
        }
    }
}

#[inline(always)]
unsafe fn channel_vectors<A: Arithmetic, const V: usize>(
    taps: &[RowPointers<A::Unit>],
    weights: &[*const A::Unit],
    channel: usize,
    to: [*mut A::Sum; ROWS],
) {
    // SAFETY: the caller's promise (see `Tiles::channels`).
    unsafe {
        let mut sums = [[A::zero(); V]; ROWS];
        for (rows, weight) in taps.iter().zip(weights) {
            let mut w = [A::zero(); V];
            for v in 0..V {
                w[v] = A::load(weight.add(channel + v * A::LANES));
            }
            for i in 0..ROWS {
                for v in 0..V {
                    let x = A::load(rows[i].add(channel + v * A::LANES));
                    sums[i][v] = A::multiply_add(x, w[v], sums[i][v]);
                }
            }
        }
        for i in 0..ROWS {
            for v in 0..V {
                A::store_sums(sums[i][v], to[i].add(channel + v * A::LANES));
            }
        }
    }
}

/// A set of tiles, compiled for an extension. `$v` lists the vector counts for each number of rows.
macro_rules! tiles {
    ($name:ident, $arithmetic:ident, $feature:literal, panel: $panel:literal, depth: $depth:literal, [$($rows:literal: $($v:literal)*;)*]) => {
        pub(super) static $name: Tiles<<$arithmetic as Arithmetic>::Unit, <$arithmetic as Arithmetic>::Sum> = {
            type Unit = <$arithmetic as Arithmetic>::Unit;
            type Sum = <$arithmetic as Arithmetic>::Sum;
            // SAFETY, for all: the caller's promise (see the methods of `Tiles`).
            #[target_feature(enable = $feature)]
            unsafe fn run<const R: usize, const V: usize>(
                segments: &[RowPointers<Unit>],
                length: usize,
                right: RightRows<Unit>,
                sums: SumRows<Sum>,
            ) {
                unsafe { tile::<$arithmetic, R, V>(segments, length, right, sums) }
            }
            #[target_feature(enable = $feature)]
            unsafe fn run_dots(segments: &[RowPointers<Unit>], length: usize, vector: *const Unit) -> [Sum; ROWS] {
                unsafe { dots::<$arithmetic>(segments, length, vector) }
            }
            #[target_feature(enable = $feature)]
            unsafe fn run_combine(factors: (*const Unit, usize), right: RightRows<Unit>, sums: *mut Sum, columns: usize) {
                unsafe { combine::<$arithmetic>(factors, right, sums, columns) }
            }
            #[target_feature(enable = $feature)]
            unsafe fn run_channels(
                taps: &[RowPointers<Unit>],
                weights: &[*const Unit],
                count: usize,
                to: [*mut Sum; ROWS],
            ) {
                unsafe { channels::<$arithmetic>(taps, weights, count, to) }
            }
            let mut functions: [[Option<TileFunction<Unit, Sum>>; 4]; ROWS] = [[None; 4]; ROWS];
            $($(functions[$rows - 1][usize::ilog2($v) as usize] = Some(run::<$rows, $v>);)*)*
            Tiles {
                lanes: $arithmetic::LANES,
                panel: $panel * $arithmetic::LANES,
                depth: $depth,
                functions,
                dots: run_dots,
                combine: run_combine,
                channels: run_channels,
            }
        };
    };
    ($name:ident, $arithmetic:ident, registers16 $feature:literal) => {
        tiles!($name, $arithmetic, $feature, panel: 2, depth: 256, [1: 1 2 8; 2: 1 2 4; 4: 1 2; 6: 1 2;]);
    };
    ($name:ident, $arithmetic:ident, registers32 $feature:literal) => {
        tiles!($name, $arithmetic, $feature, panel: 4, depth: 144, [1: 1 2 4 8; 2: 1 2 4; 4: 1 2 4; 6: 1 2 4;]);
    };
    ($name:ident, $arithmetic:ident, portable $feature:literal) => {
        tiles!($name, $arithmetic, $feature, panel: 2, depth: 256, [1: 1 2; 4: 1 2;]);
    };
}

tiles!(AVX2_F32, Avx2F32, registers16 "avx2,fma");
tiles!(AVX2_F64, Avx2F64, registers16 "avx2,fma");
tiles!(AVX2_PAIRS, Avx2Pairs, registers16 "avx2");
tiles!(AVX2_I32, PortableI32, portable "avx2");
tiles!(AVX2_I64, PortableI64, portable "avx2");
tiles!(AVX512_F32, Avx512F32, registers32 "avx512f");
tiles!(AVX512_F64, Avx512F64, registers32 "avx512f");
tiles!(AVX512_PAIRS, Avx512Pairs, registers32 "avx512f,avx512vnni");
tiles!(AVX512_BF16, Avx512Bf16, registers32 "avx512f,avx512bf16");
tiles!(SSE2_F32, PortableF32, portable "sse2");
tiles!(SSE2_F64, PortableF64, portable "sse2");
tiles!(SSE2_PAIRS, PortablePairs, portable "sse2");
tiles!(SSE2_I32, PortableI32, portable "sse2");
tiles!(SSE2_I64, PortableI64, portable "sse2");
