//! Regions as computations, and what they use of the values around them.
//!
//! A small constant is copied into the computation. Any other value has to be handed in: loops and branches have
//! room for it in their state and operand; what computations over scalars (of reductions, sorts, …) get instead, see
//! [`super::applied`].

use super::function::operations;
use super::{Failure, OpLowering, Scope};
use crate::frontend::mlir;
use crate::hlo::{Computation, Instruction, InstructionId, Op, Shape};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, BlockRef, RegionLike, RegionRef, Value};
use std::collections::HashSet;

/// Elements of the largest constant that is copied into a region.
const MAX_COPIED_ELEMENTS: usize = 16;

/// Values that regions use and do not define, in order of first use. Operations whose results are known already
/// count as being outside.
fn free_values<'m>(regions: &[RegionRef<'m, 'm>], scope: &Scope) -> Vec<Value<'m, 'm>> {
    let mut search = FreeValues { scope, defined: HashSet::new(), found: HashSet::new(), free: Vec::new() };
    regions.iter().for_each(|&region| search.region(region));
    search.free
}

struct FreeValues<'s, 'm> {
    scope: &'s Scope,
    defined: HashSet<usize>,
    found: HashSet<usize>,
    free: Vec<Value<'m, 'm>>,
}

impl<'m> FreeValues<'_, 'm> {
    fn region(&mut self, region: RegionRef<'m, 'm>) {
        let mut next = region.first_block();
        while let Some(block) = next {
            self.block(block);
            next = block.next_in_region();
        }
    }

    fn block(&mut self, block: BlockRef<'m, 'm>) {
        for argument in (0..block.argument_count()).filter_map(|i| block.argument(i).ok()) {
            self.defined.insert(mlir::value_key(argument.into()));
        }
        let inside: Vec<_> = operations(block).filter(|operation| !self.scope.knows_results(*operation)).collect();
        for operation in &inside {
            for result in operation.results() {
                self.defined.insert(mlir::value_key(result.into()));
            }
        }
        for operation in inside {
            operation.operands().for_each(|operand| self.used(operand));
            operation.regions().for_each(|region| self.region(region));
        }
    }

    fn used(&mut self, value: Value<'m, 'm>) {
        let key = mlir::value_key(value);
        if !self.defined.contains(&key) && self.found.insert(key) {
            self.free.push(value);
        }
    }
}

/// Whether a value is made of small constants alone, as far as a few steps tell.
fn is_copied(computation: &Computation, id: InstructionId) -> bool {
    let instruction = computation.get(id);
    match &instruction.op {
        Op::Constant(literal) => literal.as_array().is_some_and(|l| l.shape().element_count() <= MAX_COPIED_ELEMENTS),
        Op::Broadcast { .. } | Op::Reshape | Op::Convert => is_copied(computation, instruction.operands()[0]),
        _ => false,
    }
}

/// Copies a value of constants into another computation.
fn copy(from: &Computation, id: InstructionId, to: &mut Computation) -> InstructionId {
    let instruction = from.get(id);
    let operands: Vec<_> = instruction.operands().iter().map(|&operand| copy(from, operand, to)).collect();
    to.add(Instruction::new(instruction.op.clone(), instruction.shape.clone(), operands).at(&instruction.location))
}

/// Outer values of some regions.
pub struct Captures<'m> {
    /// Copied into each computation.
    copied: Vec<(Value<'m, 'm>, InstructionId)>,
    /// Handed in as further values.
    pub handed: Vec<(Value<'m, 'm>, InstructionId)>,
}

impl<'m> OpLowering<'_, 'm> {
    /// What this operation's regions use of the values around them.
    pub fn captures(&mut self) -> Result<Captures<'m>, Failure> {
        self.captures_of(&self.node.regions())
    }

    /// What some of this operation's regions use of the values around them.
    pub fn captures_of(&mut self, regions: &[RegionRef<'m, 'm>]) -> Result<Captures<'m>, Failure> {
        let mut captures = Captures { copied: Vec::new(), handed: Vec::new() };
        for value in free_values(regions, self.scope) {
            let id = self.scope.value(value, self.node)?;
            let list = match is_copied(&self.scope.computation, id) {
                true => &mut captures.copied,
                false => &mut captures.handed,
            };
            list.push((value, id));
        }
        if self.state.has_dynamic_shapes {
            captures.handed.iter().try_for_each(|&(_, id)| self.state.knowledge(self.scope, id).map(drop))?;
        }
        Ok(captures)
    }

    /// A scope that knows the copied values.
    pub fn scope_with(&self, captures: &Captures<'m>, name: String) -> Scope {
        let mut scope = Scope::new(name);
        for &(value, id) in &captures.copied {
            let copy = copy(&self.scope.computation, id, &mut scope.computation);
            scope.define(value, copy);
        }
        scope
    }

    /// `stablehlo.reduce` gives `reduce_region`, and of several `reduce_region.1`.
    pub fn region_name(&self, index: usize) -> String {
        let name = self.node.name.rsplit('.').next().unwrap_or("op");
        if index == 0 { format!("{name}_region") } else { format!("{name}_region.{index}") }
    }

    /// Binds a block's arguments and the handed values, in this order, to the elements of a tuple parameter.
    pub fn bind_tuple(
        &mut self,
        scope: &mut Scope,
        block: BlockRef<'m, 'm>,
        handed: &[(Value<'m, 'm>, InstructionId)],
        shapes: &[Shape],
    ) -> Result<Vec<InstructionId>, Failure> {
        let state = Shape::Tuple(shapes.to_vec());
        let parameter = scope.computation.add_parameter(0, state, &self.node.location);
        let arguments = (0..block.argument_count()).filter_map(|i| block.argument(i).ok()).map(Value::from);
        let values: Vec<Value> = arguments.chain(handed.iter().map(|&(value, _)| value)).collect();
        if values.len() != shapes.len() {
            let expected = shapes.len() - handed.len();
            let message = format!("expected a region of {expected} arguments, found {}", block.argument_count());
            return Err(self.node.error(message).into());
        }
        self.while_c1_c2_arguments_are_the_operands(block, shapes)?;
        let mut elements = Vec::new();
        for (index, (value, shape)) in values.into_iter().zip(shapes).enumerate() {
            let element = Instruction::new(Op::GetTupleElement { index }, shape.clone(), [parameter]);
            let id = scope.computation.add(element.at(&self.node.location));
            scope.define(value, id);
            elements.push(id);
        }
        let first_handed = elements.len() - handed.len();
        for (&element, (_, outer)) in elements[first_handed..].iter().zip(handed) {
            scope.knowledge.extend(self.scope.knowledge.get(outer).map(|knowledge| (element, knowledge.clone())));
        }
        Ok(elements)
    }
}
