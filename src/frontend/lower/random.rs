//! Random numbers.

use super::{OpLowering, Outcome};
use crate::hlo::{Diagnostic, Op, RngAlgorithm, RngDistribution};

impl OpLowering<'_, '_> {
    /// The third operand is the shape.
    pub fn rng(&mut self) -> Outcome {
        self.expect_operands(3)?;
        let distribution = match self.node.keyword("rng_distribution")? {
            "UNIFORM" => RngDistribution::Uniform,
            "NORMAL" => RngDistribution::Normal,
            other => return Err(self.node.error(format!("expected UNIFORM or NORMAL, found `{other}`")).into()),
        };
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
        match self.node.keyword("rng_algorithm")? {
            "DEFAULT" => Ok(RngAlgorithm::Default),
            "THREE_FRY" => Ok(RngAlgorithm::ThreeFry),
            "PHILOX" => Ok(RngAlgorithm::Philox),
            other => Err(self.node.error(format!("expected DEFAULT, THREE_FRY or PHILOX, found `{other}`"))),
        }
    }
}
