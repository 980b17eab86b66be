//! Running sums, products, minima and maxima, and running results of other computations: what JAX's `cumsum`,
//! `cumlogsumexp` and their kin lower to, a reduce-window as long as the row. Each element is combined once, instead of
//! once for every window that holds it.

use super::affine::{Affine, Index};
use super::evaluate::{Evaluator, Result};
use super::fragment::Fragment;
use super::memory::position;
use super::plan::{Plan, previous_power_of_two};
use super::reduce::{Seed, flatten, rebuild};
use super::reducer::{Reducer, Reduction};
use super::{Emission, Kernel};
use crate::codegen::kernel::Phase;
use crate::codegen::math::Value;
use crate::hlo::evaluator::{Context, keeps_init};
use crate::hlo::{ArrayLiteral, ArrayShape, ElementType, InstructionId, Op, running_dimension};
use inkwell::values::BasicValueEnum;
use std::slice::from_ref;

struct Scan<'m> {
    reduction: Reduction,
    shape: &'m ArrayShape,
    dimension: usize,
    /// From the last element to the first.
    is_backwards: bool,
}

impl<'m> Scan<'m> {
    fn of(fragment: &Fragment<'m>, id: InstructionId) -> Option<Scan<'m>> {
        let Op::ReduceWindow { window, .. } = &fragment.get(id).op else { return None };
        let reduction = Reduction::of(fragment, id)?;
        let shape = fragment.roots[0].shape;
        let (dimension, is_backwards) = running_dimension(window, &shape.dims)?;
        Some(Scan { reduction, shape, dimension, is_backwards })
    }

    /// Whether elements may be combined in groups.
    fn is_regrouped(&self) -> bool {
        matches!(self.reduction.reducer, Reducer::Monoids(_))
    }

    /// Whether every window comes to what the one before it does, and an element more. In any order for an operation
    /// from its neutral value; for another computation, of which that is not known, in the order of the window.
    fn is_valid(&self, fragment: &Fragment) -> bool {
        let inits: Option<Vec<_>> = self.reduction.inits.iter().map(|&init| constant(fragment, init)).collect();
        let Some(inits) = inits else { return false };
        match &self.reduction.reducer {
            Reducer::Monoids(ops) => ops.iter().zip(inits).all(|(op, init)| op.is_neutral(init)),
            Reducer::Selection | Reducer::OrderedSelection | Reducer::Sequential => {
                !self.is_backwards && keeps_init(self.reduction.region, &inits, &Context::new(fragment.module))
            }
        }
    }
}

/// Whether a reduce-window is a running combination along one dimension.
pub fn is_scan(fragment: &Fragment, id: InstructionId) -> bool {
    let Some(scan) = Scan::of(fragment, id) else { return false };
    let alone = fragment.roots.len() == scan.reduction.types.len();
    alone && scan.shape.element_count() > 0 && scan.is_valid(fragment)
}

fn constant<'m>(fragment: &Fragment<'m>, id: InstructionId) -> Option<&'m ArrayLiteral> {
    match &fragment.get(id).op {
        Op::Constant(literal) => literal.as_array(),
        _ => None,
    }
}

/// Emits a running combination: rows are units, each done from its start to its end.
pub fn emit(emission: &Emission<'_, '_>, id: InstructionId) -> Result<Kernel> {
    let fragment = emission.fragment;
    let scan = Scan::of(fragment, id).ok_or_else(|| fragment.unsupported("a running reduction"))?;
    let (plan, order) = plan_of(emission, &scan);
    let mut evaluator = emission.evaluator(emission.name, plan.lanes);
    evaluator.nest(&plan, |e, places, _| e.scan_row(&scan, &order, places))?;
    evaluator.f.finish();
    let min_units_per_task = plan.min_units_per_task(cost_of_region(fragment, &scan) * scan.shape.dims[scan.dimension]);
    let phase = Phase { function: emission.name.to_owned(), units: plan.units(), min_units_per_task };
    Ok(Kernel { phases: vec![phase], scratch_bytes: 0 })
}

