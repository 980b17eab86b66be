use super::*;
use ElementType::*;

#[test]
fn narrow_floats_round_once() {
    // 1 + 2^-8 is a tie of bf16, which the sum goes past.
    let (a, b) = (array(BF16, &[1], &[0x3F80u16]), array(BF16, &[1], &[0x3B81u16]));
    let sum = run(Op::Binary(BinaryOp::Add), &[&a, &b], Shape::array(BF16, [1])).unwrap();
    assert_eq!(elements::<u16>(&sum), [0x3F81]);
    let third = run(Op::Binary(BinaryOp::Divide), &[&f32s(&[1], &[1.0]), &f32s(&[1], &[3.0])], Shape::array(F32, [1]));
    assert_eq!(elements::<f32>(&third.unwrap()), [1.0f32 / 3.0]);
}

#[test]
fn conversions_to_eight_bits() {
    let x = f32s(&[4], &[464.0, 465.0, -0.0, f32::NAN]);
    let convert = |to| elements::<u8>(&run(Op::Convert, &[&x], Shape::array(to, [4])).unwrap());
    assert_eq!(convert(F8E4M3FN), [0x7E, 0x7F, 0x80, 0x7F]);
    assert_eq!(convert(F8E4M3FNUZ), [0x80, 0x80, 0x00, 0x80]);
    assert_eq!(convert(S8), [127, 127, 0, 0]);
    assert_eq!(convert(Pred), [1, 1, 0, 1]);
}

#[test]
fn real_and_complex_parts() {
    let z = array(C64, &[2], &[[3f32, -4.0], [f32::NAN, f32::INFINITY]]);
    let part = |op| elements::<f32>(&run(Op::Unary(op), &[&z], Shape::array(F32, [2])).unwrap());
    assert_eq!(part(UnaryOp::Abs), [5.0, f32::INFINITY]);
    assert_eq!(part(UnaryOp::Imag), [-4.0, f32::INFINITY]);
    let finite = run(Op::Unary(UnaryOp::IsFinite), &[&z], Shape::array(Pred, [2])).unwrap();
    assert_eq!(elements::<u8>(&finite), [1, 0]);
    let pair = run(Op::Binary(BinaryOp::Complex), &[&f32s(&[1], &[1.0]), &f32s(&[1], &[-0.0])], Shape::array(C64, [1]));
    assert_eq!(elements::<[f32; 2]>(&pair.unwrap())[0][1].to_bits(), (-0f32).to_bits());
}

#[test]
fn comparisons_of_nan_and_zeros() {
    let (a, b) = (f32s(&[3], &[f32::NAN, -0.0, 1.0]), f32s(&[3], &[f32::NAN, 0.0, f32::NAN]));
    let compare = |direction, order| {
        elements::<u8>(&run(Op::Compare { direction, order }, &[&a, &b], Shape::array(Pred, [3])).unwrap())
    };
    use ComparisonDirection::*;
    use ComparisonOrder::*;
    assert_eq!(compare(Eq, Partial), [0, 1, 0]);
    assert_eq!(compare(Ne, Partial), [1, 0, 1]);
    assert_eq!(compare(Ge, Partial), [0, 1, 0]);
    assert_eq!(compare(Eq, Total), [1, 0, 0]);
    assert_eq!(compare(Lt, Total), [0, 1, 1]);
}

#[test]
fn clamp_and_select_take_scalars() {
    let x = f32s(&[4], &[-5.0, 0.5, 5.0, f32::NAN]);
    let clamped = run(Op::Clamp, &[&f32s(&[], &[0.0]), &x, &f32s(&[], &[1.0])], Shape::array(F32, [4])).unwrap();
    assert_eq!(elements::<f32>(&clamped)[..3], [0.0, 0.5, 1.0]);
    assert!(elements::<f32>(&clamped)[3].is_nan());
    let chosen = run(Op::Select, &[&array(Pred, &[], &[0u8]), &x, &clamped], Shape::array(F32, [4])).unwrap();
    assert_eq!(elements::<f32>(&chosen)[0], 0.0);
    let mask = array(Pred, &[4], &[1u8, 0, 0, 1]);
    let mixed = run(Op::Select, &[&mask, &x, &clamped], Shape::array(F32, [4])).unwrap();
    assert_eq!(elements::<f32>(&mixed)[..3], [-5.0, 0.5, 1.0]);
}

#[test]
fn bitcasts_change_width_from_the_low_end() {
    let words = array(U32, &[2], &[0x0403_0201u32, 0x0807_0605]);
    let bytes = run(Op::BitcastConvert, &[&words], Shape::array(U8, [2, 4])).unwrap();
    assert_eq!(elements::<u8>(&bytes), [1, 2, 3, 4, 5, 6, 7, 8]);
    let nibbles = run(Op::BitcastConvert, &[&array(U8, &[1], &[0xF1u8])], Shape::array(S4, [1, 2])).unwrap();
    assert_eq!(elements::<i8>(&nibbles), [1, -1]);
    let back = run(Op::BitcastConvert, &[&nibbles], Shape::array(U8, [1])).unwrap();
    assert_eq!(elements::<u8>(&back), [0xF1]);
}

#[test]
fn iota_counts_along_its_dimension() {
    let iota = |ty, dims: &[usize], dimension| run(Op::Iota { dimension }, &[], Shape::array(ty, dims)).unwrap();
    assert_eq!(elements::<i32>(&iota(S32, &[2, 3], 1)), [0, 1, 2, 0, 1, 2]);
    assert_eq!(elements::<i32>(&iota(S32, &[2, 3], 0)), [0, 0, 0, 1, 1, 1]);
    assert_eq!(elements::<u8>(&iota(F8E5M2, &[2], 0)), [0, 0x3C]);
    assert_eq!(elements::<i8>(&iota(S2, &[4], 0)), [0, 1, -2, -1]);
    assert!(elements::<i32>(&iota(S32, &[0, 3], 1)).is_empty());
}

#[test]
fn what_is_not_defined_is_said() {
    let error = run(Op::Binary(BinaryOp::And), &[&f32s(&[1], &[1.0]); 2], Shape::array(F32, [1])).unwrap_err();
    assert_eq!(error.to_string(), "and is not defined on f32");
    assert_eq!(error.kind, EvalErrorKind::Unsupported);
}
