//! Which tiles serve which element types on this processor.

use super::AfterRows;
use super::arithmetic::{Bf16Pair, IntegerPair};
use super::dimensions::Dimensions;
use super::direct;
use super::driver::Product;
use super::form::{Pair, Plain, Unit, WidenBf16};
use super::operand::{Operand, Source};
use super::output::{Output, Places, Store};
use super::tile::{self, Sum, Tiles};
use super::widen::widened;
use crate::hlo::ElementType;
use crate::hlo::float_format::{FloatFormat, e8m0};
use crate::runtime::cpu::pool::Pool;
use half::{bf16, f16};

/// Types in which products are summed, with the tiles and the way to store.
pub(crate) enum Family {
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
    pub(crate) fn of(lhs: ElementType, rhs: ElementType, output: ElementType) -> Option<Family> {
        use ElementType::*;
        let both = |test: fn(ElementType) -> bool| test(lhs) && test(rhs);
        if both(|t| t == BF16) && avx512_bf16() && matches!(output, F32 | BF16 | F16) {
            return Some(Family::Bf16(&tile::AVX512_BF16, store_f32(output)?));
        }
        if both(|t| t.is_float() && t != F64) && output.is_float() && output != F64 {
            return Some(Family::F32(f32_tiles(), store_f32(output)?));
        }
        if both(ElementType::is_float) {
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

    /// Whether a small product may go without packing and pool (see [`direct`]).
    pub(super) fn serves_directly(&self, d: &Dimensions) -> bool {
        let plain = |element: ElementType| d.left_type == element && d.right_type == element;
        match self {
            Family::F32(tiles, store) => store.same && plain(ElementType::F32) && direct::serves(d, tiles.lanes()),
            Family::F64(tiles, store) => store.same && plain(ElementType::F64) && direct::serves(d, tiles.lanes()),
            Family::Bf16(..) | Family::Pairs(..) | Family::I32(..) | Family::I64(..) => false,
        }
    }

    /// Multiplies where [`Family::serves_directly`]; false where nothing was done.
    ///
    /// # Safety
    /// As for [`super::Gemm::run`].
    pub(super) unsafe fn run_directly(&self, d: &Dimensions, l: *const u8, r: *const u8, output: *mut u8) -> bool {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Family::F32(tiles, _) => direct::run::<f32>(tiles, d, l.cast(), r.cast(), output.cast()),
                Family::F64(tiles, _) => direct::run::<f64>(tiles, d, l.cast(), r.cast(), output.cast()),
                Family::Bf16(..) | Family::Pairs(..) | Family::I32(..) | Family::I64(..) => return false,
            }
        }
        true
    }

    /// Elements in a unit of a packed operand.
    pub(crate) fn group(&self) -> usize {
        match self {
            Family::Bf16(..) | Family::Pairs(..) => 2,
            Family::F32(..) | Family::F64(..) | Family::I32(..) | Family::I64(..) => 1,
        }
    }

    /// Multiplies. The element types are those that the family was chosen for.
    ///
    /// # Safety
    /// The pointers are aligned for their elements and reach what sources and places say.
    pub(crate) unsafe fn run(
        &self,
        pool: &Pool,
        sides: &Sides<impl Source, impl Source>,
        output: (*mut u8, &Places),
        after_rows: Option<&AfterRows>,
    ) {
        let (left, right) = (widened(self, &sides.left), widened(self, &sides.right));
        let (l, r) = (&left.side(&sides.left), &right.side(&sides.right));
        let run = Run { pool, output, segments: l.0.segments(), length: l.0.length(), after_rows };
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Family::F32(tiles, store) => run.product(tiles, store, f32_operand(l), f32_operand(r)),
                Family::F64(tiles, store) => {
                    run.product(tiles, store, l.0.operand::<Plain<f64>>(l.2), r.0.operand::<Plain<f64>>(r.2))
                }
                Family::Bf16(tiles, store) => {
                    run.product(tiles, store, l.0.operand::<Bf16s>(l.2), r.0.operand::<Bf16s>(r.2))
                }
                Family::Pairs(tiles, store) => run.product(tiles, store, pair_operand(l), pair_operand(r)),
                Family::I32(tiles, store) => {
                    run.product(tiles, store, l.0.operand::<Plain<i32>>(l.2), r.0.operand::<Plain<i32>>(r.2))
                }
                Family::I64(tiles, store) => {
                    run.product(tiles, store, l.0.operand::<Plain<i64>>(l.2), r.0.operand::<Plain<i64>>(r.2))
                }
            }
        }
    }
}

