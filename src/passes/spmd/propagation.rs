//! `sharding-propagation`: gives every value a sharding, from those that the program states.
//!
//! Axes travel along the factors of each operation (see [`super::rule`]), forwards and backwards, until nothing
//! changes: first through operations that keep every element in its place, then through all. What the program states is
//! kept. docs/spmd.md has the rules.

use super::annotation::{as_annotation, directions, is_manual_border, is_outfeed, mesh, without};
use super::classes::{Class, Classes};
use super::flow::{ClassId, leaf_count, leaves_before};
use super::rule::{Rule, Site, rule};
use crate::hlo::op_class::{elementwise, structure};
use crate::hlo::{Axis, ComputationId, Diagnostics, InstructionId, Mesh, Module, Op, Sharding, tile_count};
use crate::passes::Pass;
use std::sync::Arc;

pub const PASS: Pass = Pass {
    name: "sharding-propagation",
    description: "Gives every value a sharding, from those that the program states.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let Some(mesh) = mesh(module)? else { return Ok(false) };
    let mut propagation = Propagation::new(module, &mesh)?;
    for round in propagation.classes.rounds() {
        propagation.round = round;
        for scope in [Scope::InPlace, Scope::All] {
            while propagation.sweep(scope) {}
        }
    }
    let shardings = propagation.shardings();
    let mut changed = false;
    for ((computation, instruction), sharding) in shardings {
        let place = &mut module.computation_mut(computation).get_mut(instruction).sharding;
        changed |= place.replace(sharding.clone()) != Some(sharding);
    }
    Ok(changed)
}

/// Which operations axes travel through.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Those that keep every element in its place.
    InPlace,
    All,
}

/// A leaf of an operand or result of the operation that axes travel through.
struct Tensor<'r> {
    class: ClassId,
    /// Factors of every dimension.
    dims: &'r [Vec<usize>],
}

impl Tensor<'_> {
    /// The dimension that a factor runs over.
    fn dimension_of(&self, factor: usize) -> Option<usize> {
        self.dims.iter().position(|factors| factors.contains(&factor))
    }
}

/// An operation that axes travel through.
struct Travel<'r> {
    rule: &'r Rule,
    tensors: &'r [Tensor<'r>],
    /// Axes that are a manual computation's.
    manual: &'r [Axis],
    /// The first result among the tensors.
    first_result: usize,
    /// Whether axes go to results, and to operands.
    directions: [bool; 2],
}

struct Propagation<'m> {
    module: &'m Module,
    mesh: &'m Mesh,
    classes: Classes,
    /// Operations that axes travel through, with their rules.
    rules: Vec<(ComputationId, InstructionId, Rule)>,
    /// Axes of later rounds do not travel yet.
    round: usize,
}

