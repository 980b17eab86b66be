//! Runs emitted kernels in tests: compiles them in memory and calls them on literals.

use super::{Emitter, emit_kernel};
use crate::codegen::Target;
use crate::codegen::kernel::Kernel;
use crate::hlo::Literal;
use crate::hlo::{AlignedBytes, ArrayLiteral, ArrayShape, Computation, Instruction, InstructionId, Module, Op, Shape};
use inkwell::OptimizationLevel;
use inkwell::attributes::AttributeLoc;
use inkwell::context::Context;
use inkwell::execution_engine::ExecutionEngine;

type Function = unsafe extern "C" fn(*const *mut u8, i64, i64);

/// A module with one computation whose root is the instruction under test.
pub struct Program {
    pub module: Module,
    pub computation: Computation,
}

impl Program {
    /// A computation with these parameters.
    pub fn new(parameters: &[Shape]) -> Program {
        let mut computation = Computation::new("main");
        for (number, shape) in parameters.iter().enumerate() {
            computation.add_parameter(number, shape.clone(), &None);
        }
        Program { module: Module::new("test"), computation }
    }

    /// Adds an instruction on operands by position.
    pub fn add(&mut self, op: Op, shape: impl Into<Shape>, operands: &[u32]) -> u32 {
        let operands: Vec<_> = operands.iter().map(|&o| crate::hlo::InstructionId(o)).collect();
        self.computation.add_root(Instruction::new(op, shape, operands)).0
    }

    /// Runs it and compares with the evaluator, bit by bit.
    pub fn check(self, arguments: &[ArrayLiteral]) {
        self.check_over(arguments, None);
    }

    /// The same, with the first result in the memory of an argument.
    pub fn check_over(self, arguments: &[ArrayLiteral], shared: Option<usize>) {
        let mut module = self.module.clone();
        let entry = module.add_computation(self.computation.clone());
        module.set_entry(entry);
        let literals: Vec<Literal> = arguments.iter().cloned().map(Literal::from).collect();
        let expected = crate::hlo::evaluate(&module, &literals).expect("a program that the evaluator takes");
        let results = self.run_over(arguments, shared).into_iter().map(Literal::from).collect::<Vec<_>>();
        match expected {
            Literal::Tuple(parts) => assert_eq!(results, parts),
            array => assert_eq!(results, [array]),
        }
    }

    /// Runs the whole computation as one fusion kernel; results are row-major bytes in the layout of the root.
    pub fn run(self, arguments: &[ArrayLiteral]) -> Vec<ArrayLiteral> {
        self.run_over(arguments, None)
    }

    /// Runs it with the first result in the memory of an argument.
    pub fn run_over(self, arguments: &[ArrayLiteral], shared: Option<usize>) -> Vec<ArrayLiteral> {
        let Program { mut module, computation } = self;
        let mut caller = Computation::new("caller");
        let root = computation.get(computation.root()).shape.clone();
        let operands: Vec<_> = computation
            .parameters()
            .into_iter()
            .enumerate()
            .map(|(n, p)| caller.add_parameter(n, computation.get(p).shape.clone(), &None))
            .collect();
        let fused = module.add_computation(computation);
        let op = Op::Fusion { kind: crate::hlo::FusionKind::Loop, computation: fused };
        let fusion = caller.add_root(Instruction::new(op, root.clone(), operands));
        run_instruction(&module, &caller, fusion, arguments, shared)
    }
}

/// Emits and runs the kernel of one instruction.
fn run_instruction(
    module: &Module,
    computation: &Computation,
    id: InstructionId,
    arguments: &[ArrayLiteral],
    shared: Option<usize>,
) -> Vec<ArrayLiteral> {
    let shapes: Vec<ArrayShape> =
        computation.get(id).shape.leaves().into_iter().map(|(_, s)| s.expect_array().clone()).collect();
    let mut buffers: Vec<AlignedBytes> = arguments.iter().map(|a| AlignedBytes::copy_of(a.bytes())).collect();
    buffers.extend(shapes.iter().map(|s| AlignedBytes::zeroed(s.byte_size())));
    call(module, computation, id, &mut buffers, shared.map(|argument| (arguments.len(), argument)));
    if let Some(argument) = shared {
        buffers.swap(argument, arguments.len());
    }
    let results = buffers.split_off(arguments.len());
    shapes.into_iter().zip(results).map(|(s, b)| ArrayLiteral::new(s.element_type, s.dims, b)).collect()
}

