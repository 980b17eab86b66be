//! Which devices have equal values.
//!
//! Devices are in one class of an instruction if its value is the same on all of them whatever the arguments are. What
//! follows from its operands alone is alike where those are; what a collective gives is alike where the same values
//! meet.

use super::device_values::MAX_DEVICES;
use super::graph::Graph;
use crate::hlo::{Collective, CollectiveKind, ComputationId, DeviceCounts, InstructionId, Module, Op, OpClass};
use std::collections::HashMap;
use std::hash::Hash;

/// For each instruction of a computation the class of every device: the first device of the class.
pub(super) struct Replication {
    classes: HashMap<InstructionId, Vec<usize>>,
}

impl Replication {
    /// None for more devices than are looked at one by one.
    pub fn of(graph: &Graph) -> Option<Replication> {
        if graph.module.device_count() > MAX_DEVICES {
            return None;
        }
        let mut replication = Replication { classes: HashMap::new() };
        for id in graph.post_order() {
            let classes = replication.classes_of(graph, id);
            replication.classes.insert(id, classes);
        }
        Some(replication)
    }

    /// Whether a value is the same on all members of each group.
    pub fn is_alike(&self, id: InstructionId, groups: &[Vec<usize>]) -> bool {
        let Some(classes) = self.classes.get(&id) else { return false };
        groups.iter().all(|group| group.iter().all(|&device| classes[device] == classes[group[0]]))
    }

    /// A value stands for another one from now on.
    pub fn replaced(&mut self, old: InstructionId, new: InstructionId) {
        if let Some(classes) = self.classes.remove(&old) {
            self.classes.insert(new, classes);
        }
    }

    fn classes_of(&self, graph: &Graph, id: InstructionId) -> Vec<usize> {
        let counts = graph.module.device_counts();
        let devices = 0..counts.devices();
        match graph.op(id) {
            Op::ReplicaId => numbered(devices.map(|device| counts.replica_of(device))),
            Op::PartitionId => numbered(devices.map(|device| counts.partition_of(device))),
            Op::Collective(op) => {
                let operands = self.of_operands(graph, id, counts);
                exchanged(op, &operands, counts).unwrap_or_else(|| devices.collect())
            }
            op if follows_from_operands(graph.module, op) => self.of_operands(graph, id, counts),
            _ => devices.collect(),
        }
    }

    /// Classes of devices that have all operands alike.
    fn of_operands(&self, graph: &Graph, id: InstructionId, counts: DeviceCounts) -> Vec<usize> {
        let operands: Vec<&Vec<usize>> = graph.operands(id).iter().map(|operand| &self.classes[operand]).collect();
        numbered((0..counts.devices()).map(|device| operands.iter().map(|classes| classes[device]).collect::<Vec<_>>()))
    }
}

/// The first device with the same key, for each.
fn numbered<K: Hash + Eq>(keys: impl Iterator<Item = K>) -> Vec<usize> {
    let mut first = HashMap::new();
    keys.enumerate().map(|(device, key)| *first.entry(key).or_insert(device)).collect()
}

/// Classes of what a collective gives, by those of what it takes; none where its groups do not fit the devices.
fn exchanged(op: &Collective, operands: &[usize], counts: DeviceCounts) -> Option<Vec<usize>> {
    let groups = op.device_groups(counts).ok()?;
    let mut keys = vec![None; counts.devices()];
    for (source, target) in op.device_pairs(counts) {
        keys[target] = Some((0, operands[source]));
    }
    // The first group in which the same values meet, for each.
    let met = numbered(groups.iter().map(|group| group.iter().map(|&member| operands[member]).collect::<Vec<_>>()));
    for (group, met) in groups.iter().zip(met) {
        for (position, &device) in group.iter().enumerate() {
            keys[device] = match op.kind {
                CollectiveKind::AllGather { .. } | CollectiveKind::AllReduce { .. } => Some((0, met)),
                CollectiveKind::CollectiveBroadcast => Some((0, operands[group[0]])),
                CollectiveKind::AllToAll { .. }
                | CollectiveKind::RaggedAllToAll
                | CollectiveKind::ReduceScatter { .. } => Some((position, met)),
                CollectiveKind::CollectivePermute { .. } => keys[device],
            };
        }
    }
    Some(numbered(keys.into_iter()))
}

/// Whether equal operands give equal results on all devices.
fn follows_from_operands(module: &Module, op: &Op) -> bool {
    match op.class() {
        OpClass::Leaf => !matches!(op, Op::Parameter { .. }),
        OpClass::Algorithm => !matches!(op, Op::Rng { .. }),
        OpClass::Elementwise | OpClass::Movement | OpClass::Indexing | OpClass::Contraction | OpClass::Structure => {
            true
        }
        OpClass::Application => op.called_computations().iter().all(|&callee| is_function(module, callee)),
        OpClass::Control => false,
    }
}

/// Whether a computation gives the same for the same arguments on all devices.
fn is_function(module: &Module, id: ComputationId) -> bool {
    let computation = module.computation(id);
    let is_plain = |op: &Op| matches!(op, Op::Parameter { .. }) || follows_from_operands(module, op);
    computation.ids().all(|id| is_plain(computation.op(id)))
}