impl<'m> Propagation<'m> {
    fn new(module: &'m Module, mesh: &'m Mesh) -> Result<Propagation<'m>, Diagnostics> {
        let classes = Classes::read(module, mesh)?;
        let mut rules = Vec::new();
        for &id in classes.flow.computations.iter().rev() {
            let computation = module.computation(id);
            let order = computation.post_order();
            rules.extend(order.into_iter().map(|i| (id, i, rule(Site { module, computation, id: i }))));
        }
        Ok(Propagation { module, mesh, classes, rules, round: 0 })
    }

    /// Carries axes through every operation once in each direction; says whether anything changed.
    fn sweep(&mut self, scope: Scope) -> bool {
        let rules = std::mem::take(&mut self.rules);
        let mut changed = false;
        for (id, instruction, rule) in rules.iter().chain(rules.iter().rev()) {
            changed |= self.through(*id, *instruction, rule, scope);
        }
        self.rules = rules;
        changed
    }

    fn through(&mut self, id: ComputationId, instruction: InstructionId, rule: &Rule, scope: Scope) -> bool {
        let computation = self.module.computation(id);
        let op = computation.op(instruction);
        let mut changed = self.carry_manual(id, instruction);
        if let Op::Tuple = op {
            return self.through_tuple(id, instruction) | changed;
        }
        if scope == Scope::InPlace && !is_in_place(op) {
            return changed;
        }
        let [operands, results] = self.tensors(id, instruction, rule);
        let first_result = operands.len();
        let tensors: Vec<Tensor> = operands.into_iter().chain(results).collect();
        let manual: Vec<Axis> =
            tensors.iter().flat_map(|tensor| self.classes.get(tensor.class).tiles.manual.clone()).collect();
        let travel = Travel { rule, tensors: &tensors, manual: &manual, first_result, directions: directions(op) };
        for factor in self.by_weight(&travel) {
            changed |= self.carry(factor, &travel);
        }
        changed
    }

    /// Operands and results that have the dimensions of which the rule speaks.
    fn tensors<'r>(&self, id: ComputationId, instruction: InstructionId, rule: &'r Rule) -> [Vec<Tensor<'r>>; 2] {
        let flow = &self.classes.flow;
        let operands = self.module.computation(id).operands(instruction).iter().zip(&rule.operands);
        let operands = operands.map(|(&operand, dims)| Tensor { class: flow.class(id, operand, 0), dims });
        let results = rule.results.iter().enumerate();
        let results = results.map(|(leaf, dims)| Tensor { class: flow.class(id, instruction, leaf), dims });
        let is_right = |tensor: &Tensor| tensor.dims.len() == self.classes.get(tensor.class).shape.rank();
        [operands.filter(is_right).collect(), results.filter(is_right).collect()]
    }

    /// Factors, those of the largest divided arrays first: where two want one axis, the greater one gets it.
    fn by_weight(&self, travel: &Travel) -> Vec<usize> {
        let weight = |factor: usize| {
            let divided = travel.tensors.iter().filter(|tensor| !self.axes_of(factor, travel, tensor).is_empty());
            divided.map(|tensor| self.classes.get(tensor.class).shape.byte_size()).max().unwrap_or(0)
        };
        let mut factors: Vec<usize> = (0..travel.rule.factors.len()).collect();
        factors.sort_by_key(|&factor| std::cmp::Reverse(weight(factor)));
        factors
    }

    /// The axes that a factor has in a tensor.
    fn axes_of(&self, factor: usize, travel: &Travel, tensor: &Tensor) -> Vec<Axis> {
        let Some(dimension) = tensor.dimension_of(factor) else { return Vec::new() };
        if self.classes.get(tensor.class).rounds[dimension] > self.round {
            return Vec::new();
        }
        // Around a manual computation values are divided by its axes too, and inside they are not.
        let axes = without(&self.classes.get(tensor.class).tiles.dims[dimension], travel.manual);
        let parts = divide_axes(&axes, &tensor.dims[dimension], travel.rule);
        parts.into_iter().find(|(of, _)| *of == factor).map(|(_, axes)| axes).unwrap_or_default()
    }

    /// Gives a factor's axes in one tensor to the others.
    fn carry(&mut self, factor: usize, travel: &Travel) -> bool {
        let (operands, results) = travel.tensors.split_at(travel.first_result);
        match travel.directions {
            [true, true] => self.carry_among(factor, travel, travel.tensors, travel.tensors),
            [true, false] => self.carry_among(factor, travel, operands, results),
            [false, true] => self.carry_among(factor, travel, results, operands),
            [false, false] => false,
        }
    }

    fn carry_among(&mut self, factor: usize, travel: &Travel, from: &[Tensor], to: &[Tensor]) -> bool {
        let all = from.iter().map(|tensor| self.axes_of(factor, travel, tensor));
        let Some(longest) = all.max_by_key(Vec::len).filter(|axes| !axes.is_empty()) else { return false };
        let mut changed = false;
        for tensor in to {
            let Some(dimension) = tensor.dimension_of(factor) else { continue };
            let own = self.axes_of(factor, travel, tensor);
            if longest.len() > own.len() && longest.starts_with(&own) {
                let class = self.classes.get_mut(tensor.class);
                changed |= class.extend(dimension, factor, travel.rule, tensor.dims, &longest[own.len()..]);
            }
        }
        changed
    }

    /// A tuple's leaves are its operands'.
    fn through_tuple(&mut self, id: ComputationId, instruction: InstructionId) -> bool {
        let computation = self.module.computation(id);
        let mut changed = false;
        let mut leaf = 0;
        for &operand in computation.operands(instruction) {
            for part in 0..leaf_count(computation.shape(operand)) {
                let pair = [self.classes.flow.class(id, operand, part), self.classes.flow.class(id, instruction, leaf)];
                changed |= self.share(pair) | self.share([pair[1], pair[0]]);
                leaf += 1;
            }
        }
        changed
    }

    fn share(&mut self, [from, to]: [ClassId; 2]) -> bool {
        let (given, rounds) = (self.classes.get(from).tiles.dims.clone(), self.classes.get(from).rounds.clone());
        let class = self.classes.get_mut(to);
        let mut changed = false;
        for (dimension, axes) in given.iter().enumerate() {
            let own = class.tiles.dims[dimension].clone();
            let may = class.is_open[dimension]
                && rounds[dimension] <= self.round
                && axes.len() > own.len()
                && axes.starts_with(&own);
            if may && axes[own.len()..].iter().all(|&axis| !class.tiles.uses(axis)) {
                class.tiles.dims[dimension] = axes.clone();
                changed = true;
            }
        }
        changed
    }

    /// What is computed from a manual computation's values is a value of it.
    fn carry_manual(&mut self, id: ComputationId, instruction: InstructionId) -> bool {
        let computation = self.module.computation(id);
        if is_manual_border(computation.op(instruction)) {
            return false;
        }
        let leaves_of = |value| (0..leaf_count(computation.shape(value))).map(move |leaf| (value, leaf));
        let operands: Vec<_> =
            computation.operands(instruction).iter().flat_map(|&operand| leaves_of(operand)).collect();
        // The first leaf of an operation that passes leaves on, each by itself.
        let passed = match computation.op(instruction) {
            Op::GetTupleElement { index } => {
                Some(leaves_before(computation.shape(computation.operand(instruction, 0)), *index))
            }
            op => matches!(op, Op::Tuple | Op::OptimizationBarrier | Op::While { .. }).then_some(0),
        };
        let mut changed = false;
        for leaf in 0..leaf_count(computation.shape(instruction)) {
            let sources = passed.map_or(&operands[..], |first| &operands[first + leaf..=first + leaf]);
            let manual = sources.iter().map(|&(value, leaf)| &self.classes.of(id, value, leaf).tiles.manual);
            let Some(axes) = manual.into_iter().find(|axes| !axes.is_empty()).cloned() else { continue };
            let class = self.classes.flow.class(id, instruction, leaf);
            changed |= self.classes.get_mut(class).make_manual(&axes);
        }
        changed
    }

    /// Shardings of the instructions that have one.
    fn shardings(&self) -> Vec<((ComputationId, InstructionId), Arc<str>)> {
        let mut found = Vec::new();
        for &id in &self.classes.flow.computations {
            let computation = self.module.computation(id);
            for instruction in computation.ids() {
                let count = leaf_count(computation.shape(instruction));
                let tiles = |leaf| &self.classes.of(id, instruction, leaf).tiles;
                let is_plain = (0..count).all(|leaf| tiles(leaf).is_whole() && tiles(leaf).manual.is_empty());
                let is_stated = computation.get(instruction).sharding.is_some();
                // What is handed to the host, and by it, is divided as the program says and not otherwise.
                let is_handed = matches!(computation.op(instruction), Op::Transfer(_));
                if (is_plain || is_handed) && !is_stated || is_outfeed(computation.op(instruction)) {
                    continue;
                }
                let mut parts: Vec<Sharding> = (0..count).map(|leaf| tiles(leaf).sharding(self.mesh)).collect();
                let is_tuple = computation.shape(instruction).as_tuple().is_some();
                let sharding = if is_tuple || parts.len() != 1 { Sharding::Tuple(parts) } else { parts.remove(0) };
                found.push(((id, instruction), sharding.to_string().into()));
            }
        }
        found
    }
}

