//! Partial results: what an operation is given beyond the array's end, and how the devices' results become one.

use super::plan::Plan;
use super::{Body, Value, cost, part_shape};
use crate::hlo::{
    ArrayLiteral, ArrayShape, Axis, BinaryOp, ComparisonDirection, ElementType, InstructionId, Op, Shape, TileAxes,
    tile_count,
};
use crate::passes::spmd::rule::{Rule, Start};

impl Body<'_, '_> {
    /// The operation of which each device has a part of the range of reduced factors.
    pub fn partial_operation(
        &mut self,
        id: InstructionId,
        rule: &Rule,
        plan: &Plan,
        shape: Shape,
        mut operands: Vec<InstructionId>,
    ) -> InstructionId {
        let op = rule.combiner.unwrap_or(BinaryOp::Add);
        for index in rule.summed.operands.clone() {
            for (dimension, factors) in rule.operands[index].iter().enumerate() {
                let &[factor] = factors.as_slice() else { continue };
                if rule.factors[factor].is_reduced && !rule.reaches.iter().any(|reach| reach.factor == factor) {
                    let size = rule.factors[factor].size;
                    let filling = self.filling(rule, op, operands[index]);
                    operands[index] = self.masked(operands[index], dimension, size, &plan.axes[factor], filling);
                }
            }
        }
        self.start_neutrally(id, rule, op, &plan.reduced_axes(rule), &mut operands);
        self.local_operation(id, rule, plan, shape, operands)
    }

    /// What adds nothing to a result.
    fn filling(&self, rule: &Rule, op: BinaryOp, operand: InstructionId) -> ArrayLiteral {
        let element_type = self.local.get(operand).array().element_type;
        if rule.summed.by_products { zero(element_type) } else { op.identity(element_type) }
    }

    /// Lets what results begin with count once.
    fn start_neutrally(
        &mut self,
        id: InstructionId,
        rule: &Rule,
        op: BinaryOp,
        axes: &[Axis],
        operands: &mut [InstructionId],
    ) {
        let Some(Start::Applied(start) | Start::Held(start)) = rule.start else { return };
        if axes.is_empty() || self.is_neutral(self.whole().operand(id, start), op) {
            return;
        }
        let element_type = self.local.get(operands[start]).array().element_type;
        let neutral = self.builder().constant(op.identity(element_type));
        operands[start] = match rule.start {
            Some(Start::Held(_)) => self.on_first_device(operands[start], neutral, axes),
            Some(Start::Applied(_)) | None => neutral,
        };
    }

    /// The value on the first device along axes, and another element in its places on others.
    pub fn on_first_device(&mut self, value: InstructionId, other: InstructionId, axes: &[Axis]) -> InstructionId {
        let index = self.tile_index(axes);
        let mut b = self.builder();
        let dims = b.dims(value);
        let zero = b.scalar_integer(ElementType::S32, 0);
        let is_first = b.compare(ComparisonDirection::Eq, index, zero);
        let (is_first, other) = (b.splat(is_first, &dims), b.splat(other, &dims));
        b.select(is_first, value, other)
    }

    /// The value with `filling` in what lies beyond the end of a dimension of `size` elements.
    fn masked(
        &mut self,
        id: InstructionId,
        dimension: usize,
        size: usize,
        axes: &[Axis],
        filling: ArrayLiteral,
    ) -> InstructionId {
        let dims = self.local.get(id).array().dims.clone();
        let tile = dims[dimension];
        if size.is_multiple_of(tile) && size / tile == tile_count(axes) {
            return id;
        }
        let offset = self.tile_offset(axes, tile);
        let mut b = self.builder();
        let positions = b.iota(ElementType::S32, &dims, dimension);
        let offset = b.splat(offset, &dims);
        let positions = b.add_values(positions, offset);
        let end = b.scalar_integer(ElementType::S32, size as i64);
        let end = b.splat(end, &dims);
        let is_inside = b.compare(ComparisonDirection::Lt, positions, end);
        let filling = b.constant(filling);
        let filling = b.splat(filling, &dims);
        b.select(is_inside, id, filling)
    }

