//! `cse`: makes instructions that compute the same value one.
//!
//! Two instructions are the same when operation, attributes, shape and operands agree; operands of a commutative
//! operation in either order, constants by their bytes. Reducers, comparators and other computations that are applied
//! to elements are made one first, so that operations which differ only in whose copy of `add` they name agree too.
//! Instructions with an effect, parameters, and ends of control dependencies are left alone.

use super::effects::Effects;
use super::{Pass, call_graph, control};
use crate::hlo::{
    ArrayLiteral, Computation, ComputationId, Diagnostics, Instruction, InstructionId, Literal, Module, Op,
};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

pub const PASS: Pass =
    Pass { name: "cse", description: "Makes instructions that compute the same value one instruction.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = share_applied_computations(module);
    let effects = Effects::of(module);
    for id in module.post_order() {
        changed |= merge_equal(module.computation_mut(id), &effects);
    }
    Ok(changed)
}

fn merge_equal(computation: &mut Computation, effects: &Effects) -> bool {
    let pinned = control::pinned(computation);
    let mut seen: HashMap<u64, Vec<InstructionId>> = HashMap::with_capacity(computation.id_bound());
    let mut changed = false;
    for id in computation.post_order() {
        let instruction = computation.get(id);
        if is_fixed(instruction) || effects.has_effect(instruction) || pinned.contains(&id) {
            continue;
        }
        let same = seen.entry(fingerprint(instruction)).or_default();
        match same.iter().find(|&&first| is_equal(computation.get(first), instruction)) {
            Some(&first) => {
                computation.replace_all_uses(id, first);
                computation.remove(id);
                changed = true;
            }
            None => same.push(id),
        }
    }
    changed
}

/// Instructions of which there may be two equal ones.
fn is_fixed(instruction: &Instruction) -> bool {
    matches!(instruction.op, Op::Parameter { .. } | Op::OptimizationBarrier | Op::Copy)
}

/// Equal for equal instructions, and different for most others.
fn fingerprint(instruction: &Instruction) -> u64 {
    let mut hasher = DefaultHasher::new();
    instruction.op.name().hash(&mut hasher);
    instruction.shape.hash(&mut hasher);
    operands_in_order(instruction).hash(&mut hasher);
    match &instruction.op {
        Op::Constant(Literal::Array(array)) => sample(array).hash(&mut hasher),
        Op::GetTupleElement { index } => index.hash(&mut hasher),
        _ => {}
    }
    hasher.finish()
}

/// The first and last bytes: a large constant is not read to the end for its fingerprint.
fn sample(array: &ArrayLiteral) -> (&[u8], &[u8]) {
    let bytes = array.bytes();
    let n = bytes.len().min(64);
    (&bytes[..n], &bytes[bytes.len() - n..])
}

fn is_equal(a: &Instruction, b: &Instruction) -> bool {
    a.op == b.op
        && a.shape == b.shape
        && operands_in_order(a) == operands_in_order(b)
        && a.backend_config == b.backend_config
        && a.frontend_attributes == b.frontend_attributes
}

/// Operands, sorted where their order does not matter.
fn operands_in_order(instruction: &Instruction) -> Vec<InstructionId> {
    let mut operands = instruction.operands().to_vec();
    match instruction.op {
        Op::Binary(op) if op.is_commutative(instruction.array().element_type) => operands.sort(),
        _ => {}
    }
    operands
}

/// Redirects reducers, comparators and the like to the first computation that is equal to them.
fn share_applied_computations(module: &mut Module) -> bool {
    let mut first: HashMap<u64, Vec<ComputationId>> = HashMap::new();
    let mut shared: HashMap<ComputationId, ComputationId> = HashMap::new();
    let applied = call_graph::callees(module, call_graph::applies_to_elements);
    for id in module.post_order().into_iter().filter(|id| applied.contains(id)) {
        let same = first.entry(computation_fingerprint(module.computation(id))).or_default();
        match same.iter().find(|&&other| same_function(module.computation(other), module.computation(id))) {
            Some(&other) => _ = shared.insert(id, other),
            None => same.push(id),
        }
    }
    !shared.is_empty() && redirect(module, &shared)
}

fn redirect(module: &mut Module, shared: &HashMap<ComputationId, ComputationId>) -> bool {
    for id in module.post_order() {
        let computation = module.computation_mut(id);
        for caller in call_graph::callers(computation, call_graph::applies_to_elements) {
            for callee in computation.get_mut(caller).op.called_computations_mut() {
                *callee = shared.get(callee).copied().unwrap_or(*callee);
            }
        }
    }
    module.remove_unreachable()
}

