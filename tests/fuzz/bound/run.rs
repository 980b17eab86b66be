//! The reference run: values with bounds, through every computation.

use super::{Bound, elementwise, sums, whole};
use pjrt::hlo::evaluator::{Context, EvalError, Result, evaluate_instruction, evaluate_op};
use pjrt::hlo::*;
use pjrt::runtime::custom_call::BuiltIn;
use std::collections::HashMap;

/// A value and how far a right implementation may be from it.
#[derive(Clone, Debug)]
pub struct Tracked {
    pub value: Literal,
    pub bound: Bound,
}

impl Tracked {
    pub fn exact(value: impl Into<Literal>) -> Tracked {
        Tracked { value: value.into(), bound: Bound::Exact }
    }

    /// Nothing is known of how near it is.
    pub fn unknown(value: Literal) -> Tracked {
        let bound = Bound::unknown(&value.shape());
        Tracked { value, bound }
    }

    pub fn array(&self) -> &ArrayLiteral {
        self.value.expect_array()
    }

    pub fn bounds(&self) -> Vec<f64> {
        self.bound.to_parts(self.array().shape())
    }

    pub fn bound_array(&self) -> ArrayLiteral {
        self.bound.to_array(self.array().shape())
    }

    fn element(&self, index: usize) -> Tracked {
        let Literal::Tuple(parts) = &self.value else { return self.clone() };
        let bound = match &self.bound {
            Bound::Tuple(bounds) => bounds[index].clone(),
            Bound::Exact | Bound::Parts(_) => Bound::Exact,
        };
        Tracked { value: parts[index].clone(), bound }
    }
}

/// Turns that a loop may take.
const MAX_TURNS: usize = 200;

/// A run of a module.
pub struct Run<'m> {
    pub module: &'m Module,
    pub context: Context<'m>,
    /// Whether sums are of parts, each rounded: devices have them.
    pub sums_parts: bool,
    /// Values of the entry's instructions.
    pub entry: HashMap<InstructionId, Tracked>,
}

