//! Loops, branches, tuples and annotations: what only passes values on.

use super::{Body, Value, part_of};
use crate::hlo::{Axis, InstructionId, Op, Shape, TileAxes};
use crate::passes::spmd::annotation::without;
use crate::passes::spmd::flow::{leaf_arrays, leaves_before};

impl Body<'_, '_> {
    /// An operand in another sharding, leaf by leaf.
    pub fn operand_as(&mut self, operand: InstructionId, wanted: &[TileAxes]) -> InstructionId {
        let value = self.value(operand);
        let whole = self.whole().shape(operand).clone();
        self.value_as(&value, &whole, wanted)
    }

    /// A value in another sharding, leaf by leaf.
    pub fn value_as(&mut self, value: &Value, whole: &Shape, wanted: &[TileAxes]) -> InstructionId {
        let is_right = value.tiles.iter().zip(wanted).all(|(has, wants)| has.dims == wants.dims);
        if is_right {
            return value.id;
        }
        match whole {
            Shape::Array(array) => self.reshard(value.id, array, &value.tiles[0], &wanted[0]),
            Shape::Tuple(parts) => {
                let mut elements = Vec::new();
                for (index, part) in parts.iter().enumerate() {
                    let leaves = leaves_before(whole, index)..leaves_before(whole, index + 1);
                    let id = self.builder().get_tuple_element(value.id, index);
                    let element = Value { id, tiles: value.tiles[leaves.clone()].to_vec() };
                    elements.push(self.value_as(&element, part, &wanted[leaves]));
                }
                self.builder().tuple(&elements)
            }
            Shape::Token => value.id,
        }
    }

    /// An instruction that passes on what it is given, in the shardings that its result is to have.
    pub fn passing(&mut self, id: InstructionId) -> Value {
        let tiles = self.wanted(id);
        let whole = self.whole();
        let mut leaf = 0;
        let mut operands = Vec::new();
        for &operand in whole.operands(id) {
            let count = leaf_arrays(whole.shape(operand)).len();
            operands.push(self.operand_as(operand, &tiles[leaf..leaf + count]));
            leaf += count;
        }
        let shape = part_of(whole.shape(id), &mut tiles.iter());
        Value { id: self.add_like(id, whole.op(id).clone(), shape, operands), tiles }
    }

    pub fn get_tuple_element(&mut self, id: InstructionId, index: usize) -> Value {
        let whole = self.whole();
        let tuple = self.value(whole.operand(id, 0));
        let before = leaves_before(whole.shape(whole.operand(id, 0)), index);
        let tiles = tuple.tiles[before..before + leaf_arrays(whole.shape(id)).len()].to_vec();
        let shape = part_of(whole.shape(id), &mut tiles.iter());
        Value { id: self.add_like(id, Op::GetTupleElement { index }, shape, vec![tuple.id]), tiles }
    }

    /// A loop, call or branch: what it runs is partitioned already, and takes what its parameters say.
    pub fn running(&mut self, id: InstructionId) -> Value {
        let whole = self.whole();
        let op = whole.op(id).clone();
        let mut operands = whole.operands(id).to_vec();
        let mut local = Vec::new();
        if let Op::Conditional { .. } = op {
            let index = operands.remove(0);
            let tiles = vec![TileAxes::replicated(whole.shape(index).expect_array().rank())];
            local.push(self.operand_as(index, &tiles));
        }
        for operand in operands {
            // Tied to the parameter, and so is what is wanted of the operand itself.
            let tiles = self.wanted(operand);
            local.push(self.operand_as(operand, &tiles));
        }
        let tiles = self.wanted(id);
        let shape = part_of(whole.shape(id), &mut tiles.iter());
        Value { id: self.add_like(id, op, shape, local), tiles }
    }

    /// What costs nothing is done at once, and what users would do each for themselves. Where else an annotation asks
    /// for an exchange, its user chooses whether it reshards the value or what it makes of it.
    pub fn sharded(&mut self, id: InstructionId) -> Value {
        let (operand, tiles) = (self.whole().operand(id, 0), self.wanted(id));
        let value = self.value(operand);
        let Shape::Array(array) = self.whole().shape(operand) else { return value };
        let cost = self.reshard_cost(value.id, array, &value.tiles[0], &tiles[0]);
        match cost == 0 || self.is_shared(id, array.byte_size()) {
            true => Value { id: self.operand_as(operand, &tiles), tiles },
            false => value,
        }
    }

    /// Whether several users make of a value as much as it is.
    fn is_shared(&self, id: InstructionId, size: usize) -> bool {
        let whole = self.whole();
        let users = whole.users(id);
        users.len() > 1 && users.iter().map(|&user| whole.shape(user).byte_size().min(size)).sum::<usize>() >= size
    }

    /// Where a manual computation begins: the device's part of the array outside is its array inside.
    pub fn full_to_shard(&mut self, id: InstructionId) -> Value {
        let (operand, tiles) = (self.whole().operand(id, 0), self.wanted(id));
        let outside = TileAxes { dims: entering(&self.wanted(operand)[0], &tiles[0]), manual: Vec::new() };
        Value { id: self.operand_as(operand, &[outside]), tiles }
    }

    /// Where it ends: the device's array inside is its part of the array outside.
    pub fn shard_to_full(&mut self, id: InstructionId) -> Value {
        let (operand, tiles) = (self.whole().operand(id, 0), self.wanted(id));
        let manual = self.wanted(operand)[0].manual.clone();
        let dims = tiles[0].dims.iter().map(|axes| without(axes, &manual)).collect();
        let inside = TileAxes { dims, manual };
        let part = self.operand_as(operand, std::slice::from_ref(&inside));
        let left = TileAxes { dims: entering(&tiles[0], &inside), manual: Vec::new() };
        let array = self.whole().get(id).array().clone();
        Value { id: self.reshard(part, &array, &left, &tiles[0]), tiles }
    }
}

/// The manual axes of each dimension outside, then the axes inside.
fn entering(outside: &TileAxes, inside: &TileAxes) -> Vec<Vec<Axis>> {
    let manual = |axes: &[Axis]| axes.iter().copied().filter(|axis| inside.manual.contains(axis)).collect::<Vec<_>>();
    let pairs = outside.dims.iter().zip(&inside.dims);
    pairs.map(|(outside, inside)| [manual(outside), inside.clone()].concat()).collect()
}
