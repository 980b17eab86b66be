//! Copies where a buffer would be overwritten while its value is still wanted.
//!
//! A while's state element lives in one buffer before, in and after the loop; a branch's result in the conditional's;
//! an updated operand in its update's; a program's result in memory of its own. Where lifetimes allow that, nothing
//! is copied, and loops run in place. Needs schedules, and keeps them.

use super::Pass;
use super::buffers::{Coalescer, Link, LinkKind, ValueId, Values};
use crate::hlo::{
    ArrayShape, Computation, Diagnostic, Diagnostics, Instruction, InstructionId, Module, Op, Shape, ShapeIndex,
};
use std::collections::BTreeMap;

pub const PASS: Pass = Pass {
    name: "copy-insertion",
    description: "Copies values whose buffer would be overwritten while they are still wanted.",
    run,
};

/// Copies resolve the conflicts of one round; their own ones are rare and resolved in the next.
const MAX_ROUNDS: usize = 8;

pub fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    for round in 0..MAX_ROUNDS {
        if !insert_copies(module) {
            return Ok(round > 0);
        }
    }
    let location = &module.entry().get(module.entry().root()).location;
    Err(Diagnostic::bug("copy-insertion does not come to an end", location).into())
}

/// One round: finds what cannot share, and copies it.
fn insert_copies(module: &mut Module) -> bool {
    let plan = plan(module);
    let changed = !plan.is_empty();
    for (kind, copies) in plan {
        match kind {
            LinkKind::WhileInit(computation, id) => copy_while_init(module.computation_mut(computation), id, &copies),
            LinkKind::Root(computation) => copy_root(module.computation_mut(computation), &copies),
            LinkKind::InPlace(computation, id, operand) => {
                copy_operand(module.computation_mut(computation), id, operand);
            }
        }
    }
    changed
}

/// Which leaves are copied at one place, in an order in which no copy overwrites what a later one reads.
type Plan = BTreeMap<LinkKind, Vec<LeafCopy>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LeafCopy {
    leaf: usize,
    /// The source is overwritten by an earlier copy of the same place: it is saved before all of them.
    through_temporary: bool,
}

fn plan(module: &Module) -> Plan {
    let values = Values::of(module);
    let mut sharing = Coalescer::new(&values);
    let mut failed: BTreeMap<LinkKind, Vec<Link>> = BTreeMap::new();
    for link in &values.links {
        if !link.same_layout || !sharing.try_merge(link.from, link.to) {
            failed.entry(link.kind).or_default().push(*link);
        }
    }
    failed.into_iter().map(|(kind, links)| (kind, in_safe_order(&links, &sharing))).collect()
}

/// Orders copies so that each source is read before its buffer is overwritten; cycles go through temporaries.
fn in_safe_order(links: &[Link], sharing: &Coalescer<'_>) -> Vec<LeafCopy> {
    let set = |id: ValueId| sharing.set_of(id);
    let mut waiting: Vec<(Link, bool)> = links.iter().map(|&link| (link, false)).collect();
    let mut order = Vec::new();
    while !waiting.is_empty() {
        let reads = |reader: &(Link, bool), link: &Link| {
            !reader.1 && reader.0.leaf != link.leaf && set(reader.0.from) == set(link.to)
        };
        let free = waiting.iter().position(|(link, _)| !waiting.iter().any(|other| reads(other, link)));
        let next = free.unwrap_or_else(|| {
            let blocked = waiting[0].0;
            waiting.iter_mut().for_each(|other| other.1 |= reads(other, &blocked));
            0
        });
        let (link, through_temporary) = waiting.remove(next);
        order.push(LeafCopy { leaf: link.leaf, through_temporary });
    }
    order
}

fn copy_while_init(computation: &mut Computation, id: InstructionId, copies: &[LeafCopy]) {
    let init = computation.operand(id, 0);
    let shape = computation.shape(id).clone();
    let mut added = Vec::new();
    let copied = copy_leaves(computation, init, &shape, copies, &mut added);
    computation.set_operands(id, vec![copied]);
    schedule_before(computation, id, &added);
}

fn copy_root(computation: &mut Computation, copies: &[LeafCopy]) {
    let root = computation.root();
    let shape = computation.shape(root).clone();
    let mut added = Vec::new();
    let copied = copy_leaves(computation, root, &shape, copies, &mut added);
    computation.set_root(copied);
    if let Some(schedule) = &mut computation.schedule {
        schedule.extend(added);
    }
}

