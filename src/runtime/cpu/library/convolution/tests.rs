//! Convolutions against the plain loops, on small integers, so that every order of summation is exact.

use super::*;
use crate::codegen::spec::GroupCounts;
use crate::hlo::{ArrayShape, ConvolutionDimensionNumbers, ElementType, Layout, WindowDimension};
use crate::runtime::cpu::library::gemm::tests::{Numbers, random_values, write};
use ElementType::*;
use std::sync::Mutex;

/// What a test varies.
#[derive(Clone, Debug)]
struct Case {
    types: [ElementType; 3],
    batch: usize,
    input: Vec<usize>,
    features: (usize, usize),
    window: Vec<WindowDimension>,
    groups: GroupCounts,
    /// Input, kernel and output with features before space (or, for the input and output, the other way round).
    features_first: [bool; 3],
    shuffled: bool,
}

fn window(
    size: usize,
    stride: usize,
    padding: (i64, i64),
    dilation: (usize, usize),
    reversal: bool,
) -> WindowDimension {
    WindowDimension {
        size,
        stride,
        padding_low: padding.0,
        padding_high: padding.1,
        base_dilation: dilation.0,
        window_dilation: dilation.1,
        reversal,
    }
}

fn case(batch: usize, input: &[usize], features: (usize, usize), window: Vec<WindowDimension>) -> Case {
    Case {
        types: [F32; 3],
        batch,
        input: input.to_vec(),
        features,
        window,
        groups: GroupCounts { feature: 1, batch: 1 },
        features_first: [false; 3],
        shuffled: false,
    }
}

/// Dimension numbers with images, features and space in the order asked for.
fn dimension_numbers(rank: usize, first: [bool; 3]) -> ConvolutionDimensionNumbers {
    let space = |first: bool| if first { (2..2 + rank).collect::<Vec<_>>() } else { (1..1 + rank).collect() };
    let feature = |first: bool| if first { 1 } else { 1 + rank };
    ConvolutionDimensionNumbers {
        input_batch: 0,
        input_feature: feature(first[0]),
        input_spatial: space(first[0]),
        kernel_input_feature: if first[1] { 1 } else { rank },
        kernel_output_feature: if first[1] { 0 } else { rank + 1 },
        kernel_spatial: if first[1] { (2..2 + rank).collect() } else { (0..rank).collect() },
        output_batch: 0,
        output_feature: feature(first[2]),
        output_spatial: space(first[2]),
    }
}

fn shape(element: ElementType, rank: usize, places: &[(usize, usize)], shuffle: Option<&mut Numbers>) -> ArrayShape {
    let mut dims = vec![0; rank];
    places.iter().for_each(|&(dim, size)| dims[dim] = size);
    let mut minor_to_major: Vec<usize> = (0..rank).rev().collect();
    if let Some(numbers) = shuffle {
        (1..rank).for_each(|i| minor_to_major.swap(i, numbers.below(i + 1)));
    }
    ArrayShape { layout: Layout::new(minor_to_major), ..ArrayShape::new(element, dims) }
}

struct Shapes {
    lhs: ArrayShape,
    rhs: ArrayShape,
    output: ArrayShape,
    dims: ConvolutionDimensionNumbers,
}

fn shapes(c: &Case, numbers: &mut Numbers) -> Shapes {
    let rank = c.window.len();
    let d = dimension_numbers(rank, c.features_first);
    let spatial = |dims: &[usize], size: &dyn Fn(usize) -> usize| -> Vec<(usize, usize)> {
        dims.iter().enumerate().map(|(i, &dim)| (dim, size(i))).collect()
    };
    let mut lhs = spatial(&d.input_spatial, &|i| c.input[i]);
    lhs.extend([(d.input_batch, c.batch), (d.input_feature, c.features.0)]);
    let mut rhs = spatial(&d.kernel_spatial, &|i| c.window[i].size);
    rhs.extend([(d.kernel_input_feature, c.features.0 / c.groups.feature), (d.kernel_output_feature, c.features.1)]);
    let mut out = spatial(&d.output_spatial, &|i| c.window[i].output_size(c.input[i]));
    out.extend([(d.output_batch, c.batch / c.groups.batch), (d.output_feature, c.features.1)]);
    let mut make =
        |t: ElementType, places: &[(usize, usize)]| shape(t, rank + 2, places, c.shuffled.then_some(&mut *numbers));
    Shapes { lhs: make(c.types[0], &lhs), rhs: make(c.types[1], &rhs), output: make(c.types[2], &out), dims: d }
}

/// All indices of an array.
fn indices(dims: &[usize]) -> Vec<Vec<usize>> {
    dims.iter().fold(vec![vec![]], |all, &size| {
        all.iter().flat_map(|index| (0..size).map(|i| [&index[..], &[i]].concat())).collect()
    })
}