/// Operations of a step.
fn cost_of_region(fragment: &Fragment, scan: &Scan<'_>) -> usize {
    let region = fragment.module.computation(scan.reduction.region);
    let cost = |id| region.shape(id).as_array().map_or(0, |array| region.op(id).element_cost(array.element_type));
    1 + region.ids().map(cost).sum::<usize>()
}

/// Loops over all dimensions but the scanned one, lanes along the minor one of these, unless the scan is along it and
/// has lanes of its own.
fn plan_of(emission: &Emission<'_, '_>, scan: &Scan<'_>) -> (Plan, Vec<usize>) {
    let physical = scan.shape.layout.minor_to_major.iter().rev().copied();
    let wide: Vec<usize> = physical.filter(|&d| scan.shape.dims[d] != 1).collect();
    let own_lanes = wide.last() == Some(&scan.dimension) && scan.is_regrouped();
    let mut outer: Vec<usize> = wide.into_iter().filter(|&d| d != scan.dimension).collect();
    let vector = if own_lanes { None } else { outer.pop() };
    let length = vector.map_or(1, |d| scan.shape.dims[d]);
    let lanes = emission.vector_lanes().min(previous_power_of_two(length));
    let mut unit_dims: Vec<usize> = outer.iter().map(|&d| scan.shape.dims[d]).collect();
    unit_dims.push(length.div_ceil(lanes));
    let order = outer.into_iter().chain(vector).collect();
    (Plan { unit_dims, inner_dims: Vec::new(), length, chunk: lanes, lanes, unroll: 1, exact: false }, order)
}

