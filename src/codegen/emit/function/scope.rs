//! Scopes of a function: its loops and branches, and code that goes into an enclosing one.

use super::{KernelFunction, built};
use crate::codegen::emit::affine::{Affine, Var};
use inkwell::IntPredicate;
use inkwell::basic_block::BasicBlock;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, IntValue, PhiValue, PointerValue};
use std::collections::HashMap;

pub(super) struct Scope<'ctx> {
    /// Tells the scope from every other one that is or was at its depth.
    serial: u64,
    /// The open end of the scope's code.
    block: BasicBlock<'ctx>,
    /// Integers computed in the scope, by expression and whether as a vector.
    pub(super) integers: HashMap<(Affine, bool), BasicValueEnum<'ctx>>,
    pub(super) pointers: HashMap<(PointerValue<'ctx>, Affine, usize), PointerValue<'ctx>>,
}

/// Inner scopes that wait while code goes into an outer one.
pub struct Suspended<'ctx>(Vec<Scope<'ctx>>);

/// A branch that has been opened: its condition, where it goes if that holds and if not, and what comes after.
pub type Branch<'ctx> = (IntValue<'ctx>, [BasicBlock<'ctx>; 2], BasicBlock<'ctx>);

/// A loop that has been opened.
pub struct OpenLoop<'ctx> {
    body: BasicBlock<'ctx>,
    counter: PhiValue<'ctx>,
    start: IntValue<'ctx>,
    limit: IntValue<'ctx>,
    step: i64,
    carried: Vec<(PhiValue<'ctx>, BasicValueEnum<'ctx>)>,
}

impl<'ctx> OpenLoop<'ctx> {
    /// What the loop counts, as the body sees it.
    pub fn counter(&self) -> IntValue<'ctx> {
        self.counter.as_basic_value().into_int_value()
    }

    /// The loop-carried values, as the body sees them.
    pub fn carried(&self) -> Vec<BasicValueEnum<'ctx>> {
        self.carried.iter().map(|(phi, _)| phi.as_basic_value()).collect()
    }
}

