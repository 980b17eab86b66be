//! Shape inference: what an operation's attributes and operands say about its result.
//!
//! Each family of operations has a file. A function returns the result's shape, row-major, or the first rule that is
//! broken, as `expected …, found …`; a rule that the StableHLO specification numbers carries that number in its name
//! (`slice_c3_stays_inside`). The rules concern shapes; which element types an operation admits, and what its called
//! computations must look like, the verifier says.

mod algorithms;
mod asynchronous;
pub(super) mod check;
mod collective;
mod contraction;
mod control;
mod convolution;
mod elementwise;
mod gather;
mod indexing;
mod movement;
mod reduction;
mod scan;
mod scatter;
mod window;

pub use algorithms::{
    batch_norm_grad, batch_norm_inference, batch_norm_training, cholesky, fft, rng, rng_bit_generator, triangular_solve,
};
pub use asynchronous::async_start;
pub use collective::collective;
pub use contraction::dot;
pub use control::{after_all, call, conditional, get_tuple_element, iota, tuple};
pub use convolution::{ConvolutionSpec, convolution};
pub use elementwise::{binary, bitcast_convert, clamp, compare, map, select, unary};
pub use gather::gather;
pub use indexing::{dynamic_slice, dynamic_update_slice};
pub use movement::{broadcast, concatenate, pad, reshape, reverse, slice, transpose};
pub use reduction::{reduce, sort, top_k};
pub use scan::scan;
pub use scatter::scatter;
pub use window::{reduce_window, select_and_scatter};

use super::{ArrayShape, Computation, ElementType, Op, Shape};
use check::{all_arrays, array, arrays, leading, single};

/// Parameter and result shapes of a computation.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramShape {
    pub parameters: Vec<Shape>,
    pub result: Shape,
}

impl ProgramShape {
    pub fn of(computation: &Computation) -> ProgramShape {
        let shape = |id| computation.shape(id).clone();
        ProgramShape {
            parameters: computation.parameters().into_iter().map(shape).collect(),
            result: shape(computation.root()),
        }
    }
}

