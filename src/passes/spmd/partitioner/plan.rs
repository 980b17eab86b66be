//! By which axes an operation is divided: the axes of each of its factors.
//!
//! 1. A reduced factor that all its operands are divided by already is divided so: their partial results are combined.
//! 2. Other factors are divided as the results are to be.
//! 3. A reduced factor that some operands are divided by is, where combining results moves less than gathering those.
//! 4. A factor that operands are divided by is, too, where results are no larger: they are gathered instead.

use super::{Body, part_shape};
use crate::hlo::{ArrayShape, Axis, ElementType, InstructionId, TileAxes, tile_count};
use crate::passes::spmd::flow::leaf_arrays;
use crate::passes::spmd::propagation::divide_axes;
use crate::passes::spmd::rule::Rule;

/// The axes of an operation's factors.
pub struct Plan {
    pub axes: Vec<Vec<Axis>>,
}

/// What a plan is made from.
pub struct Choice<'c> {
    pub rule: &'c Rule,
    /// The shapes of whole operands, and what the device has of them.
    pub operands: Vec<(ArrayShape, TileAxes)>,
    /// Of results, what it is to have.
    pub results: Vec<(ArrayShape, TileAxes)>,
}

impl Choice<'_> {
    pub fn plan(&self) -> Plan {
        let mut plan = Plan { axes: vec![Vec::new(); self.rule.factors.len()] };
        let factors = 0..self.rule.factors.len();
        let (reduced, kept): (Vec<usize>, Vec<usize>) = factors.partition(|&f| self.rule.factors[f].is_reduced);
        for &factor in &reduced {
            let agreed = self.agreed_axes(factor);
            plan.assign(factor, &agreed);
        }
        for &factor in &kept {
            let wanted = self.longest(&self.results, &self.rule.results, factor);
            plan.assign(factor, &wanted);
        }
        for &factor in reduced.iter().filter(|&&factor| self.pays_to_reduce(factor)) {
            let has = self.longest(&self.operands, &self.rule.operands, factor);
            plan.assign(factor, &has);
        }
        for &factor in kept.iter().filter(|&&factor| self.pays_to_gather_results(factor)) {
            let has = self.longest(&self.operands, &self.rule.operands, factor);
            plan.assign(factor, &has);
        }
        plan.drop_misfits(self.rule);
        plan
    }

    /// The axes that every operand with this factor has for it.
    fn agreed_axes(&self, factor: usize) -> Vec<Axis> {
        let mut all = self.axes_of(&self.operands, &self.rule.operands, factor);
        let Some(first) = all.pop() else { return Vec::new() };
        let common =
            |a: Vec<Axis>, b: Vec<Axis>| a.iter().zip(&b).take_while(|(a, b)| a == b).map(|(a, _)| *a).collect();
        all.into_iter().fold(first, common)
    }

    fn longest(&self, arrays: &[(ArrayShape, TileAxes)], dims: &[Vec<Vec<usize>>], factor: usize) -> Vec<Axis> {
        self.axes_of(arrays, dims, factor).into_iter().max_by_key(Vec::len).unwrap_or_default()
    }

    /// The axes of a factor in each array that has it.
    fn axes_of(&self, arrays: &[(ArrayShape, TileAxes)], dims: &[Vec<Vec<usize>>], factor: usize) -> Vec<Vec<Axis>> {
        let mut found = Vec::new();
        for ((_, tiles), dims) in arrays.iter().zip(dims) {
            let Some(dimension) = dims.iter().position(|factors| factors.contains(&factor)) else { continue };
            let parts = divide_axes(&tiles.dims[dimension], &dims[dimension], self.rule);
            found.push(parts.into_iter().find(|(of, _)| *of == factor).map(|(_, axes)| axes).unwrap_or_default());
        }
        found
    }

    /// Elements of the operands that would be gathered if a factor were not divided.
    fn gathered(&self, factor: usize) -> usize {
        let mut bytes = 0;
        for ((whole, tiles), dims) in self.operands.iter().zip(&self.rule.operands) {
            let dimension = dims.iter().position(|factors| factors.contains(&factor));
            if let Some(dimension) = dimension.filter(|&dimension| !tiles.dims[dimension].is_empty()) {
                bytes += part_shape(whole, tiles).byte_size() * tile_count(&tiles.dims[dimension]);
            }
        }
        bytes
    }

    fn result_bytes(&self) -> usize {
        self.results.iter().map(|(whole, tiles)| part_shape(whole, tiles).byte_size()).sum()
    }

    /// An all-reduce moves a result twice.
    fn pays_to_reduce(&self, factor: usize) -> bool {
        self.rule.combiner.is_some() && 2 * self.result_bytes() <= self.gathered(factor)
    }

    fn pays_to_gather_results(&self, factor: usize) -> bool {
        self.result_bytes() <= self.gathered(factor)
    }
}

impl Plan {
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
}

impl Body<'_, '_> {
    /// The plan of an instruction, from what its operands are and its results are to be.
    pub fn plan(&self, id: InstructionId, rule: &Rule) -> Plan {
        let whole = self.whole();
        let arrays = |value: InstructionId, tiles: Vec<TileAxes>| {
            let shapes = leaf_arrays(whole.shape(value));
            shapes.into_iter().zip(tiles).collect::<Vec<_>>()
        };
        let mut operands = Vec::new();
        for &operand in whole.operands(id) {
            let is_array = whole.shape(operand).as_array().is_some();
            let mut leaves = arrays(operand, self.value(operand).tiles);
            // Of tuples and tokens nothing is divided.
            operands.push(match leaves.pop() {
                Some(leaf) if is_array => leaf,
                _ => (ArrayShape::scalar(ElementType::Pred), TileAxes::replicated(0)),
            });
        }
        Choice { rule, operands, results: arrays(id, self.wanted(id)) }.plan()
    }
}
