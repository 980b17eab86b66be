//! By which axes an operation is divided: the axes of each of its factors.
//!
//! The first plan is that of the results as they are to be. Where it needs an exchange, others are tried, and the
//! cheapest is taken: of what has to be exchanged before the operation, of combining its partial results, of resharding
//! them to what is wanted, and of the work that each device is left with.

use super::combine::Combination;
use super::route::route;
use super::{Body, cost, part_shape};
use crate::hlo::{ArrayShape, Axis, InstructionId, Shape, TileAxes, tile_count};
use crate::passes::spmd::annotation::without;
use crate::passes::spmd::flow::leaf_arrays;
use crate::passes::spmd::propagation::divide_axes;
use crate::passes::spmd::rule::{Factor, Rule};
use std::cmp::Reverse;
use std::collections::HashSet;

/// The axes of an operation's factors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub axes: Vec<Vec<Axis>>,
}

/// An operand as the device has it, or a result as it is to have it.
struct Array {
    /// The device's instruction; none for what is yet to be made.
    id: Option<InstructionId>,
    whole: ArrayShape,
    tiles: TileAxes,
}

/// What a plan is made from.
struct Choice<'c> {
    rule: &'c Rule,
    /// None where an operand is no array.
    operands: Vec<Option<Array>>,
    results: Vec<Array>,
    manual: Vec<Axis>,
}

/// Products, or elements, that a device computes in the time in which it receives a byte.
const WORK_A_BYTE: u64 = 64;

/// How often a plan is bettered at most.
const IMPROVEMENT_LIMIT: usize = 8;

impl Body<'_, '_> {
    /// The plan of an instruction, from what its operands are and its results are to be.
    pub fn plan(&self, id: InstructionId, rule: &Rule) -> Plan {
        let choice = self.choice(id, rule);
        let first = choice.of_results();
        if self.exchanged(&choice, &first) == Some(0) {
            return first;
        }
        let mut best = (self.cost(&choice, &first), first);
        let others = (0..choice.operands.len()).map(|operand| choice.of_operand(operand));
        for plan in others.chain([choice.undivided()]) {
            self.try_plan(&choice, plan, &mut best);
        }
        for _ in 0..IMPROVEMENT_LIMIT {
            let before = best.1.clone();
            for plan in choice.neighbours(&before) {
                self.try_plan(&choice, plan, &mut best);
            }
            if best.1 == before {
                break;
            }
        }
        best.1
    }

    /// Bytes that an instruction's plan exchanges.
    pub fn planned_cost(&self, id: InstructionId) -> u64 {
        let rule = self.rule(id);
        let plan = self.plan(id, &rule);
        self.exchanged(&self.choice(id, &rule), &plan).unwrap_or(u64::MAX)
    }

