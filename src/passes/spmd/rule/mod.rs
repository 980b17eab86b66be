//! How an operation may be divided among devices.
//!
//! A *factor* is an index that runs over dimensions of operands and results together: `dot` has one for each batch, free
//! and contracted dimension. Devices that share a factor's range each perform the operation on their part of it. A
//! dimension without a factor has to be whole on every device. One description serves propagation, which carries axes
//! along factors, and the partitioner, which divides by them.

mod contraction;
mod indexing;
mod movement;
mod reach;
mod windowed;

pub use reach::{Outside, Reach, Span};

use crate::hlo::op_class::{asynchronous, control_flow, elementwise, leaf, normalization, structure};
use crate::hlo::{BinaryOp, CollectiveKind, Computation, CustomCall, ElementType, InstructionId, Module, Op, Shape};
use std::ops::Range;

/// An index that runs over dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    pub size: usize,
    /// No result has it: what devices compute for their part is partial, and is combined.
    pub is_reduced: bool,
    /// Parts have to be of one size.
    pub is_even: bool,
}

/// A factor over a dimension of which the operation finds an element by its number: of the indices of `gather` and
/// `scatter`, or the starts of a dynamic slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Indexed {
    pub factor: usize,
    pub dimension: usize,
    /// Which number of each index vector, or which of the starts.
    pub component: usize,
}

/// Operands of which all elements go into partial results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summed {
    pub operands: Range<usize>,
    /// What fills them up beyond the array's end, where it adds nothing: zeros, which products leave out, or what the
    /// combiner leaves as it is.
    pub by_products: bool,
}

/// What results begin with, an operand that is to count once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Applied to the combined result.
    Applied(usize),
    /// On one device; others begin with what changes nothing.
    Held(usize),
}

/// How an operation may be divided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    pub factors: Vec<Factor>,
    /// Factors of every dimension of every operand, the slowest first.
    pub operands: Vec<Vec<Vec<usize>>>,
    /// Of every dimension of every array in the result.
    pub results: Vec<Vec<Vec<usize>>>,
    /// How partial results become one, where a factor is reduced.
    pub combiner: Option<BinaryOp>,
    pub summed: Summed,
    pub start: Option<Start>,
    /// Operands of which devices need other elements than their tiles have.
    pub reaches: Vec<Reach>,
    pub indexed: Vec<Indexed>,
    /// Factors of which the last device has what the first one's result is.
    pub mirrored: Vec<usize>,
}

/// A place where a factor runs over a dimension.
#[derive(Clone, Copy, Debug)]
enum Place {
    Operand(usize, usize),
    Result(usize, usize),
}

impl Rule {
    /// Nothing is divided.
    fn whole(site: &Site) -> Rule {
        let free = |shape: &&Shape| vec![Vec::new(); shape.as_array().map_or(0, |array| array.rank())];
        let leaves = site.shape().leaves();
        Rule {
            operands: site.operand_shapes().iter().map(free).collect(),
            results: leaves.iter().map(|(_, shape)| free(shape)).collect(),
            ..Rule::default()
        }
    }

    /// Adds a factor that runs over these dimensions; one of size 1 has nothing to divide.
    fn run(&mut self, size: usize, places: &[Place]) {
        if size <= 1 {
            return;
        }
        let is_reduced = !places.iter().any(|place| matches!(place, Place::Result(..)));
        self.factors.push(Factor { size, is_reduced, is_even: false });
        let factor = self.factors.len() - 1;
        for place in places {
            match *place {
                Place::Operand(operand, dimension) => self.operands[operand][dimension].push(factor),
                Place::Result(result, dimension) => self.results[result][dimension].push(factor),
            }
        }
    }

    /// As `run`, in parts of one size.
    fn run_even(&mut self, size: usize, places: &[Place]) {
        let before = self.factors.len();
        self.run(size, places);
        self.factors[before..].iter_mut().for_each(|factor| factor.is_even = true);
    }