fn copy_operand(computation: &mut Computation, id: InstructionId, operand: usize) {
    let source = computation.operand(id, operand);
    let mut added = Vec::new();
    let copy = add(computation, source, Op::Copy, copied_shape(computation, id, source), vec![source], &mut added);
    computation.replace_operand(id, operand, copy);
    schedule_before(computation, id, &added);
}

/// The source's shape in the layout of the result that takes over the copy.
fn copied_shape(computation: &Computation, id: InstructionId, source: InstructionId) -> Shape {
    let shape = computation.shape(source);
    match (shape, computation.shape(id)) {
        (Shape::Array(from), Shape::Array(to)) if from.dims == to.dims => {
            Shape::Array(ArrayShape { layout: to.layout.clone(), ..from.clone() })
        }
        _ => shape.clone(),
    }
}

fn schedule_before(computation: &mut Computation, id: InstructionId, added: &[InstructionId]) {
    let Some(schedule) = &mut computation.schedule else { return };
    let at = schedule.iter().position(|&i| i == id).unwrap_or(schedule.len());
    schedule.splice(at..at, added.iter().copied());
}

/// A value like `source`, of this shape, with some leaves copied. New instructions are listed in order of execution.
fn copy_leaves(
    computation: &mut Computation,
    source: InstructionId,
    shape: &Shape,
    copies: &[LeafCopy],
    added: &mut Vec<InstructionId>,
) -> InstructionId {
    let leaves: Vec<(ShapeIndex, Shape)> =
        shape.leaves().into_iter().map(|(path, leaf)| (path, leaf.clone())).collect();
    let mut copied: BTreeMap<ShapeIndex, InstructionId> = BTreeMap::new();
    for copy in copies.iter().filter(|c| c.through_temporary) {
        let (path, leaf) = &leaves[copy.leaf];
        let value = element(computation, source, path, added);
        copied.insert(path.clone(), add(computation, source, Op::Copy, leaf.clone(), vec![value], added));
    }
    for copy in copies {
        let (path, leaf) = &leaves[copy.leaf];
        let value = match copied.get(path) {
            Some(&temporary) => temporary,
            None => element(computation, source, path, added),
        };
        copied.insert(path.clone(), add(computation, source, Op::Copy, leaf.clone(), vec![value], added));
    }
    assemble(computation, source, shape, &mut Vec::new(), &copied, added)
}

/// The part of a value at a path.
fn element(
    computation: &mut Computation,
    value: InstructionId,
    path: &[usize],
    added: &mut Vec<InstructionId>,
) -> InstructionId {
    let Some((&index, rest)) = path.split_first() else { return value };
    let part = match computation.op(value) {
        Op::Tuple => computation.operand(value, index),
        _ => {
            let shape = computation.shape(value).as_tuple().expect("a path into a tuple")[index].clone();
            add(computation, value, Op::GetTupleElement { index }, shape, vec![value], added)
        }
    };
    element(computation, part, rest, added)
}

fn assemble(
    computation: &mut Computation,
    source: InstructionId,
    shape: &Shape,
    path: &mut ShapeIndex,
    copied: &BTreeMap<ShapeIndex, InstructionId>,
    added: &mut Vec<InstructionId>,
) -> InstructionId {
    if let Some(&copy) = copied.get(path) {
        return copy;
    }
    let parts = match shape {
        Shape::Tuple(parts) if copied.keys().any(|key| key.starts_with(path)) => parts,
        Shape::Tuple(_) | Shape::Array(_) | Shape::Token => return element(computation, source, path, added),
    };
    let mut operands = Vec::with_capacity(parts.len());
    for (index, part) in parts.iter().enumerate() {
        path.push(index);
        operands.push(assemble(computation, source, part, path, copied, added));
        path.pop();
    }
    let shape = Shape::Tuple(operands.iter().map(|&o| computation.shape(o).clone()).collect());
    add(computation, source, Op::Tuple, shape, operands, added)
}

/// Adds an instruction at the location of another.
fn add(
    computation: &mut Computation,
    near: InstructionId,
    op: Op,
    shape: Shape,
    operands: Vec<InstructionId>,
    added: &mut Vec<InstructionId>,
) -> InstructionId {
    let location = computation.get(near).location.clone();
    let id = computation.add(Instruction::new(op, shape, operands).at(&location));
    added.push(id);
    id
}
