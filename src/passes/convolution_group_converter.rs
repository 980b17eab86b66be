//! `convolution-group-converter`: writes convolutions of groups as one a group, side by side.
//!
//! Every group has its own features of the input (or its own part of the batch) and its own features of the output. One
//! convolution with zeros between the groups would make NaN of infinities in another group. Native code convolves groups
//! in one template, so that the pipeline `cpu` leaves this pass out.

use super::Pass;
use super::expand::expand_all;
use crate::hlo::{Builder, ComputationId, Diagnostics, InstructionId, Module, Op, Shape};

pub const PASS: Pass = Pass {
    name: "convolution-group-converter",
    description: "Writes convolutions of groups as one a group, side by side.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation_mut(owner);
    let convolution = computation.get(id).clone();
    let Op::Convolution { window, dims, feature_group_count, batch_group_count, precision } = &convolution.op else {
        return Ok(None);
    };
    let groups = feature_group_count * batch_group_count;
    if groups == 1 {
        return Ok(None);
    }
    let along = if *feature_group_count > 1 { dims.input_feature } else { dims.input_batch };
    let op = Op::Convolution {
        window: window.clone(),
        dims: dims.clone(),
        feature_group_count: 1,
        batch_group_count: 1,
        precision: *precision,
    };
    let element_type = Shape::scalar(convolution.array().element_type);
    let [input, kernel] = [0, 1].map(|index| convolution.operands()[index]);
    let mut b = Builder::new(computation, &convolution.location);
    let parts: Vec<InstructionId> = (0..groups)
        .map(|group| {
            let input = part(&mut b, input, along, group, groups);
            let kernel = part(&mut b, kernel, dims.kernel_output_feature, group, groups);
            b.add(op.clone(), &[input, kernel], &element_type)
        })
        .collect();
    let value = b.concatenate(&parts, dims.output_feature);
    b.finish()?;
    Ok(Some(value))
}

/// One of several equal parts along a dimension.
fn part(b: &mut Builder, value: InstructionId, dimension: usize, part: usize, parts: usize) -> InstructionId {
    let size = b.dims(value)[dimension] / parts;
    b.slice_dimension(value, dimension, part * size, (part + 1) * size)
}
