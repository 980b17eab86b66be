//! From MLIR's operations to HLO.
//!
//! Each function that the entry reaches becomes a computation, as does each region. HLO's computations see no outer
//! values, StableHLO's regions do: see [`region`] for what becomes of those.

mod applied;
mod approx_top_k;
mod asynchronous;
mod bitcast;
mod call;
mod check;
mod collective;
mod collective_constraints;
mod constraints;
mod contraction;
mod control;
mod custom_call;
mod dispatch;
mod dynamic;
mod dynamic_call;
mod einsum;
mod elementwise;
mod entry;
mod followed;
mod function;
mod indexing;
mod known;
mod leaf;
mod linear_algebra;
mod movement;
mod observe;
mod op;
mod outer_reducer;
mod promotion;
mod quantized;
mod ragged_all_to_all;
mod random;
mod reduction;
mod refine;
mod region;
mod rooted;
mod run_parallel;
mod select_and_scatter;
mod sharding;
mod transfer;

pub use applied::{Applied, Layout};
pub use function::set_root;
pub use op::{OpLowering, Outcome};
pub use region::Captures;

use super::program::{Node, Program};
use crate::hlo::{
    ArrayLiteral, Blame, Computation, ComputationId, Diagnostic, Diagnostics, InstructionId, Module, NamedMesh,
    PartialShape, PartialSignature, Shape,
};
use known::Knowledge;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef, Type, Value};
use std::collections::{BTreeSet, HashMap};

/// How deeply functions may call one another.
const MAX_CALL_DEPTH: usize = 1000;

/// What became of a program.
pub enum Lowered {
    /// A module, for all values of arguments but of these, on which sizes depend.
    Module(Module, BTreeSet<usize>),
    /// Sizes depend on arguments, and none were given.
    NeedsArguments(PartialSignature),
}

/// Lowers a whole module; for given arguments, where its shapes depend on them.
pub fn lower<'m>(
    program: &'m Program<'m>,
    module: OperationRef<'m, 'm>,
    arguments: Option<&'m [ArrayLiteral]>,
) -> Result<Lowered, Diagnostics> {
    let lowering = Lowering::new(program, arguments);
    match lowering.run(module)? {
        Some(lowered) => Ok(lowered),
        None => Lowering { follows_values: true, ..Lowering::new(program, arguments) }
            .run(module)?
            .ok_or_else(|| Diagnostic::bug("values are not followed where they have to be", &None).into()),
    }
}

