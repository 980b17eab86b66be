//! Where values of a module are one and the same: the ties that loops and branches make.
//!
//! A loop's state has one sharding: as the loop's operand and result, as the parameter of body and condition, and as
//! the body's root. Values that are tied in such a way form a *class*.

use super::annotation::group;
use crate::hlo::op_class::{
    algorithm, application, asynchronous, calls_nothing, contraction, control_flow, elementwise, indexing, leaf,
    movement,
};
use crate::hlo::{ArrayShape, Computation, ComputationId, ElementType, InstructionId, Module, Op, Shape};
use std::collections::HashMap;

/// A class of leaves that have one sharding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(usize);

/// Classes of all values in the computations that control flow reaches.
pub struct Flow {
    /// Callees before callers.
    pub computations: Vec<ComputationId>,
    /// The class of an instruction's first leaf; those of its others follow.
    first: HashMap<(ComputationId, InstructionId), usize>,
    parents: Vec<usize>,
}

/// Number of arrays and tokens in a value.
pub fn leaf_count(shape: &Shape) -> usize {
    match shape {
        Shape::Tuple(parts) => parts.iter().map(leaf_count).sum(),
        Shape::Array(_) | Shape::Token => 1,
    }
}

/// Leaves of a tuple's parts before one of them.
pub fn leaves_before(shape: &Shape, index: usize) -> usize {
    shape.as_tuple().map_or(0, |parts| parts[..index].iter().map(leaf_count).sum())
}

/// The arrays of a value, tokens as scalars.
pub fn leaf_arrays(shape: &Shape) -> Vec<ArrayShape> {
    let token = || ArrayShape::scalar(ElementType::Pred);
    shape.leaves().into_iter().map(|(_, leaf)| leaf.as_array().cloned().unwrap_or_else(token)).collect()
}

/// Computations that an instruction runs as part of the program's flow.
pub fn run_by(op: &Op) -> Vec<ComputationId> {
    match op {
        control_flow!() => op.called_computations(),
        // What they call is applied to elements, or to whole arrays that each device has.
        application!() | Op::Fusion { .. } | Op::CustomCall(_) | Op::Collective(_) | Op::Scan { .. } => Vec::new(),
        Op::AsyncStart(_) | calls_nothing!() => Vec::new(),
    }
}

impl Flow {
    pub fn of(module: &Module) -> Flow {
        let mut flow = Flow { computations: reached(module), first: HashMap::new(), parents: Vec::new() };
        for id in flow.computations.clone() {
            flow.number(id, module.computation(id));
        }
        for id in flow.computations.clone() {
            let computation = module.computation(id);
            computation.ids().for_each(|instruction| flow.tie(module, id, computation, instruction));
        }
        flow.tie_groups(module);
        flow
    }

    /// Values of one sharding group, of one shape, are divided alike.
    fn tie_groups(&mut self, module: &Module) {
        let mut members: HashMap<(&str, &Shape), (ComputationId, InstructionId)> = HashMap::new();
        for id in self.computations.clone() {
            let computation = module.computation(id);
            for instruction in computation.ids() {
                let Some(group) = group(computation.op(instruction)) else { continue };
                let shape = computation.shape(instruction);
                let first = *members.entry((group, shape)).or_insert((id, instruction));
                let count = leaf_count(shape);
                self.join((id, instruction, 0), (id, computation.operand(instruction, 0), 0), count);
                self.join((id, instruction, 0), (first.0, first.1, 0), count);
            }
        }
    }

    fn number(&mut self, id: ComputationId, computation: &Computation) {
        for instruction in computation.ids() {
            let first = self.parents.len();
            self.first.insert((id, instruction), first);
            self.parents.extend(first..first + leaf_count(computation.shape(instruction)));
        }
    }

    /// The class of a leaf of an instruction.
    pub fn class(&self, computation: ComputationId, instruction: InstructionId, leaf: usize) -> ClassId {
        ClassId(self.root(self.first[&(computation, instruction)] + leaf))
    }

    fn root(&self, mut node: usize) -> usize {
        while self.parents[node] != node {
            node = self.parents[node];
        }
        node
    }

    fn join(
        &mut self,
        a: (ComputationId, InstructionId, usize),
        b: (ComputationId, InstructionId, usize),
        count: usize,
    ) {
        for leaf in 0..count {
            let (a, b) = (self.class(a.0, a.1, a.2 + leaf).0, self.class(b.0, b.1, b.2 + leaf).0);
            self.parents[a.max(b)] = a.min(b);
        }
    }

    fn tie(&mut self, module: &Module, id: ComputationId, computation: &Computation, instruction: InstructionId) {
        let operands = computation.operands(instruction);
        let count = leaf_count(computation.shape(instruction));
        let this = (id, instruction, 0);
        match computation.op(instruction) {
            Op::GetTupleElement { index } => {
                let before = leaves_before(computation.shape(operands[0]), *index);
                self.join(this, (id, operands[0], before), count);
            }
            Op::OptimizationBarrier => self.join(this, (id, operands[0], 0), count),
            Op::While { condition, body } => {
                self.join(this, (id, operands[0], 0), count);
                self.join(this, (*body, module.computation(*body).root(), 0), count);
                for callee in [*condition, *body] {
                    self.tie_parameters(module, callee, id, &operands[..1]);
                }
            }
            Op::Conditional { branches } => {
                for (&branch, operand) in branches.iter().zip(&operands[1..]) {
                    self.join(this, (branch, module.computation(branch).root(), 0), count);
                    self.tie_parameters(module, branch, id, std::slice::from_ref(operand));
                }
            }
            Op::Call { to_apply } => {
                self.join(this, (*to_apply, module.computation(*to_apply).root(), 0), count);
                self.tie_parameters(module, *to_apply, id, operands);
            }
            leaf!() | elementwise!() | movement!() | indexing!() | contraction!() | application!() | algorithm!() => {}
            Op::Tuple | Op::AfterAll | Op::Fusion { .. } | Op::CustomCall(_) | Op::Collective(_) => {}
            Op::Scan { .. } | Op::Transfer(_) | Op::ReplicaId | Op::PartitionId => {}
            asynchronous!() => {}
        }
    }

    fn tie_parameters(
        &mut self,
        module: &Module,
        callee: ComputationId,
        caller: ComputationId,
        operands: &[InstructionId],
    ) {
        let computation = module.computation(callee);
        for (parameter, &operand) in computation.parameters().into_iter().zip(operands) {
            let count = leaf_count(computation.shape(parameter));
            self.join((callee, parameter, 0), (caller, operand, 0), count);
        }
    }
}

/// Computations that control flow reaches from the entry, callees first.
fn reached(module: &Module) -> Vec<ComputationId> {
    let mut order = Vec::new();
    visit(module, module.entry_id(), &mut order);
    order
}

fn visit(module: &Module, id: ComputationId, order: &mut Vec<ComputationId>) {
    let computation = module.computation(id);
    for callee in computation.ids().flat_map(|instruction| run_by(computation.op(instruction))) {
        if !order.contains(&callee) {
            visit(module, callee, order);
        }
    }
    if !order.contains(&id) {
        order.push(id);
    }
}
