//! Products against the triple loop, on small integers, so that every order of summation is exact.

use super::*;
use crate::hlo::{ArrayShape, DotDimensionNumbers, ElementType, Layout};
use ElementType::*;
use half::{bf16, f16};
use std::sync::Mutex;

/// A deterministic stream of small numbers.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Numbers {
        Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % bound
    }
}

/// Elements of any type as 64-bit integers, row-major over all of memory.
pub(crate) fn write(element: ElementType, values: &[i64]) -> Vec<u8> {
    let each = |f: &dyn Fn(i64) -> Vec<u8>| values.iter().flat_map(|&v| f(v)).collect();
    match element {
        F32 => each(&|v| (v as f32).to_le_bytes().to_vec()),
        F64 => each(&|v| (v as f64).to_le_bytes().to_vec()),
        BF16 => each(&|v| bf16::from_f32(v as f32).to_le_bytes().to_vec()),
        F16 => each(&|v| f16::from_f32(v as f32).to_le_bytes().to_vec()),
        F8E4M3FN => each(&|v| vec![element.float_format().unwrap().encode(v as f64) as u8]),
        Pred => each(&|v| vec![u8::from(v != 0)]),
        _ => each(&|v| v.to_le_bytes()[..element.byte_width()].to_vec()),
    }
}

fn shape(element: ElementType, dims: &[usize], numbers: &mut Numbers) -> ArrayShape {
    let mut minor_to_major: Vec<usize> = (0..dims.len()).rev().collect();
    if numbers.below(2) == 0 {
        (1..dims.len()).for_each(|i| minor_to_major.swap(i, numbers.below(i + 1)));
    }
    ArrayShape { layout: Layout::new(minor_to_major), ..ArrayShape::new(element, dims) }
}

pub(crate) fn random_values(shape: &ArrayShape, numbers: &mut Numbers) -> Vec<i64> {
    let low = if shape.element_type.is_unsigned_integer() || shape.element_type == Pred { 0 } else { -3 };
    let span = if shape.element_type == Pred { 2 } else { 7 };
    (0..shape.element_count()).map(|_| numbers.below(span) as i64 + low).collect()
}

/// Every index of the dimensions, the last one fastest, as the sum of `strides`.
fn positions(dims: &[(usize, isize)]) -> Vec<isize> {
    dims.iter().fold(vec![0], |outer, &(size, stride)| {
        outer.iter().flat_map(|&base| (0..size as isize).map(move |i| base + i * stride)).collect()
    })
}

fn naive(spec: &spec::Gemm, lhs: &[i64], rhs: &[i64], output_len: usize) -> Vec<i64> {
    let mut output = vec![0; output_len];
    let batch = |side: fn(&spec::BatchDimension) -> isize| {
        positions(&spec.batch.iter().map(|d| (d.size, side(d))).collect::<Vec<_>>())
    };
    let free = |dims: &[spec::FreeDimension], side: fn(&spec::FreeDimension) -> isize| {
        positions(&dims.iter().map(|d| (d.size, side(d))).collect::<Vec<_>>())
    };
    let depth = |side: fn(&spec::ContractionDimension) -> isize| {
        positions(&spec.contraction.iter().map(|d| (d.size, side(d))).collect::<Vec<_>>())
    };
    let (bl, br, bo) = (batch(|d| d.lhs_stride), batch(|d| d.rhs_stride), batch(|d| d.output_stride));
    let (ml, mo) = (free(&spec.rows, |d| d.operand_stride), free(&spec.rows, |d| d.output_stride));
    let (nr, no) = (free(&spec.columns, |d| d.operand_stride), free(&spec.columns, |d| d.output_stride));
    let (kl, kr) = (depth(|d| d.lhs_stride), depth(|d| d.rhs_stride));
    for b in 0..bl.len() {
        for m in 0..ml.len() {
            for n in 0..nr.len() {
                let term = |k: usize| lhs[(bl[b] + ml[m] + kl[k]) as usize] * rhs[(br[b] + nr[n] + kr[k]) as usize];
                output[(bo[b] + mo[m] + no[n]) as usize] = (0..kl.len()).map(term).sum();
            }
        }
    }
    output
}