/// The shape of an operation's result.
///
/// `stated` is the shape that the program writes down: it settles what operands and attributes leave open (the
/// target type of a convert, the dimensions of a broadcast), and nothing else. `callees` are the shapes of
/// `op.called_computations()`, in that order.
pub fn result_shape(op: &Op, operands: &[&Shape], stated: &Shape, callees: &[ProgramShape]) -> Result<Shape, String> {
    match op {
        Op::Parameter { .. } => arrays(operands).map(|[]| stated.clone()),
        Op::Constant(literal) => arrays(operands).map(|[]| literal.shape()),
        Op::Iota { dimension } => arrays(operands).and_then(|[]| iota(stated, *dimension)).map(Shape::Array),
        Op::Unary(op) => of_arrays(operands, |[x]| unary(*op, x)),
        Op::Binary(op) => of_arrays(operands, |[lhs, rhs]| binary(*op, lhs, rhs)),
        Op::Compare { .. } => of_arrays(operands, |[lhs, rhs]| compare(lhs, rhs)),
        Op::Select => of_arrays(operands, |[pred, on_true, on_false]| select(pred, on_true, on_false)),
        Op::Clamp => of_arrays(operands, |[min, x, max]| clamp(min, x, max)),
        Op::Convert => of_arrays(operands, |[x]| Ok(x.with_element_type(stated_array(stated)?.element_type))),
        Op::BitcastConvert => of_arrays(operands, |[x]| bitcast_convert(x, stated_array(stated)?.element_type)),
        Op::ReducePrecision { .. } => of_arrays(operands, |[x]| Ok(x.clone())),
        Op::Copy | Op::OptimizationBarrier | Op::While { .. } => single(operands).cloned(),
        Op::Map { .. } => mapped(operands, callees),
        Op::Broadcast { dimensions } => {
            of_arrays(operands, |[x]| broadcast(x, dimensions, &stated_array(stated)?.dims))
        }
        Op::Reshape => of_arrays(operands, |[x]| reshape(x, &stated_array(stated)?.dims)),
        Op::Transpose { permutation } => of_arrays(operands, |[x]| transpose(x, permutation)),
        Op::Reverse { dimensions } => of_arrays(operands, |[x]| reverse(x, dimensions)),
        Op::Slice { starts, limits, strides } => of_arrays(operands, |[x]| slice(x, starts, limits, strides)),
        Op::Pad { padding } => of_arrays(operands, |[x, value]| pad(x, value, padding)),
        Op::Concatenate { dimension } => concatenate(&all_arrays(operands)?, *dimension).map(Shape::Array),
        Op::DynamicSlice { sizes } => {
            let ([x], starts) = leading(operands)?;
            dynamic_slice(x, &starts, sizes).map(Shape::Array)
        }
        Op::DynamicUpdateSlice => {
            let ([x, update], starts) = leading(operands)?;
            dynamic_update_slice(x, update, &starts).map(Shape::Array)
        }
        Op::Gather { dims, slice_sizes, .. } => {
            of_arrays(operands, |[x, start_indices]| gather(x, start_indices, dims, slice_sizes))
        }
        Op::Scatter { dims, .. } => scatter(&all_arrays(operands)?, dims),
        Op::Dot { dims, .. } => {
            of_arrays(operands, |[lhs, rhs]| dot(lhs, rhs, dims, stated_array(stated)?.element_type))
        }
        Op::Convolution { window, dims, feature_group_count, batch_group_count, .. } => {
            let groups = (*feature_group_count, *batch_group_count);
            let spec = ConvolutionSpec { window, dims, feature_group_count: groups.0, batch_group_count: groups.1 };
            of_arrays(operands, |[lhs, rhs]| convolution(lhs, rhs, spec, stated_array(stated)?.element_type))
        }
        Op::Reduce { dimensions, .. } => reduce(&all_arrays(operands)?, dimensions),
        Op::ReduceWindow { window, .. } => reduce_window(&all_arrays(operands)?, window),
        Op::SelectAndScatter { window, .. } => {
            of_arrays(operands, |[x, source, init]| select_and_scatter(x, source, init, window))
        }
        Op::Sort { dimension, .. } => sort(&all_arrays(operands)?, *dimension),
        Op::TopK { k, .. } => arrays(operands).and_then(|[x]| top_k(x, *k)),
        Op::Cholesky { .. } => of_arrays(operands, |[a]| cholesky(a)),
        Op::TriangularSolve { left_side, .. } => of_arrays(operands, |[a, b]| triangular_solve(a, b, *left_side)),
        Op::Fft { fft_type, length } => of_arrays(operands, |[x]| fft(x, *fft_type, length)),
        Op::BatchNormTraining { feature_index, .. } => batch_norm_training(arrays(operands)?, *feature_index),
        Op::BatchNormInference { feature_index, .. } => {
            of_arrays(operands, |operands| batch_norm_inference(operands, *feature_index))
        }
        Op::BatchNormGrad { feature_index, .. } => batch_norm_grad(arrays(operands)?, *feature_index),
        Op::Rng { .. } => of_arrays(operands, |[a, b]| rng(a, b, stated)),
        Op::RngBitGenerator { .. } => arrays(operands).and_then(|[state]| rng_bit_generator(state, stated)),
        Op::Tuple => Ok(tuple(operands)),
        Op::GetTupleElement { index } => get_tuple_element(single(operands)?, *index),
        Op::Conditional { .. } => conditional(operands, callees),
        Op::Call { .. } | Op::Fusion { .. } => call(callees),
        Op::Scan { dimension, carries, .. } => scan(&all_arrays(operands)?, *dimension, *carries, callees),
        Op::Transfer(transfer) => transfer.shape(operands, stated),
        Op::CustomCall(_) => Ok(stated.clone()),
        Op::Collective(op) => collective(op, &all_arrays(operands)?, stated),
        Op::ReplicaId | Op::PartitionId => arrays(operands).map(|[]| Shape::scalar(ElementType::U32)),
        Op::AfterAll => after_all(operands),
        Op::AsyncStart(op) => async_start(op, operands, stated, callees),
        Op::AsyncUpdate => single(operands).cloned(),
        Op::AsyncDone { index: None } => single(operands).cloned(),
        Op::AsyncDone { index: Some(index) } => get_tuple_element(single(operands)?, *index),
    }
}

/// Applies a rule for exactly `N` array operands and an array result.
fn of_arrays<const N: usize>(
    operands: &[&Shape],
    rule: impl FnOnce([&ArrayShape; N]) -> Result<ArrayShape, String>,
) -> Result<Shape, String> {
    arrays(operands).and_then(rule).map(Shape::Array)
}

fn stated_array(stated: &Shape) -> Result<&ArrayShape, String> {
    array("the result", stated)
}

fn mapped(operands: &[&Shape], callees: &[ProgramShape]) -> Result<Shape, String> {
    let element = call(callees)?;
    let element_type = array("what the computation returns", &element)?.element_type;
    map(&all_arrays(operands)?, element_type).map(Shape::Array)
}

#[cfg(test)]
mod tests {
    use super::check::testing::text;
    use super::*;
    use crate::hlo::{ElementType, UnaryOp};

    fn inferred(operands: &[&Shape]) -> String {
        text(result_shape(&Op::Unary(UnaryOp::Tanh), operands, &Shape::Token, &[]))
    }

    #[test]
    fn operands_are_counted() {
        let x = Shape::array(ElementType::F32, [2]);
        assert_eq!(inferred(&[&x]), "f32[2]");
        assert_eq!(inferred(&[&x, &x]), "expected 1 operand, found 2");
    }

    #[test]
    fn operands_are_arrays() {
        assert_eq!(inferred(&[&Shape::Tuple(vec![])]), "expected operand 0 to be an array, found ()");
    }
}