    fn choice<'c>(&self, id: InstructionId, rule: &'c Rule) -> Choice<'c> {
        let whole = self.whole();
        let operands = whole.operands(id).iter().map(|&operand| {
            let Shape::Array(shape) = whole.shape(operand) else { return None };
            let value = self.value(operand);
            Some(Array { id: Some(value.id), whole: shape.clone(), tiles: value.tiles[0].clone() })
        });
        let wanted = self.wanted(id);
        let manual = wanted.first().map(|tiles| tiles.manual.clone()).unwrap_or_default();
        let results = leaf_arrays(whole.shape(id)).into_iter().zip(wanted);
        let results = results.map(|(whole, tiles)| Array { id: None, whole, tiles });
        Choice { rule, operands: operands.collect(), results: results.collect(), manual }
    }

    fn try_plan(&self, choice: &Choice, plan: Plan, best: &mut (Option<u64>, Plan)) {
        let cost = self.cost(choice, &plan);
        if cost.is_some_and(|cost| best.0.is_none_or(|known| cost < known)) {
            *best = (cost, plan);
        }
    }

    /// Bytes to exchange, and the work as such; none for a plan that cannot be.
    fn cost(&self, choice: &Choice, plan: &Plan) -> Option<u64> {
        let parts = choice.rule.factors.iter().zip(&plan.axes);
        let part = |(factor, axes): (&Factor, &Vec<Axis>)| factor.size.div_ceil(tile_count(axes)) as u64;
        let work = parts.map(part).fold(1, u64::saturating_mul);
        Some(self.exchanged(choice, plan)?.saturating_add(work / WORK_A_BYTE))
    }

    /// Bytes to exchange; none for a plan that cannot be.
    fn exchanged(&self, choice: &Choice, plan: &Plan) -> Option<u64> {
        let mut counted = HashSet::new();
        let mut cost = 0;
        for (index, (operand, dims)) in choice.operands.iter().zip(&choice.rule.operands).enumerate() {
            let Some(operand) = operand else { continue };
            let tiles = plan.tiles(dims, &choice.manual);
            cost += self.halo_cost(choice, plan, index, &tiles)?;
            if let Some(id) = operand.id.filter(|&id| counted.insert((id, tiles.dims.clone()))) {
                cost += self.reshard_cost(id, &operand.whole, &operand.tiles, &tiles);
            }
            if choice.rule.mirrored.iter().any(|&factor| !plan.axes[factor].is_empty()) {
                cost += cost::permute(part_shape(&operand.whole, &tiles).byte_size() as u64);
            }
        }
        for (result, dims) in choice.results.iter().zip(&choice.rule.results) {
            cost += self.result_cost(choice, plan, result, dims);
        }
        Some(cost)
    }

    fn result_cost(&self, choice: &Choice, plan: &Plan, result: &Array, dims: &[Vec<usize>]) -> u64 {
        let mut tiles = plan.tiles(dims, &choice.manual);
        let reduced = plan.reduced_axes(choice.rule);
        let mut cost = 0;
        if !reduced.is_empty() {
            let combination = Combination::of(&result.whole, &tiles, &result.tiles, &reduced);
            cost += combination.cost(&result.whole, &tiles);
            tiles = combination.tiles(tiles);
        }
        cost + route(&self.partitioner.mesh, &result.whole, &tiles, &result.tiles).cost
    }

    /// What devices fetch from their neighbours; none where they cannot.
    fn halo_cost(&self, choice: &Choice, plan: &Plan, operand: usize, tiles: &TileAxes) -> Option<u64> {
        let mut cost = 0;
        for reach in choice.rule.reaches.iter().filter(|reach| reach.operand == operand) {
            let count = tile_count(&plan.axes[reach.factor]);
            let whole = choice.operands[operand].as_ref().map(|array| &array.whole)?;
            if count > 1 {
                let part = part_shape(whole, tiles);
                let row = (part.byte_size() / part.dims[reach.dimension].max(1)) as u64;
                let (low, high) = reach.halo(count)?;
                let pieces = [low, high].map(|side| super::halo::pieces(side, reach.size.div_ceil(count)));
                cost += pieces.iter().flatten().map(|&piece| cost::permute(piece as u64 * row)).sum::<u64>();
            }
        }
        Some(cost)
    }
}

