//! The collectives that partitioning adds, and the numbers that tell a device its place.

use super::Body;
use crate::hlo::{
    ArrayShape, Axis, BinaryOp, Builder, Collective, CollectiveKind, ElementType, Instruction, InstructionId, Op,
    ReplicaGroups, Shape, TileDevices, merged_axes, tile_count,
};

impl Body<'_, '_> {
    /// Which tile along these axes is this device's, an `s32` scalar.
    pub fn tile_index(&mut self, axes: &[Axis]) -> InstructionId {
        let axes = merged_axes(axes);
        if let Some(&index) = self.tile_indices.get(&axes) {
            return index;
        }
        let devices = self.partitioner.mesh.device_count();
        let mut b = self.builder();
        let device = b.add(Op::PartitionId, &[], &Shape::scalar(ElementType::U32));
        let device = b.convert(device, ElementType::S32);
        let mut index = None;
        for &axis in &axes {
            let digit = digit(&mut b, device, axis, devices);
            index = Some(match index {
                None => digit,
                Some(before) => {
                    let size = b.scalar_integer(ElementType::S32, axis.size as i64);
                    let before = b.multiply(before, size);
                    b.add_values(before, digit)
                }
            });
        }
        let index = index.unwrap_or_else(|| b.scalar_integer(ElementType::S32, 0));
        self.tile_indices.insert(axes, index);
        index
    }

    /// Where a device's tile begins, of tiles of this size.
    pub fn tile_offset(&mut self, axes: &[Axis], tile: usize) -> InstructionId {
        let index = self.tile_index(axes);
        let mut b = self.builder();
        let tile = b.scalar_integer(ElementType::S32, tile as i64);
        b.multiply(index, tile)
    }

    /// Devices that differ along these axes alone, in the order in which the axes count.
    fn groups(&self, axes: &[Axis]) -> ReplicaGroups {
        let mesh = self.partitioner.mesh.fine();
        let axes = mesh.split_axes(axes).expect("axes of the mesh");
        let others = mesh.axes().iter().copied().filter(|axis| !axes.contains(axis));
        let members = tile_count(&axes);
        let order: Vec<Axis> = others.chain(axes.iter().copied()).collect();
        let devices = TileDevices::of_axes(&order);
        let replicas = self.partitioner.module.replica_count;
        match devices {
            TileDevices::Iota { reshape, permutation } if replicas == 1 => {
                ReplicaGroups::Iota { groups: mesh.device_count() / members, members, reshape, permutation }
            }
            devices => {
                let list = devices.list().unwrap_or_default();
                let of_replica = |replica: usize| {
                    let first = replica * mesh.device_count();
                    list.chunks(members).map(move |group| group.iter().map(|device| first + device).collect::<Vec<_>>())
                };
                ReplicaGroups::List((0..replicas).flat_map(of_replica).collect())
            }
        }
    }

    fn collective(
        &mut self,
        kind: CollectiveKind,
        axes: &[Axis],
        operand: InstructionId,
        dims: &[usize],
    ) -> InstructionId {
        let collective = Collective {
            kind,
            groups: self.groups(axes),
            channel_id: Some(self.partitioner.next_channel()),
            use_global_device_ids: true,
        };
        self.add_collective(collective, operand, dims)
    }

    fn add_collective(&mut self, collective: Collective, operand: InstructionId, dims: &[usize]) -> InstructionId {
        let element_type = self.local.get(operand).array().element_type;
        let shape = ArrayShape::new(element_type, dims);
        let op = Op::Collective(Box::new(collective));
        self.local.add(Instruction::new(op, shape, [operand]).at(&self.location))
    }

    fn dims(&self, id: InstructionId) -> Vec<usize> {
        self.local.get(id).array().dims.clone()
    }

    /// Tiles along these axes, one after another in this dimension.
    pub fn all_gather(&mut self, operand: InstructionId, axes: &[Axis], dimension: usize) -> InstructionId {
        let mut dims = self.dims(operand);
        dims[dimension] *= tile_count(axes);
        self.collective(CollectiveKind::AllGather { dimension }, axes, operand, &dims)
    }

    /// What devices along these axes have, combined.
    pub fn all_reduce(&mut self, operand: InstructionId, axes: &[Axis], op: BinaryOp) -> InstructionId {
        let array = self.local.get(operand).array().clone();
        let to_apply = self.partitioner.reducer(op, array.element_type);
        self.collective(CollectiveKind::AllReduce { to_apply }, axes, operand, &array.dims)
    }

    /// As an all-reduce, of which each device gets its tile in this dimension.
    pub fn reduce_scatter(
        &mut self,
        operand: InstructionId,
        axes: &[Axis],
        dimension: usize,
        op: BinaryOp,
    ) -> InstructionId {
        let mut array = self.local.get(operand).array().clone();
        array.dims[dimension] /= tile_count(axes);
        let to_apply = self.partitioner.reducer(op, array.element_type);
        self.collective(CollectiveKind::ReduceScatter { dimension, to_apply }, axes, operand, &array.dims)
    }

    /// Cuts dimension `to` into tiles along these axes, and puts the tiles of dimension `from` together.
    ///
    /// HLO exchanges and joins along one dimension: the tiles get one of their own in between.
    pub fn all_to_all(&mut self, operand: InstructionId, axes: &[Axis], from: usize, to: usize) -> InstructionId {
        let (dims, count) = (self.dims(operand), tile_count(axes));
        let rank = dims.len();
        let mut cut = dims.clone();
        cut.splice(to..=to, [count, dims[to] / count]);
        let mut b = self.builder();
        let cut = b.reshape(operand, &cut);
        let to_front: Vec<usize> = std::iter::once(to).chain((0..=rank).filter(|&d| d != to)).collect();
        let front = b.transpose(cut, &to_front);
        let front_dims = b.dims(front);
        let collective = Collective {
            kind: CollectiveKind::AllToAll { dimension: Some(0) },
            groups: self.groups(axes),
            channel_id: Some(self.partitioner.next_channel()),
            use_global_device_ids: false,
        };
        let exchanged = self.add_collective(collective, front, &front_dims);
        let mut b = self.builder();
        let back: Vec<usize> = (1..=from).chain([0]).chain(from + 1..=rank).collect();
        let joined = b.transpose(exchanged, &back);
        let mut dims = dims;
        dims[to] /= count;
        dims[from] *= count;
        b.reshape(joined, &dims)
    }

    /// Sends values from devices to others, given as pairs of source and target; who gets none has zeros.
    pub fn collective_permute(&mut self, operand: InstructionId, pairs: Vec<(usize, usize)>) -> InstructionId {
        let collective = Collective {
            kind: CollectiveKind::CollectivePermute { pairs },
            groups: ReplicaGroups::List(Vec::new()),
            channel_id: Some(self.partitioner.next_channel()),
            use_global_device_ids: false,
        };
        let dims = self.dims(operand);
        self.add_collective(collective, operand, &dims)
    }
}

/// The digit of a device's number along an axis.
fn digit(b: &mut Builder, device: InstructionId, axis: Axis, devices: usize) -> InstructionId {
    let Axis { stride, size } = axis;
    let mut digit = device;
    if stride > 1 {
        let stride = b.scalar_integer(ElementType::S32, stride as i64);
        digit = b.divide(digit, stride);
    }
    if stride * size < devices {
        let size = b.scalar_integer(ElementType::S32, size as i64);
        digit = b.binary(BinaryOp::Remainder, digit, size);
    }
    digit
}
