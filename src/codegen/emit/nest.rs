//! The loops of a kernel as a plan has them: units, loops inside a unit, and steps of vectors along the innermost.

use super::affine::{Affine, Index, Space};
use super::evaluate::{Evaluator, Result};
use super::function::{KernelFunction, OpenLoop, built};
use super::plan::{LoopDim, Plan};
use inkwell::IntPredicate;
use inkwell::values::IntValue;

impl<'ctx> KernelFunction<'_, 'ctx> {
    /// Opens the loop over the units that the caller asks for, and binds the unit's number.
    pub fn open_units(&mut self, units: i64) -> (OpenLoop<'ctx>, Affine) {
        let (begin, end) = self.unit_bounds();
        self.return_unless(begin, end);
        let open = self.open_loop(begin, end, 1, &[]);
        let unit = if units == 1 { Affine::default() } else { Affine::var(self.counter_var(&open, 0, units - 1)) };
        (open, unit)
    }

    /// Returns from the function unless `begin < end`.
    pub(super) fn return_unless(&mut self, begin: IntValue<'ctx>, end: IntValue<'ctx>) {
        let (work, idle) = (self.new_block("work"), self.new_block("idle"));
        let any = built(self.builder.build_int_compare(IntPredicate::SLT, begin, end, ""));
        built(self.builder.build_conditional_branch(any, work, idle));
        self.builder.position_at_end(idle);
        built(self.builder.build_return(None));
        self.move_to(work);
    }

    /// Opens a branch that is taken when the condition holds.
    pub fn open_if(&mut self, condition: IntValue<'ctx>) {
        let (then, join) = (self.new_block("then"), self.new_block("join"));
        self.open_scope(then);
        self.branches.push((condition, [then, join], join));
    }

    /// Opens a branch that is taken when the condition does not hold.
    pub fn open_unless(&mut self, condition: IntValue<'ctx>) {
        let (then, join) = (self.new_block("unless"), self.new_block("join"));
        self.open_scope(then);
        self.branches.push((condition, [join, then], join));
    }

    /// Closes the branch that was opened last.
    pub fn close_if(&mut self) {
        let (condition, [yes, no], join) = self.branches.pop().expect("an open branch");
        built(self.builder.build_unconditional_branch(join));
        self.close_scope();
        built(self.builder.build_conditional_branch(condition, yes, no));
        self.move_to(join);
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
pub fn loop_index(space: &mut Space, dims: &[usize], loops: &[LoopDim], places: &[Affine]) -> Index {
    let mut index = vec![Affine::default(); dims.len()];
    for (dim, place) in loops.iter().zip(places) {
        let sizes: Vec<usize> = dim.members.iter().map(|&m| dims[m]).collect();
        let parts = space.delinearize(place, &sizes);
        for (&member, part) in dim.members.iter().zip(parts) {
            index[member] = part;
        }
    }
    index
}

impl<'ctx> Evaluator<'_, 'ctx> {
    /// Emits all loops of a plan around `body`, which gets the place of the first lane in every loop of the plan, and
    /// how many vectors it has to do from there.
    pub fn nest(
        &mut self,
        plan: &Plan,
        mut body: impl FnMut(&mut Self, Vec<Affine>, usize) -> Result<()>,
    ) -> Result<()> {
        let (units, unit) = self.f.open_units(plan.units());
        let mut places = self.f.space.delinearize(&unit, &plan.unit_dims);
        let chunk = places.pop().expect("chunks are the last of the unit dimensions");
        let mut open = Vec::new();
        for &size in &plan.inner_dims {
            let (inner, place) = self.f.open_counted(size as i64, 1);
            open.extend(inner);
            places.push(place);
        }
        if plan.exact && !plan.is_even() {
            self.exact_steps(plan, &chunk, &places, &mut body)?;
        } else {
            self.held_steps(plan, &chunk, places, &mut body)?;
        }
        while let Some(inner) = open.pop() {
            self.f.close_loop(inner, &[]);
        }
        self.f.close_loop(units, &[]);
        Ok(())
    }

    /// Steps along the innermost loop; the last one is moved back so that it ends with the loop, and does some
    /// elements again.
    fn held_steps(
        &mut self,
        plan: &Plan,
        chunk: &Affine,
        mut places: Vec<Affine>,
        body: &mut impl FnMut(&mut Self, Vec<Affine>, usize) -> Result<()>,
    ) -> Result<()> {
        let start = self.f.held_below(&chunk.times(plan.chunk as i64), (plan.length - plan.chunk) as i64);
        let step = plan.step() as i64;
        let (inner, place) = self.f.open_counted(plan.chunk as i64, step);
        let place = self.f.held_below(&place, plan.chunk as i64 - step);
        places.push(start.plus(&place));
        body(self, places, plan.unroll)?;
        if let Some(inner) = inner {
            self.f.close_loop(inner, &[]);
        }
        Ok(())
    }

    /// Whole steps along the innermost loop, then the elements that are left one by one.
    fn exact_steps(
        &mut self,
        plan: &Plan,
        chunk: &Affine,
        places: &[Affine],
        body: &mut impl FnMut(&mut Self, Vec<Affine>, usize) -> Result<()>,
    ) -> Result<()> {
        let (length, step) = (plan.length as i64, plan.step() as i64);
        let start = self.f.integer(&chunk.times(plan.chunk as i64));
        let end = self.f.integer(&chunk.times(plan.chunk as i64).plus_constant(plan.chunk as i64));
        let end = self.f.bounded("llvm.smin", end, self.f.int(length));
        let count = built(self.f.builder.build_int_nsw_sub(end, start, ""));
        let rest = built(self.f.builder.build_int_unsigned_rem(count, self.f.int(step), ""));
        let middle = built(self.f.builder.build_int_nsw_sub(end, rest, ""));
        let mut stretch = |e: &mut Self, from, to, step: i64, vectors| {
            let any = built(e.f.builder.build_int_compare(IntPredicate::SLT, from, to, ""));
            e.f.open_if(any);
            let open = e.f.open_loop(from, to, step, &[]);
            let place = Affine::var(e.f.counter_var(&open, 0, length - step));
            body(e, [places, &[place]].concat(), vectors)?;
            e.f.close_loop(open, &[]);
            e.f.close_if();
            Result::Ok(())
        };
        stretch(self, start, middle, step, plan.unroll)?;
        let lanes = std::mem::replace(&mut self.f.lanes, 1);
        stretch(self, middle, end, 1, 1)?;
        self.f.lanes = lanes;
        Ok(())
    }
}