/// Runs one dot with random layouts and compares it and its `after_rows` calls.
fn check(types: [ElementType; 3], sizes: [&[usize]; 4], seed: u64) {
    let mut numbers = Numbers::new(seed);
    let [batch, rows, columns, depth] = sizes;
    let lhs = shape(types[0], &[batch, rows, depth].concat(), &mut numbers);
    let rhs = shape(types[1], &[batch, depth, columns].concat(), &mut numbers);
    let output = shape(types[2], &[batch, rows, columns].concat(), &mut numbers);
    let range = |first: usize, count: usize| (first..first + count).collect::<Vec<_>>();
    let dims = DotDimensionNumbers {
        lhs_batch: range(0, batch.len()),
        rhs_batch: range(0, batch.len()),
        lhs_contracting: range(batch.len() + rows.len(), depth.len()),
        rhs_contracting: range(batch.len(), depth.len()),
    };
    let spec = spec::Gemm::from_dot(&lhs, &rhs, &output, &dims);
    let (a, b) = (random_values(&lhs, &mut numbers), random_values(&rhs, &mut numbers));
    let expected = write(output.element_type, &naive(&spec, &a, &b, output.element_count()));
    let (a, b) = (write(lhs.element_type, &a), write(rhs.element_type, &b));
    let finished = Mutex::new(Vec::new());
    for threads in [1, 3] {
        let pool = Pool::new(threads);
        let mut got = vec![0xffu8; expected.len()];
        finished.lock().unwrap().clear();
        let after = |begin: usize, end: usize| finished.lock().unwrap().extend(begin..end);
        let gemm = Gemm::new(&spec).expect("a supported type");
        unsafe { gemm.run(&pool, a.as_ptr(), b.as_ptr(), got.as_mut_ptr(), Some(&after)) };
        assert!(got == expected, "{types:?} {sizes:?} {spec:?}");
        let mut finished = finished.lock().unwrap();
        finished.sort_unstable();
        let all_rows = if expected.is_empty() { 0 } else { batch.iter().chain(rows).product() };
        assert!(finished.iter().copied().eq(0..all_rows), "{types:?} {sizes:?}");
    }
}

#[test]
fn odd_sizes() {
    for (seed, &m) in [1, 2, 5, 6, 7, 13, 37].iter().enumerate() {
        for n in [1, 3, 8, 15, 16, 17, 33, 70] {
            for k in [1, 7, 64, 300] {
                check([F32; 3], [&[], &[m], &[n], &[k]], (seed * 1000 + n * 10 + k) as u64);
            }
        }
    }
}

#[test]
fn larger_than_blocks() {
    check([F32; 3], [&[], &[257], &[530], &[600]], 1);
    check([F32; 3], [&[], &[5], &[1500], &[700]], 2);
    check([F32; 3], [&[], &[800], &[20], &[300]], 3);
    check([F64; 3], [&[], &[130], &[200], &[520]], 4);
    check([F32; 3], [&[], &[], &[803], &[75]], 8);
    check([F32; 3], [&[2], &[1], &[5000], &[75]], 9);
    check([F64; 3], [&[], &[], &[4100], &[40]], 10);
    check([F32; 3], [&[], &[100], &[], &[777]], 6);
    check([F32; 3], [&[3], &[], &[100], &[5, 77]], 7);
    check([F32; 3], [&[], &[1100], &[1100], &[40]], 5);
}

#[test]
fn many_dimensions() {
    for seed in 0..60 {
        check([F32; 3], [&[3, 2], &[4, 5], &[3, 7], &[6, 5]], seed);
        check([F32; 3], [&[5], &[2, 3, 2], &[9], &[2, 3, 4]], seed);
        check([BF16, BF16, F32], [&[2], &[7], &[3, 11], &[3, 5]], seed);
        check([S8, S8, S32], [&[2], &[7], &[3, 11], &[3, 5]], seed);
    }
}

#[test]
fn empty_sizes() {
    check([F32; 3], [&[], &[4], &[5], &[0]], 1);
    check([F32; 3], [&[2], &[4], &[5], &[3, 0]], 1);
    check([F32; 3], [&[0], &[4], &[5], &[3]], 1);
    check([F32; 3], [&[], &[0], &[5], &[3]], 1);
    check([BF16; 3], [&[], &[3], &[0], &[3]], 1);
    check([S32; 3], [&[], &[], &[], &[]], 1);
}

