//! `call-inliner`: puts the body of every called function in the place of the call.
//!
//! Later passes and fusion see one computation instead of many small ones. A call that takes part in a control
//! dependency stays a call, since its body has no single instruction that could take over the edge.

use super::Pass;
use super::inline::inline_all;
use crate::hlo::{Diagnostics, Module, Op};

pub const PASS: Pass =
    Pass { name: "call-inliner", description: "Puts the bodies of called functions in the place of the calls.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    inline_all(module, |op| match *op {
        Op::Call { to_apply } => Some(to_apply),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{BinaryOp, ComputationId, InstructionId, UnaryOp};
    use crate::passes::graph::Graph;
    use crate::passes::testing::{check_module, define, empty};

    fn call(g: &mut Graph, to_apply: ComputationId, x: InstructionId) -> InstructionId {
        let shape = g.shape(x).clone();
        g.add(Op::Call { to_apply }, shape, &[x])
    }

    #[test]
    fn nested_calls() {
        let mut module = empty();
        let negate = define(&mut module, "negate", |g| {
            let x = g.f32(0, &[]);
            g.unary(UnaryOp::Negate, x)
        });
        let twice = define(&mut module, "twice", |g| {
            let x = g.f32(0, &[]);
            let once = call(g, negate, x);
            call(g, negate, once)
        });
        let main = define(&mut module, "main", |g| {
            let x = g.f32(0, &[]);
            let y = call(g, twice, x);
            g.binary(BinaryOp::Add, y, x)
        });
        module.set_entry(main);
        check_module(&PASS, module, "add(negate(negate(Arg_0)), Arg_0)");
    }

    #[test]
    fn identity_function() {
        let mut module = empty();
        let identity = define(&mut module, "identity", |g| g.f32(0, &[]));
        let main = define(&mut module, "main", |g| {
            let x = g.f32(0, &[]);
            call(g, identity, x)
        });
        module.set_entry(main);
        check_module(&PASS, module, "Arg_0");
    }

    #[test]
    fn calls_with_a_fixed_order_stay() {
        let mut module = empty();
        let identity = define(&mut module, "identity", |g| g.f32(0, &[]));
        let main = define(&mut module, "main", |g| {
            let x = g.f32(0, &[]);
            let negative = g.unary(UnaryOp::Negate, x);
            let y = call(g, identity, x);
            g.computation.get_mut(y).control_predecessors.push(negative);
            y
        });
        module.set_entry(main);
        check_module(&PASS, module, "call(Arg_0)");
    }

    #[test]
    fn exponential_growth_is_refused() {
        let mut module = empty();
        let mut doubled = define(&mut module, "negate", |g| {
            let x = g.f32(0, &[]);
            g.unary(UnaryOp::Negate, x)
        });
        for level in 0..40 {
            doubled = define(&mut module, &format!("level_{level}"), |g| {
                let x = g.f32(0, &[]);
                let once = call(g, doubled, x);
                call(g, doubled, once)
            });
        }
        module.set_entry(doubled);
        let error = run(&mut module).expect_err("two to the power of 40 instructions");
        assert_eq!(error.blame(), crate::hlo::Blame::Unsupported);
    }
}
