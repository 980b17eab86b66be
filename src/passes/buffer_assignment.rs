//! Where every value lives: arguments, results and constants in memory of their own, everything else in one arena
//! whose bytes are reused as values die.

use super::buffers::{Coalescer, Link, Values};
use crate::hlo::{ALIGNMENT, ComputationId, Diagnostic, Diagnostics, InstructionId, Module, Op};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;

/// A part of an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Slice {
    /// Index into [`BufferAssignment::allocations`].
    pub allocation: usize,
    pub offset: usize,
    pub size: usize,
}

/// Memory that a run needs as one block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allocation {
    pub kind: AllocationKind,
    pub size: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AllocationKind {
    /// Argument; leaves of all parameters are counted together.
    Parameter(usize),
    /// Leaf of the result that has memory of its own.
    Output(usize),
    /// Index into [`BufferAssignment::constants`].
    Constant(usize),
    /// The arena.
    Temporary,
}

/// The memory plan of a module.
pub struct BufferAssignment {
    pub allocations: Vec<Allocation>,
    /// Constant instructions, by the index that allocations use.
    pub constants: Vec<(ComputationId, InstructionId)>,
    /// Allocation of each leaf of the result; `None` for tokens.
    pub outputs: Vec<Option<usize>>,
    slices: HashMap<(ComputationId, InstructionId), Vec<Slice>>,
    /// Buffers in the arena: slice, lifetime, the instruction that the buffer is named after.
    arena: Vec<Tenant>,
}

/// A buffer in the arena.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tenant {
    /// The instruction that the buffer is named after.
    pub name: String,
    pub size: usize,
    pub offset: usize,
    /// First and last moment of its life, in steps of the schedule.
    pub from: usize,
    pub to: usize,
    #[serde(skip)]
    set: usize,
}

/// What the plan says, without the instructions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub allocations: Vec<Allocation>,
    /// Most bytes of the arena that are live at a time: no packing can be smaller.
    pub peak: usize,
    /// The arena's buffers, largest first.
    pub tenants: Vec<Tenant>,
}

impl Report {
    fn bytes(&self, wanted: fn(AllocationKind) -> bool) -> usize {
        self.allocations.iter().filter(|a| wanted(a.kind)).map(|a| a.size).sum()
    }

    pub fn argument_bytes(&self) -> usize {
        self.bytes(|kind| matches!(kind, AllocationKind::Parameter(_)))
    }

    /// Results with memory of their own.
    pub fn result_bytes(&self) -> usize {
        self.bytes(|kind| matches!(kind, AllocationKind::Output(_)))
    }

    pub fn constant_bytes(&self) -> usize {
        self.bytes(|kind| matches!(kind, AllocationKind::Constant(_)))
    }

    pub fn arena_bytes(&self) -> usize {
        self.bytes(|kind| kind == AllocationKind::Temporary)
    }

    /// What the arena would take if no byte were used twice.
    pub fn arena_bytes_without_reuse(&self) -> usize {
        self.tenants.iter().map(|tenant| tenant.size).sum()
    }

    /// Sums, a line each.
    pub fn totals(&self) -> String {
        let totals = [
            ("arguments", self.argument_bytes()),
            ("results", self.result_bytes()),
            ("constants", self.constant_bytes()),
            ("arena", self.arena_bytes()),
            ("arena without reuse", self.arena_bytes_without_reuse()),
            ("most live at a time", self.peak),
        ];
        totals.into_iter().map(|(name, bytes)| format!("{name:<20} {bytes:>14} bytes\n")).collect()
    }
}

/// Totals, allocations, then the arena's buffers.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.totals())?;
        for (index, allocation) in self.allocations.iter().enumerate() {
            writeln!(f, "allocation {index}: {}, {} bytes", allocation.kind, allocation.size)?;
        }
        for Tenant { name, size, offset, from, to, .. } in &self.tenants {
            writeln!(f, "  [{offset}, {}) in steps {from} to {to}: %{name}, {size} bytes", offset + size)?;
        }
        Ok(())
    }
}

