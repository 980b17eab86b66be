//! `logistic-expander`: logistic(x) = 1 / (1 + exp(-x)).
//!
//! Narrow floats are computed in `f32` and rounded once. Where exp(-x) overflows the result is 0 instead of a subnormal
//! number, and native code has a logistic function of its own: the pipeline `cpu` leaves this pass out. Complex numbers
//! stay, since their quotient overflows sooner still.

use super::Pass;
use super::expand::expand_all;
use crate::hlo::{Builder, ComputationId, Diagnostics, InstructionId, Module, Op, UnaryOp};

pub const PASS: Pass = Pass {
    name: "logistic-expander",
    description: "Writes the logistic function out as a quotient with an exponential.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation_mut(owner);
    let instruction = computation.get(id);
    let is_logistic = matches!(instruction.op, Op::Unary(UnaryOp::Logistic));
    if !is_logistic || !instruction.array().element_type.is_float() {
        return Ok(None);
    }
    let (x, location) = (instruction.operands()[0], instruction.location.clone());
    let mut b = Builder::new(computation, &location);
    let stored = b.element_type(x);
    let x = b.convert(x, stored.accumulator());
    let one = b.full_like(x, 1.0);
    let negative = b.unary(UnaryOp::Negate, x);
    let exponential = b.unary(UnaryOp::Exponential, negative);
    let divisor = b.add_values(one, exponential);
    let quotient = b.divide(one, divisor);
    let result = b.convert(quotient, stored);
    b.finish()?;
    Ok(Some(result))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::ElementType;
    use crate::passes::graph::Graph;
    use crate::passes::testing::check;

    fn logistic(element_type: ElementType, expected: &str) {
        let build = |g: &mut Graph| {
            let x = g.parameter(0, element_type, &[]);
            g.unary(UnaryOp::Logistic, x)
        };
        check(&PASS, build, expected);
    }

    #[test]
    fn floats() {
        logistic(ElementType::F32, "divide(1, add(1, exponential(negate(Arg_0))))");
        let wide = "convertf32[](Arg_0)";
        logistic(ElementType::BF16, &format!("convertbf16[](divide(1, add(1, exponential(negate({wide})))))"));
    }

    #[test]
    fn complex_numbers_stay() {
        logistic(ElementType::C64, "logistic(Arg_0)");
    }
}
