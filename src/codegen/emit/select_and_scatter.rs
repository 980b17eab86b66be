//! `select-and-scatter`, the gradient of max pooling: each source element is added to the operand element that the
//! selection picks from its window.
//!
//! Windows overlap along their own dimensions only, so that the other dimensions are units and lanes.

use super::affine::{Affine, Index};
use super::evaluate::{Computed, Evaluator, Result};
use super::fragment::Root;
use super::guard::InBounds;
use super::loop_kernel::emit_sinks;
use super::memory::position;
use super::plan::Plan;
use super::sinks::{Placement, Sink};
use super::window::window_source;
use super::{Emission, Kernel};
use crate::codegen::kernel::Phase;
use crate::codegen::math::Value;
use crate::hlo::{ArrayShape, ComputationId, ElementType, InstructionId, Op, Window};
use inkwell::values::InstructionOpcode;

struct SelectAndScatter<'m> {
    window: &'m Window,
    select: ComputationId,
    scatter: ComputationId,
    operand: InstructionId,
    source: InstructionId,
    shape: &'m ArrayShape,
}

/// Emits a select-and-scatter: the result is filled with the init value first.
pub fn emit(emission: &Emission<'_, '_>, id: InstructionId) -> Result<Kernel> {
    let fragment = emission.fragment;
    let Op::SelectAndScatter { window, select, scatter } = &fragment.get(id).op else {
        return Err(fragment.unsupported("a select-and-scatter"));
    };
    let shape = fragment.get(id).array();
    let value = Root { id: fragment.operand(id, 2), part: 0, shape };
    let sink = Sink { value, placement: Placement::Whole, argument: fragment.operand_arguments() };
    let mut kernel = emit_sinks(emission, &format!("{}.fill", emission.name), &[sink])?;
    let (operand, source) = (fragment.operand(id, 0), fragment.operand(id, 1));
    let parts = SelectAndScatter { window, select: *select, scatter: *scatter, operand, source, shape };
    let from = fragment.get(source).array();
    if from.element_count() == 0 || shape.element_count() == 0 {
        return Ok(kernel);
    }
    let name = format!("{}.scatter", emission.name);
    let (plan, order) = plan_of(emission, from, window, shape);
    let mut evaluator = emission.evaluator(&name, plan.lanes);
    evaluator.nest(&plan, |e, places, _| e.scatter_selected(&parts, &order, places))?;
    evaluator.f.finish();
    kernel.phases.push(Phase { function: name, units: plan.units(), min_units_per_task: 1 });
    Ok(kernel)
}

/// Loops over the source: dimensions without a window are units, a contiguous one of these the lanes.
fn plan_of(
    emission: &Emission<'_, '_>,
    source: &ArrayShape,
    window: &Window,
    shape: &ArrayShape,
) -> (Plan, Vec<usize>) {
    let wide = |d: &usize| source.dims[*d] != 1;
    let is_free = |d: &usize| window[*d].size == 1 && window[*d].stride == 1 && shape.dims[*d] == source.dims[*d];
    let physical = source.layout.minor_to_major.iter().rev().copied().filter(wide);
    let (mut free, windowed): (Vec<usize>, Vec<usize>) = physical.partition(is_free);
    let strides = shape.strides();
    let vector = free.last().copied().filter(|&d| strides[d] == 1 && source.strides()[d] == 1);
    if vector.is_some() {
        free.pop();
    }
    let sizes = |dims: &[usize]| dims.iter().map(|&d| source.dims[d]).collect::<Vec<_>>();
    let length = vector.map_or(1, |d| source.dims[d]);
    let lanes = emission.vector_lanes().min(1 << length.trailing_zeros().min(8));
    let unit_dims = [sizes(&free), vec![length / lanes]].concat();
    let inner_dims = sizes(&windowed);
    let order = free.into_iter().chain(windowed).chain(vector).collect();
    (Plan { unit_dims, inner_dims, length, chunk: lanes, lanes, unroll: 1, exact: false }, order)
}

/// What has been picked from a window so far: whether anything, the element, and its position.
type Picked<'ctx> = [Value<'ctx>; 3];

