//! `broadcast_canonicalizer`: lets broadcasts keep the order of their operand's dimensions, and transposes after them.
//!
//! For emitters that know broadcasts in order only. Ours know all, so that the pipeline `cpu` leaves this pass out;
//! `algsimp` makes one broadcast of the two again.

use super::Pass;
use super::expand::expand_all;
use crate::hlo::{Builder, ComputationId, Diagnostics, InstructionId, Module, Op};

pub const PASS: Pass = Pass {
    name: "broadcast_canonicalizer",
    description: "Lets broadcasts keep the order of dimensions, with a transpose behind where that differs.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

/// broadcast(x, d) = transpose(broadcast(x, sorted d), p), where p swaps the sorted places for those of d.
fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation_mut(owner);
    let instruction = computation.get(id).clone();
    let Op::Broadcast { dimensions } = &instruction.op else { return Ok(None) };
    if dimensions.is_sorted() {
        return Ok(None);
    }
    let mut sorted = dimensions.clone();
    sorted.sort();
    let dims = &instruction.array().dims;
    let mut permutation: Vec<usize> = (0..dims.len()).collect();
    dimensions.iter().zip(&sorted).for_each(|(&to, &from)| permutation[to] = from);
    let mut inner = dims.clone();
    permutation.iter().enumerate().for_each(|(to, &from)| inner[from] = dims[to]);
    let mut b = Builder::new(computation, &instruction.location);
    let broadcast = b.broadcast(instruction.operands()[0], &inner, &sorted);
    let value = b.transpose(broadcast, &permutation);
    b.finish()?;
    Ok(Some(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::graph::Graph;
    use crate::passes::testing::check;

    fn broadcast(dimensions: &[usize], expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[2, 3]);
            let mut dims = vec![5; 3];
            dimensions.iter().zip([2, 3]).for_each(|(&d, size)| dims[d] = size);
            g.broadcast(x, dimensions.to_vec(), dims)
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn dimensions_out_of_order() {
        broadcast(&[2, 0], "transpose[2, 1, 0](broadcast[0, 2]f32[2,5,3](Arg_0))");
    }

    #[test]
    fn dimensions_in_order_stay() {
        broadcast(&[0, 2], "broadcast[0, 2]f32[2,5,3](Arg_0)");
    }
}