impl<'m> Run<'m> {
    /// Runs the entry on exact arguments.
    ///
    /// # Errors
    /// What the evaluator does not know; a loop that does not end.
    pub fn of(module: &'m Module, arguments: &[ArrayLiteral], sums_parts: bool) -> Result<Run<'m>> {
        let context = Context::with_custom_calls(module, &BuiltIn { device: 0 });
        let mut run = Run { module, context, sums_parts, entry: HashMap::new() };
        let arguments: Vec<Tracked> = arguments.iter().cloned().map(Tracked::exact).collect();
        run.entry = run.values(module.entry_id(), &arguments)?;
        Ok(run)
    }

    /// What the entry returns.
    pub fn result(&self) -> &Tracked {
        &self.entry[&self.module.entry().root()]
    }

    pub fn call(&self, id: ComputationId, arguments: &[Tracked]) -> Result<Tracked> {
        let mut values = self.values(id, arguments)?;
        Ok(values.remove(&self.module.computation(id).root()).expect("the root has a value"))
    }

    fn values(&self, id: ComputationId, arguments: &[Tracked]) -> Result<HashMap<InstructionId, Tracked>> {
        let computation = self.module.computation(id);
        let mut values: HashMap<InstructionId, Tracked> = HashMap::new();
        for id in computation.post_order() {
            let instruction = computation.get(id);
            let value = match &instruction.op {
                Op::Parameter { number } => arguments[*number].clone(),
                _ => {
                    let operands: Vec<&Tracked> = instruction.operands().iter().map(|id| &values[id]).collect();
                    self.instruction(instruction, &operands).map_err(|error| error.at(instruction))?
                }
            };
            values.insert(id, value);
        }
        Ok(values)
    }

    fn instruction(&self, instruction: &Instruction, operands: &[&Tracked]) -> Result<Tracked> {
        match &instruction.op {
            Op::Tuple => Ok(tuple(operands)),
            Op::GetTupleElement { index } => Ok(operands[0].element(*index)),
            Op::OptimizationBarrier | Op::Copy => Ok(operands[0].clone()),
            Op::Call { to_apply: callee } | Op::Fusion { computation: callee, .. } => {
                self.call(*callee, &operands.iter().map(|&o| o.clone()).collect::<Vec<_>>())
            }
            Op::While { condition, body } => self.while_loop(*condition, *body, operands[0]),
            Op::Conditional { branches } => self.conditional(instruction, branches, operands),
            _ => {
                let literals: Vec<&Literal> = operands.iter().map(|o| &o.value).collect();
                let value = evaluate_instruction(instruction, &literals, &self.context)?;
                let bound = self.bound(instruction, operands, &value)?;
                Ok(Tracked { value, bound })
            }
        }
    }

    fn while_loop(&self, condition: ComputationId, body: ComputationId, init: &Tracked) -> Result<Tracked> {
        let mut state = init.clone();
        for _ in 0..MAX_TURNS {
            let goes_on = self.call(condition, std::slice::from_ref(&state))?;
            if !goes_on.bound.is_exact() {
                return Ok(Tracked::unknown(state.value));
            }
            if goes_on.array().bytes()[0] == 0 {
                return Ok(state);
            }
            state = self.call(body, &[state])?;
        }
        Err(EvalError::failed("a loop takes too many turns"))
    }

    fn conditional(
        &self,
        instruction: &Instruction,
        branches: &[ComputationId],
        operands: &[&Tracked],
    ) -> Result<Tracked> {
        let selector = operands[0].array();
        let index = selector.element_type().decode_integer(&selector.bytes()[..]);
        let chosen = match selector.element_type() {
            ElementType::Pred => usize::from(index == 0),
            _ => usize::try_from(index).unwrap_or(usize::MAX).min(branches.len() - 1),
        };
        let result = self.call(branches[chosen], &[operands[1 + chosen].clone()])?;
        match operands[0].bound.is_exact() {
            true => Ok(result),
            false => Ok(Tracked { bound: Bound::unknown(&instruction.shape), value: result.value }),
        }
    }

    fn bound(&self, instruction: &Instruction, operands: &[&Tracked], value: &Literal) -> Result<Bound> {
        let shape = &instruction.shape;
        let op = &instruction.op;
        match op {
            Op::Parameter { .. } | Op::Constant(_) | Op::Iota { .. } | Op::AfterAll => Ok(Bound::Exact),
            Op::Unary(_)
            | Op::Binary(_)
            | Op::Compare { .. }
            | Op::Clamp
            | Op::Convert
            | Op::ReducePrecision { .. }
            | Op::Map { .. } => elementwise::bound(self, instruction, operands, value),
            Op::Select => self.selected(instruction, operands),
            Op::Broadcast { .. }
            | Op::Reshape
            | Op::Transpose { .. }
            | Op::Reverse { .. }
            | Op::Slice { .. }
            | Op::Pad { .. }
            | Op::Concatenate { .. }
            | Op::DynamicSlice { .. }
            | Op::DynamicUpdateSlice
            | Op::Gather { .. } => self.moved(instruction, operands),
            Op::Dot { .. } | Op::Convolution { .. } => sums::product(self, instruction, operands, value),
            Op::Reduce { .. } | Op::ReduceWindow { .. } | Op::SelectAndScatter { .. } | Op::Scatter { .. } => {
                sums::reduction(self, instruction, operands, value)
            }
            Op::Sort { comparator, .. } => Ok(whole::sort(self.module, *comparator, operands, shape)),
            Op::BitcastConvert | Op::TopK { .. } | Op::RngBitGenerator { .. } => Ok(exact_or_unknown(operands, shape)),
            Op::CustomCall(call) if matches!(&*call.target, "annotate_device_placement" | "TopK") => {
                Ok(exact_or_unknown(operands, shape))
            }
            Op::Cholesky { .. }
            | Op::TriangularSolve { .. }
            | Op::Fft { .. }
            | Op::BatchNormTraining { .. }
            | Op::BatchNormInference { .. }
            | Op::BatchNormGrad { .. } => whole::perturbed(self, instruction, operands, value),
            Op::Rng { .. }
            | Op::CustomCall(_)
            | Op::Collective(_)
            | Op::Scan { .. }
            | Op::Transfer(_)
            | Op::ReplicaId
            | Op::PartitionId
            | Op::AsyncStart(_)
            | Op::AsyncUpdate
            | Op::AsyncDone { .. } => Ok(Bound::unknown(shape)),
            Op::Copy
            | Op::Tuple
            | Op::GetTupleElement { .. }
            | Op::While { .. }
            | Op::Conditional { .. }
            | Op::Call { .. }
            | Op::Fusion { .. }
            | Op::OptimizationBarrier => unreachable!("{} is run above", op.name()),
        }
    }

    /// Moves bounds as the elements are moved; with inexact indices nothing is known.
    fn moved(&self, instruction: &Instruction, operands: &[&Tracked]) -> Result<Bound> {
        let shape = instruction.array();
        let data = match &instruction.op {
            Op::DynamicSlice { .. } | Op::Gather { .. } => 1,
            Op::Pad { .. } | Op::DynamicUpdateSlice => 2,
            _ => operands.len(),
        };
        let (data, indices) = operands.split_at(data);
        if indices.iter().any(|index| !index.bound.is_exact()) {
            return Ok(Bound::unknown(&instruction.shape));
        }
        if data.iter().all(|operand| operand.bound.is_exact()) {
            return Ok(Bound::Exact);
        }
        let bounds: Vec<Literal> = data.iter().map(|operand| operand.bound_array().into()).collect();
        let literals: Vec<&Literal> = bounds.iter().chain(indices.iter().map(|index| &index.value)).collect();
        let wide = shape.with_element_type(super::wide(shape.element_type));
        let moved = evaluate_op(&instruction.op, &literals, &wide.into(), &self.context)?;
        Ok(Bound::of(super::parts(moved.expect_array())))
    }

    fn selected(&self, instruction: &Instruction, operands: &[&Tracked]) -> Result<Bound> {
        let shape = instruction.array();
        let bounds: Vec<Literal> = operands[1..].iter().map(|operand| operand.bound_array().into()).collect();
        let wide = shape.with_element_type(super::wide(shape.element_type));
        let literals = [&operands[0].value, &bounds[0], &bounds[1]];
        let chosen = evaluate_op(&Op::Select, &literals, &wide.into(), &self.context)?;
        let mut parts = super::parts(chosen.expect_array());
        let doubts = operands[0].bounds();
        let count = parts.len();
        for (i, part) in parts.iter_mut().enumerate() {
            if doubts[i * doubts.len() / count] != 0.0 {
                *part = f64::INFINITY;
            }
        }
        Ok(Bound::of(parts))
    }
}

fn tuple(operands: &[&Tracked]) -> Tracked {
    Tracked {
        value: Literal::Tuple(operands.iter().map(|o| o.value.clone()).collect()),
        bound: Bound::Tuple(operands.iter().map(|o| o.bound.clone()).collect()),
    }
}

/// For operations that look at bits.
pub fn exact_or_unknown(operands: &[&Tracked], shape: &Shape) -> Bound {
    if operands.iter().all(|o| o.bound.is_exact()) { Bound::Exact } else { Bound::unknown(shape) }
}
