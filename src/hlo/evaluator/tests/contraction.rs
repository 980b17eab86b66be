use super::*;
use ElementType::*;

fn dot(dims: DotDimensionNumbers) -> Op {
    Op::Dot { dims, precision: Default::default(), algorithm: None }
}

#[test]
fn dot_with_any_order_of_dimensions() {
    let lhs = s32s(&[2, 3], &[1, 2, 3, 4, 5, 6]);
    let rhs = s32s(&[3, 2], &[1, 0, 0, 1, 1, 1]);
    let plain = DotDimensionNumbers { lhs_contracting: vec![1], rhs_contracting: vec![0], ..Default::default() };
    let product = run(dot(plain), &[&lhs, &rhs], Shape::array(S32, [2, 2])).unwrap();
    assert_eq!(elements::<i32>(&product), [4, 5, 10, 11]);
    let both = DotDimensionNumbers { lhs_contracting: vec![0, 1], rhs_contracting: vec![1, 0], ..Default::default() };
    let scalar = run(dot(both), &[&lhs, &rhs], Shape::array(S32, [])).unwrap();
    assert_eq!(elements::<i32>(&scalar), [1 + 3 + 5 + 6]);
    let batched = DotDimensionNumbers {
        lhs_batch: vec![1],
        rhs_batch: vec![0],
        lhs_contracting: vec![0],
        rhs_contracting: vec![1],
    };
    let diagonal = run(dot(batched), &[&lhs, &rhs], Shape::array(S32, [3])).unwrap();
    assert_eq!(elements::<i32>(&diagonal), [1, 5, 9]);
}

#[test]
fn dot_of_nothing_is_zero_and_narrow_types_widen() {
    let plain = || DotDimensionNumbers { lhs_contracting: vec![1], rhs_contracting: vec![0], ..Default::default() };
    let empty = run(dot(plain()), &[&f32s(&[2, 0], &[]), &f32s(&[0, 1], &[])], Shape::array(F32, [2, 1])).unwrap();
    assert_eq!(elements::<f32>(&empty), [0.0; 2]);
    let (a, b) = (array(S8, &[1, 2], &[127i8, 127]), array(S8, &[2, 1], &[127i8, 127]));
    let wide = run(dot(plain()), &[&a, &b], Shape::array(S32, [1, 1])).unwrap();
    assert_eq!(elements::<i32>(&wide), [2 * 127 * 127]);
    let wrapped = run(dot(plain()), &[&a, &b], Shape::array(S8, [1, 1])).unwrap();
    assert_eq!(elements::<i8>(&wrapped), [2]);
}

fn convolution(window: WindowDimension, feature_groups: usize, batch_groups: usize) -> Op {
    let dims = ConvolutionDimensionNumbers {
        input_batch: 0,
        input_feature: 1,
        input_spatial: vec![2],
        kernel_output_feature: 0,
        kernel_input_feature: 1,
        kernel_spatial: vec![2],
        output_batch: 0,
        output_feature: 1,
        output_spatial: vec![2],
    };
    Op::Convolution {
        window: vec![window],
        dims,
        feature_group_count: feature_groups,
        batch_group_count: batch_groups,
        precision: Default::default(),
    }
}

/// One batch entry, one feature.
fn convolve(input: &[i32], kernel: &[i32], window: WindowDimension) -> Vec<i32> {
    let shape = Shape::array(S32, [1, 1, window.output_size(input.len())]);
    let operands = [&s32s(&[1, 1, input.len()], input), &s32s(&[1, 1, kernel.len()], kernel)];
    elements(&run(convolution(window, 1, 1), &operands, shape).unwrap())
}

#[test]
fn convolution_windows() {
    let window = WindowDimension::of_size(2);
    let (input, kernel) = ([1, 2, 3, 4], [1, 10]);
    assert_eq!(convolve(&input, &kernel, window), [21, 32, 43]);
    assert_eq!(convolve(&input, &kernel, WindowDimension { reversal: true, ..window }), [12, 23, 34]);
    assert_eq!(convolve(&input, &kernel, WindowDimension { stride: 2, ..window }), [21, 43]);
    assert_eq!(convolve(&input, &kernel, WindowDimension { window_dilation: 3, ..window }), [41]);
    let holes = WindowDimension { base_dilation: 2, ..window };
    assert_eq!(convolve(&input, &kernel, holes), [1, 20, 2, 30, 3, 40]);
    let cut = WindowDimension { padding_low: -1, padding_high: 1, ..window };
    assert_eq!(convolve(&input, &kernel, cut), [32, 43, 4]);
    assert_eq!(convolve(&[1], &kernel, window), [0; 0]);
}

#[test]
fn convolution_groups() {
    let input = s32s(&[1, 2, 2], &[1, 2, 3, 4]);
    let kernel = s32s(&[2, 1, 1], &[10, 100]);
    let by_feature =
        run(convolution(WindowDimension::of_size(1), 2, 1), &[&input, &kernel], Shape::array(S32, [1, 2, 2]));
    assert_eq!(elements::<i32>(&by_feature.unwrap()), [10, 20, 300, 400]);
    let input = s32s(&[2, 1, 2], &[1, 2, 3, 4]);
    let by_batch =
        run(convolution(WindowDimension::of_size(1), 1, 2), &[&input, &kernel], Shape::array(S32, [1, 2, 2]));
    assert_eq!(elements::<i32>(&by_batch.unwrap()), [10, 20, 300, 400]);
}
