//! Blocks for the rare and the long cases: a branch when any lane needs it, loops over lanes, loops until all are done.

use super::MathBuilder;
use super::lanes::{Lanes, built};
use inkwell::basic_block::BasicBlock;
use inkwell::values::{BasicValue, BasicValueEnum, IntValue, PhiValue};

impl<'ctx> MathBuilder<'_, 'ctx> {
    fn current_block(&self) -> BasicBlock<'ctx> {
        self.builder.get_insert_block().expect("the LLVM builder stands in a block")
    }

    fn new_block(&self, name: &str) -> BasicBlock<'ctx> {
        self.context.insert_basic_block_after(self.current_block(), name)
    }

    fn phi(&self, like: BasicValueEnum<'ctx>, incoming: &[(BasicValueEnum<'ctx>, BasicBlock<'ctx>)]) -> PhiValue<'ctx> {
        let phi = built(self.builder.build_phi(like.get_type(), ""));
        for (value, block) in incoming {
            phi.add_incoming(&[(value as &dyn BasicValue<'ctx>, *block)]);
        }
        phi
    }

    /// Whether any lane of `i1` is set.
    fn any(&self, flags: Lanes<'_, 'ctx>) -> IntValue<'ctx> {
        if self.lanes == 1 {
            return flags.raw.into_int_value();
        }
        let mask = built(self.builder.build_bit_cast(flags.raw, self.int_type(self.lanes), "")).into_int_value();
        let zero = mask.get_type().const_zero();
        built(self.builder.build_int_compare(inkwell::IntPredicate::NE, mask, zero, ""))
    }

    /// `usual`, or where any flag is set what `rare` computes for all lanes.
    pub(super) fn if_any<'m>(
        &'m self,
        flags: Lanes<'m, 'ctx>,
        usual: &[Lanes<'m, 'ctx>],
        rare: impl FnOnce() -> Vec<Lanes<'m, 'ctx>>,
    ) -> Vec<Lanes<'m, 'ctx>> {
        let start = self.current_block();
        let condition = self.any(flags);
        let (rare_block, join) = (self.new_block("rare"), self.new_block("join"));
        join.move_after(rare_block).expect("both blocks are in the function");
        built(self.builder.build_conditional_branch(condition, rare_block, join));
        self.builder.position_at_end(rare_block);
        let computed = rare();
        let rare_end = self.current_block();
        built(self.builder.build_unconditional_branch(join));
        self.builder.position_at_end(join);
        let merge = |(a, b): (&Lanes<'m, 'ctx>, &Lanes<'m, 'ctx>)| {
            self.lanes_of(self.phi(a.raw, &[(a.raw, start), (b.raw, rare_end)]).as_basic_value())
        };
        usual.iter().zip(&computed).map(merge).collect()
    }

    /// Repeats `step` on `state` while any flag of `condition` is set.
    pub(super) fn while_any<'m>(
        &'m self,
        state: &[Lanes<'m, 'ctx>],
        condition: impl FnOnce(&[Lanes<'m, 'ctx>]) -> Lanes<'m, 'ctx>,
        step: impl FnOnce(&[Lanes<'m, 'ctx>]) -> Vec<Lanes<'m, 'ctx>>,
    ) -> Vec<Lanes<'m, 'ctx>> {
        let start = self.current_block();
        let header = self.new_block("while");
        built(self.builder.build_unconditional_branch(header));
        self.builder.position_at_end(header);
        let phis: Vec<_> = state.iter().map(|s| self.phi(s.raw, &[(s.raw, start)])).collect();
        let current: Vec<_> = phis.iter().map(|phi| self.lanes_of(phi.as_basic_value())).collect();
        let proceed = self.any(condition(&current));
        let (body, exit) = (self.new_block("step"), self.new_block("done"));
        exit.move_after(body).expect("both blocks are in the function");
        built(self.builder.build_conditional_branch(proceed, body, exit));
        self.builder.position_at_end(body);
        let next = step(&current);
        let body_end = self.current_block();
        built(self.builder.build_unconditional_branch(header));
        for (phi, value) in phis.iter().zip(&next) {
            phi.add_incoming(&[(&value.raw as &dyn BasicValue<'ctx>, body_end)]);
        }
        self.builder.position_at_end(exit);
        current
    }

    /// Applies a scalar function lane after lane, in a loop: small code for what is seldom run.
    pub(super) fn each_lane<'m>(
        &'m self,
        arguments: &[Lanes<'m, 'ctx>],
        function: impl for<'s> FnOnce(&[Lanes<'s, 'ctx>]) -> Vec<Lanes<'s, 'ctx>>,
        results: &[Lanes<'m, 'ctx>],
    ) -> Vec<Lanes<'m, 'ctx>> {
        let scalar = self.with_lanes(1);
        if self.lanes == 1 {
            let arguments: Vec<_> = arguments.iter().map(|a| scalar.lanes_of(a.raw)).collect();
            return function(&arguments).iter().map(|r| self.lanes_of(r.raw)).collect();
        }
        let start = self.current_block();
        let body = self.new_block("lane");
        built(self.builder.build_unconditional_branch(body));
        self.builder.position_at_end(body);
        let zero = self.context.i32_type().const_zero();
        let counter = self.phi(zero.into(), &[(zero.into(), start)]);
        let vectors: Vec<_> = results.iter().map(|r| self.phi(r.raw, &[(r.raw, start)])).collect();
        let lane = counter.as_basic_value().into_int_value();
        let pick = |a: &Lanes<'m, 'ctx>| built(self.builder.build_extract_element(a.raw.into_vector_value(), lane, ""));
        let picked: Vec<_> = arguments.iter().map(|a| scalar.lanes_of(pick(a))).collect();
        let computed: Vec<_> = function(&picked).iter().map(|r| r.raw).collect();
        let filled: Vec<BasicValueEnum<'ctx>> = vectors
            .iter()
            .zip(computed)
            .map(|(vector, value)| {
                let vector = vector.as_basic_value().into_vector_value();
                built(self.builder.build_insert_element(vector, value, lane, "")).into()
            })
            .collect();
        self.close_lane_loop(body, counter, &vectors, &filled);
        filled.into_iter().map(|raw| self.lanes_of(raw)).collect()
    }

    /// Ends the block of a loop over the lanes: counts, branches back or on, and completes the phis.
    fn close_lane_loop(
        &self,
        body: BasicBlock<'ctx>,
        counter: PhiValue<'ctx>,
        vectors: &[PhiValue<'ctx>],
        filled: &[BasicValueEnum<'ctx>],
    ) {
        let index = self.context.i32_type();
        let lane = counter.as_basic_value().into_int_value();
        let next = built(self.builder.build_int_add(lane, index.const_int(1, false), ""));
        let count = index.const_int(self.lanes as u64, false);
        let more = built(self.builder.build_int_compare(inkwell::IntPredicate::ULT, next, count, ""));
        let end = self.current_block();
        let exit = self.new_block("lanes.done");
        built(self.builder.build_conditional_branch(more, body, exit));
        counter.add_incoming(&[(&next as &dyn BasicValue<'ctx>, end)]);
        for (phi, value) in vectors.iter().zip(filled) {
            phi.add_incoming(&[(value as &dyn BasicValue<'ctx>, end)]);
        }
        self.builder.position_at_end(exit);
    }
}
