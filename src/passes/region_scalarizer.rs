//! `region-scalarizer`: writes small arrays in the computations of reductions, sorts, maps and scatters out as scalars.
//!
//! Kernels apply such a computation to scalars in registers. Arrays inside one (what a program broadcasts there and
//! reduces again) become as many scalars, and computations that are called inside become part of it. A computation
//! with other operations, or with more elements than registers could hold, stays.

use super::Pass;
use crate::hlo::evaluator::{Context, evaluate_op};
use crate::hlo::op_class::{algorithm, application, asynchronous, elementwise, indexing};
use crate::hlo::{
    ArrayLiteral, ArrayShape, Builder, Bytes, Computation, ComputationId, Diagnostics, DotDimensionNumbers,
    ElementType, Instruction, InstructionId, Literal, Module, Op, Shape,
};
use std::collections::{BTreeSet, HashMap};

pub const PASS: Pass = Pass {
    name: "region-scalarizer",
    description: "Writes small arrays in computations over scalars out as scalars.",
    run,
};

/// Instructions of a computation that is written out, at most.
const LIMIT: usize = 4096;

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for id in regions(module) {
        if let Some(scalar) = scalarized(module, module.computation(id))? {
            *module.computation_mut(id) = scalar;
            changed = true;
        }
    }
    Ok(changed | module.remove_unreachable())
}

/// Computations that are applied to scalars and hold arrays.
fn regions(module: &Module) -> BTreeSet<ComputationId> {
    let mut regions = BTreeSet::new();
    for owner in module.post_order() {
        let computation = module.computation(owner);
        let applying = computation.ids().map(|id| computation.op(id)).filter(|op| applies_to_scalars(op));
        regions.extend(applying.flat_map(Op::called_computations));
    }
    regions.retain(|&id| holds_arrays(module.computation(id)));
    regions
}

fn applies_to_scalars(op: &Op) -> bool {
    matches!(op, application!() | Op::Collective(_) | Op::Scan { .. } | Op::Transfer(_))
}

fn holds_arrays(computation: &Computation) -> bool {
    let is_array = |shape: &Shape| shape.as_array().is_some_and(|array| array.rank() > 0);
    computation.ids().any(|id| computation.shape(id).leaves().into_iter().any(|(_, leaf)| is_array(leaf)))
}

/// The computation without arrays; `None` where it cannot do without.
fn scalarized(module: &Module, region: &Computation) -> Result<Option<Computation>, Diagnostics> {
    let mut scalar = Computation::new(region.name.clone());
    let b = Builder::new(&mut scalar, &region.get(region.root()).location);
    let mut scalarizer = Scalarizer { module, b };
    let parameters = region.parameters();
    let arguments = parameters
        .iter()
        .enumerate()
        .map(|(number, &parameter)| vec![vec![scalarizer.b.parameter(number, region.shape(parameter).clone())]]);
    let arguments: Vec<Leaves> = arguments.collect();
    let Some(results) = scalarizer.inline(region, &arguments) else { return Ok(None) };
    let mut b = scalarizer.b;
    let results: Vec<InstructionId> = results.concat();
    let root = match region.shape(region.root()) {
        Shape::Tuple(_) => b.tuple(&results),
        Shape::Array(_) | Shape::Token => results[0],
    };
    b.finish_with_root(root)?;
    Ok(Some(scalar))
}

/// The elements of each array of a value, in row-major order.
type Leaves = Vec<Vec<InstructionId>>;

struct Scalarizer<'m, 'c> {
    module: &'m Module,
    b: Builder<'c>,
}

impl Scalarizer<'_, '_> {
    /// Writes a computation out for these arguments.
    fn inline(&mut self, computation: &Computation, arguments: &[Leaves]) -> Option<Leaves> {
        let mut values: HashMap<InstructionId, Leaves> = HashMap::new();
        for id in computation.post_order() {
            let instruction = computation.get(id);
            self.b.set_location(&instruction.location);
            let operands: Vec<&Leaves> = instruction.operands().iter().map(|operand| &values[operand]).collect();
            let value = match &instruction.op {
                Op::Parameter { number } => arguments[*number].clone(),
                _ => self.value(computation, instruction, &operands)?,
            };
            let elements: usize = value.iter().map(Vec::len).sum();
            if self.b.computation().len() > LIMIT || elements > LIMIT {
                return None;
            }
            values.insert(id, value);
        }
        values.remove(&computation.root())
    }