impl fmt::Display for AllocationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AllocationKind::Parameter(number) => write!(f, "argument {number}"),
            AllocationKind::Output(leaf) => write!(f, "result {leaf}"),
            AllocationKind::Constant(index) => write!(f, "constant {index}"),
            AllocationKind::Temporary => f.write_str("arena"),
        }
    }
}

impl BufferAssignment {
    /// Plans the memory of a scheduled module after copy insertion.
    ///
    /// # Errors
    /// Values that must share memory and cannot: a bug in copy insertion.
    pub fn of(module: &Module) -> Result<BufferAssignment, Diagnostics> {
        let values = Values::of(module);
        let mut sharing = Coalescer::new(&values);
        for link in &values.links {
            if !sharing.try_merge(link.from, link.to) {
                return Err(cannot_share(module, &values, link));
            }
        }
        for reader in &values.readers {
            if values.get(reader.operand).bytes == values.get(reader.result).bytes {
                sharing.try_merge(reader.operand, reader.result);
            }
        }
        Ok(assign(module, &values, &sharing))
    }

    /// Slices of an executed instruction's leaves.
    pub fn slices(&self, computation: ComputationId, instruction: InstructionId) -> &[Slice] {
        &self.slices[&(computation, instruction)]
    }

    /// Bytes of the arena.
    pub fn arena_bytes(&self) -> usize {
        self.allocations.iter().filter(|a| a.kind == AllocationKind::Temporary).map(|a| a.size).sum()
    }

    /// The plan for people and tools.
    pub fn report(&self) -> Report {
        let mut tenants = self.arena.clone();
        tenants.sort_by_key(|t| (std::cmp::Reverse(t.size), t.from, t.set));
        Report { allocations: self.allocations.clone(), peak: self.peak(), tenants }
    }

    /// Most bytes of the arena that are live at a time: no packing can be smaller.
    pub fn peak(&self) -> usize {
        let mut changes: Vec<(usize, isize)> =
            self.arena.iter().flat_map(|t| [(t.from, t.size as isize), (t.to + 1, -(t.size as isize))]).collect();
        changes.sort_unstable();
        let sums = changes.iter().scan(0isize, |live, &(_, change)| {
            *live += change;
            Some(*live)
        });
        sums.max().unwrap_or(0) as usize
    }
}

fn cannot_share(module: &Module, values: &Values, link: &Link) -> Diagnostics {
    let name = |id| {
        let place = values.get(id).place;
        module.computation(place.computation).get(place.instruction).name().clone()
    };
    let message = format!("%{} and %{} must share memory, and both live at a time", name(link.from), name(link.to));
    let place = values.get(link.from).place;
    let location = &module.computation(place.computation).get(place.instruction).location;
    Diagnostic::bug(message, location).into()
}

fn assign(module: &Module, values: &Values, sharing: &Coalescer<'_>) -> BufferAssignment {
    let mut assignment = BufferAssignment {
        allocations: Vec::new(),
        constants: Vec::new(),
        outputs: Vec::new(),
        slices: HashMap::new(),
        arena: Vec::new(),
    };
    let mut slice_of_set: HashMap<usize, Slice> = HashMap::new();
    for set in sharing.sets() {
        match own_allocation(module, values, sharing, set, &mut assignment.constants) {
            Some(kind) => {
                let size = set_bytes(values, sharing, set);
                let allocation = assignment.allocations.len();
                assignment.allocations.push(Allocation { kind, size });
                slice_of_set.insert(set, Slice { allocation, offset: 0, size });
            }
            None => assignment.arena.push(tenant(module, values, sharing, set)),
        }
    }
    let arena_size = pack(&mut assignment.arena);
    let allocation = assignment.allocations.len();
    assignment.allocations.push(Allocation { kind: AllocationKind::Temporary, size: arena_size });
    for tenant in &assignment.arena {
        slice_of_set.insert(tenant.set, Slice { allocation, offset: tenant.offset, size: tenant.size });
    }
    let slice_of = |value| Slice { size: values.get(value).bytes, ..slice_of_set[&sharing.set_of(value)] };
    values.for_each_held(|computation, instruction, held| {
        let slices = held.iter().map(|&value| slice_of(value)).collect();
        assignment.slices.insert((computation, instruction), slices);
    });
    assignment.outputs = outputs(module, &assignment);
    assignment
}

