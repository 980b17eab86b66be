//! Computations: an arena of instructions with users kept in step.

use super::name::identifier;
use super::{Instruction, InstructionId, LocationRef, Op, Shape};
use std::collections::HashSet;
use std::sync::Arc;

#[derive(Clone, Debug)]
struct Slot {
    instruction: Instruction,
    /// Instructions that read this one, each once, in no order.
    users: Vec<InstructionId>,
}

/// A function over values: parameters, instructions, one root.
#[derive(Clone, Debug)]
pub struct Computation {
    pub name: Arc<str>,
    slots: Vec<Option<Slot>>,
    root: Option<InstructionId>,
    names: HashSet<Arc<str>>,
    /// Order of execution, once scheduled.
    pub schedule: Option<Vec<InstructionId>>,
}

impl Computation {
    pub fn new(name: impl Into<Arc<str>>) -> Computation {
        Computation {
            name: identifier(&name.into()),
            slots: Vec::new(),
            root: None,
            names: HashSet::new(),
            schedule: None,
        }
    }

    /// Adds an instruction after its operands. Without a name of its own it is named after its operation.
    pub fn add(&mut self, mut instruction: Instruction) -> InstructionId {
        let id = InstructionId(self.slots.len() as u32);
        instruction.name = self.unique_name(&instruction, id);
        self.names.insert(instruction.name.clone());
        for operand in instruction.operands.iter().copied() {
            add_user(self.slot_mut(operand), id);
        }
        self.slots.push(Some(Slot { instruction, users: Vec::new() }));
        id
    }

    fn unique_name(&self, instruction: &Instruction, id: InstructionId) -> Arc<str> {
        let unnamed = instruction.name.is_empty();
        let wanted = if unnamed { Arc::from(instruction.op.name()) } else { identifier(&instruction.name) };
        if !unnamed && !self.names.contains(&wanted) {
            return wanted;
        }
        let numbered = (id.0..).map(|n| Arc::from(format!("{wanted}.{n}")));
        numbered.into_iter().find(|name| !self.names.contains(name)).expect("numbers do not end")
    }

    /// Adds an instruction and makes it the root.
    pub fn add_root(&mut self, instruction: Instruction) -> InstructionId {
        let id = self.add(instruction);
        self.root = Some(id);
        id
    }

    /// Adds the parameter of this number.
    pub fn add_parameter(&mut self, number: usize, shape: impl Into<Shape>, location: &LocationRef) -> InstructionId {
        self.add(Instruction::new(Op::Parameter { number }, shape, []).at(location).named(format!("Arg_{number}")))
    }

    /// The value behind conversions to the type that it has.
    pub fn unconverted(&self, id: InstructionId) -> InstructionId {
        match self.op(id) {
            Op::Convert if self.shape(self.operand(id, 0)).same_type(self.shape(id)) => {
                self.unconverted(self.operand(id, 0))
            }
            _ => id,
        }
    }

    /// The value that the computation returns.
    ///
    /// # Panics
    /// Before a root is set: a bug in the builder.
    pub fn root(&self) -> InstructionId {
        self.root.expect("a finished computation has a root")
    }

    /// The root, if one is set: for those who check it.
    pub fn try_root(&self) -> Option<InstructionId> {
        self.root
    }

    pub fn set_root(&mut self, id: InstructionId) {
        self.root = Some(id);
    }

    pub fn contains(&self, id: InstructionId) -> bool {
        self.slots.get(id.0 as usize).is_some_and(Option::is_some)
    }

    fn slot(&self, id: InstructionId) -> &Slot {
        self.slots[id.0 as usize].as_ref().expect("an instruction that is still there")
    }

    fn slot_mut(&mut self, id: InstructionId) -> &mut Slot {
        self.slots[id.0 as usize].as_mut().expect("an instruction that is still there")
    }

    pub fn get(&self, id: InstructionId) -> &Instruction {
        &self.slot(id).instruction
    }

    /// For changes of attributes and shape; operands change through [`Computation::replace_operand`].
    pub fn get_mut(&mut self, id: InstructionId) -> &mut Instruction {
        &mut self.slot_mut(id).instruction
    }

    pub fn op(&self, id: InstructionId) -> &Op {
        &self.get(id).op
    }

    pub fn shape(&self, id: InstructionId) -> &Shape {
        &self.get(id).shape
    }

    pub fn operands(&self, id: InstructionId) -> &[InstructionId] {
        &self.get(id).operands
    }

    /// Operand `index` of an instruction.
    pub fn operand(&self, id: InstructionId, index: usize) -> InstructionId {
        self.operands(id)[index]
    }

    /// Instructions that read this one, each once, in no order.
    pub fn users(&self, id: InstructionId) -> &[InstructionId] {
        &self.slot(id).users
    }

