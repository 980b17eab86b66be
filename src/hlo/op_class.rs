//! What kind of work an operation does: the one classification that passes and code generation match on.
//!
//! [`Op::class`] is for decisions by kind. Where a match needs the attributes of some operations and treats whole
//! classes alike, the class stands in it as a pattern: `elementwise!() => …`.

use super::{ComputationId, Op};

/// Kinds of operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpClass {
    /// Values that are computed from nothing: parameters, constants, iotas.
    Leaf,
    /// Element `i` of the result depends on elements `i` of the operands only, or on scalars.
    Elementwise,
    /// Elements are bits of an operand's elements, at places that the attributes say.
    Movement,
    /// As [`OpClass::Movement`], at places that operands say.
    Indexing,
    /// Sums of products.
    Contraction,
    /// Applies a computation to elements: reducers, comparators and the like.
    Application,
    /// A whole algorithm behind one name.
    Algorithm,
    /// Groups values or orders them; does nothing at run time.
    Structure,
    /// Runs computations, or foreign code, or other devices take part, or it matters which device it is.
    Control,
}

macro_rules! leaf {
    () => {
        $crate::hlo::Op::Parameter { .. } | $crate::hlo::Op::Constant(_) | $crate::hlo::Op::Iota { .. }
    };
}

macro_rules! elementwise {
    () => {
        $crate::hlo::Op::Unary(_)
            | $crate::hlo::Op::Binary(_)
            | $crate::hlo::Op::Compare { .. }
            | $crate::hlo::Op::Select
            | $crate::hlo::Op::Clamp
            | $crate::hlo::Op::Convert
            | $crate::hlo::Op::ReducePrecision { .. }
    };
}

macro_rules! movement {
    () => {
        $crate::hlo::Op::Copy
            | $crate::hlo::Op::BitcastConvert
            | $crate::hlo::Op::Broadcast { .. }
            | $crate::hlo::Op::Reshape
            | $crate::hlo::Op::Transpose { .. }
            | $crate::hlo::Op::Reverse { .. }
            | $crate::hlo::Op::Slice { .. }
            | $crate::hlo::Op::Pad { .. }
            | $crate::hlo::Op::Concatenate { .. }
    };
}

macro_rules! indexing {
    () => {
        $crate::hlo::Op::DynamicSlice { .. } | $crate::hlo::Op::DynamicUpdateSlice | $crate::hlo::Op::Gather { .. }
    };
}

macro_rules! contraction {
    () => {
        $crate::hlo::Op::Dot { .. } | $crate::hlo::Op::Convolution { .. }
    };
}

macro_rules! application {
    () => {
        $crate::hlo::Op::Map { .. }
            | $crate::hlo::Op::Scatter { .. }
            | $crate::hlo::Op::Reduce { .. }
            | $crate::hlo::Op::ReduceWindow { .. }
            | $crate::hlo::Op::SelectAndScatter { .. }
            | $crate::hlo::Op::Sort { .. }
    };
}

macro_rules! normalization {
    () => {
        $crate::hlo::Op::BatchNormTraining { .. }
            | $crate::hlo::Op::BatchNormInference { .. }
            | $crate::hlo::Op::BatchNormGrad { .. }
    };
}

macro_rules! algorithm {
    () => {
        $crate::hlo::Op::TopK { .. }
            | $crate::hlo::Op::Cholesky { .. }
            | $crate::hlo::Op::TriangularSolve { .. }
            | $crate::hlo::Op::Fft { .. }
            | $crate::hlo::op_class::normalization!()
            | $crate::hlo::Op::Rng { .. }
            | $crate::hlo::Op::RngBitGenerator { .. }
    };
}

macro_rules! structure {
    () => {
        $crate::hlo::Op::Tuple
            | $crate::hlo::Op::GetTupleElement { .. }
            | $crate::hlo::Op::OptimizationBarrier
            | $crate::hlo::Op::AfterAll
    };
}

/// What runs computations as parts of the program, with buffers of their own.
macro_rules! control_flow {
    () => {
        $crate::hlo::Op::While { .. } | $crate::hlo::Op::Conditional { .. } | $crate::hlo::Op::Call { .. }
    };
}

macro_rules! asynchronous {
    () => {
        $crate::hlo::Op::AsyncStart(_) | $crate::hlo::Op::AsyncUpdate | $crate::hlo::Op::AsyncDone { .. }
    };
}

macro_rules! control {
    () => {
        $crate::hlo::op_class::control_flow!()
            | $crate::hlo::op_class::asynchronous!()
            | $crate::hlo::Op::Fusion { .. }
            | $crate::hlo::Op::CustomCall(_)
            | $crate::hlo::Op::Collective(_)
            | $crate::hlo::Op::Scan { .. }
            | $crate::hlo::Op::Transfer(_)
            | $crate::hlo::Op::ReplicaId
            | $crate::hlo::Op::PartitionId
    };
}

