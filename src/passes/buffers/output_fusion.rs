//! Output fusions: a template writes the result of a product or convolution where the fusion's last result goes, and a
//! kernel replaces it there, place by place, while it writes the other results.

use crate::hlo::{Computation, InstructionId, Op, OpClass};

/// How an output fusion is performed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutputFusion {
    /// The product or convolution, whose operands are parameters.
    pub contraction: InstructionId,
    /// The result whose memory holds its value first.
    pub raw_result: usize,
}

/// The product or convolution in a fused computation, if there is one that a template can perform before all else.
pub fn output_fusion(fused: &Computation) -> Option<OutputFusion> {
    let mut contractions = fused.ids().filter(|&id| fused.op(id).class() == OpClass::Contraction);
    let (contraction, None) = (contractions.next()?, contractions.next()) else { return None };
    let is_parameter = |&operand: &InstructionId| matches!(fused.op(operand), Op::Parameter { .. });
    let roots = results(fused);
    let raw_result = roots.len() - 1;
    let (value, raw) = (fused.get(contraction).array(), fused.shape(roots[raw_result]).as_array()?);
    let fits = value.element_count() == raw.element_count()
        && value.element_type.byte_width() == raw.element_type.byte_width();
    let ready = fused.operands(contraction).iter().all(is_parameter);
    (fits && ready).then_some(OutputFusion { contraction, raw_result })
}

/// What a fused computation returns, one a result.
fn results(fused: &Computation) -> Vec<InstructionId> {
    match fused.op(fused.root()) {
        Op::Tuple => fused.operands(fused.root()).to_vec(),
        _ => vec![fused.root()],
    }
}

/// Elements that the template of a product or convolution most likely finishes together: the columns of a product; the
/// features of a convolution or, where these lie apart, its positions.
pub fn row_elements(computation: &Computation, contraction: InstructionId) -> usize {
    let array = computation.get(contraction).array();
    let sizes = |dims: &[usize]| dims.iter().map(|&d| array.dims[d]).product();
    let order = &array.layout.minor_to_major;
    match computation.op(contraction) {
        Op::Dot { dims, .. } => {
            let rhs = computation.shape(computation.operand(contraction, 1)).expect_array();
            let columns = rhs.rank() - dims.rhs_batch.len() - dims.rhs_contracting.len();
            sizes(&order[..columns])
        }
        Op::Convolution { dims, .. } => {
            let features = order.iter().position(|&d| d == dims.output_feature).unwrap_or(0);
            sizes(&order[..features.max(1)])
        }
        _ => 1,
    }
}
