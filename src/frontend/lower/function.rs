//! Modules and functions.

use super::{Failure, Function, Lowering, MAX_CALL_DEPTH, OpLowering, Scope};
use crate::frontend::mlir::{self, Kind};
use crate::frontend::program::Node;
use crate::hlo::{
    ComputationId, InputOutputAlias, Instruction, InstructionId, LocationRef, Op, PartialSignature, Shape,
};
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, BlockLike, BlockRef, RegionLike, ValueLike};
use std::sync::Arc;

/// What ends a function or a region.
const TERMINATORS: [&str; 4] = ["func.return", "stablehlo.return", "chlo.return", "sdy.return"];

impl<'m> Lowering<'m> {
    /// Lowers the entry and all that it reaches; where that needs arguments and none are given, says which.
    pub fn module(&mut self, module: Node<'m>) -> Result<Option<PartialSignature>, Failure> {
        self.module_attributes(&module)?;
        self.collect_functions(&module)?;
        let name = self.entry_name(&module)?;
        self.has_dynamic_shapes = self.is_dynamic(name);
        let signature = if self.has_dynamic_shapes { Some(self.declared_signature(name)?) } else { None };
        let entry = self.function(name, &module);
        if self.needs_arguments {
            return Ok(signature);
        }
        self.module.set_entry(entry?);
        Ok(None)
    }

    fn module_attributes(&mut self, module: &Node<'m>) -> Result<(), Failure> {
        if let Some(name) = module.optional_text("sym_name") {
            self.module.name = Arc::from(name);
        }
        self.module.replica_count = positive(module.optional_i64("mhlo.num_replicas")?);
        self.module.partition_count = positive(module.optional_i64("mhlo.num_partitions")?);
        self.module.frontend_attributes = string_entries(module.attribute("mhlo.frontend_attributes"));
        Ok(())
    }

    fn collect_functions(&mut self, module: &Node<'m>) -> Result<(), Failure> {
        for operation in operations(module.block(0)?) {
            let node = Node::new(self.program, operation);
            match (node.name, node.optional_text("sym_name")) {
                ("func.func", Some(name)) => {
                    self.functions.insert(name, Function::Waiting(node));
                }
                ("sdy.mesh", _) => self.mesh(&node)?,
                _ => self.report(node.unsupported("an operation outside of functions").into()),
            }
        }
        Ok(())
    }

