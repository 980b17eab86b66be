//! What starts asynchronously, as protos have it: the opcodes of some operations, and called computations for all others.

use crate::hlo::asynchronous::StartForm;
use crate::hlo::{Computation, ComputationId, Instruction, InstructionId, Module, Op};
use std::borrow::Cow;

/// The module with a computation for each operation whose start has no opcode of its own.
pub(super) fn with_async_computations(module: &Module) -> Cow<'_, Module> {
    let mut starts = Vec::new();
    for id in module.post_order() {
        let computation = module.computation(id);
        let nameless = computation.ids().filter(|&start| needs_computation(computation.op(start)));
        starts.extend(nameless.map(|start| (id, start)));
    }
    if starts.is_empty() {
        return Cow::Borrowed(module);
    }
    let mut module = module.clone();
    for (id, start) in starts {
        outline(&mut module, id, start);
    }
    Cow::Owned(module)
}

fn needs_computation(op: &Op) -> bool {
    let Op::AsyncStart(started) = op else { return false };
    started.start_form() == StartForm::General && !matches!(**started, Op::Call { .. })
}

fn outline(module: &mut Module, id: ComputationId, start: InstructionId) {
    let caller = module.computation(id);
    let Some(started) = caller.get(start).started() else { return };
    let mut computation = Computation::new(format!("async_computation.{}", started.op.name()));
    let shapes = started.operands().iter().map(|&operand| caller.shape(operand).clone());
    let parameters: Vec<InstructionId> =
        shapes.enumerate().map(|(number, shape)| computation.add_parameter(number, shape, &None)).collect();
    let root = Instruction::new(started.op, started.shape, parameters);
    computation.add_root(root.at(&started.location));
    // In a scheduled module each computation has its order.
    computation.schedule = caller.schedule.as_ref().map(|_| computation.post_order());
    let to_apply = module.add_computation(computation);
    module.computation_mut(id).get_mut(start).op = Op::AsyncStart(Box::new(Op::Call { to_apply }));
}