    fn value(&mut self, owner: &Computation, instruction: &Instruction, operands: &[&Leaves]) -> Option<Leaves> {
        match &instruction.op {
            Op::Constant(_) | Op::Iota { .. } => self.constants(instruction),
            elementwise!() => Some(vec![self.elementwise(instruction, operands)]),
            Op::Broadcast { .. }
            | Op::Reshape
            | Op::Transpose { .. }
            | Op::Reverse { .. }
            | Op::Slice { .. }
            | Op::Pad { .. }
            | Op::Concatenate { .. } => self.moved(owner, instruction, operands),
            Op::Reduce { dimensions, to_apply } => self.reduced(owner, instruction, dimensions, *to_apply, operands),
            Op::Dot { dims, .. } => self.product(owner, instruction, dims, operands),
            Op::Map { to_apply } => self.mapped(*to_apply, instruction.array().element_count(), operands),
            Op::Call { to_apply } => {
                let arguments: Vec<Leaves> = operands.iter().map(|&operand| operand.clone()).collect();
                self.inline(self.module.computation(*to_apply), &arguments)
            }
            Op::Copy | Op::OptimizationBarrier | Op::Tuple => {
                Some(operands.iter().flat_map(|leaves| leaves.iter().cloned()).collect())
            }
            Op::GetTupleElement { index } => Some(vec![operands[0].get(*index)?.clone()]),
            Op::Parameter { .. }
            | Op::BitcastConvert
            | indexing!()
            | Op::Convolution { .. }
            | Op::Scatter { .. }
            | Op::ReduceWindow { .. }
            | Op::SelectAndScatter { .. }
            | Op::Sort { .. }
            | algorithm!()
            | Op::While { .. }
            | Op::Conditional { .. }
            | Op::Fusion { .. }
            | Op::CustomCall(_)
            | Op::Collective(_)
            | Op::Scan { .. }
            | Op::Transfer(_)
            | Op::ReplicaId
            | Op::PartitionId
            | asynchronous!()
            | Op::AfterAll => None,
        }
    }

    fn constants(&mut self, instruction: &Instruction) -> Option<Leaves> {
        let value = self.evaluated(&instruction.op, &[], instruction.shape.as_array()?)?;
        let count = value.shape().element_count();
        let element = |i| ArrayLiteral::new(value.element_type(), [], Bytes::copy_of(value.element_bytes(i)));
        (count <= LIMIT).then(|| vec![(0..count).map(|i| self.b.constant(element(i))).collect()])
    }

    fn elementwise(&mut self, instruction: &Instruction, operands: &[&Leaves]) -> Vec<InstructionId> {
        let shape = Shape::scalar(instruction.array().element_type);
        let scalars = |i: usize| -> Vec<InstructionId> {
            // A scalar beside arrays belongs to each of their elements.
            operands.iter().map(|leaves| leaves[0][if leaves[0].len() == 1 { 0 } else { i }]).collect()
        };
        let count = instruction.array().element_count();
        (0..count).map(|i| self.b.add(instruction.op.clone(), &scalars(i), &shape)).collect()
    }

    /// What the operation does to the numbers of its operands' elements, it does to the elements.
    fn moved(&mut self, owner: &Computation, instruction: &Instruction, operands: &[&Leaves]) -> Option<Leaves> {
        let mut numbered = Vec::new();
        let mut first = 0;
        for (&operand, leaves) in instruction.operands().iter().zip(operands) {
            let next = first + leaves[0].len();
            numbered.push(numbers(&owner.get(operand).array().dims, first..next));
            first = next;
        }
        if instruction.array().element_count() > LIMIT {
            return None;
        }
        let places = self.evaluated(&instruction.op, &numbered, instruction.array())?;
        let elements: Vec<InstructionId> = operands.iter().flat_map(|leaves| leaves[0].iter().copied()).collect();
        Some(vec![places.elements::<i32>().iter().map(|&place| elements[place as usize]).collect()])
    }

    /// Elements are combined one by one, in order.
    fn reduced(
        &mut self,
        owner: &Computation,
        instruction: &Instruction,
        dimensions: &[usize],
        to_apply: ComputationId,
        operands: &[&Leaves],
    ) -> Option<Leaves> {
        let (inputs, inits) = operands.split_at(operands.len() / 2);
        let input = owner.get(instruction.operands()[0]).array();
        let kept: Vec<usize> = (0..input.rank()).filter(|d| !dimensions.contains(d)).collect();
        let dims: Vec<usize> = kept.iter().map(|&d| input.dims[d]).collect();
        let results = dims.iter().product();
        // Broadcast back over the input, a result's number says which elements belong to it.
        let spread = Op::Broadcast { dimensions: kept };
        let targets = self.evaluated(&spread, &[numbers(&dims, 0..results)], input)?;
        let first: Vec<InstructionId> = inits.iter().map(|leaves| leaves[0][0]).collect();
        let mut totals = vec![first; results];
        for (element, &target) in targets.elements::<i32>().iter().enumerate() {
            let total = &mut totals[target as usize];
            let elements = inputs.iter().map(|leaves| leaves[0][element]);
            let arguments: Vec<Leaves> =
                total.iter().copied().chain(elements).map(|scalar| vec![vec![scalar]]).collect();
            *total = self.inline(self.module.computation(to_apply), &arguments)?.concat();
        }
        Some((0..inputs.len()).map(|part| totals.iter().map(|total| total[part]).collect()).collect())
    }

