//! Operations on quantized arrays.
//!
//! What moves elements, or hands values on, is the same operation on the integers. What computes does it on the
//! numbers that they stand for: dequantize, the operation, quantize, as the specification says. Products have a form
//! on the integers ([`contraction`]), reductions a region that computes on quantized scalars ([`reduction`]).

mod contraction;
mod form;
mod product_rules;
mod reduction;
mod rules;

use super::function::operations;
use super::refine::stand_in;
use super::{Failure, Lowering, OpLowering, Outcome};
use crate::frontend::mlir;
use crate::frontend::program::Node;
use crate::frontend::quantization::{self, Quantization, arithmetic};
use crate::hlo::{Diagnostic, ElementType, InstructionId, PartialShape};
use form::Form;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, BlockRef, Type, ValueLike};
use std::sync::Arc;

/// The quantization of an array; none of any other value.
pub type Quantized = Option<Arc<Quantization>>;

/// The quantizations of an operation's operands and results.
pub struct Quantizations {
    pub operands: Vec<Quantized>,
    pub results: Vec<Quantized>,
}

impl Quantizations {
    fn any(&self) -> bool {
        self.operands.iter().chain(&self.results).any(Option::is_some)
    }

    /// Whether all are one and the same quantization, in which numbers and integers are interchangeable.
    fn are_one_lossless(&self) -> bool {
        let mut all = self.operands.iter().chain(&self.results).flatten();
        all.next().is_some_and(|first| first.is_lossless() && all.all(|other| first == other))
    }
}

impl<'m> Lowering<'m> {
    /// The quantization of a type's elements; MLIR keeps each type once, so that each is read once.
    pub fn quantization(&mut self, of: Type<'m>, node: &Node<'m>) -> Result<Quantized, Diagnostic> {
        let key = mlir::type_key(of);
        if let Some(known) = self.quantizations.get(&key) {
            return Ok(known.clone());
        }
        let found = match mlir::ranked_tensor(of) {
            Some((dims, element)) => quantization::read(element, &dims, &node.location)?.map(Arc::new),
            None => None,
        };
        self.quantizations.insert(key, found.clone());
        Ok(found)
    }

    fn quantizations_of(
        &mut self,
        types: impl Iterator<Item = Type<'m>>,
        node: &Node<'m>,
    ) -> Result<Vec<Quantized>, Diagnostic> {
        types.map(|of| self.quantization(of, node)).collect()
    }

