//! A kernel's LLVM function under construction: its loops, and where in them an instruction goes.
//!
//! Every loop opens a [`Scope`] whose block stays open until the loop is closed. So code can be put into any
//! enclosing scope at any time, and each value is computed in the outermost scope that knows its inputs: code that
//! does not depend on a loop is never inside it, and no LLVM pass has to find that out.

use super::affine::{Affine, Definition, Space, Var};
use inkwell::basic_block::BasicBlock;
use inkwell::builder::{Builder, BuilderError};
use inkwell::context::Context;
use inkwell::module::Module as LlvmModule;
use inkwell::types::{BasicType, BasicTypeEnum, VectorType};
use inkwell::values::{
    BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode, IntValue, PhiValue, PointerValue, VectorValue,
};
use inkwell::{AddressSpace, IntPredicate};
use std::collections::HashMap;

/// Unwraps what a builder call gives: it fails only for a builder without a position, a bug of the caller.
pub fn built<T>(result: Result<T, BuilderError>) -> T {
    result.expect("the LLVM builder stands at the end of a block")
}

struct Scope<'ctx> {
    /// Tells the scope from every other one that is or was at its depth.
    serial: u64,
    /// The open end of the scope's code.
    block: BasicBlock<'ctx>,
    /// Integers computed in the scope, by expression and whether as a vector.
    integers: HashMap<(Affine, bool), BasicValueEnum<'ctx>>,
    pointers: HashMap<(PointerValue<'ctx>, Affine, usize), PointerValue<'ctx>>,
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
    /// The loop-carried values, as the body sees them.
    pub fn carried(&self) -> Vec<BasicValueEnum<'ctx>> {
        self.carried.iter().map(|(phi, _)| phi.as_basic_value()).collect()
    }
}

/// A function `(args: *const *mut u8, begin: i64, end: i64)` under construction.
pub struct KernelFunction<'e, 'ctx> {
    pub context: &'ctx Context,
    pub llvm: &'e LlvmModule<'ctx>,
    pub builder: Builder<'ctx>,
    pub function: FunctionValue<'ctx>,
    pub space: Space,
    /// Lanes of a vector.
    pub lanes: usize,
    scopes: Vec<Scope<'ctx>>,
    scopes_opened: u64,
    bound: HashMap<Var, BasicValueEnum<'ctx>>,
    /// Condition, targets and block behind of each open branch.
    pub(super) branches: Vec<Branch<'ctx>>,
}

impl<'e, 'ctx> KernelFunction<'e, 'ctx> {
    /// A kernel function of this name with an entry block.
    pub fn new(context: &'ctx Context, llvm: &'e LlvmModule<'ctx>, name: &str, lanes: usize) -> Self {
        let pointer = context.ptr_type(AddressSpace::default());
        let i64_type = context.i64_type();
        let parameters = [pointer.into(), i64_type.into(), i64_type.into()];
        let function = llvm.add_function(name, context.void_type().fn_type(&parameters, false), None);
        Self::over(context, llvm, function, lanes)
    }

    /// Starts the body of a declared function.
    pub fn over(
        context: &'ctx Context,
        llvm: &'e LlvmModule<'ctx>,
        function: FunctionValue<'ctx>,
        lanes: usize,
    ) -> Self {
        let builder = context.create_builder();
        let entry = context.append_basic_block(function, "entry");
        builder.position_at_end(entry);
        KernelFunction {
            context,
            llvm,
            builder,
            function,
            space: Space::default(),
            lanes,
            scopes: vec![Scope::at(entry, 0)],
            scopes_opened: 1,
            bound: HashMap::new(),
            branches: Vec::new(),
        }
    }