#[test]
fn element_types() {
    let sizes: [&[usize]; 4] = [&[2], &[19], &[37], &[43]];
    for types in [
        [F64, F64, F64],
        [BF16, BF16, BF16],
        [BF16, F32, F32],
        [F16, F16, F16],
        [F16, F16, F32],
        [F32, F32, F64],
        [F8E4M3FN, F8E4M3FN, F32],
        [F8E4M3FN, F8E4M3FN, F8E4M3FN],
        [F8E4M3FN, BF16, BF16],
        [S8, S8, S32],
        [U8, S8, S32],
        [U8, U8, S32],
        [S4, S8, S32],
        [S8, S8, S8],
        [S16, S16, S16],
        [S16, S16, S32],
        [S32, S32, S32],
        [U32, U32, U32],
        [U32, U32, U64],
        [S64, S64, S64],
        [U64, U64, U64],
        [Pred, Pred, Pred],
    ] {
        for seed in 0..4 {
            check(types, sizes, seed);
        }
    }
}

#[test]
fn complex_products() {
    let shapes = [[2, 5, 7], [2, 7, 19], [2, 5, 19]];
    for element_type in [C64, C128] {
        for seed in 0..6 {
            let mut numbers = Numbers::new(seed);
            let [a, b, out] = shapes.map(|dims| shape(element_type, &dims, &mut numbers));
            let mut dims = DotDimensionNumbers { lhs_batch: vec![0], rhs_batch: vec![0], ..Default::default() };
            (dims.lhs_contracting, dims.rhs_contracting) = (vec![2], vec![1]);
            let spec = spec::Gemm::from_dot(&a, &b, &out, &dims);
            let mut parts =
                |shape: &ArrayShape| [random_values(shape, &mut numbers), random_values(shape, &mut numbers)];
            let (x, y) = (parts(&a), parts(&b));
            let part = |i: usize, j: usize| naive(&spec, &x[i], &y[j], out.element_count());
            let (rr, ii, ri, ir) = (part(0, 0), part(1, 1), part(0, 1), part(1, 0));
            let interleave = |re: &[i64], im: &[i64]| re.iter().zip(im).flat_map(|(&r, &i)| [r, i]).collect::<Vec<_>>();
            let subtract = |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<_>>();
            let add = |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(a, b)| a + b).collect::<Vec<_>>();
            let real = element_type.real_part();
            let expected = write(real, &interleave(&subtract(&rr, &ii), &add(&ri, &ir)));
            let (x, y) = (write(real, &interleave(&x[0], &x[1])), write(real, &interleave(&y[0], &y[1])));
            let mut got = vec![0xffu8; expected.len()];
            let gemm = Gemm::new(&spec).unwrap();
            unsafe { gemm.run(&Pool::new(2), x.as_ptr(), y.as_ptr(), got.as_mut_ptr(), None) };
            assert!(got == expected, "{spec:?}");
        }
    }
}

#[test]
fn nan_and_infinity_propagate() {
    let dims = DotDimensionNumbers { lhs_contracting: vec![1], rhs_contracting: vec![0], ..Default::default() };
    let (a, b) = (ArrayShape::new(F32, [2, 3]), ArrayShape::new(F32, [3, 2]));
    let spec = spec::Gemm::from_dot(&a, &b, &ArrayShape::new(F32, [2, 2]), &dims);
    let a = [0.0f32, 1.0, 2.0, 1.0, 0.0, 3.0];
    let b = [f32::INFINITY, 1.0, 5.0, f32::NAN, 1.0, 1.0];
    let mut out = [0f32; 4];
    let gemm = Gemm::new(&spec).unwrap();
    unsafe { gemm.run(&Pool::new(1), a.as_ptr().cast(), b.as_ptr().cast(), out.as_mut_ptr().cast(), None) };
    assert!(out[0].is_nan() && out[1].is_nan() && out[3].is_nan(), "{out:?}");
    assert_eq!(out[2], f32::INFINITY);
}