fn call(
    module: &Module,
    computation: &Computation,
    id: InstructionId,
    buffers: &mut Vec<AlignedBytes>,
    same: Option<(usize, usize)>,
) {
    let context = Context::create();
    let llvm = context.create_module("kernels");
    let target = Target::host();
    let emitter = Emitter { context: &context, llvm: &llvm, target: &target };
    let kernel = emit_kernel(&emitter, module, computation, id, "kernel").unwrap_or_else(|e| panic!("{e}"));
    if std::env::var_os("PJRT_TEST_IR").is_some() {
        llvm.print_to_stderr();
    }
    llvm.verify().unwrap_or_else(|e| panic!("{}\n{}", llvm.print_to_string().to_string(), e.to_string()));
    buffers.push(AlignedBytes::zeroed(kernel.scratch_bytes));
    let mut pointers: Vec<*mut u8> = buffers.iter_mut().map(|b| b.as_mut_ptr()).collect();
    if let Some((result, argument)) = same {
        pointers[result] = pointers[argument];
    }
    run_phases(&engine(&context, &llvm, &target), &kernel, &pointers);
    buffers.pop();
}

/// Every phase in two calls, as two threads would.
fn run_phases(engine: &ExecutionEngine<'_>, kernel: &Kernel, pointers: &[*mut u8]) {
    for phase in &kernel.phases {
        let address = engine.get_function_address(&phase.function).expect("the phase's function");
        // SAFETY: the address is that of a function with the kernel ABI, and the buffers have the arguments' sizes.
        let function: Function = unsafe { std::mem::transmute::<usize, Function>(address) };
        for (begin, end) in [(0, phase.units / 2), (phase.units / 2, phase.units)] {
            // SAFETY: as above.
            unsafe { function(pointers.as_ptr(), begin, end) };
        }
    }
}

fn engine<'ctx>(
    context: &'ctx Context,
    llvm: &inkwell::module::Module<'ctx>,
    target: &Target,
) -> ExecutionEngine<'ctx> {
    let machine = target.machine().expect("this machine");
    target.prepare(llvm, &machine);
    let features: Vec<String> = target.features.iter().map(|f| format!("+{f}")).collect();
    let attribute = context.create_string_attribute("target-features", &features.join(","));
    for function in llvm.get_functions().filter(|f| f.count_basic_blocks() > 0) {
        function.add_attribute(AttributeLoc::Function, attribute);
    }
    llvm.create_jit_execution_engine(OptimizationLevel::Default).expect("an engine for this machine")
}

/// A literal of `f32`.
pub fn f32s(dims: &[usize], items: &[f32]) -> ArrayLiteral {
    ArrayLiteral::from_slice(crate::hlo::ElementType::F32, dims, items)
}

/// `0, 1, 2, …` as `f32`.
pub fn counting(dims: &[usize]) -> ArrayLiteral {
    let items: Vec<f32> = (0..dims.iter().product::<usize>()).map(|i| i as f32).collect();
    f32s(dims, &items)
}

/// Adds the computation `op(a, b)` over scalars to a program's module.
pub fn region(
    program: &mut Program,
    op: crate::hlo::BinaryOp,
    ty: crate::hlo::ElementType,
) -> crate::hlo::ComputationId {
    let mut region = Computation::new(op.name());
    let a = region.add_parameter(0, Shape::scalar(ty), &None);
    let b = region.add_parameter(1, Shape::scalar(ty), &None);
    region.add_root(Instruction::new(Op::Binary(op), Shape::scalar(ty), [a, b]));
    program.module.add_computation(region)
}
