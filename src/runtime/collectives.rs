//! Collectives on platforms of one device.

use crate::hlo::{Diagnostic, Diagnostics, Module, Op};

/// # Errors
/// Every collective of a reachable computation in which other devices take part.
pub fn check_alone(module: &Module) -> Result<(), Diagnostics> {
    let mut refused = Vec::new();
    for id in module.post_order() {
        let computation = module.computation(id);
        let instructions = computation.ids().map(|id| computation.get(id));
        refused.extend(instructions.filter_map(|instruction| match &instruction.op {
            Op::Collective(op) if module.device_count() != 1 || !op.is_of_one_device() => {
                let message = format!("{}: several devices take part, and there is one", op.name());
                Some(Diagnostic::unsupported(message, &instruction.location))
            }
            _ => None,
        }));
    }
    Diagnostics(refused).into_result()
}
