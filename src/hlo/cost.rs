//! What a computation costs, counted from its operations: arithmetic, memory traffic, transcendentals.
//!
//! The counts are of the mathematics, as XLA's cost analysis has them, whatever a kernel really does: a fused
//! multiply-add is two operations, an operation on complex numbers is one, integers count like floats. They serve to
//! express a measured time as GFLOP/s and GB/s, and to tell which loops are worth their parallel start.

use super::attributes::*;
use super::elementwise_op::Work;
use super::op_class::{
    algorithm, application, contraction, control, control_flow, elementwise, indexing, leaf, movement, structure,
};
use super::{Computation, ComputationId, Instruction, InstructionId, Module, Op, Shape};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ops::{Add, AddAssign, Mul};

/// Counts that may be fractions where a loop's trips are guessed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// Arithmetic operations that are not transcendental.
    pub flops: f64,
    /// Calls of exp, log, sine and their like.
    pub transcendentals: f64,
    /// Bytes read and written, every operand read once and nothing kept in a cache between two instructions.
    pub bytes: f64,
}

impl Cost {
    fn flops(flops: f64) -> Cost {
        Cost { flops, ..Cost::default() }
    }

    fn transcendentals(transcendentals: f64) -> Cost {
        Cost { transcendentals, ..Cost::default() }
    }

    /// The same arithmetic without memory traffic.
    fn arithmetic(self) -> Cost {
        Cost { bytes: 0.0, ..self }
    }
}

impl Add for Cost {
    type Output = Cost;
    fn add(self, other: Cost) -> Cost {
        Cost {
            flops: self.flops + other.flops,
            transcendentals: self.transcendentals + other.transcendentals,
            bytes: self.bytes + other.bytes,
        }
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        *self = *self + other;
    }
}

impl Mul<f64> for Cost {
    type Output = Cost;
    fn mul(self, times: f64) -> Cost {
        Cost { flops: self.flops * times, transcendentals: self.transcendentals * times, bytes: self.bytes * times }
    }
}

/// Costs of all computations of a module.
#[derive(Debug)]
pub struct CostAnalysis<'m> {
    module: &'m Module,
    computations: HashMap<ComputationId, Cost>,
}