/// The allocation of values that do not live in the arena.
fn own_allocation(
    module: &Module,
    values: &Values,
    sharing: &Coalescer<'_>,
    set: usize,
    constants: &mut Vec<(ComputationId, InstructionId)>,
) -> Option<AllocationKind> {
    if let Some(number) = sharing.parameter(set) {
        return Some(AllocationKind::Parameter(number));
    }
    if let Some(leaf) = sharing.output(set) {
        return Some(AllocationKind::Output(leaf));
    }
    let place = values.get(sharing.members(set)[0]).place;
    if let Op::Constant(_) = module.computation(place.computation).op(place.instruction) {
        constants.push((place.computation, place.instruction));
        return Some(AllocationKind::Constant(constants.len() - 1));
    }
    None
}

fn set_bytes(values: &Values, sharing: &Coalescer<'_>, set: usize) -> usize {
    sharing.members(set).iter().map(|&m| values.get(m).bytes).max().unwrap_or(0)
}

fn tenant(module: &Module, values: &Values, sharing: &Coalescer<'_>, set: usize) -> Tenant {
    let members = sharing.members(set).iter().map(|&m| values.get(m));
    let place = values.get(sharing.members(set)[0]).place;
    Tenant {
        set,
        name: module.computation(place.computation).get(place.instruction).name().to_string(),
        size: set_bytes(values, sharing, set),
        offset: 0,
        from: members.clone().map(|v| v.defined).min().unwrap_or(0),
        to: members.map(|v| v.last_use).max().unwrap_or(0).min(values.end()),
    }
}

/// Largest first, each at the lowest offset that is free throughout its life. Returns the arena's size.
fn pack(tenants: &mut [Tenant]) -> usize {
    let mut order: Vec<usize> = (0..tenants.len()).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(tenants[i].size), tenants[i].from, tenants[i].set));
    // Placed tenants as (offset, end, from, to), sorted by offset.
    let mut placed: Vec<(usize, usize, usize, usize)> = Vec::new();
    for index in order {
        let tenant = &mut tenants[index];
        let size = tenant.size.next_multiple_of(ALIGNMENT);
        tenant.offset = lowest_gap(&placed, size, tenant.from, tenant.to);
        let entry = (tenant.offset, tenant.offset + size, tenant.from, tenant.to);
        placed.insert(placed.partition_point(|p| *p < entry), entry);
    }
    placed.iter().map(|p| p.1).max().unwrap_or(0)
}

fn lowest_gap(placed: &[(usize, usize, usize, usize)], size: usize, from: usize, to: usize) -> usize {
    let mut offset = 0;
    for &(start, end, other_from, other_to) in placed {
        let lives_at_the_same_time = other_from <= to && from <= other_to;
        if !lives_at_the_same_time {
            continue;
        }
        if start >= offset + size {
            break;
        }
        offset = offset.max(end);
    }
    offset
}

fn outputs(module: &Module, assignment: &BufferAssignment) -> Vec<Option<usize>> {
    let root = module.entry().root();
    let leaves = module.entry().shape(root).leaves();
    let slices = assignment.slices(module.entry_id(), root);
    leaves.iter().zip(slices).map(|((_, leaf), slice)| leaf.as_array().map(|_| slice.allocation)).collect()
}
