//! Which results live, or may live, in an operand's memory.

use super::{is_bitcast, output_fusion};
use crate::hlo::{ArrayShape, Computation, InstructionId, Module, Op, OpClass, Shape};

/// The operand whose memory result leaf `leaf` takes over, for operations that change a part of an operand. Code is
/// made on that assumption: where the operand lives on, it is copied first.
pub fn in_place_operand(module: &Module, computation: &Computation, id: InstructionId, leaf: usize) -> Option<usize> {
    match computation.op(id) {
        Op::DynamicUpdateSlice => Some(0),
        Op::Scatter { .. } => Some(leaf),
        Op::Fusion { computation: fused, .. } => updated_parameter(module.computation(*fused), leaf),
        _ => None,
    }
}

/// The parameter that a fusion's result `leaf` updates in place: the result is a dynamic-update-slice or scatter
/// (through bitcasts) of a parameter that nothing else in the fusion reads.
fn updated_parameter(fused: &Computation, leaf: usize) -> Option<usize> {
    let root = fused.root();
    let mut value = match fused.op(root) {
        Op::Tuple => *fused.operands(root).get(leaf)?,
        _ => root,
    };
    while is_bitcast(fused, value) {
        value = fused.operand(value, 0);
    }
    match fused.op(value) {
        Op::DynamicUpdateSlice => {}
        Op::Scatter { .. } if matches!(fused.shape(value), Shape::Array(_)) => {}
        _ => return None,
    }
    let mut updated = fused.operand(value, 0);
    while is_bitcast(fused, updated) && fused.users(updated).len() == 1 {
        updated = fused.operand(updated, 0);
    }
    match fused.op(updated) {
        Op::Parameter { number } if fused.users(updated).len() == 1 => Some(*number),
        _ => None,
    }
}

/// Whether result leaf `leaf` may be written over operand `operand` while it is computed: each element is read before
/// those of the same place are written, in any result, and never again.
pub fn may_share_operand(
    module: &Module,
    computation: &Computation,
    id: InstructionId,
    operand: usize,
    leaf: usize,
) -> bool {
    let instruction = computation.get(id);
    let leaves = instruction.shape.leaves();
    let source = computation.shape(computation.operand(id, operand)).as_array();
    let (Some(result), Some(source)) = (leaves.get(leaf).and_then(|(_, leaf)| leaf.as_array()), source) else {
        return false;
    };
    if !same_places(result, source) {
        return false;
    }
    match &instruction.op {
        Op::Fusion { computation: fused, .. } => {
            let fused = module.computation(*fused);
            output_fusion(fused).is_none() && reads_in_place(fused, operand)
        }
        op => op.class() == OpClass::Elementwise,
    }
}

fn same_places(a: &ArrayShape, b: &ArrayShape) -> bool {
    a.dims == b.dims && a.layout == b.layout && a.element_type.byte_width() == b.element_type.byte_width()
}

/// Whether everything that reads a fusion's parameter is elementwise all the way to the roots.
fn reads_in_place(fused: &Computation, number: usize) -> bool {
    let Some(&parameter) = fused.parameters().get(number) else { return false };
    let mut work = vec![parameter];
    let mut seen = std::collections::HashSet::new();
    while let Some(value) = work.pop() {
        for &user in fused.users(value) {
            if is_result_tuple(fused, user) {
                continue;
            }
            let same = match (fused.shape(user).as_array(), fused.shape(value).as_array()) {
                (Some(a), Some(b)) => a.dims == b.dims && a.layout == b.layout,
                _ => false,
            };
            if !same || fused.op(user).class() != OpClass::Elementwise {
                return false;
            }
            if seen.insert(user) {
                work.push(user);
            }
        }
    }
    true
}

fn is_result_tuple(fused: &Computation, id: InstructionId) -> bool {
    id == fused.root() && matches!(fused.op(id), Op::Tuple)
}
