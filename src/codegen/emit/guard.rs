//! Choosing between values by conditions on places.
//!
//! What the ranges of the loop variables decide costs nothing. What they leave open is a branch where all lanes agree.
//! Where they may not, the common cases that all lanes are in bounds, or none is, are branches too, and only a vector
//! across a border is put together lane by lane.

use super::affine::{Affine, Index, Space};
use super::evaluate::{Computed, Evaluator, Result};
use super::function::{built, lane_stride, uniform_part};
use crate::codegen::math::Value;
use crate::hlo::InstructionId;
use inkwell::IntPredicate;
use inkwell::basic_block::BasicBlock;
use inkwell::values::{BasicValueEnum, InstructionOpcode, IntValue};

/// `0 <= place < size`
#[derive(Clone, Debug)]
pub struct InBounds {
    pub place: Affine,
    pub size: i64,
}

/// What ranges say about a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    Always,
    Never,
    Open,
}

impl InBounds {
    pub fn decide(&self, space: &Space) -> Decided {
        let (low, high) = space.range(&self.place);
        if low >= 0 && high < self.size {
            Decided::Always
        } else if high < 0 || low >= self.size {
            Decided::Never
        } else {
            Decided::Open
        }
    }
}

/// What is computed where a condition fails.
pub type Otherwise<'a, 'e, 'ctx> = &'a dyn Fn(&mut Evaluator<'e, 'ctx>) -> Result<Computed<'ctx>>;

