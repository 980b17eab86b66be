//! One instruction on its way to operations: what its rule may ask for, and how it answers.

use super::Emitter;
use super::bound::{Bound, bind, part_types};
use crate::hlo::{
    Computation, ComputationId, Diagnostic, ElementType, Instruction, InstructionId, LocationRef, Op, Shape,
};
use crate::stablehlo::{Argument, Attribute, Attributes, Block, Operation, Region, Type, ValueId};
use std::collections::{HashMap, HashSet};

/// A computation being said, and what its instructions are bound to.
pub struct Scope<'m> {
    computation: &'m Computation,
    bound: HashMap<InstructionId, Bound>,
    pub operations: Vec<Operation>,
}

impl<'m> Scope<'m> {
    /// For what follows a computation's last instruction.
    pub fn with_operations(computation: &'m Computation, operations: Vec<Operation>) -> Scope<'m> {
        Scope { computation, bound: HashMap::new(), operations }
    }
}

pub struct Emission<'e, 'm> {
    pub emitter: &'e mut Emitter<'m>,
    pub scope: &'e mut Scope<'m>,
    pub instruction: &'m Instruction,
    pub id: InstructionId,
}

pub type Outcome = Result<Bound, Diagnostic>;

impl<'m> Emitter<'m> {
    /// Appends a computation's operations; gives what its root is bound to.
    pub fn body(&mut self, id: ComputationId, parameters: Vec<Bound>, operations: &mut Vec<Operation>) -> Bound {
        let computation = self.module.computation(id);
        let bound = computation.parameters().into_iter().zip(parameters).collect();
        let mut scope = Scope { computation, bound, operations: std::mem::take(operations) };
        let order = computation.post_order();
        let unused = unused_constants(computation, &order);
        for id in order {
            if scope.bound.contains_key(&id) || unused.contains(&id) {
                continue;
            }
            let instruction = computation.get(id);
            let outcome = Emission { emitter: self, scope: &mut scope, instruction, id }.instruction();
            let bound = outcome.unwrap_or_else(|finding| {
                self.report(finding);
                self.placeholder(&instruction.shape)
            });
            scope.bound.insert(id, bound);
        }
        *operations = scope.operations;
        scope.bound.remove(&computation.root()).expect("a root is among the instructions")
    }

    /// Stands for what could not be said, so that the rest can be looked at.
    fn placeholder(&mut self, shape: &Shape) -> Bound {
        let values = part_types(shape).into_iter().map(|of_type| self.value(of_type)).collect();
        bind(shape, values)
    }

    /// New arguments of a block, one for each part of each shape.
    pub fn arguments(&mut self, shape: &Shape, location: &LocationRef) -> (Vec<Argument>, Bound) {
        let values: Vec<ValueId> = part_types(shape).into_iter().map(|of_type| self.value(of_type)).collect();
        let arguments = values.iter().map(|&value| Argument { value, location: location.clone() }).collect();
        (arguments, bind(shape, values))
    }
}

impl<'m> Emission<'_, 'm> {
    pub fn operand(&self, index: usize) -> Bound {
        self.scope.bound[&self.instruction.operands()[index]].clone()
    }

