use super::*;
use ElementType::*;

fn window(size: usize, stride: usize, low: i64, high: i64) -> WindowDimension {
    WindowDimension { stride, padding_low: low, padding_high: high, ..WindowDimension::of_size(size) }
}

#[test]
fn reduce_over_any_dimensions() {
    let (module, add) = module_of(BinaryOp::Add, S32);
    let x = s32s(&[2, 3], &[1, 2, 3, 4, 5, 6]);
    let reduce = |dimensions: &[usize], shape: &[usize]| {
        let op = Op::Reduce { dimensions: dimensions.to_vec(), to_apply: add };
        elements::<i32>(&run_in(&module, op, &[&x, &s32s(&[], &[10])], Shape::array(S32, shape)).unwrap())
    };
    assert_eq!(reduce(&[1], &[2]), [16, 25]);
    assert_eq!(reduce(&[0], &[3]), [15, 17, 19]);
    assert_eq!(reduce(&[0, 1], &[]), [31]);
    assert_eq!(reduce(&[], &[2, 3]), [11, 12, 13, 14, 15, 16]);
}

#[test]
fn reducing_nothing_gives_the_initial_value() {
    let (module, max) = module_of(BinaryOp::Maximum, F32);
    let op = Op::Reduce { dimensions: vec![1], to_apply: max };
    let operands = [&f32s(&[2, 0], &[]), &f32s(&[], &[f32::NEG_INFINITY])];
    let result = run_in(&module, op, &operands, Shape::array(F32, [2])).unwrap();
    assert_eq!(elements::<f32>(&result), [f32::NEG_INFINITY; 2]);
}

#[test]
fn sums_of_floats_are_rounded_at_their_end() {
    let (module, add) = module_of(BinaryOp::Add, F32);
    let op = Op::Reduce { dimensions: vec![0], to_apply: add };
    let x = f32s(&[3], &[1e8, 1.0, -1e8]);
    let result = run_in(&module, op, &[&x, &f32s(&[], &[0.0])], Shape::array(F32, [])).unwrap();
    assert_eq!(elements::<f32>(&result), [1.0]);
}

#[test]
fn a_variadic_reduction_finds_the_place_of_the_largest() {
    let (module, region) = module_with(&[F32, S32, F32, S32], |computation, ids| {
        let greater = Op::Compare { direction: ComparisonDirection::Ge, order: ComparisonOrder::Partial };
        let pred = computation.add(Instruction::new(greater, Shape::scalar(Pred), [ids[0], ids[2]]));
        let value = computation.add(Instruction::new(Op::Select, Shape::scalar(F32), [pred, ids[0], ids[2]]));
        let place = computation.add(Instruction::new(Op::Select, Shape::scalar(S32), [pred, ids[1], ids[3]]));
        let shape = Shape::Tuple(vec![Shape::scalar(F32), Shape::scalar(S32)]);
        computation.add_root(Instruction::new(Op::Tuple, shape, [value, place]));
    });
    let (x, places) = (f32s(&[4], &[1.0, 7.0, 7.0, -2.0]), s32s(&[4], &[0, 1, 2, 3]));
    let (low, zero) = (f32s(&[], &[f32::NEG_INFINITY]), s32s(&[], &[0]));
    let op = Op::Reduce { dimensions: vec![0], to_apply: region };
    let shape = Shape::Tuple(vec![Shape::scalar(F32), Shape::scalar(S32)]);
    let Literal::Tuple(parts) = run_in(&module, op, &[&x, &places, &low, &zero], shape).unwrap() else { panic!() };
    assert_eq!((elements::<f32>(&parts[0]), elements::<i32>(&parts[1])), (vec![7.0], vec![1]));
}

