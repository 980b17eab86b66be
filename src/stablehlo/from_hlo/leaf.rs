//! Constants, iotas, random numbers.

use super::bound::Bound;
use super::emission::{Emission, Outcome};
use crate::hlo::{Literal, RngAlgorithm, RngDistribution};
use crate::stablehlo::{Attribute, Constant, Tensor, Type};

impl Emission<'_, '_> {
    pub fn literal(&mut self, literal: &Literal) -> Bound {
        match literal {
            Literal::Array(array) => {
                let constant = Constant::from(array);
                let of_type = Type::Tensor(constant.of_type.clone());
                let attributes = vec![("value".into(), Attribute::Constant(constant))];
                Bound::One(self.single("stablehlo.constant", Vec::new(), of_type, attributes))
            }
            Literal::Tuple(parts) => Bound::Tuple(parts.iter().map(|part| self.literal(part)).collect()),
            Literal::Token => Bound::One(self.single("stablehlo.create_token", Vec::new(), Type::Token, Vec::new())),
        }
    }

    pub fn iota(&mut self, dimension: usize) -> Outcome {
        let attributes = vec![("iota_dimension".into(), Attribute::i64(dimension as i64))];
        self.plain("stablehlo.iota", attributes)
    }

    /// StableHLO's takes the shape as an operand too.
    pub fn rng(&mut self, distribution: RngDistribution) -> Outcome {
        let sizes: Vec<i64> = self.instruction.array().dims.iter().map(|&size| size as i64).collect();
        let of_type = Type::Tensor(Tensor::of(crate::hlo::ElementType::S64, &[sizes.len()]));
        let value = vec![("value".into(), Attribute::vector(&sizes))];
        let mut operands = self.operands();
        operands.push(self.single("stablehlo.constant", Vec::new(), of_type, value));
        let distribution = Attribute::Keyword("rng_distribution", distribution.mlir_word());
        self.build("stablehlo.rng", operands, vec![("rng_distribution".into(), distribution)], Vec::new())
    }

    pub fn rng_bit_generator(&mut self, algorithm: RngAlgorithm) -> Outcome {
        let algorithm = Attribute::Keyword("rng_algorithm", algorithm.mlir_word());
        self.plain("stablehlo.rng_bit_generator", vec![("rng_algorithm".into(), algorithm)])
    }
}
