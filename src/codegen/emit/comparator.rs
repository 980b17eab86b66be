//! Comparators of sorts as functions: `extern "C" fn(arguments: *const *const u8) -> bool`, where the arguments point
//! to `lhs0, rhs0, lhs1, rhs1, …`.

use super::Emitter;
use super::evaluate::{Computed, Evaluator};
use super::fragment::Fragment;
use super::function::{KernelFunction, built};
use crate::codegen::math::{Features, Value};
use crate::hlo::{Computation, Diagnostics, InstructionId, Module, Op};
use inkwell::AddressSpace;

/// Emits the comparator of a sort as a function of this name.
///
/// # Errors
/// An operation that a computation over scalars cannot have here.
pub fn emit_comparator(
    emitter: &Emitter<'_, '_>,
    module: &Module,
    computation: &Computation,
    sort: InstructionId,
    name: &str,
) -> Result<(), Diagnostics> {
    let fragment = Fragment::new(module, computation, sort)?;
    let Op::Sort { comparator, .. } = computation.op(sort) else {
        return Err(fragment.unsupported("a comparator of something that does not sort"));
    };
    let context = emitter.context;
    let pointer = context.ptr_type(AddressSpace::default());
    let function = emitter.llvm.add_function(name, context.i8_type().fn_type(&[pointer.into()], false), None);
    let f = KernelFunction::over(context, emitter.llvm, function, 1);
    let mut evaluator = Evaluator::new(f, &fragment, Features::of(emitter.target));
    let parameters = module.computation(*comparator);
    let mut arguments = Vec::new();
    for (number, parameter) in parameters.parameters().into_iter().enumerate() {
        let ty = parameters.get(parameter).array().element_type;
        let address = evaluator.argument(number);
        let value = evaluator.math(false).load(ty, address, ty.real_part().byte_width() as u32);
        arguments.push(Computed { value, depth: 0 });
    }
    let Value::Real(less) = evaluator.apply_region(*comparator, &arguments)?[0].value else {
        return Err(fragment.unsupported("a comparator that returns a complex number"));
    };
    // The ABI of `bool`: a byte that is 0 or 1.
    let byte = built(evaluator.f.builder.build_int_z_extend(less.into_int_value(), context.i8_type(), ""));
    built(evaluator.f.builder.build_return(Some(&byte)));
    Ok(())
}
