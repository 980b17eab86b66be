//! What a value that follows from the number of the device alone is on each device.

use super::graph::Graph;
use crate::hlo::evaluator::{Context, Devices, EvalError, NoCustomCalls, Result, evaluate_instruction};
use crate::hlo::{Instruction, InstructionId, Literal, Op, OpClass};
use std::collections::HashMap;
use std::sync::Arc;

/// Instructions that are evaluated for a value, at most, and elements of each.
const MAX_INSTRUCTIONS: usize = 64;
const MAX_ELEMENTS: usize = 4096;
/// Devices beyond this many are not looked at one by one.
pub(super) const MAX_DEVICES: usize = 1024;

/// The value on every device by number; none where it depends on anything else.
pub(super) fn on_each_device(graph: &Graph, id: InstructionId) -> Option<Vec<Literal>> {
    let mut order = Vec::new();
    collect(graph, id, &mut order)?;
    let count = graph.module.device_count();
    (0..count).filter(|_| count <= MAX_DEVICES).map(|device| on_device(graph, &order, device)).collect()
}

/// Instructions that a value depends on, operands first.
fn collect(graph: &Graph, id: InstructionId, order: &mut Vec<InstructionId>) -> Option<()> {
    if order.contains(&id) {
        return Some(());
    }
    let is_small = graph.shape(id).as_array().is_some_and(|array| array.element_count() <= MAX_ELEMENTS);
    if !is_small || !follows_from_operands(graph.op(id)) {
        return None;
    }
    graph.operands(id).iter().try_for_each(|&operand| collect(graph, operand, order))?;
    order.push(id);
    (order.len() <= MAX_INSTRUCTIONS).then_some(())
}

fn follows_from_operands(op: &Op) -> bool {
    match op.class() {
        OpClass::Leaf => !matches!(op, Op::Parameter { .. }),
        OpClass::Elementwise | OpClass::Movement | OpClass::Indexing => true,
        OpClass::Control => matches!(op, Op::ReplicaId | Op::PartitionId),
        OpClass::Contraction | OpClass::Application | OpClass::Algorithm | OpClass::Structure => false,
    }
}

/// The last value of these instructions on a device.
fn on_device(graph: &Graph, order: &[InstructionId], device: usize) -> Option<Literal> {
    let number = Numbered(device);
    let context = Context::with(graph.module, &NoCustomCalls, &number);
    let mut values: HashMap<InstructionId, Literal> = HashMap::new();
    for &id in order {
        let operands: Vec<&Literal> = graph.operands(id).iter().map(|operand| &values[operand]).collect();
        let value = evaluate_instruction(graph.get(id), &operands, &context).ok()?;
        values.insert(id, value);
    }
    values.remove(order.last()?)
}

/// A device that meets nobody.
struct Numbered(usize);

impl Devices for Numbered {
    fn device(&self) -> usize {
        self.0
    }

    fn meet(&self, _: &Instruction, _: &[usize], _: Vec<Literal>) -> Result<Arc<[Vec<Literal>]>> {
        Err(EvalError::unsupported("a collective in a pass"))
    }

    fn check(&self) -> Result<()> {
        Ok(())
    }
}
