//! Loops as kernels: the kernels of a small loop's steps become part of one function, between branches of its own.
//!
//! Every step gets a table of its arguments, filled once before the loop. Steps are inlined, so that LLVM sees through
//! the tables and nothing is called.

use super::evaluate::Result;
use super::function::{KernelFunction, built};
use super::{Emitter, emit_kernel};
use crate::codegen::kernel::{Kernel, Phase};
use crate::codegen::small_loop::{Places, SmallLoop, Step, kernel_places};
use crate::hlo::{ComputationId, InstructionId, Module};
use crate::passes::buffers::Place;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::module::Linkage;
use inkwell::values::{FunctionValue, IntValue, PointerValue};
use inkwell::{AddressSpace, IntPredicate};

/// Emits a small loop as a kernel of one unit.
///
/// # Errors
/// An operation that no kernel kind takes.
pub fn emit_loop(emitter: &Emitter<'_, '_>, module: &Module, small: &SmallLoop, name: &str) -> Result<Kernel> {
    let f = KernelFunction::new(emitter.context, emitter.llvm, name, 1);
    let mut writer = Writer { f, emitter, module, name, places: small.places(module), steps: 0 };
    let (units, _) = writer.f.open_units(1);
    writer.small_loop(small)?;
    writer.f.close_loop(units, &[]);
    writer.f.finish();
    let phase = Phase { function: name.to_owned(), units: 1, min_units_per_task: 1 };
    Ok(Kernel { phases: vec![phase], scratch_bytes: 0 })
}

/// The function of a loop in the making.
struct Writer<'e, 'ctx> {
    f: KernelFunction<'e, 'ctx>,
    emitter: &'e Emitter<'e, 'ctx>,
    module: &'e Module,
    name: &'e str,
    places: Places,
    /// Steps emitted so far.
    steps: usize,
}

impl<'ctx> Writer<'_, 'ctx> {
    fn small_loop(&mut self, small: &SmallLoop) -> Result<()> {
        match small.trip_count {
            Some(0) => Ok(()),
            Some(count) => self.counted(count, &small.body),
            None => self.tested(small),
        }
    }

    fn counted(&mut self, count: u64, body: &[Step]) -> Result<()> {
        let (start, limit) = (self.f.int(0), self.f.int(count as i64));
        let open = self.f.open_loop(start, limit, 1, &[]);
        self.sequence(body)?;
        self.f.close_loop(open, &[]);
        Ok(())
    }

    fn tested(&mut self, small: &SmallLoop) -> Result<()> {
        let [test, round, done] = ["test", "round", "done"].map(|name| self.f.new_block(name));
        built(self.f.builder.build_unconditional_branch(test));
        self.f.move_to(test);
        self.sequence(&small.condition)?;
        let goes_on = self.is_true(small.predicate);
        built(self.f.builder.build_conditional_branch(goes_on, round, done));
        self.f.move_to(round);
        self.sequence(&small.body)?;
        built(self.f.builder.build_unconditional_branch(test));
        self.f.move_to(done);
        Ok(())
    }

    fn sequence(&mut self, steps: &[Step]) -> Result<()> {
        steps.iter().try_for_each(|step| match step {
            Step::Kernel(computation, instruction) => self.kernel(*computation, *instruction),
            Step::Loop(inner) => self.small_loop(inner),
            Step::Branches { selector, is_predicate, branches } => self.branches(*selector, *is_predicate, branches),
        })
    }

    /// All phases of a step's kernel, each with all of its units.
    fn kernel(&mut self, computation: ComputationId, instruction: InstructionId) -> Result<()> {
        let name = format!("{}.step{}", self.name, self.steps);
        self.steps += 1;
        let kernel = emit_kernel(self.emitter, self.module, self.module.computation(computation), instruction, &name)?;
        let table = self.table(computation, instruction);
        for phase in kernel.phases {
            let function = self.emitter.llvm.get_function(&phase.function).expect("an emitted function");
            inline_always(self.emitter, function);
            let arguments = [table.into(), self.f.int(0).into(), self.f.int(phase.units).into()];
            built(self.f.builder.build_call(function, &arguments, ""));
        }
        Ok(())
    }

    /// Pointers to what a step reads and writes, put together before the loop.
    fn table(&mut self, computation: ComputationId, instruction: InstructionId) -> PointerValue<'ctx> {
        let (reads, writes) = kernel_places(self.module, computation, instruction);
        let reads = reads.into_iter().map(|place| self.places.argument_of_read(place));
        let writes = writes.into_iter().map(|place| self.places.argument_of_write(place));
        let numbers: Vec<usize> = reads.chain(writes).flatten().collect();
        let pointer = self.f.context.ptr_type(AddressSpace::default());
        let table = self.f.stack_memory(pointer.array_type(numbers.len() as u32).into(), size_of::<usize>() as u32);
        self.f.at_depth(0, |f| {
            for (slot, &number) in numbers.iter().enumerate() {
                let slot = f.gep(pointer.into(), table, f.int(slot as i64));
                built(f.builder.build_store(slot, f.argument(number)));
            }
        });
        table
    }

    fn branches(&mut self, selector: Place, is_predicate: bool, branches: &[Vec<Step>]) -> Result<()> {
        let selected = match is_predicate {
            true => {
                let holds = self.is_true(selector);
                let not = built(self.f.builder.build_not(holds, ""));
                built(self.f.builder.build_int_z_extend(not, self.f.context.i32_type(), ""))
            }
            false => self.scalar(selector, 4),
        };
        let blocks: Vec<_> = branches.iter().map(|_| self.f.new_block("branch")).collect();
        let (join, Some((&last, _))) = (self.f.new_block("join"), blocks.split_last()) else { return Ok(()) };
        let index = |n: usize| self.f.context.i32_type().const_int(n as u64, false);
        let cases: Vec<_> = blocks.iter().enumerate().map(|(n, &block)| (index(n), block)).collect();
        // An index out of range takes the last branch.
        built(self.f.builder.build_switch(selected, last, &cases));
        for (block, steps) in blocks.into_iter().zip(branches) {
            self.f.move_to(block);
            self.sequence(steps)?;
            built(self.f.builder.build_unconditional_branch(join));
        }
        self.f.move_to(join);
        Ok(())
    }

    fn is_true(&mut self, place: Place) -> IntValue<'ctx> {
        let byte = self.scalar(place, 1);
        let zero = byte.get_type().const_zero();
        built(self.f.builder.build_int_compare(IntPredicate::NE, byte, zero, ""))
    }

    /// An integer of so many bytes that a step may have written.
    fn scalar(&mut self, place: Place, bytes: u32) -> IntValue<'ctx> {
        let number = self.places.argument_of_read(place).expect("what decides is read");
        let pointer = self.f.at_depth(0, |f| f.argument(number));
        let ty = if bytes == 1 { self.f.context.i8_type() } else { self.f.context.i32_type() };
        built(self.f.builder.build_load(ty, pointer, "")).into_int_value()
    }
}

fn inline_always(emitter: &Emitter<'_, '_>, function: FunctionValue<'_>) {
    let kind = Attribute::get_named_enum_kind_id("alwaysinline");
    function.add_attribute(AttributeLoc::Function, emitter.context.create_enum_attribute(kind, 0));
    function.set_linkage(Linkage::Internal);
}
