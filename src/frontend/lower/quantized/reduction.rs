//! Regions applied to quantized scalars.
//!
//! The region computes on integers as every operation here does. Where it takes another quantization than the arrays
//! have, wider storage to sum in for one, they are brought to that first.

use super::{Failure, OpLowering, Outcome, Quantizations, Quantized};
use crate::frontend::lower::Layout;
use crate::hlo::Diagnostic;

impl OpLowering<'_, '_> {
    pub fn quantized_reduction(&mut self, of: &Quantizations) -> Outcome {
        let taken = self.taken_by_region()?;
        if self.node.name == "stablehlo.select_and_scatter" && of.operands.first() != taken.first() {
            return self.promoted_select_and_scatter(of, &taken);
        }
        self.requantize_from(0, of, &taken)?;
        self.by_name()
    }

    /// Brings the operands from `first` on to what the region takes.
    fn requantize_from(&mut self, first: usize, of: &Quantizations, taken: &[Quantized]) -> Result<(), Failure> {
        for (index, (from, to)) in of.operands.iter().zip(taken).enumerate().skip(first) {
            if let Some(to) = to
                && from.as_ref() != Some(to)
            {
                self.operands[index] = self.requantized(self.operands[index], from, to)?;
            }
        }
        Ok(())
    }

    /// `select` takes elements as the operand has them, `scatter` what it sums in: there is no one type for both.
    fn promoted_select_and_scatter(&mut self, of: &Quantizations, taken: &[Quantized]) -> Outcome {
        self.expect_operands(3)?;
        let window = self.pooling_window()?;
        let select = self.applied(0, Layout::Elements)?;
        let chosen = self.chosen_places(window, &select)?;
        self.requantize_from(1, of, taken)?;
        let scatter = self.applied(1, Layout::Accumulators)?;
        self.scatter_to(chosen, &scatter)
    }

    /// For each operand, the quantization in which the region takes its elements.
    pub fn taken_by_region(&mut self) -> Result<Vec<Quantized>, Diagnostic> {
        // One type for all operands.
        let of_all = match self.node.name {
            "stablehlo.select_and_scatter" => Some(1),
            "stablehlo.all_reduce" | "stablehlo.reduce_scatter" => Some(0),
            _ => None,
        };
        if let Some(region) = of_all {
            let argument = self.region_arguments(region)?.into_iter().next().flatten();
            return Ok(vec![argument; self.operands.len()]);
        }
        match self.node.name {
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