impl Choice<'_> {
    fn undivided(&self) -> Plan {
        Plan { axes: vec![Vec::new(); self.rule.factors.len()] }
    }

    /// As the results are to be; what is left as the operands are.
    fn of_results(&self) -> Plan {
        let mut plan = self.undivided();
        plan.take(self.result_lists());
        plan.take(self.operand_lists(0..self.operands.len()));
        plan.drop_misfits(self.rule);
        plan
    }

    /// As one operand is, then as the others are, then as the results are to be.
    fn of_operand(&self, first: usize) -> Plan {
        let mut plan = self.undivided();
        plan.take(self.operand_lists(first..first + 1));
        plan.take(self.operand_lists(0..self.operands.len()));
        plan.take(self.result_lists());
        plan.drop_misfits(self.rule);
        plan
    }

    /// Plans that differ in the axes of one factor, and in those of others that had some of them.
    fn neighbours(&self, plan: &Plan) -> Vec<Plan> {
        let mut options = vec![HashSet::from([Vec::new()]); self.rule.factors.len()];
        for (factor, axes) in self.result_lists().into_iter().chain(self.operand_lists(0..self.operands.len())) {
            options[factor].insert(axes);
        }
        // What a whole dimension has to give up, another one may take.
        for axes in self.dimension_lists() {
            for (factor, options) in self.rule.factors.iter().zip(&mut options) {
                if factor.size.is_multiple_of(tile_count(&axes)) {
                    options.insert(axes.clone());
                }
            }
        }
        let mut found = Vec::new();
        for (factor, options) in options.into_iter().enumerate() {
            let mut options: Vec<_> = options.into_iter().filter(|axes| *axes != plan.axes[factor]).collect();
            options.sort_unstable();
            for axes in options {
                let mut other = plan.clone();
                for own in &mut other.axes {
                    own.truncate(own.iter().position(|axis| axes.contains(axis)).unwrap_or(own.len()));
                }
                other.axes[factor] = axes;
                other.drop_misfits(self.rule);
                found.push(other);
            }
        }
        found
    }

    fn result_lists(&self) -> Vec<(usize, Vec<Axis>)> {
        let arrays = self.results.iter().zip(&self.rule.results);
        longest_first(arrays.flat_map(|(array, dims)| self.lists(array, dims)).collect())
    }

    fn operand_lists(&self, range: std::ops::Range<usize>) -> Vec<(usize, Vec<Axis>)> {
        let arrays = self.operands[range.clone()].iter().zip(&self.rule.operands[range]);
        let arrays = arrays.filter_map(|(array, dims)| array.as_ref().map(|array| (array, dims)));
        longest_first(arrays.flat_map(|(array, dims)| self.lists(array, dims)).collect())
    }

    /// The axes of all dimensions of arrays.
    fn dimension_lists(&self) -> Vec<Vec<Axis>> {
        let arrays = self.operands.iter().flatten().chain(&self.results);
        let all = arrays.flat_map(|array| &array.tiles.dims).map(|axes| without(axes, &self.manual));
        all.filter(|axes| !axes.is_empty()).collect()
    }

    /// The factors that an array has axes for.
    fn lists(&self, array: &Array, dims: &[Vec<usize>]) -> Vec<(usize, Vec<Axis>)> {
        let all = array.tiles.dims.iter().map(|axes| without(axes, &self.manual));
        all.zip(dims).flat_map(|(axes, factors)| divide_axes(&axes, factors, self.rule)).collect()
    }
}

fn longest_first(mut lists: Vec<(usize, Vec<Axis>)>) -> Vec<(usize, Vec<Axis>)> {
    lists.sort_by_key(|(_, axes)| Reverse(axes.len()));
    lists
}

impl Plan {
    /// Gives factors their axes, of those that no other one has.
    fn take(&mut self, lists: Vec<(usize, Vec<Axis>)>) {
        for (factor, axes) in lists {
            self.assign(factor, &axes);
        }
    }

    /// Gives a factor without axes these, up to the first that another one has.
    fn assign(&mut self, factor: usize, axes: &[Axis]) {
        if self.axes[factor].is_empty() {
            let is_free = |axis: &&Axis| !self.axes.iter().any(|axes| axes.contains(axis));
            self.axes[factor] = axes.iter().take_while(is_free).copied().collect();
        }
    }

    /// A dimension of several factors can be divided by one only where those before it are divided to single elements.
    /// What that drops for one array may be what another's dimension needs, so that all are looked at again.
    fn drop_misfits(&mut self, rule: &Rule) {
        while self.drop_one_misfit(rule) {}
    }

    fn drop_one_misfit(&mut self, rule: &Rule) -> bool {
        for factors in rule.operands.iter().chain(&rule.results).flatten() {
            let is_divided = |&&factor: &&usize| tile_count(&self.axes[factor]) == rule.factors[factor].size;
            let behind = factors.iter().skip_while(is_divided).skip(1);
            let misfit = behind.copied().find(|&factor| !self.axes[factor].is_empty());
            if let Some(misfit) = misfit {
                self.axes[misfit].clear();
                return true;
            }
        }
        false
    }

    /// The tiles of an array whose dimensions have these factors.
    pub fn tiles(&self, dims: &[Vec<usize>], manual: &[Axis]) -> TileAxes {
        let axes = |factors: &Vec<usize>| factors.iter().flat_map(|&factor| self.axes[factor].clone()).collect();
        TileAxes { dims: dims.iter().map(axes).collect(), manual: manual.to_vec() }
    }

    /// The axes along which results are partial.
    pub fn reduced_axes(&self, rule: &Rule) -> Vec<Axis> {
        let reduced = rule.factors.iter().zip(&self.axes).filter(|(factor, _)| factor.is_reduced);
        reduced.flat_map(|(_, axes)| axes.clone()).collect()
    }
}
