//! Which instructions become one kernel.

use super::access::Access;
use super::output::is_within_row;
use super::reach::Reach;
use super::role::{Role, role};
use crate::hlo::{ArrayShape, Computation, InstructionId, Op};
use std::collections::{BTreeSet, HashMap, HashSet};

/// A kernel takes so many arguments at most.
const MAX_INPUTS: usize = 48;
const MAX_MEMBERS: usize = 256;
/// Ways to read one value in a kernel; each computes it anew.
const MAX_ACCESSES: usize = 6;
/// Results that are written side by side because they read the same.
const MAX_OUTPUTS: usize = 4;
/// What costs less than this may be computed more than once.
const CHEAP: usize = 4;
/// Times that a cheap value may be computed.
const CHEAP_REPEATS: usize = 2;
/// Times that a value along a row may be computed: by reductions of the row and by what follows them.
const ROW_REPEATS: usize = 4;
/// Bytes of a row that stays in the first-level cache between them.
const ROW_BYTES: usize = 1 << 15;
/// Elements that one thread may reduce while the others wait.
const SERIAL_ELEMENTS: usize = 1 << 15;
/// How often an array is repeated where reading it again costs next to nothing.
const SPREAD: usize = 16;
/// Kernels looked at that read what a value is computed from, the next ones in the program.
const NEIGHBORS: usize = 8;
/// Instructions looked at before a cycle is assumed.
const SEARCH_LIMIT: usize = 4000;

/// Instructions of one kernel.
pub struct Group {
    /// Values that the kernel writes; the first decides its loops.
    pub outputs: Vec<InstructionId>,
    /// How each member is read. Members come users first.
    pub(super) accesses: HashMap<InstructionId, Vec<Access>>,
    /// What members read from memory.
    inputs: HashSet<InstructionId>,
    /// The product or convolution whose result the kernel finishes.
    pub contraction: Option<InstructionId>,
}

impl Group {
    /// A group that is to write this value.
    fn of(output: InstructionId) -> Group {
        Group { outputs: vec![output], accesses: HashMap::new(), inputs: HashSet::new(), contraction: None }
    }

    pub fn contains(&self, id: InstructionId) -> bool {
        self.accesses.contains_key(&id)
    }

    pub fn len(&self) -> usize {
        self.accesses.len()
    }

    /// What the kernel computes, operands first.
    pub fn members(&self, reach: &Reach) -> Vec<InstructionId> {
        let mut members: Vec<InstructionId> = self.accesses.keys().copied().collect();
        members.sort_unstable_by_key(|&id| reach.place(id));
        members
    }

    /// One more result. The last one stays last where a template writes it first.
    fn add_output(&mut self, id: InstructionId) {
        let at = self.outputs.len() - usize::from(self.contraction.is_some());
        self.outputs.insert(at, id);
    }

    /// Whether the value has to be there before the kernel begins: its template reads it.
    fn feeds_contraction(&self, computation: &Computation, id: InstructionId) -> bool {
        self.contraction.is_some_and(|contraction| computation.operands(contraction).contains(&id))
    }

    pub(super) fn root(&self) -> InstructionId {
        self.outputs[0]
    }

    fn add(&mut self, computation: &Computation, id: InstructionId, accesses: Vec<Access>) {
        self.accesses.insert(id, accesses);
        self.inputs.remove(&id);
        let outside = computation.operands(id).iter().copied().filter(|operand| !self.accesses.contains_key(operand));
        self.inputs.extend(outside);
    }

    pub(super) fn has_room(&self, computation: &Computation, id: InstructionId) -> bool {
        self.len() < MAX_MEMBERS && self.inputs.len() + computation.operands(id).len() <= MAX_INPUTS
    }

    /// All ways in which members read a value.
    pub(super) fn reads(&self, computation: &Computation, id: InstructionId) -> Vec<Access> {
        let mut reads: Vec<Access> = Vec::new();
        for &user in computation.users(id) {
            let Some(of_user) = self.accesses.get(&user) else { continue };
            let positions = (0..computation.operands(user).len()).filter(|&i| computation.operand(user, i) == id);
            for (position, access) in positions.flat_map(|i| of_user.iter().map(move |access| (i, access))) {
                let read = access.of_operand(computation, user, position);
                if !reads.contains(&read) {
                    reads.push(read);
                }
            }
        }
        reads
    }
}

/// The groups of a computation.
pub struct Groups {
    pub groups: Vec<Group>,
    /// Groups that compute an instruction, by its number.
    memberships: Vec<Vec<usize>>,
    pub(super) reach: Reach,
}

impl Groups {
    pub fn of(computation: &Computation) -> Groups {
        let order = computation.post_order();
        let memberships = vec![Vec::new(); computation.id_bound()];
        let mut groups = Groups { groups: Vec::new(), memberships, reach: Reach::of(&order) };
        for id in order.into_iter().rev() {
            groups.place(computation, id);
        }
        groups
    }