fn at(shape: &ArrayShape, index: &[usize]) -> usize {
    shape.strides().iter().zip(index).map(|(s, i)| s * i).sum()
}

/// The definition in the StableHLO specification, by loops.
fn naive(c: &Case, s: &Shapes, lhs: &[i64], rhs: &[i64]) -> Vec<i64> {
    let d = &s.dims;
    let mut out = vec![0; s.output.element_count()];
    let (per_group_in, per_group_out) =
        (c.features.0 / c.groups.feature, c.features.1 / (c.groups.feature * c.groups.batch));
    for index in indices(&s.output.dims) {
        let feature = index[d.output_feature];
        let group = feature / per_group_out;
        let mut sum = 0;
        for tap in indices(&c.window.iter().map(|w| w.size).collect::<Vec<_>>()) {
            let mut l = vec![0; index.len()];
            let mut r = vec![0; index.len()];
            let mut inside = true;
            for (i, w) in c.window.iter().enumerate() {
                let p = (index[d.output_spatial[i]] * w.stride + tap[i] * w.window_dilation) as i64 - w.padding_low;
                let at = p.div_euclid(w.base_dilation as i64);
                inside &= p.rem_euclid(w.base_dilation as i64) == 0 && (0..c.input[i] as i64).contains(&at);
                l[d.input_spatial[i]] = at.max(0) as usize;
                r[d.kernel_spatial[i]] = if w.reversal { w.size - 1 - tap[i] } else { tap[i] };
            }
            r[d.kernel_output_feature] = feature;
            l[d.input_batch] =
                index[d.output_batch] + if c.groups.batch > 1 { group * (c.batch / c.groups.batch) } else { 0 };
            for f in (0..per_group_in).filter(|_| inside) {
                l[d.input_feature] = f + if c.groups.feature > 1 { group * per_group_in } else { 0 };
                r[d.kernel_input_feature] = f;
                sum += lhs[at(&s.lhs, &l)] * rhs[at(&s.rhs, &r)];
            }
        }
        out[at(&s.output, &index)] = sum;
    }
    out
}

fn check(c: &Case, seed: u64) {
    let mut numbers = Numbers::new(seed);
    let s = shapes(c, &mut numbers);
    let spec = spec::Convolution::new((&s.lhs, &s.rhs, &s.output), &c.window, &s.dims, c.groups);
    let (lhs, rhs) = (random_values(&s.lhs, &mut numbers), random_values(&s.rhs, &mut numbers));
    let expected = write(c.types[2], &naive(c, &s, &lhs, &rhs));
    let (lhs, rhs) = (write(c.types[0], &lhs), write(c.types[1], &rhs));
    let convolution = Convolution::new(&spec).expect("a supported type");
    for threads in [1, 3] {
        let mut got = vec![0xffu8; expected.len()];
        let finished = Mutex::new(Vec::new());
        let after = |begin: usize, end: usize| finished.lock().unwrap().extend(begin..end);
        unsafe { convolution.run(&Pool::new(threads), lhs.as_ptr(), rhs.as_ptr(), got.as_mut_ptr(), Some(&after)) };
        assert!(got == expected, "{c:?}");
        let mut finished = finished.into_inner().unwrap();
        finished.sort_unstable();
        let (elements, row) = (s.output.element_count(), convolution.row_elements());
        assert!(elements.is_multiple_of(row), "{elements} elements in rows of {row}: {c:?}");
        let rows = elements / row;
        assert!(finished.iter().copied().eq(0..rows), "{c:?}");
    }
}

/// A case in every layout.
fn check_layouts(c: Case) {
    for bits in 0..8 {
        let features_first = [bits & 1 != 0, bits & 2 != 0, bits & 4 != 0];
        check(&Case { features_first, ..c.clone() }, bits);
        check(&Case { features_first, shuffled: true, ..c.clone() }, 100 + bits);
    }
}

#[test]
fn plain_windows() {
    // More features than a block of the contraction takes.
    check_layouts(case(1, &[3, 2], (1200, 5), vec![WindowDimension::of_size(1); 2]));
    let w = |size, stride, low, high| window(size, stride, (low, high), (1, 1), false);
    check_layouts(case(2, &[9, 7], (5, 6), vec![w(3, 1, 1, 1), w(3, 1, 1, 1)]));
    check_layouts(case(1, &[8, 9], (3, 17), vec![w(7, 2, 2, 3), w(7, 2, 2, 3)]));
    check_layouts(case(1, &[6, 5], (20, 19), vec![w(1, 1, 0, 0), w(1, 1, 0, 0)]));
    check_layouts(case(2, &[5, 6], (16, 33), vec![w(3, 2, 0, 1), w(3, 2, 0, 1)]));
    check_layouts(case(2, &[20], (8, 9), vec![w(5, 1, 2, 2)]));
    check_layouts(case(1, &[5, 4, 6], (3, 4), vec![w(2, 1, 0, 1), w(3, 1, 1, 1), w(3, 2, 1, 1)]));
    check_layouts(case(3, &[], (7, 9), vec![]));
    check_layouts(case(1, &[20, 7], (8, 16), vec![w(3, 1, -1, 2), w(3, 1, 2, -2)]));
}