    /// A factor over positions that reach over dimensions of operands.
    fn run_reaching(&mut self, reach: Reach, over: &[Place], places: &[Place]) {
        let before = self.factors.len();
        self.run(reach.positions, &[over, places].concat());
        for factor in before..self.factors.len() {
            // Of partial results there are none for what lies beyond the end.
            self.factors[factor].is_even = self.factors[factor].is_reduced;
            for place in over {
                let Place::Operand(operand, dimension) = *place else { continue };
                self.reaches.push(Reach { factor, operand, dimension, ..reach });
            }
        }
    }

    /// A factor over a dimension that is looked into by number.
    fn run_indexed(&mut self, size: usize, dimension: usize, component: usize, places: &[Place]) {
        let before = self.factors.len();
        self.run(size, places);
        let factors = before..self.factors.len();
        self.indexed.extend(factors.map(|factor| Indexed { factor, dimension, component }));
    }

    /// Whether devices need no more for a factor in as many parts than they and their neighbours have.
    pub fn is_near(&self, factor: usize, tiles: usize) -> bool {
        self.reaches.iter().filter(|reach| reach.factor == factor).all(|reach| reach.is_near(tiles))
    }
}

/// An instruction with what its rule asks about.
#[derive(Clone, Copy)]
pub struct Site<'m> {
    pub module: &'m Module,
    pub computation: &'m Computation,
    pub id: InstructionId,
}

impl<'m> Site<'m> {
    fn op(&self) -> &'m Op {
        self.computation.op(self.id)
    }

    fn shape(&self) -> &'m Shape {
        self.computation.shape(self.id)
    }

    fn operand_shapes(&self) -> Vec<&'m Shape> {
        self.computation.operands(self.id).iter().map(|&operand| self.computation.shape(operand)).collect()
    }

    /// Dimensions of an operand; none of a tuple or token.
    fn dims(&self, operand: usize) -> &'m [usize] {
        let shape = self.computation.shape(self.computation.operand(self.id, operand));
        shape.as_array().map_or(&[], |array| &array.dims)
    }

    fn operand_count(&self) -> usize {
        self.computation.operands(self.id).len()
    }

    /// Dimensions of the first array in the result.
    fn result_dims(&self) -> &'m [usize] {
        match self.shape() {
            Shape::Array(array) => &array.dims,
            Shape::Tuple(parts) => parts.first().and_then(Shape::as_array).map_or(&[], |array| &array.dims),
            Shape::Token => &[],
        }
    }

    /// How values of which one device has each element, and the others nothing, become one; none for types that have
    /// no nothing.
    fn picking_combiner(&self) -> Option<BinaryOp> {
        let element_type = self.shape().as_array()?.element_type;
        match element_type {
            ElementType::Pred => Some(BinaryOp::Or),
            ElementType::F16 | ElementType::BF16 | ElementType::F32 | ElementType::F64 => Some(BinaryOp::Add),
            _ if element_type.is_integer() && element_type.bit_width() >= 8 => Some(BinaryOp::Add),
            _ => None,
        }
    }

    /// Whether operands can be filled up with what adds nothing.
    fn has_zeros(&self) -> bool {
        let arrays = self.operand_shapes().into_iter().filter_map(Shape::as_array);
        arrays.map(|array| array.element_type).all(ElementType::has_zero)
    }

    /// The operation that a computation of two scalars performs, where something is left as it is by it.
    pub fn reducer(&self) -> Option<BinaryOp> {
        let &[callee] = self.op().called_computations().as_slice() else { return None };
        let computation = self.module.computation(callee);
        let root = computation.root();
        let is_parameter = |&id: &InstructionId| matches!(computation.op(id), Op::Parameter { .. });
        match *computation.op(root) {
            Op::Binary(op) if computation.len() == 3 && computation.operands(root).iter().all(is_parameter) => {
                let operands = computation.operands(root);
                (operands[0] != operands[1] && op.has_identity(computation.shape(root).expect_array().element_type))
                    .then_some(op)
            }
            _ => None,
        }
    }
}