/// The operations that are nothing but their names and operands.
macro_rules! attributeless {
    () => {
        $crate::hlo::Op::Unary(_)
            | $crate::hlo::Op::Binary(_)
            | $crate::hlo::Op::Select
            | $crate::hlo::Op::Clamp
            | $crate::hlo::Op::Convert
            | $crate::hlo::Op::BitcastConvert
            | $crate::hlo::Op::Copy
            | $crate::hlo::Op::Reshape
            | $crate::hlo::Op::DynamicUpdateSlice
            | $crate::hlo::Op::Tuple
            | $crate::hlo::Op::OptimizationBarrier
            | $crate::hlo::Op::AfterAll
            | $crate::hlo::Op::ReplicaId
            | $crate::hlo::Op::PartitionId
            | $crate::hlo::Op::AsyncUpdate
            | $crate::hlo::Op::AsyncDone { .. }
    };
}

/// The operations that refer to no computation.
macro_rules! calls_nothing {
    () => {
        $crate::hlo::op_class::leaf!()
            | $crate::hlo::op_class::elementwise!()
            | $crate::hlo::op_class::movement!()
            | $crate::hlo::op_class::indexing!()
            | $crate::hlo::op_class::contraction!()
            | $crate::hlo::op_class::algorithm!()
            | $crate::hlo::op_class::structure!()
            | $crate::hlo::Op::ReplicaId
            | $crate::hlo::Op::PartitionId
            | $crate::hlo::Op::AsyncUpdate
            | $crate::hlo::Op::AsyncDone { .. }
            | $crate::hlo::Op::Transfer(_)
    };
}

pub(crate) use {
    algorithm, application, asynchronous, attributeless, calls_nothing, contraction, control, control_flow,
    elementwise, indexing, leaf, movement, normalization, structure,
};

impl Op {
    pub fn class(&self) -> OpClass {
        match self {
            leaf!() => OpClass::Leaf,
            elementwise!() => OpClass::Elementwise,
            movement!() => OpClass::Movement,
            indexing!() => OpClass::Indexing,
            contraction!() => OpClass::Contraction,
            algorithm!() => OpClass::Algorithm,
            structure!() => OpClass::Structure,
            application!() => OpClass::Application,
            control!() => OpClass::Control,
        }
    }

    /// Computations that this operation refers to.
    pub fn called_computations(&self) -> Vec<ComputationId> {
        match self {
            Op::Map { to_apply }
            | Op::Scatter { to_apply, .. }
            | Op::Reduce { to_apply, .. }
            | Op::ReduceWindow { to_apply, .. }
            | Op::Scan { to_apply, .. }
            | Op::Call { to_apply } => vec![*to_apply],
            Op::SelectAndScatter { select, scatter, .. } => vec![*select, *scatter],
            Op::Sort { comparator, .. } => vec![*comparator],
            Op::While { condition, body } => vec![*condition, *body],
            Op::Conditional { branches } => branches.clone(),
            Op::Fusion { computation, .. } => vec![*computation],
            Op::CustomCall(call) => call.called_computations.clone(),
            Op::Collective(collective) => collective.to_apply().into_iter().collect(),
            Op::AsyncStart(op) => op.called_computations(),
            calls_nothing!() => Vec::new(),
        }
    }

    /// References to the called computations, for renumbering.
    pub fn called_computations_mut(&mut self) -> Vec<&mut ComputationId> {
        match self {
            Op::Map { to_apply }
            | Op::Scatter { to_apply, .. }
            | Op::Reduce { to_apply, .. }
            | Op::ReduceWindow { to_apply, .. }
            | Op::Scan { to_apply, .. }
            | Op::Call { to_apply } => vec![to_apply],
            Op::SelectAndScatter { select, scatter, .. } => vec![select, scatter],
            Op::Sort { comparator, .. } => vec![comparator],
            Op::While { condition, body } => vec![condition, body],
            Op::Conditional { branches } => branches.iter_mut().collect(),
            Op::Fusion { computation, .. } => vec![computation],
            Op::CustomCall(call) => call.called_computations.iter_mut().collect(),
            Op::Collective(collective) => collective.to_apply_mut().into_iter().collect(),
            Op::AsyncStart(op) => op.called_computations_mut(),
            calls_nothing!() => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::every_op::every_op;

    /// Passes rely on it: what has no callee applies nothing, and what applies has one.
    #[test]
    fn only_applications_and_control_call() {
        let module = every_op();
        for id in module.entry().ids() {
            let op = module.entry().op(id);
            let may_call = matches!(op.class(), OpClass::Application | OpClass::Control);
            let calls = !op.called_computations().is_empty();
            assert!(may_call || !calls, "{}", op.name());
            assert!(calls || op.class() != OpClass::Application, "{}", op.name());
        }
    }
}
