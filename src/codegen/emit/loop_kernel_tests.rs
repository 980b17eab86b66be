//! Loop kernels, run.

use super::testing::{Program, counting, f32s};
use crate::hlo::{
    ArrayLiteral, ArrayShape, BinaryOp, ComparisonDirection, ComparisonOrder, ElementType, GatherDimensionNumbers,
    Layout, Literal, Op, PaddingDimension, Shape, UnaryOp,
};

fn f32_shape(dims: &[usize]) -> Shape {
    Shape::array(ElementType::F32, dims)
}

#[test]
fn adds_arrays_of_every_tail() {
    for n in [1, 2, 3, 7, 8, 9, 31, 64, 100, 5000, 9001, 70001] {
        let shape = f32_shape(&[n]);
        let mut program = Program::new(&[shape.clone(), shape.clone()]);
        program.add(Op::Binary(BinaryOp::Add), shape, &[0, 1]);
        let argument = counting(&[n]);
        let expected: Vec<f32> = (0..n).map(|i| 2.0 * i as f32).collect();
        assert_eq!(program.run(&[argument.clone(), argument])[0], f32s(&[n], &expected));
    }
}

#[test]
fn adds_an_empty_array() {
    let shape = f32_shape(&[3, 0]);
    let mut program = Program::new(&[shape.clone(), shape.clone()]);
    program.add(Op::Binary(BinaryOp::Add), shape, &[0, 1]);
    assert_eq!(program.run(&[counting(&[3, 0]), counting(&[3, 0])])[0], counting(&[3, 0]));
}

#[test]
fn broadcasts_along_rows_and_columns() {
    let (rows, columns) = (5, 19);
    let shape = f32_shape(&[rows, columns]);
    let mut program = Program::new(&[f32_shape(&[rows]), f32_shape(&[columns])]);
    let down = program.add(Op::Broadcast { dimensions: vec![0] }, shape.clone(), &[0]);
    let across = program.add(Op::Broadcast { dimensions: vec![1] }, shape.clone(), &[1]);
    program.add(Op::Binary(BinaryOp::Multiply), shape, &[down, across]);
    let expected: Vec<f32> = (0..rows * columns).map(|i| ((i / columns) * (i % columns)) as f32).collect();
    assert_eq!(program.run(&[counting(&[rows]), counting(&[columns])])[0], f32s(&[rows, columns], &expected));
}

#[test]
fn iota_of_every_type_counts() {
    for (ty, width) in [(ElementType::S8, 1), (ElementType::U16, 2), (ElementType::S32, 4), (ElementType::S64, 8)] {
        let shape = Shape::array(ty, [3, 11]);
        let mut program = Program::new(&[]);
        program.add(Op::Iota { dimension: 1 }, shape, &[]);
        let bytes: Vec<u8> = (0..33u64).flat_map(|i| (i % 11).to_le_bytes()[..width].to_vec()).collect();
        let expected = ArrayLiteral::new(ty, [3, 11], crate::hlo::Bytes::copy_of(&bytes));
        assert_eq!(program.run(&[])[0], expected);
    }
}

#[test]
fn reshapes_transposes_reverses_and_slices() {
    let mut program = Program::new(&[f32_shape(&[4, 6])]);
    let a = program.add(Op::Reshape, f32_shape(&[2, 12]), &[0]);
    let b = program.add(Op::Transpose { permutation: vec![1, 0] }, f32_shape(&[12, 2]), &[a]);
    let c = program.add(Op::Reverse { dimensions: vec![0] }, f32_shape(&[12, 2]), &[b]);
    let slice = Op::Slice { starts: vec![1, 0], limits: vec![11, 2], strides: vec![3, 1] };
    program.add(slice, f32_shape(&[4, 2]), &[c]);
    let expected = [10.0, 22.0, 7.0, 19.0, 4.0, 16.0, 1.0, 13.0];
    assert_eq!(program.run(&[counting(&[4, 6])])[0], f32s(&[4, 2], &expected));
}

#[test]
fn reverses_the_minor_dimension() {
    let mut program = Program::new(&[f32_shape(&[2, 21])]);
    program.add(Op::Reverse { dimensions: vec![1] }, f32_shape(&[2, 21]), &[0]);
    let expected: Vec<f32> = (0..42).map(|i| (i / 21 * 21 + 20 - i % 21) as f32).collect();
    assert_eq!(program.run(&[counting(&[2, 21])])[0], f32s(&[2, 21], &expected));
}

#[test]
fn constants_are_inlined_or_read() {
    let shape = f32_shape(&[40]);
    let mut program = Program::new(&[]);
    let items: Vec<f32> = (0..40).map(|i| (i * i) as f32).collect();
    let table = program.add(Op::Constant(Literal::from(f32s(&[40], &items))), shape.clone(), &[]);
    let one = program.add(Op::Constant(Literal::from(f32s(&[], &[1.0]))), f32_shape(&[]), &[]);
    let ones = program.add(Op::Broadcast { dimensions: vec![] }, shape.clone(), &[one]);
    program.add(Op::Binary(BinaryOp::Add), shape, &[table, ones]);
    let expected: Vec<f32> = items.iter().map(|i| i + 1.0).collect();
    assert_eq!(program.run(&[])[0], f32s(&[40], &expected));
}

