//! Padding whose edges are far: one adds more than memory could hold, and the other cuts it.
//!
//! Where nothing of the operand is left, all that counts is how many positions there are. Near edges give as many, and
//! who adds them up need not look out for overflow.

use super::attributes::dilated;
use super::{Computation, InstructionId, Module, Op, WindowDimension};

/// An edge beyond has more elements than any array.
const FAR: u64 = 1 << 48;

/// Brings the edges of all far padding near.
pub fn bring_near(module: &mut Module) {
    for computation in module.computation_ids() {
        let computation = module.computation_mut(computation);
        for id in computation.ids().collect::<Vec<_>>() {
            bring_near_of(computation, id);
        }
    }
}

fn bring_near_of(computation: &mut Computation, id: InstructionId) {
    let Some(&operand) = computation.operands(id).first() else { return };
    let Some(dims) = computation.shape(operand).as_array().map(|array| array.dims.clone()) else { return };
    match &mut computation.get_mut(id).op {
        Op::Pad { padding } => {
            for (edge, size) in padding.iter_mut().zip(dims) {
                let extent = dilated(size, edge.interior.saturating_add(1));
                (edge.low, edge.high) = near((edge.low, edge.high), extent);
            }
        }
        Op::Convolution { window, dims: numbers, .. } => {
            bring_window_near(window, numbers.input_spatial.iter().map(|&dim| dims[dim]));
        }
        Op::ReduceWindow { window, .. } | Op::SelectAndScatter { window, .. } => bring_window_near(window, dims),
        _ => {}
    }
}

fn bring_window_near(window: &mut [WindowDimension], sizes: impl IntoIterator<Item = usize>) {
    for (edge, size) in window.iter_mut().zip(sizes) {
        let extent = dilated(size, edge.base_dilation);
        (edge.padding_low, edge.padding_high) = near((edge.padding_low, edge.padding_high), extent);
    }
}

/// Edges of what is `extent` long, which leave as many positions: the operand lies before the first or behind the last.
fn near((low, high): (i64, i64), extent: i128) -> (i64, i64) {
    let positions = extent + i128::from(low) + i128::from(high);
    let small = |size: i128| u64::try_from(size).ok().filter(|&size| size < FAR).map(|size| size as i64);
    let (Some(positions), Some(extent)) = (small(positions), small(extent)) else { return (low, high) };
    match low {
        _ if low.unsigned_abs() < FAR => (low, high),
        0.. => (positions, -extent),
        _ => (-extent, positions),
    }
}
