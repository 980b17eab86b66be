//! Parameters, constants and iotas: a device makes its part alone. Random numbers: one makes them for all.

use super::{Body, Value, part_of, part_shape};
use crate::hlo::{ArrayLiteral, Axis, BinaryOp, Bytes, ElementType, InstructionId, Literal, Op, TileAxes};
use crate::passes::spmd::annotation::{as_annotation, without};
use std::collections::HashSet;

impl Body<'_, '_> {
    pub fn parameter(&mut self, id: InstructionId) -> Value {
        let tiles = self.wanted(id);
        let shape = part_of(self.whole().shape(id), &mut tiles.iter());
        Value { id: self.add_like(id, self.whole().op(id).clone(), shape, Vec::new()), tiles }
    }

    /// One element that fills the array fills the part; of others the device has all, and cuts its part out.
    pub fn constant(&mut self, id: InstructionId, literal: &Literal) -> Value {
        let tiles = self.wanted(id);
        let Literal::Array(array) = literal else { return self.undivided_leaf(id) };
        if tiles[0].is_whole() || !array.is_splat() {
            return self.undivided_leaf(id);
        }
        let element = Bytes::copy_of(array.element_bytes(0));
        let scalar = ArrayLiteral::new(array.element_type(), [], element);
        let dims = part_shape(array.shape(), &tiles[0]).dims;
        let mut b = self.builder();
        let scalar = b.constant(scalar);
        Value { id: b.splat(scalar, &dims), tiles }
    }

    /// The first device's random numbers, for all: others would draw other ones. In a manual computation they may.
    pub fn drawn(&mut self, id: InstructionId) -> Value {
        let whole = self.whole();
        let wanted = self.wanted(id);
        let bounds = whole.operands(id).iter().map(|&bound| self.operand_as(bound, &[TileAxes::replicated(0)]));
        let bounds = bounds.collect();
        let array = whole.get(id).array();
        let mut drawn = self.add_like(id, whole.op(id).clone(), array.clone().into(), bounds);
        let axes = without(self.partitioner.mesh.axes(), &self.manual_axes(id));
        if !axes.is_empty() {
            let nothing = self.builder().constant(BinaryOp::Add.identity(array.element_type));
            let first = self.on_first_device(drawn, nothing, &axes);
            drawn = self.all_reduce(first, &axes, BinaryOp::Add);
        }
        let tiles = TileAxes { manual: wanted[0].manual.clone(), ..TileAxes::replicated(array.rank()) };
        Value { id: self.reshard(drawn, array, &tiles, &wanted[0]), tiles: wanted }
    }

    /// The axes of the manual computation that a value is in: those of what is made of it there.
    fn manual_axes(&self, id: InstructionId) -> Vec<Axis> {
        let whole = self.whole();
        let (mut work, mut seen) = (vec![id], HashSet::new());
        while let Some(value) = work.pop() {
            if let Some(tiles) = self.wanted(value).into_iter().find(|tiles| !tiles.manual.is_empty()) {
                return tiles.manual;
            }
            for &user in whole.users(value) {
                match as_annotation(whole.op(user)).map(|call| &*call.target) {
                    Some("SPMDShardToFullShape") => return self.partitioner.mesh.axes().to_vec(),
                    Some("SPMDFullToShardShape") => {}
                    Some(_) | None => work.extend(seen.insert(user).then_some(user)),
                }
            }
        }
        Vec::new()
    }

    fn undivided_leaf(&mut self, id: InstructionId) -> Value {
        let whole = self.whole();
        let tiles = self.wanted(id);
        let made = self.add_like(id, whole.op(id).clone(), whole.shape(id).clone(), Vec::new());
        let all = tiles.iter().map(|tiles| TileAxes::replicated(tiles.rank())).collect();
        let value = Value { id: made, tiles: all };
        Value { id: self.value_as(&value, whole.shape(id), &tiles), tiles }
    }

    /// Counts from where the tile begins; floats are made of integers, as a sum of two that are rounded is another.
    pub fn iota(&mut self, id: InstructionId, dimension: usize) -> Value {
        let tiles = self.wanted(id);
        let part = part_shape(self.whole().get(id).array(), &tiles[0]);
        let axes = tiles[0].dims[dimension].clone();
        if axes.is_empty() {
            return Value { id: self.add_like(id, Op::Iota { dimension }, part.into(), Vec::new()), tiles };
        }
        let counted = if part.element_type.is_integer() { part.element_type } else { ElementType::S32 };
        let offset = self.tile_offset(&axes, part.dims[dimension]);
        let mut b = self.builder();
        let places = b.iota(counted, &part.dims, dimension);
        let offset = b.convert(offset, counted);
        let offset = b.splat(offset, &part.dims);
        let numbers = b.add_values(places, offset);
        Value { id: b.convert(numbers, part.element_type), tiles }
    }
}