    /// What a block takes and returns.
    pub fn block_quantizations(
        &mut self,
        block: BlockRef<'m, 'm>,
        node: &Node<'m>,
    ) -> Result<Quantizations, Diagnostic> {
        let arguments = (0..block.argument_count()).filter_map(|i| block.argument(i).ok());
        let operands = self.quantizations_of(arguments.map(|argument| argument.r#type()), node)?;
        let results = match operations(block).last() {
            Some(last) => self.quantizations_of(last.operands().map(|operand| operand.r#type()), node)?,
            None => Vec::new(),
        };
        Ok(Quantizations { operands, results })
    }
}

impl OpLowering<'_, '_> {
    /// Lowers the operation, quantized or not.
    pub fn lower(&mut self) -> Outcome {
        let quantizations = self.quantizations()?;
        if quantizations.any() { self.quantized(&quantizations) } else { self.by_name() }
    }

    fn quantizations(&mut self) -> Result<Quantizations, Diagnostic> {
        let node = self.node;
        let operands = node.operation.operands().map(|operand| operand.r#type());
        let results = node.operation.results().map(|result| result.r#type());
        Ok(Quantizations {
            operands: self.state.quantizations_of(operands, node)?,
            results: self.state.quantizations_of(results, node)?,
        })
    }

    fn quantized(&mut self, of: &Quantizations) -> Outcome {
        let name = self.quantized_name();
        let form = Form::of(&name).ok_or_else(|| self.without_form())?;
        self.check_quantized(form, of)?;
        match form {
            Form::Passed | Form::Compared | Form::Moved { .. } | Form::MovedAlong => self.by_name(),
            Form::Selected if of.are_one_lossless() && !self.is_total_order() => self.by_name(),
            Form::Selected | Form::Computed | Form::Added => self.dequantize_op_quantize(of),
            Form::Product => self.quantized_product(of),
            Form::Reduced => self.quantized_reduction(of),
            Form::Quantize => self.uniform_quantize(of),
            Form::Dequantize => self.uniform_dequantize(of),
        }
    }

    fn without_form(&self) -> Diagnostic {
        let finding = self.node.error("StableHLO has no such operation on quantized arrays");
        match self.node.name {
            "stablehlo.convert" => finding.with_note("uniform_quantize and uniform_dequantize convert them"),
            _ => finding,
        }
    }

    /// The name that rules go by: expectations in custom calls, and CHLO's broadcasting operations, are as others.
    fn quantized_name(&self) -> String {
        let name = self.node.name;
        let target = self.node.optional_text("call_target_name");
        match target.filter(|target| name == "stablehlo.custom_call" && target.starts_with("check.")) {
            Some(target) => target.to_owned(),
            None => name.replacen("chlo.broadcast_", "stablehlo.", 1),
        }
    }

    /// An order of floating-point numbers; theirs is that of the integers, but those do not go by this name.
    fn is_total_order(&self) -> bool {
        self.node.optional_keyword("compare_type") == Some("TOTALORDER")
    }

    /// The operation on the numbers that the integers stand for.
    fn dequantize_op_quantize(&mut self, of: &Quantizations) -> Outcome {
        for (index, quantization) in of.operands.iter().enumerate() {
            if let Some(from) = quantization {
                self.operands[index] = self.dequantized(self.operands[index], from)?;
            }
        }
        for (result, quantization) in self.results.iter_mut().zip(&of.results) {
            if let Some(to) = quantization {
                set_element_type(result, to.expressed);
            }
        }
        let values = self.by_name()?;
        let values = values.into_iter().zip(&of.results);
        values.map(|(value, to)| to.as_ref().map_or(Ok(value), |to| self.quantize(value, to))).collect()
    }

    fn dequantized(&mut self, value: InstructionId, from: &Quantization) -> Result<InstructionId, Failure> {
        let mut builder = self.builder();
        let number = arithmetic::dequantize(&mut builder, value, from);
        builder.finish()?;
        Ok(number)
    }

    fn quantize(&mut self, value: InstructionId, to: &Quantization) -> Result<InstructionId, Failure> {
        let mut builder = self.builder();
        let integer = arithmetic::quantize(&mut builder, value, to);
        builder.finish()?;
        Ok(integer)
    }

    fn uniform_quantize(&mut self, of: &Quantizations) -> Outcome {
        let (Some(from), Some(Some(to))) = (of.operands.first(), of.results.first()) else {
            return Err(self.node.error("expected a quantized result").into());
        };
        Ok(vec![self.requantized(self.operands[0], from, to)?])
    }

    /// A number or a quantized value in another quantization.
    fn requantized(
        &mut self,
        value: InstructionId,
        from: &Quantized,
        to: &Quantization,
    ) -> Result<InstructionId, Failure> {
        let number = match from {
            Some(from) => self.dequantized(value, from)?,
            None => value,
        };
        self.quantize(number, to)
    }

    fn uniform_dequantize(&mut self, of: &Quantizations) -> Outcome {
        let Some(Some(from)) = of.operands.first() else {
            return Err(self.node.error("expected a quantized operand").into());
        };
        Ok(vec![self.dequantized(self.operands[0], from)?])
    }
}

fn set_element_type(declared: &mut PartialShape, element_type: ElementType) {
    if let PartialShape::Array(array) = declared {
        array.element_type = element_type;
    }
}