impl Class {
    /// Adds axes of a factor to a dimension, as many as it can take.
    fn extend(&mut self, dimension: usize, factor: usize, rule: &Rule, dims: &[Vec<usize>], axes: &[Axis]) -> bool {
        let factors = &dims[dimension];
        if !self.is_open[dimension] {
            return false;
        }
        let mut changed = false;
        for &axis in axes {
            let mut wanted = self.tiles.dims[dimension].clone();
            wanted.push(axis);
            let fits = divide_axes(&wanted, factors, rule)
                .last()
                .is_some_and(|(of, axes)| *of == factor && axes.ends_with(&[axis]));
            if self.tiles.uses(axis) || !fits || !rule.is_near(factor, tile_count(&wanted)) {
                break;
            }
            self.tiles.dims[dimension] = wanted;
            changed = true;
        }
        changed
    }
}

/// Deals a dimension's axes out to its factors, the slowest first. A factor has to be divided to single elements before
/// the next one gets any; axes that fit nowhere are left out.
pub fn divide_axes(axes: &[Axis], factors: &[usize], rule: &Rule) -> Vec<(usize, Vec<Axis>)> {
    if let &[only] = factors
        && !rule.factors[only].is_even
    {
        return vec![(only, axes.to_vec())];
    }
    let mut parts: Vec<(usize, Vec<Axis>)> = Vec::new();
    let mut axes = axes.iter().peekable();
    for &factor in factors {
        let mut left = rule.factors[factor].size;
        let mut own = Vec::new();
        while let Some(&&axis) = axes.peek().filter(|axis| left.is_multiple_of(axis.size)) {
            own.push(axis);
            left /= axis.size;
            axes.next();
        }
        parts.push((factor, own));
        if left > 1 {
            break;
        }
    }
    while parts.last().is_some_and(|(_, axes)| axes.is_empty()) {
        parts.pop();
    }
    parts
}

/// Elements stay in their places, or dimensions do.
fn is_in_place(op: &Op) -> bool {
    match op {
        elementwise!() | structure!() => true,
        Op::Copy | Op::BitcastConvert | Op::Reshape | Op::Transpose { .. } | Op::Map { .. } => true,
        _ => as_annotation(op).is_some(),
    }
}