impl<'m> CostAnalysis<'m> {
    pub fn new(module: &'m Module) -> CostAnalysis<'m> {
        let mut analysis = CostAnalysis { module, computations: HashMap::new() };
        for id in module.post_order() {
            let computation = module.computation(id);
            let total = computation.ids().fold(Cost::default(), |sum, i| sum + analysis.instruction(computation, i));
            analysis.computations.insert(id, total);
        }
        analysis
    }

    /// One run of the whole module.
    pub fn module(&self) -> Cost {
        self.computation(self.module.entry_id())
    }

    /// One run of a computation; nothing for one that the entry does not reach.
    pub fn computation(&self, id: ComputationId) -> Cost {
        self.computations.get(&id).copied().unwrap_or_default()
    }

    /// One run of an instruction, what it calls included. A loop whose trips are not known counts once.
    pub fn instruction(&self, computation: &Computation, id: InstructionId) -> Cost {
        self.of(computation, computation.get(id))
    }

    fn of(&self, computation: &Computation, instruction: &Instruction) -> Cost {
        match &instruction.op {
            Op::While { condition, body } => {
                (self.computation(*condition) + self.computation(*body))
                    * known_trip_count(instruction).map_or(1.0, |count| count as f64)
            }
            Op::Conditional { branches } => self.dearest(branches),
            Op::Call { to_apply } => self.computation(*to_apply),
            Op::AsyncStart(_) => {
                instruction.started().map_or_else(Cost::default, |started| self.of(computation, &started))
            }
            Op::Fusion { computation: fused, .. } => {
                let bytes = self.fusion_bytes(computation, instruction, *fused);
                Cost { bytes, ..self.computation(*fused) }
            }
            leaf!() | elementwise!() | movement!() | indexing!() | contraction!() => {
                self.alone(computation, instruction)
            }
            application!() | algorithm!() | structure!() => self.alone(computation, instruction),
            Op::CustomCall(_) | Op::Collective(_) | Op::Scan { .. } | Op::Transfer(_) => {
                self.alone(computation, instruction)
            }
            Op::ReplicaId | Op::PartitionId | Op::AsyncUpdate | Op::AsyncDone { .. } => {
                self.alone(computation, instruction)
            }
        }
    }

    /// An instruction that runs no other.
    fn alone(&self, computation: &Computation, instruction: &Instruction) -> Cost {
        Cost { bytes: bytes(computation, instruction), ..self.arithmetic(computation, instruction) }
    }

    fn dearest(&self, branches: &[ComputationId]) -> Cost {
        let costs = branches.iter().map(|&branch| self.computation(branch));
        costs.max_by(|a, b| (a.flops + a.bytes).total_cmp(&(b.flops + b.bytes))).unwrap_or_default()
    }

    /// Arithmetic of an instruction that is no control flow.
    fn arithmetic(&self, computation: &Computation, instruction: &Instruction) -> Cost {
        let operand = |index: usize| elements(computation.shape(instruction.operands()[index]));
        let result = elements(&instruction.shape);
        let callee = |id: &ComputationId| self.computation(*id).arithmetic();
        match &instruction.op {
            Op::Unary(op) => elementwise(op.facts().work, result),
            Op::Binary(op) => elementwise(op.facts().work, result),
            Op::Compare { .. } | Op::Select | Op::Convert | Op::ReducePrecision { .. } => Cost::flops(result),
            Op::Clamp => Cost::flops(2.0 * result),
            Op::Map { to_apply } => callee(to_apply) * result,
            Op::Scatter { to_apply, .. } => {
                let updates = instruction.operands().len() / 2 + 1;
                callee(to_apply) * operand(updates)
            }
            Op::Dot { dims, .. } => Cost::flops(2.0 * result * contracted(computation, instruction, dims)),
            Op::Convolution { dims, .. } => Cost::flops(2.0 * result * kernel_size(computation, instruction, dims)),
            Op::Reduce { to_apply, .. } => {
                let kept = result / (instruction.operands().len() / 2) as f64;
                callee(to_apply) * (operand(0) - kept).max(0.0)
            }
            Op::ReduceWindow { window, to_apply } => {
                let kept = result / (instruction.operands().len() / 2) as f64;
                callee(to_apply) * (kept * (positions(window) - 1.0))
            }
            Op::SelectAndScatter { window, select, scatter } => {
                callee(select) * (operand(1) * (positions(window) - 1.0)) + callee(scatter) * operand(1)
            }
            Op::Sort { dimension, comparator, .. } => {
                let length = dimension_size(computation, instruction, *dimension);
                callee(comparator) * (operand(0) * length.max(1.0).log2())
            }
            Op::TopK { .. } => Cost::flops(operand(0)),
            Op::Cholesky { .. } => Cost::flops(operand(0) * last_dimension(computation, instruction) / 3.0),
            Op::TriangularSolve { .. } => Cost::flops(operand(1) * last_dimension(computation, instruction)),
            Op::Fft { length, .. } => {
                let points = length.iter().product::<usize>().max(1) as f64;
                Cost::flops(5.0 * operand(0).max(result) * points.log2())
            }
            Op::BatchNormTraining { .. } | Op::BatchNormGrad { .. } => Cost::flops(8.0 * operand(0)),
            Op::BatchNormInference { .. } => Cost::flops(4.0 * operand(0)),
            Op::Rng { distribution: RngDistribution::Normal } => Cost::transcendentals(result),
            Op::Rng { distribution: RngDistribution::Uniform } | Op::RngBitGenerator { .. } => Cost::flops(result),
            leaf!() | movement!() | indexing!() | structure!() | control!() => Cost::default(),
        }
    }

    /// Results, and of each operand what the fused computation reads of it.
    fn fusion_bytes(&self, computation: &Computation, instruction: &Instruction, fused: ComputationId) -> f64 {
        let fused = self.module.computation(fused);
        let read = fused.parameters().into_iter().map(|parameter| parameter_bytes(fused, parameter));
        let operands: f64 = if fused.parameters().len() == instruction.operands().len() {
            read.sum()
        } else {
            instruction.operands().iter().map(|&id| byte_size(computation.shape(id))).sum()
        };
        operands + written_bytes(fused)
    }
}

/// A parameter that is only sliced is read only where it is sliced, one that is updated in place not at all.
fn parameter_bytes(fused: &Computation, parameter: InstructionId) -> f64 {
    let whole = byte_size(fused.shape(parameter));
    let users = fused.users(parameter);
    let parts = users.iter().map(|&user| {
        let first = fused.operand(user, 0) == parameter && !fused.operands(user)[1..].contains(&parameter);
        match fused.op(user) {
            Op::Slice { .. } | Op::DynamicSlice { .. } | Op::Gather { .. } if first => {
                Some(byte_size(fused.shape(user)))
            }
            Op::DynamicUpdateSlice if first => Some(0.0),
            _ => None,
        }
    });
    let parts: Option<f64> = parts.sum();
    parts.map_or(whole, |parts| parts.min(whole))
}

/// A result that updates a parameter in place is written only where it changes.
fn written_bytes(fused: &Computation) -> f64 {
    let root = fused.root();
    match fused.op(root) {
        Op::DynamicUpdateSlice => byte_size(fused.shape(fused.operand(root, 1))),
        _ => byte_size(fused.shape(root)),
    }
}

/// Memory traffic of an instruction that stands alone.
fn bytes(computation: &Computation, instruction: &Instruction) -> f64 {
    let operand = |index: usize| byte_size(computation.shape(instruction.operands()[index]));
    let result = byte_size(&instruction.shape);
    match &instruction.op {
        Op::Parameter { .. }
        | Op::Constant(_)
        | Op::Tuple
        | Op::GetTupleElement { .. }
        | Op::OptimizationBarrier
        | Op::AfterAll
        | Op::AsyncUpdate
        | Op::AsyncDone { .. }
        | Op::Reshape => 0.0,
        Op::Slice { .. } | Op::DynamicSlice { .. } => 2.0 * result,
        Op::DynamicUpdateSlice => 2.0 * operand(1),
        Op::Gather { .. } => 2.0 * result + operand(1),
        Op::Scatter { .. } => {
            let inputs = instruction.operands().len() / 2;
            operand(inputs)
                + (inputs + 1..instruction.operands().len()).map(|update| 3.0 * operand(update)).sum::<f64>()
        }
        Op::Iota { .. }
        | elementwise!()
        | Op::Copy
        | Op::BitcastConvert
        | Op::Broadcast { .. }
        | Op::Transpose { .. }
        | Op::Reverse { .. }
        | Op::Pad { .. }
        | Op::Concatenate { .. }
        | contraction!()
        | Op::Map { .. }
        | Op::Reduce { .. }
        | Op::ReduceWindow { .. }
        | Op::SelectAndScatter { .. }
        | Op::Sort { .. }
        | algorithm!()
        | control_flow!()
        | Op::Fusion { .. }
        | Op::CustomCall(_)
        | Op::Collective(_)
        | Op::Scan { .. }
        | Op::Transfer(_)
        | Op::ReplicaId
        | Op::PartitionId
        | Op::AsyncStart(_) => result + (0..instruction.operands().len()).map(operand).sum::<f64>(),
    }
}

fn elementwise(work: Work, elements: f64) -> Cost {
    match work {
        Work::Free(_) => Cost::default(),
        Work::Arithmetic(_) => Cost::flops(elements),
        Work::Transcendental(_) => Cost::transcendentals(elements),
    }
}

/// Elements of all arrays in a shape.
fn elements(shape: &Shape) -> f64 {
    let arrays = shape.leaves().into_iter().filter_map(|(_, leaf)| leaf.as_array());
    arrays.map(|array| array.element_count() as f64).sum()
}

fn byte_size(shape: &Shape) -> f64 {
    shape.byte_size() as f64
}

fn operand_dims<'a>(computation: &'a Computation, instruction: &Instruction, index: usize) -> &'a [usize] {
    &computation.shape(instruction.operands()[index]).expect_array().dims
}

