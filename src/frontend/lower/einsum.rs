//! Einstein sums, as products, reductions and transposes.

use super::{Failure, OpLowering, Outcome};
use crate::hlo::{BinaryOp, Computation, DotDimensionNumbers, InstructionId, reducer};

impl OpLowering<'_, '_> {
    /// `"ab,bc->ac"`: labels in both operands contract unless the result has them; labels that only one operand has
    /// and the result has not are summed first.
    pub fn einsum(&mut self) -> Outcome {
        self.expect_operands(2)?;
        let (sides, output) = self.equation()?;
        let [lhs, rhs] = sides.as_slice() else {
            return Err(self.node.error("expected a config of two operands, such as \"ab,bc->ac\"").into());
        };
        let (lhs_value, lhs) =
            self.summed(self.operands[0], lhs, |label| rhs.contains(label) || output.contains(label))?;
        let (rhs_value, rhs) =
            self.summed(self.operands[1], rhs, |label| lhs.contains(label) || output.contains(label))?;
        let place = |labels: &str, label| labels.find(label).unwrap_or(0);
        let is_batch = |label: &char| rhs.contains(*label) && output.contains(*label);
        let is_contracted = |label: &char| rhs.contains(*label) && !output.contains(*label);
        let batch: Vec<char> = lhs.chars().filter(is_batch).collect();
        let contracted: Vec<char> = lhs.chars().filter(is_contracted).collect();
        let dims = DotDimensionNumbers {
            lhs_batch: batch.iter().map(|&label| place(&lhs, label)).collect(),
            rhs_batch: batch.iter().map(|&label| place(&rhs, label)).collect(),
            lhs_contracting: contracted.iter().map(|&label| place(&lhs, label)).collect(),
            rhs_contracting: contracted.iter().map(|&label| place(&rhs, label)).collect(),
        };
        let free = |labels: &str, other: &str| labels.chars().filter(|&l| !other.contains(l)).collect::<String>();
        let product_labels = batch.iter().collect::<String>() + &free(&lhs, &rhs) + &free(&rhs, &lhs);
        let mut builder = self.builder();
        let product = builder.dot(lhs_value, rhs_value, dims);
        builder.finish()?;
        self.ordered(product, &product_labels, &output)
    }

    /// `"ab->a"`
    pub fn unary_einsum(&mut self) -> Outcome {
        self.expect_operands(1)?;
        let (sides, output) = self.equation()?;
        let [labels] = sides.as_slice() else {
            return Err(self.node.error("expected a config of one operand, such as \"ab->a\"").into());
        };
        let (value, labels) = self.summed(self.operands[0], labels, |label| output.contains(label))?;
        self.ordered(value, &labels, &output)
    }

    /// Labels of the operands and of the result; each label at most once in each.
    fn equation(&self) -> Result<(Vec<String>, String), Failure> {
        let config: String = self.node.text("einsum_config")?.chars().filter(|c| !c.is_whitespace()).collect();
        let Some((inputs, output)) = config.split_once("->") else {
            return Err(self.node.error(format!("expected `->` in the config \"{config}\"")).into());
        };
        let sides: Vec<String> = inputs.split(',').map(str::to_owned).collect();
        for labels in sides.iter().map(String::as_str).chain([output]) {
            let repeated = labels.char_indices().any(|(i, label)| labels[..i].contains(label));
            if repeated || !labels.chars().all(|label| label.is_ascii_alphabetic()) {
                let message = format!("expected letters, each once, in the config; found \"{labels}\"");
                return Err(self.node.unsupported(message).into());
            }
        }
        Ok((sides, output.to_owned()))
    }

    /// Sums over the labels that are not kept.
    fn summed(
        &mut self,
        value: InstructionId,
        labels: &str,
        is_kept: impl Fn(char) -> bool,
    ) -> Result<(InstructionId, String), Failure> {
        let rank = self.shape(value).as_array().map_or(0, |array| array.rank());
        if rank != labels.len() {
            return Err(self.node.error(format!("expected {rank} labels, found \"{labels}\"")).into());
        }
        let dimensions: Vec<usize> = labels.char_indices().filter(|&(_, l)| !is_kept(l)).map(|(i, _)| i).collect();
        if dimensions.is_empty() {
            return Ok((value, labels.to_owned()));
        }
        let element_type = self.scope.computation.get(value).array().element_type;
        let sum: Computation = reducer(BinaryOp::Add, element_type);
        let to_apply = self.state.module.add_computation(sum);
        let mut builder = self.builder();
        let zero = builder.scalar(element_type, 0.0);
        let summed = builder.reduce(value, zero, &dimensions, to_apply);
        builder.finish()?;
        Ok((summed, labels.chars().filter(|&label| is_kept(label)).collect()))
    }

    /// Transposes dimensions with these labels into the result's order.
    fn ordered(&mut self, value: InstructionId, labels: &str, output: &str) -> Outcome {
        let permutation: Option<Vec<usize>> = output.chars().map(|label| labels.find(label)).collect();
        let Some(permutation) = permutation.filter(|permutation| permutation.len() == labels.len()) else {
            return Err(self.node.error("a label of the result is in no operand").into());
        };
        let mut builder = self.builder();
        let value = if permutation.is_sorted() { value } else { builder.transpose(value, &permutation) };
        builder.finish()?;
        Ok(vec![value])
    }
}
