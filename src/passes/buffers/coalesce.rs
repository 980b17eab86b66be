//! Sets of values that share a buffer, grown only where lifetimes allow it.

use super::{Pin, ValueId, Values};

/// A partition of the values into buffers.
pub struct Coalescer<'v> {
    values: &'v Values,
    parent: Vec<usize>,
    sets: Vec<Set>,
}

#[derive(Clone, Default)]
struct Set {
    members: Vec<ValueId>,
    parameter: Option<usize>,
    output: Option<usize>,
}

impl<'v> Coalescer<'v> {
    /// Each value alone, but for those that are bound together.
    pub fn new(values: &'v Values) -> Coalescer<'v> {
        let count = values.bound_of_ids();
        let mut coalescer = Coalescer { values, parent: (0..count).collect(), sets: vec![Set::default(); count] };
        for id in values.ids() {
            coalescer.sets[id.index()] = singleton(values, id);
        }
        for &(a, b) in &values.bound {
            coalescer.merge(a, b);
        }
        coalescer
    }

    /// Lets two values share, if no two members of their sets live at the same time.
    pub fn try_merge(&mut self, a: ValueId, b: ValueId) -> bool {
        if self.set_of(a) != self.set_of(b) && self.interfere(a, b) {
            return false;
        }
        self.merge(a, b);
        true
    }

    /// Index of the set that a value is in.
    pub fn set_of(&self, id: ValueId) -> usize {
        let mut index = id.index();
        while self.parent[index] != index {
            index = self.parent[index];
        }
        index
    }

    pub fn members(&self, set: usize) -> &[ValueId] {
        &self.sets[set].members
    }

    /// The argument whose memory the set lives in.
    pub fn parameter(&self, set: usize) -> Option<usize> {
        self.sets[set].parameter
    }

    /// The result leaf that the set is.
    pub fn output(&self, set: usize) -> Option<usize> {
        self.sets[set].output
    }

    /// Indices of all sets, in order of their first value.
    pub fn sets(&self) -> Vec<usize> {
        (0..self.parent.len()).filter(|&i| self.parent[i] == i && !self.sets[i].members.is_empty()).collect()
    }

    fn merge(&mut self, a: ValueId, b: ValueId) {
        let (a, b) = (self.set_of(a), self.set_of(b));
        if a == b {
            return;
        }
        let (into, from) = (a.min(b), a.max(b));
        self.parent[from] = into;
        let absorbed = std::mem::take(&mut self.sets[from]);
        let set = &mut self.sets[into];
        set.members.extend(absorbed.members);
        set.parameter = set.parameter.or(absorbed.parameter);
        set.output = set.output.or(absorbed.output);
    }

    fn interfere(&self, a: ValueId, b: ValueId) -> bool {
        let (a, b) = (&self.sets[self.set_of(a)], &self.sets[self.set_of(b)]);
        // Only the program's aliases put a result into an argument's memory.
        let is_pinned = |set: &Set| set.parameter.is_some() || set.output.is_some();
        (is_pinned(a) && is_pinned(b)) || a.members.iter().any(|&x| b.members.iter().any(|&y| self.overlap(x, y)))
    }

    fn overlap(&self, x: ValueId, y: ValueId) -> bool {
        let (a, b) = (self.values.get(x), self.values.get(y));
        let ((first, early), (second, late)) = if a.defined <= b.defined { ((x, a), (y, b)) } else { ((y, b), (x, a)) };
        let apart = early.last_use < late.defined;
        let touches = early.last_use == late.defined && early.defined < late.defined;
        !(apart || (touches && self.values.may_touch(first, second)))
    }
}

fn singleton(values: &Values, id: ValueId) -> Set {
    let (parameter, output) = match values.get(id).pin {
        Some(Pin::Parameter(number)) => (Some(number), None),
        Some(Pin::Output(leaf)) => (None, Some(leaf)),
        Some(Pin::Constant) | None => (None, None),
    };
    Set { members: vec![id], parameter, output }
}