    fn place(&mut self, computation: &Computation, id: InstructionId) {
        let role = role(computation, id);
        match role {
            Role::Alone => return,
            Role::Contraction => return self.place_contraction(computation, id),
            Role::Pointwise { .. } | Role::Movement | Role::Reduction => {}
        }
        let readers = self.readers(computation, id);
        let outside = self.is_read_outside(computation, id);
        let takers: Vec<usize> = readers.iter().copied().filter(|&g| self.takes(computation, g, id, role)).collect();
        let copied = is_free_to_copy(computation, id, role);
        if !outside && takers.len() == readers.len() && (takers.len() == 1 || copied) {
            return takers.into_iter().for_each(|g| self.join(computation, g, id));
        }
        if copied {
            takers.into_iter().for_each(|g| self.join(computation, g, id));
        }
        self.give_home(computation, id, role, &readers);
    }

    /// Makes one group write the value to memory.
    fn give_home(&mut self, computation: &Computation, id: InstructionId, role: Role, readers: &BTreeSet<usize>) {
        let home = match role {
            Role::Reduction => self.sibling(computation, id),
            _ => {
                let reader = readers.iter().copied().find(|&g| self.can_write(computation, g, id));
                reader.or_else(|| self.beside(computation, id, role))
            }
        };
        let identity = || vec![Access::identity(computation.get(id).array().rank())];
        match home {
            Some(g) => {
                self.groups[g].add_output(id);
                self.insert(computation, g, id, identity());
                self.reach.join(&self.groups[g].outputs);
            }
            None => {
                self.groups.push(Group::of(id));
                self.insert(computation, self.groups.len() - 1, id, identity());
            }
        }
    }

    pub(super) fn join(&mut self, computation: &Computation, g: usize, id: InstructionId) {
        let reads = self.groups[g].reads(computation, id);
        self.insert(computation, g, id, reads);
    }

    fn insert(&mut self, computation: &Computation, g: usize, id: InstructionId, accesses: Vec<Access>) {
        self.groups[g].add(computation, id, accesses);
        self.memberships[id.0 as usize].push(g);
    }

    fn memberships(&self, id: InstructionId) -> &[usize] {
        &self.memberships[id.0 as usize]
    }

    /// Groups with a member that reads the value.
    pub(super) fn readers(&self, computation: &Computation, id: InstructionId) -> BTreeSet<usize> {
        computation.users(id).iter().flat_map(|&user| self.memberships(user).iter().copied()).collect()
    }

    /// Whether something that is in no group reads the value.
    pub(super) fn is_read_outside(&self, computation: &Computation, id: InstructionId) -> bool {
        let alone = |&user: &InstructionId| self.memberships(user).is_empty();
        computation.root() == id || computation.users(id).iter().any(alone)
    }

    /// Whether a group's kernel computes the value well.
    fn takes(&self, computation: &Computation, g: usize, id: InstructionId, role: Role) -> bool {
        let group = &self.groups[g];
        if !group.has_room(computation, id) || group.feeds_contraction(computation, id) {
            return false;
        }
        let reads = group.reads(computation, id);
        let root = computation.get(group.root()).array();
        let shape = computation.get(id).array();
        let repeats = repeats(&reads, root, shape);
        match role {
            Role::Reduction => {
                repeats <= 1
                    && reads.len() == 1
                    && is_parallel(computation, &reads[0], root, id)
                    && group.contraction.is_none_or(|of| is_within_row(computation, &reads[0], root, of))
            }
            _ if reads.len() > MAX_ACCESSES => false,
            _ if repeats <= 1 => true,
            Role::Pointwise { cost } if cost >= CHEAP => is_in_row(&reads, shape) && repeats <= ROW_REPEATS,
            Role::Pointwise { .. } | Role::Movement if reads.iter().all(|read| read.by_rows) => repeats <= ROW_REPEATS,
            Role::Pointwise { .. } | Role::Movement => repeats <= CHEAP_REPEATS,
            Role::Contraction | Role::Alone => false,
        }
    }

    /// Whether a group that reads the value could write it as well: same loops, and nothing between the value and the
    /// group.
    fn can_write(&self, computation: &Computation, g: usize, id: InstructionId) -> bool {
        let group = &self.groups[g];
        let root = group.root();
        let same_loops = computation.get(root).array().dims == computation.get(id).array().dims
            && computation.get(root).array().layout == computation.get(id).array().layout;
        same_loops
            && group.has_room(computation, id)
            && !group.feeds_contraction(computation, id)
            && role(computation, root) != Role::Reduction
            && group.reads(computation, id).iter().all(Access::is_identity)
            && !self.reaches(computation, id, g)
    }

    /// A group that reads what the value is computed from, element by element in the same loops.
    fn beside(&self, computation: &Computation, id: InstructionId, role: Role) -> Option<usize> {
        let Role::Pointwise { .. } = role else { return None };
        let dims = &computation.get(id).array().dims;
        let alike = |&operand: &InstructionId| computation.shape(operand).as_array().is_some_and(|a| a.dims == *dims);
        let operands = computation.operands(id).iter().copied().filter(alike);
        let users = operands.flat_map(|operand| computation.users(operand).iter().copied());
        let mut looked_at = HashSet::new();
        let groups = users.flat_map(|user| self.memberships(user).iter().copied());
        groups.filter(|&g| looked_at.insert(g)).take(NEIGHBORS).find(|&g| {
            let group = &self.groups[g];
            group.outputs.len() < MAX_OUTPUTS && group.contraction.is_none() && self.can_write(computation, g, id)
        })
    }

