//! Linear algebra, transforms, normalization, random numbers.

use super::Table;
use crate::frontend::hlo_text::cursor::{Cursor, Outcome};
use crate::frontend::hlo_text::site::{Site, keyword};
use crate::hlo::{CustomCall, ElementType, FftType, Op, RngAlgorithm, RngDistribution, Shape, Transpose};

pub const TABLE: Table = &[
    ("cholesky", |site| Ok(Op::Cholesky { lower: site.flag("lower")? })),
    ("triangular-solve", triangular_solve),
    ("fft", fft),
    ("batch-norm-training", batch_norm_training),
    ("batch-norm-inference", batch_norm_inference),
    ("batch-norm-grad", batch_norm_grad),
    ("rng", rng),
    ("rng-bit-generator", rng_bit_generator),
    ("rng-get-and-update-state", rng_state),
];

/// A call of the runtime, which has the state.
fn rng_state(site: &mut Site) -> Outcome<Op> {
    let delta = site.required("delta", Cursor::index)?;
    let pair = Shape::array(ElementType::U64, [2]);
    if !site.stated()?.same_type(&pair) || !site.operands.is_empty() {
        return Err(site.error(format!("expected no operands and a result of shape {pair}")));
    }
    Ok(Op::CustomCall(Box::new(CustomCall {
        target: CustomCall::RNG_STATE.into(),
        backend_config: delta.to_string().into(),
        api_version: 1,
        has_side_effect: true,
        ..CustomCall::default()
    })))
}

fn triangular_solve(site: &mut Site) -> Outcome<Op> {
    let words = [
        ("NO_TRANSPOSE", Transpose::NoTranspose),
        ("TRANSPOSE", Transpose::Transpose),
        ("ADJOINT", Transpose::Adjoint),
    ];
    let transpose_a = site.value("transpose_a", |cursor| keyword(cursor, &words))?;
    Ok(Op::TriangularSolve {
        left_side: site.flag("left_side")?,
        lower: site.flag("lower")?,
        unit_diagonal: site.flag("unit_diagonal")?,
        transpose_a: transpose_a.unwrap_or(Transpose::NoTranspose),
    })
}

fn fft(site: &mut Site) -> Outcome<Op> {
    let words = [("FFT", FftType::Fft), ("IFFT", FftType::Ifft), ("RFFT", FftType::Rfft), ("IRFFT", FftType::Irfft)];
    let fft_type = site.required("fft_type", |cursor| keyword(cursor, &words))?;
    Ok(Op::Fft { fft_type, length: site.required_indices("fft_length")? })
}

fn batch_norm_training(site: &mut Site) -> Outcome<Op> {
    batch_norm(site).map(|(epsilon, feature_index)| Op::BatchNormTraining { epsilon, feature_index })
}

fn batch_norm_inference(site: &mut Site) -> Outcome<Op> {
    batch_norm(site).map(|(epsilon, feature_index)| Op::BatchNormInference { epsilon, feature_index })
}

fn batch_norm_grad(site: &mut Site) -> Outcome<Op> {
    batch_norm(site).map(|(epsilon, feature_index)| Op::BatchNormGrad { epsilon, feature_index })
}

fn batch_norm(site: &mut Site) -> Outcome<(f32, usize)> {
    let epsilon = site.required("epsilon", |cursor| {
        let range = cursor.skip_until(b"");
        let text = cursor.text(range.clone());
        text.parse().map_err(|_| cursor.error_at(range.start, format!("expected a number, found `{text}`")))
    })?;
    Ok((epsilon, site.required("feature_index", Cursor::index)?))
}

fn rng(site: &mut Site) -> Outcome<Op> {
    let words = [("rng_uniform", RngDistribution::Uniform), ("rng_normal", RngDistribution::Normal)];
    if site.operands.len() == 3 && site.operand_array(2)?.rank() == 1 {
        // The result's sizes, as StableHLO has them.
        site.operands.truncate(2);
    }
    Ok(Op::Rng { distribution: site.required("distribution", |cursor| keyword(cursor, &words))? })
}

fn rng_bit_generator(site: &mut Site) -> Outcome<Op> {
    let words = [
        ("rng_default", RngAlgorithm::Default),
        ("rng_three_fry", RngAlgorithm::ThreeFry),
        ("rng_philox", RngAlgorithm::Philox),
    ];
    Ok(Op::RngBitGenerator { algorithm: site.required("algorithm", |cursor| keyword(cursor, &words))? })
}
