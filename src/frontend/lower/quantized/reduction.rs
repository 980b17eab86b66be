//! Regions applied to quantized scalars.
//!
//! The region computes on integers as every operation here does. Where it takes another quantization than the arrays
//! have, wider storage to sum in for one, they are brought to that first.

use super::{OpLowering, Outcome, Quantizations, Quantized};
use crate::hlo::Diagnostic;

impl OpLowering<'_, '_> {
    pub fn quantized_reduction(&mut self, of: &Quantizations) -> Outcome {
        let taken = self.taken_by_region()?;
        for (index, (from, to)) in of.operands.iter().zip(&taken).enumerate() {
            if let Some(to) = to
                && from.as_ref() != Some(to)
            {
                self.operands[index] = self.requantized(self.operands[index], from, to)?;
            }
        }
        self.by_name()
    }

    /// For each operand, the quantization in which the region takes its elements.
    pub fn taken_by_region(&mut self) -> Result<Vec<Quantized>, Diagnostic> {
        let count = self.operands.len();
        match self.node.name {
            "stablehlo.select_and_scatter" => {
                let argument = self.region_arguments(1)?.into_iter().next().flatten();
                Ok(vec![argument; count])
            }
            "stablehlo.scatter" => {
                let mut taken = self.region_arguments(0)?;
                // The indices stand between inputs and updates.
                taken.insert(taken.len() / 2, None);
                Ok(taken)
            }
            _ => self.region_arguments(0),
        }
    }

    pub fn region_arguments(&mut self, region: usize) -> Result<Vec<Quantized>, Diagnostic> {
        let block = self.node.block(region)?;
        Ok(self.state.block_quantizations(block, self.node)?.operands)
    }

    pub fn region_results(&mut self, region: usize) -> Result<Vec<Quantized>, Diagnostic> {
        let block = self.node.block(region)?;
        Ok(self.state.block_quantizations(block, self.node)?.results)
    }
}