impl<'e, 'ctx> Evaluator<'e, 'ctx> {
    /// `then` at `source` where all conditions hold, else what `otherwise` computes.
    pub fn guarded(
        &mut self,
        conditions: &[InBounds],
        then: InstructionId,
        source: &Index,
        otherwise: Otherwise<'_, 'e, 'ctx>,
    ) -> Result<Computed<'ctx>> {
        let decided: Vec<_> = conditions.iter().map(|c| c.decide(&self.f.space)).collect();
        if decided.contains(&Decided::Never) {
            return otherwise(self);
        }
        let open = conditions.iter().zip(decided).filter(|(_, d)| *d == Decided::Open).map(|(c, _)| c);
        let (agreed, varying): (Vec<_>, Vec<_>) = open.partition(|c| self.f.space.is_uniform(&c.place));
        if !varying.is_empty() {
            return self.guarded_by_lane(&agreed, &varying, then, source, otherwise);
        }
        if agreed.is_empty() {
            return self.value(then, source);
        }
        let condition = self.all_hold(&agreed).into_int_value();
        let inside = |e: &mut Self| {
            let source = e.confine(&agreed, source);
            e.value(then, &source)
        };
        self.choose(condition, inside, otherwise)
    }

    /// `then` is written twice, with a run of places and with any. `otherwise` may hold more such choices, one within the
    /// other: it is written once, before any of the branches.
    fn guarded_by_lane(
        &mut self,
        agreed: &[&InBounds],
        varying: &[&InBounds],
        then: InstructionId,
        source: &Index,
        otherwise: Otherwise<'_, 'e, 'ctx>,
    ) -> Result<Computed<'ctx>> {
        let agree = self.all_hold(agreed).into_int_value();
        let is_run = varying.iter().all(|c| lane_stride(&self.f.space, &c.place).is_some());
        if !is_run {
            let other = otherwise(self)?;
            let mixed = |e: &mut Self| e.blend(agreed, varying, then, source, other);
            return if agreed.is_empty() { mixed(self) } else { self.choose(agree, mixed, |_| Ok(other)) };
        }
        let (run_inside, run_outside) = self.runs(varying);
        let inside = built(self.f.builder.build_and(agree, run_inside, ""));
        let disagree = built(self.f.builder.build_not(agree, ""));
        let outside = built(self.f.builder.build_or(disagree, run_outside, ""));
        let border = |e: &mut Self, other| e.blend(agreed, varying, then, source, other);
        if !self.may_hold_all_lanes(varying) {
            let other = otherwise(self)?;
            return self.choose(outside, |_| Ok(other), |e: &mut Self| border(e, other));
        }
        let other = self.unless(inside, otherwise)?;
        let whole = |e: &mut Self| {
            let source = e.confine(agreed, source);
            let source = e.run_source(varying, &source);
            e.value(then, &source)
        };
        let border = |e: &mut Self| border(e, other);
        self.choose(inside, whole, |e: &mut Self| e.choose(outside, |_| Ok(other), border))
    }

    /// Whether the bounds are as wide as the places of a vector's lanes.
    fn may_hold_all_lanes(&self, varying: &[&InBounds]) -> bool {
        varying.iter().all(|condition| {
            let (lowest, highest) = self.ends(&condition.place);
            let (low, high) = self.f.space.range(&highest.minus(&lowest));
            low == high && high < condition.size
        })
    }

    /// Whether every lane is in bounds, and whether none is.
    fn runs(&mut self, varying: &[&InBounds]) -> (IntValue<'ctx>, IntValue<'ctx>) {
        let (mut inside, mut outside) = (self.f.i1(true), self.f.i1(false));
        for condition in varying {
            let (lowest, highest) = self.ends(&condition.place);
            let (low, high) = (self.f.integer(&lowest), self.f.integer(&highest));
            let size = self.f.int(condition.size);
            let is = |predicate, a: IntValue<'ctx>, b| built(self.f.builder.build_int_compare(predicate, a, b, ""));
            let tests = [
                is(IntPredicate::SGE, low, self.f.int(0)),
                is(IntPredicate::SLT, high, size),
                is(IntPredicate::SLT, high, self.f.int(0)),
                is(IntPredicate::SGE, low, size),
            ];
            for test in &tests[..2] {
                inside = built(self.f.builder.build_and(inside, *test, ""));
            }
            for test in &tests[2..] {
                outside = built(self.f.builder.build_or(outside, *test, ""));
            }
        }
        (inside, outside)
    }

    /// The lowest and the highest of the lanes' places.
    fn ends(&self, place: &Affine) -> (Affine, Affine) {
        let stride = lane_stride(&self.f.space, place).unwrap_or(0);
        let first = uniform_part(&self.f.space, place);
        let last = first.plus_constant(stride * (self.f.lanes as i64 - 1));
        if stride < 0 { (last, first) } else { (first, last) }
    }

    /// The source where all lanes are known to be in bounds.
    fn run_source(&mut self, varying: &[&InBounds], source: &Index) -> Index {
        let mut known = |place: &Affine| {
            let Some(condition) = varying.iter().find(|c| c.place == *place) else { return place.clone() };
            let first = uniform_part(&self.f.space, place);
            let lanes = place.minus(&first);
            let (low, high) = self.f.space.range(&lanes);
            let value = self.f.integer(&first).into();
            let depth = self.f.depth();
            Affine::var(self.f.bind(value, -low, condition.size - 1 - high, depth)).plus(&lanes)
        };
        source.iter().map(&mut known).collect()
    }

    fn confine(&mut self, open: &[&InBounds], source: &Index) -> Index {
        let bounded = |affine: &Affine| match open.iter().find(|c| c.place == *affine) {
            Some(condition) => self.confined(condition),
            None => affine.clone(),
        };
        source.iter().map(bounded).collect()
    }

    /// A place that is known to be in bounds here, or is moved there; nothing that reads it leaves this scope.
    pub fn confined(&mut self, condition: &InBounds) -> Affine {
        if condition.size == 1 {
            return Affine::default();
        }
        let depth = self.f.depth();
        let value = if self.f.space.is_uniform(&condition.place) {
            self.f.integer(&condition.place).into()
        } else {
            let wide = BasicValueEnum::from(self.f.integer_lanes(&condition.place));
            let bound = |n: i64| self.math(true).splat(self.f.int(n).into());
            let (zero, last) = (bound(0), bound(condition.size - 1));
            let apply = |name, value, bound| {
                self.f.intrinsic(name, &[wide.get_type()], &[value, bound]).expect("an intrinsic with a result")
            };
            apply("llvm.smin", apply("llvm.smax", wide, zero), last)
        };
        Affine::var(self.f.bind(value, 0, condition.size - 1, depth))
    }

    /// Whether all conditions hold, as they do where there are none: for every lane where one of them differs between
    /// lanes.
    pub fn all_hold(&mut self, open: &[&InBounds]) -> BasicValueEnum<'ctx> {
        let vector = open.iter().any(|c| !self.f.space.is_uniform(&c.place));
        let hold = |condition: &&InBounds| {
            let place = match vector {
                true => self.f.integer_lanes(&condition.place).into(),
                false => self.f.integer(&condition.place).into(),
            };
            let size = self.math(vector).splat(self.f.int(condition.size).into());
            self.f.compare(IntPredicate::ULT, place, size)
        };
        let all: Vec<_> = open.iter().map(hold).collect();
        let both = all.into_iter().reduce(|a, b| self.f.binary(InstructionOpcode::And, a, b));
        both.unwrap_or_else(|| self.f.i1(true).into())
    }

    /// Computes one of two values, by a branch.
    pub fn choose(
        &mut self,
        condition: IntValue<'ctx>,
        on_true: impl FnOnce(&mut Self) -> Result<Computed<'ctx>>,
        on_false: impl FnOnce(&mut Self) -> Result<Computed<'ctx>>,
    ) -> Result<Computed<'ctx>> {
        let (yes, no, join) = (self.f.new_block("then"), self.f.new_block("else"), self.f.new_block("join"));
        self.f.open_scope(yes);
        let a = on_true(self)?;
        let a = self.spread(a);
        let yes_end = self.f.close_scope();
        self.f.open_scope(no);
        let b = on_false(self)?;
        let b = self.spread(b);
        let no_end = self.f.close_scope();
        built(self.f.builder.build_conditional_branch(condition, yes, no));
        for end in [yes_end, no_end] {
            self.f.builder.position_at_end(end);
            built(self.f.builder.build_unconditional_branch(join));
        }
        self.f.move_to(join);
        let value = self.merge((a, yes_end), (b, no_end));
        Ok(Computed { value, depth: self.f.depth() })
    }

    fn merge(&self, a: (Value<'ctx>, BasicBlock<'ctx>), b: (Value<'ctx>, BasicBlock<'ctx>)) -> Value<'ctx> {
        let mut others = b.0.parts().into_iter();
        a.0.map(|part| {
            let other = others.next().expect("values of one type");
            let phi = built(self.f.builder.build_phi(part.get_type(), ""));
            phi.add_incoming(&[(&part, a.1), (&other, b.1)]);
            phi.as_basic_value()
        })
    }

    /// Computes a value where a condition fails; where it holds, any.
    fn unless(&mut self, condition: IntValue<'ctx>, otherwise: Otherwise<'_, 'e, 'ctx>) -> Result<Computed<'ctx>> {
        let (skip, no, join) = (self.f.new_block("skip"), self.f.new_block("unless"), self.f.new_block("join"));
        self.f.open_scope(no);
        let value = otherwise(self)?;
        let value = self.spread(value);
        let no_end = self.f.close_scope();
        built(self.f.builder.build_conditional_branch(condition, skip, no));
        for end in [skip, no_end] {
            self.f.builder.position_at_end(end);
            built(self.f.builder.build_unconditional_branch(join));
        }
        self.f.move_to(join);
        let any = value.map(|part| part.get_type().const_zero());
        let value = self.merge((any, skip), (value, no_end));
        Ok(Computed { value, depth: self.f.depth() })
    }

    /// Selects lane by lane what is in bounds, where the agreed conditions hold.
    fn blend(
        &mut self,
        agreed: &[&InBounds],
        varying: &[&InBounds],
        then: InstructionId,
        source: &Index,
        other: Computed<'ctx>,
    ) -> Result<Computed<'ctx>> {
        let depth = self.f.depth();
        let mask = Computed { value: Value::Real(self.all_hold(varying)), depth };
        let source = self.confine(agreed, source);
        let source = self.confine(varying, &source);
        let value = self.value(then, &source)?;
        Ok(self.combine(&[mask, value, other], |math, v| math.select(v[0], v[1], v[2])))
    }
}
