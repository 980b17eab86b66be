//! Running sums, products, minima and maxima: what JAX's `cumsum` and its kin lower to, a reduce-window as long as the
//! row. Each element is combined once, instead of once for every window that holds it.

use super::affine::{Affine, Index};
use super::evaluate::{Evaluator, Result};
use super::fragment::Fragment;
use super::memory::position;
use super::plan::{Plan, previous_power_of_two};
use super::reduce::Seed;
use super::reducer::{Reducer, Reduction};
use super::{Emission, Kernel};
use crate::codegen::kernel::Phase;
use crate::codegen::math::Value;
use crate::hlo::{ArrayShape, BinaryOp, ElementType, InstructionId, Op, Window, WindowDimension};

struct Scan<'m> {
    reduction: Reduction,
    shape: &'m ArrayShape,
    dimension: usize,
    /// From the last element to the first.
    backwards: bool,
}

/// Whether a reduce-window is a running combination along one dimension.
pub fn is_scan(fragment: &Fragment, id: InstructionId, window: &Window) -> bool {
    let Some(shape) = fragment.get(id).shape.as_array() else { return false };
    let Some(reduction) = Reduction::of(fragment, id) else { return false };
    let Reducer::Monoids(ops) = &reduction.reducer else { return false };
    let neutral = is_neutral(fragment, reduction.inits[0], ops[0]);
    fragment.roots.len() == 1 && shape.element_count() > 0 && neutral && scanned_dimension(shape, window).is_some()
}

/// The dimension that the windows reach along, and whether they reach forwards from their place.
fn scanned_dimension(shape: &ArrayShape, window: &Window) -> Option<(usize, bool)> {
    // A window over a whole dimension leaves one result there, and is no scan of it.
    let mut wide = window.iter().enumerate().filter(|(_, w)| **w != WindowDimension::of_size(1));
    let (dimension, w) = wide.next()?;
    let size = shape.dims[dimension];
    let reach = size as i64 - 1;
    let plain = w.size == size && w.stride == 1 && w.base_dilation == 1 && w.window_dilation == 1 && !w.reversal;
    let backwards = (w.padding_low, w.padding_high) == (0, reach);
    let forwards = (w.padding_low, w.padding_high) == (reach, 0);
    (plain && (forwards || backwards) && wide.next().is_none()).then_some((dimension, backwards))
}

/// Whether the init value changes nothing, however often it is combined.
fn is_neutral(fragment: &Fragment, init: InstructionId, op: BinaryOp) -> bool {
    let Op::Constant(literal) = &fragment.get(init).op else { return false };
    literal.as_array().is_some_and(|init| op.is_neutral(init))
}

/// Emits a running combination: rows are units, each done from its start to its end.
pub fn emit(emission: &Emission<'_, '_>, id: InstructionId) -> Result<Kernel> {
    let fragment = emission.fragment;
    let Op::ReduceWindow { window, .. } = &fragment.get(id).op else {
        return Err(fragment.unsupported("a running reduction"));
    };
    let shape = fragment.get(id).array();
    let found = Reduction::of(fragment, id).zip(scanned_dimension(shape, window));
    let Some((reduction, (dimension, backwards))) = found else {
        return Err(fragment.unsupported("a running reduction"));
    };
    let scan = Scan { reduction, shape, dimension, backwards };
    let (plan, order) = plan_of(emission, &scan);
    let mut evaluator = emission.evaluator(emission.name, plan.lanes);
    evaluator.nest(&plan, |e, places, _| e.scan_row(&scan, &order, places))?;
    evaluator.f.finish();
    let min_units_per_task = plan.min_units_per_task(2 * shape.dims[dimension]);
    let phase = Phase { function: emission.name.to_owned(), units: plan.units(), min_units_per_task };
    Ok(Kernel { phases: vec![phase], scratch_bytes: 0 })
}

