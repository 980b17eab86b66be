//! Regions over scalars: what maps, reductions, sorts and scatters apply.
//!
//! HLO hands their computations elements and nothing else. What a region computes from outer values alone is computed
//! outside; the scalars that it then still needs become further operands, the same in every element, which the
//! computation passes through unchanged. A small array is handed in as its elements, and put together inside.

use super::function::{operations, set_root};
use super::region::Captures;
use super::{Failure, OpLowering, Outcome, Scope};
use crate::frontend::mlir;
use crate::frontend::program::Node;
use crate::hlo::{ArrayLiteral, ArrayShape, Builder, ComputationId, InstructionId, Op, PartialArray, PartialShape};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, BlockRef, Value};
use std::collections::HashSet;

/// Elements of an outer array that a region uses, at most.
const MAX_ELEMENTS: usize = 1024;

/// How the parameters of a computation are laid out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// One an operand.
    Elements,
    /// Two an operand, side by side: those of a comparator.
    Pairs,
    /// Accumulators, then elements; the results are the next accumulators.
    Accumulators,
}

impl Layout {
    /// Numbers of the parameters behind `count` arguments of a block and `captured` outer values: one an argument,
    /// then those of each outer value, the first of which it is read from.
    fn numbers(self, count: usize, captured: usize) -> (Vec<usize>, Vec<Vec<usize>>) {
        let half = count / 2;
        match self {
            Layout::Elements => ((0..count).collect(), (0..captured).map(|i| vec![count + i]).collect()),
            Layout::Pairs => {
                let pair = |i| vec![count + 2 * i, count + 2 * i + 1];
                ((0..count).collect(), (0..captured).map(pair).collect())
            }
            Layout::Accumulators => {
                let number = |i| if i < half { i } else { i + captured };
                (
                    (0..count).map(number).collect(),
                    (0..captured).map(|i| vec![half + i, count + captured + i]).collect(),
                )
            }
        }
    }
}

/// A region as a computation.
pub struct Applied {
    pub computation: ComputationId,
    /// Scalars from outside that it takes as further operands.
    pub captured: Vec<InstructionId>,
}

