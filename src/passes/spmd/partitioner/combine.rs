//! Partial results: what an operation is given beyond the array's end, and how the devices' results become one.

use super::{Body, Value};
use crate::hlo::{
    ArrayLiteral, ArrayShape, Axis, BinaryOp, ComparisonDirection, ElementType, InstructionId, Op, Shape, TileAxes,
    tile_count,
};
use crate::passes::spmd::rule::Rule;

impl Body<'_, '_> {
    /// The operation of which each device has a part of the range of reduced factors.
    pub fn partial_operation(
        &mut self,
        id: InstructionId,
        rule: &Rule,
        axes: &[Vec<Axis>],
        shape: Shape,
        mut operands: Vec<InstructionId>,
    ) -> InstructionId {
        let whole = self.whole();
        let op = rule.combiner.unwrap_or(BinaryOp::Add);
        let reduces = matches!(whole.op(id), Op::Reduce { .. });
        let arrays = if reduces { 1 } else { operands.len() };
        for (index, operand) in operands.iter_mut().enumerate().take(arrays) {
            for (dimension, factors) in rule.operands[index].iter().enumerate() {
                let &[factor] = factors.as_slice() else { continue };
                if rule.factors[factor].is_reduced && !axes[factor].is_empty() {
                    let element_type = self.local.get(*operand).array().element_type;
                    // Products of zeros add nothing.
                    let filling = if reduces { identity(op, element_type) } else { zero(element_type) };
                    *operand = self.masked(*operand, dimension, rule.factors[factor].size, &axes[factor], filling);
                }
            }
        }
        if reduces && !self.starts_neutral(id, op) {
            let element_type = self.local.get(operands[1]).array().element_type;
            operands[1] = self.builder().constant(identity(op, element_type));
        }
        self.local_operation(id, rule, shape, operands)
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

    /// Whether a reduction's init value changes nothing, however often it is applied.
    fn starts_neutral(&self, id: InstructionId, op: BinaryOp) -> bool {
        let whole = self.whole();
        let Op::Constant(literal) = whole.op(whole.operand(id, 1)) else { return false };
        let Some(array) = literal.as_array() else { return false };
        let element_type = array.element_type();
        let is = |other: &ArrayLiteral| other.bytes()[..] == array.bytes()[..];
        is(&identity(op, element_type)) || (op == BinaryOp::Add && is(&zero(element_type)))
    }

    /// Applies an init value that was left out of the parts.
    pub fn apply_init(&mut self, id: InstructionId, op: BinaryOp, value: &mut Value) {
        let whole = self.whole();
        if !matches!(whole.op(id), Op::Reduce { .. }) || self.starts_neutral(id, op) {
            return;
        }
        let init = self.value(whole.operand(id, 1)).id;
        let mut b = self.builder();
        let dims = b.dims(value.id);
        let init = b.splat(init, &dims);
        value.id = b.binary(op, init, value.id);
    }

    /// Combines partial results along axes. Where the result is to be divided by some of them, each device gets its
    /// tile alone.
    pub fn combine(&mut self, value: &mut Value, whole: &ArrayShape, wanted: &TileAxes, axes: &[Axis], op: BinaryOp) {
        let mut left = axes.to_vec();
        for dimension in 0..wanted.rank() {
            let has = &value.tiles[0].dims[dimension];
            let missing = wanted.dims[dimension].strip_prefix(&has[..]).unwrap_or(&[]);
            let count = missing.iter().take_while(|axis| left.contains(axis)).count();
            let scattered = missing[..count].to_vec();
            if scattered.is_empty() || !whole.dims[dimension].is_multiple_of(wanted.tiles(dimension)) {
                continue;
            }
            value.id = self.reduce_scatter(value.id, &scattered, dimension, op);
            left.retain(|axis| !scattered.contains(axis));
            value.tiles[0].dims[dimension].extend(scattered);
        }
        if !left.is_empty() {
            value.id = self.all_reduce(value.id, &left, op);
        }
    }
}

fn zero(element_type: ElementType) -> ArrayLiteral {
    ArrayLiteral::zeros(&ArrayShape::scalar(element_type))
}

/// What changes nothing under an operation.
fn identity(op: BinaryOp, element_type: ElementType) -> ArrayLiteral {
    match op {
        // Unlike +0, -0 leaves even -0 as it is.
        BinaryOp::Add if element_type.is_float() => ArrayLiteral::scalar_float(element_type, -0.0),
        BinaryOp::Multiply if element_type.is_float() || element_type.is_complex() => {
            ArrayLiteral::scalar_float(element_type, 1.0)
        }
        BinaryOp::Multiply => ArrayLiteral::scalar_integer(element_type, 1),
        BinaryOp::And if element_type == ElementType::Pred => ArrayLiteral::scalar_integer(element_type, 1),
        BinaryOp::And => ArrayLiteral::scalar_integer(element_type, -1),
        BinaryOp::Maximum => ArrayLiteral::scalar_least(element_type),
        BinaryOp::Minimum => ArrayLiteral::scalar_greatest(element_type),
        _ => zero(element_type),
    }
}
