//! `call-inliner`: puts the body of every called function in the place of the call.
//!
//! Later passes and fusion see one computation instead of many small ones. A call that takes part in a control
//! dependency stays a call, since its body has no single instruction that could take over the edge.

use super::inline::inline;
use super::{Pass, control};
use crate::hlo::{ComputationId, Diagnostic, Diagnostics, InstructionId, Module, Op};
use std::collections::HashMap;

pub const PASS: Pass =
    Pass { name: "call-inliner", description: "Puts the bodies of called functions in the place of the calls.", run };

/// Functions that call each other twice in a row grow exponentially; no program that a framework writes comes near.
const MAX_INSTRUCTIONS: usize = 4_000_000;

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    check_sizes(module)?;
    let mut changed = false;
    for id in module.post_order() {
        changed |= inline_calls(module, id);
    }
    if changed {
        module.remove_unreachable();
    }
    Ok(changed)
}

fn inline_calls(module: &mut Module, id: ComputationId) -> bool {
    let calls = calls(module, id);
    for &(call, callee) in &calls {
        let callee = module.computation(callee).clone();
        let caller = module.computation_mut(id);
        let arguments = caller.operands(call).to_vec();
        let result = inline(caller, &callee, &arguments);
        caller.replace_all_uses(call, result);
        caller.remove(call);
    }
    !calls.is_empty()
}

/// The calls to inline, with their callees.
fn calls(module: &Module, id: ComputationId) -> Vec<(InstructionId, ComputationId)> {
    let computation = module.computation(id);
    let pinned = control::pinned(computation);
    let mut calls = Vec::new();
    for id in computation.ids() {
        if let Op::Call { to_apply } = *computation.op(id)
            && !pinned.contains(&id)
        {
            calls.push((id, to_apply));
        }
    }
    calls
}

/// Refuses programs that would grow beyond measure, before anything is inlined.
fn check_sizes(module: &Module) -> Result<(), Diagnostics> {
    let mut sizes: HashMap<ComputationId, usize> = HashMap::new();
    for id in module.post_order() {
        let computation = module.computation(id);
        let mut size = computation.len();
        for (call, callee) in calls(module, id) {
            size += sizes[&callee];
            if size > MAX_INSTRUCTIONS {
                let call = computation.get(call);
                let message = format!("inlining {} makes more than {MAX_INSTRUCTIONS} instructions", call.name());
                return Err(Diagnostic::unsupported(message, &call.location).into());
            }
        }
        sizes.insert(id, size);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{BinaryOp, UnaryOp};
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