    /// Products of elements, added up one by one in the type that sums are kept in.
    fn product(
        &mut self,
        owner: &Computation,
        instruction: &Instruction,
        dims: &DotDimensionNumbers,
        operands: &[&Leaves],
    ) -> Option<Leaves> {
        let element_type = instruction.array().element_type;
        let arrays = [0, 1].map(|index| owner.get(instruction.operands()[index]).array());
        let depth: usize = dims.lhs_contracting.iter().map(|&d| arrays[0].dims[d]).product();
        let results = instruction.array().element_count();
        if element_type == ElementType::Pred || results.saturating_mul(depth.max(1)) > LIMIT {
            return None;
        }
        let lhs = self.rows(arrays[0], &dims.lhs_batch, &dims.lhs_contracting, operands[0])?;
        let rhs = self.rows(arrays[1], &dims.rhs_batch, &dims.rhs_contracting, operands[1])?;
        let batches: usize = dims.lhs_batch.iter().map(|&d| arrays[0].dims[d]).product();
        let (lhs_rows, rhs_rows) = (lhs.len() / batches.max(1), rhs.len() / batches.max(1));
        let pairs = (0..batches).flat_map(|batch| (0..lhs_rows).map(move |row| batch * lhs_rows + row));
        let pairs = pairs.flat_map(|row| (0..rhs_rows).map(move |other| (row, row / lhs_rows * rhs_rows + other)));
        Some(vec![pairs.map(|(row, other)| self.dot(&lhs[row], &rhs[other], element_type)).collect()])
    }

    /// The contracted elements for each place in the batch and the free dimensions.
    fn rows(
        &mut self,
        array: &ArrayShape,
        batch: &[usize],
        contracting: &[usize],
        leaves: &Leaves,
    ) -> Option<Vec<Vec<InstructionId>>> {
        let free = DotDimensionNumbers::free(array.rank(), batch, contracting);
        let permutation = [batch, &free, contracting].concat();
        let size = |dims: &[usize]| dims.iter().map(|&d| array.dims[d]).product::<usize>();
        let (rows, depth) = (size(batch) * size(&free), size(contracting));
        let dims: Vec<usize> = permutation.iter().map(|&d| array.dims[d]).collect();
        let order = numbers(&array.dims, 0..array.element_count());
        let result = ArrayShape::new(ElementType::S32, dims);
        let places = self.evaluated(&Op::Transpose { permutation }, &[order], &result)?;
        let elements: Vec<InstructionId> = places.elements::<i32>().iter().map(|&i| leaves[0][i as usize]).collect();
        Some((0..rows).map(|row| elements[row * depth..][..depth].to_vec()).collect())
    }

    fn dot(&mut self, lhs: &[InstructionId], rhs: &[InstructionId], element_type: ElementType) -> InstructionId {
        let kept = element_type.accumulator();
        let mut sum = self.b.scalar(kept, 0.0);
        for (&x, &y) in lhs.iter().zip(rhs) {
            let (x, y) = (self.b.convert(x, kept), self.b.convert(y, kept));
            let product = self.b.multiply(x, y);
            sum = self.b.add_values(sum, product);
        }
        self.b.convert(sum, element_type)
    }

    fn mapped(&mut self, to_apply: ComputationId, count: usize, operands: &[&Leaves]) -> Option<Leaves> {
        let element = |i: usize| -> Vec<Leaves> { operands.iter().map(|leaves| vec![vec![leaves[0][i]]]).collect() };
        let results = (0..count).map(|i| Some(self.inline(self.module.computation(to_apply), &element(i))?[0][0]));
        Some(vec![results.collect::<Option<_>>()?])
    }

    /// The value of an operation on known numbers, in the place of the elements of its result.
    fn evaluated(&self, op: &Op, operands: &[Literal], result: &ArrayShape) -> Option<ArrayLiteral> {
        let element_type = if operands.is_empty() { result.element_type } else { ElementType::S32 };
        let shape = Shape::array(element_type, &result.dims[..]);
        let value = evaluate_op(op, &operands.iter().collect::<Vec<_>>(), &shape, &Context::new(self.module)).ok()?;
        value.as_array().cloned()
    }
}

/// An array of consecutive numbers.
fn numbers(dims: &[usize], range: std::ops::Range<usize>) -> Literal {
    let items: Vec<i32> = range.map(|number| number as i32).collect();
    ArrayLiteral::from_slice(ElementType::S32, dims, &items).into()
}