#[test]
fn dilations_and_reversal() {
    let w = window;
    check_layouts(case(2, &[7, 6], (9, 10), vec![w(3, 1, (2, 1), (2, 1), false), w(3, 1, (2, 1), (2, 1), false)]));
    check_layouts(case(1, &[7, 6], (4, 5), vec![w(3, 2, (1, 3), (3, 2), true), w(2, 3, (0, 2), (2, 3), false)]));
    check_layouts(case(2, &[6, 6], (8, 8), vec![w(1, 1, (0, 1), (2, 1), false), w(1, 1, (0, 1), (2, 1), true)]));
    check_layouts(case(2, &[11], (8, 6), vec![w(3, 1, (8, 8), (1, 8), true)]));
    // Products of seven and of six positions.
    check_layouts(case(3, &[7], (2, 3), vec![w(1, 1, (0, 0), (2, 1), false)]));
}

#[test]
fn weight_gradients() {
    // A window as wide as the image, with images as input features.
    let w = |size, dilation, low, high| window(size, 1, (low, high), (1, dilation), false);
    let gradient = |c: Case| {
        let s = Case { features_first: [false; 3], ..c };
        let mut numbers = Numbers::new(7);
        let d = ConvolutionDimensionNumbers {
            input_batch: 3,
            input_feature: 0,
            input_spatial: vec![1, 2],
            kernel_input_feature: 0,
            kernel_output_feature: 3,
            kernel_spatial: vec![1, 2],
            output_batch: 2,
            output_feature: 3,
            output_spatial: vec![0, 1],
        };
        let out = |i: usize| s.window[i].output_size(s.input[i]);
        let lhs = ArrayShape::new(F32, [s.features.0, s.input[0], s.input[1], s.batch]);
        let rhs = ArrayShape::new(F32, [s.features.0, s.window[0].size, s.window[1].size, s.features.1]);
        let output = ArrayShape::new(F32, [out(0), out(1), s.batch, s.features.1]);
        let spec = spec::Convolution::new((&lhs, &rhs, &output), &s.window, &d, s.groups);
        let (a, b) = (random_values(&lhs, &mut numbers), random_values(&rhs, &mut numbers));
        let shapes = Shapes { lhs, rhs, output, dims: d };
        let expected = write(F32, &naive(&s, &shapes, &a, &b));
        let mut got = vec![0xffu8; expected.len()];
        let (a, b) = (write(F32, &a), write(F32, &b));
        let convolution = Convolution::new(&spec).unwrap();
        unsafe { convolution.run(&Pool::new(2), a.as_ptr(), b.as_ptr(), got.as_mut_ptr(), None) };
        assert!(got == expected);
    };
    gradient(case(16, &[8, 8], (4, 16), vec![w(8, 1, 1, 1), w(8, 1, 1, 1)]));
    gradient(case(3, &[8, 9], (2, 16), vec![w(8, 1, 1, 1), w(9, 1, 1, 1)]));
    gradient(case(16, &[8, 8], (3, 20), vec![w(4, 2, 0, 1), w(4, 2, 0, 1)]));
    gradient(case(16, &[8, 8], (3, 20), vec![w(4, 2, 0, -1), w(4, 2, 0, -1)]));
}

#[test]
fn groups() {
    let w = || vec![window(3, 1, (1, 1), (1, 1), false), window(3, 2, (1, 0), (1, 1), false)];
    for (features, feature, batch) in [
        ((6, 8), 2, 1),
        ((5, 5), 5, 1),
        ((5, 10), 5, 1),
        ((3, 8), 1, 2),
        ((4, 4), 1, 4),
        ((24, 24), 24, 1),
        ((40, 40), 40, 1),
    ] {
        let groups = GroupCounts { feature, batch };
        check_layouts(Case { groups, ..case(4, &[6, 9], features, w()) });
    }
}