#[test]
fn windows_with_padding_strides_and_dilations() {
    let (module, add) = module_of(BinaryOp::Add, S32);
    let x = s32s(&[4], &[1, 2, 3, 4]);
    let reduce = |dimension: WindowDimension| {
        let shape = Shape::array(S32, [dimension.output_size(4)]);
        let op = Op::ReduceWindow { window: vec![dimension], to_apply: add };
        elements::<i32>(&run_in(&module, op, &[&x, &s32s(&[], &[0])], shape).unwrap())
    };
    assert_eq!(reduce(window(2, 1, 0, 0)), [3, 5, 7]);
    assert_eq!(reduce(window(2, 2, 1, 1)), [1, 5, 4]);
    assert_eq!(reduce(window(4, 1, 3, 0)), [1, 3, 6, 10]);
    assert_eq!(reduce(WindowDimension { window_dilation: 2, ..window(2, 1, 0, 0) }), [4, 6]);
    assert_eq!(reduce(WindowDimension { base_dilation: 2, ..window(2, 1, 0, 0) }), [1, 2, 2, 3, 3, 4]);
    assert_eq!(reduce(window(2, 1, -1, -1)), [5]);
}

#[test]
fn select_and_scatter_sends_to_the_first_of_equals() {
    let mut module = Module::new("test");
    let mut region = |op: Op, ty| {
        let mut computation = Computation::new("region");
        let ids = [0, 1].map(|i| computation.add_parameter(i, Shape::scalar(S32), &None));
        computation.add_root(Instruction::new(op, Shape::scalar(ty), ids));
        module.add_computation(computation)
    };
    let greater = Op::Compare { direction: ComparisonDirection::Ge, order: ComparisonOrder::Partial };
    let (select, scatter) = (region(greater, Pred), region(Op::Binary(BinaryOp::Add), S32));
    let op = Op::SelectAndScatter { window: vec![window(2, 1, 0, 0)], select, scatter };
    let operands = [&s32s(&[4], &[5, 5, 1, 6]), &s32s(&[3], &[1, 2, 3]), &s32s(&[], &[0])];
    let result = run_in(&module, op, &operands, Shape::array(S32, [4])).unwrap();
    assert_eq!(elements::<i32>(&result), [1, 2, 0, 3]);
}

#[test]
fn sort_is_stable_and_takes_any_comparator() {
    let (module, less) = module_of_less(&[F32, F32, S32, S32], ComparisonDirection::Lt);
    let keys = f32s(&[2, 3], &[3.0, 1.0, 3.0, f32::NAN, 2.0, 1.0]);
    let values = s32s(&[2, 3], &[0, 1, 2, 3, 4, 5]);
    let op = |dimension| Op::Sort { dimension, is_stable: true, comparator: less };
    let shape = Shape::Tuple(vec![Shape::array(F32, [2, 3]), Shape::array(S32, [2, 3])]);
    let sorted = |dimension| match run_in(&module, op(dimension), &[&keys, &values], shape.clone()).unwrap() {
        Literal::Tuple(parts) => elements::<i32>(&parts[1]),
        other => panic!("{other:?}"),
    };
    // NaN is less than nothing, and nothing less than NaN.
    assert_eq!(sorted(1), [1, 0, 2, 3, 5, 4]);
    assert_eq!(sorted(0), [0, 1, 5, 3, 4, 2]);
}

#[test]
fn topk_takes_nan_for_the_largest() {
    let x = f32s(&[4], &[1.0, f32::NAN, 3.0, 3.0]);
    let shape = Shape::Tuple(vec![Shape::array(F32, [3]), Shape::array(S32, [3])]);
    let indices = |largest| match run(Op::TopK { k: 3, largest }, &[&x], shape.clone()).unwrap() {
        Literal::Tuple(parts) => elements::<i32>(&parts[1]),
        other => panic!("{other:?}"),
    };
    assert_eq!(indices(true), [1, 2, 3]);
    assert_eq!(indices(false), [0, 2, 3]);
}

#[test]
fn map_applies_a_computation_to_each_place() {
    let (module, multiply) = module_of(BinaryOp::Multiply, S32);
    let op = Op::Map { to_apply: multiply };
    let result = run_in(&module, op, &[&s32s(&[2], &[2, 3]), &s32s(&[2], &[5, 7])], Shape::array(S32, [2])).unwrap();
    assert_eq!(elements::<i32>(&result), [10, 21]);
}
