//! Kernels as LLVM IR: from a fused computation, or a single instruction, to functions over argument pointers.
//!
//! Values are computed at an *index*, symbolically an affine expression a dimension ([`affine`]), recursing through
//! producers ([`evaluate`]); vectors are explicit. The kinds of kernels differ in the loops that they lay around that.

mod affine;
mod bitcast;
mod collective;
mod comparator;
mod concatenate;
mod cost;
mod epilogue;
mod evaluate;
mod fragment;
mod function;
mod guard;
mod index;
mod interleave;
mod loop_kernel;
mod memory;
mod movement;
mod nest;
mod phases;
mod plan;
mod reduce;
mod reducer;
mod region;
mod row_buffer;
mod scan;
mod scatter;
mod select_and_scatter;
mod sinks;
mod tile;
mod walk;
mod while_loop;
mod window;

#[cfg(test)]
mod loop_kernel_tests;
#[cfg(test)]
mod reduce_tests;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod window_tests;

use super::Target;
use super::kernel::Kernel;
use super::math::Features;
use crate::hlo::{Computation, Diagnostics, InstructionId, Module, Op};
pub use collective::emit_reducer;
pub use comparator::emit_comparator;
use evaluate::Evaluator;
use fragment::Fragment;
use function::KernelFunction;
use inkwell::context::Context;
use inkwell::module::Module as LlvmModule;
pub use while_loop::emit_loop;

/// Where kernels are emitted to.
#[derive(Clone, Copy)]
pub struct Emitter<'e, 'ctx> {
    pub context: &'ctx Context,
    pub llvm: &'e LlvmModule<'ctx>,
    pub target: &'e Target,
}

/// One kernel in the making.
struct Emission<'e, 'ctx> {
    emitter: Emitter<'e, 'ctx>,
    fragment: &'e Fragment<'e>,
    name: &'e str,
    /// Bytes of a vector register.
    vector_bytes: usize,
}

impl<'e, 'ctx> Emission<'e, 'ctx> {
    /// Starts a kernel function of this name.
    fn evaluator(&self, name: &str, lanes: usize) -> Evaluator<'e, 'ctx> {
        let Emitter { context, llvm, target } = self.emitter;
        let f = KernelFunction::new(context, llvm, name, lanes);
        let mut evaluator = Evaluator::new(f, self.fragment, Features::of(target));
        evaluator.vector_lanes = self.vector_lanes();
        evaluator
    }

    /// Lanes of a full vector of the types that the fragment computes with.
    fn vector_lanes(&self) -> usize {
        self.vector_bytes / self.fragment.lane_bytes()
    }
}

/// Emits the kernel of an instruction, a fusion or a single operation, as functions that begin with `name`.
///
/// # Errors
/// An operation that no kernel kind takes.
pub fn emit_kernel(
    emitter: &Emitter<'_, '_>,
    module: &Module,
    computation: &Computation,
    instruction: InstructionId,
    name: &str,
) -> Result<Kernel, Diagnostics> {
    let fragment = Fragment::new(module, computation, instruction)?;
    let vector_bytes = emitter.target.vector_bytes();
    let emission = Emission { emitter: *emitter, fragment: &fragment, name, vector_bytes };
    emit_by_root(&emission)
}

/// The kind of kernel follows from what the fragment returns.
fn emit_by_root(emission: &Emission<'_, '_>) -> Result<Kernel, Diagnostics> {
    let fragment = emission.fragment;
    if let Some(contraction) = fragment.contraction {
        return epilogue::emit(emission, contraction);
    }
    let first = fragment.roots[0].id;
    let alone = fragment.roots.iter().all(|root| root.id == first);
    let root = fragment.changed_value(first);
    match &fragment.get(root).op {
        Op::Scatter { .. } if alone => scatter::emit(emission, root),
        Op::SelectAndScatter { .. } if alone => select_and_scatter::emit(emission, root),
        Op::ReduceWindow { .. } if scan::is_scan(fragment, root) => scan::emit(emission, root),
        Op::Concatenate { dimension } if fragment.roots.len() == 1 => concatenate::emit(emission, root, *dimension),
        _ => loop_kernel::emit(emission),
    }
}
