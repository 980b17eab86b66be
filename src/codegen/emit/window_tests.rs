//! Windows, scans and scatters, against the evaluator.

use super::testing::{Program, counting, f32s, region};
use crate::hlo::{
    ArrayLiteral, BinaryOp, ComparisonDirection, ComparisonOrder, Computation, ElementType, Instruction, Literal, Op,
    PaddingDimension, ScatterDimensionNumbers, Shape, Window, WindowDimension,
};

fn f32_shape(dims: &[usize]) -> Shape {
    Shape::array(ElementType::F32, dims)
}

fn scalar(program: &mut Program, value: f32) -> u32 {
    program.add(Op::Constant(Literal::from(f32s(&[], &[value]))), f32_shape(&[]), &[])
}

/// Small integers in no order: sums of them are exact.
fn mixed(dims: &[usize]) -> ArrayLiteral {
    let items: Vec<f32> = (0..dims.iter().product::<usize>()).map(|i| (i * 37 % 101) as f32 - 50.0).collect();
    f32s(dims, &items)
}

fn check_window(dims: &[usize], window: Window, op: BinaryOp, init: f32) {
    let mut program = Program::new(&[f32_shape(dims)]);
    let to_apply = region(&mut program, op, ElementType::F32);
    let init = scalar(&mut program, init);
    let result: Vec<usize> = window.iter().zip(dims).map(|(w, &d)| w.output_size(d)).collect();
    program.add(Op::ReduceWindow { window, to_apply }, f32_shape(&result), &[0, init]);
    program.check(&[mixed(dims)]);
}

fn windowed(size: usize, stride: usize, low: i64, high: i64) -> WindowDimension {
    WindowDimension { stride, padding_low: low, padding_high: high, ..WindowDimension::of_size(size) }
}

#[test]
fn pooling_windows_of_all_kinds() {
    let one = WindowDimension::of_size(1);
    check_window(&[2, 9, 11, 16], vec![one, windowed(3, 2, 1, 1), windowed(3, 2, 1, 1), one], BinaryOp::Maximum, -1e9);
    check_window(&[2, 3, 9, 40], vec![one, one, windowed(3, 1, 1, 1), windowed(3, 1, 1, 1)], BinaryOp::Add, 0.0);
    check_window(&[2, 3, 9, 40], vec![one, one, windowed(2, 2, 0, 0), windowed(2, 2, 0, 0)], BinaryOp::Minimum, 1e9);
    let holes = WindowDimension { base_dilation: 2, window_dilation: 3, ..windowed(3, 1, 2, 1) };
    check_window(&[20, 24], vec![holes, windowed(1, 1, -2, -1)], BinaryOp::Add, 0.0);
    check_window(&[7, 60], vec![windowed(1, 1, 0, 0), windowed(50, 1, 20, 3)], BinaryOp::Add, 0.0);
}

#[test]
fn running_sums_in_both_directions() {
    let one = WindowDimension::of_size(1);
    for n in [2, 7, 8, 37, 64] {
        let reach = n as i64 - 1;
        for (low, high) in [(reach, 0), (0, reach)] {
            check_window(&[3, n], vec![one, windowed(n, 1, low, high)], BinaryOp::Add, 0.0);
            check_window(&[n, 19], vec![windowed(n, 1, low, high), one], BinaryOp::Maximum, f32::NEG_INFINITY);
            check_window(&[n], vec![windowed(n, 1, low, high)], BinaryOp::Minimum, f32::INFINITY);
        }
    }
}

fn scatter(
    dims: ScatterDimensionNumbers,
    operand: &[usize],
    indices: &[usize],
    updates: &[usize],
    at: &[i32],
    unique: bool,
) {
    let shapes = [f32_shape(operand), Shape::array(ElementType::S32, indices), f32_shape(updates)];
    for op in [BinaryOp::Add, BinaryOp::Maximum, BinaryOp::Subtract] {
        for in_place in [true, false] {
            let mut program = Program::new(&shapes);
            let to_apply = region(&mut program, op, ElementType::F32);
            let start =
                if in_place { 0 } else { program.add(Op::Unary(crate::hlo::UnaryOp::Negate), shapes[0].clone(), &[0]) };
            let op = Op::Scatter { dims: dims.clone(), indices_are_sorted: false, unique_indices: unique, to_apply };
            program.add(op, shapes[0].clone(), &[start, 1, 2]);
            let indices = ArrayLiteral::from_slice(ElementType::S32, indices, at);
            program.check_over(&[mixed(operand), indices, counting(updates)], in_place.then_some(0));
        }
    }
}