    /// `main`, or else the only function.
    fn entry_name(&self, module: &Node<'m>) -> Result<&'m str, Failure> {
        if self.functions.contains_key("main") {
            return Ok("main");
        }
        let mut names: Vec<&str> = self.functions.keys().copied().collect();
        names.sort_unstable();
        match names.as_slice() {
            [only] => Ok(only),
            [] => Err(module.error("the program has no function").into()),
            _ => {
                let message = format!("expected a function `main`, or a single one; found {}", names.join(", "));
                Err(module.error(message).into())
            }
        }
    }

    /// The computation of a function, which is lowered when it is first asked for.
    pub fn function(&mut self, name: &str, caller: &Node<'m>) -> Result<ComputationId, Failure> {
        if let Some(&Function::Done(id)) = self.functions.get(name) {
            return Ok(id);
        }
        let node = self.enter(name, caller)?;
        let outcome = self.body(&node);
        self.leave(&node, outcome.as_ref().map_or(Function::Failed, |&id| Function::Done(id)));
        outcome
    }

    /// The function of this name, which is under way until it is left.
    pub fn enter(&mut self, name: &str, caller: &Node<'m>) -> Result<Node<'m>, Failure> {
        let Some(state) = self.functions.get_mut(name) else {
            return Err(caller.error(format!("no function is named @{name}")).into());
        };
        match state {
            Function::Done(_) | Function::Failed => Err(Failure::Reported),
            Function::Underway => Err(caller.error(format!("@{name} calls itself: programs have no recursion")).into()),
            Function::Waiting(_) if self.call_depth >= MAX_CALL_DEPTH => {
                Err(caller.unsupported(format!("calls nest deeper than {MAX_CALL_DEPTH}")).into())
            }
            Function::Waiting(node) => {
                let node = node.clone();
                *state = Function::Underway;
                self.call_depth += 1;
                Ok(node)
            }
        }
    }

    pub fn leave(&mut self, node: &Node<'m>, state: Function<'m>) {
        self.call_depth -= 1;
        if let Some(name) = node.optional_text("sym_name") {
            self.functions.insert(name, state);
        }
    }

    fn body(&mut self, node: &Node<'m>) -> Result<ComputationId, Failure> {
        let name = node.optional_text("sym_name").unwrap_or("function");
        let is_entry = self.call_depth == 1;
        let region = node.operation.region(0).ok();
        if region.and_then(|region| region.first_block()).is_none() {
            return Err(node.error(format!("@{name} has no body")).into());
        }
        let mut scope = Scope::new(name);
        scope.is_entry = is_entry;
        let block = node.block(0)?;
        self.parameters(&mut scope, block, node)?;
        self.argument_attributes(&mut scope, node, is_entry)?;
        let results = self.block(&mut scope, block, node)?;
        let results = self.constrained_results(&mut scope, node, results)?;
        let quantizations = self.block_quantizations(block, node)?;
        let is_tuple = results.len() != 1;
        set_root(&mut scope, results, &node.location);
        if is_entry {
            self.aliases(&scope, node, is_tuple);
        }
        let id = self.module.add_computation(scope.computation);
        self.quantized_functions.insert(id, quantizations);
        Ok(id)
    }

    /// Declares a block's arguments as parameters.
    pub fn parameters(&mut self, scope: &mut Scope, block: BlockRef<'m, 'm>, node: &Node<'m>) -> Result<(), Failure> {
        let numbers: Vec<usize> = (0..block.argument_count()).collect();
        self.numbered_parameters(scope, block, node, &numbers)
    }

    /// Declares a block's arguments as the parameters of these numbers.
    pub fn numbered_parameters(
        &mut self,
        scope: &mut Scope,
        block: BlockRef<'m, 'm>,
        node: &Node<'m>,
        numbers: &[usize],
    ) -> Result<(), Failure> {
        for (index, &number) in numbers.iter().enumerate() {
            let Ok(argument) = block.argument(index) else { continue };
            let shape = match scope.is_entry {
                true => self.entry_shape(number, argument.r#type(), node)?,
                false => self.shape(argument.r#type(), node)?,
            };
            let location = Some(Arc::new(self.program.location(mlir::value_place(argument.into()))));
            let id = scope.computation.add_parameter(number, shape, &location);
            scope.define(argument.into(), id);
        }
        Ok(())
    }

    /// Lowers the operations of a block; gives the values that it returns.
    pub fn block(
        &mut self,
        scope: &mut Scope,
        block: BlockRef<'m, 'm>,
        parent: &Node<'m>,
    ) -> Result<Vec<InstructionId>, Failure> {
        for operation in operations(block) {
            let node = Node::new(self.program, operation);
            if TERMINATORS.contains(&node.name) {
                return scope.operands(&node);
            }
            if !scope.knows_results(operation) {
                self.operation(scope, &node);
            }
        }
        Err(parent.error("expected a return at the end of the block").into())
    }

    /// Lowers one operation; where that fails, its results are marked, so that nothing else is said of them.
    pub fn operation(&mut self, scope: &mut Scope, node: &Node<'m>) {
        let outcome = OpLowering::new(self, scope, node).and_then(|mut op| {
            let declared = op.results.clone();
            let ids = op.lower()?;
            op.check_results(&declared, &ids)?;
            Ok(ids)
        });
        let ids = match outcome {
            Ok(ids) => ids.into_iter().map(Some).collect(),
            Err(failure) => {
                self.report(failure);
                Vec::new()
            }
        };
        let ids = ids.into_iter().chain(std::iter::repeat(None));
        for (result, id) in node.operation.results().zip(ids) {
            scope.values.insert(mlir::value_key(result.into()), id);
        }
    }

    fn argument_attributes(&mut self, scope: &mut Scope, node: &Node<'m>, is_entry: bool) -> Result<(), Failure> {
        let parameters = scope.computation.parameters();
        for (id, attributes) in parameters.into_iter().zip(node.array("arg_attrs")) {
            let Kind::Dictionary(entries) = mlir::kind(attributes) else { continue };
            for (name, value) in entries {
                let parameter = scope.computation.get_mut(id);
                self.annotate_argument(name, value, parameter, node)?;
                match (name, mlir::kind(value)) {
                    ("jax.arg_info", Kind::Text(text)) => {
                        parameter.frontend_attributes.insert(Arc::from("arg_info"), Arc::from(text));
                    }
                    ("jax.buffer_donor", Kind::Bool(true)) if is_entry => {
                        self.module.buffer_donors.push(number(&parameter.op))
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// `tf.aliasing_output`: the result that takes over an argument's memory.
    fn aliases(&mut self, scope: &Scope, node: &Node<'m>, is_tuple: bool) {
        let parameters = scope.computation.parameters().len();
        for (parameter, attributes) in node.array("arg_attrs").into_iter().enumerate().take(parameters) {
            let Kind::Dictionary(entries) = mlir::kind(attributes) else { continue };
            for (name, value) in entries {
                if let ("tf.aliasing_output", Kind::Integer(output)) = (name, mlir::kind(value)) {
                    let output = usize::try_from(output).unwrap_or(usize::MAX);
                    // A single result has no index; any other number is the verifier's to refuse.
                    let output = if is_tuple || output != 0 { vec![output] } else { Vec::new() };
                    let alias = InputOutputAlias { output, parameter, parameter_index: Vec::new(), must: false };
                    self.module.input_output_aliases.push(alias);
                }
            }
        }
    }
}

fn number(op: &Op) -> usize {
    match op {
        Op::Parameter { number } => *number,
        _ => 0,
    }
}

fn positive(count: Option<i64>) -> usize {
    count.and_then(|count| usize::try_from(count).ok()).unwrap_or(1).max(1)
}

/// Entries of a dictionary that are strings.
pub fn string_entries(attribute: Option<Attribute>) -> std::collections::BTreeMap<Arc<str>, Arc<str>> {
    let Some(Kind::Dictionary(entries)) = attribute.map(mlir::kind) else { return Default::default() };
    let text = |value| match mlir::kind(value) {
        Kind::Text(text) => Arc::from(text),
        _ => Arc::from(value.to_string()),
    };
    entries.into_iter().map(|(name, value)| (Arc::from(name), text(value))).collect()
}

pub fn operations<'m>(block: BlockRef<'m, 'm>) -> impl Iterator<Item = melior::ir::OperationRef<'m, 'm>> {
    std::iter::successors(block.first_operation(), |operation| operation.next_in_block())
}

/// Makes one value the root as it is, several or none a tuple.
pub fn set_root(scope: &mut Scope, results: Vec<InstructionId>, location: &LocationRef) {
    if let [only] = results.as_slice() {
        return scope.computation.set_root(*only);
    }
    set_tuple_root(scope, results, location);
}

pub fn set_tuple_root(scope: &mut Scope, results: Vec<InstructionId>, location: &LocationRef) {
    let shape = Shape::Tuple(results.iter().map(|&id| scope.computation.shape(id).clone()).collect());
    scope.computation.add_root(Instruction::new(Op::Tuple, shape, results).at(location));
}
