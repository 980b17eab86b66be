//! Sorts against the standard library's stable sort.

use super::*;
use crate::codegen::spec::FloatOrder;
use crate::hlo::{ArrayShape, ElementType, Layout};
use crate::runtime::cpu::library::gemm::tests::Numbers;

fn floats(count: usize, numbers: &mut Numbers) -> Vec<f32> {
    let special =
        [0.0, -0.0, f32::NAN, -f32::NAN, f32::from_bits(0x7fc0_1234), f32::INFINITY, f32::NEG_INFINITY, 1e-40];
    let one = |numbers: &mut Numbers| match numbers.below(4) {
        0 => special[numbers.below(special.len())],
        1 => numbers.below(7) as f32 - 3.0,
        _ => f32::from_bits((numbers.below(1 << 30) as u32) << 2),
    };
    (0..count).map(|_| one(numbers)).collect()
}

fn key(operand: usize, descending: bool, floats: FloatOrder) -> SortKey {
    SortKey { operand, descending, floats }
}

fn never(_: &[*const u8]) -> bool {
    false
}

/// The order that JAX's comparator gives.
fn jax(a: f32, b: f32) -> std::cmp::Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

fn run<T: Copy>(spec: &spec::Sort, input: &[T], threads: usize) -> Vec<T> {
    let mut out = input.to_vec();
    let pointers = [out.as_mut_ptr().cast()];
    unsafe { Sort::new(spec).unwrap().run(&Pool::new(threads), &[input.as_ptr().cast()], &pointers, &never) };
    out
}

#[test]
fn floats_alone() {
    let mut numbers = Numbers::new(1);
    for length in [1, 2, 7, 299, 300, 1000, 40000] {
        let input = floats(3 * length, &mut numbers);
        let shape = ArrayShape::new(ElementType::F32, [3, length]);
        for order in [FloatOrder::Total, FloatOrder::EqualZerosAndNans] {
            for descending in [false, true] {
                let spec = spec::Sort::new(&[&shape], 1, SortOrder::Keys(vec![key(0, descending, order)]));
                let mut expected = input.clone();
                for row in expected.chunks_mut(length) {
                    row.sort_by(|&a, &b| {
                        let (a, b) = if descending { (b, a) } else { (a, b) };
                        if order == FloatOrder::Total { a.total_cmp(&b) } else { jax(a, b) }
                    });
                }
                let bits = |v: &[f32]| v.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                for threads in [1, 4] {
                    assert!(bits(&run(&spec, &input, threads)) == bits(&expected), "{length} {order:?} {descending}");
                }
            }
        }
    }
}

#[test]
fn integers_along_any_dimension() {
    let mut numbers = Numbers::new(2);
    for dimension in 0..3 {
        for minor_to_major in [vec![2, 1, 0], vec![0, 2, 1]] {
            let shape =
                ArrayShape { layout: Layout::new(minor_to_major), ..ArrayShape::new(ElementType::S16, [5, 6, 7]) };
            let input: Vec<i16> = (0..210).map(|_| numbers.below(9) as i16 - 4).collect();
            let keys = SortOrder::Keys(vec![key(0, false, FloatOrder::Total)]);
            let out = run(&spec::Sort::new(&[&shape], dimension, keys), &input, 2);
            let strides = shape.strides();
            for a in 0..210 {
                let index = [a / 42, a / 7 % 6, a % 7];
                let at: usize = index.iter().zip(&strides).map(|(i, s)| i * s).sum();
                assert!(index[dimension] == 0 || out[at - strides[dimension]] <= out[at]);
            }
            let sorted = |mut v: Vec<i16>| {
                v.sort_unstable();
                v
            };
            assert_eq!(sorted(out), sorted(input));
        }
    }
}

