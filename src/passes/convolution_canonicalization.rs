//! `convolution-canonicalization`: transposes convolutions to the one order of dimensions that libraries know.
//!
//! That is batch, space, features for input and output, and space, input features, output features for the kernel.
//! Templates of ours follow any order, so that the pipeline `cpu` leaves this pass out.

use super::Pass;
use super::expand::expand_all;
use crate::hlo::{
    Builder, ComputationId, ConvolutionDimensionNumbers, Diagnostics, InstructionId, Module, Op, Shape,
    inverse_permutation,
};

pub const PASS: Pass = Pass {
    name: "convolution-canonicalization",
    description: "Transposes convolutions to the order of dimensions that libraries know.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation_mut(owner);
    let convolution = computation.get(id).clone();
    let mut op = convolution.op.clone();
    let Op::Convolution { dims, .. } = &mut op else { return Ok(None) };
    let from = std::mem::replace(dims, canonical(dims.input_spatial.len()));
    if *dims == from {
        return Ok(None);
    }
    let input_order = [&[from.input_batch], &from.input_spatial[..], &[from.input_feature]].concat();
    let kernel_order = [&from.kernel_spatial[..], &[from.kernel_input_feature, from.kernel_output_feature]].concat();
    let output_order = [&[from.output_batch], &from.output_spatial[..], &[from.output_feature]].concat();
    let mut b = Builder::new(computation, &convolution.location);
    let input = b.transpose(convolution.operands()[0], &input_order);
    let kernel = b.transpose(convolution.operands()[1], &kernel_order);
    let output = b.add(op, &[input, kernel], &Shape::scalar(convolution.array().element_type));
    let value = b.transpose(output, &inverse_permutation(&output_order));
    b.finish()?;
    Ok(Some(value))
}

fn canonical(spatial: usize) -> ConvolutionDimensionNumbers {
    ConvolutionDimensionNumbers {
        input_batch: 0,
        input_feature: spatial + 1,
        input_spatial: (1..=spatial).collect(),
        kernel_input_feature: spatial,
        kernel_output_feature: spatial + 1,
        kernel_spatial: (0..spatial).collect(),
        output_batch: 0,
        output_feature: spatial + 1,
        output_spatial: (1..=spatial).collect(),
    }
}