#[test]
fn pads_with_edges_and_holes() {
    let mut program = Program::new(&[f32_shape(&[2, 5]), f32_shape(&[])]);
    let padding =
        vec![PaddingDimension { low: 1, high: 0, interior: 0 }, PaddingDimension { low: 2, high: -1, interior: 1 }];
    program.add(Op::Pad { padding }, f32_shape(&[3, 10]), &[0, 1]);
    let p = -1.0;
    let expected = [
        p, p, p, p, p, p, p, p, p, p, //
        p, p, 0.0, p, 1.0, p, 2.0, p, 3.0, p, //
        p, p, 5.0, p, 6.0, p, 7.0, p, 8.0, p,
    ];
    assert_eq!(program.run(&[counting(&[2, 5]), f32s(&[], &[p])])[0], f32s(&[3, 10], &expected));
}

#[test]
fn concatenates_along_both_dimensions() {
    for dimension in [0, 1] {
        let dims = |n: usize| if dimension == 0 { vec![n, 12] } else { vec![12, n] };
        let parts: Vec<Shape> = [3, 10, 1].iter().map(|&n| f32_shape(&dims(n))).collect();
        let mut program = Program::new(&parts);
        program.add(Op::Concatenate { dimension }, f32_shape(&dims(14)), &[0, 1, 2]);
        let arguments: Vec<_> = [3, 10, 1].iter().map(|&n| counting(&dims(n))).collect();
        let result = program.run(&arguments);
        let items = result[0].elements::<f32>();
        let at = |row: usize, column: usize| items[row * result[0].dims()[1] + column];
        let (a, b) = if dimension == 0 { ((4, 11), (13, 2)) } else { ((11, 4), (2, 13)) };
        let expected = if dimension == 0 { [23.0, 2.0] } else { [11.0 * 10.0 + 1.0, 2.0] };
        assert_eq!([at(a.0, a.1), at(b.0, b.1)], expected);
    }
}

#[test]
fn dynamic_slices_clamp_their_starts() {
    let s32 = Shape::scalar(ElementType::S32);
    let start = |n: i32| ArrayLiteral::from_slice(ElementType::S32, [], &[n]);
    let mut program = Program::new(&[f32_shape(&[4, 20]), s32.clone(), s32]);
    program.add(Op::DynamicSlice { sizes: vec![2, 9] }, f32_shape(&[2, 9]), &[0, 1, 2]);
    let result = program.run(&[counting(&[4, 20]), start(-3), start(100)]);
    let expected: Vec<f32> = (0..18).map(|i| (i / 9 * 20 + 11 + i % 9) as f32).collect();
    assert_eq!(result[0], f32s(&[2, 9], &expected));
}

#[test]
fn gathers_rows_and_elements() {
    let indices = Shape::array(ElementType::S32, [5, 1]);
    let wanted = ArrayLiteral::from_slice(ElementType::S32, [5, 1], &[3, 0, -2, 9, 1]);
    let dims = GatherDimensionNumbers {
        offset_dims: vec![1],
        collapsed_slice_dims: vec![0],
        start_index_map: vec![0],
        index_vector_dim: 1,
        ..Default::default()
    };
    let mut program = Program::new(&[f32_shape(&[4, 17]), indices.clone()]);
    let rows = Op::Gather { dims, slice_sizes: vec![1, 17], indices_are_sorted: false };
    program.add(rows, f32_shape(&[5, 17]), &[0, 1]);
    let result = program.run(&[counting(&[4, 17]), wanted.clone()]);
    let row = |r: usize| [3, 0, 0, 3, 1][r];
    let expected: Vec<f32> = (0..85).map(|i| (row(i / 17) * 17 + i % 17) as f32).collect();
    assert_eq!(result[0], f32s(&[5, 17], &expected));

    let dims = GatherDimensionNumbers {
        collapsed_slice_dims: vec![0],
        start_index_map: vec![0],
        index_vector_dim: 1,
        ..Default::default()
    };
    let mut program = Program::new(&[f32_shape(&[10]), indices]);
    program.add(Op::Gather { dims, slice_sizes: vec![1], indices_are_sorted: false }, f32_shape(&[5]), &[0, 1]);
    let result = program.run(&[counting(&[10]), wanted]);
    assert_eq!(result[0], f32s(&[5], &[3.0, 0.0, 0.0, 9.0, 1.0]));
}

#[test]
fn several_results_of_one_size() {
    let shape = f32_shape(&[6, 10]);
    let flat = Shape::array(ElementType::Pred, [60]);
    let mut program = Program::new(std::slice::from_ref(&shape));
    let negated = program.add(Op::Unary(UnaryOp::Negate), shape.clone(), &[0]);
    let compare = Op::Compare { direction: ComparisonDirection::Lt, order: ComparisonOrder::Partial };
    let negative = program.add(compare, Shape::array(ElementType::Pred, [6, 10]), &[negated, 0]);
    let flattened = program.add(Op::Reshape, flat.clone(), &[negative]);
    program.add(Op::Tuple, Shape::Tuple(vec![shape, flat]), &[negated, flattened]);
    let result = program.run(&[counting(&[6, 10])]);
    let negated: Vec<f32> = (0..60).map(|i| -(i as f32)).collect();
    assert_eq!(result[0], f32s(&[6, 10], &negated));
    let bytes: Vec<u8> = (0..60).map(|i| u8::from(i > 0)).collect();
    assert_eq!(result[1].elements::<u8>(), bytes);
}

