//! Rules of sums of products.

use super::{Place, Reach, Rule, Site, Summed};
use crate::hlo::{BinaryOp, ConvolutionDimensionNumbers, DotDimensionNumbers, Window};

impl Rule {
    /// Partial results are sums of products of both operands' elements. Parts that nothing can fill up are of one size.
    fn sum_of_products(&mut self, site: &Site) {
        let has_zeros = site.has_zeros();
        for factor in self.factors.iter_mut().filter(|factor| factor.is_reduced) {
            factor.is_even |= !has_zeros;
        }
        self.combiner = Some(BinaryOp::Add);
        self.summed = Summed { operands: 0..2, by_products: true };
    }
}

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
    rule.sum_of_products(site);
    rule
}

/// Batch, features or their groups, and spatial dimensions: positions of the window, or elements of a kernel where there
/// are more of those.
pub fn convolution(
    site: &Site,
    window: &Window,
    dims: &ConvolutionDimensionNumbers,
    [feature_groups, batch_groups]: [usize; 2],
) -> Rule {
    let mut rule = Rule::whole(site);
    run_batch_and_features(&mut rule, site, dims, [feature_groups, batch_groups]);
    if site.has_zeros() {
        run_positions(&mut rule, site, window, dims);
    }
    rule.sum_of_products(site);
    rule
}

/// Groups are divided as such; with groups of both kinds, features are not.
fn run_batch_and_features(
    rule: &mut Rule,
    site: &Site,
    dims: &ConvolutionDimensionNumbers,
    [feature_groups, batch_groups]: [usize; 2],
) {
    let (input, kernel) = (site.dims(0), site.dims(1));
    if batch_groups == 1 {
        let batch = [Place::Operand(0, dims.input_batch), Place::Result(0, dims.output_batch)];
        rule.run(input[dims.input_batch], &batch);
    }
    let features = [Place::Operand(1, dims.kernel_output_feature), Place::Result(0, dims.output_feature)];
    match (feature_groups, batch_groups) {
        (1, 1) => {
            rule.run(kernel[dims.kernel_output_feature], &features);
            let contracted = [Place::Operand(0, dims.input_feature), Place::Operand(1, dims.kernel_input_feature)];
            rule.run(input[dims.input_feature], &contracted);
        }
        (groups, 1) => rule.run_even(groups, &[&features[..], &[Place::Operand(0, dims.input_feature)]].concat()),
        (1, groups) => rule.run_even(groups, &[&features[..], &[Place::Operand(0, dims.input_batch)]].concat()),
        _ => {}
    }
}

fn run_positions(rule: &mut Rule, site: &Site, window: &Window, dims: &ConvolutionDimensionNumbers) {
    for (index, window) in window.iter().enumerate() {
        let over = [Place::Operand(0, dims.input_spatial[index])];
        let size = site.dims(0)[dims.input_spatial[index]];
        let count = window.output_size(size);
        // A reversed kernel is looked through from its other end; without positions nothing looks at its elements.
        if count > 0 && window.size > count && !window.reversal {
            let elements = [Place::Operand(1, dims.kernel_spatial[index])];
            rule.run_reaching(Reach::of_elements(window, size), &over, &elements);
        } else {
            let positions = [Place::Result(0, dims.output_spatial[index])];
            rule.run_reaching(Reach::of_window(window, size), &over, &positions);
        }
    }
}