impl<'ctx> Evaluator<'_, 'ctx> {
    fn scatter_selected(&mut self, parts: &SelectAndScatter<'_>, order: &[usize], places: Vec<Affine>) -> Result<()> {
        let index = self.lane_index(parts.window.len(), order, &places, 0);
        let Some([any, _, at]) = self.pick(parts, &index, &mut Vec::new(), None)? else { return Ok(()) };
        let ty = parts.shape.element_type;
        let depth = self.f.depth();
        let last = parts.shape.element_count() as i64 - 1;
        let target = Affine::var(self.f.bind(at.real(), 0, last, depth));
        let base = self.argument(self.fragment.operand_arguments());
        let current = self.load_here(base, ty, &target);
        let source = self.value(parts.source, &index)?;
        let added = self.apply_region(parts.scatter, &[current, source])?[0];
        let any = Computed { value: any, depth };
        let value = self.combine(&[any, added, current], |math, v| math.select(v[0], v[1], v[2]));
        let value = self.spread(value);
        self.store_at(base, ty, &target, value);
        Ok(())
    }

    /// Goes over a window in row-major order, without a loop.
    fn pick(
        &mut self,
        parts: &SelectAndScatter<'_>,
        index: &Index,
        offsets: &mut Vec<Affine>,
        mut picked: Option<Picked<'ctx>>,
    ) -> Result<Option<Picked<'ctx>>> {
        if let Some(dimension) = parts.window.get(offsets.len()) {
            for n in 0..dimension.size as i64 {
                offsets.push(Affine::constant(n));
                picked = self.pick(parts, index, offsets, picked)?;
                offsets.pop();
            }
            return Ok(picked);
        }
        let dims = &parts.shape.dims;
        let (place, conditions) = window_source(&mut self.f.space, parts.window, dims, index, offsets);
        let bounds: Vec<&InBounds> = conditions.iter().collect();
        let valid = self.all_hold(&bounds);
        let valid = self.in_every_lane(valid);
        let inside: Index = place.iter().zip(dims).map(|(p, &size)| self.moved_inside(p, size as i64)).collect();
        let value = self.value(parts.operand, &inside)?;
        let value = self.spread(value);
        let at = position(parts.shape, &inside);
        let at = if self.f.lanes == 1 { self.f.integer(&at).into() } else { self.f.integer_lanes(&at).into() };
        let candidate = [valid, value, Value::Real(at)];
        Ok(Some(match picked {
            None => candidate,
            Some(best) => self.better(parts.select, best, candidate)?,
        }))
    }

    /// The candidate where it is valid and the best so far is none, or not selected over it.
    fn better(&mut self, select: ComputationId, best: Picked<'ctx>, candidate: Picked<'ctx>) -> Result<Picked<'ctx>> {
        let depth = self.f.depth();
        let arguments = [best[1], candidate[1]].map(|value| Computed { value, depth });
        let stays = self.apply_region(select, &arguments)?[0];
        let stays = self.spread(stays).real();
        let stays = self.f.binary(InstructionOpcode::And, stays, best[0].real());
        let math = self.math(self.f.lanes > 1);
        let no = math.splat_constant(ElementType::Pred, &[0]);
        let taken = math.select(Value::Real(stays), no, candidate[0]);
        let any = self.f.binary(InstructionOpcode::Or, best[0].real(), candidate[0].real());
        Ok([Value::Real(any), math.select(taken, candidate[1], best[1]), math.select(taken, candidate[2], best[2])])
    }

    fn in_every_lane(&self, value: inkwell::values::BasicValueEnum<'ctx>) -> Value<'ctx> {
        match self.f.lanes {
            1 => Value::Real(value),
            _ if value.is_vector_value() => Value::Real(value),
            _ => Value::Real(self.math(true).splat(value)),
        }
    }

    /// `max(0, min(place, size - 1))`; lanes are in bounds as they are.
    fn moved_inside(&mut self, place: &Affine, size: i64) -> Affine {
        let bounds = InBounds { place: place.clone(), size };
        if !self.f.space.is_uniform(place) || bounds.decide(&self.f.space) == super::guard::Decided::Always {
            return place.clone();
        }
        let value = self.f.integer(place);
        let raised = self.f.bounded("llvm.smax", value, self.f.int(0));
        let held = self.f.bounded("llvm.smin", raised, self.f.int(size - 1));
        let depth = self.f.depth();
        Affine::var(self.f.bind(held.into(), 0, size - 1, depth))
    }
}
