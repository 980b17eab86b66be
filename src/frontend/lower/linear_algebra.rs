//! Operations that are whole algorithms.

use super::{OpLowering, Outcome};
use crate::hlo::{Diagnostic, FftType, Op, Transpose};

impl OpLowering<'_, '_> {
    pub fn cholesky(&mut self) -> Outcome {
        let lower = self.node.bool_or("lower", false)?;
        self.plain_of(1, Op::Cholesky { lower })
    }

    pub fn triangular_solve(&mut self) -> Outcome {
        self.triangular_solve_transpose_is_valid()?;
        let transpose_a = match self.node.attribute("transpose_a") {
            None => Transpose::NoTranspose,
            Some(attribute) => self.node.meaning(attribute, Transpose::MLIR_WORDS)?,
        };
        let [left_side, lower, unit_diagonal] =
            ["left_side", "lower", "unit_diagonal"].map(|name| self.node.bool_or(name, false));
        let op =
            Op::TriangularSolve { left_side: left_side?, lower: lower?, unit_diagonal: unit_diagonal?, transpose_a };
        self.plain_of(2, op)
    }

    pub fn fft(&mut self) -> Outcome {
        let fft_type = self.node.keyword("fft_type", FftType::MLIR_WORDS)?;
        let length = self.node.usizes("fft_length")?;
        self.plain_of(1, Op::Fft { fft_type, length })
    }

    fn normalization(&self) -> Result<(f32, usize), Diagnostic> {
        Ok((self.node.f64("epsilon")? as f32, self.node.usize("feature_index")?))
    }

    pub fn batch_norm_training(&mut self) -> Outcome {
        let (epsilon, feature_index) = self.normalization()?;
        self.plain_of(3, Op::BatchNormTraining { epsilon, feature_index })
    }

    pub fn batch_norm_inference(&mut self) -> Outcome {
        let (epsilon, feature_index) = self.normalization()?;
        self.plain_of(5, Op::BatchNormInference { epsilon, feature_index })
    }

    pub fn batch_norm_grad(&mut self) -> Outcome {
        let (epsilon, feature_index) = self.normalization()?;
        self.plain_of(5, Op::BatchNormGrad { epsilon, feature_index })
    }
}
