//! Which tiles serve which element types on this processor.

use super::AfterRows;
use super::arithmetic::{Bf16Pair, IntegerPair};
use super::dimensions::Dimensions;
use super::driver::Product;
use super::form::{Convert, Form, Pair, Plain};
use super::operand::{Left, Offsets, Right, Strided};
use super::output::{Output, Store};
use super::tile::{self, Sum, Tiles};
use crate::hlo::ElementType;
use crate::runtime::cpu::pool::Pool;
use half::{bf16, f16};

/// Types in which products are summed, with the tiles and the way to store.
pub(super) enum Family {
    F32(&'static Tiles<f32, f32>, Store<f32>),
    F64(&'static Tiles<f64, f64>, Store<f64>),
    Bf16(&'static Tiles<Bf16Pair, f32>, Store<f32>),
    /// Integers of at most eight bits.
    Pairs(&'static Tiles<IntegerPair, i32>, Store<i32>),
    I32(&'static Tiles<i32, i32>, Store<i32>),
    I64(&'static Tiles<i64, i64>, Store<i64>),
}

impl Family {
    /// The family for operand and result types, if there is one.
    pub(super) fn of(lhs: ElementType, rhs: ElementType, output: ElementType) -> Option<Family> {
        use ElementType::*;
        let both = |test: fn(ElementType) -> bool| test(lhs) && test(rhs);
        if both(|t| t == BF16) && avx512_bf16() && matches!(output, F32 | BF16 | F16) {
            return Some(Family::Bf16(&tile::AVX512_BF16, store_f32(output)?));
        }
        if both(|t| matches!(t, F32 | BF16 | F16)) && matches!(output, F32 | BF16 | F16) {
            return Some(Family::F32(f32_tiles(), store_f32(output)?));
        }
        if both(|t| matches!(t, F64 | F32 | BF16 | F16)) {
            return Some(Family::F64(f64_tiles(), store_f64(output)?));
        }
        let small = |t: ElementType| t == Pred || (t.is_integer() && t.bit_width() <= 8);
        if both(small) && matches!(output, S32 | U32) {
            return Some(Family::Pairs(pair_tiles(), store_i32(output)?));
        }
        if !both(|t| t == Pred || t.is_integer()) {
            return None;
        }
        match output {
            S64 | U64 => Some(Family::I64(i64_tiles(), Store::of::<i64>(true))),
            _ => Some(Family::I32(i32_tiles(), store_i32(output)?)),
        }
    }

    /// # Safety
    /// As for [`super::Gemm::run`]; `pointers` are left, right and result.
    pub(super) unsafe fn run(
        &self,
        d: &Dimensions,
        pool: &Pool,
        pointers: (*const u8, *const u8, *mut u8),
        after_rows: Option<&AfterRows>,
    ) {
        let run = Run { d, pool, pointers, after_rows };
        // SAFETY: the caller's promise; operands have the types that the family was chosen for.
        unsafe {
            match self {
                Family::F32(tiles, store) => run.product::<_, _>(tiles, store, f32_operand),
                Family::F64(tiles, store) => run.product(tiles, store, f64_operand),
                Family::Bf16(tiles, store) => run.product(tiles, store, bf16_operand),
                Family::Pairs(tiles, store) => run.product(tiles, store, pair_operand),
                Family::I32(tiles, store) => run.product(tiles, store, i32_operand),
                Family::I64(tiles, store) => run.product(tiles, store, i64_operand),
            }
        }
    }
}

struct Run<'a> {
    d: &'a Dimensions,
    pool: &'a Pool,
    pointers: (*const u8, *const u8, *mut u8),
    after_rows: Option<&'a AfterRows<'a>>,
}

impl Run<'_> {
    unsafe fn product<U: Copy + Send + Sync + 'static, S: Sum>(
        &self,
        tiles: &Tiles<U, S>,
        store: &Store<S>,
        operand: for<'b> fn(ElementType, *const u8, &'b Offsets) -> Operand<'b, U>,
    ) {
        let d = self.d;
        let left = operand(d.left_type, self.pointers.0, &d.left);
        let right = operand(d.right_type, self.pointers.1, &d.right);
        let output = Output {
            start: self.pointers.2,
            batch: &d.output_batch,
            rows: &d.output_rows,
            columns: &d.output_columns,
            dense: d.output_dense,
            store,
        };
        let (segments, length) = (d.left.segments.len(), left.units);
        let product = Product { tiles, left: left.left(), right: right.right(), output, segments, length };
        // SAFETY: the caller's promise.
        unsafe { product.run(self.pool, self.after_rows) };
    }
}

/// An operand of either side.
struct Operand<'a, U> {
    array: Box<dyn Both<U> + 'a>,
    units: usize,
}

trait Both<U>: Left<U> + Right<U> {}
impl<U, T: Left<U> + Right<U>> Both<U> for T {}

impl<U> Operand<'_, U> {
    fn left(&self) -> &dyn Left<U> {
        &*self.array
    }

    fn right(&self) -> &dyn Right<U> {
        &*self.array
    }
}

fn strided<F: Form>(start: *const u8, at: &Offsets) -> Operand<'_, F::Unit> {
    Operand { array: Box::new(Strided::<F>::new(start, at)), units: at.units::<F>() }
}

