//! A kernel's LLVM function under construction: its loops, and where in them an instruction goes.
//!
//! Every loop opens a [`Scope`] whose block stays open until the loop is closed. So code can be put into any
//! enclosing scope at any time, and each value is computed in the outermost scope that knows its inputs: code that
//! does not depend on a loop is never inside it, and no LLVM pass has to find that out.

mod address;
mod scope;

pub use crate::codegen::math::built;
pub use address::{lane_stride, uniform_part};
pub use scope::{Branch, OpenLoop};

use super::affine::{Affine, Space, Var};
use inkwell::builder::Builder;
use inkwell::context::Context;
use inkwell::module::Module as LlvmModule;
use inkwell::types::{BasicTypeEnum, VectorType};
use inkwell::values::{
    BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode, IntValue, PointerValue, VectorValue,
};
use inkwell::{AddressSpace, IntPredicate};
use scope::Scope;
use std::collections::HashMap;

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
