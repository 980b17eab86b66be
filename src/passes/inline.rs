//! Copies the body of a computation to where it is called.

use crate::hlo::{Computation, InstructionId, Op};
use std::collections::HashMap;

/// Copies `callee` into `caller` with `arguments` in place of its parameters; gives the value of its root.
///
/// Computations that the copied instructions call become shared with the original.
pub(super) fn inline(caller: &mut Computation, callee: &Computation, arguments: &[InstructionId]) -> InstructionId {
    let mut copies: HashMap<InstructionId, InstructionId> = HashMap::with_capacity(callee.len());
    for id in callee.post_order() {
        let instruction = callee.get(id);
        let copy = match instruction.op {
            Op::Parameter { number } => arguments[number],
            _ => {
                let operands = instruction.operands().iter().map(|operand| copies[operand]).collect();
                let mut copy = instruction.with_operands(operands);
                for before in &mut copy.control_predecessors {
                    *before = copies[before];
                }
                caller.add(copy)
            }
        };
        copies.insert(id, copy);
    }
    copies[&callee.root()]
}