fn f32_operand(element: ElementType, start: *const u8, at: &Offsets) -> Operand<'_, f32> {
    match element {
        ElementType::BF16 => strided::<Convert<bf16, f32>>(start, at),
        ElementType::F16 => strided::<Convert<f16, f32>>(start, at),
        _ => strided::<Plain<f32>>(start, at),
    }
}

fn f64_operand(element: ElementType, start: *const u8, at: &Offsets) -> Operand<'_, f64> {
    match element {
        ElementType::BF16 => strided::<Convert<bf16, f64>>(start, at),
        ElementType::F16 => strided::<Convert<f16, f64>>(start, at),
        ElementType::F32 => strided::<Convert<f32, f64>>(start, at),
        _ => strided::<Plain<f64>>(start, at),
    }
}

fn bf16_operand(_: ElementType, start: *const u8, at: &Offsets) -> Operand<'_, Bf16Pair> {
    strided::<Pair<bf16, Bf16Pair>>(start, at)
}

fn pair_operand(element: ElementType, start: *const u8, at: &Offsets) -> Operand<'_, IntegerPair> {
    if element.is_signed_integer() {
        strided::<Pair<i8, IntegerPair>>(start, at)
    } else {
        strided::<Pair<u8, IntegerPair>>(start, at)
    }
}

/// Integers modulo 2^32: what is wider is cut.
fn i32_operand(element: ElementType, start: *const u8, at: &Offsets) -> Operand<'_, i32> {
    match (element.byte_width(), element.is_signed_integer()) {
        (1, true) => strided::<Convert<i8, i32>>(start, at),
        (1, false) => strided::<Convert<u8, i32>>(start, at),
        (2, true) => strided::<Convert<i16, i32>>(start, at),
        (2, false) => strided::<Convert<u16, i32>>(start, at),
        (8, _) => strided::<Convert<i64, i32>>(start, at),
        _ => strided::<Plain<i32>>(start, at),
    }
}

/// Integers modulo 2^64.
fn i64_operand(element: ElementType, start: *const u8, at: &Offsets) -> Operand<'_, i64> {
    match (element.byte_width(), element.is_signed_integer()) {
        (1, true) => strided::<Convert<i8, i64>>(start, at),
        (1, false) => strided::<Convert<u8, i64>>(start, at),
        (2, true) => strided::<Convert<i16, i64>>(start, at),
        (2, false) => strided::<Convert<u16, i64>>(start, at),
        (4, true) => strided::<Convert<i32, i64>>(start, at),
        (4, false) => strided::<Convert<u32, i64>>(start, at),
        _ => strided::<Plain<i64>>(start, at),
    }
}

fn store_f32(output: ElementType) -> Option<Store<f32>> {
    match output {
        ElementType::F32 => Some(Store::of::<f32>(true)),
        ElementType::BF16 => Some(Store::of::<bf16>(false)),
        ElementType::F16 => Some(Store::of::<f16>(false)),
        _ => None,
    }
}

fn store_f64(output: ElementType) -> Option<Store<f64>> {
    match output {
        ElementType::F64 => Some(Store::of::<f64>(true)),
        ElementType::F32 => Some(Store::of::<f32>(false)),
        ElementType::BF16 => Some(Store::of::<bf16>(false)),
        ElementType::F16 => Some(Store::of::<f16>(false)),
        _ => None,
    }
}

fn store_i32(output: ElementType) -> Option<Store<i32>> {
    match output {
        ElementType::Pred => Some(Store::of::<bool>(false)),
        ElementType::S32 | ElementType::U32 => Some(Store::of::<i32>(true)),
        ElementType::S16 | ElementType::U16 => Some(Store::of::<i16>(false)),
        ElementType::S8 | ElementType::U8 => Some(Store::of::<i8>(false)),
        _ => None,
    }
}

fn avx2() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
}

fn avx512() -> bool {
    is_x86_feature_detected!("avx512f")
}

fn avx512_bf16() -> bool {
    avx512() && is_x86_feature_detected!("avx512bf16")
}

pub(crate) fn f32_tiles() -> &'static Tiles<f32, f32> {
    match (avx512(), avx2()) {
        (true, _) => &tile::AVX512_F32,
        (false, true) => &tile::AVX2_F32,
        (false, false) => &tile::SSE2_F32,
    }
}

pub(crate) fn f64_tiles() -> &'static Tiles<f64, f64> {
    match (avx512(), avx2()) {
        (true, _) => &tile::AVX512_F64,
        (false, true) => &tile::AVX2_F64,
        (false, false) => &tile::SSE2_F64,
    }
}

fn pair_tiles() -> &'static Tiles<IntegerPair, i32> {
    match (avx512() && is_x86_feature_detected!("avx512vnni"), avx2()) {
        (true, _) => &tile::AVX512_PAIRS,
        (false, true) => &tile::AVX2_PAIRS,
        (false, false) => &tile::SSE2_PAIRS,
    }
}

fn i32_tiles() -> &'static Tiles<i32, i32> {
    if avx2() { &tile::AVX2_I32 } else { &tile::SSE2_I32 }
}

fn i64_tiles() -> &'static Tiles<i64, i64> {
    if avx2() { &tile::AVX2_I64 } else { &tile::SSE2_I64 }
}