    pub fn operand_shape(&self, index: usize) -> &'m Shape {
        self.scope.computation.shape(self.instruction.operands()[index])
    }

    /// The operations that use what this one gives.
    pub fn users(&self) -> impl Iterator<Item = &'m Op> {
        let computation = self.scope.computation;
        computation.users(self.id).iter().map(|&user| computation.op(user))
    }

    pub fn element_type(&self, index: usize) -> ElementType {
        self.operand_shape(index).expect_array().element_type
    }

    /// All operands, each one value.
    pub fn operands(&mut self) -> Vec<ValueId> {
        (0..self.instruction.operands().len()).map(|index| self.operand_value(index)).collect()
    }

    pub fn operand_value(&mut self, index: usize) -> ValueId {
        let bound = self.operand(index);
        self.one(bound)
    }

    pub fn unsupported(&self, what: &str) -> Diagnostic {
        let name = self.instruction.op.name();
        Diagnostic::unsupported(format!("{name}: StableHLO cannot say {what}"), &self.instruction.location)
    }

    /// One operation over the operands, with the instruction's results.
    pub fn plain(&mut self, name: &'static str, attributes: Attributes) -> Outcome {
        let operands = self.operands();
        self.build(name, operands, attributes, Vec::new())
    }

    /// One operation that applies computations.
    pub fn applying(&mut self, name: &'static str, attributes: Attributes, applied: &[ComputationId]) -> Outcome {
        let operands = self.operands();
        let regions = applied.iter().map(|&id| self.applied(id)).collect();
        self.build(name, operands, attributes, regions)
    }

    /// An operation with the instruction's results and annotations.
    pub fn build(
        &mut self,
        name: &'static str,
        operands: Vec<ValueId>,
        attributes: Attributes,
        regions: Vec<Region>,
    ) -> Outcome {
        let shape = &self.instruction.shape;
        Ok(bind(shape, self.operation(name, operands, part_types(shape), attributes, regions)))
    }

    /// An operation with results of its own and the instruction's annotations.
    pub fn operation(
        &mut self,
        name: &'static str,
        operands: Vec<ValueId>,
        types: Vec<Type>,
        mut attributes: Attributes,
        regions: Vec<Region>,
    ) -> Vec<ValueId> {
        let results: Vec<ValueId> = types.into_iter().map(|of_type| self.emitter.value(of_type)).collect();
        attributes.extend(annotations(self.instruction));
        let (location, name) = (self.instruction.location.clone(), name.into());
        let operation = Operation { name, operands, results: results.clone(), attributes, regions, location };
        self.scope.operations.push(operation);
        results
    }

    /// The region of a computation over the parameters that it has.
    pub fn applied(&mut self, id: ComputationId) -> Region {
        let computation = self.emitter.module.computation(id);
        let mut block = Block::default();
        let mut parameters = Vec::new();
        for parameter in computation.parameters() {
            let value = self.emitter.value(computation.shape(parameter).into());
            let location = computation.get(parameter).location.clone();
            block.arguments.push(Argument { value, location });
            parameters.push(Bound::One(value));
        }
        self.finish_region(id, block, parameters)
    }

    /// The region of a computation over one tuple, whose parts are the block's arguments.
    pub fn applied_to_parts(&mut self, id: ComputationId) -> Region {
        let computation = self.emitter.module.computation(id);
        let parameter = computation.get(computation.parameters()[0]);
        let (arguments, state) = self.emitter.arguments(&parameter.shape, &parameter.location);
        self.finish_region(id, Block { arguments, operations: Vec::new() }, vec![state])
    }

    /// A region without arguments: what it reads stands around it.
    pub fn branch(&mut self, id: ComputationId, parameter: Bound) -> Region {
        self.finish_region(id, Block::default(), vec![parameter])
    }

    fn finish_region(&mut self, id: ComputationId, mut block: Block, parameters: Vec<Bound>) -> Region {
        let computation = self.emitter.module.computation(id);
        let root = self.emitter.body(id, parameters, &mut block.operations);
        let shape = computation.shape(computation.root());
        let outer = std::mem::replace(&mut self.scope.operations, block.operations);
        let results = self.parts(root, shape);
        self.scope.operations.push(super::terminator("stablehlo.return", results));
        block.operations = std::mem::replace(&mut self.scope.operations, outer);
        Region::of(block)
    }
}

/// Constants that nothing reads, such as those that the frontend copies into every region; also what is in tuples that
/// nothing reads.
fn unused_constants(computation: &Computation, order: &[InstructionId]) -> HashSet<InstructionId> {
    let mut unused = HashSet::new();
    for &id in order.iter().rev() {
        let op = computation.op(id);
        let may_be_one = matches!(op, Op::Constant(_) | Op::Broadcast { .. } | Op::Reshape | Op::Convert)
            || matches!(op, Op::Tuple | Op::GetTupleElement { .. });
        if may_be_one && computation.root() != id && computation.users(id).iter().all(|user| unused.contains(user)) {
            unused.insert(id);
        }
    }
    unused
}

/// Sharding and attributes for later stages, as the frontend reads them.
pub fn annotations(instruction: &Instruction) -> Attributes {
    let sharding = instruction.sharding.iter().map(|text| ("mhlo.sharding".into(), Attribute::String(text.clone())));
    let entries = strings(&instruction.frontend_attributes);
    sharding.chain(entries.map(|entries| ("mhlo.frontend_attributes".into(), entries))).collect()
}

/// A dictionary of strings; none when empty.
pub fn strings(entries: &std::collections::BTreeMap<std::sync::Arc<str>, std::sync::Arc<str>>) -> Option<Attribute> {
    let text = |(name, text): (&std::sync::Arc<str>, &std::sync::Arc<str>)| {
        (name.to_string().into(), Attribute::String(text.clone()))
    };
    (!entries.is_empty()).then(|| Attribute::Dictionary(entries.iter().map(text).collect()))
}
