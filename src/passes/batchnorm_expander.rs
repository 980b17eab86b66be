//! `batchnorm_expander`: writes batch normalisation out as elementwise operations and reductions.
//!
//! Narrow floats are computed in `f32` and rounded once. The variance is that of the centred values, which loses
//! nothing where the mean is large against the deviation.

use super::Pass;
use crate::hlo::op_class::normalization;
use crate::hlo::{
    BinaryOp, Builder, ComputationId, Diagnostics, ElementType, InstructionId, Module, Op, UnaryOp, reducer,
};

pub const PASS: Pass = Pass {
    name: "batchnorm_expander",
    description: "Writes batch normalisation out as elementwise operations and reductions.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for computation in module.post_order() {
        for id in normalizations(module, computation) {
            expand(module, computation, id)?;
            changed = true;
        }
    }
    Ok(changed)
}

fn normalizations(module: &Module, id: ComputationId) -> Vec<InstructionId> {
    let computation = module.computation(id);
    let is_normalization = |op: &Op| matches!(op, normalization!());
    computation.ids().filter(|&id| is_normalization(computation.op(id))).collect()
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<(), Diagnostics> {
    let instruction = module.computation(owner).get(id).clone();
    let operands = instruction.operands();
    let stored = module.computation(owner).get(operands[0]).array().element_type;
    let computed = if stored.bit_width() < 32 { ElementType::F32 } else { stored };
    let sum = module.add_computation(reducer(BinaryOp::Add, computed));
    let mut b = Builder::new(module.computation_mut(owner), &instruction.location);
    let wide: Vec<InstructionId> = operands.iter().map(|&operand| b.convert(operand, computed)).collect();
    let value = match instruction.op {
        Op::BatchNormInference { epsilon, feature_index } => {
            let mut expander = Expander::new(b, wide[0], epsilon, feature_index, sum);
            let result = expander.inference(&wide);
            expander.finish(&[result], stored)?[0]
        }
        Op::BatchNormTraining { epsilon, feature_index } => {
            let mut expander = Expander::new(b, wide[0], epsilon, feature_index, sum);
            let results = expander.training(&wide);
            expander.finish_as_tuple(&results, stored)?
        }
        Op::BatchNormGrad { epsilon, feature_index } => {
            let mut expander = Expander::new(b, wide[0], epsilon, feature_index, sum);
            let results = expander.grad(&wide);
            expander.finish_as_tuple(&results, stored)?
        }
        _ => return Ok(()),
    };
    let computation = module.computation_mut(owner);
    computation.replace_all_uses(id, value);
    computation.remove(id);
    Ok(())
}

/// Builds the formulas of the specification over one input.
struct Expander<'c> {
    b: Builder<'c>,
    dims: Vec<usize>,
    feature: usize,
    epsilon: f32,
    /// Adds two scalars.
    sum: ComputationId,
}