    /// Pointer number `index` of the argument table.
    pub fn argument(&self, index: usize) -> PointerValue<'ctx> {
        let table = self.function.get_nth_param(0).expect("the argument table").into_pointer_value();
        let pointer = self.context.ptr_type(AddressSpace::default());
        let slot = self.gep(pointer.into(), table, self.int(index as i64));
        let load = built(self.builder.build_load(pointer, slot, "arg"));
        self.mark(load, "invariant.load");
        load.into_pointer_value()
    }

    /// The first unit and the one after the last.
    pub fn unit_bounds(&self) -> (IntValue<'ctx>, IntValue<'ctx>) {
        let bound = |n| self.function.get_nth_param(n).expect("a unit bound").into_int_value();
        (bound(1), bound(2))
    }

    /// Attaches an empty metadata node of this kind to the instruction that made a value.
    pub fn mark(&self, value: BasicValueEnum<'ctx>, kind: &str) {
        if let Some(instruction) = value.as_instruction_value() {
            let node = self.context.metadata_node(&[]);
            instruction.set_metadata(node, self.context.get_kind_id(kind)).expect("a metadata node");
        }
    }

    pub fn int(&self, value: i64) -> IntValue<'ctx> {
        self.context.i64_type().const_int(value as u64, true)
    }

    pub fn i1(&self, value: bool) -> IntValue<'ctx> {
        self.context.bool_type().const_int(u64::from(value), false)
    }

    /// Address of element `index`, in elements of `element`.
    pub fn gep(
        &self,
        element: BasicTypeEnum<'ctx>,
        base: PointerValue<'ctx>,
        index: IntValue<'ctx>,
    ) -> PointerValue<'ctx> {
        // SAFETY: the emitter's indices are within the array that `base` points to.
        built(unsafe { self.builder.build_in_bounds_gep(element, base, &[index], "") })
    }

    /// Address some bytes behind a pointer that is known at the entry.
    pub fn offset(&mut self, base: PointerValue<'ctx>, bytes: usize) -> PointerValue<'ctx> {
        self.address(base, &Affine::constant(bytes as i64), 1)
    }

    /// Vector type of one element a lane.
    pub fn vector_of(&self, element: BasicTypeEnum<'ctx>, lanes: usize) -> VectorType<'ctx> {
        match element {
            BasicTypeEnum::FloatType(float) => float.vec_type(lanes as u32),
            BasicTypeEnum::PointerType(pointer) => pointer.vec_type(lanes as u32),
            other => other.into_int_type().vec_type(lanes as u32),
        }
    }

    /// The scalar in every lane.
    pub fn splat(&self, scalar: BasicValueEnum<'ctx>, lanes: usize) -> VectorValue<'ctx> {
        let vector = self.vector_of(scalar.get_type(), lanes);
        let zero = self.context.i32_type().const_zero();
        let one = built(self.builder.build_insert_element(vector.get_poison(), scalar, zero, ""));
        let mask = self.context.i32_type().vec_type(lanes as u32).const_zero();
        built(self.builder.build_shuffle_vector(one, vector.get_poison(), mask, ""))
    }

    /// Lane `lane` of a vector.
    pub fn lane(&self, vector: VectorValue<'ctx>, lane: usize) -> BasicValueEnum<'ctx> {
        let at = self.context.i32_type().const_int(lane as u64, false);
        built(self.builder.build_extract_element(vector, at, ""))
    }

    /// A vector of these scalars.
    pub fn gather_lanes(&self, scalars: &[BasicValueEnum<'ctx>]) -> VectorValue<'ctx> {
        let poison = self.vector_of(scalars[0].get_type(), scalars.len()).get_poison();
        scalars.iter().enumerate().fold(poison, |vector, (lane, &scalar)| {
            let at = self.context.i32_type().const_int(lane as u64, false);
            built(self.builder.build_insert_element(vector, scalar, at, ""))
        })
    }

    /// Picks lanes from two vectors laid end to end.
    pub fn shuffle(
        &self,
        a: VectorValue<'ctx>,
        b: VectorValue<'ctx>,
        picks: impl IntoIterator<Item = usize>,
    ) -> VectorValue<'ctx> {
        let i32_type = self.context.i32_type();
        let picks: Vec<_> = picks.into_iter().map(|p| i32_type.const_int(p as u64, false)).collect();
        built(self.builder.build_shuffle_vector(a, b, VectorType::const_vector(&picks), ""))
    }

    pub fn binary(
        &self,
        opcode: InstructionOpcode,
        a: BasicValueEnum<'ctx>,
        b: BasicValueEnum<'ctx>,
    ) -> BasicValueEnum<'ctx> {
        built(self.builder.build_binop(opcode, a, b, ""))
    }

    /// Compares integers, scalars or vectors.
    pub fn compare(
        &self,
        predicate: IntPredicate,
        a: BasicValueEnum<'ctx>,
        b: BasicValueEnum<'ctx>,
    ) -> BasicValueEnum<'ctx> {
        match (a, b) {
            (BasicValueEnum::VectorValue(a), BasicValueEnum::VectorValue(b)) => {
                built(self.builder.build_int_compare(predicate, a, b, "")).into()
            }
            (a, b) => {
                built(self.builder.build_int_compare(predicate, a.into_int_value(), b.into_int_value(), "")).into()
            }
        }
    }

    /// Calls an LLVM intrinsic.
    pub fn intrinsic(
        &self,
        name: &str,
        overloads: &[BasicTypeEnum<'ctx>],
        arguments: &[BasicValueEnum<'ctx>],
    ) -> Option<BasicValueEnum<'ctx>> {
        let intrinsic = inkwell::intrinsics::Intrinsic::find(name).expect("a known LLVM intrinsic");
        let function = intrinsic.get_declaration(self.llvm, overloads).expect("overload types that fit");
        let arguments: Vec<_> = arguments.iter().map(|&a| a.into()).collect();
        built(self.builder.build_call(function, &arguments, "")).try_as_basic_value().basic()
    }

    /// Signed minimum or maximum of two scalar integers (`llvm.smin`, `llvm.smax`).
    pub fn bounded(&self, intrinsic: &str, a: IntValue<'ctx>, b: IntValue<'ctx>) -> IntValue<'ctx> {
        let result = self.intrinsic(intrinsic, &[a.get_type().into()], &[a.into(), b.into()]);
        result.expect("an intrinsic with a result").into_int_value()
    }
}

/// Scopes, loops and branches.
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

/// Turning index expressions into integers and addresses.
impl<'ctx> KernelFunction<'_, 'ctx> {
    /// The value of a uniform expression.
    pub fn integer(&mut self, affine: &Affine) -> IntValue<'ctx> {
        self.materialize(affine, false).into_int_value()
    }

    /// The value of an expression in each lane.
    pub fn integer_lanes(&mut self, affine: &Affine) -> VectorValue<'ctx> {
        self.materialize(affine, true).into_vector_value()
    }

    /// A uniform expression as a 32-bit integer.
    pub fn narrow(&mut self, affine: &Affine) -> IntValue<'ctx> {
        let wide = self.integer(affine);
        let depth = self.space.depth(affine);
        let narrow = self.context.i32_type();
        self.at_depth(depth, |f| built(f.builder.build_int_truncate(wide, narrow, "")))
    }

    /// An expression as a 32-bit integer in each lane.
    pub fn narrow_lanes(&mut self, affine: &Affine) -> VectorValue<'ctx> {
        let narrow = self.context.i32_type();
        let Some(stride) = lane_stride(&self.space, affine) else {
            let wide = self.integer_lanes(affine);
            return built(self.builder.build_int_truncate(wide, narrow.vec_type(self.lanes as u32), ""));
        };
        let base = self.narrow(&uniform_part(&self.space, affine));
        let base = self.splat(base.into(), self.lanes);
        let steps: Vec<_> = (0..self.lanes as i64).map(|l| narrow.const_int((l * stride) as u64, true)).collect();
        self.binary(InstructionOpcode::Add, base.into(), VectorType::const_vector(&steps).into()).into_vector_value()
    }

    fn materialize(&mut self, affine: &Affine, vector: bool) -> BasicValueEnum<'ctx> {
        if let Some(value) = affine.as_constant() {
            return self.spread(self.int(value).into(), vector);
        }
        let depth = self.space.depth(affine);
        let key = (affine.clone(), vector);
        if let Some(&value) = self.scopes[depth].integers.get(&key) {
            return value;
        }
        let value = self.at_depth(depth, |f| f.sum(affine, vector, depth));
        self.scopes[depth].integers.insert(key, value);
        value
    }

    /// Adds what outer scopes know first, so that it is computed there.
    fn sum(&mut self, affine: &Affine, vector: bool, depth: usize) -> BasicValueEnum<'ctx> {
        if vector && self.space.is_uniform(affine) {
            let scalar = self.materialize(affine, false);
            return self.spread(scalar, true);
        }
        let (space, varying) = (&self.space, |v| self.space.varies(v));
        let inner = |v: Var| if vector { varying(v) } else { space.var_depth(v) == depth };
        let outer = affine.filter(|v| !inner(v)).plus_constant(affine.constant);
        let terms = affine.filter(inner).terms;
        let start = (outer != Affine::default()).then(|| self.materialize(&outer, vector));
        let sum = terms.into_iter().fold(start, |sum, (var, coefficient)| {
            let value = self.var_value(var, vector);
            let term = self.scaled(value, coefficient, vector);
            Some(sum.map_or(term, |sum| self.binary(InstructionOpcode::Add, sum, term)))
        });
        sum.expect("an expression that is no constant has terms")
    }

    fn scaled(&self, value: BasicValueEnum<'ctx>, factor: i64, vector: bool) -> BasicValueEnum<'ctx> {
        match factor {
            1 => value,
            factor => self.binary(InstructionOpcode::Mul, value, self.spread(self.int(factor).into(), vector)),
        }
    }

    fn spread(&self, scalar: BasicValueEnum<'ctx>, vector: bool) -> BasicValueEnum<'ctx> {
        if vector { self.splat(scalar, self.lanes).into() } else { scalar }
    }

    fn var_value(&mut self, var: Var, vector: bool) -> BasicValueEnum<'ctx> {
        match self.space.definition(var).clone() {
            Definition::Lane => {
                let lanes: Vec<_> = (0..self.lanes as i64).map(|lane| self.int(lane)).collect();
                VectorType::const_vector(&lanes).into()
            }
            Definition::Bound => self.spread(self.bound[&var], vector && !self.space.varies(var)),
            Definition::Quotient { dividend, divisor } => self.quotient(&dividend, divisor, vector),
        }
    }

    fn quotient(&mut self, dividend: &Affine, divisor: i64, vector: bool) -> BasicValueEnum<'ctx> {
        let (low, high) = self.space.range(dividend);
        // Truncation is flooring for what is not negative: move the dividend there.
        let shift = if low < 0 { low.div_euclid(divisor) } else { 0 };
        let dividend = self.materialize(&dividend.plus_constant(-shift * divisor), vector);
        let quotient = match dividend {
            BasicValueEnum::VectorValue(d) if high - low < 1 << 31 => self.narrow_quotient(d, divisor),
            dividend => {
                let divisor = self.spread(self.int(divisor).into(), vector);
                self.binary(InstructionOpcode::UDiv, dividend, divisor)
            }
        };
        if shift == 0 {
            return quotient;
        }
        self.binary(InstructionOpcode::Add, quotient, self.spread(self.int(shift).into(), vector))
    }

    /// Vectors of 64-bit integers have no fast multiplication, 32-bit ones do.
    fn narrow_quotient(&self, dividend: VectorValue<'ctx>, divisor: i64) -> BasicValueEnum<'ctx> {
        let (wide, narrow) = (dividend.get_type(), self.context.i32_type().vec_type(self.lanes as u32));
        let low = built(self.builder.build_int_truncate(dividend, narrow, ""));
        let divisor = self.context.i32_type().const_int(divisor as u64, false);
        let quotient = self.binary(InstructionOpcode::UDiv, low.into(), self.splat(divisor.into(), self.lanes).into());
        built(self.builder.build_int_z_extend(quotient.into_vector_value(), wide, "")).into()
    }

    /// Address of the element at a uniform position, put together scope by scope.
    pub fn address(&mut self, base: PointerValue<'ctx>, position: &Affine, byte_width: usize) -> PointerValue<'ctx> {
        let depth = self.space.depth(position);
        let key = (base, position.clone(), byte_width);
        if let Some(&pointer) = self.scopes[depth].pointers.get(&key) {
            return pointer;
        }
        let pointer = self.address_from_parts(base, position, byte_width, depth);
        self.scopes[depth].pointers.insert(key, pointer);
        pointer
    }

    fn address_from_parts(
        &mut self,
        base: PointerValue<'ctx>,
        position: &Affine,
        byte_width: usize,
        depth: usize,
    ) -> PointerValue<'ctx> {
        let element = self.context.i8_type().array_type(byte_width as u32).as_basic_type_enum();
        if position.constant != 0 && !position.terms.is_empty() {
            let without = self.address(base, &position.plus_constant(-position.constant), byte_width);
            return self.at_depth(depth, |f| f.gep(element, without, f.int(position.constant)));
        }
        let outer = position.filter(|v| self.space.var_depth(v) < depth);
        let inner = position.minus(&outer);
        let base = if outer.terms.is_empty() { base } else { self.address(base, &outer, byte_width) };
        let offset = self.integer(&inner);
        self.at_depth(depth, |f| f.gep(element, base, offset))
    }
}

impl<'ctx> Scope<'ctx> {
    fn at(block: BasicBlock<'ctx>, serial: u64) -> Scope<'ctx> {
        Scope { serial, block, integers: HashMap::new(), pointers: HashMap::new() }
    }
}

/// Whether an expression, as a position, has neighbouring lanes this many elements apart; `None` when they are not
/// evenly spaced.
pub fn lane_stride(space: &Space, position: &Affine) -> Option<i64> {
    let even = position.terms.iter().all(|(v, _)| space.is_lane(*v) || !space.varies(*v));
    even.then(|| position.terms.iter().filter(|(v, _)| space.is_lane(*v)).map(|(_, c)| c).sum())
}

/// An expression in lane 0.
pub fn uniform_part(space: &Space, position: &Affine) -> Affine {
    position.filter(|v| !space.is_lane(v)).plus_constant(position.constant)
}
