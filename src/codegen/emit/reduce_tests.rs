//! Reductions, run.

use super::testing::{Program, counting, f32s, region};
use crate::hlo::{
    ArrayLiteral, BinaryOp, ComparisonDirection, ComparisonOrder, Computation, ElementType, Instruction, Literal, Op,
    Shape, UnaryOp,
};

fn f32_shape(dims: &[usize]) -> Shape {
    Shape::array(ElementType::F32, dims)
}

fn scalar(program: &mut Program, value: f32) -> u32 {
    program.add(Op::Constant(Literal::from(f32s(&[], &[value]))), f32_shape(&[]), &[])
}

/// Reduces the only argument along some dimensions.
fn reduce(dims: &[usize], along: &[usize], op: BinaryOp, init: f32, argument: &ArrayLiteral) -> ArrayLiteral {
    let mut program = Program::new(&[f32_shape(dims)]);
    let to_apply = region(&mut program, op, ElementType::F32);
    let init = scalar(&mut program, init);
    let kept: Vec<usize> = (0..dims.len()).filter(|d| !along.contains(d)).map(|d| dims[d]).collect();
    program.add(Op::Reduce { dimensions: along.to_vec(), to_apply }, f32_shape(&kept), &[0, init]);
    program.run(std::slice::from_ref(argument)).remove(0)
}

#[test]
fn sums_rows_of_every_length() {
    for n in [1, 2, 3, 8, 9, 15, 33, 64, 100, 257] {
        let argument = counting(&[5, n]);
        let expected: Vec<f32> = (0..5).map(|r| (0..n).map(|c| (r * n + c) as f32).sum()).collect();
        assert_eq!(reduce(&[5, n], &[1], BinaryOp::Add, 0.0, &argument), f32s(&[5], &expected), "{n}");
    }
}

#[test]
fn sums_columns_of_every_length() {
    for n in [1, 3, 8, 17, 70, 130] {
        let argument = counting(&[11, n]);
        let expected: Vec<f32> = (0..n).map(|c| (0..11).map(|r| (r * n + c) as f32).sum()).collect();
        assert_eq!(reduce(&[11, n], &[0], BinaryOp::Add, 1.0, &argument), {
            f32s(&[n], &expected.iter().map(|e| e + 1.0).collect::<Vec<_>>())
        });
    }
}

#[test]
fn reduces_middle_and_outer_dimensions() {
    let argument = counting(&[3, 4, 5]);
    let at = |a: usize, b: usize, c: usize| (a * 20 + b * 5 + c) as f32;
    let middle: Vec<f32> = (0..15).map(|i| at(i / 5, 3, i % 5)).collect();
    assert_eq!(reduce(&[3, 4, 5], &[1], BinaryOp::Maximum, -1.0, &argument), f32s(&[3, 5], &middle));
    let outer: Vec<f32> = (0..4).map(|b| at(0, b, 0)).collect();
    assert_eq!(reduce(&[3, 4, 5], &[0, 2], BinaryOp::Minimum, 1e9, &argument), f32s(&[4], &outer));
}

#[test]
fn whole_reductions_use_phases() {
    for dims in [vec![70_001], vec![300, 301], vec![2, 100_003]] {
        let count: usize = dims.iter().product();
        let ones = f32s(&dims, &vec![1.0; count]);
        let along: Vec<usize> = (0..dims.len()).collect();
        assert_eq!(reduce(&dims, &along, BinaryOp::Add, 0.5, &ones), f32s(&[], &[count as f32 + 0.5]), "{dims:?}");
    }
}

#[test]
fn tall_columns_use_phases() {
    let ones = f32s(&[20_003, 5], &[1.0; 100_015]);
    assert_eq!(reduce(&[20_003, 5], &[0], BinaryOp::Add, 0.0, &ones), f32s(&[5], &[20_003.0; 5]));
}

#[test]
fn maximum_keeps_nan_and_sums_keep_minus_zero() {
    let mut items = [1.0f32; 40];
    items[17] = f32::NAN;
    let result = reduce(&[40], &[0], BinaryOp::Maximum, f32::NEG_INFINITY, &f32s(&[40], &items));
    assert!(result.elements::<f32>()[0].is_nan());
    let zeros = f32s(&[40], &[-0.0; 40]);
    assert!(reduce(&[40], &[0], BinaryOp::Add, -0.0, &zeros).elements::<f32>()[0].is_sign_negative());
}