fn check_two_keys<A: Copy + PartialEq + std::fmt::Debug>(
    length: usize,
    types: [ElementType; 2],
    first: Vec<A>,
    second: Vec<i32>,
    order: impl Fn(usize, usize) -> std::cmp::Ordering,
    keys: Vec<SortKey>,
) {
    let shapes = [
        ArrayShape::new(types[0], [length]),
        ArrayShape::new(types[1], [length]),
        ArrayShape::new(ElementType::U32, [length]),
    ];
    let index: Vec<u32> = (0..length as u32).collect();
    let spec = spec::Sort::new(&[&shapes[0], &shapes[1], &shapes[2]], 0, SortOrder::Keys(keys));
    let mut expected: Vec<usize> = (0..length).collect();
    expected.sort_by(|&a, &b| order(a, b));
    for threads in [1, 3] {
        // In place.
        let (mut a, mut b, mut c) = (first.clone(), second.clone(), index.clone());
        let pointers: [*mut u8; 3] = [a.as_mut_ptr().cast(), b.as_mut_ptr().cast(), c.as_mut_ptr().cast()];
        unsafe {
            Sort::new(&spec).unwrap().run(&Pool::new(threads), &pointers.map(|p| p.cast_const()), &pointers, &never)
        };
        assert!(c.iter().map(|&i| i as usize).eq(expected.iter().copied()));
        assert!(expected.iter().zip(&b).all(|(&i, &x)| second[i] == x));
        assert!(expected.iter().zip(&a).all(|(&i, &x)| first[i] == x));
    }
}

#[test]
fn several_keys_and_payload() {
    let mut numbers = Numbers::new(3);
    for length in [5, 250, 5000, 50000] {
        let first: Vec<u8> = (0..length).map(|_| numbers.below(5) as u8).collect();
        let second: Vec<i32> = (0..length).map(|_| numbers.below(100) as i32 - 50).collect();
        let keys = vec![key(0, true, FloatOrder::Total), key(1, false, FloatOrder::Total)];
        let order = |a: usize, b: usize| first[b].cmp(&first[a]).then(second[a].cmp(&second[b]));
        check_two_keys(length, [ElementType::U8, ElementType::S32], first.clone(), second.clone(), order, keys);
        let wide: Vec<i64> = (0..length).map(|_| (numbers.below(1 << 20) as i64 - (1 << 19)) << 30).collect();
        let keys = vec![key(0, false, FloatOrder::Total)];
        let order = |a: usize, b: usize| wide[a].cmp(&wide[b]);
        check_two_keys(length, [ElementType::S64, ElementType::S32], wide.clone(), second, order, keys);
    }
}

#[test]
fn comparators() {
    let mut numbers = Numbers::new(4);
    for length in [1, 11, 100, 6000] {
        let first: Vec<i32> = (0..length).map(|_| numbers.below(50) as i32).collect();
        let index: Vec<u32> = (0..length as u32).collect();
        let shapes = [ArrayShape::new(ElementType::S32, [length]), ArrayShape::new(ElementType::U32, [length])];
        let spec = spec::Sort::new(&[&shapes[0], &shapes[1]], 0, SortOrder::Comparator);
        // By the last digit only.
        let less = |p: &[*const u8]| unsafe { *p[0].cast::<i32>() % 10 < *p[1].cast::<i32>() % 10 };
        let mut expected = index.clone();
        expected.sort_by_key(|&i| first[i as usize] % 10);
        for threads in [1, 3] {
            let (mut a, mut b) = (first.clone(), index.clone());
            let outputs: [*mut u8; 2] = [a.as_mut_ptr().cast(), b.as_mut_ptr().cast()];
            let inputs: [*const u8; 2] = [first.as_ptr().cast(), index.as_ptr().cast()];
            unsafe { Sort::new(&spec).unwrap().run(&Pool::new(threads), &inputs, &outputs, &less) };
            assert!(b == expected);
        }
    }
}

#[test]
fn top_k() {
    let mut numbers = Numbers::new(5);
    for (length, k) in [(5, 5), (100, 1), (1000, 16), (1000, 128), (1000, 500), (200, 200), (3, 0)] {
        let input = floats(4 * length, &mut numbers);
        let spec = spec::TopK { element_type: ElementType::F32, rows: 4, length, k };
        let (mut values, mut indices) = (vec![0f32; 4 * k], vec![-1; 4 * k]);
        let pointers = (values.as_mut_ptr().cast(), indices.as_mut_ptr());
        unsafe { TopK::new(&spec).unwrap().run(&Pool::new(2), input.as_ptr().cast(), pointers.0, pointers.1) };
        for row in 0..4 {
            let input = &input[row * length..(row + 1) * length];
            let mut expected: Vec<usize> = (0..length).collect();
            expected.sort_by(|&a, &b| input[b].total_cmp(&input[a]));
            for i in 0..k {
                assert_eq!(indices[row * k + i] as usize, expected[i]);
                assert_eq!(values[row * k + i].to_bits(), input[expected[i]].to_bits());
            }
        }
    }
}
