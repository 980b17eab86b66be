//! Multiply-and-add on vector registers, one implementation a processor extension and element type.

use std::arch::x86_64::*;

/// How tiles compute: `Unit`s come from packed operands, `Sum`s go to the result.
///
/// A unit is one element, or a pair of neighbours along the contraction where one instruction multiplies pairs.
/// Methods compile to an instruction or two when they are inlined into a function that enables the extension, and may
/// be called only where the processor has it.
pub(super) trait Arithmetic {
    type Unit: Copy;
    type Sum: Copy;
    type Vector: Copy;
    /// Units, and sums, in a vector.
    const LANES: usize;

    unsafe fn zero() -> Self::Vector;
    unsafe fn load(from: *const Self::Unit) -> Self::Vector;
    unsafe fn broadcast(from: *const Self::Unit) -> Self::Vector;
    /// `left * right + sums`, for pairs with both products added.
    unsafe fn multiply_add(left: Self::Vector, right: Self::Vector, sums: Self::Vector) -> Self::Vector;
    unsafe fn load_sums(from: *const Self::Sum) -> Self::Vector;
    unsafe fn add(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    unsafe fn store_sums(sums: Self::Vector, to: *mut Self::Sum);
}

/// Two 16-bit integers.
pub(super) type IntegerPair = [i16; 2];
/// Two bf16 numbers, as their bits.
pub(super) type Bf16Pair = [u16; 2];

macro_rules! arithmetic {
    (
        $(#[$doc:meta])*
        $name:ident: $unit:ty => $sum:ty, $vector:ty, $lanes:literal;
        zero: $zero:expr;
        load: |$load:ident| $load_body:expr;
        broadcast: |$broadcast:ident| $broadcast_body:expr;
        multiply_add: |$left:ident, $right:ident, $sums:ident| $multiply_add:expr;
        add: |$a:ident, $b:ident| $add:expr;
        load_sums: |$from:ident| $load_sums:expr;
        store_sums: |$value:ident, $to:ident| $store_sums:expr;
    ) => {
        $(#[$doc])*
        pub(super) struct $name;

        // The portable ones need no `unsafe` inside.
        #[allow(unused_unsafe)]
        impl Arithmetic for $name {
            type Unit = $unit;
            type Sum = $sum;
            type Vector = $vector;
            const LANES: usize = $lanes;

            // SAFETY, for all: the caller vouches for the extension and the pointers.
            #[inline(always)]
            unsafe fn zero() -> $vector {
                unsafe { $zero }
            }
            #[inline(always)]
            unsafe fn load($load: *const $unit) -> $vector {
                unsafe { $load_body }
            }
            #[inline(always)]
            unsafe fn broadcast($broadcast: *const $unit) -> $vector {
                unsafe { $broadcast_body }
            }
            #[inline(always)]
            unsafe fn multiply_add($left: $vector, $right: $vector, $sums: $vector) -> $vector {
                unsafe { $multiply_add }
            }
            #[inline(always)]
            unsafe fn load_sums($from: *const $sum) -> $vector {
                unsafe { $load_sums }
            }
            #[inline(always)]
            unsafe fn add($a: $vector, $b: $vector) -> $vector {
                unsafe { $add }
            }
            #[inline(always)]
            unsafe fn store_sums($value: $vector, $to: *mut $sum) {
                unsafe { $store_sums }
            }
        }
    };
}

arithmetic! {
    Avx2F32: f32 => f32, __m256, 8;
    zero: _mm256_setzero_ps();
    load: |p| _mm256_loadu_ps(p);
    broadcast: |p| _mm256_broadcast_ss(&*p);
    multiply_add: |l, r, s| _mm256_fmadd_ps(l, r, s);
    add: |a, b| _mm256_add_ps(a, b);
    load_sums: |p| _mm256_loadu_ps(p);
    store_sums: |v, p| _mm256_storeu_ps(p, v);
}

arithmetic! {
    Avx2F64: f64 => f64, __m256d, 4;
    zero: _mm256_setzero_pd();
    load: |p| _mm256_loadu_pd(p);
    broadcast: |p| _mm256_broadcast_sd(&*p);
    multiply_add: |l, r, s| _mm256_fmadd_pd(l, r, s);
    add: |a, b| _mm256_add_pd(a, b);
    load_sums: |p| _mm256_loadu_pd(p);
    store_sums: |v, p| _mm256_storeu_pd(p, v);
}

arithmetic! {
    /// Exact for operands that were eight bits wide: a pair's sum needs 17 bits.
    Avx2Pairs: IntegerPair => i32, __m256i, 8;
    zero: _mm256_setzero_si256();
    load: |p| _mm256_loadu_si256(p.cast());
    broadcast: |p| _mm256_set1_epi32(p.cast::<i32>().read_unaligned());
    multiply_add: |l, r, s| _mm256_add_epi32(s, _mm256_madd_epi16(l, r));
    add: |a, b| _mm256_add_epi32(a, b);
    load_sums: |p| _mm256_loadu_si256(p.cast());
    store_sums: |v, p| _mm256_storeu_si256(p.cast(), v);
}

arithmetic! {
    Avx512F32: f32 => f32, __m512, 16;
    zero: _mm512_setzero_ps();
    load: |p| _mm512_loadu_ps(p);
    broadcast: |p| _mm512_set1_ps(*p);
    multiply_add: |l, r, s| _mm512_fmadd_ps(l, r, s);
    add: |a, b| _mm512_add_ps(a, b);
    load_sums: |p| _mm512_loadu_ps(p);
    store_sums: |v, p| _mm512_storeu_ps(p, v);
}

arithmetic! {
    Avx512F64: f64 => f64, __m512d, 8;
    zero: _mm512_setzero_pd();
    load: |p| _mm512_loadu_pd(p);
    broadcast: |p| _mm512_set1_pd(*p);
    multiply_add: |l, r, s| _mm512_fmadd_pd(l, r, s);
    add: |a, b| _mm512_add_pd(a, b);
    load_sums: |p| _mm512_loadu_pd(p);
    store_sums: |v, p| _mm512_storeu_pd(p, v);
}

arithmetic! {
    /// The pairs of [`Avx2Pairs`] with multiplication and addition in one instruction.
    Avx512Pairs: IntegerPair => i32, __m512i, 16;
    zero: _mm512_setzero_si512();
    load: |p| _mm512_loadu_si512(p.cast());
    broadcast: |p| _mm512_set1_epi32(p.cast::<i32>().read_unaligned());
    multiply_add: |l, r, s| _mm512_dpwssd_epi32(s, l, r);
    add: |a, b| _mm512_add_epi32(a, b);
    load_sums: |p| _mm512_loadu_si512(p.cast());
    store_sums: |v, p| _mm512_storeu_si512(p.cast(), v);
}

arithmetic! {
    Avx512Bf16: Bf16Pair => f32, __m512, 16;
    zero: _mm512_setzero_ps();
    load: |p| _mm512_loadu_ps(p.cast());
    broadcast: |p| _mm512_castsi512_ps(_mm512_set1_epi32(p.cast::<i32>().read_unaligned()));
    multiply_add: |l, r, s| _mm512_dpbf16_ps(
        s,
        std::mem::transmute::<__m512, __m512bh>(l),
        std::mem::transmute::<__m512, __m512bh>(r),
    );
    add: |a, b| _mm512_add_ps(a, b);
    load_sums: |p| _mm512_loadu_ps(p);
    store_sums: |v, p| _mm512_storeu_ps(p, v);
}

/// Arrays that the compiler turns into whatever vectors there are.
macro_rules! portable {
    ($name:ident: $element:ty, $lanes:literal, |$l:ident, $r:ident, $s:ident| $multiply_add:expr, |$a:ident, $b:ident| $add:expr) => {
        arithmetic! {
            $name: $element => $element, [$element; $lanes], $lanes;
            zero: std::mem::zeroed();
            load: |p| p.cast::<[$element; $lanes]>().read_unaligned();
            broadcast: |p| [*p; $lanes];
            multiply_add: |left, right, sums| std::array::from_fn(|i| {
                let ($l, $r, $s) = (left[i], right[i], sums[i]);
                $multiply_add
            });
            add: |left, right| std::array::from_fn(|i| {
                let ($a, $b) = (left[i], right[i]);
                $add
            });
            load_sums: |p| p.cast::<[$element; $lanes]>().read_unaligned();
            store_sums: |v, p| p.cast::<[$element; $lanes]>().write_unaligned(v);
        }
    };
}

portable!(PortableF32: f32, 4, |l, r, s| l * r + s, |a, b| a + b);
portable!(PortableF64: f64, 2, |l, r, s| l * r + s, |a, b| a + b);
portable!(PortableI32: i32, 8, |l, r, s| l.wrapping_mul(r).wrapping_add(s), |a, b| a.wrapping_add(b));
portable!(PortableI64: i64, 4, |l, r, s| l.wrapping_mul(r).wrapping_add(s), |a, b| a.wrapping_add(b));

arithmetic! {
    PortablePairs: IntegerPair => i32, [[i16; 2]; 4], 4;
    zero: [[0; 2]; 4];
    load: |p| p.cast::<[IntegerPair; 4]>().read_unaligned();
    broadcast: |p| [*p; 4];
    multiply_add: |left, right, sums| std::array::from_fn(|i| {
        let product = |j: usize| i32::from(left[i][j]) * i32::from(right[i][j]);
        let sum = std::mem::transmute::<IntegerPair, i32>(sums[i]);
        std::mem::transmute::<i32, IntegerPair>(sum.wrapping_add(product(0)).wrapping_add(product(1)))
    });
    add: |left, right| std::array::from_fn(|i| {
        let (a, b) = (std::mem::transmute::<IntegerPair, i32>(left[i]), std::mem::transmute::<IntegerPair, i32>(right[i]));
        std::mem::transmute::<i32, IntegerPair>(a.wrapping_add(b))
    });
    load_sums: |p| p.cast::<[IntegerPair; 4]>().read_unaligned();
    store_sums: |v, p| p.cast::<[IntegerPair; 4]>().write_unaligned(v);
}
