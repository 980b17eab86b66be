//! What a program of dynamic shape takes, and which of its functions are such.

use super::function::operations;
use super::{Failure, Function, Lowering};
use crate::frontend::mlir::{self, Kind};
use crate::frontend::program::Node;
use crate::hlo::{Diagnostic, PartialArray, PartialShape, PartialSignature, Shape};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, BlockRef, OperationRef, RegionLike, Type, ValueLike};

/// Operations that need the values of some operands even where every type is static, by the ends of their names.
const VALUE_DEPENDENT: [&str; 5] =
    ["dynamic_conv", "dynamic_gather", "dynamic_pad", "real_dynamic_slice", "set_dimension_size"];

/// Custom calls of that kind.
const VALUE_DEPENDENT_TARGETS: [&str; 4] = [
    "shape_assertion",
    "stablehlo.dynamic_reduce_window",
    "stablehlo.dynamic_rng_bit_generator",
    "stablehlo.dynamic_top_k",
];

impl<'m> Lowering<'m> {
    /// What is declared of the arguments and results of a function that waits to be lowered.
    pub fn declared_signature(&mut self, name: &str) -> Result<PartialSignature, Failure> {
        let Some(Function::Waiting(node)) = self.functions.get(name) else { return Err(Failure::Reported) };
        let node = node.clone();
        let block = node.block(0)?;
        let mut signature = PartialSignature::default();
        for number in 0..block.argument_count() {
            let Ok(argument) = block.argument(number) else { continue };
            signature.parameters.push(self.declared_array(argument.r#type(), &node)?);
            signature.parameter_names.push(format!("Arg_{number}"));
        }
        for result in node.attribute("function_type").map(mlir::function_results).unwrap_or_default() {
            signature.results.push(self.declared(result, &node)?);
        }
        Ok(signature)
    }

    fn declared_array(&mut self, of: Type<'m>, node: &Node<'m>) -> Result<PartialArray, Diagnostic> {
        match self.declared(of, node)? {
            PartialShape::Array(array) => Ok(array),
            other => Err(node.unsupported(format!("an argument of type {other} beside dynamic shapes"))),
        }
    }

    /// The shape that a parameter of the entry has: as declared, or that of the argument given.
    pub fn entry_shape(&mut self, number: usize, of: Type<'m>, node: &Node<'m>) -> Result<Shape, Failure> {
        let declared = self.declared(of, node)?;
        let given = self.arguments.map(|arguments| arguments.get(number));
        match (declared.complete(), given) {
            (Some(shape), _) => Ok(shape),
            (None, Some(Some(argument))) => {
                let shape = Shape::Array(argument.shape().clone());
                let misfit = |message| node.error(format!("argument {number}, declared {declared}: {message}"));
                declared.admits(&shape).map_err(misfit)?;
                Ok(shape)
            }
            (None, Some(None)) => Err(node.error(format!("argument {number} is missing")).into()),
            (None, None) => {
                self.needs_arguments = true;
                Err(Failure::Reported)
            }
        }
    }

    /// Whether a function, or one that it calls, has values of dynamic shape or needs values while it is lowered.
    pub fn is_dynamic(&mut self, name: &str) -> bool {
        let Some((&name, Function::Waiting(node))) = self.functions.get_key_value(name) else {
            return self.dynamic.get(name).copied().unwrap_or(false);
        };
        if let Some(&known) = self.dynamic.get(name) {
            return known;
        }
        let operation = node.operation;
        self.dynamic.insert(name, false);
        let is_dynamic = self.mentions_dynamism(operation);
        self.dynamic.insert(name, is_dynamic);
        is_dynamic
    }

    /// Whether an operation, or one in its regions, has values of dynamic shape or needs values while it is lowered.
    pub fn mentions_dynamism(&mut self, operation: OperationRef<'m, 'm>) -> bool {
        let mut results = operation.results().map(|result| result.r#type());
        if results.any(is_dynamic_type) || self.needs_values(operation) {
            return true;
        }
        operation.regions().filter_map(|region| region.first_block()).any(|block| self.is_dynamic_block(block))
    }

    fn is_dynamic_block(&mut self, block: BlockRef<'m, 'm>) -> bool {
        let mut arguments = (0..block.argument_count()).filter_map(|i| block.argument(i).ok());
        arguments.any(|argument| is_dynamic_type(argument.r#type()))
            || operations(block).any(|operation| self.mentions_dynamism(operation))
    }

    fn needs_values(&mut self, operation: OperationRef<'m, 'm>) -> bool {
        let name = Node::new(self.program, operation).name;
        let text = |name| match mlir::attribute(operation, name).map(mlir::kind) {
            Some(Kind::Text(text) | Kind::Symbol(text)) => Some(text),
            _ => None,
        };
        match name.split_once('.') {
            Some(("func", "call")) => text("callee").is_some_and(|callee| self.is_dynamic(callee)),
            Some(("stablehlo", "composite")) => text("decomposition").is_some_and(|callee| self.is_dynamic(callee)),
            Some(("stablehlo", "custom_call")) => {
                text("call_target_name").is_some_and(|target| VALUE_DEPENDENT_TARGETS.contains(&target))
            }
            Some(("stablehlo", name)) => VALUE_DEPENDENT.contains(&name),
            _ => false,
        }
    }
}

fn is_dynamic_type(of: Type) -> bool {
    if let Some((dims, _)) = mlir::ranked_tensor(of) {
        return dims.contains(&None);
    }
    mlir::unranked_tensor(of).is_some() || mlir::tuple(of).is_some_and(|parts| parts.into_iter().any(is_dynamic_type))
}
