//! Rules of sums of products.

use super::{Place, Rule, Site};
use crate::hlo::{BinaryOp, ConvolutionDimensionNumbers, DotDimensionNumbers};

pub fn dot(site: &Site, dims: &DotDimensionNumbers) -> Rule {
    let mut rule = Rule::whole(site);
    let (lhs, rhs) = (site.dims(0), site.dims(1));
    let mut result = 0;
    for (&l, &r) in dims.lhs_batch.iter().zip(&dims.rhs_batch) {
        rule.run(lhs[l], &[Place::Operand(0, l), Place::Operand(1, r), Place::Result(0, result)]);
        result += 1;
    }
    let sides = [(lhs, &dims.lhs_batch, &dims.lhs_contracting), (rhs, &dims.rhs_batch, &dims.rhs_contracting)];
    for (operand, (sizes, batch, contracting)) in sides.into_iter().enumerate() {
        for dimension in DotDimensionNumbers::free(sizes.len(), batch, contracting) {
            rule.run(sizes[dimension], &[Place::Operand(operand, dimension), Place::Result(0, result)]);
            result += 1;
        }
    }
    for (&l, &r) in dims.lhs_contracting.iter().zip(&dims.rhs_contracting) {
        rule.run(lhs[l], &[Place::Operand(0, l), Place::Operand(1, r)]);
    }
    rule.combiner = Some(BinaryOp::Add);
    rule
}

/// Batch and features; with groups the batch alone, without groups of it.
pub fn convolution(site: &Site, dims: &ConvolutionDimensionNumbers, has_groups: bool) -> Rule {
    let mut rule = Rule::whole(site);
    let (input, kernel) = (site.dims(0), site.dims(1));
    let batch = [Place::Operand(0, dims.input_batch), Place::Result(0, dims.output_batch)];
    if input[dims.input_batch] == site.result_dims()[dims.output_batch] {
        rule.run(input[dims.input_batch], &batch);
    }
    if !has_groups {
        let features = [Place::Operand(1, dims.kernel_output_feature), Place::Result(0, dims.output_feature)];
        rule.run(kernel[dims.kernel_output_feature], &features);
        let contracted = [Place::Operand(0, dims.input_feature), Place::Operand(1, dims.kernel_input_feature)];
        rule.run(input[dims.input_feature], &contracted);
    }
    rule.combiner = Some(BinaryOp::Add);
    rule
}