/// Loops over all dimensions but the scanned one, lanes along the minor one of these unless the scan is along it.
fn plan_of(emission: &Emission<'_, '_>, scan: &Scan<'_>) -> (Plan, Vec<usize>) {
    let physical = scan.shape.layout.minor_to_major.iter().rev().copied();
    let wide: Vec<usize> = physical.filter(|&d| scan.shape.dims[d] != 1).collect();
    let along_minor = wide.last() == Some(&scan.dimension);
    let mut outer: Vec<usize> = wide.into_iter().filter(|&d| d != scan.dimension).collect();
    let vector = if along_minor { None } else { outer.pop() };
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
        let group = std::slice::from_ref(&scan.reduction);
        let carry = self.seeded(group, Seed::Init)?[0];
        let lanes = self.vector_lanes.min(previous_power_of_two(length));
        if self.f.lanes > 1 || lanes == 1 || rounds_coarsely(scan) {
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
        carry: Value<'ctx>,
    ) -> Result<Value<'ctx>> {
        if from == to {
            return Ok(carry);
        }
        let open = self.f.open_loop(self.f.int(from as i64), self.f.int(to as i64), 1, &carry.parts());
        let step = Affine::var(self.f.counter_var(&open, from as i64, to as i64 - 1));
        let mut parts = open.carried().into_iter();
        let inside = carry.map(|_| parts.next().expect("as many parts as before"));
        let at = scan_place(scan, index, &step);
        let element = self.scan_element(scan, &at)?;
        let next = self.combined(std::slice::from_ref(&scan.reduction), vec![inside], vec![element])?[0];
        self.store_scanned(scan, &at, next);
        self.f.close_loop(open, &next.parts());
        Ok(next)
    }

    /// Vectors along the row: each is scanned in registers, then combined with what came before.
    fn scan_vectors(
        &mut self,
        scan: &Scan<'_>,
        index: &Index,
        whole: usize,
        lanes: usize,
        carry: Value<'ctx>,
    ) -> Result<Value<'ctx>> {
        self.f.lanes = lanes;
        let splat = carry.map(|scalar| self.math(true).splat(scalar));
        let (from, to) = (self.f.int(0), self.f.int(whole as i64));
        let open = self.f.open_loop(from, to, lanes as i64, &splat.parts());
        let step = Affine::var(self.f.counter_var(&open, 0, (whole - lanes) as i64));
        let step = self.f.with_lanes(&step);
        let mut parts = open.carried().into_iter();
        let before = splat.map(|_| parts.next().expect("as many parts as before"));
        let at = scan_place(scan, index, &step);
        let element = self.scan_element(scan, &at)?;
        let within = self.scan_lanes(scan, element)?;
        let group = std::slice::from_ref(&scan.reduction);
        let next = self.combined(group, vec![before], vec![within])?[0];
        self.store_scanned(scan, &at, next);
        let last =
            next.map(|v| self.f.shuffle(v.into_vector_value(), v.into_vector_value(), vec![lanes - 1; lanes]).into());
        self.f.close_loop(open, &last.parts());
        self.f.lanes = 1;
        Ok(last.map(|v| self.f.lane(v.into_vector_value(), 0)))
    }

    /// Combines every lane with all lanes before it, in as many steps as the lane count has bits.
    fn scan_lanes(&mut self, scan: &Scan<'_>, mut value: Value<'ctx>) -> Result<Value<'ctx>> {
        let lanes = self.f.lanes;
        let group = std::slice::from_ref(&scan.reduction);
        let neutral = self.seeded(group, Seed::Identity)?[0];
        let mut distance = 1;
        while distance < lanes {
            let picks = |lane: usize| if lane < distance { lanes + lane } else { lane - distance };
            let mut fill = neutral.parts().into_iter();
            let moved = value.map(|v| {
                let fill = fill.next().expect("as many parts").into_vector_value();
                self.f.shuffle(v.into_vector_value(), fill, (0..lanes).map(picks)).into()
            });
            value = self.combined(group, vec![moved], vec![value])?[0];
            distance *= 2;
        }
        Ok(value)
    }

    fn scan_element(&mut self, scan: &Scan<'_>, at: &Index) -> Result<Value<'ctx>> {
        let value = self.value(scan.reduction.inputs[0], at)?;
        let (from, to): (ElementType, ElementType) = (scan.reduction.types[0], scan.reduction.accumulators[0]);
        let wide = self.combine(&[value], |math, v| math.convert(from, to, v[0]));
        Ok(self.spread(wide))
    }

    fn store_scanned(&mut self, scan: &Scan<'_>, at: &Index, value: Value<'ctx>) {
        let narrow = self.narrowed(std::slice::from_ref(&scan.reduction), vec![value])[0];
        let base = self.argument(self.fragment.operand_arguments());
        self.store_at(base, scan.shape.element_type, &position(scan.shape, at), narrow);
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
    at[scan.dimension] = if scan.backwards { Affine::constant(last).minus(step) } else { step.clone() };
    at
}
