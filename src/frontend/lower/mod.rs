//! From MLIR's operations to HLO.
//!
//! Each function that the entry reaches becomes a computation, as does each region. HLO's computations see no outer
//! values, StableHLO's regions do: see [`region`] for what becomes of those.

mod applied;
mod bitcast;
mod call;
mod check;
mod contraction;
mod control;
mod custom_call;
mod dispatch;
mod dynamic;
mod einsum;
mod elementwise;
mod function;
mod indexing;
mod leaf;
mod linear_algebra;
mod movement;
mod observe;
mod op;
mod quantized;
mod random;
mod reduction;
mod region;
mod select_and_scatter;

pub use applied::{Applied, Layout};
pub use dispatch::binary;
pub use function::set_root;
pub use op::{OpLowering, Outcome};
pub use region::Captures;

use super::program::{Node, Program};
use crate::hlo::{Computation, ComputationId, Diagnostic, Diagnostics, InstructionId, Module, Shape};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, Value};
use std::collections::HashMap;

/// How deeply functions may call one another.
const MAX_CALL_DEPTH: usize = 1000;

/// Lowers a whole module.
pub fn lower<'m>(program: &'m Program<'m>, module: OperationRef<'m, 'm>) -> Result<Module, Diagnostics> {
    let mut lowering = Lowering::new(program);
    let entry = lowering.module(Node::new(program, module));
    match entry {
        Ok(entry) if lowering.findings.is_empty() => {
            lowering.module.set_entry(entry);
            Ok(lowering.module)
        }
        Ok(_) | Err(Failure::Reported) => Err(Diagnostics(lowering.findings)),
        Err(Failure::Finding(finding)) => {
            lowering.findings.push(finding);
            Err(Diagnostics(lowering.findings))
        }
    }
}

/// Why something has no lowering.
pub enum Failure {
    Finding(Diagnostic),
    /// It follows from a finding that is kept already.
    Reported,
}

impl From<Diagnostic> for Failure {
    fn from(finding: Diagnostic) -> Failure {
        Failure::Finding(finding)
    }
}

/// A function on its way to a computation.
enum Function<'m> {
    Waiting(Node<'m>),
    Underway,
    Done(ComputationId),
    Failed,
}

/// The module under construction.
pub struct Lowering<'m> {
    program: &'m Program<'m>,
    pub module: Module,
    functions: HashMap<&'m str, Function<'m>>,
    call_depth: usize,
    shapes: HashMap<usize, Shape>,
    quantizations: HashMap<usize, quantized::Quantized>,
    quantized_functions: HashMap<ComputationId, quantized::Quantizations>,
    findings: Vec<Diagnostic>,
}

impl<'m> Lowering<'m> {
    fn new(program: &'m Program<'m>) -> Lowering<'m> {
        Lowering {
            program,
            module: Module::new("module"),
            functions: HashMap::new(),
            call_depth: 0,
            shapes: HashMap::new(),
            quantizations: HashMap::new(),
            quantized_functions: HashMap::new(),
            findings: Vec::new(),
        }
    }

    /// Keeps a finding, unless what it follows from is kept already.
    fn report(&mut self, failure: Failure) {
        match failure {
            Failure::Finding(finding) => self.findings.push(finding),
            Failure::Reported => {}
        }
    }

    /// The shape of a type; MLIR keeps each type once, so that each is read once.
    pub fn shape(&mut self, of: Type<'m>, node: &Node<'m>) -> Result<Shape, Diagnostic> {
        let key = super::mlir::type_key(of);
        if let Some(shape) = self.shapes.get(&key) {
            return Ok(shape.clone());
        }
        let shape = super::types::shape(of, &node.location)?;
        self.shapes.insert(key, shape.clone());
        Ok(shape)
    }
}

/// A computation under construction, and the values it knows.
pub struct Scope {
    pub computation: Computation,
    /// By MLIR value; none for results of an operation that failed.
    values: HashMap<usize, Option<InstructionId>>,
}

impl Scope {
    pub fn new(name: impl Into<std::sync::Arc<str>>) -> Scope {
        Scope { computation: Computation::new(name), values: HashMap::new() }
    }

    pub fn define(&mut self, value: Value, id: InstructionId) {
        self.values.insert(super::mlir::value_key(value), Some(id));
    }

    /// The instruction behind a value.
    fn value(&self, value: Value, node: &Node) -> Result<InstructionId, Failure> {
        match self.values.get(&super::mlir::value_key(value)) {
            Some(Some(id)) => Ok(*id),
            Some(None) => Err(Failure::Reported),
            None => Err(node.error("an operand is used before it is defined").into()),
        }
    }

    /// Whether an operation has results, and all of them are there.
    fn knows_results(&self, operation: OperationRef) -> bool {
        operation.result_count() > 0
            && operation.results().all(|result| self.values.contains_key(&super::mlir::value_key(result.into())))
    }

    pub fn operands(&self, node: &Node) -> Result<Vec<InstructionId>, Failure> {
        node.operands().into_iter().map(|operand| self.value(operand, node)).collect()
    }
}
