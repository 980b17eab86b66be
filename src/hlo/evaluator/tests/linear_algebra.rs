use super::*;
use ElementType::*;

fn close(actual: &[f64], expected: &[f64]) {
    assert_eq!(actual.len(), expected.len());
    let near = actual.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12);
    assert!(near, "expected {expected:?}, found {actual:?}");
}

#[test]
fn cholesky_reads_one_triangle() {
    let a = array(F64, &[2, 2], &[4.0, f64::NAN, 2.0, 5.0]);
    let factor = run(Op::Cholesky { lower: true }, &[&a], Shape::array(F64, [2, 2])).unwrap();
    close(&elements(&factor), &[2.0, 0.0, 1.0, 2.0]);
    let hermitian = array(C128, &[2, 2], &[[4.0, 0.0], [2.0, 2.0], [0.0, 0.0], [6.0, 0.0]]);
    let factor = run(Op::Cholesky { lower: false }, &[&hermitian], Shape::array(C128, [2, 2])).unwrap();
    assert_eq!(elements::<[f64; 2]>(&factor), [[2.0, 0.0], [1.0, 1.0], [0.0, 0.0], [2.0, 0.0]]);
    let indefinite = array(F64, &[1, 1], &[-1.0]);
    let factor = run(Op::Cholesky { lower: true }, &[&indefinite], Shape::array(F64, [1, 1])).unwrap();
    assert!(elements::<f64>(&factor)[0].is_nan());
}

#[test]
fn triangular_solve_in_all_its_forms() {
    let a = array(F64, &[2, 2], &[2.0, 7.0, 1.0, 4.0]);
    let b = array(F64, &[2, 2], &[2.0, 4.0, 9.0, 6.0]);
    let solve = |left_side, lower, unit_diagonal, transpose_a| {
        let op = Op::TriangularSolve { left_side, lower, unit_diagonal, transpose_a };
        elements::<f64>(&run(op, &[&a, &b], Shape::array(F64, [2, 2])).unwrap())
    };
    close(&solve(true, true, false, Transpose::NoTranspose), &[1.0, 2.0, 2.0, 1.0]);
    close(&solve(true, true, true, Transpose::NoTranspose), &[2.0, 4.0, 7.0, 2.0]);
    close(&solve(true, true, false, Transpose::Transpose), &[-0.125, 1.25, 2.25, 1.5]);
    close(&solve(false, true, false, Transpose::NoTranspose), &[0.5, 1.0, 3.75, 1.5]);
    close(&solve(false, false, true, Transpose::Adjoint), &[-26.0, 4.0, -33.0, 6.0]);
}

#[test]
fn fft_round_trips_of_odd_and_even_lengths() {
    for length in [1usize, 4, 5, 7] {
        let items: Vec<f64> = (0..length).map(|i| (i * i) as f64 - 3.0).collect();
        let x = array(F64, &[length], &items);
        let half = length / 2 + 1;
        let op = |fft_type| Op::Fft { fft_type, length: vec![length] };
        let spectrum = run(op(FftType::Rfft), &[&x], Shape::array(C128, [half])).unwrap();
        close(&elements::<[f64; 2]>(&spectrum)[0], &[items.iter().sum(), 0.0]);
        let back = run(op(FftType::Irfft), &[&spectrum], Shape::array(F64, [length])).unwrap();
        close(&elements(&back), &items);
    }
}

#[test]
fn fft_over_two_dimensions() {
    let one = [[1f64, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]];
    let op = |fft_type| Op::Fft { fft_type, length: vec![2, 2] };
    let x = array(C128, &[2, 2], &one);
    let flat = run(op(FftType::Fft), &[&x], Shape::array(C128, [2, 2])).unwrap();
    assert_eq!(elements::<[f64; 2]>(&flat), [[1.0, 0.0]; 4]);
    let back = run(op(FftType::Ifft), &[&flat], Shape::array(C128, [2, 2])).unwrap();
    assert_eq!(elements::<[f64; 2]>(&back), one);
}

#[test]
fn batch_norms_agree_with_each_other() {
    let x = array(F64, &[3, 2], &[1.0, 10.0, 2.0, 20.0, 6.0, 30.0]);
    let (scale, offset) = (array(F64, &[2], &[2.0, 1.0]), array(F64, &[2], &[0.5, 0.0]));
    let features = Shape::array(F64, [2]);
    let shape = Shape::Tuple(vec![Shape::array(F64, [3, 2]), features.clone(), features.clone()]);
    let op = Op::BatchNormTraining { epsilon: 0.0, feature_index: 1 };
    let Literal::Tuple(parts) = run(op, &[&x, &scale, &offset], shape.clone()).unwrap() else { panic!() };
    close(&elements(&parts[1]), &[3.0, 20.0]);
    close(&elements(&parts[2]), &[14.0 / 3.0, 200.0 / 3.0]);
    let op = Op::BatchNormInference { epsilon: 0.0, feature_index: 1 };
    let inferred = run(op, &[&x, &scale, &offset, &parts[1], &parts[2]], Shape::array(F64, [3, 2])).unwrap();
    close(&elements(&inferred), &elements(&parts[0]));
    let gradient = array(F64, &[3, 2], &[1.0; 6]);
    let op = Op::BatchNormGrad { epsilon: 0.0, feature_index: 1 };
    let grads = run(op, &[&x, &scale, &parts[1], &parts[2], &gradient], shape).unwrap();
    let Literal::Tuple(grads) = grads else { panic!() };
    close(&elements(&grads[0]), &[0.0; 6]);
    close(&elements(&grads[2]), &[3.0, 3.0]);
}

#[test]
fn random_values_stay_in_their_bounds() {
    let shape = || Shape::array(F32, [1000]);
    let op = |distribution| Op::Rng { distribution };
    let (two, five) = (f32s(&[], &[2.0]), f32s(&[], &[5.0]));
    let uniform = elements::<f32>(&run(op(RngDistribution::Uniform), &[&two, &five], shape()).unwrap());
    assert!(uniform.iter().all(|x| (2.0..5.0).contains(x)));
    let normal = elements::<f32>(&run(op(RngDistribution::Normal), &[&five, &two], shape()).unwrap());
    let mean = normal.iter().sum::<f32>() / 1000.0;
    assert!((mean - 5.0).abs() < 0.3 && normal.iter().any(|&x| x < 1.0));
    let integers = run(op(RngDistribution::Uniform), &[&s32s(&[], &[-2]), &s32s(&[], &[1])], Shape::array(S32, [100]));
    assert!(elements::<i32>(&integers.unwrap()).iter().all(|x| (-2..1).contains(x)));
}