#[test]
fn softmax_reuses_its_exponentials() {
    let (rows, columns) = (3, 37);
    let shape = f32_shape(&[rows, columns]);
    let mut program = Program::new(std::slice::from_ref(&shape));
    let maximum = region(&mut program, BinaryOp::Maximum, ElementType::F32);
    let add = region(&mut program, BinaryOp::Add, ElementType::F32);
    let lowest = scalar(&mut program, f32::NEG_INFINITY);
    let zero = scalar(&mut program, 0.0);
    let row = f32_shape(&[rows]);
    let over_rows = Op::Broadcast { dimensions: vec![0] };
    let max = program.add(Op::Reduce { dimensions: vec![1], to_apply: maximum }, row.clone(), &[0, lowest]);
    let max = program.add(over_rows.clone(), shape.clone(), &[max]);
    let shifted = program.add(Op::Binary(BinaryOp::Subtract), shape.clone(), &[0, max]);
    let exp = program.add(Op::Unary(UnaryOp::Exponential), shape.clone(), &[shifted]);
    let sum = program.add(Op::Reduce { dimensions: vec![1], to_apply: add }, row, &[exp, zero]);
    let sum = program.add(over_rows, shape.clone(), &[sum]);
    program.add(Op::Binary(BinaryOp::Divide), shape, &[exp, sum]);
    let items: Vec<f32> = (0..rows * columns).map(|i| (i * 7 % 13) as f32).collect();
    let result = program.run(&[f32s(&[rows, columns], &items)]);
    for (input, output) in items.chunks(columns).zip(result[0].elements::<f32>().chunks(columns)) {
        let total: f64 = input.iter().map(|&x| f64::from(x).exp()).sum();
        for (&x, &y) in input.iter().zip(output) {
            let expected = f64::from(x).exp() / total;
            assert!((f64::from(y) - expected).abs() < 1e-6 * expected + 1e-12, "{y} for {expected}");
        }
    }
}

/// The computation that JAX gives for argmax: ties go to the lower index.
fn argmax_region(program: &mut Program, ties: bool) -> crate::hlo::ComputationId {
    let (f32_type, s32) = (Shape::scalar(ElementType::F32), Shape::scalar(ElementType::S32));
    let pred = Shape::scalar(ElementType::Pred);
    let mut region = Computation::new("argmax");
    let parameters = [&f32_type, &s32, &f32_type, &s32];
    let p: Vec<_> =
        parameters.into_iter().enumerate().map(|(n, s)| region.add_parameter(n, s.clone(), &None)).collect();
    let compare = |direction| Op::Compare { direction, order: ComparisonOrder::Partial };
    let greater = region.add(Instruction::new(compare(ComparisonDirection::Gt), pred.clone(), [p[0], p[2]]));
    let equal = region.add(Instruction::new(compare(ComparisonDirection::Eq), pred.clone(), [p[0], p[2]]));
    let lower = region.add(Instruction::new(compare(ComparisonDirection::Lt), pred.clone(), [p[1], p[3]]));
    let tie = region.add(Instruction::new(
        Op::Binary(BinaryOp::And),
        pred.clone(),
        [equal, if ties { lower } else { equal }],
    ));
    let first = region.add(Instruction::new(Op::Binary(BinaryOp::Or), pred, [greater, tie]));
    let value = region.add(Instruction::new(Op::Select, f32_type.clone(), [first, p[0], p[2]]));
    let index = region.add(Instruction::new(Op::Select, s32.clone(), [first, p[1], p[3]]));
    region.add_root(Instruction::new(Op::Tuple, Shape::Tuple(vec![f32_type, s32]), [value, index]));
    program.module.add_computation(region)
}