#[test]
fn lines() {
    let w = window;
    let groups = |feature| GroupCounts { feature, batch: 1 };
    // Longer than a piece, with a remainder; windows longer than their input.
    check_layouts(case(1, &[2500], (1, 1), vec![w(37, 1, (18, 18), (1, 1), false)]));
    check_layouts(case(2, &[9], (2, 1), vec![w(21, 1, (20, 20), (1, 1), true)]));
    check_layouts(case(2, &[9, 70], (3, 5), vec![w(3, 2, (1, 1), (2, 1), true), w(5, 1, (-1, 6), (1, 3), true)]));
    // Outputs several elements apart, and holes: combs of several taps, of one and of none.
    check_layouts(case(2, &[5, 83], (2, 1), vec![w(2, 1, (1, 0), (1, 1), false), w(5, 2, (2, 2), (1, 1), false)]));
    check_layouts(case(1, &[4, 2200], (1, 3), vec![w(3, 2, (1, 1), (1, 1), true), w(7, 3, (-2, 4), (1, 2), true)]));
    check_layouts(case(2, &[6, 20], (3, 2), vec![w(4, 1, (2, 2), (2, 1), false), w(4, 1, (2, 2), (2, 1), true)]));
    check_layouts(case(2, &[30], (2, 2), vec![w(2, 2, (3, 3), (3, 2), false)]));
    check_layouts(case(1, &[30], (2, 2), vec![w(5, 4, (3, 9), (6, 1), false)]));
    for features in [1, 2, 6] {
        let c = case(2, &[7, 11], (4, 4 * features), vec![w(3, 1, (1, 1), (1, 1), false); 2]);
        check_layouts(Case { groups: groups(4), ..c.clone() });
        check_layouts(Case { groups: groups(4), types: [F64; 3], ..c });
    }
    check_layouts(Case {
        groups: GroupCounts { feature: 1, batch: 2 },
        ..case(4, &[20], (3, 4), vec![w(3, 1, (1, 1), (1, 1), false)])
    });
    check_layouts(case(
        1,
        &[3, 40, 9],
        (1, 2),
        vec![w(2, 1, (0, 1), (1, 1), false), w(3, 1, (1, 1), (3, 2), false), w(4, 1, (2, 1), (1, 1), false)],
    ));
}

#[test]
fn element_types() {
    let w = || vec![window(3, 1, (1, 1), (1, 1), false), window(3, 2, (1, 0), (1, 1), false)];
    for types in
        [[F64; 3], [BF16; 3], [BF16, BF16, F32], [F16; 3], [S8, S8, S32], [U8, S8, S32], [S32; 3], [S64; 3], [Pred; 3]]
    {
        check_layouts(Case { types, ..case(2, &[6, 9], (5, 18), w()) });
        check_layouts(Case { types, ..case(1, &[6, 9], (16, 7), w()) });
        check_layouts(Case { types, groups: GroupCounts { feature: 20, batch: 1 }, ..case(1, &[6, 9], (20, 20), w()) });
    }
}

#[test]
fn empty() {
    let w = |size| vec![window(size, 1, (0, 0), (1, 1), false)];
    check_layouts(case(2, &[3], (4, 5), w(4)));
    check_layouts(case(2, &[3], (0, 5), w(2)));
    check_layouts(case(0, &[3], (4, 5), w(2)));
    check_layouts(case(2, &[0], (4, 5), vec![window(2, 1, (2, 1), (1, 1), false)]));
}

#[test]
fn complex_numbers() {
    let w = || vec![window(3, 1, (1, 1), (1, 1), true), window(2, 2, (1, 0), (2, 1), false)];
    for bits in 0..8 {
        let features_first = [bits & 1 != 0, bits & 2 != 0, bits & 4 != 0];
        let c = Case { types: [C64; 3], features_first, ..case(2, &[4, 5], (3, 4), w()) };
        let mut numbers = Numbers::new(bits);
        let s = shapes(&c, &mut numbers);
        let spec = spec::Convolution::new((&s.lhs, &s.rhs, &s.output), &c.window, &s.dims, c.groups);
        let mut parts = |shape: &ArrayShape| [random_values(shape, &mut numbers), random_values(shape, &mut numbers)];
        let (x, y) = (parts(&s.lhs), parts(&s.rhs));
        let [rr, ii, ri, ir] = [(0, 0), (1, 1), (0, 1), (1, 0)].map(|(i, j)| naive(&c, &s, &x[i], &y[j]));
        let out: Vec<i64> = (0..rr.len()).flat_map(|i| [rr[i] - ii[i], ri[i] + ir[i]]).collect();
        let interleave =
            |p: &[Vec<i64>; 2]| write(F32, &p[0].iter().zip(&p[1]).flat_map(|(&r, &i)| [r, i]).collect::<Vec<_>>());
        let (lhs, rhs, expected) = (interleave(&x), interleave(&y), write(F32, &out));
        let mut got = vec![0xffu8; expected.len()];
        let convolution = Convolution::new(&spec).expect("a supported type");
        unsafe { convolution.run(&Pool::new(2), lhs.as_ptr(), rhs.as_ptr(), got.as_mut_ptr(), None) };
        assert!(got == expected, "{c:?}");
    }
}