impl<'ctx> KernelFunction<'_, 'ctx> {
    /// Nesting depth of the innermost open scope.
    pub fn depth(&self) -> usize {
        self.scopes.len() - 1
    }

    /// Identity of the scope at `depth`.
    pub fn scope_serial(&self, depth: usize) -> u64 {
        self.scopes[depth].serial
    }

    /// Whether this scope is the open one at its depth.
    pub fn is_open(&self, depth: usize, serial: u64) -> bool {
        self.scopes.get(depth).is_some_and(|scope| scope.serial == serial)
    }

    /// Runs `emit` with the builder at the end of the scope at `depth`.
    pub fn at_depth<T>(&mut self, depth: usize, emit: impl FnOnce(&mut Self) -> T) -> T {
        let inner = self.enter(depth);
        let result = emit(self);
        self.leave(inner);
        result
    }

    /// Makes the scope at `depth` the innermost one until [`KernelFunction::leave`].
    pub fn enter(&mut self, depth: usize) -> Suspended<'ctx> {
        if depth == self.depth() {
            return Suspended(Vec::new());
        }
        let current = self.depth();
        self.scopes[current].block = self.block();
        let inner = self.scopes.split_off(depth + 1);
        self.builder.position_at_end(self.scopes[depth].block);
        Suspended(inner)
    }

    pub fn leave(&mut self, suspended: Suspended<'ctx>) {
        if suspended.0.is_empty() {
            return;
        }
        let depth = self.depth();
        self.scopes[depth].block = self.block();
        self.scopes.extend(suspended.0);
        self.builder.position_at_end(self.scopes[self.depth()].block);
    }

    /// The block that the builder stands in.
    pub fn block(&self) -> BasicBlock<'ctx> {
        self.builder.get_insert_block().expect("the builder stands in a block")
    }

    pub fn new_block(&self, name: &str) -> BasicBlock<'ctx> {
        self.context.append_basic_block(self.function, name)
    }

    /// Opens a scope that starts in this block; the enclosing scope stays open behind it.
    pub fn open_scope(&mut self, block: BasicBlock<'ctx>) {
        let depth = self.depth();
        self.scopes[depth].block = self.block();
        self.scopes.push(Scope::at(block, self.scopes_opened));
        self.scopes_opened += 1;
        self.builder.position_at_end(block);
    }

    /// Closes the innermost scope. The builder comes to stand at the end of the enclosing one.
    pub fn close_scope(&mut self) -> BasicBlock<'ctx> {
        let end = self.block();
        self.scopes.pop();
        self.builder.position_at_end(self.scopes[self.scopes.len() - 1].block);
        end
    }

    /// Opens a loop `for counter in (start..limit).step_by(step)` that runs at least once, with values carried from
    /// one iteration to the next. The builder comes to stand in its body.
    pub fn open_loop(
        &mut self,
        start: IntValue<'ctx>,
        limit: IntValue<'ctx>,
        step: i64,
        carried: &[BasicValueEnum<'ctx>],
    ) -> OpenLoop<'ctx> {
        let body = self.new_block("loop");
        self.open_scope(body);
        let counter = built(self.builder.build_phi(self.context.i64_type(), "i"));
        let phi_of = |value: &BasicValueEnum<'ctx>| (built(self.builder.build_phi(value.get_type(), "")), *value);
        let carried = carried.iter().map(phi_of).collect();
        OpenLoop { body, counter, start, limit, step, carried }
    }

    /// Binds a loop's counter as a variable with values `min..=max`.
    pub fn counter_var(&mut self, open: &OpenLoop<'ctx>, min: i64, max: i64) -> Var {
        let value = open.counter.as_basic_value();
        let multiple = if min == 0 { open.step } else { 1 };
        let var = self.space.bind(min, max, multiple, self.depth());
        self.bound.insert(var, value);
        var
    }

    /// Closes the innermost loop, given the carried values of the next iteration.
    pub fn close_loop(&mut self, open: OpenLoop<'ctx>, next: &[BasicValueEnum<'ctx>]) {
        let counter = open.counter.as_basic_value().into_int_value();
        let stepped = built(self.builder.build_int_nsw_add(counter, self.int(open.step), ""));
        let again = built(self.builder.build_int_compare(IntPredicate::SLT, stepped, open.limit, ""));
        let exit = self.new_block("done");
        built(self.builder.build_conditional_branch(again, open.body, exit));
        let latch = self.close_scope();
        let before = self.block();
        built(self.builder.build_unconditional_branch(open.body));
        open.counter.add_incoming(&[(&open.start, before), (&stepped, latch)]);
        for ((phi, first), next) in open.carried.iter().zip(next) {
            phi.add_incoming(&[(first, before), (next, latch)]);
        }
        self.move_to(exit);
    }

    /// Continues the innermost scope in another block.
    pub fn move_to(&mut self, block: BasicBlock<'ctx>) {
        let depth = self.depth();
        self.scopes[depth].block = block;
        self.builder.position_at_end(block);
    }

    /// Binds a computed integer as a variable of the scope at `depth`.
    pub fn bind(&mut self, value: BasicValueEnum<'ctx>, min: i64, max: i64, depth: usize) -> Var {
        let var = match value {
            BasicValueEnum::VectorValue(_) => self.space.bind_varying(min, max, depth),
            _ => self.space.bind(min, max, 1, depth),
        };
        self.bound.insert(var, value);
        var
    }

    /// The place of each lane from that of the first.
    pub fn with_lanes(&mut self, place: &Affine) -> Affine {
        match self.lanes {
            1 => place.clone(),
            lanes => place.plus(&Affine::var(self.space.lane(lanes))),
        }
    }

    /// Memory that lives as long as the call.
    pub fn stack_memory(&mut self, ty: BasicTypeEnum<'ctx>, alignment: u32) -> PointerValue<'ctx> {
        let entry = self.function.get_first_basic_block().expect("a function has an entry");
        let builder = self.context.create_builder();
        match entry.get_first_instruction() {
            Some(first) => builder.position_before(&first),
            None => builder.position_at_end(entry),
        }
        let memory = built(builder.build_alloca(ty, ""));
        let instruction = memory.as_instruction().expect("an allocation is an instruction");
        instruction.set_alignment(alignment).expect("an alignment that is a power of two");
        memory
    }

    /// Ends the function.
    pub fn finish(self) {
        built(self.builder.build_return(None));
    }
}

impl<'ctx> Scope<'ctx> {
    pub(super) fn at(block: BasicBlock<'ctx>, serial: u64) -> Scope<'ctx> {
        Scope { serial, block, integers: HashMap::new(), pointers: HashMap::new() }
    }
}
