//! Sorts: by keys, or by a comparator that is compiled.

use super::comparator::order_of;
use super::{Lowering, Site};
use crate::codegen::spec::{self, SortOrder};
use crate::codegen::thunk::LibraryCall;
use crate::hlo::{Computation, ComputationId, Diagnostics, FusionKind, Instruction, InstructionId, Module, Op, Shape};
use crate::passes::buffers::executed_computations;

/// The template's call for a sort.
pub fn call(lowering: &Lowering<'_>, site: &Site<'_>, dimension: usize, comparator: ComputationId) -> LibraryCall {
    let shapes: Vec<_> = (0..site.instruction.operands().len()).map(|n| site.operand_shape(n)).collect();
    let order = order_of(lowering.module, comparator);
    let functions = || {
        let root = lowering.module.computation(comparator).root();
        let kernel = lowering.kernels.get(comparator, root);
        kernel.phases.iter().map(|phase| phase.function.clone()).collect()
    };
    let comparator = (order == SortOrder::Comparator).then(functions);
    LibraryCall::Sort { spec: spec::Sort::new(&shapes, dimension, order), comparator }
}

/// Gives sorts that ask their comparator a comparator that is one kernel: a fusion of the old one.
///
/// # Errors
/// A computation with two callers.
pub fn wrap_comparators(module: &mut Module) -> Result<(), Diagnostics> {
    for computation in executed_computations(module)? {
        let sorts: Vec<InstructionId> = module.computation(computation).ids().collect();
        for id in sorts {
            let Op::Sort { comparator, .. } = *module.computation(computation).op(id) else { continue };
            if order_of(module, comparator) == SortOrder::Comparator {
                let wrapped = wrap(module, comparator);
                if let Op::Sort { comparator, .. } = &mut module.computation_mut(computation).get_mut(id).op {
                    *comparator = wrapped;
                }
            }
        }
    }
    Ok(())
}

fn wrap(module: &mut Module, comparator: ComputationId) -> ComputationId {
    let inner = module.computation(comparator);
    let mut outer = Computation::new(format!("{}.kernel", inner.name));
    let shapes: Vec<Shape> = inner.parameters().into_iter().map(|p| inner.shape(p).clone()).collect();
    let root = inner.get(inner.root());
    let (result, location) = (root.shape.clone(), root.location.clone());
    let parameters: Vec<InstructionId> =
        shapes.into_iter().enumerate().map(|(n, shape)| outer.add_parameter(n, shape, &location)).collect();
    let op = Op::Fusion { kind: FusionKind::Loop, computation: comparator };
    outer.add_root(Instruction::new(op, result, parameters).at(&location));
    module.add_computation(outer)
}
