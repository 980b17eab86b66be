//! The loops of a kernel as a plan has them: units, loops inside a unit, and steps of vectors along the innermost.

use super::affine::{Affine, Index};
use super::evaluate::{Evaluator, Result};
use super::function::{KernelFunction, OpenLoop, built};
use super::plan::{LoopDim, Plan};
use inkwell::IntPredicate;

impl<'ctx> KernelFunction<'_, 'ctx> {
    /// Opens the loop over the units that the caller asks for, and binds the unit's number.
    pub fn open_units(&mut self, units: i64) -> (OpenLoop<'ctx>, Affine) {
        let (begin, end) = self.unit_bounds();
        self.return_unless(begin, end);
        let open = self.open_loop(begin, end, 1, &[]);
        let unit = if units == 1 { Affine::default() } else { Affine::var(self.counter_var(&open, 0, units - 1)) };
        (open, unit)
    }

    fn return_unless(&mut self, begin: inkwell::values::IntValue<'ctx>, end: inkwell::values::IntValue<'ctx>) {
        let (work, idle) = (self.new_block("work"), self.new_block("idle"));
        let any = built(self.builder.build_int_compare(IntPredicate::SLT, begin, end, ""));
        built(self.builder.build_conditional_branch(any, work, idle));
        self.builder.position_at_end(idle);
        built(self.builder.build_return(None));
        self.move_to(work);
    }

    /// Opens a loop over `0..count` by `step`; none where there is but one iteration.
    pub fn open_counted(&mut self, count: i64, step: i64) -> (Option<OpenLoop<'ctx>>, Affine) {
        if count <= step {
            return (None, Affine::default());
        }
        let open = self.open_loop(self.int(0), self.int(count), step, &[]);
        let last = (count - 1) / step * step;
        let var = self.counter_var(&open, 0, last);
        (Some(open), Affine::var(var))
    }

    /// `min(place, limit)`: moves the last step back so that it ends where the range does.
    pub fn held_below(&mut self, place: &Affine, limit: i64) -> Affine {
        let (low, high) = self.space.range(place);
        if high <= limit {
            return place.clone();
        }
        let depth = self.space.depth(place);
        let value = self.integer(place);
        let held = self.at_depth(depth, |f| f.bounded("llvm.smin", value, f.int(limit)));
        Affine::var(self.bind(held.into(), low.min(limit), limit, depth))
    }
}

/// Index of an array's element where the loops over it stand at `places`.
pub fn loop_index(f: &mut KernelFunction, dims: &[usize], loops: &[LoopDim], places: &[Affine]) -> Index {
    let mut index = vec![Affine::default(); dims.len()];
    for (dim, place) in loops.iter().zip(places) {
        let sizes: Vec<usize> = dim.members.iter().map(|&m| dims[m]).collect();
        let parts = f.space.delinearize(place, &sizes);
        for (&member, part) in dim.members.iter().zip(parts) {
            index[member] = part;
        }
    }
    index
}

impl<'ctx> Evaluator<'_, 'ctx> {
    /// Emits all loops of a plan around `body`, which gets the place of the first lane in every loop of the plan.
    /// Units may do the same elements again at the end of a loop that vectors do not divide.
    pub fn nest(&mut self, plan: &Plan, mut body: impl FnMut(&mut Self, Vec<Affine>) -> Result<()>) -> Result<()> {
        let (units, unit) = self.f.open_units(plan.units());
        let mut places = self.f.space.delinearize(&unit, &plan.unit_dims);
        let chunk = places.pop().expect("chunks are the last of the unit dimensions");
        let mut open = Vec::new();
        for &size in &plan.inner_dims {
            let (inner, place) = self.f.open_counted(size as i64, 1);
            open.extend(inner);
            places.push(place);
        }
        let start = self.f.held_below(&chunk.times(plan.chunk as i64), (plan.length - plan.chunk) as i64);
        let step = plan.step() as i64;
        let (inner, place) = self.f.open_counted(plan.chunk as i64, step);
        open.extend(inner);
        let place = self.f.held_below(&place, plan.chunk as i64 - step);
        places.push(start.plus(&place));
        body(self, places)?;
        while let Some(inner) = open.pop() {
            self.f.close_loop(inner, &[]);
        }
        self.f.close_loop(units, &[]);
        Ok(())
    }
}