    /// A group of reductions over the same dimensions of the same operand.
    fn sibling(&self, computation: &Computation, id: InstructionId) -> Option<usize> {
        let operand = computation.operand(id, 0);
        let others = computation.users(operand).iter().copied().filter(|&other| other != id);
        let similar = others.filter(|&other| reduces_alike(computation, id, other));
        let homes = similar.flat_map(|other| {
            let is_home = move |&g: &usize| self.groups[g].root() == other;
            self.memberships(other).iter().copied().filter(is_home)
        });
        homes.into_iter().find(|&g| !self.reaches(computation, id, g))
    }

    /// Whether a group depends on the value by way of something outside of it. Groups count as one: what one member
    /// reads, all results of the group wait for.
    pub(super) fn reaches(&self, computation: &Computation, id: InstructionId, g: usize) -> bool {
        let mut stack: Vec<InstructionId> = Vec::new();
        for &user in computation.users(id) {
            // What the group has, another may have a copy of.
            let others = self.memberships(user).iter().filter(|&&h| h != g);
            stack.extend(others.flat_map(|&h| self.groups[h].outputs.iter().copied()));
            stack.extend(Some(user).filter(|&user| !self.groups[g].contains(user)));
        }
        let last = self.groups[g].outputs.iter().map(|&output| self.reach.place(output)).max();
        let leads_there = |id: InstructionId| Some(self.reach.earliest_dependent(id)) <= last;
        let mut seen = vec![false; self.memberships.len()];
        let mut seen_groups = vec![false; self.groups.len()];
        let mut left = SEARCH_LIMIT;
        while let Some(next) = stack.pop() {
            if self.memberships(next).contains(&g) || left == 0 {
                return true;
            }
            if leads_there(next) && !std::mem::replace(&mut seen[next.0 as usize], true) {
                left -= 1;
                stack.extend(computation.users(next));
                let groups = self.memberships(next).iter().filter(|&&h| !std::mem::replace(&mut seen_groups[h], true));
                let together = groups.flat_map(|&h| &self.groups[h].outputs);
                stack.extend(together.flat_map(|&output| computation.users(output)));
            }
        }
        false
    }
}

/// Times that each element is computed, rounded up.
fn repeats(reads: &[Access], root: &ArrayShape, shape: &ArrayShape) -> usize {
    let evaluations: usize = reads.iter().map(|read| read.evaluations(root)).sum();
    evaluations.div_ceil(shape.element_count().max(1))
}

/// Reads along rows that a kernel keeps in a buffer between its loops.
fn is_in_row(reads: &[Access], shape: &ArrayShape) -> bool {
    let row = shape.dims.last().map_or(0, |&d| d * shape.element_type.byte_width());
    row <= ROW_BYTES && reads.iter().all(|read| read.by_rows)
}

/// Whether enough rows are reduced side by side, or little enough in all.
fn is_parallel(computation: &Computation, read: &Access, root: &ArrayShape, id: InstructionId) -> bool {
    let input = computation.get(computation.operand(id, 0)).array().element_count();
    input <= SERIAL_ELEMENTS || (read.evaluations(root) >= 16 && (read.by_rows || read.is_identity()))
}

fn reduces_alike(computation: &Computation, a: InstructionId, b: InstructionId) -> bool {
    let shape = |id: InstructionId| computation.shape(computation.operand(id, 0)).as_array();
    match (computation.op(a), computation.op(b)) {
        (Op::Reduce { dimensions: x, .. }, Op::Reduce { dimensions: y, .. }) => {
            x == y && shape(a) == shape(b) && computation.shape(b).as_array().is_some()
        }
        _ => false,
    }
}

/// Whether computing the value again is as good as reading it: it makes its elements out of nothing or little.
fn is_free_to_copy(computation: &Computation, id: InstructionId, role: Role) -> bool {
    let operands = computation.operands(id);
    let size = computation.get(id).array().byte_size();
    match role {
        Role::Movement => match computation.op(id) {
            Op::Gather { .. } | Op::Concatenate { .. } | Op::Pad { .. } => false,
            _ => operands.iter().all(|&operand| computation.shape(operand).byte_size() <= size),
        },
        Role::Pointwise { cost } => {
            let large = operands.iter().filter(|&&operand| !is_spread(computation, operand, size));
            cost < CHEAP && large.count() <= 1
        }
        Role::Reduction | Role::Contraction | Role::Alone => false,
    }
}

/// Whether a value of this size is made of far less: of a scalar, or of an array that is repeated.
fn is_spread(computation: &Computation, id: InstructionId, size: usize) -> bool {
    let source = match computation.op(id) {
        Op::Broadcast { .. } => computation.operand(id, 0),
        _ => id,
    };
    let shape = computation.shape(source);
    shape.as_array().is_some_and(ArrayShape::is_scalar) || shape.byte_size() <= size / SPREAD
}