/// The rule of an instruction.
pub fn rule(site: Site) -> Rule {
    match site.op() {
        elementwise!() | Op::Copy | Op::Map { .. } => elementwise(&site),
        leaf!() => leaf_rule(&site),
        Op::BitcastConvert => movement::bitcast_convert(&site),
        Op::Broadcast { dimensions } => movement::broadcast(&site, dimensions),
        Op::Reshape => movement::reshape(&site),
        Op::Transpose { permutation } => movement::transpose(&site, permutation),
        Op::Reverse { dimensions } => movement::reverse(&site, dimensions),
        Op::Slice { starts, strides, .. } => movement::slice(&site, starts, strides),
        Op::DynamicSlice { .. } => movement::dynamic_slice(&site),
        Op::Pad { padding } => movement::pad(&site, padding),
        Op::Concatenate { dimension } => same_but(&site, |other| other == *dimension),
        Op::DynamicUpdateSlice => movement::dynamic_update_slice(&site),
        Op::Gather { dims, slice_sizes, .. } => indexing::gather(&site, dims, slice_sizes),
        Op::Scatter { dims, .. } => indexing::scatter(&site, dims),
        Op::Dot { dims, .. } => contraction::dot(&site, dims),
        Op::Convolution { window, dims, feature_group_count, batch_group_count, .. } => {
            contraction::convolution(&site, window, dims, [*feature_group_count, *batch_group_count])
        }
        Op::Reduce { dimensions, .. } => windowed::reduce(&site, dimensions),
        Op::ReduceWindow { window, .. } => windowed::reduce_window(&site, window),
        Op::SelectAndScatter { window, .. } => windowed::select_and_scatter(&site, window),
        Op::Sort { dimension, .. } => same_but(&site, |other| other == *dimension),
        Op::TopK { .. } => same_but(&site, |dimension| dimension + 1 == site.dims(0).len()),
        Op::Cholesky { .. } => same_but(&site, |dimension| dimension + 2 >= site.dims(0).len()),
        Op::TriangularSolve { left_side, .. } => windowed::triangular_solve(&site, *left_side),
        Op::Fft { length, .. } => same_but(&site, |dimension| dimension + length.len() >= site.dims(0).len()),
        Op::Collective(collective) => collective_rule(&site, &collective.kind),
        Op::CustomCall(call) if is_annotation(&call.target) => annotation(&site),
        Op::CustomCall(call) => call_rule(&site, call),
        Op::ReplicaId
        | Op::PartitionId
        | asynchronous!()
        | normalization!()
        | Op::Rng { .. }
        | Op::RngBitGenerator { .. }
        | control_flow!()
        | Op::Fusion { .. }
        | Op::Scan { .. }
        | Op::Transfer(_)
        | structure!() => Rule::whole(&site),
    }
}

/// Custom calls that say how a value is divided.
pub fn is_annotation(target: &str) -> bool {
    matches!(target, "Sharding" | "xla.sdy.ShardingGroup" | "xla.sdy.PropagationBarrier") || is_manual_border(target)
}

/// Custom calls where a manual computation begins or ends.
pub fn is_manual_border(target: &str) -> bool {
    matches!(target, "SPMDFullToShardShape" | "SPMDShardToFullShape")
}

fn elementwise(site: &Site) -> Rule {
    let mut rule = Rule::whole(site);
    let rank = site.result_dims().len();
    for (dimension, &size) in site.result_dims().iter().enumerate() {
        // A predicate or a bound may be a scalar.
        let operands = (0..site.operand_count()).filter(|&operand| site.dims(operand).len() == rank);
        let mut places: Vec<Place> = operands.map(|operand| Place::Operand(operand, dimension)).collect();
        places.push(Place::Result(0, dimension));
        rule.run(size, &places);
    }
    rule
}

