//! Operations that are whole algorithms.

use super::emission::{Emission, Outcome};
use crate::hlo::{FftType, Transpose};
use crate::stablehlo::Attribute;

impl Emission<'_, '_> {
    pub fn cholesky(&mut self, lower: bool) -> Outcome {
        self.plain("stablehlo.cholesky", vec![("lower".into(), Attribute::Bool(lower))])
    }

    /// `flags`: the triangular matrix stands left, is lower, has ones on its diagonal.
    pub fn triangular_solve(&mut self, flags: [bool; 3], transpose_a: Transpose) -> Outcome {
        let [left_side, lower, unit_diagonal] = flags.map(Attribute::Bool);
        let attributes = vec![
            ("left_side".into(), left_side),
            ("lower".into(), lower),
            ("transpose_a".into(), Attribute::Keyword("transpose", transpose_a.mlir_word())),
            ("unit_diagonal".into(), unit_diagonal),
        ];
        self.plain("stablehlo.triangular_solve", attributes)
    }

    pub fn fft(&mut self, fft_type: FftType, length: &[usize]) -> Outcome {
        let attributes = vec![
            ("fft_length".into(), Attribute::integers(length)),
            ("fft_type".into(), Attribute::Keyword("fft_type", fft_type.mlir_word())),
        ];
        self.plain("stablehlo.fft", attributes)
    }

    pub fn batch_norm(&mut self, name: &'static str, epsilon: f32, feature_index: usize) -> Outcome {
        let attributes = vec![
            ("epsilon".into(), Attribute::f32(epsilon)),
            ("feature_index".into(), Attribute::i64(feature_index as i64)),
        ];
        self.plain(name, attributes)
    }
}