impl<'c> Expander<'c> {
    fn new(b: Builder<'c>, input: InstructionId, epsilon: f32, feature: usize, sum: ComputationId) -> Expander<'c> {
        let dims = b.dims(input);
        Expander { b, dims, feature, epsilon, sum }
    }

    /// (x - mean) · (scale / √(variance + ε)) + offset, over (x, scale, offset, mean, variance)
    fn inference(&mut self, operands: &[InstructionId]) -> InstructionId {
        let centered = self.centered(operands[0], operands[3]);
        self.scaled(centered, operands[1], operands[2], operands[4])
    }

    /// The normalised input, its mean and its variance, over (x, scale, offset)
    fn training(&mut self, operands: &[InstructionId]) -> [InstructionId; 3] {
        let mean = self.mean(operands[0]);
        let centered = self.centered(operands[0], mean);
        let square = self.b.multiply(centered, centered);
        let variance = self.mean(square);
        [self.scaled(centered, operands[1], operands[2], variance), mean, variance]
    }

    /// Gradients of input, scale and offset, over (x, scale, mean, variance, gradient of the output)
    ///
    /// With n elements a feature, c = x - mean and d = √(variance + ε):
    /// scale / (d · n) · (n · g - Σ g - c · Σ (g · c) / d²), Σ (g · c) / d, Σ g
    fn grad(&mut self, operands: &[InstructionId]) -> [InstructionId; 3] {
        let &[x, scale, mean, variance, gradient] = operands else { unreachable!("the verifier counts operands") };
        let centered = self.centered(x, mean);
        let product = self.b.multiply(gradient, centered);
        let (offset_gradient, weighted) = (self.total(gradient), self.total(product));
        let shifted = self.shifted(variance);
        let deviation = self.b.unary(UnaryOp::Sqrt, shifted);
        let scale_gradient = self.b.divide(weighted, deviation);
        let slope = self.b.divide(weighted, shifted);
        let slope = self.spread(slope);
        let correction = self.b.multiply(centered, slope);
        let count = self.b.full_like(gradient, self.count());
        let scaled_gradient = self.b.multiply(gradient, count);
        let spread_total = self.spread(offset_gradient);
        let difference = self.b.subtract(scaled_gradient, spread_total);
        let difference = self.b.subtract(difference, correction);
        let count = self.b.full_like(deviation, self.count());
        let divisor = self.b.multiply(deviation, count);
        let factor = self.b.divide(scale, divisor);
        let factor = self.spread(factor);
        [self.b.multiply(factor, difference), scale_gradient, offset_gradient]
    }

    /// centered · (scale / √(variance + ε)) + offset
    fn scaled(
        &mut self,
        centered: InstructionId,
        scale: InstructionId,
        offset: InstructionId,
        variance: InstructionId,
    ) -> InstructionId {
        let shifted = self.shifted(variance);
        let deviation = self.b.unary(UnaryOp::Sqrt, shifted);
        let factor = self.b.divide(scale, deviation);
        let (factor, offset) = (self.spread(factor), self.spread(offset));
        let scaled = self.b.multiply(centered, factor);
        self.b.add_values(scaled, offset)
    }

    fn centered(&mut self, x: InstructionId, mean: InstructionId) -> InstructionId {
        let mean = self.spread(mean);
        self.b.subtract(x, mean)
    }

    /// variance + ε
    fn shifted(&mut self, variance: InstructionId) -> InstructionId {
        let epsilon = self.b.full_like(variance, f64::from(self.epsilon));
        self.b.add_values(variance, epsilon)
    }

    fn mean(&mut self, x: InstructionId) -> InstructionId {
        let total = self.total(x);
        let count = self.b.full_like(total, self.count());
        self.b.divide(total, count)
    }

    /// The sum over everything but the feature dimension.
    fn total(&mut self, x: InstructionId) -> InstructionId {
        let zero = self.b.scalar(self.b.element_type(x), 0.0);
        let dimensions: Vec<usize> = (0..self.dims.len()).filter(|&d| d != self.feature).collect();
        self.b.reduce(x, zero, &dimensions, self.sum)
    }

    /// A value for each feature over the dimensions of the input.
    fn spread(&mut self, vector: InstructionId) -> InstructionId {
        self.b.broadcast(vector, &self.dims, &[self.feature])
    }

    /// Elements of a feature.
    fn count(&self) -> f64 {
        let others = self.dims.iter().enumerate().filter(|&(d, _)| d != self.feature);
        others.map(|(_, &size)| size as f64).product()
    }

    /// The results in the type that they are stored in.
    fn finish(mut self, results: &[InstructionId], stored: ElementType) -> Result<Vec<InstructionId>, Diagnostics> {
        let narrow = results.iter().map(|&result| self.b.convert(result, stored)).collect();
        self.b.finish()?;
        Ok(narrow)
    }

    fn finish_as_tuple(mut self, results: &[InstructionId], stored: ElementType) -> Result<InstructionId, Diagnostics> {
        let narrow: Vec<InstructionId> = results.iter().map(|&result| self.b.convert(result, stored)).collect();
        let tuple = self.b.tuple(&narrow);
        self.b.finish()?;
        Ok(tuple)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::Shape;
    use crate::passes::testing::{check, program};

    #[test]
    fn inference() {
        let build = |g: &mut crate::passes::graph::Graph| {
            let operands = [g.f32(0, &[2, 3]), g.f32(1, &[3]), g.f32(2, &[3]), g.f32(3, &[3]), g.f32(4, &[3])];
            let shape = g.shape(operands[0]).clone();
            g.add(Op::BatchNormInference { epsilon: 0.5, feature_index: 1 }, shape, &operands)
        };
        let wide = |x: &str| format!("broadcast[1]f32[2,3]({x})");
        let factor = wide("divide(Arg_1, sqrt(add(Arg_4, broadcast[]f32[3](0.5))))");
        let expected = format!("add(multiply(subtract(Arg_0, {}), {factor}), {})", wide("Arg_3"), wide("Arg_2"));
        check(&PASS, build, &expected);
    }

    #[test]
    fn training_and_gradient_are_well_formed() {
        let mut module = program(|g| {
            let operands = [g.f32(0, &[2, 3]), g.f32(1, &[3]), g.f32(2, &[3])];
            let [x, scale, offset] = operands.map(|o| g.shape(o).clone());
            let training = Op::BatchNormTraining { epsilon: 0.5, feature_index: 1 };
            let shape = Shape::Tuple(vec![x, scale, offset]);
            let trained = g.add(training, shape.clone(), &operands);
            let (y, mean, variance) = (g.element(trained, 0), g.element(trained, 1), g.element(trained, 2));
            let grad = Op::BatchNormGrad { epsilon: 0.5, feature_index: 1 };
            g.add(grad, shape, &[operands[0], operands[1], mean, variance, y])
        });
        assert!(run(&mut module).expect("builds"));
        assert_eq!(normalizations(&module, module.entry_id()), []);
    }
}