#[test]
fn argmax_finds_the_first_of_equals() {
    for (ties, count) in [(true, 37), (false, 37), (true, 200_000)] {
        let mut program = Program::new(&[f32_shape(&[count])]);
        let to_apply = argmax_region(&mut program, ties);
        let places = program.add(Op::Iota { dimension: 0 }, Shape::array(ElementType::S32, [count]), &[]);
        let lowest = scalar(&mut program, f32::NEG_INFINITY);
        let zero = ArrayLiteral::from_slice(ElementType::S32, [], &[0i32]);
        let zero = program.add(Op::Constant(Literal::from(zero)), Shape::scalar(ElementType::S32), &[]);
        let result = Shape::Tuple(vec![Shape::scalar(ElementType::F32), Shape::scalar(ElementType::S32)]);
        program.add(Op::Reduce { dimensions: vec![0], to_apply }, result, &[0, places, lowest, zero]);
        let mut items = vec![1.0f32; count];
        items[21] = 5.0;
        items[30] = 5.0;
        items[count - 1] = 5.0;
        let result = program.run(&[f32s(&[count], &items)]);
        assert_eq!((result[0].elements::<f32>()[0], result[1].elements::<i32>()[0]), (5.0, 21));
    }
}

#[test]
fn other_computations_go_in_order() {
    let mut program = Program::new(&[f32_shape(&[20])]);
    let to_apply = region(&mut program, BinaryOp::Subtract, ElementType::F32);
    let init = scalar(&mut program, 1000.0);
    program.add(Op::Reduce { dimensions: vec![0], to_apply }, f32_shape(&[]), &[0, init]);
    assert_eq!(program.run(&[counting(&[20])])[0], f32s(&[], &[810.0]));
}

#[test]
fn narrow_floats_are_summed_in_f32() {
    let bf16 = Shape::array(ElementType::BF16, [1000]);
    let mut program = Program::new(&[bf16]);
    let to_apply = region(&mut program, BinaryOp::Add, ElementType::BF16);
    let zero = ArrayLiteral::from_slice(ElementType::BF16, [], &[0u16]);
    let zero = program.add(Op::Constant(Literal::from(zero)), Shape::scalar(ElementType::BF16), &[]);
    program.add(Op::Reduce { dimensions: vec![0], to_apply }, Shape::scalar(ElementType::BF16), &[0, zero]);
    let ones = ArrayLiteral::from_slice(ElementType::BF16, [1000], &[0x3f80u16; 1000]);
    // 1000 is exact in bf16, and a sum in bf16 would have stopped at 256.
    assert_eq!(program.run(&[ones])[0].elements::<u16>(), [0x447a]);
}

#[test]
fn empty_reductions_give_the_init_value() {
    assert_eq!(reduce(&[3, 0], &[1], BinaryOp::Add, 7.0, &counting(&[3, 0])), f32s(&[3], &[7.0; 3]));
}

#[test]
fn integers_and_predicates_reduce() {
    let mut program = Program::new(&[Shape::array(ElementType::S8, [100])]);
    let to_apply = region(&mut program, BinaryOp::Minimum, ElementType::S8);
    let high = ArrayLiteral::from_slice(ElementType::S8, [], &[127i8]);
    let high = program.add(Op::Constant(Literal::from(high)), Shape::scalar(ElementType::S8), &[]);
    program.add(Op::Reduce { dimensions: vec![0], to_apply }, Shape::scalar(ElementType::S8), &[0, high]);
    let items: Vec<i8> = (0..100).map(|i| 50 - i).collect();
    assert_eq!(program.run(&[ArrayLiteral::from_slice(ElementType::S8, [100], &items)])[0].elements::<i8>(), [-49]);

    let mut program = Program::new(&[Shape::array(ElementType::Pred, [2, 50])]);
    let to_apply = region(&mut program, BinaryOp::Or, ElementType::Pred);
    let no = ArrayLiteral::from_slice(ElementType::Pred, [], &[0u8]);
    let no = program.add(Op::Constant(Literal::from(no)), Shape::scalar(ElementType::Pred), &[]);
    program.add(Op::Reduce { dimensions: vec![1], to_apply }, Shape::array(ElementType::Pred, [2]), &[0, no]);
    let mut items = [0u8; 100];
    items[77] = 1;
    let result = program.run(&[ArrayLiteral::from_slice(ElementType::Pred, [2, 50], &items)]);
    assert_eq!(result[0].elements::<u8>(), [0, 1]);
}
