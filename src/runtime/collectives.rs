//! What has to be known of a program's collectives before it runs.

use crate::hlo::{Collective, Computation, Diagnostic, Diagnostics, InstructionId, Module, Op, Shape};

/// Makes sure that groups fit the devices that a program runs on.
///
/// # Errors
/// Every collective of a reachable computation whose groups do not.
pub fn check_groups(module: &Module) -> Result<(), Diagnostics> {
    let mut wrong = Vec::new();
    for id in module.post_order() {
        let computation = module.computation(id);
        wrong.extend(computation.ids().filter_map(|id| match computation.op(id) {
            Op::Collective(op) => check(module, computation, id, op).err(),
            _ => None,
        }));
    }
    Diagnostics(wrong).into_result()
}

fn check(module: &Module, computation: &Computation, id: InstructionId, op: &Collective) -> Result<(), Diagnostic> {
    let instruction = computation.get(id);
    let operands = instruction.operands().iter().filter_map(|&operand| computation.shape(operand).as_array());
    let results = instruction.shape.leaves().into_iter().filter_map(|(_, shape)| Shape::as_array(shape));
    let shapes: Vec<_> = operands.zip(results).collect();
    op.device_groups_for(module.device_counts(), &shapes).map_err(|message| {
        let message = format!("{} %{}: {message}", op.name(), instruction.name());
        Diagnostic::program(message, &instruction.location)
    })
}