/// What is made from nothing can be made in parts.
fn leaf_rule(site: &Site) -> Rule {
    let mut rule = Rule::whole(site);
    for (dimension, &size) in site.result_dims().iter().enumerate() {
        if matches!(site.shape(), Shape::Array(_)) {
            rule.run(size, &[Place::Result(0, dimension)]);
        }
    }
    rule
}

/// Operands and results are alike in every dimension but these; operands of another rank are whole.
fn same_but(site: &Site, is_whole: impl Fn(usize) -> bool) -> Rule {
    let mut rule = Rule::whole(site);
    let rank = site.dims(0).len();
    for (dimension, &size) in site.dims(0).iter().enumerate().filter(|(dimension, _)| !is_whole(*dimension)) {
        let operands = (0..rule.operands.len()).filter(|&operand| rule.operands[operand].len() == rank);
        let results = (0..rule.results.len()).map(|result| Place::Result(result, dimension));
        let places: Vec<Place> = operands.map(|operand| Place::Operand(operand, dimension)).chain(results).collect();
        rule.run(size, &places);
    }
    rule
}

/// Of a call that says so (as JAX's of LAPACK do) the first dimensions of all operands and results are a batch.
fn call_rule(site: &Site, call: &CustomCall) -> Rule {
    let mut rule = Rule::whole(site);
    let stated = site.computation.get(site.id).frontend_attributes.get("num_batch_dims");
    let batch = stated.and_then(|count| count.parse().ok()).filter(|_| !call.has_side_effect).unwrap_or(0);
    let sizes = site.operand_shapes().into_iter().chain(site.shape().leaves().into_iter().map(|(_, leaf)| leaf));
    let sizes: Vec<&[usize]> = sizes.map(|shape| shape.as_array().map_or(&[][..], |array| &array.dims)).collect();
    for dimension in 0..batch {
        let mut found = sizes.iter().map(|dims| dims.get(dimension));
        let Some(&size) = found.next().flatten().filter(|&size| found.all(|other| other == Some(size))) else { break };
        let operands = (0..rule.operands.len()).map(|operand| Place::Operand(operand, dimension));
        let results = (0..rule.results.len()).map(|result| Place::Result(result, dimension));
        rule.run(size, &operands.chain(results).collect::<Vec<_>>());
    }
    rule
}

/// The program's own exchange between devices, each with a part of what is divided besides.
fn collective_rule(site: &Site, kind: &CollectiveKind) -> Rule {
    let exchanged = match *kind {
        CollectiveKind::AllGather { dimension } | CollectiveKind::ReduceScatter { dimension, .. } => Some(dimension),
        CollectiveKind::AllToAll { dimension: Some(dimension) } => Some(dimension),
        CollectiveKind::AllToAll { dimension: None }
        | CollectiveKind::AllReduce { .. }
        | CollectiveKind::CollectiveBroadcast
        | CollectiveKind::CollectivePermute { .. }
        | CollectiveKind::RaggedAllToAll => None,
    };
    let is_single = site.operand_count() == 1 && matches!(site.shape(), Shape::Array(_));
    if is_single { same_but(site, |dimension| Some(dimension) == exchanged) } else { Rule::whole(site) }
}

/// Dimensions are what they were; where the program takes a device's part, sizes differ.
fn annotation(site: &Site) -> Rule {
    let mut rule = Rule::whole(site);
    let is_same = site.dims(0) == site.result_dims();
    for (dimension, (&size, &other)) in site.dims(0).iter().zip(site.result_dims()).enumerate() {
        let places = [Place::Operand(0, dimension), Place::Result(0, dimension)];
        match is_same {
            true => rule.run(size, &places),
            false => rule.run_even(size.min(other), &places),
        }
    }
    rule
}