impl<'m> OpLowering<'_, 'm> {
    /// The computation of a region over scalars.
    pub fn applied(&mut self, index: usize, layout: Layout) -> Result<Applied, Failure> {
        let block = self.node.block(index)?;
        let hoisted = self.hoist(block);
        let region = self.node.regions()[index];
        let captures = self.captures_of(&[region])?;
        let handed = captures.handed.iter().map(|&(_, id)| self.elements_of_outer(id));
        let handed: Vec<Vec<InstructionId>> = handed.collect::<Result<_, _>>()?;
        let captured: Vec<InstructionId> = handed.concat();
        let mut scope = self.scope_with(&captures, self.region_name(index));
        hoisted.into_iter().for_each(|value| scope.leave_outside(value));
        let (arguments, outer) = layout.numbers(block.argument_count(), captured.len());
        self.state.numbered_parameters(&mut scope, block, self.node, &arguments)?;
        let passed = self.hand_in(&mut scope, &captures, &handed, &outer);
        let mut results = self.state.block(&mut scope, block, self.node)?;
        if layout == Layout::Accumulators {
            results.extend(passed);
        }
        set_root(&mut scope, results, &self.node.location);
        let computation = self.state.module.add_computation(scope.computation);
        Ok(Applied { computation, captured })
    }

    /// Adds the parameters for outer values, whose elements have these `numbers`, and defines what is read from the first
    /// of each; gives those.
    fn hand_in(
        &self,
        scope: &mut Scope,
        captures: &Captures<'m>,
        handed: &[Vec<InstructionId>],
        numbers: &[Vec<usize>],
    ) -> Vec<InstructionId> {
        let location = &self.node.location;
        let mut numbers = numbers.iter();
        let mut passed = Vec::new();
        for (&(value, id), elements) in captures.handed.iter().zip(handed) {
            let mut own = Vec::new();
            for (&element, numbers) in elements.iter().zip(numbers.by_ref()) {
                let add =
                    |&number: &usize| scope.computation.add_parameter(number, self.shape(element).clone(), location);
                own.push(numbers.iter().map(add).collect::<Vec<_>>()[0]);
            }
            let mut inside = Builder::new(&mut scope.computation, location);
            let whole = put_together(&mut inside, &own, self.shape(id).expect_array());
            scope.define(value, whole);
            passed.extend(own);
        }
        passed
    }

    /// The scalars that an outer value is handed in as.
    fn elements_of_outer(&mut self, id: InstructionId) -> Result<Vec<InstructionId>, Failure> {
        let count = self.shape(id).as_array().map(ArrayShape::element_count);
        let Some(count) = count.filter(|&count| count <= MAX_ELEMENTS) else {
            let message = format!(
                "its region uses {} from outside: only scalars and arrays of up to {MAX_ELEMENTS} elements are handed in",
                self.shape(id)
            );
            return Err(self.node.unsupported(message).into());
        };
        if self.shape(id).expect_array().is_scalar() {
            return Ok(vec![id]);
        }
        let mut b = self.builder();
        let row = b.reshape(id, &[count]);
        let element = |place| {
            let slice = b.slice_dimension(row, 0, place, place + 1);
            b.reshape(slice, &[])
        };
        Ok((0..count).map(element).collect())
    }

    /// Lowers outside what a block computes from outer values alone, and gives its values.
    fn hoist(&mut self, block: BlockRef<'m, 'm>) -> Vec<Value<'m, 'm>> {
        let mut hoisted = Vec::new();
        let arguments = (0..block.argument_count()).filter_map(|i| block.argument(i).ok());
        let mut inside: HashSet<usize> = arguments.map(|argument| mlir::value_key(argument.into())).collect();
        for operation in operations(block) {
            let node = Node::new(self.state.program, operation);
            let stays = operation.operands().any(|operand| inside.contains(&mlir::value_key(operand)))
                || operation.operand_count() == 0
                || operation.region_count() > 0
                || node.name.ends_with(".custom_call");
            if stays {
                inside.extend(operation.results().map(|result| mlir::value_key(Value::from(result))));
            } else if operation.result_count() > 0 {
                self.state.operation(self.scope, &node);
                hoisted.extend(operation.results().map(Value::from));
            }
        }
        hoisted
    }

    /// Scalars as arrays of so many dimensions.
    pub fn splats(&mut self, scalars: &[InstructionId], dims: &[usize]) -> Vec<InstructionId> {
        let mut builder = self.builder();
        scalars.iter().map(|&scalar| builder.splat(scalar, dims)).collect()
    }

    /// An operation whose last `captured` results are no results of the program's.
    pub fn with_captured(&mut self, op: Op, operands: Vec<InstructionId>, captured: &[InstructionId]) -> Outcome {
        if captured.is_empty() {
            return self.with_operands(op, operands);
        }
        let wanted = self.results.clone();
        let dims = wanted.first().and_then(PartialShape::as_array).map_or(Some(Vec::new()), |array| array.dims.clone());
        for &id in captured {
            let element_type = self.shape(id).expect_array().element_type;
            self.results.push(PartialShape::Array(PartialArray { element_type, dims: dims.clone() }));
        }
        let all = self.with_operands(op, operands);
        self.results = wanted;
        all.map(|mut ids| {
            ids.truncate(self.results.len());
            ids
        })
    }
}

/// The array of these elements.
fn put_together(b: &mut Builder, elements: &[InstructionId], shape: &ArrayShape) -> InstructionId {
    if let ([scalar], true) = (elements, shape.is_scalar()) {
        return *scalar;
    }
    if elements.is_empty() {
        return b.constant(ArrayLiteral::zeros(shape));
    }
    let pieces: Vec<InstructionId> = elements.iter().map(|&element| b.reshape(element, &[1])).collect();
    let row = b.concatenate(&pieces, 0);
    b.reshape(row, &shape.dims)
}
