//! Rules of the graph itself. Only code of ours can break them.

use super::{Check, defect, ensure};
use crate::hlo::{Computation, Diagnostic, Diagnostics, InstructionId, Module};
use std::collections::HashSet;

pub(super) fn verify_module(module: &Module) -> Diagnostics {
    let mut findings = Diagnostics(module_has_an_entry(module).err().into_iter().collect());
    for id in module.computation_ids() {
        findings.0.extend(verify_computation(module.computation(id)));
    }
    findings
}

fn module_has_an_entry(module: &Module) -> Result<(), Diagnostic> {
    let present = module.try_entry_id().is_some_and(|id| module.contains(id));
    if present {
        Ok(())
    } else {
        Err(Diagnostic::bug(format!("expected an entry in module {}, found none", module.name), &None))
    }
}

fn verify_computation(computation: &Computation) -> Vec<Diagnostic> {
    let mut findings: Vec<Diagnostic> = computation_has_a_root(computation).err().into_iter().collect();
    for id in computation.ids() {
        for rule in [operands_exist, control_predecessors_exist] {
            findings.extend(rule(computation, id).err().map(|message| defect(computation, id, message)));
        }
    }
    if findings.is_empty() {
        findings.extend(users_mirror_operands(computation));
        findings.extend(names_are_unique(computation));
        findings.extend(graph_is_acyclic(computation).err());
    }
    findings
}

fn computation_has_a_root(computation: &Computation) -> Result<(), Diagnostic> {
    let present = computation.try_root().is_some_and(|id| computation.contains(id));
    let message = || format!("expected a root in computation %{}, found none", computation.name);
    if present { Ok(()) } else { Err(Diagnostic::bug(message(), &None)) }
}

fn operands_exist(computation: &Computation, id: InstructionId) -> Check {
    let missing = computation.operands(id).iter().position(|&operand| !computation.contains(operand));
    ensure(missing.is_none(), || {
        format!("expected every operand in the computation, found operand {} removed", missing.unwrap_or_default())
    })
}

fn control_predecessors_exist(computation: &Computation, id: InstructionId) -> Check {
    let all = computation.get(id).control_predecessors.iter().all(|&before| computation.contains(before));
    ensure(all, || "expected every control predecessor in the computation, found one removed".into())
}

/// An instruction is among the users of exactly its operands.
fn users_mirror_operands(computation: &Computation) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for id in computation.ids() {
        let unknown = computation.operands(id).iter().find(|&&operand| !computation.users(operand).contains(&id));
        let stale = computation
            .users(id)
            .iter()
            .find(|&&user| !computation.contains(user) || !computation.operands(user).contains(&id));
        findings.extend(
            unknown.map(|_| defect(computation, id, "expected to be a user of its operands, found otherwise".into())),
        );
        findings.extend(
            stale.map(|_| defect(computation, id, "expected users that read it, found one that does not".into())),
        );
    }
    findings
}

fn names_are_unique(computation: &Computation) -> Vec<Diagnostic> {
    let mut seen = HashSet::new();
    let repeated = computation.ids().filter(|&id| !seen.insert(computation.get(id).name().clone()));
    let message = |id| format!("expected names of instructions to differ, found %{} twice", computation.get(id).name());
    repeated.map(|id| defect(computation, id, message(id))).collect()
}

/// Removes instructions whose operands are gone, as long as there are any: what stays lies on or after a cycle.
fn graph_is_acyclic(computation: &Computation) -> Result<(), Diagnostic> {
    let mut waiting: Vec<usize> = vec![0; computation.id_bound()];
    let mut followers: Vec<Vec<InstructionId>> = vec![Vec::new(); computation.id_bound()];
    for id in computation.ids() {
        for &before in computation.operands(id).iter().chain(&computation.get(id).control_predecessors) {
            waiting[id.0 as usize] += 1;
            followers[before.0 as usize].push(id);
        }
    }
    let mut ready: Vec<InstructionId> = computation.ids().filter(|id| waiting[id.0 as usize] == 0).collect();
    while let Some(id) = ready.pop() {
        for &follower in &followers[id.0 as usize] {
            waiting[follower.0 as usize] -= 1;
            if waiting[follower.0 as usize] == 0 {
                ready.push(follower);
            }
        }
    }
    match computation.ids().find(|id| waiting[id.0 as usize] > 0) {
        None => Ok(()),
        Some(id) => {
            Err(defect(computation, id, "expected no cycles, found an instruction that waits for itself".into()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{f32s, findings, messages, parameters};
    use crate::hlo::{Instruction, Module, Op, UnaryOp};

    #[test]
    fn a_module_without_entry() {
        assert_eq!(messages(&Module::new("empty")), ["expected an entry in module empty, found none"]);
    }

    #[test]
    fn a_removed_control_predecessor() {
        let found = findings(|_, entry| {
            let x = parameters(entry, &[f32s(&[2])])[0];
            let extra = entry.add(Instruction::new(Op::Unary(UnaryOp::Abs), f32s(&[2]), [x]));
            let mut last = Instruction::new(Op::Unary(UnaryOp::Sine), f32s(&[2]), [x]);
            last.control_predecessors.push(extra);
            entry.add(last);
            entry.remove(extra);
        });
        assert_eq!(found, ["expected every control predecessor in the computation, found one removed"]);
    }

    #[test]
    fn a_cycle() {
        let found = findings(|_, entry| {
            let x = parameters(entry, &[f32s(&[2])])[0];
            let first = entry.add(Instruction::new(Op::Unary(UnaryOp::Abs), f32s(&[2]), [x]));
            let second = entry.add(Instruction::new(Op::Unary(UnaryOp::Sine), f32s(&[2]), [first]));
            entry.replace_operand(first, 0, second);
        });
        assert_eq!(found, ["expected no cycles, found an instruction that waits for itself"]);
    }
}
