//! Reducers of collectives as functions of the kernel ABI: arguments `lhs`, `rhs`, `result`, and element for element
//! `result[i] = reducer(lhs[i], rhs[i])` for `i` in `begin..end`, in vectors. The result may lie where an operand does.

use super::affine::Affine;
use super::evaluate::Evaluator;
use super::fragment::Fragment;
use super::function::built;
use super::{Emission, Emitter};
use crate::hlo::{Collective, Computation, ComputationId, Diagnostics, ElementType, InstructionId, Module};
use inkwell::values::IntValue;

/// Vectors a step.
const UNROLL: usize = 4;
/// More elements than any array has.
const MOST_ELEMENTS: i64 = 1 << 48;

/// Emits the reducer of a collective as a function of this name.
///
/// # Errors
/// An operation that a computation over scalars cannot have here.
pub fn emit_reducer(
    emitter: &Emitter<'_, '_>,
    module: &Module,
    computation: &Computation,
    collective: InstructionId,
    name: &str,
) -> Result<(), Diagnostics> {
    let fragment = Fragment::new(module, computation, collective)?;
    let to_apply = computation.op(collective).as_collective().and_then(Collective::to_apply);
    let to_apply = to_apply.ok_or_else(|| fragment.unsupported("a reducer of something that does not reduce"))?;
    let ty = computation.shape(computation.operand(collective, 0)).expect_array().element_type;
    let emission =
        Emission { emitter: *emitter, fragment: &fragment, name, vector_bytes: emitter.target.vector_bytes() };
    let lanes = emission.vector_lanes();
    let mut evaluator = emission.evaluator(name, lanes);
    let (begin, end) = evaluator.f.unit_bounds();
    evaluator.f.return_unless(begin, end);
    let step = evaluator.f.int((lanes * UNROLL) as i64);
    let count = built(evaluator.f.builder.build_int_nsw_sub(end, begin, ""));
    let rest = built(evaluator.f.builder.build_int_unsigned_rem(count, step, ""));
    let middle = built(evaluator.f.builder.build_int_nsw_sub(end, rest, ""));
    evaluator.reduce_stretch(to_apply, ty, [begin, middle], UNROLL)?;
    evaluator.f.lanes = 1;
    evaluator.reduce_stretch(to_apply, ty, [middle, end], 1)?;
    evaluator.f.finish();
    Ok(())
}

impl<'ctx> Evaluator<'_, 'ctx> {
    /// A loop over elements, some vectors a step.
    fn reduce_stretch(
        &mut self,
        to_apply: ComputationId,
        ty: ElementType,
        [from, to]: [IntValue<'ctx>; 2],
        vectors: usize,
    ) -> Result<(), Diagnostics> {
        let lanes = self.f.lanes;
        let any = built(self.f.builder.build_int_compare(inkwell::IntPredicate::SLT, from, to, ""));
        self.f.open_if(any);
        let open = self.f.open_loop(from, to, (lanes * vectors) as i64, &[]);
        let place = Affine::var(self.f.counter_var(&open, 0, MOST_ELEMENTS));
        for vector in 0..vectors {
            let index = self.f.with_lanes(&place.plus_constant((vector * lanes) as i64));
            let [lhs, rhs, result] = [0, 1, 2].map(|argument| self.argument(argument));
            let arguments = [lhs, rhs].map(|base| self.load_here(base, ty, &index));
            let value = self.apply_region(to_apply, &arguments)?[0];
            let value = self.spread(value);
            self.store_at(result, ty, &index, value);
        }
        self.f.close_loop(open, &[]);
        self.f.close_if();
        Ok(())
    }
}
