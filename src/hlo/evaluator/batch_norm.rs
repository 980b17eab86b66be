//! Batch normalization, in `f64`.

use super::array::build;
use super::element::{Element, with_float};
use super::elementwise::not_defined;
use super::error::Result;
use crate::hlo::{ArrayLiteral, Literal};

/// Feature of each element, and how many elements a feature has.
struct Features {
    count: usize,
    inner: usize,
    elements_each: f64,
}

impl Features {
    fn new(dims: &[usize], feature_index: usize) -> Features {
        let count = dims[feature_index];
        let others: usize = dims.iter().enumerate().filter(|&(dim, _)| dim != feature_index).map(|(_, &d)| d).product();
        Features { count, inner: dims[feature_index + 1..].iter().product(), elements_each: others as f64 }
    }

    fn of(&self, element: usize) -> usize {
        element / self.inner % self.count
    }

    /// Sums a function of (element, feature) by feature.
    fn sums(&self, elements: usize, f: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.count];
        (0..elements).for_each(|i| sums[self.of(i)] += f(i, self.of(i)));
        sums
    }

    fn means(&self, elements: usize, f: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        self.sums(elements, f).into_iter().map(|sum| sum / self.elements_each).collect()
    }
}

fn load<T: Element<Domain = f64>>(array: &ArrayLiteral) -> Vec<f64> {
    array.elements::<T>().iter().map(|x| x.load()).collect()
}

fn store<T: Element<Domain = f64>>(dims: &[usize], value: impl Fn(usize) -> f64) -> Literal {
    build::<T>(dims, |out| out.iter_mut().enumerate().for_each(|(i, slot)| *slot = T::store(value(i)))).into()
}

/// `(operand, scale, offset)` to `(normalized, mean, variance)`; the variance is the biased one.
pub fn training(operands: &[&ArrayLiteral], epsilon: f32, feature_index: usize) -> Result<Literal> {
    let [operand, scale, offset] = [operands[0], operands[1], operands[2]];
    let features = Features::new(operand.dims(), feature_index);
    with_float!(operand.element_type(), T => {
        let (x, scale, offset) = (load::<T>(operand), load::<T>(scale), load::<T>(offset));
        let mean = features.means(x.len(), |i, _| x[i]);
        let variance = features.means(x.len(), |i, feature| (x[i] - mean[feature]).powi(2));
        let normalized = store::<T>(operand.dims(), |i| {
            let feature = features.of(i);
            let deviation = (variance[feature] + f64::from(epsilon)).sqrt();
            (x[i] - mean[feature]) / deviation * scale[feature] + offset[feature]
        });
        let statistic = |values: &[f64]| store::<T>(&[features.count], |i| values[i]);
        Ok(Literal::Tuple(vec![normalized, statistic(&mean), statistic(&variance)]))
    }, else Err(not_defined("batch-norm-training", operand.element_type())))
}

/// `(operand, scale, offset, mean, variance)`
pub fn inference(operands: &[&ArrayLiteral], epsilon: f32, feature_index: usize) -> Result<Literal> {
    let operand = operands[0];
    let features = Features::new(operand.dims(), feature_index);
    with_float!(operand.element_type(), T => {
        let x = load::<T>(operand);
        let [scale, offset, mean, variance] = [1, 2, 3, 4].map(|i| load::<T>(operands[i]));
        Ok(store::<T>(operand.dims(), |i| {
            let feature = features.of(i);
            let deviation = (variance[feature] + f64::from(epsilon)).sqrt();
            (x[i] - mean[feature]) / deviation * scale[feature] + offset[feature]
        }))
    }, else Err(not_defined("batch-norm-inference", operand.element_type())))
}

/// `(operand, scale, mean, variance, gradient of the result)` to the gradients of operand, scale and offset.
pub fn grad(operands: &[&ArrayLiteral], epsilon: f32, feature_index: usize) -> Result<Literal> {
    let operand = operands[0];
    let features = Features::new(operand.dims(), feature_index);
    with_float!(operand.element_type(), T => {
        let [x, scale, mean, variance, gradient] = [0, 1, 2, 3, 4].map(|i| load::<T>(operands[i]));
        let inverse: Vec<f64> = variance.iter().map(|v| 1.0 / (v + f64::from(epsilon)).sqrt()).collect();
        let normalized = |i: usize, feature: usize| (x[i] - mean[feature]) * inverse[feature];
        let offset_gradient = features.sums(x.len(), |i, _| gradient[i]);
        let scale_gradient = features.sums(x.len(), |i, feature| gradient[i] * normalized(i, feature));
        let operand_gradient = store::<T>(operand.dims(), |i| {
            let feature = features.of(i);
            let centered = gradient[i] - offset_gradient[feature] / features.elements_each;
            let correction = normalized(i, feature) * scale_gradient[feature] / features.elements_each;
            scale[feature] * inverse[feature] * (centered - correction)
        });
        let by_feature = |values: &[f64]| store::<T>(&[features.count], |i| values[i]);
        Ok(Literal::Tuple(vec![operand_gradient, by_feature(&scale_gradient), by_feature(&offset_gradient)]))
    }, else Err(not_defined("batch-norm-grad", operand.element_type())))
}
