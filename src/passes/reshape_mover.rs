//! `reshape-mover`: moves reshapes and transposes from the operands of an elementwise operation to its result.
//!
//! f(move(x), move(y)) = move(f(x, y)) where both move alike: one move is left of several, and it may meet another one
//! behind. Values that repeat a scalar take any shape. In native code moves become part of what reads them, and ones at
//! a result keep a fusion from growing: the pipeline `cpu` leaves this pass out.

use super::Pass;
use super::algsimp::scalar_behind;
use super::graph::{Graph, edit};
use crate::hlo::{ArrayShape, Diagnostics, InstructionId, Module, Op, OpClass};

pub const PASS: Pass = Pass {
    name: "reshape-mover",
    description: "Moves reshapes and transposes from the operands of an elementwise operation to its result.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in module.post_order() {
        changed |= edit(module, id, move_all);
    }
    Ok(changed)
}

fn move_all(graph: &mut Graph) -> bool {
    let pinned = super::control::pinned(graph);
    let mut changed = false;
    for id in graph.post_order() {
        if pinned.contains(&id) || graph.op(id).class() != OpClass::Elementwise {
            continue;
        }
        let Some((movement, dims)) = common_movement(graph, id) else { continue };
        graph.location = graph.get(id).location.clone();
        let value = moved(graph, id, &movement, &dims);
        graph.replace(id, value);
        changed = true;
    }
    changed
}

/// The movement of all operands that do not repeat a scalar, and the dimensions before it.
pub(super) fn common_movement(graph: &Graph, id: InstructionId) -> Option<(Op, Vec<usize>)> {
    let mut common = None;
    for &operand in graph.operands(id).iter().filter(|&&operand| scalar_behind(graph, operand).is_none()) {
        let op = graph.op(operand);
        if !matches!(op, Op::Reshape | Op::Transpose { .. }) || !graph.is_used_once(operand) {
            return None;
        }
        let movement = (op.clone(), graph.dims(graph.operand(operand, 0)).to_vec());
        if *common.get_or_insert_with(|| movement.clone()) != movement {
            return None;
        }
    }
    common
}

/// The same values of an elementwise operation, moved behind it.
pub(super) fn moved(graph: &mut Graph, id: InstructionId, movement: &Op, dims: &[usize]) -> InstructionId {
    let operands: Vec<InstructionId> = graph.operands(id).to_vec();
    let operands: Vec<InstructionId> = operands.iter().map(|&o| before(graph, o, dims)).collect();
    let (op, result) = (graph.op(id).clone(), graph.array(id).clone());
    let inner = graph.add(op, ArrayShape::new(result.element_type, dims), &operands);
    graph.add(movement.clone(), result, &[inner])
}

/// An operand before its movement.
fn before(graph: &mut Graph, operand: InstructionId, dims: &[usize]) -> InstructionId {
    match scalar_behind(graph, operand) {
        Some(scalar) if scalar == operand => scalar,
        Some(scalar) => {
            let shape = ArrayShape::new(graph.element_type(scalar), dims);
            graph.broadcast_scalar(scalar, &shape)
        }
        None => graph.operand(operand, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::BinaryOp;
    use crate::passes::testing::check;

    #[test]
    fn equal_movements_are_done_once() {
        let build = |g: &mut Graph| {
            let (x, y) = (g.f32(0, &[2, 3]), g.f32(1, &[2, 3]));
            let (x, y) = (g.transpose(x, vec![1, 0]), g.transpose(y, vec![1, 0]));
            let sum = g.binary(BinaryOp::Add, x, y);
            let two = g.full(&[3, 2], 2.0);
            g.binary(BinaryOp::Multiply, sum, two)
        };
        let expected = "transpose[1, 0](multiply(add(Arg_0, Arg_1), broadcast[]f32[2,3](2)))";
        check(&PASS, build, expected);
    }

    #[test]
    fn a_scalar_is_no_movement() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[1]);
            let (x, y) = (g.reshape(x, []), g.f32(1, &[]));
            g.binary(BinaryOp::Add, x, y)
        };
        check(&PASS, build, "add(reshapef32[](Arg_0), Arg_1)");
    }

    #[test]
    fn different_movements_stay() {
        let build = |g: &mut Graph| {
            let (x, y) = (g.f32(0, &[2, 3]), g.f32(1, &[6]));
            let (x, y) = (g.transpose(x, vec![1, 0]), g.reshape(y, [3, 2]));
            g.binary(BinaryOp::Add, x, y)
        };
        check(&PASS, build, "add(transpose[1, 0](Arg_0), reshapef32[3,2](Arg_1))");
    }

    #[test]
    fn movements_that_others_read_stay() {
        let build = |g: &mut Graph| {
            let x = g.f32(0, &[6]);
            let x = g.reshape(x, [3, 2]);
            let sum = g.binary(BinaryOp::Add, x, x);
            g.tuple(&[sum, x])
        };
        check(&PASS, build, "tuple(add(reshapef32[3,2](Arg_0), reshapef32[3,2](Arg_0)), reshapef32[3,2](Arg_0))");
    }
}
