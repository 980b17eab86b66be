//! Modules: computations, the entry, and what is promised about its arguments and results.

use super::name::identifier;
use super::{Computation, ComputationId, ShapeIndex};
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
        }
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
        let mut done = HashSet::new();
        let mut order = Vec::new();
        self.visit_callees_first(self.entry_id(), &mut done, &mut order);
        order
    }

    fn visit_callees_first(
        &self,
        id: ComputationId,
        done: &mut HashSet<ComputationId>,
        order: &mut Vec<ComputationId>,
    ) {
        if !done.insert(id) {
            return;
        }
        let computation = self.computation(id);
        for instruction in computation.post_order() {
            for callee in computation.op(instruction).called_computations() {
                self.visit_callees_first(callee, done, order);
            }
        }
        order.push(id);
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
