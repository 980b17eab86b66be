//! Instructions: an operation, its operands and result shape, and where it comes from.

use super::location::LocationRef;
use super::op_class::{
    application, contraction, control_flow, elementwise, indexing, leaf, movement, normalization, structure,
};
use super::{ArrayShape, Op, Shape};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Index of an instruction in its computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InstructionId(pub u32);

/// Index of a computation in its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ComputationId(pub u32);

/// One node of a computation. Operands and users are kept by [`super::Computation`].
#[derive(Clone, Debug)]
pub struct Instruction {
    pub op: Op,
    pub shape: Shape,
    pub location: LocationRef,
    /// Unique in its computation.
    pub(super) name: Arc<str>,
    pub(super) operands: Vec<InstructionId>,
    /// Instructions that must run before this one though it reads nothing of theirs.
    pub control_predecessors: Vec<InstructionId>,
    /// The sharding annotation as the program spells it.
    pub sharding: Option<Arc<str>>,
    pub frontend_attributes: BTreeMap<Arc<str>, Arc<str>>,
    /// What a pass tells the code generator, as HLO's `backend_config`.
    pub backend_config: Option<Arc<str>>,
}

impl Instruction {
    /// Not yet part of a computation, hence without a name.
    pub fn new(op: Op, shape: impl Into<Shape>, operands: impl Into<Vec<InstructionId>>) -> Instruction {
        Instruction {
            op,
            shape: shape.into(),
            location: None,
            name: Arc::from(""),
            operands: operands.into(),
            control_predecessors: Vec::new(),
            sharding: None,
            frontend_attributes: BTreeMap::new(),
            backend_config: None,
        }
    }

    pub fn at(mut self, location: &LocationRef) -> Instruction {
        self.location = location.clone();
        self
    }

    /// Asks for a name; a number is appended where it is taken.
    pub fn named(mut self, name: impl Into<Arc<str>>) -> Instruction {
        self.name = name.into();
        self
    }

    /// A copy with other operands, not yet part of a computation; it asks for the same name.
    pub fn with_operands(&self, operands: Vec<InstructionId>) -> Instruction {
        Instruction { operands, ..self.clone() }
    }

    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    pub fn operands(&self) -> &[InstructionId] {
        &self.operands
    }

    /// The result's array shape.
    ///
    /// # Panics
    /// On a tuple or token: a bug in the caller.
    pub fn array(&self) -> &ArrayShape {
        self.shape.expect_array()
    }

    /// Has an effect beyond its result, so that it stays where nothing uses it.
    pub fn has_side_effect(&self) -> bool {
        has_side_effect(&self.op)
    }

    /// What an asynchronous start begins, as an instruction of the same name that stands alone: its value is the result
    /// alone. None for any other instruction, and for a shape that no start has.
    pub fn started(&self) -> Option<Instruction> {
        let Op::AsyncStart(op) = &self.op else { return None };
        let shape = match op.started_index() {
            None => self.shape.clone(),
            Some(index) => self.shape.at(&[index])?.clone(),
        };
        Some(Instruction { op: (**op).clone(), shape, ..self.clone() })
    }
}

fn has_side_effect(op: &Op) -> bool {
    match op {
        Op::CustomCall(call) => call.has_side_effect,
        Op::Rng { .. } | Op::Transfer(_) => true,
        Op::AsyncStart(op) => has_side_effect(op),
        Op::TopK { .. }
        | Op::Cholesky { .. }
        | Op::TriangularSolve { .. }
        | Op::Fft { .. }
        | normalization!()
        | Op::RngBitGenerator { .. }
        | leaf!()
        | elementwise!()
        | movement!()
        | indexing!()
        | contraction!()
        | application!()
        | structure!() => false,
        // What they call may have some.
        control_flow!() | Op::Fusion { .. } | Op::Scan { .. } => false,
        Op::Collective(_) | Op::ReplicaId | Op::PartitionId | Op::AsyncUpdate | Op::AsyncDone { .. } => false,
    }
}
