//! Loops, branches, tuples and tokens.

use super::bound::{Bound, bind};
use super::emission::{Emission, Outcome};
use crate::hlo::{ComputationId, ElementType};
use crate::stablehlo::ValueId;

impl Emission<'_, '_> {
    pub fn tuple(&mut self) -> Bound {
        Bound::Tuple((0..self.instruction.operands().len()).map(|index| self.operand(index)).collect())
    }

    pub fn get_tuple_element(&mut self, index: usize) -> Bound {
        match self.operand(0) {
            Bound::Tuple(parts) => parts[index].clone(),
            Bound::One(tuple) => Bound::One(self.element(tuple, index, &self.instruction.shape)),
        }
    }

    /// The loop carries the parts of its state.
    pub fn while_loop(&mut self, condition: ComputationId, body: ComputationId) -> Outcome {
        let state = self.operand(0);
        let operands = self.parts(state, self.operand_shape(0));
        let regions = [condition, body].map(|id| self.applied_to_parts(id)).into();
        self.build("stablehlo.while", operands, Vec::new(), regions)
    }

    /// Branches read their operands where they stand.
    pub fn conditional(&mut self, branches: &[ComputationId]) -> Outcome {
        let is_if = self.element_type(0) == ElementType::Pred;
        let operands = vec![self.operand_value(0)];
        let mut regions = Vec::new();
        for (i, &branch) in branches.iter().enumerate() {
            let parameter = self.operand(1 + i);
            regions.push(self.branch(branch, parameter));
        }
        self.build(if is_if { "stablehlo.if" } else { "stablehlo.case" }, operands, Vec::new(), regions)
    }

    pub fn optimization_barrier(&mut self) -> Outcome {
        let operand = self.operand(0);
        let operands = self.parts(operand, self.operand_shape(0));
        self.build("stablehlo.optimization_barrier", operands, Vec::new(), Vec::new())
    }

    pub fn after_all(&mut self) -> Outcome {
        let name = match self.instruction.operands() {
            [] => "stablehlo.create_token",
            [_, ..] => "stablehlo.after_all",
        };
        self.plain(name, Vec::new())
    }

    /// The operations of a fusion, in its place.
    pub fn fusion(&mut self, computation: ComputationId) -> Bound {
        let parameters = (0..self.instruction.operands().len()).map(|index| self.operand(index)).collect();
        let mut operations = std::mem::take(&mut self.scope.operations);
        let root = self.emitter.body(computation, parameters, &mut operations);
        self.scope.operations = operations;
        match (root, self.instruction.shape.as_tuple()) {
            (Bound::One(tuple), Some(_)) => {
                let values: Vec<ValueId> = self.parts(Bound::One(tuple), &self.instruction.shape);
                bind(&self.instruction.shape, values)
            }
            (root, _) => root,
        }
    }
}
