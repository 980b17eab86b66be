//! `reduce-window-rewriter`: writes running sums (and products, maxima, …) as short ones and one over their results.
//!
//! A window over all elements so far costs n² steps where it is taken at its word; with blocks of 32 the same values
//! cost 32 n and few more. Native code knows running sums by themselves, so that the pipeline `cpu` leaves this pass out.

use super::Pass;
use super::algsimp::{applied_operation, reduces_from_neutral};
use super::expand::expand_all;
use crate::hlo::{
    Builder, ComputationId, Diagnostics, InstructionId, Module, Op, PaddingDimension, Shape, WindowDimension,
    running_dimension,
};

pub const PASS: Pass = Pass {
    name: "reduce-window-rewriter",
    description: "Writes running sums as short ones and one over their results.",
    run,
};

/// Elements of a block.
const BLOCK: usize = 32;

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let instruction = module.computation(owner).get(id).clone();
    let Op::ReduceWindow { window, to_apply } = &instruction.op else { return Ok(None) };
    if !reduces_from_neutral(module, owner, id) {
        return Ok(None);
    }
    let dims = &instruction.array().dims;
    let running = running_dimension(window, dims).filter(|&(dim, _)| dims[dim] > BLOCK);
    let Some((dimension, is_reversed)) = running else { return Ok(None) };
    let Some(op) = applied_operation(module.computation(*to_apply)) else { return Ok(None) };
    let [x, init] = [0, 1].map(|index| instruction.operands()[index]);
    let mut b = Builder::new(module.computation_mut(owner), &instruction.location);
    let scan = Scan { dimension, init, to_apply: *to_apply, op };
    let x = if is_reversed { b.reverse(x, &[dimension]) } else { x };
    let sums = scan.of(&mut b, x);
    let value = if is_reversed { b.reverse(sums, &[dimension]) } else { sums };
    b.finish()?;
    Ok(Some(value))
}

/// Running results along a dimension.
struct Scan {
    dimension: usize,
    init: InstructionId,
    to_apply: ComputationId,
    op: crate::hlo::BinaryOp,
}

impl Scan {
    /// Results in blocks, each combined with the running result of the blocks before it.
    fn of(&self, b: &mut Builder, x: InstructionId) -> InstructionId {
        let dims = b.dims(x);
        let size = dims[self.dimension];
        if size <= BLOCK {
            return self.short(b, x, self.dimension);
        }
        let blocks = size.div_ceil(BLOCK);
        let padded = self.padded(b, x, 0, (blocks * BLOCK - size) as i64);
        let mut split = dims.clone();
        split.splice(self.dimension..=self.dimension, [blocks, BLOCK]);
        let rows = b.reshape(padded, &split);
        let inner = self.short(b, rows, self.dimension + 1);
        let before = self.before(b, inner);
        let combined = b.binary(self.op, before, inner);
        let mut joined = dims.clone();
        joined[self.dimension] = blocks * BLOCK;
        let joined = b.reshape(combined, &joined);
        b.slice_dimension(joined, self.dimension, 0, size)
    }

    fn short(&self, b: &mut Builder, x: InstructionId, dimension: usize) -> InstructionId {
        let dims = b.dims(x);
        let along =
            |dim| if dim == dimension { WindowDimension::up_to_here(dims[dim]) } else { WindowDimension::of_size(1) };
        let op = Op::ReduceWindow { window: (0..dims.len()).map(along).collect(), to_apply: self.to_apply };
        b.add(op, &[x, self.init], &Shape::Token)
    }

    /// For every element, the result of all blocks before its own.
    fn before(&self, b: &mut Builder, inner: InstructionId) -> InstructionId {
        let dims = b.dims(inner);
        let within = self.dimension + 1;
        let last = b.slice_dimension(inner, within, BLOCK - 1, BLOCK);
        let mut flat = dims.clone();
        flat.remove(within);
        let last = b.reshape(last, &flat);
        let sums = self.of(b, last);
        let shifted = self.padded(b, sums, 1, -1);
        let kept: Vec<usize> = (0..dims.len()).filter(|&dim| dim != within).collect();
        b.broadcast(shifted, &dims, &kept)
    }

    /// With the init value at the ends of the dimension, or shorter.
    fn padded(&self, b: &mut Builder, x: InstructionId, low: i64, high: i64) -> InstructionId {
        let mut padding = vec![PaddingDimension::default(); b.dims(x).len()];
        padding[self.dimension] = PaddingDimension { low, high, interior: 0 };
        b.pad(x, self.init, padding)
    }
}
