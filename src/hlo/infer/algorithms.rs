//! Shapes of operations that are whole algorithms: linear algebra, FFT, batch normalization, random bits.

use super::check::*;
use crate::hlo::{ArrayShape, ElementType, FftType, Shape};

pub fn cholesky(a: &ArrayShape) -> Result<ArrayShape, String> {
    matrices_are_square("operand 0", a)?;
    Ok(a.clone())
}

/// Cholesky's C2 and C3, part of triangular-solve's.
fn matrices_are_square(what: &str, a: &ArrayShape) -> Check {
    let square = matches!(a.dims[..], [.., rows, columns] if rows == columns);
    ensure(square, || format!("expected {what} to hold square matrices, found {a}"))
}

pub fn triangular_solve(a: &ArrayShape, b: &ArrayShape, left_side: bool) -> Result<ArrayShape, String> {
    same_element_type("operand 1", a, b)?;
    matrices_are_square("operand 0", a)?;
    triangular_solve_c2_ranks_agree(a, b)?;
    triangular_solve_c3_batches_and_sizes_agree(a, b, left_side)?;
    Ok(b.clone())
}

fn triangular_solve_c2_ranks_agree(a: &ArrayShape, b: &ArrayShape) -> Check {
    expect_equal("operand 1 of rank", a.rank(), b.rank())
}

fn triangular_solve_c3_batches_and_sizes_agree(a: &ArrayShape, b: &ArrayShape, left_side: bool) -> Check {
    let batch = a.rank() - 2;
    expect_equal("batch dimensions of operand 1", list(&a.dims[..batch]), list(&b.dims[..batch]))?;
    let side = if left_side { batch } else { batch + 1 };
    expect_equal(&format!("operand 1 with dimension {side} of size"), a.dims[batch], b.dims[side])
}

/// `length` are the sizes of the transform in the last dimensions of its real side.
pub fn fft(operand: &ArrayShape, fft_type: FftType, length: &[usize]) -> Result<ArrayShape, String> {
    fft_c1_c3_number_of_dimensions(operand, length)?;
    let element_type = fft_c2_element_type(operand, fft_type)?;
    let transformed = operand.rank() - length.len();
    let half = |full: usize| if full == 0 { 0 } else { full / 2 + 1 };
    let mut dims = operand.dims.clone();
    let mut expected = length.to_vec();
    if let (Some(last), Some(result)) = (expected.last_mut(), dims.last_mut()) {
        match fft_type {
            FftType::Fft | FftType::Ifft => {}
            FftType::Rfft => *result = half(*last),
            FftType::Irfft => {
                *result = *last;
                *last = half(*last);
            }
        }
    }
    expect_equal("an operand with last dimensions", list(&expected), list(&operand.dims[transformed..]))?;
    Ok(ArrayShape::new(element_type, dims))
}

fn fft_c1_c3_number_of_dimensions(operand: &ArrayShape, length: &[usize]) -> Check {
    ensure((1..=3).contains(&length.len()), || format!("expected 1 to 3 lengths, found {}", length.len()))?;
    ensure(length.len() <= operand.rank(), || {
        format!("expected at most {} lengths, found {}", operand.rank(), length.len())
    })
}

fn fft_c2_element_type(operand: &ArrayShape, fft_type: FftType) -> Result<ElementType, String> {
    let found = operand.element_type;
    match fft_type {
        FftType::Fft | FftType::Ifft if found.is_complex() => Ok(found),
        FftType::Irfft if found.is_complex() => Ok(found.real_part()),
        FftType::Rfft => {
            found.complex_of().ok_or_else(|| format!("expected an operand of type f32 or f64, found {found}"))
        }
        FftType::Fft | FftType::Ifft | FftType::Irfft => {
            Err(format!("expected an operand of type c64 or c128, found {found}"))
        }
    }
}

/// `(output, batch mean, batch variance)`; `operands` are the input, scale and offset.
pub fn batch_norm_training(operands: [&ArrayShape; 3], feature_index: usize) -> Result<Shape, String> {
    let [operand, features @ ..] = operands;
    batch_norm_features(operand, &features, feature_index)?;
    Ok(one_or_tuple(vec![operand.clone(), features[0].clone(), features[0].clone()]))
}

/// `operands` are the input, scale, offset, mean and variance.
pub fn batch_norm_inference(operands: [&ArrayShape; 5], feature_index: usize) -> Result<ArrayShape, String> {
    let [operand, features @ ..] = operands;
    batch_norm_features(operand, &features, feature_index)?;
    Ok(operand.clone())
}

/// `(operand gradient, scale gradient, offset gradient)`; `operands` are the input, scale, mean, variance and
/// output gradient.
pub fn batch_norm_grad(operands: [&ArrayShape; 5], feature_index: usize) -> Result<Shape, String> {
    let [operand, features @ .., gradient] = operands;
    batch_norm_features(operand, &features, feature_index)?;
    same_type("the output gradient", operand, gradient)?;
    Ok(one_or_tuple(vec![operand.clone(), features[0].clone(), features[0].clone()]))
}