fn computation_fingerprint(computation: &Computation) -> u64 {
    let mut hasher = DefaultHasher::new();
    for id in computation.post_order() {
        let instruction = computation.get(id);
        instruction.op.name().hash(&mut hasher);
        instruction.shape.hash(&mut hasher);
    }
    hasher.finish()
}

/// Whether two computations are the same up to names, numbering and locations.
fn same_function(a: &Computation, b: &Computation) -> bool {
    let (order_a, order_b) = (a.post_order(), b.post_order());
    let position_a = positions(&order_a);
    let position_b = positions(&order_b);
    let same_instruction = |(&i, &j): (&InstructionId, &InstructionId)| {
        let (x, y) = (a.get(i), b.get(j));
        let same_operands = x.operands().iter().map(|o| position_a[o]).eq(y.operands().iter().map(|o| position_b[o]));
        x.op == y.op && x.shape == y.shape && same_operands && !x.has_side_effect()
    };
    order_a.len() == order_b.len()
        && position_a[&a.root()] == position_b[&b.root()]
        && order_a.iter().zip(&order_b).all(same_instruction)
}

fn positions(order: &[InstructionId]) -> HashMap<InstructionId, usize> {
    order.iter().enumerate().map(|(position, &id)| (id, position)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{BinaryOp, CustomCall, ElementType, Shape};
    use crate::passes::graph::Graph;
    use crate::passes::testing::{define, empty, program};

    /// Whether two values become one.
    fn merges(build: impl FnOnce(&mut Graph) -> [InstructionId; 2]) -> bool {
        let mut module = program(|g| {
            let pair = build(g);
            g.tuple(&pair)
        });
        run(&mut module).expect("succeeds");
        let entry = module.entry();
        entry.operand(entry.root(), 0) == entry.operand(entry.root(), 1)
    }

    fn both_ways(op: BinaryOp) -> bool {
        merges(|g| {
            let (x, y) = (g.f32(0, &[2]), g.f32(1, &[2]));
            [g.binary(op, x, y), g.binary(op, y, x)]
        })
    }

    #[test]
    fn operands_of_commutative_operations() {
        assert!(both_ways(BinaryOp::Add));
        assert!(!both_ways(BinaryOp::Subtract));
    }

    #[test]
    fn constants_by_their_bytes() {
        let pair = |a: f32, b: f32| merges(move |g| [g.constant_f32(a), g.constant_f32(b)]);
        assert!(pair(1.0, 1.0));
        assert!(!pair(0.0, -0.0));
    }

    #[test]
    fn chains() {
        let chain = |g: &mut Graph, x| {
            let one = g.full(&[2], 1.0);
            g.binary(BinaryOp::Add, x, one)
        };
        assert!(merges(|g| {
            let x = g.f32(0, &[2]);
            [chain(g, x), chain(g, x)]
        }));
    }

    #[test]
    fn attributes_matter() {
        assert!(!merges(|g| {
            let x = g.f32(0, &[2, 2]);
            [g.transpose(x, vec![0, 1]), g.transpose(x, vec![1, 0])]
        }));
    }

    #[test]
    fn effects_stay_apart() {
        let call = || Op::CustomCall(Box::new(CustomCall { has_side_effect: true, ..CustomCall::default() }));
        assert!(!merges(|g| [0, 1].map(|_| g.add(call(), Shape::scalar(ElementType::F32), &[]))));
    }

    #[test]
    fn reducers_that_are_equal_are_one() {
        let mut module = empty();
        let adders = ["first", "second"].map(|name| {
            define(&mut module, name, |g| {
                let (x, y) = (g.f32(0, &[]), g.f32(1, &[]));
                g.binary(BinaryOp::Add, x, y)
            })
        });
        let main = define(&mut module, "main", |g| {
            let (x, zero) = (g.f32(0, &[4]), g.constant_f32(0.0));
            let shape = Shape::scalar(ElementType::F32);
            let sums =
                adders.map(|to_apply| g.add(Op::Reduce { dimensions: vec![0], to_apply }, shape.clone(), &[x, zero]));
            g.tuple(&sums)
        });
        module.set_entry(main);
        run(&mut module).expect("succeeds");
        let entry = module.entry();
        assert_eq!(entry.operand(entry.root(), 0), entry.operand(entry.root(), 1));
        assert_eq!(module.computation_ids().len(), 2);
    }
}