#[test]
fn layouts_are_respected() {
    let mut column_major = ArrayShape::new(ElementType::F32, [3, 10]);
    column_major.layout = Layout::new(vec![0, 1]);
    let mut program = Program::new(&[Shape::Array(column_major), f32_shape(&[3, 10])]);
    program.add(Op::Binary(BinaryOp::Subtract), f32_shape(&[3, 10]), &[0, 1]);
    // The first argument's bytes are column-major: element (r, c) is number c * 3 + r.
    let result = program.run(&[counting(&[3, 10]), f32s(&[3, 10], &[0.0; 30])]);
    let expected: Vec<f32> = (0..30).map(|i| (i % 10 * 3 + i / 10) as f32).collect();
    assert_eq!(result[0], f32s(&[3, 10], &expected));
}

#[test]
fn bitcasts_between_widths() {
    let mut program = Program::new(&[Shape::array(ElementType::U32, [9])]);
    program.add(Op::BitcastConvert, Shape::array(ElementType::U8, [9, 4]), &[0]);
    let items: Vec<u32> = (0..9).map(|i| 0x0403_0201 + i).collect();
    let argument = ArrayLiteral::from_slice(ElementType::U32, [9], &items);
    let result = program.run(std::slice::from_ref(&argument));
    assert_eq!(result[0].bytes()[..], argument.bytes()[..]);
    let mut program = Program::new(&[Shape::array(ElementType::U8, [9, 4])]);
    program.add(Op::BitcastConvert, Shape::array(ElementType::U32, [9]), &[0]);
    assert_eq!(program.run(&result)[0].elements::<u32>(), items);
}

#[test]
fn a_result_may_take_its_operands_place() {
    for n in [5, 37, 64, 70_003] {
        let shape = f32_shape(&[n]);
        let mut program = Program::new(std::slice::from_ref(&shape));
        let one = program.add(Op::Constant(Literal::from(f32s(&[], &[1.0]))), f32_shape(&[]), &[]);
        let ones = program.add(Op::Broadcast { dimensions: vec![] }, shape.clone(), &[one]);
        program.add(Op::Binary(BinaryOp::Add), shape, &[0, ones]);
        let expected: Vec<f32> = (0..n).map(|i| i as f32 + 1.0).collect();
        assert_eq!(program.run_over(&[counting(&[n])], Some(0))[0], f32s(&[n], &expected));
    }
}

#[test]
fn an_update_is_written_in_place() {
    let s32 = Shape::scalar(ElementType::S32);
    let start = |n: i32| ArrayLiteral::from_slice(ElementType::S32, [], &[n]);
    let mut program = Program::new(&[f32_shape(&[4, 20]), f32_shape(&[2, 9]), s32.clone(), s32]);
    program.add(Op::DynamicUpdateSlice, f32_shape(&[4, 20]), &[0, 1, 2, 3]);
    let arguments = [counting(&[4, 20]), f32s(&[2, 9], &[-1.0; 18]), start(7), start(5)];
    let result = program.run_over(&arguments, Some(0));
    let inside = |i: i32| i / 20 >= 2 && (5..14).contains(&(i % 20));
    let expected: Vec<f32> = (0..80).map(|i| if inside(i) { -1.0 } else { i as f32 }).collect();
    assert_eq!(result[0], f32s(&[4, 20], &expected));
}

#[test]
fn transposes_in_tiles() {
    for (dims, permutation) in [([1, 100, 70], [0, 2, 1]), ([37, 5, 64], [2, 1, 0]), ([3, 130, 33], [0, 2, 1])] {
        let result = permutation.map(|d: usize| dims[d]);
        let mut program = Program::new(&[f32_shape(&dims), f32_shape(&result)]);
        let op = Op::Transpose { permutation: permutation.to_vec() };
        let turned = program.add(op, f32_shape(&result), &[0]);
        program.add(Op::Unary(UnaryOp::Negate), f32_shape(&result), &[turned]);
        program.check(&[counting(&dims), counting(&result)]);
    }
    for ty in [ElementType::U8, ElementType::F64, ElementType::BF16] {
        let mut program = Program::new(&[Shape::array(ty, [90, 75])]);
        program.add(Op::Transpose { permutation: vec![1, 0] }, Shape::array(ty, [75, 90]), &[0]);
        let bytes: Vec<u8> = (0..90 * 75 * ty.byte_width()).map(|i| (i * 7 % 251) as u8).collect();
        program.check(&[ArrayLiteral::new(ty, [90, 75], crate::hlo::Bytes::copy_of(&bytes))]);
    }
}