    /// Whether a value changes nothing, however often it is applied.
    pub fn is_neutral(&self, value: InstructionId, op: BinaryOp) -> bool {
        let whole = self.whole();
        if let Op::Broadcast { .. } = whole.op(value) {
            return self.is_neutral(whole.operand(value, 0), op);
        }
        let Op::Constant(literal) = whole.op(value) else { return false };
        literal.as_array().is_some_and(|array| op.is_neutral(array))
    }

    /// Applies what was left out of the parts.
    pub fn apply_start(&mut self, id: InstructionId, rule: &Rule, op: BinaryOp, value: &mut Value) {
        let Some(Start::Applied(start)) = rule.start else { return };
        let init = self.whole().operand(id, start);
        if self.is_neutral(init, op) {
            return;
        }
        let init = self.value(init).id;
        let mut b = self.builder();
        let dims = b.dims(value.id);
        let init = b.splat(init, &dims);
        value.id = b.binary(op, init, value.id);
    }

    /// Combines partial results along axes. Where the result is to be divided by some of them, each device gets its
    /// tile alone.
    pub fn combine(&mut self, value: &mut Value, whole: &ArrayShape, wanted: &TileAxes, axes: &[Axis], op: BinaryOp) {
        let combination = Combination::of(whole, &value.tiles[0], wanted, axes);
        for (dimension, scattered) in &combination.scattered {
            value.tiles[0].dims[*dimension].extend(scattered);
            let tile = whole.dims[*dimension].div_ceil(value.tiles[0].tiles(*dimension));
            let filled = self.fill_up(value.id, *dimension, tile * tile_count(scattered));
            value.id = self.reduce_scatter(filled, scattered, *dimension, op);
        }
        if !combination.left.is_empty() {
            value.id = self.all_reduce(value.id, &combination.left, op);
        }
    }
}

/// How partial results along axes become one.
pub struct Combination {
    /// Dimensions along which each device gets its tile alone.
    scattered: Vec<(usize, Vec<Axis>)>,
    left: Vec<Axis>,
}

impl Combination {
    pub fn of(whole: &ArrayShape, tiles: &TileAxes, wanted: &TileAxes, axes: &[Axis]) -> Combination {
        let mut combination = Combination { scattered: Vec::new(), left: axes.to_vec() };
        for dimension in 0..wanted.rank() {
            let has = &tiles.dims[dimension];
            let missing = wanted.dims[dimension].strip_prefix(&has[..]).unwrap_or(&[]);
            let count = missing.iter().take_while(|axis| combination.left.contains(axis)).count();
            let scattered = missing[..count].to_vec();
            let size = whole.dims[dimension];
            let nests = has.is_empty() || size.is_multiple_of(tile_count(has) * tile_count(&scattered));
            if !scattered.is_empty() && nests {
                combination.left.retain(|axis| !scattered.contains(axis));
                combination.scattered.push((dimension, scattered));
            }
        }
        combination
    }

    /// Of an array of which devices have tiles.
    pub fn cost(&self, whole: &ArrayShape, tiles: &TileAxes) -> u64 {
        let mut tiles = tiles.clone();
        let mut cost = 0;
        for (dimension, axes) in &self.scattered {
            cost += cost::reduce_scatter(part_shape(whole, &tiles).byte_size() as u64, tile_count(axes));
            tiles.dims[*dimension].extend(axes);
        }
        if !self.left.is_empty() {
            cost += cost::all_reduce(part_shape(whole, &tiles).byte_size() as u64, tile_count(&self.left));
        }
        cost
    }

    /// What devices have afterwards.
    pub fn tiles(&self, mut tiles: TileAxes) -> TileAxes {
        for (dimension, axes) in &self.scattered {
            tiles.dims[*dimension].extend(axes);
        }
        tiles
    }
}

pub fn zero(element_type: ElementType) -> ArrayLiteral {
    ArrayLiteral::zeros(&ArrayShape::scalar(element_type))
}