fn contracted(computation: &Computation, instruction: &Instruction, dims: &DotDimensionNumbers) -> f64 {
    let lhs = operand_dims(computation, instruction, 0);
    dims.lhs_contracting.iter().map(|&d| lhs[d] as f64).product()
}

/// Products behind an element of a convolution's result.
fn kernel_size(computation: &Computation, instruction: &Instruction, dims: &ConvolutionDimensionNumbers) -> f64 {
    let kernel = operand_dims(computation, instruction, 1);
    let spatial: f64 = dims.kernel_spatial.iter().map(|&d| kernel[d] as f64).product();
    spatial * kernel[dims.kernel_input_feature] as f64
}

fn positions(window: &[WindowDimension]) -> f64 {
    window.iter().map(|w| w.size as f64).product()
}

fn dimension_size(computation: &Computation, instruction: &Instruction, dimension: usize) -> f64 {
    operand_dims(computation, instruction, 0)[dimension] as f64
}

fn last_dimension(computation: &Computation, instruction: &Instruction) -> f64 {
    operand_dims(computation, instruction, 0).last().map_or(1.0, |&size| size as f64)
}

/// Rounds of a while, where while-loop-trip-count-annotator has told them: `{"known_trip_count":{"n":"10"}}`.
pub fn known_trip_count(while_loop: &Instruction) -> Option<u64> {
    let config: serde_json::Value = serde_json::from_str(while_loop.backend_config.as_deref()?).ok()?;
    let count = &config["known_trip_count"]["n"];
    count.as_u64().or_else(|| count.as_str()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::every_op::computation;
    use crate::hlo::infer::ProgramShape;
    use crate::hlo::{Builder, ElementType, FusionKind, UnaryOp};

    fn cost_of(build: impl FnOnce(&mut Builder) -> InstructionId) -> Cost {
        let mut module = Module::new("test");
        let entry = module.add_computation(computation("main", build));
        module.set_entry(entry);
        CostAnalysis::new(&module).module()
    }

    fn f32s(dims: &[usize]) -> Shape {
        Shape::array(ElementType::F32, dims)
    }

    #[test]
    fn a_product_multiplies_and_adds() {
        let cost = cost_of(|b| {
            let x = b.parameter(0, f32s(&[2, 8]));
            let y = b.parameter(1, f32s(&[8, 4]));
            let dims = DotDimensionNumbers { lhs_contracting: vec![1], rhs_contracting: vec![0], ..Default::default() };
            b.dot(x, y, dims)
        });
        assert_eq!(cost, Cost { flops: 128.0, transcendentals: 0.0, bytes: 4.0 * (16.0 + 32.0 + 8.0) });
    }

    #[test]
    fn transcendentals_count_apart() {
        let cost = cost_of(|b| {
            let x = b.parameter(0, f32s(&[10]));
            b.unary(UnaryOp::Tanh, x)
        });
        assert_eq!(cost, Cost { flops: 0.0, transcendentals: 10.0, bytes: 80.0 });
    }

    #[test]
    fn a_fusion_reads_what_it_slices() {
        let mut module = Module::new("test");
        let fused = computation("fused", |b| {
            let x = b.parameter(0, f32s(&[100]));
            let head = b.slice(x, &[0], &[10], &[1]);
            b.add_values(head, head)
        });
        let signature = ProgramShape::of(&fused);
        let fused = module.add_computation(fused);
        let entry = computation("main", |b| {
            let x = b.parameter(0, f32s(&[100]));
            let fusion = Op::Fusion { kind: FusionKind::Loop, computation: fused };
            b.add_calling(fusion, &[x], &Shape::Token, &[signature])
        });
        let entry = module.add_computation(entry);
        module.set_entry(entry);
        let cost = CostAnalysis::new(&module).module();
        assert_eq!(cost, Cost { flops: 10.0, transcendentals: 0.0, bytes: 80.0 });
    }

    #[test]
    fn a_loop_counts_its_known_trips() {
        let mut module = Module::new("test");
        let condition = module.add_computation(computation("condition", |b| {
            b.parameter(0, f32s(&[]));
            b.scalar(ElementType::Pred, 1.0)
        }));
        let body = module.add_computation(computation("body", |b| {
            let x = b.parameter(0, f32s(&[]));
            b.add_values(x, x)
        }));
        let mut main = computation("main", |b| {
            let x = b.parameter(0, f32s(&[]));
            b.while_loop(x, condition, body)
        });
        let root = main.root();
        main.get_mut(root).backend_config = Some("{\"known_trip_count\":{\"n\":\"7\"}}".into());
        let entry = module.add_computation(main);
        module.set_entry(entry);
        assert_eq!(CostAnalysis::new(&module).module().flops, 7.0);
    }
}
