//! Rules of a schedule, where a pass has set one.

use super::defect;
use crate::hlo::{Computation, Diagnostic, Module};

pub(super) fn verify_module(module: &Module) -> Vec<Diagnostic> {
    let ids = module.computation_ids();
    ids.into_iter().filter_map(|id| verify_computation(module.computation(id))).collect()
}

fn verify_computation(computation: &Computation) -> Option<Diagnostic> {
    schedule_holds_each_instruction_once(computation).or_else(|| schedule_respects_operands(computation))
}

fn schedule_holds_each_instruction_once(computation: &Computation) -> Option<Diagnostic> {
    let schedule = computation.schedule.as_ref()?;
    let mut scheduled = schedule.clone();
    scheduled.sort_unstable();
    let same = scheduled.iter().copied().eq(computation.ids());
    let message = || {
        let (expected, found) = (computation.len(), schedule.len());
        let name = &computation.name;
        format!("expected each of {expected} instructions of %{name} once in its schedule, found {found} entries")
    };
    (!same).then(|| Diagnostic::bug(message(), &None))
}

fn schedule_respects_operands(computation: &Computation) -> Option<Diagnostic> {
    let mut done = vec![false; computation.id_bound()];
    for &id in computation.schedule.as_ref()? {
        let mut before = computation.operands(id).iter().chain(&computation.get(id).control_predecessors);
        if let Some(&late) = before.find(|before| !done[before.0 as usize]) {
            let late = computation.get(late).name();
            return Some(defect(computation, id, format!("expected %{late} to be scheduled before, found it after")));
        }
        done[id.0 as usize] = true;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::testing::{f32s, findings, parameters};
    use crate::hlo::{Instruction, InstructionId, Op, UnaryOp};

    fn scheduled(order: impl FnOnce(InstructionId, InstructionId) -> Vec<InstructionId>) -> Vec<String> {
        findings(|_, entry| {
            let x = parameters(entry, &[f32s(&[2])])[0];
            let y = entry.add(Instruction::new(Op::Unary(UnaryOp::Abs), f32s(&[2]), [x]));
            entry.schedule = Some(order(x, y));
        })
    }

    #[test]
    fn schedule_holds_each_instruction_once() {
        let found = scheduled(|x, _| vec![x]);
        assert_eq!(found, ["expected each of 2 instructions of %main once in its schedule, found 1 entries"]);
    }

    #[test]
    fn schedule_respects_operands() {
        let found = scheduled(|x, y| vec![y, x]);
        assert_eq!(found, ["expected %Arg_0 to be scheduled before, found it after"]);
    }
}