/// Each statistic holds one value a feature.
fn batch_norm_features(operand: &ArrayShape, statistics: &[&ArrayShape], feature_index: usize) -> Check {
    below("feature_index", &[feature_index], operand.rank())?;
    let expected = ArrayShape::new(operand.element_type, [operand.dims[feature_index]]);
    statistics.iter().enumerate().try_for_each(|(i, found)| same_type(&format!("operand {}", i + 1), &expected, found))
}

/// `result` is the tuple asked for, of which the random bits' shape counts.
pub fn rng_bit_generator(state: &ArrayShape, result: &Shape) -> Result<Shape, String> {
    let bits = result.at(&[1]).ok_or_else(|| format!("expected a result of state and bits, found {result}"))?;
    let bits = array("the random bits", bits)?;
    Ok(one_or_tuple(vec![state.clone(), bits.clone()]))
}

/// `result` is the shape asked for.
pub fn rng(a: &ArrayShape, b: &ArrayShape, result: &Shape) -> Result<ArrayShape, String> {
    let result = array("the result", result)?;
    scalar("operand 0", a)?;
    same_type("operand 1", a, b)?;
    Ok(ArrayShape::new(a.element_type, result.dims.clone()))
}

#[cfg(test)]
mod tests {
    use super::super::check::testing::*;
    use super::*;

    #[test]
    fn cholesky_c2_c3_matrices_are_square() {
        assert_eq!(text(cholesky(&f32s(&[2, 3, 3]))), "f32[2,3,3]");
        assert_eq!(text(cholesky(&f32s(&[2, 3]))), "expected operand 0 to hold square matrices, found f32[2,3]");
    }

    #[test]
    fn triangular_solve_c2_c3_shapes_fit() {
        let solve = |b: &[usize], left| text(triangular_solve(&f32s(&[2, 3, 3]), &f32s(b), left));
        assert_eq!(solve(&[2, 3, 5], true), "f32[2,3,5]");
        assert_eq!(solve(&[2, 3, 5], false), "expected operand 1 with dimension 2 of size 3, found 5");
        assert_eq!(solve(&[3, 5], true), "expected operand 1 of rank 3, found 2");
        assert_eq!(solve(&[4, 3, 5], true), "expected batch dimensions of operand 1 [2], found [4]");
    }

    fn transformed(element_type: ElementType, dims: &[usize], fft_type: FftType, length: &[usize]) -> String {
        text(fft(&ArrayShape::new(element_type, dims), fft_type, length))
    }

    #[test]
    fn fft_c1_c3_number_of_dimensions() {
        let found = transformed(ElementType::C64, &[8], FftType::Fft, &[]);
        assert_eq!(found, "expected 1 to 3 lengths, found 0");
        let found = transformed(ElementType::C64, &[8], FftType::Fft, &[8, 8]);
        assert_eq!(found, "expected at most 1 lengths, found 2");
    }

    #[test]
    fn fft_c2_element_type() {
        let found = transformed(ElementType::F32, &[8], FftType::Ifft, &[8]);
        assert_eq!(found, "expected an operand of type c64 or c128, found f32");
        let found = transformed(ElementType::C64, &[8], FftType::Rfft, &[8]);
        assert_eq!(found, "expected an operand of type f32 or f64, found c64");
    }

    #[test]
    fn fft_c4_c5_lengths_and_sizes() {
        assert_eq!(transformed(ElementType::F64, &[2, 8], FftType::Rfft, &[8]), "c128[2,5]");
        assert_eq!(transformed(ElementType::C64, &[2, 5], FftType::Irfft, &[9]), "f32[2,9]");
        let found = transformed(ElementType::C64, &[2, 5], FftType::Irfft, &[7]);
        assert_eq!(found, "expected an operand with last dimensions [4], found [5]");
    }

    #[test]
    fn batch_norm_features_fit() {
        let (x, three, four) = (f32s(&[2, 3]), f32s(&[3]), f32s(&[4]));
        let normalized = |feature_index, offset| text(batch_norm_training([&x, &three, offset], feature_index));
        assert_eq!(normalized(1, &three), "(f32[2,3], f32[3], f32[3])");
        assert_eq!(normalized(2, &three), "expected feature_index below 2, found [2]");
        assert_eq!(normalized(1, &four), "expected operand 2 of shape f32[3], found f32[4]");
        let gradient = batch_norm_grad([&x, &three, &three, &three, &three], 1);
        assert_eq!(text(gradient), "expected the output gradient of shape f32[2,3], found f32[3]");
    }

    #[test]
    fn rng_c1_c3_bounds_and_result() {
        let result = Shape::array(ElementType::F32, [5]);
        assert_eq!(text(rng(&f32s(&[]), &f32s(&[]), &result)), "f32[5]");
        assert_eq!(text(rng(&f32s(&[1]), &f32s(&[]), &result)), "expected operand 0 to be a scalar, found f32[1]");
        assert_eq!(text(rng(&f32s(&[]), &s32s(&[]), &result)), "expected operand 1 of shape f32[], found s32[]");
    }

    #[test]
    fn rng_bit_generator_c1_gives_state_and_bits() {
        let state = ArrayShape::new(ElementType::U64, [2]);
        let found = text(rng_bit_generator(&state, &Shape::Token));
        assert_eq!(found, "expected a result of state and bits, found token[]");
    }
}
