//! Modules: computations, the entry, and what is promised about its arguments and results.

use super::name::identifier;
use super::{Computation, ComputationId, DeviceCounts, ShapeIndex, ShardedSignature};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// An argument whose memory a result takes over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputOutputAlias {
    pub output: ShapeIndex,
    pub parameter: usize,
    pub parameter_index: ShapeIndex,
    /// The caller must donate; otherwise it may.
    pub must: bool,
}

/// A whole program.
#[derive(Clone, Debug)]
pub struct Module {
    pub name: Arc<str>,
    computations: Vec<Option<Computation>>,
    names: HashSet<Arc<str>>,
    entry: Option<ComputationId>,
    pub replica_count: usize,
    pub partition_count: usize,
    pub input_output_aliases: Vec<InputOutputAlias>,
    /// Arguments that may be overwritten, with no result bound to them.
    pub buffer_donors: Vec<usize>,
    pub frontend_attributes: BTreeMap<Arc<str>, Arc<str>>,
    /// Of a program that was partitioned: what its arguments and results are parts of.
    pub sharded_signature: Option<ShardedSignature>,
}

impl Module {
    pub fn new(name: impl Into<Arc<str>>) -> Module {
        Module {
            name: identifier(&name.into()),
            computations: Vec::new(),
            names: HashSet::new(),
            entry: None,
            replica_count: 1,
            partition_count: 1,
            input_output_aliases: Vec::new(),
            buffer_donors: Vec::new(),
            frontend_attributes: BTreeMap::new(),
            sharded_signature: None,
        }
    }

    /// Devices that run the program together.
    pub fn device_counts(&self) -> DeviceCounts {
        DeviceCounts { replicas: self.replica_count, partitions: self.partition_count }
    }

    /// How many these are.
    pub fn device_count(&self) -> usize {
        self.device_counts().devices()
    }

    /// Adds a computation; a number is appended to its name where that is taken.
    pub fn add_computation(&mut self, mut computation: Computation) -> ComputationId {
        let id = ComputationId(self.computations.len() as u32);
        if self.names.contains(&computation.name) {
            let numbered = (id.0..).map(|n| Arc::from(format!("{}.{n}", computation.name)));
            computation.name = numbered.into_iter().find(|n| !self.names.contains(n)).expect("numbers do not end");
        }
        self.names.insert(computation.name.clone());
        self.computations.push(Some(computation));
        id
    }

    pub fn computation(&self, id: ComputationId) -> &Computation {
        self.computations[id.0 as usize].as_ref().expect("a computation that is still there")
    }

    pub fn computation_mut(&mut self, id: ComputationId) -> &mut Computation {
        self.computations[id.0 as usize].as_mut().expect("a computation that is still there")
    }

    /// # Panics
    /// Before an entry is set: a bug in the builder.
    pub fn entry_id(&self) -> ComputationId {
        self.entry.expect("a finished module has an entry")
    }

    /// The entry, if one is set: for those who check it.
    pub fn try_entry_id(&self) -> Option<ComputationId> {
        self.entry
    }

    pub fn contains(&self, id: ComputationId) -> bool {
        self.computations.get(id.0 as usize).is_some_and(Option::is_some)
    }

    pub fn set_entry(&mut self, id: ComputationId) {
        self.entry = Some(id);
    }

    pub fn entry(&self) -> &Computation {
        self.computation(self.entry_id())
    }

    pub fn entry_mut(&mut self) -> &mut Computation {
        self.computation_mut(self.entry_id())
    }

    /// Living computations in order of creation.
    pub fn computation_ids(&self) -> Vec<ComputationId> {
        (0..self.computations.len() as u32)
            .map(ComputationId)
            .filter(|id| self.computations[id.0 as usize].is_some())
            .collect()
    }

    /// Computations reachable from the entry, callees before callers, the entry last.
    pub fn post_order(&self) -> Vec<ComputationId> {
        let mut done = HashSet::from([self.entry_id()]);
        let mut order = Vec::new();
        let mut stack = vec![(self.entry_id(), self.callees(self.entry_id()).into_iter())];
        while let Some((id, callees)) = stack.last_mut() {
            let id = *id;
            match callees.find(|callee| done.insert(*callee)) {
                Some(callee) => stack.push((callee, self.callees(callee).into_iter())),
                None => {
                    order.push(id);
                    stack.pop();
                }
            }
        }
        order
    }

    /// Computations that one computation calls, in the order of its instructions.
    fn callees(&self, id: ComputationId) -> Vec<ComputationId> {
        let computation = self.computation(id);
        computation.post_order().into_iter().flat_map(|id| computation.op(id).called_computations()).collect()
    }

    /// A copy of a computation under a name of its own; callees are shared.
    pub fn clone_computation(&mut self, id: ComputationId) -> ComputationId {
        let copy = self.computation(id).clone();
        self.add_computation(copy)
    }

    /// Drops computations that the entry does not reach; says whether there were any.
    pub fn remove_unreachable(&mut self) -> bool {
        let reached: HashSet<ComputationId> = self.post_order().into_iter().collect();
        let mut changed = false;
        for (i, slot) in self.computations.iter_mut().enumerate() {
            if !reached.contains(&ComputationId(i as u32))
                && let Some(dropped) = slot.take()
            {
                self.names.remove(&dropped.name);
                changed = true;
            }
        }
        changed
    }
}
