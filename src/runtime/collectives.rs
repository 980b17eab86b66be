//! What has to be known of a program's collectives before it runs.

use crate::hlo::{Collective, Computation, Diagnostic, Diagnostics, InstructionId, Module, Op, Shape};

/// Makes sure that groups fit the devices that a program runs on, and that channels between them have two ends.
///
/// # Errors
/// Every collective of a reachable computation whose groups do not; every such channel.
pub fn check_groups(module: &Module) -> Result<(), Diagnostics> {
    let mut wrong = Vec::new();
    for id in module.post_order() {
        let computation = module.computation(id);
        wrong.extend(computation.ids().filter_map(|id| {
            let op = computation.op(id).as_collective()?;
            check(module, computation, id, op).err()
        }));
    }
    wrong.extend(super::channels::check(module));
    Diagnostics(wrong).into_result()
}

fn check(module: &Module, computation: &Computation, id: InstructionId, op: &Collective) -> Result<(), Diagnostic> {
    let started = computation.get(id).started();
    let instruction = started.as_ref().unwrap_or_else(|| computation.get(id));
    let operands = instruction.operands().iter().filter_map(|&operand| computation.shape(operand).as_array());
    let results = instruction.shape.leaves().into_iter().filter_map(|(_, shape)| Shape::as_array(shape));
    let shapes: Vec<_> = operands.zip(results).collect();
    let title = format!("{} %{}", op.name(), instruction.name());
    let groups = op.device_groups_for(module.device_counts(), &shapes);
    groups.map_err(|message| Diagnostic::program(format!("{title}: {message}"), &instruction.location))?;
    op.to_apply().map_or(Ok(()), |reducer| check_reducer(&title, module.computation(reducer)))
}

/// The order in which devices are combined is not the program's to choose: an operation that depends on it alone is a
/// mistake.
fn check_reducer(title: &str, reducer: &Computation) -> Result<(), Diagnostic> {
    let root = reducer.get(reducer.root());
    let Op::Binary(op) = root.op else { return Ok(()) };
    let is_parameter = |&operand: &InstructionId| matches!(reducer.op(operand), Op::Parameter { .. });
    if op.is_monoid(root.array().element_type) || !root.operands().iter().all(is_parameter) {
        return Ok(());
    }
    let message = format!("{title}: its reducer is {}, which depends on the order of the devices", op.name());
    Err(Diagnostic::unsupported(message, &root.location))
}