    /// Living instructions in order of creation: not always after their operands.
    pub fn ids(&self) -> impl Iterator<Item = InstructionId> + '_ {
        (0..self.slots.len() as u32).map(InstructionId).filter(|&id| self.contains(id))
    }

    /// Number of living instructions.
    pub fn len(&self) -> usize {
        self.slots.iter().flatten().count()
    }

    pub fn is_empty(&self) -> bool {
        self.slots.iter().flatten().next().is_none()
    }

    /// One more than the largest index in use: the size of a dense side table.
    pub fn id_bound(&self) -> usize {
        self.slots.len()
    }

    /// Parameters by number.
    pub fn parameters(&self) -> Vec<InstructionId> {
        let mut numbered: Vec<(usize, InstructionId)> = self
            .ids()
            .filter_map(|id| match self.op(id) {
                Op::Parameter { number } => Some((*number, id)),
                _ => None,
            })
            .collect();
        numbered.sort();
        numbered.into_iter().map(|(_, id)| id).collect()
    }

    /// All living instructions, operands and control predecessors first, otherwise by creation.
    pub fn post_order(&self) -> Vec<InstructionId> {
        let mut done = vec![false; self.slots.len()];
        let mut order = Vec::with_capacity(self.slots.len());
        for id in self.ids() {
            self.visit_post_order(id, &mut done, &mut order);
        }
        order
    }

    fn visit_post_order(&self, start: InstructionId, done: &mut [bool], order: &mut Vec<InstructionId>) {
        let mut stack = vec![(start, 0)];
        while let Some((id, next)) = stack.pop() {
            if done[id.0 as usize] {
                continue;
            }
            let instruction = self.get(id);
            let before = instruction.operands.iter().chain(&instruction.control_predecessors);
            match before.skip(next).position(|p| !done[p.0 as usize]) {
                Some(skipped) => {
                    let index = next + skipped;
                    let all = instruction.operands.iter().chain(&instruction.control_predecessors);
                    let wanted = *all.clone().nth(index).expect("found above");
                    stack.push((id, index + 1));
                    stack.push((wanted, 0));
                }
                None => {
                    done[id.0 as usize] = true;
                    order.push(id);
                }
            }
        }
    }

    /// Makes operand `index` of `user` another value.
    pub fn replace_operand(&mut self, user: InstructionId, index: usize, new: InstructionId) {
        let old = std::mem::replace(&mut self.slot_mut(user).instruction.operands[index], new);
        if !self.operands(user).contains(&old) {
            self.slot_mut(old).users.retain(|&u| u != user);
        }
        add_user(self.slot_mut(new), user);
    }

    /// Gives an instruction another list of operands.
    pub fn set_operands(&mut self, user: InstructionId, operands: Vec<InstructionId>) {
        let old = std::mem::take(&mut self.slot_mut(user).instruction.operands);
        for operand in old {
            self.slot_mut(operand).users.retain(|&u| u != user);
        }
        for &operand in &operands {
            add_user(self.slot_mut(operand), user);
        }
        self.slot_mut(user).instruction.operands = operands;
    }

    /// Makes every user of `old`, and the root if it is `old`, use `new`.
    pub fn replace_all_uses(&mut self, old: InstructionId, new: InstructionId) {
        for user in std::mem::take(&mut self.slot_mut(old).users) {
            for operand in &mut self.slot_mut(user).instruction.operands {
                if *operand == old {
                    *operand = new;
                }
            }
            add_user(self.slot_mut(new), user);
        }
        if self.root == Some(old) {
            self.root = Some(new);
        }
    }

    /// Puts a new instruction in an old one's place: same users, location and control predecessors. The old one is
    /// removed. The new one gets the old one's location where it has none.
    pub fn replace(&mut self, old: InstructionId, mut new: Instruction) -> InstructionId {
        if new.location.is_none() {
            new.location = self.get(old).location.clone();
        }
        new.control_predecessors.extend(self.get(old).control_predecessors.iter().copied());
        let id = self.add(new);
        self.replace_all_uses(old, id);
        self.redirect_control(old, id);
        self.remove(old);
        id
    }

    /// Makes what has to come after `old` come after `new`.
    pub fn redirect_control(&mut self, old: InstructionId, new: InstructionId) {
        for slot in self.slots.iter_mut().flatten() {
            for before in &mut slot.instruction.control_predecessors {
                if *before == old {
                    *before = new;
                }
            }
        }
    }

    /// Removes an instruction.
    ///
    /// # Panics
    /// When something still uses it, or it is the root.
    pub fn remove(&mut self, id: InstructionId) {
        assert!(self.users(id).is_empty() && self.root != Some(id), "{} is still used", self.get(id).name);
        let slot = self.slots[id.0 as usize].take().expect("an instruction that is still there");
        self.names.remove(&slot.instruction.name);
        for operand in slot.instruction.operands {
            if let Some(slot) = &mut self.slots[operand.0 as usize] {
                slot.users.retain(|&u| u != id);
            }
        }
    }
}

fn add_user(slot: &mut Slot, user: InstructionId) {
    if slot.users.last() != Some(&user) && !slot.users.contains(&user) {
        slot.users.push(user);
    }
}