/// An operand: where its elements are, their type, and the first of them.
pub(super) type Side<'a, S> = (&'a S, ElementType, *const u8);

/// The operands of a product.
pub(crate) struct Sides<'a, L, R> {
    pub left: Side<'a, L>,
    pub right: Side<'a, R>,
}

struct Run<'a> {
    pool: &'a Pool,
    output: (*mut u8, &'a Places),
    segments: usize,
    /// Elements in a segment.
    length: usize,
    after_rows: Option<&'a AfterRows<'a>>,
}

type Bf16s = Pair<bf16, Bf16Pair>;
type Boxed<'a, U> = Box<dyn Operand<U> + 'a>;

impl Run<'_> {
    unsafe fn product<U: Unit, S: Sum>(&self, tiles: &Tiles<U, S>, store: &Store<S>, left: Boxed<U>, right: Boxed<U>) {
        let output = Output { start: self.output.0, places: self.output.1, store };
        let (segments, length) = (self.segments, self.length.div_ceil(U::ELEMENTS));
        let product = Product { tiles, left: &*left, right: &*right, output, segments, length };
        // SAFETY: the caller's promise.
        unsafe { product.run(self.pool, self.after_rows) };
    }
}

fn f32_operand<'a>(&(source, element, start): &Side<'a, impl Source>) -> Boxed<'a, f32> {
    match element {
        ElementType::BF16 => source.operand::<WidenBf16>(start),
        _ => source.operand::<Plain<f32>>(start),
    }
}

fn pair_operand<'a>(&(source, element, start): &Side<'a, impl Source>) -> Boxed<'a, IntegerPair> {
    if element.is_signed_integer() {
        source.operand::<Pair<i8, IntegerPair>>(start)
    } else {
        source.operand::<Pair<u8, IntegerPair>>(start)
    }
}

fn store_f32(output: ElementType) -> Option<Store<f32>> {
    match output {
        ElementType::F32 => Some(Store::of::<f32>(true)),
        ElementType::BF16 => Some(Store::of::<bf16>(false)),
        ElementType::F16 => Some(Store::of::<f16>(false)),
        _ => Some(Store::encoded(minifloat_code(output)?)),
    }
}

/// Rounds to a float of at most eight bits.
fn minifloat_code<S: Into<f64>>(element: ElementType) -> Option<fn(S) -> u8> {
    macro_rules! code {
        ($format:ident) => {
            |x| FloatFormat::$format.encode(x.into()) as u8
        };
    }
    Some(match element {
        ElementType::F4E2M1FN => code!(F4E2M1FN),
        ElementType::F6E2M3FN => code!(F6E2M3FN),
        ElementType::F6E3M2FN => code!(F6E3M2FN),
        ElementType::F8E3M4 => code!(F8E3M4),
        ElementType::F8E4M3 => code!(F8E4M3),
        ElementType::F8E4M3B11FNUZ => code!(F8E4M3B11FNUZ),
        ElementType::F8E4M3FN => code!(F8E4M3FN),
        ElementType::F8E4M3FNUZ => code!(F8E4M3FNUZ),
        ElementType::F8E5M2 => code!(F8E5M2),
        ElementType::F8E5M2FNUZ => code!(F8E5M2FNUZ),
        ElementType::F8E8M0FNU => |x| e8m0::encode(x.into()),
        _ => return None,
    })
}

fn store_f64(output: ElementType) -> Option<Store<f64>> {
    match output {
        ElementType::F64 => Some(Store::of::<f64>(true)),
        ElementType::F32 => Some(Store::of::<f32>(false)),
        ElementType::BF16 => Some(Store::of::<bf16>(false)),
        ElementType::F16 => Some(Store::of::<f16>(false)),
        _ => Some(Store::encoded(minifloat_code(output)?)),
    }
}

fn store_i32(output: ElementType) -> Option<Store<i32>> {
    match output {
        ElementType::Pred => Some(Store::of::<bool>(false)),
        ElementType::S32 | ElementType::U32 => Some(Store::of::<i32>(true)),
        ElementType::S16 | ElementType::U16 => Some(Store::of::<i16>(false)),
        ElementType::S8 | ElementType::U8 => Some(Store::of::<i8>(false)),
        ElementType::S4 => Some(Store::encoded(|x| (x << 28 >> 28) as u8)),
        ElementType::S2 => Some(Store::encoded(|x| (x << 30 >> 30) as u8)),
        ElementType::U4 => Some(Store::encoded(|x| (x & 15) as u8)),
        ElementType::U2 => Some(Store::encoded(|x| (x & 3) as u8)),
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
