//! What one run of a program costs, by its instructions.

use super::Cost;
use crate::hlo::{Computation, ComputationId, InstructionId, Module, Op, Shape, UnaryOp};

impl Cost {
    /// The entry's cost. Loops of unknown length count as one round.
    pub fn of(module: &Module) -> Cost {
        let mut cost = of_computation(module, module.entry_id());
        let entry = module.entry();
        let arguments: usize = entry.parameters().iter().map(|&p| entry.shape(p).byte_size()).sum();
        cost.bytes_accessed = (arguments + entry.shape(entry.root()).byte_size()) as f64;
        cost
    }

    fn plus(self, other: Cost) -> Cost {
        Cost {
            flops: self.flops + other.flops,
            transcendentals: self.transcendentals + other.transcendentals,
            bytes_accessed: 0.0,
        }
    }

    fn times(self, factor: f64) -> Cost {
        Cost {
            flops: self.flops * factor,
            transcendentals: self.transcendentals * factor,
            bytes_accessed: self.bytes_accessed * factor,
        }
    }
}

fn of_computation(module: &Module, id: ComputationId) -> Cost {
    let computation = module.computation(id);
    computation.ids().map(|i| of_instruction(module, computation, i)).fold(Cost::default(), Cost::plus)
}

fn of_instruction(module: &Module, computation: &Computation, id: InstructionId) -> Cost {
    let elements = elements(computation.shape(id));
    let operand_elements = || self::elements(computation.shape(computation.operand(id, 0)));
    let flops = |flops: f64| Cost { flops, ..Cost::default() };
    match computation.op(id) {
        Op::Dot { dims, .. } => {
            let lhs = computation.shape(computation.operand(id, 0)).expect_array();
            let depth: usize = dims.lhs_contracting.iter().map(|&d| lhs.dims[d]).product();
            flops(2.0 * elements * depth as f64)
        }
        Op::Convolution { window, dims, .. } => {
            let kernel = computation.shape(computation.operand(id, 1)).expect_array();
            let taps: usize = window.iter().map(|w| w.size).product();
            flops(2.0 * elements * (taps * kernel.dims[dims.kernel_input_feature]) as f64)
        }
        Op::Unary(op) if is_transcendental(*op) => Cost { transcendentals: elements, ..Cost::default() },
        Op::Unary(_) | Op::Binary(_) | Op::Compare { .. } | Op::Select | Op::Clamp => flops(elements),
        Op::Reduce { to_apply, .. } => of_computation(module, *to_apply).times(operand_elements()),
        Op::Map { to_apply } => of_computation(module, *to_apply).times(elements),
        Op::ReduceWindow { window, to_apply } => {
            let taps: usize = window.iter().map(|w| w.size).product();
            of_computation(module, *to_apply).times(elements * taps as f64)
        }
        op => {
            let inside = op.called_computations().into_iter().map(|callee| of_computation(module, callee));
            inside.fold(Cost::default(), Cost::plus)
        }
    }
}

fn elements(shape: &Shape) -> f64 {
    shape.as_array().map_or(0.0, |array| array.element_count() as f64)
}

fn is_transcendental(op: UnaryOp) -> bool {
    use UnaryOp::*;
    match op {
        Cbrt | Cosine | Erf | Exponential | ExponentialMinusOne | Log | LogPlusOne | Logistic | Rsqrt | Sine | Sqrt
        | Tan | Tanh => true,
        Abs | Ceil | CountLeadingZeros | Floor | Imag | IsFinite | Negate | Not | PopulationCount | Real
        | RoundNearestAfz | RoundNearestEven | Sign => false,
    }
}
