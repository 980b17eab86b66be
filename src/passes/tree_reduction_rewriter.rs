//! `tree_reduction_rewriter`: reduces in blocks first, and then their results.
//!
//! Errors of a sum grow with its length; those of a sum of sums with the length of either. Reductions of native code
//! keep many partial results anyway, so that the pipeline `cpu` leaves this pass out.

use super::Pass;
use super::algsimp::reduces_from_neutral;
use super::expand::expand_all;
use crate::hlo::{Builder, ComputationId, Diagnostics, InstructionId, Module, Op, Shape, WindowDimension};

pub const PASS: Pass =
    Pass { name: "tree_reduction_rewriter", description: "Reduces in blocks first, and then their results.", run };

/// Elements of a block along each reduced dimension.
const BLOCK: usize = 32;

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

/// reduce(x, init, d) = reduce(reduce-window(x, init), init, d) with windows side by side, for an init value that changes
/// nothing: it pads the last window.
fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let Op::Reduce { dimensions, to_apply } = module.computation(owner).op(id).clone() else { return Ok(None) };
    if !reduces_from_neutral(module, owner, id) {
        return Ok(None);
    }
    let computation = module.computation_mut(owner);
    let reduce = computation.get(id).clone();
    let [x, init] = [0, 1].map(|index| reduce.operands()[index]);
    let dims = computation.get(x).array().dims.clone();
    if dimensions.iter().all(|&d| dims[d] <= BLOCK) {
        return Ok(None);
    }
    let along = |dim| if dimensions.contains(&dim) { blocks(dims[dim]) } else { WindowDimension::of_size(1) };
    let window = (0..dims.len()).map(along).collect();
    let mut b = Builder::new(computation, &reduce.location);
    let blocks = b.add(Op::ReduceWindow { window, to_apply }, &[x, init], &Shape::Token);
    let value = b.reduce(blocks, init, &dimensions, to_apply);
    b.finish()?;
    Ok(Some(value))
}

/// Blocks side by side over a dimension, the last one padded.
fn blocks(size: usize) -> WindowDimension {
    let block = BLOCK.min(size.max(1));
    let padding_high = (size.div_ceil(block) * block - size) as i64;
    WindowDimension { stride: block, padding_high, ..WindowDimension::of_size(block) }
}
