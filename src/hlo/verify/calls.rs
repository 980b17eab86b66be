//! Rules of how computations call each other, and of their parameters.

use super::{Diagnostic, in_instruction};
use crate::hlo::{Computation, ComputationId, Diagnostics, Module, Op};
use std::collections::HashMap;

pub(super) fn verify_module(module: &Module) -> Diagnostics {
    let mut findings = Diagnostics::default();
    for id in module.computation_ids() {
        findings.0.extend(called_computations_exist(module, id));
        findings.0.extend(parameter_numbers_count_up(module.computation(id)));
    }
    if findings.0.is_empty() {
        findings.0.extend(no_computation_calls_itself(module));
    }
    findings
}

fn called_computations_exist(module: &Module, id: ComputationId) -> Option<Diagnostic> {
    let computation = module.computation(id);
    let dangling = computation
        .ids()
        .map(|id| computation.get(id))
        .find(|instruction| instruction.op.called_computations().iter().any(|&callee| !module.contains(callee)))?;
    let message = format!("{}: expected a called computation in the module, found one removed", dangling.op.name());
    Some(in_instruction(Diagnostic::bug(message, &dangling.location), computation, dangling))
}

/// Numbers 0 to n-1, each once.
fn parameter_numbers_count_up(computation: &Computation) -> Option<Diagnostic> {
    let parameters = computation.parameters();
    let number = |id| match computation.op(id) {
        Op::Parameter { number } => Some(*number),
        _ => None,
    };
    let (expected, &id) = parameters.iter().enumerate().find(|&(i, &id)| number(id) != Some(i))?;
    let found = number(id).unwrap_or_default();
    let message = format!("parameter: expected number {expected}, found {found}");
    let parameter = computation.get(id);
    Some(in_instruction(Diagnostic::program(message, &parameter.location), computation, parameter))
}

/// Depth-first over calls, with an explicit stack: chains of calls may be long.
fn no_computation_calls_itself(module: &Module) -> Option<Diagnostic> {
    let ids = module.computation_ids();
    let calls: HashMap<ComputationId, Vec<ComputationId>> = ids.iter().map(|&id| (id, callees(module, id))).collect();
    let mut finished: HashMap<ComputationId, bool> = HashMap::new();
    for &start in &ids {
        let mut stack = vec![(start, 0)];
        while let Some((id, next)) = stack.pop() {
            if next == 0 && finished.insert(id, false).is_some() {
                finished.insert(id, true);
                continue;
            }
            let Some(&callee) = calls[&id].get(next) else {
                finished.insert(id, true);
                continue;
            };
            stack.push((id, next + 1));
            match finished.get(&callee) {
                None => stack.push((callee, 0)),
                Some(true) => {}
                Some(false) => return Some(recursion(module, id, callee)),
            }
        }
    }
    None
}

fn callees(module: &Module, id: ComputationId) -> Vec<ComputationId> {
    let computation = module.computation(id);
    computation.ids().flat_map(|id| computation.op(id).called_computations()).collect()
}

fn recursion(module: &Module, caller: ComputationId, callee: ComputationId) -> Diagnostic {
    let computation = module.computation(caller);
    let call = computation.ids().find(|&id| computation.op(id).called_computations().contains(&callee));
    let call = computation.get(call.expect("the caller has such a call"));
    let name = &module.computation(callee).name;
    let message = format!("{}: expected calls without recursion, found %{name} calling itself", call.op.name());
    in_instruction(Diagnostic::program(message, &call.location), computation, call)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{f32s, findings, messages, parameters};
    use crate::hlo::{Computation, Instruction, Module, Op};

    #[test]
    fn parameter_numbers_count_up() {
        let found = findings(|_, entry| {
            entry.add_parameter(0, f32s(&[2]), &None);
            entry.add_parameter(2, f32s(&[2]), &None);
        });
        assert_eq!(found, ["parameter: expected number 1, found 2"]);
    }

    #[test]
    fn no_computation_calls_itself() {
        let mut module = Module::new("test");
        let [first, second] = ["first", "second"].map(|name| {
            let mut computation = Computation::new(name);
            let x = parameters(&mut computation, &[f32s(&[2])])[0];
            computation.set_root(x);
            module.add_computation(computation)
        });
        for (caller, to_apply) in [(first, second), (second, first)] {
            let computation = module.computation_mut(caller);
            let x = computation.root();
            computation.add_root(Instruction::new(Op::Call { to_apply }, f32s(&[2]), [x]));
        }
        module.set_entry(first);
        assert_eq!(messages(&module), ["call: expected calls without recursion, found %first calling itself"]);
    }
}