impl<'ctx> Evaluator<'_, 'ctx> {
    fn scan_row(&mut self, scan: &Scan<'_>, order: &[usize], places: Vec<Affine>) -> Result<()> {
        let index = self.lane_index(scan.shape.rank(), order, &places, 0);
        let length = scan.shape.dims[scan.dimension];
        let carry = self.seeded(from_ref(&scan.reduction), Seed::Init)?;
        let lanes = self.vector_lanes.min(previous_power_of_two(length));
        if self.f.lanes > 1 || lanes == 1 || !scan.is_regrouped() || rounds_coarsely(scan) {
            self.scan_steps(scan, &index, 0, length, carry)?;
            return Ok(());
        }
        let whole = length / lanes * lanes;
        let carry = self.scan_vectors(scan, &index, whole, lanes, carry)?;
        self.scan_steps(scan, &index, whole, length, carry)?;
        Ok(())
    }

    /// One element after the other, lanes on rows of their own.
    fn scan_steps(
        &mut self,
        scan: &Scan<'_>,
        index: &Index,
        from: usize,
        to: usize,
        carry: Vec<Value<'ctx>>,
    ) -> Result<Vec<Value<'ctx>>> {
        if from == to {
            return Ok(carry);
        }
        let open = self.f.open_loop(self.f.int(from as i64), self.f.int(to as i64), 1, &flatten(from_ref(&carry)));
        let step = Affine::var(self.f.counter_var(&open, from as i64, to as i64 - 1));
        let inside = rebuild(from_ref(&carry), open.carried()).remove(0);
        let at = scan_place(scan, index, &step);
        let elements = self.scan_elements(scan, &at)?;
        let next = self.combined(from_ref(&scan.reduction), inside, elements)?;
        self.store_scanned(scan, &at, &next);
        self.f.close_loop(open, &flatten(from_ref(&next)));
        Ok(next)
    }

    /// Vectors along the row: each is scanned in registers, then combined with what came before.
    fn scan_vectors(
        &mut self,
        scan: &Scan<'_>,
        index: &Index,
        whole: usize,
        lanes: usize,
        carry: Vec<Value<'ctx>>,
    ) -> Result<Vec<Value<'ctx>>> {
        self.f.lanes = lanes;
        let splat: Vec<_> = carry.iter().map(|value| value.map(|scalar| self.math(true).splat(scalar))).collect();
        let (from, to) = (self.f.int(0), self.f.int(whole as i64));
        let open = self.f.open_loop(from, to, lanes as i64, &flatten(from_ref(&splat)));
        let step = Affine::var(self.f.counter_var(&open, 0, (whole - lanes) as i64));
        let step = self.f.with_lanes(&step);
        let before = rebuild(from_ref(&splat), open.carried()).remove(0);
        let at = scan_place(scan, index, &step);
        let elements = self.scan_elements(scan, &at)?;
        let within = self.scan_lanes(scan, elements)?;
        let next = self.combined(from_ref(&scan.reduction), before, within)?;
        self.store_scanned(scan, &at, &next);
        let last = |raw: BasicValueEnum<'ctx>| {
            let vector = raw.into_vector_value();
            self.f.shuffle(vector, vector, vec![lanes - 1; lanes]).into()
        };
        let last: Vec<Value> = next.iter().map(|value| value.map(last)).collect();
        self.f.close_loop(open, &flatten(from_ref(&last)));
        self.f.lanes = 1;
        Ok(last.iter().map(|value| value.map(|raw| self.f.lane(raw.into_vector_value(), 0))).collect())
    }

    /// Combines every lane with all lanes before it, in as many steps as the lane count has bits.
    fn scan_lanes(&mut self, scan: &Scan<'_>, mut values: Vec<Value<'ctx>>) -> Result<Vec<Value<'ctx>>> {
        let lanes = self.f.lanes;
        let group = from_ref(&scan.reduction);
        let neutral = self.seeded(group, Seed::Identity)?;
        let mut distance = 1;
        while distance < lanes {
            let picks = |lane: usize| if lane < distance { lanes + lane } else { lane - distance };
            let mut fill = flatten(from_ref(&neutral)).into_iter();
            let mut moved = |raw: BasicValueEnum<'ctx>| {
                let fill = fill.next().expect("as many parts").into_vector_value();
                self.f.shuffle(raw.into_vector_value(), fill, (0..lanes).map(picks)).into()
            };
            let moved = values.iter().map(|value| value.map(&mut moved)).collect();
            values = self.combined(group, moved, values)?;
            distance *= 2;
        }
        Ok(values)
    }

    fn scan_elements(&mut self, scan: &Scan<'_>, at: &Index) -> Result<Vec<Value<'ctx>>> {
        let Reduction { inputs, types, accumulators, .. } = &scan.reduction;
        let element = |((&input, &from), &to): ((&InstructionId, &ElementType), &ElementType)| {
            let value = self.value(input, at)?;
            let wide = self.combine(&[value], |math, v| math.convert(from, to, v[0]));
            Ok(self.spread(wide))
        };
        inputs.iter().zip(types).zip(accumulators).map(element).collect()
    }

    fn store_scanned(&mut self, scan: &Scan<'_>, at: &Index, values: &[Value<'ctx>]) {
        let narrow = self.narrowed(from_ref(&scan.reduction), values.to_vec());
        for (part, value) in narrow.into_iter().enumerate() {
            let base = self.argument(self.fragment.operand_arguments() + part);
            let shape = self.fragment.roots[part].shape;
            self.store_at(base, shape.element_type, &position(shape, at), value);
        }
    }
}

/// Whether a few roundings more or less show: narrow floats are combined in the order of their places.
fn rounds_coarsely(scan: &Scan<'_>) -> bool {
    let ty = scan.reduction.accumulators[0];
    ty.is_float() && ty.bit_width() < 32
}

/// The index of step number `step`.
fn scan_place(scan: &Scan<'_>, index: &Index, step: &Affine) -> Index {
    let mut at = index.clone();
    let last = scan.shape.dims[scan.dimension] as i64 - 1;
    at[scan.dimension] = if scan.is_backwards { Affine::constant(last).minus(step) } else { step.clone() };
    at
}
