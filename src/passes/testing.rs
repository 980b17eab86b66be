//! Helpers of the passes' unit tests: small programs built in place, and a short text form to compare with.

use super::graph::{Graph, edit};
use super::{Options, Pass, run_passes};
use crate::hlo::{
    ArrayLiteral, ArrayShape, BinaryOp, Computation, ComputationId, ElementType, InstructionId, Literal, Module, Op,
    Shape,
};
use std::fmt::Write;

/// Checks what one pass makes of a program: the root of the entry in the form of [`describe`].
pub(super) fn check(pass: &Pass, build: impl FnOnce(&mut Graph) -> InstructionId, expected: &str) {
    check_module(pass, program(build), expected);
}

/// Checks what one pass makes of a module.
pub(super) fn check_module(pass: &Pass, mut module: Module, expected: &str) {
    let before = module.clone();
    run_passes(&mut module, [pass.name], Options::default()).expect("the pass succeeds");
    assert_eq!(describe(&module), expected, "from {}", describe(&before));
}

/// A module with this entry; reducers can be had by [`Graph::reducer`].
pub(super) fn program(build: impl FnOnce(&mut Graph) -> InstructionId) -> Module {
    let mut module = empty();
    let entry = define(&mut module, "main", build);
    module.set_entry(entry);
    module
}

/// A module without an entry.
pub(super) fn empty() -> Module {
    let mut module = Module::new("test");
    for element_type in [ElementType::F32, ElementType::BF16, ElementType::S32, ElementType::Pred] {
        for op in [BinaryOp::Add, BinaryOp::Maximum, BinaryOp::Or] {
            let name = reducer_name(op, element_type);
            define(&mut module, &name, |graph| {
                let x = graph.parameter(0, element_type, &[]);
                let y = graph.parameter(1, element_type, &[]);
                graph.binary(op, x, y)
            });
        }
    }
    module
}

fn reducer_name(op: BinaryOp, element_type: ElementType) -> String {
    format!("{}_{element_type}", op.name())
}

/// Adds a computation to a module.
pub(super) fn define(
    module: &mut Module,
    name: &str,
    build: impl FnOnce(&mut Graph) -> InstructionId,
) -> ComputationId {
    let id = module.add_computation(Computation::new(name));
    edit(module, id, |graph| {
        graph.computation.name = name.into();
        let root = build(graph);
        graph.computation.set_root(root);
    });
    id
}

impl Graph<'_> {
    pub fn parameter(&mut self, number: usize, element_type: ElementType, dims: &[usize]) -> InstructionId {
        self.computation.add_parameter(number, ArrayShape::new(element_type, dims), &None)
    }

    /// An `f32` parameter.
    pub fn f32(&mut self, number: usize, dims: &[usize]) -> InstructionId {
        self.parameter(number, ElementType::F32, dims)
    }

    /// An `s32` parameter.
    pub fn s32(&mut self, number: usize, dims: &[usize]) -> InstructionId {
        self.parameter(number, ElementType::S32, dims)
    }

    /// A `pred` parameter.
    pub fn flag(&mut self, number: usize, dims: &[usize]) -> InstructionId {
        self.parameter(number, ElementType::Pred, dims)
    }

    pub fn constant_f32(&mut self, value: f32) -> InstructionId {
        self.constant(ArrayLiteral::from_slice(ElementType::F32, [], &[value]))
    }

    pub fn constant_s32(&mut self, value: i32) -> InstructionId {
        self.constant(ArrayLiteral::from_slice(ElementType::S32, [], &[value]))
    }

    /// A constant repeated over these dimensions.
    pub fn full(&mut self, dims: &[usize], value: f32) -> InstructionId {
        let scalar = self.constant_f32(value);
        self.broadcast_scalar(scalar, &ArrayShape::new(ElementType::F32, dims))
    }

    /// The computation that applies a binary operation to scalars.
    pub fn reducer(&self, op: BinaryOp, element_type: ElementType) -> ComputationId {
        let name = reducer_name(op, element_type);
        let ids = self.module.computation_ids();
        ids.into_iter().find(|&id| *self.module.computation(id).name == *name).expect("one of the reducers")
    }
}

/// The root of the entry as nested calls: `add(Arg_0, broadcast[]f32[2](1))`.
pub(super) fn describe(module: &Module) -> String {
    describe_value(module.entry(), module.entry().root())
}

/// A value as nested calls.
pub(super) fn describe_value(computation: &Computation, id: InstructionId) -> String {
    let instruction = computation.get(id);
    let operands: Vec<String> = instruction.operands().iter().map(|&o| describe_value(computation, o)).collect();
    let operands = operands.join(", ");
    match &instruction.op {
        Op::Parameter { .. } => instruction.name().to_string(),
        Op::Constant(literal) => describe_constant(literal),
        op => format!("{}{}({operands})", op.name(), describe_attributes(op, &instruction.shape)),
    }
}

fn describe_constant(literal: &Literal) -> String {
    let array = literal.expect_array();
    let numbers: Vec<String> = match array.element_type() {
        ElementType::F32 => array.elements::<f32>().iter().map(f32::to_string).collect(),
        ElementType::S32 => array.elements::<i32>().iter().map(i32::to_string).collect(),
        ElementType::Pred => array.elements::<u8>().iter().map(|&b| (b != 0).to_string()).collect(),
        other => vec![format!("{other} {:x?}", &array.bytes()[..])],
    };
    let numbers = numbers.join(" ");
    if array.dims().is_empty() { numbers } else { format!("{}{{{numbers}}}", array.shape()) }
}

/// Those attributes that the tests of passes are about.
fn describe_attributes(op: &Op, shape: &Shape) -> String {
    let mut out = String::new();
    let mut list = |items: &[usize]| _ = write!(out, "{items:?}");
    match op {
        Op::Broadcast { dimensions } | Op::Reverse { dimensions } | Op::Reduce { dimensions, .. } => list(dimensions),
        Op::Transpose { permutation } => list(permutation),
        Op::DynamicSlice { sizes } => list(sizes),
        Op::Slice { starts, limits, strides } => [starts, limits, strides].into_iter().for_each(|l| list(l)),
        Op::Concatenate { dimension } | Op::Iota { dimension } => list(&[*dimension]),
        Op::GetTupleElement { index } => list(&[*index]),
        Op::Pad { padding } => padding.iter().for_each(|p| _ = write!(out, "[{},{},{}]", p.low, p.high, p.interior)),
        Op::Compare { direction, .. } => _ = write!(out, "[{direction:?}]"),
        Op::Dot { dims, .. } => {
            for part in [&dims.lhs_batch, &dims.rhs_batch, &dims.lhs_contracting, &dims.rhs_contracting] {
                list(part);
            }
        }
        _ => {}
    }
    if matches!(op, Op::Broadcast { .. } | Op::Reshape | Op::Convert | Op::BitcastConvert | Op::Iota { .. }) {
        _ = write!(out, "{shape}");
    }
    out
}