#[test]
fn scatters_rows_and_elements() {
    let rows = ScatterDimensionNumbers {
        update_window_dims: vec![1],
        inserted_window_dims: vec![0],
        scatter_dims_to_operand_dims: vec![0],
        index_vector_dim: 1,
        ..Default::default()
    };
    for width in [1, 5, 16, 48] {
        scatter(rows.clone(), &[6, width], &[5, 1], &[5, width], &[1, 4, 1, -1, 9], false);
        scatter(rows.clone(), &[6, width], &[4, 1], &[4, width], &[1, 4, 0, 9], true);
    }
    let elements = ScatterDimensionNumbers {
        inserted_window_dims: vec![0, 1],
        scatter_dims_to_operand_dims: vec![1, 0],
        index_vector_dim: 1,
        ..Default::default()
    };
    scatter(elements, &[3, 7], &[4, 2], &[4], &[6, 2, 0, 0, 6, 2, 7, 0], false);
}

#[test]
fn scattered_windows_may_hang_over_the_edge() {
    let windows = ScatterDimensionNumbers {
        update_window_dims: vec![1, 2],
        scatter_dims_to_operand_dims: vec![0, 1],
        index_vector_dim: 1,
        ..Default::default()
    };
    scatter(windows, &[6, 20], &[4, 2], &[4, 2, 8], &[0, 0, 5, 3, -1, 16, 2, 30], false);
}

#[test]
fn selects_and_scatters_maxima() {
    let one = WindowDimension::of_size(1);
    let cases: [(&[usize], Window); 2] = [
        (&[2, 9, 9, 16], vec![one, windowed(3, 2, 1, 1), windowed(3, 2, 1, 1), one]),
        (&[2, 3, 8, 9], vec![one, one, windowed(2, 2, 0, 0), windowed(3, 1, 1, 1)]),
    ];
    for (dims, window) in cases {
        let source: Vec<usize> = window.iter().zip(dims).map(|(w, &d)| w.output_size(d)).collect();
        let mut program = Program::new(&[f32_shape(dims), f32_shape(&source)]);
        let scatter = region(&mut program, BinaryOp::Add, ElementType::F32);
        let mut greater = Computation::new("ge");
        let parameters = [0, 1].map(|n| greater.add_parameter(n, f32_shape(&[]), &None));
        let compare = Op::Compare { direction: ComparisonDirection::Ge, order: ComparisonOrder::Partial };
        greater.add_root(Instruction::new(compare, Shape::scalar(ElementType::Pred), parameters));
        let select = program.module.add_computation(greater);
        let init = scalar(&mut program, 0.0);
        program.add(Op::SelectAndScatter { window, select, scatter }, f32_shape(dims), &[0, 1, init]);
        program.check(&[mixed(dims), counting(&source)]);
    }
}

#[test]
fn concatenations_of_large_parts() {
    for (dims, dimension) in [([&[3, 700][..], &[9, 700], &[1, 700]], 0), ([&[40, 3][..], &[40, 90], &[40, 8]], 1)] {
        let shapes: Vec<Shape> = dims.iter().map(|d| f32_shape(d)).collect();
        let mut result = dims[0].to_vec();
        result[dimension] = dims.iter().map(|d| d[dimension]).sum();
        let mut program = Program::new(&shapes);
        program.add(Op::Concatenate { dimension }, f32_shape(&result), &[0, 1, 2]);
        program.check(&dims.map(mixed));
        let mut program = Program::new(&shapes);
        let whole = program.add(Op::Concatenate { dimension }, f32_shape(&result), &[0, 1, 2]);
        program.add(Op::Unary(crate::hlo::UnaryOp::Negate), f32_shape(&result), &[whole]);
        program.check(&dims.map(mixed));
    }
}

#[test]
fn pads_inside_a_fusion() {
    for (low, high, interior) in [(3, 5, 0), (-2, 20, 0), (0, 0, 2)] {
        let padding = vec![PaddingDimension { low: 1, high: 2, interior: 0 }, PaddingDimension { low, high, interior }];
        let result: Vec<usize> = padding.iter().zip([5, 30]).map(|(p, d)| p.output_size(d) as usize).collect();
        let mut program = Program::new(&[f32_shape(&[5, 30]), f32_shape(&[])]);
        let padded = program.add(Op::Pad { padding }, f32_shape(&result), &[0, 1]);
        program.add(Op::Binary(BinaryOp::Add), f32_shape(&result), &[padded, padded]);
        program.check(&[mixed(&[5, 30]), f32s(&[], &[0.5])]);
    }
}
