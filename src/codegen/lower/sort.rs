//! `sort` and `topk`.

use super::comparator::order_of;
use super::{Lowering, Site};
use crate::codegen::spec::{self, SortOrder};
use crate::codegen::thunk::ThunkKind;
use crate::hlo::{Computation, ComputationId, Diagnostics, FusionKind, Instruction, InstructionId, Module, Op, Shape};
use crate::passes::buffers::executed_computations;

pub fn lower_sort(lowering: &Lowering<'_>, site: &Site<'_>) -> ThunkKind {
    let Op::Sort { dimension, comparator, .. } = site.instruction.op else { unreachable!("a sort") };
    let operands = site.instruction.operands();
    let shapes: Vec<_> = (0..operands.len()).map(|n| site.operand_shape(n)).collect();
    let order = order_of(lowering.module, comparator);
    let comparator = match order {
        SortOrder::Keys(_) => None,
        SortOrder::Comparator => {
            let root = lowering.module.computation(comparator).root();
            let kernel = lowering.kernels.get(comparator, root);
            Some(kernel.phases.iter().map(|phase| phase.function.clone()).collect())
        }
    };
    ThunkKind::Sort {
        spec: spec::Sort::new(&shapes, dimension, order),
        inputs: lowering.operand_leaves(site),
        outputs: lowering.results(site).to_vec(),
        comparator,
    }
}

pub fn lower_top_k(lowering: &Lowering<'_>, site: &Site<'_>) -> Result<ThunkKind, Diagnostics> {
    let Op::TopK { k, largest } = site.instruction.op else { unreachable!("a topk") };
    let shape = site.operand_shape(0);
    if !largest || !shape.layout.is_row_major() {
        return Err(site.unsupported("only the largest of dense rows can be taken"));
    }
    let length = shape.dims.last().copied().unwrap_or(1);
    let rows = shape.dims[..shape.rank().saturating_sub(1)].iter().product();
    let &[values, indices] = lowering.results(site) else { unreachable!("values and indices") };
    Ok(ThunkKind::TopK {
        spec: spec::TopK { element_type: shape.element_type, rows, length, k },
        input: lowering.operand(site, 0),
        values,
        indices,
    })
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
