//! Random numbers.

use super::{OpLowering, Outcome};
use crate::hlo::{Diagnostic, Op, RngAlgorithm, RngDistribution};

impl OpLowering<'_, '_> {
    /// The third operand is the shape.
    pub fn rng(&mut self) -> Outcome {
        self.expect_operands(3)?;
        let distribution = self.node.keyword("rng_distribution", RngDistribution::MLIR_WORDS)?;
        self.rng_c3_shape_is_a_vector()?;
        let result = self.shape_from_operand(2)?;
        let operands = self.operands[..2].to_vec();
        self.with_shapes(Op::Rng { distribution }, operands, vec![result.into()])
    }

    pub fn rng_bit_generator(&mut self) -> Outcome {
        let algorithm = self.rng_algorithm()?;
        match self.results.get(1) {
            Some(drawn) if drawn.complete().is_none() => Err(self.untold(drawn).into()),
            _ => self.plain_of(1, Op::RngBitGenerator { algorithm }),
        }
    }

    pub fn rng_algorithm(&self) -> Result<RngAlgorithm, Diagnostic> {
        self.node.keyword("rng_algorithm", RngAlgorithm::MLIR_WORDS)
    }
}