/// A lowered module, or what was found in the program.
fn outcome(lowering: Lowering) -> Result<Lowered, Diagnostics> {
    let findings = lowering.findings;
    // What follows from arguments that the program refuses is no news.
    if let Some(assertion) = findings.iter().find(|finding| finding.blame == Blame::Assertion) {
        return Err(assertion.clone().into());
    }
    match findings.is_empty() {
        true => Ok(Lowered::Module(lowering.module, lowering.depends_on)),
        false => Err(Diagnostics(findings)),
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
pub enum Function<'m> {
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
    meshes: HashMap<String, NamedMesh>,
    call_depth: usize,
    quantizations: HashMap<usize, quantized::Quantized>,
    quantized_functions: HashMap<ComputationId, quantized::Quantizations>,
    declared: HashMap<usize, PartialShape>,
    findings: Vec<Diagnostic>,
    has_dynamic_shapes: bool,
    /// Functions that have been looked at for dynamic shapes.
    dynamic: HashMap<&'m str, bool>,
    /// What the entry is called with, where that is known.
    arguments: Option<&'m [ArrayLiteral]>,
    /// Arguments whose values decide on shapes.
    depends_on: BTreeSet<usize>,
    /// An argument was asked for, and none are given.
    needs_arguments: bool,
    /// Values that sizes depend on are worked out however large they are, through loops and branches; else only where
    /// that is cheap.
    follows_values: bool,
    /// A size depends on more than what is cheap.
    needs_values: bool,
    /// Functions that are being lowered run in a grid, beside others.
    in_grid: bool,
}

impl<'m> Lowering<'m> {
    fn new(program: &'m Program<'m>, arguments: Option<&'m [ArrayLiteral]>) -> Lowering<'m> {
        Lowering {
            program,
            module: Module::new("module"),
            functions: HashMap::new(),
            meshes: HashMap::new(),
            call_depth: 0,
            quantizations: HashMap::new(),
            quantized_functions: HashMap::new(),
            declared: HashMap::new(),
            findings: Vec::new(),
            has_dynamic_shapes: false,
            dynamic: HashMap::new(),
            arguments,
            depends_on: BTreeSet::new(),
            needs_arguments: false,
            follows_values: false,
            needs_values: false,
            in_grid: false,
        }
    }

    /// Lowers the module; `None` where values have to be followed, and are not.
    fn run(mut self, module: OperationRef<'m, 'm>) -> Result<Option<Lowered>, Diagnostics> {
        match self.module(Node::new(self.program, module)) {
            _ if self.needs_values => return Ok(None),
            Ok(Some(signature)) => return Ok(Some(Lowered::NeedsArguments(signature))),
            Ok(None) => {}
            Err(failure) => self.report(failure),
        }
        outcome(self).map(Some)
    }

    /// Puts a lowering off until values are followed.
    fn follow_values(&mut self) -> Failure {
        self.needs_values = true;
        Failure::Reported
    }

    /// Keeps a finding, unless what it follows from is kept already.
    fn report(&mut self, failure: Failure) {
        match failure {
            Failure::Finding(finding) => self.findings.push(finding),
            Failure::Reported => {}
        }
    }

    /// What a type says of a shape; MLIR keeps each type once, so that each is read once.
    pub fn declared(&mut self, of: Type<'m>, node: &Node<'m>) -> Result<PartialShape, Diagnostic> {
        let key = super::mlir::type_key(of);
        if let Some(declared) = self.declared.get(&key) {
            return Ok(declared.clone());
        }
        let declared = super::types::declared(of, &node.location)?;
        self.declared.insert(key, declared.clone());
        Ok(declared)
    }

    /// The shape of a type that has to be static.
    pub fn shape(&mut self, of: Type<'m>, node: &Node<'m>) -> Result<Shape, Diagnostic> {
        let declared = self.declared(of, node)?;
        declared.complete().ok_or_else(|| node.unsupported(format!("a dynamic shape in this place, {declared}")))
    }
}

/// A computation under construction, and the values it knows.
pub struct Scope {
    pub computation: Computation,
    /// By MLIR value; none for results of an operation that failed, or that are not needed here.
    values: HashMap<usize, Option<InstructionId>>,
    /// What is known of values, as far as it was asked.
    knowledge: HashMap<InstructionId, Knowledge>,
    /// Whether the parameters are the program's arguments.
    is_entry: bool,
}

impl Scope {
    pub fn new(name: impl Into<std::sync::Arc<str>>) -> Scope {
        Scope {
            computation: Computation::new(name),
            values: HashMap::new(),
            knowledge: HashMap::new(),
            is_entry: false,
        }
    }

    pub fn define(&mut self, value: Value, id: InstructionId) {
        self.values.insert(super::mlir::value_key(value), Some(id));
    }

    /// Nothing here computes a value, which the scope around has; it is there if it was handed in.
    fn leave_outside(&mut self, value: Value) {
        self.values.entry(super::mlir::value_key(value)).or_insert(None);
    }

    /// The instruction behind a value.
    fn value(&self, value: Value, node: &Node) -> Result<InstructionId, Failure> {
        match self.values.get(&super::mlir::value_key(value)) {
            Some(Some(id)) => Ok(*id),
            Some(None) => Err(Failure::Reported),
            None => Err(node.error("an operand is used before it is defined").into()),
        }
    }

    /// Forgets the results of a block's operations, which are about to be lowered anew.
    fn forget(&mut self, block: BlockRef) {
        for result in function::operations(block).flat_map(|operation| operation.results().collect::<Vec<_>>()) {
            self.values.remove(&super::mlir::value_key(result.into()));
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
