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
