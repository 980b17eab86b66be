//! One operation being lowered: what its rule may ask for, and how it answers.

use super::function::string_entries;
use super::{Failure, Lowering, Scope};
use crate::frontend::program::Node;
use crate::hlo::{
    ArrayShape, Builder, Diagnostic, ElementType, Instruction, InstructionId, Op, PartialArray, PartialShape, Shape,
};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::sync::Arc;

/// The instructions behind an operation's results.
pub type Outcome = Result<Vec<InstructionId>, Failure>;

pub struct OpLowering<'l, 'm> {
    pub state: &'l mut Lowering<'m>,
    pub scope: &'l mut Scope,
    pub node: &'l Node<'m>,
    pub operands: Vec<InstructionId>,
    /// What the program declares of them.
    pub results: Vec<PartialShape>,
}

impl<'l, 'm> OpLowering<'l, 'm> {
    /// Looks operands and result types up.
    pub fn new(
        state: &'l mut Lowering<'m>,
        scope: &'l mut Scope,
        node: &'l Node<'m>,
    ) -> Result<OpLowering<'l, 'm>, Failure> {
        let operands = scope.operands(node)?;
        let types = node.operation.results().map(|result| result.r#type());
        let results = types.map(|of| state.declared(of, node)).collect::<Result<_, _>>()?;
        Ok(OpLowering { state, scope, node, operands, results })
    }

    /// Refuses another number of operands.
    pub fn expect_operands(&self, count: usize) -> Result<(), Diagnostic> {
        let found = self.operands.len();
        if found == count { Ok(()) } else { Err(self.node.error(format!("expected {count} operands, found {found}"))) }
    }

    pub fn expect_one_region(&self) -> Result<(), Diagnostic> {
        let found = self.node.regions().len();
        if found == 1 { Ok(()) } else { Err(self.node.error(format!("expected one region, found {found}"))) }
    }

    /// Refuses less operands.
    pub fn expect_at_least(&self, count: usize) -> Result<(), Diagnostic> {
        let found = self.operands.len();
        if found >= count {
            return Ok(());
        }
        Err(self.node.error(format!("expected at least {count} operands, found {found}")))
    }

    /// What is declared of the only result.
    pub fn result(&self) -> Result<&PartialShape, Diagnostic> {
        match self.results.as_slice() {
            [result] => Ok(result),
            results => Err(self.node.error(format!("expected one result, found {}", results.len()))),
        }
    }

    /// The only result, an array.
    pub fn array_result(&self) -> Result<&PartialArray, Diagnostic> {
        let result = self.result()?;
        let wrong = || self.node.error(format!("expected an array as the result, found {result}"));
        result.as_array().ok_or_else(wrong)
    }

    pub fn shape(&self, id: InstructionId) -> &Shape {
        self.scope.computation.shape(id)
    }

    /// An operand that has to be an array.
    pub fn array(&self, index: usize) -> Result<ArrayShape, Diagnostic> {
        self.expect_at_least(index + 1)?;
        match self.shape(self.operands[index]) {
            Shape::Array(array) => Ok(array.clone()),
            other => Err(self.node.error(format!("expected operand {index} to be an array, found {other}"))),
        }
    }

    pub fn element_type(&self, index: usize) -> Result<ElementType, Diagnostic> {
        self.array(index).map(|array| array.element_type)
    }

    pub fn add(&mut self, op: Op, shape: impl Into<Shape>, operands: impl Into<Vec<InstructionId>>) -> InstructionId {
        let instruction = Instruction::new(op, shape, operands).at(&self.node.location);
        self.scope.computation.add(instruction)
    }

    /// For what is made of several operations.
    pub fn builder(&mut self) -> Builder<'_> {
        Builder::new(&mut self.scope.computation, &self.node.location)
    }

    /// One operation over the operands as they stand, with the results that the text states.
    pub fn plain(&mut self, op: Op) -> Outcome {
        let operands = self.operands.clone();
        self.with_operands(op, operands)
    }

    /// One operation of so many operands.
    pub fn plain_of(&mut self, count: usize, op: Op) -> Outcome {
        self.expect_operands(count)?;
        self.plain(op)
    }

    /// One operation; several results, or none, come out of a tuple.
    pub fn with_operands(&mut self, op: Op, operands: Vec<InstructionId>) -> Outcome {
        let regions = self.node.regions().len();
        if regions > 0 && op.called_computations().is_empty() {
            return Err(self.node.error(format!("expected no regions, found {regions}")).into());
        }
        let shapes = self.result_shapes(&op, &operands)?;
        self.with_shapes(op, operands, shapes)
    }

    /// One operation with results of these shapes.
    pub fn with_shapes(&mut self, op: Op, operands: Vec<InstructionId>, shapes: Vec<Shape>) -> Outcome {
        if let [single] = shapes.as_slice() {
            let id = self.add(op, single.clone(), operands);
            self.annotate(id);
            return Ok(vec![id]);
        }
        let tuple = self.add(op, Shape::Tuple(shapes), operands);
        self.annotate(tuple);
        Ok(self.elements(tuple))
    }

    /// Keeps the sharding and the attributes that are for later stages.
    pub fn annotate(&mut self, id: InstructionId) {
        let sharding = self.node.optional_text("mhlo.sharding").map(Arc::from);
        let attributes = string_entries(self.node.attribute("mhlo.frontend_attributes"));
        let instruction = self.scope.computation.get_mut(id);
        instruction.sharding = sharding;
        instruction.frontend_attributes = attributes;
    }

    /// The elements of a tuple, each by itself.
    pub fn elements(&mut self, tuple: InstructionId) -> Vec<InstructionId> {
        let parts = self.shape(tuple).as_tuple().map(<[Shape]>::to_vec).unwrap_or_default();
        let element = |(index, part)| self.add(Op::GetTupleElement { index }, part, [tuple]);
        parts.into_iter().enumerate().map(element).collect()
    }

    /// Several values as one tuple.
    pub fn tuple(&mut self, values: Vec<InstructionId>) -> InstructionId {
        let shape = Shape::Tuple(values.iter().map(|&value| self.shape(value).clone()).collect());
        self.add(Op::Tuple, shape, values)
    }
}
