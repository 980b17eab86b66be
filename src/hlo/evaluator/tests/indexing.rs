use super::*;
use ElementType::*;

#[test]
fn gather_clamps_its_starts() {
    let operand = s32s(&[3, 2], &[1, 2, 3, 4, 5, 6]);
    let dims = GatherDimensionNumbers {
        offset_dims: vec![1],
        collapsed_slice_dims: vec![0],
        start_index_map: vec![0],
        index_vector_dim: 1,
        ..Default::default()
    };
    let op = Op::Gather { dims, slice_sizes: vec![1, 2], indices_are_sorted: false };
    let indices = s32s(&[4], &[2, -7, 99, 1]);
    let result = run(op, &[&operand, &indices], Shape::array(S32, [4, 2])).unwrap();
    assert_eq!(elements::<i32>(&result), [5, 6, 1, 2, 5, 6, 3, 4]);
}

#[test]
fn gather_runs_over_batching_dimensions() {
    let operand = s32s(&[2, 3], &[1, 2, 3, 4, 5, 6]);
    let dims = GatherDimensionNumbers {
        operand_batching_dims: vec![0],
        start_indices_batching_dims: vec![0],
        collapsed_slice_dims: vec![1],
        start_index_map: vec![1],
        index_vector_dim: 2,
        ..Default::default()
    };
    let op = Op::Gather { dims, slice_sizes: vec![1, 1], indices_are_sorted: false };
    let indices = s32s(&[2, 2, 1], &[2, 0, 1, 1]);
    let result = run(op, &[&operand, &indices], Shape::array(S32, [2, 2])).unwrap();
    assert_eq!(elements::<i32>(&result), [3, 1, 5, 5]);
}

fn scatter_of_windows(indices: &[i32]) -> Vec<i32> {
    let (module, add) = module_of(BinaryOp::Add, S32);
    let dims = ScatterDimensionNumbers {
        update_window_dims: vec![1],
        scatter_dims_to_operand_dims: vec![0],
        index_vector_dim: 1,
        ..Default::default()
    };
    let op = Op::Scatter { dims, indices_are_sorted: false, unique_indices: false, to_apply: add };
    let updates = s32s(&[indices.len(), 2], &(1..=2 * indices.len() as i32).collect::<Vec<_>>());
    let operands = [&s32s(&[4], &[0; 4]), &s32s(&[indices.len(), 1], indices), &updates];
    elements(&run_in(&module, op, &operands, Shape::array(S32, [4])).unwrap())
}

#[test]
fn scatter_drops_updates_element_by_element() {
    assert_eq!(scatter_of_windows(&[0, 0]), [4, 6, 0, 0]);
    assert_eq!(scatter_of_windows(&[3, -1]), [4, 0, 0, 1]);
    assert_eq!(scatter_of_windows(&[4, i32::MIN]), [0; 4]);
    assert_eq!(scatter_of_windows(&[]), [0; 4]);
}

#[test]
fn scatter_of_several_arrays() {
    let (module, region) = module_with(&[S32, F32, S32, F32], |computation, ids| {
        let shape = Shape::Tuple(vec![Shape::scalar(S32), Shape::scalar(F32)]);
        computation.add_root(Instruction::new(Op::Tuple, shape, [ids[2], ids[1]]));
    });
    let dims = ScatterDimensionNumbers {
        inserted_window_dims: vec![0],
        scatter_dims_to_operand_dims: vec![0],
        index_vector_dim: 1,
        ..Default::default()
    };
    let op = Op::Scatter { dims, indices_are_sorted: false, unique_indices: true, to_apply: region };
    let (a, b) = (s32s(&[2], &[1, 2]), f32s(&[2], &[1.0, 2.0]));
    let operands = [&a, &b, &s32s(&[1], &[1]), &s32s(&[1], &[9]), &f32s(&[1], &[9.0])];
    let shape = Shape::Tuple(vec![Shape::array(S32, [2]), Shape::array(F32, [2])]);
    let Literal::Tuple(parts) = run_in(&module, op, &operands, shape).unwrap() else { panic!() };
    assert_eq!((elements::<i32>(&parts[0]), elements::<f32>(&parts[1])), (vec![1, 9], vec![1.0, 2.0]));
}

#[test]
fn dynamic_slices_stay_within() {
    let x = s32s(&[4], &[1, 2, 3, 4]);
    let slice = |start: i64| {
        let start = array(S64, &[], &[start]);
        elements::<i32>(&run(Op::DynamicSlice { sizes: vec![2] }, &[&x, &start], Shape::array(S32, [2])).unwrap())
    };
    assert_eq!([i64::MIN, 1, i64::MAX].map(slice), [vec![1, 2], vec![2, 3], vec![3, 4]]);
    let operands = [&x, &s32s(&[2], &[8, 9]), &array(U8, &[], &[200u8])];
    let updated = run(Op::DynamicUpdateSlice, &operands, Shape::array(S32, [4])).unwrap();
    assert_eq!(elements::<i32>(&updated), [1, 2, 8, 9]);
}
