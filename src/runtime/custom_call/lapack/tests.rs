use super::find;
use crate::hlo::{ArrayLiteral, CustomCall, ElementType, Literal, Shape};

fn run(
    target: &str,
    config: &str,
    operands: &[(&[usize], &[f64])],
    results: &[(ElementType, &[usize])],
) -> Vec<Literal> {
    let call = CustomCall { target: target.into(), backend_config: config.into(), ..Default::default() };
    let operands: Vec<Literal> =
        operands.iter().map(|(dims, items)| ArrayLiteral::from_slice(ElementType::F64, *dims, items).into()).collect();
    let shapes: Vec<Shape> = results.iter().map(|(ty, dims)| Shape::array(*ty, *dims)).collect();
    let shape = if shapes.len() == 1 { shapes[0].clone() } else { Shape::Tuple(shapes) };
    match find(target).unwrap()(&call, &operands.iter().collect::<Vec<_>>(), &shape).unwrap() {
        Literal::Tuple(parts) => parts,
        other => vec![other],
    }
}

fn close(literal: &Literal, expected: &[f64]) {
    let actual = literal.expect_array().elements::<f64>();
    assert_eq!(actual.len(), expected.len());
    let near = actual.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12);
    assert!(near, "expected {expected:?}, found {actual:?}");
}

fn product(a: &[f64], b: &[f64], inner: usize, columns: usize) -> Vec<f64> {
    let entry = |i: usize, j: usize| (0..inner).map(|k| a[i * inner + k] * b[k * columns + j]).sum();
    (0..a.len() / inner).flat_map(|i| (0..columns).map(move |j| (i, j))).map(|(i, j)| entry(i, j)).collect()
}

use ElementType::{C128, F64, S32};

#[test]
fn cholesky_of_a_batch_reports_the_bad_minor() {
    let batch = [4.0, 9.0, 2.0, 5.0, 1.0, 0.0, 0.0, -1.0];
    let parts = run("lapack_dpotrf_ffi", r#"{"uplo":76}"#, &[(&[2, 2, 2], &batch)], &[(F64, &[2, 2, 2]), (S32, &[2])]);
    assert_eq!(&parts[0].expect_array().elements::<f64>()[..4], [2.0, 9.0, 1.0, 2.0]);
    assert_eq!(parts[1].expect_array().elements::<i32>(), [0, 2]);
}

#[test]
fn triangular_systems_from_both_sides() {
    let (a, b) = ([2.0, 0.0, 1.0, 4.0], [2.0, 4.0, 9.0, 6.0]);
    let solve = |config: &str| run("lapack_dtrsm_ffi", config, &[(&[2, 2], &a), (&[2, 2], &b)], &[(F64, &[2, 2])]);
    let config = |side, trans| format!(r#"{{"side":{side},"uplo":76,"trans_x":{trans},"diag":78}}"#);
    close(&solve(&config(76, 78))[0], &[1.0, 2.0, 2.0, 1.0]);
    let right = solve(&config(82, 84));
    close(
        &ArrayLiteral::from_slice(F64, [4], &product(right[0].expect_array().elements(), &[2.0, 1.0, 0.0, 4.0], 2, 2))
            .into(),
        &b,
    );
}

#[test]
fn lu_pivots_by_size() {
    let a = [1.0, 2.0, 4.0, 4.0];
    let parts = run("lapack_dgetrf_ffi", "{}", &[(&[2, 2], &a)], &[(F64, &[2, 2]), (S32, &[2]), (S32, &[])]);
    close(&parts[0], &[4.0, 4.0, 0.25, 1.0]);
    assert_eq!(parts[1].expect_array().elements::<i32>(), [2, 2]);
}

#[test]
fn q_times_r_is_the_matrix() {
    let a = [1.0, 2.0, 3.0, 4.0, 5.0, 7.0];
    let parts = run("lapack_dgeqrf_ffi", "{}", &[(&[3, 2], &a)], &[(F64, &[3, 2]), (F64, &[2])]);
    let (packed, taus): (&[f64], &[f64]) = (parts[0].expect_array().elements(), parts[1].expect_array().elements());
    let q = run("lapack_dorgqr_ffi", "{}", &[(&[3, 2], packed), (&[2], taus)], &[(F64, &[3, 2])]);
    let r = [packed[0], packed[1], 0.0, packed[3]];
    let back = product(q[0].expect_array().elements(), &r, 2, 2);
    close(&ArrayLiteral::from_slice(F64, [3, 2], &back).into(), &a);
    let config = r#"{"left":true,"transpose":true}"#;
    let rotated =
        run("lapack_dormqr_ffi", config, &[(&[3, 2], packed), (&[2], taus), (&[3, 2], &a)], &[(F64, &[3, 2])]);
    close(&rotated[0], &[r[0], r[1], 0.0, r[3], 0.0, 0.0]);
}

#[test]
fn singular_values_and_eigenvalues_are_sorted() {
    let a = [0.0, 2.0, 3.0, 0.0];
    let shapes: [(ElementType, &[usize]); 5] =
        [(F64, &[2, 2]), (F64, &[2]), (F64, &[2, 2]), (F64, &[2, 2]), (S32, &[])];
    close(&run("lapack_dgesdd_ffi", r#"{"mode":65}"#, &[(&[2, 2], &a)], &shapes)[1], &[3.0, 2.0]);
    let symmetric = [2.0, 1.0, 1.0, 2.0];
    let shapes: [(ElementType, &[usize]); 3] = [(F64, &[2, 2]), (F64, &[2]), (S32, &[])];
    let config = r#"{"mode":86,"uplo":76}"#;
    close(&run("lapack_dsyevd_ffi", config, &[(&[2, 2], &symmetric)], &shapes)[1], &[1.0, 3.0]);
    let parts = run("lapack_dsyevd_ffi", config, &[(&[2, 2], &[1.0, 0.0, f64::NAN, 1.0])], &shapes);
    assert!(parts[2].expect_array().elements::<i32>()[0] > 0);
}

#[test]
fn a_rotation_has_imaginary_eigenvalues() {
    let a = [0.0, -1.0, 1.0, 0.0];
    let shapes: [(ElementType, &[usize]); 5] = [(F64, &[2]), (F64, &[2]), (C128, &[2, 2]), (C128, &[2, 2]), (S32, &[])];
    let parts = run("lapack_dgeev_ffi", r#"{"compute_left":86,"compute_right":86}"#, &[(&[2, 2], &a)], &shapes);
    close(&parts[0], &[0.0, 0.0]);
    let mut imaginary = parts[1].expect_array().elements::<f64>().to_vec();
    imaginary.sort_by(f64::total_cmp);
    close(&ArrayLiteral::from_slice(F64, [2], &imaginary).into(), &[-1.0, 1.0]);
}

#[test]
fn tridiagonal_systems_need_pivots() {
    let (below, diagonal, above) = ([0.0, 1.0, 1.0], [0.0, 2.0, 1.0], [1.0, 1.0, 0.0]);
    let b = [2.0, 8.0, 5.0];
    let operands: [(&[usize], &[f64]); 4] = [(&[3], &below), (&[3], &diagonal), (&[3], &above), (&[3, 1], &b)];
    let shapes: [(ElementType, &[usize]); 5] = [(F64, &[3]), (F64, &[3]), (F64, &[3]), (F64, &[3, 1]), (S32, &[])];
    close(&run("lapack_dgtsv_ffi", "{}", &operands, &shapes)[3], &[1.0, 2.0, 3.0]);
}
