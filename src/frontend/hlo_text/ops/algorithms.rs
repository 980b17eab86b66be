//! Linear algebra, transforms, normalization, random numbers.

use super::Table;
use crate::frontend::hlo_text::cursor::{Cursor, Outcome};
use crate::frontend::hlo_text::site::{Site, keyword};
use crate::hlo::{
    ArrayLiteral, ArrayShape, Builder, CustomCall, ElementType, FftType, InstructionId, Op, PaddingDimension,
    RngAlgorithm, RngDistribution, Shape, Transpose,
};

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
    let transpose_a = site.value("transpose_a", |cursor| keyword(cursor, Transpose::HLO_WORDS))?;
    Ok(Op::TriangularSolve {
        left_side: site.flag("left_side")?,
        lower: site.flag("lower")?,
        unit_diagonal: site.flag("unit_diagonal")?,
        transpose_a: transpose_a.unwrap_or(Transpose::NoTranspose),
    })
}

fn fft(site: &mut Site) -> Outcome<Op> {
    let fft_type = site.required("fft_type", |cursor| keyword(cursor, FftType::HLO_WORDS))?;
    let length = site.required_indices("fft_length")?;
    let operand = site.operand_array(0)?.clone();
    let own = operand.dims.len().checked_sub(length.len()).map(|outer| operand.dims[outer..].to_vec());
    let op = Op::Fft { fft_type, length: length.clone() };
    let is_complex = matches!(fft_type, FftType::Fft | FftType::Ifft) && operand.element_type.is_complex();
    match own.filter(|own| is_complex && *own != length) {
        Some(own) => of_other_length(site, &op, &length, &own).map(|()| Op::Copy),
        None => Ok(op),
    }
}

/// A transform of another length than the operand has: of what there is, or of that and zeros. The result, whose size is
/// the operand's, likewise.
fn of_other_length(site: &mut Site, op: &Op, length: &[usize], own: &[usize]) -> Outcome {
    let operand = site.operands[0];
    site.operands = vec![site.build(|b| {
        let given = fitted(b, operand, length);
        let shape = b.shape(given).clone();
        let transformed = b.add(op.clone(), &[given], &shape);
        fitted(b, transformed, own)
    })?];
    Ok(())
}

/// The last dimensions cut to these sizes, or filled up with zeros.
fn fitted(b: &mut Builder, operand: InstructionId, sizes: &[usize]) -> InstructionId {
    let dims = b.dims(operand);
    let outer = dims.len() - sizes.len();
    let high = |d: usize| if d < outer { 0 } else { sizes[d - outer] as i64 - dims[d] as i64 };
    let padding = (0..dims.len()).map(|d| PaddingDimension { low: 0, high: high(d), interior: 0 }).collect();
    let zero = ArrayLiteral::zeros(&ArrayShape::scalar(b.element_type(operand)));
    let zero = b.constant(zero);
    b.pad(operand, zero, padding)
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
    if site.operands.len() == 3 && site.operand_array(2)?.rank() == 1 {
        // The result's sizes, as StableHLO has them.
        site.operands.truncate(2);
    }
    let distribution = site.required("distribution", |cursor| keyword(cursor, RngDistribution::HLO_WORDS))?;
    Ok(Op::Rng { distribution })
}

fn rng_bit_generator(site: &mut Site) -> Outcome<Op> {
    let algorithm = site.required("algorithm", |cursor| keyword(cursor, RngAlgorithm::HLO_WORDS))?;
    let op = Op::RngBitGenerator { algorithm };
    let bits = site.stated()?;
    if bits.as_array().is_none() {
        return Ok(op);
    }
    // An older form gives the bits only.
    let state = site.operand(0)?;
    let both = Shape::Tuple(vec![site.computation.shape(state).clone(), bits.clone()]);
    site.operands = vec![site.add(op, both, &[state])];
    Ok(Op::GetTupleElement { index: 1 })
}
