//! Which value each instruction leaf holds, and when each value lives.
//!
//! Tuples, their elements, bitcasts and the parameters of called computations hold their source's value and cost
//! nothing. A while's state element is one value before (`init`), one inside (`phi`), one that the body returns and
//! one after the loop, all of which must share a buffer, unless the body returns the element as it got it: then it is
//! `init` throughout, and is never copied.

use super::{executed_callees, in_place_operand, is_bitcast, may_share_operand};
use crate::hlo::op_class::{algorithm, application, asynchronous, contraction, elementwise, indexing, movement};
use crate::hlo::{Computation, ComputationId, InstructionId, Layout, Module, Op, Shape};
use std::collections::{HashMap, HashSet};

/// Index of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(u32);

/// Position in the one timeline of all executed instructions.
pub type Time = usize;

/// A result leaf (in the order of [`Shape::leaves`]) of an executed instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub computation: ComputationId,
    pub instruction: InstructionId,
    pub leaf: usize,
}

/// Memory that a value cannot leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pin {
    /// An argument; leaves of all entry parameters are counted together.
    Parameter(usize),
    Constant,
    /// A leaf of the program's result.
    Output(usize),
}

/// A stretch of memory content: written at one time, read until another.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    pub place: Place,
    pub bytes: usize,
    /// Tokens hold nothing and are never copied.
    pub is_token: bool,
    pub defined: Time,
    pub last_use: Time,
    pub pin: Option<Pin>,
}

/// Two values that must share a buffer; where they cannot, `from` is copied.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    pub kind: LinkKind,
    /// Leaf of the state, root or operand.
    pub leaf: usize,
    pub from: ValueId,
    pub to: ValueId,
    /// Both sides have the same layout.
    pub same_layout: bool,
}

/// Why two values must share, which also says where a copy goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkKind {
    /// What a while starts from.
    WhileInit(ComputationId, InstructionId),
    /// The end of a computation: a body's next state, a branch's result, the program's results.
    Root(ComputationId),
    /// An operand that is updated in place: operand number.
    InPlace(ComputationId, InstructionId, usize),
}

/// An instruction that may write its result over an operand that dies.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    pub operand: ValueId,
    pub result: ValueId,
}

/// All values of a module's executed computations.
pub struct Values {
    values: Vec<Value>,
    /// Values that turned out to be another value: loop-invariant state.
    same_as: Vec<ValueId>,
    held: HashMap<ComputationId, Vec<Vec<ValueId>>>,
    pub links: Vec<Link>,
    /// Pairs that share without a condition.
    pub bound: Vec<(ValueId, ValueId)>,
    /// Elementwise instructions with operands of the result's size, in order of time.
    pub readers: Vec<Reader>,
    /// Pairs where the first may end at the time that the second begins.
    touching: HashSet<(ValueId, ValueId)>,
    time: Time,
}

/// When argument and constant memory lives: always.
const FOREVER: Time = Time::MAX;

impl Values {
    /// Analyses a module in the order of its schedules.
    pub fn of(module: &Module) -> Values {
        let mut values = Values {
            values: Vec::new(),
            same_as: Vec::new(),
            held: HashMap::new(),
            links: Vec::new(),
            bound: Vec::new(),
            readers: Vec::new(),
            touching: HashSet::new(),
            time: 0,
        };
        values.run_entry(module);
        values.resolve_all();
        values
    }

    /// Values in the leaves of an executed instruction.
    pub fn held(&self, computation: ComputationId, instruction: InstructionId) -> &[ValueId] {
        &self.held[&computation][instruction.0 as usize]
    }

    /// Visits every executed instruction with the values in its leaves.
    pub fn for_each_held(&self, mut visit: impl FnMut(ComputationId, InstructionId, &[ValueId])) {
        for (&computation, held) in &self.held {
            for (index, values) in held.iter().enumerate() {
                visit(computation, InstructionId(index as u32), values);
            }
        }
    }

    pub fn get(&self, id: ValueId) -> &Value {
        &self.values[id.0 as usize]
    }

    /// All distinct values.
    pub fn ids(&self) -> impl Iterator<Item = ValueId> + '_ {
        (0..self.values.len() as u32).map(ValueId).filter(|&id| self.same_as[id.0 as usize] == id)
    }

    /// One more than the largest index.
    pub fn bound_of_ids(&self) -> usize {
        self.values.len()
    }

    /// Number of ticks in the timeline.
    pub fn end(&self) -> Time {
        self.time
    }

    /// Whether `a` may end when `b` begins.
    pub fn may_touch(&self, a: ValueId, b: ValueId) -> bool {
        self.touching.contains(&(a, b))
    }

    fn tick(&mut self) -> Time {
        self.time += 1;
        self.time
    }

    fn new_value(&mut self, place: Place, shape: &Shape, defined: Time) -> ValueId {
        let id = ValueId(self.values.len() as u32);
        let (bytes, is_token) = (shape.byte_size(), matches!(shape, Shape::Token));
        self.values.push(Value { place, bytes, is_token, defined, last_use: defined, pin: None });
        self.same_as.push(id);
        id
    }

    fn new_values(&mut self, (computation, instruction): Owner, shape: &Shape, defined: Time) -> Vec<ValueId> {
        let place = |leaf| Place { computation, instruction, leaf };
        let leaves = shape.leaves().into_iter().enumerate();
        leaves.map(|(leaf, (_, part))| self.new_value(place(leaf), part, defined)).collect()
    }

    fn pin(&mut self, id: ValueId, pin: Pin) {
        self.values[id.0 as usize].pin = Some(pin);
    }

    fn resolve(&self, mut id: ValueId) -> ValueId {
        while self.same_as[id.0 as usize] != id {
            id = self.same_as[id.0 as usize];
        }
        id
    }

    fn read(&mut self, id: ValueId, time: Time) {
        let id = self.resolve(id);
        let last_use = &mut self.values[id.0 as usize].last_use;
        *last_use = time.max(*last_use);
    }

    fn read_all(&mut self, ids: &[ValueId], time: Time) {
        ids.iter().for_each(|&id| self.read(id, time));
    }

    fn run_entry(&mut self, module: &Module) {
        let id = module.entry_id();
        let entry = module.entry();
        let arguments = self.entry_arguments(module);
        let roots = self.run(module, id, &arguments);
        let end = self.tick();
        self.read_all(&roots, end);
        let after = self.tick();
        let outputs = self.new_values((id, entry.root()), entry.shape(entry.root()), after);
        for (leaf, (&from, &to)) in roots.iter().zip(&outputs).enumerate() {
            self.pin(to, Pin::Output(leaf));
            self.link(LinkKind::Root(id), leaf, from, to, true);
        }
        let leaves = entry.shape(entry.root()).leaves();
        for alias in &module.input_output_aliases {
            let output = leaves.iter().position(|(path, _)| *path == alias.output);
            let argument = argument_leaf(entry, alias.parameter, &alias.parameter_index);
            if let (Some(output), Some((number, leaf))) = (output, argument) {
                self.bound.push((arguments[number][leaf], outputs[output]));
            }
        }
    }

    fn entry_arguments(&mut self, module: &Module) -> Vec<Vec<ValueId>> {
        let (id, entry) = (module.entry_id(), module.entry());
        let mut arguments = Vec::new();
        let mut next = 0;
        for (number, parameter) in entry.parameters().into_iter().enumerate() {
            let leaves = self.new_values((id, parameter), entry.shape(parameter), 0);
            for (leaf, &value) in leaves.iter().enumerate() {
                self.pin(value, Pin::Parameter(next));
                next += 1;
                if !is_donated(module, number, leaf) {
                    self.read(value, FOREVER);
                }
            }
            arguments.push(leaves);
        }
        arguments
    }

    /// Walks a computation; returns what its root holds.
    fn run(&mut self, module: &Module, id: ComputationId, arguments: &[Vec<ValueId>]) -> Vec<ValueId> {
        let computation = module.computation(id);
        self.held.insert(id, vec![Vec::new(); computation.id_bound()]);
        let order = match &computation.schedule {
            Some(schedule) => schedule.clone(),
            None => computation.post_order(),
        };
        for instruction in order {
            let held = self.visit(module, (id, instruction), arguments);
            self.hold((id, instruction), held);
        }
        self.held(id, computation.root()).to_vec()
    }

    fn hold(&mut self, (computation, instruction): Owner, held: Vec<ValueId>) {
        let of_computation = self.held.get_mut(&computation).expect("entered in `run`");
        of_computation[instruction.0 as usize] = held;
    }

    fn visit(&mut self, module: &Module, at: Owner, arguments: &[Vec<ValueId>]) -> Vec<ValueId> {
        let computation = module.computation(at.0);
        let operand = |n: usize| self.held(at.0, computation.operand(at.1, n)).to_vec();
        match computation.op(at.1) {
            Op::Parameter { number } => arguments[*number].clone(),
            Op::Constant(_) => self.constant(at, computation.shape(at.1)),
            Op::Tuple => (0..computation.operands(at.1).len()).flat_map(operand).collect(),
            Op::OptimizationBarrier => operand(0),
            Op::GetTupleElement { index } => {
                let tuple = operand(0);
                tuple[element_leaves(computation.shape(computation.operand(at.1, 0)), *index)].to_vec()
            }
            Op::While { .. } => self.visit_while(module, at),
            Op::Conditional { .. } => self.visit_conditional(module, at),
            Op::Call { to_apply } => {
                let arguments: Vec<Vec<ValueId>> = (0..computation.operands(at.1).len()).map(operand).collect();
                self.run(module, *to_apply, &arguments)
            }
            movement!() if is_bitcast(computation, at.1) => operand(0),
            Op::Iota { .. } | Op::AfterAll | elementwise!() | movement!() | indexing!() | contraction!() => {
                self.visit_plain(module, computation, at)
            }
            application!() | algorithm!() => self.visit_plain(module, computation, at),
            Op::Fusion { .. } | Op::CustomCall(_) | Op::Collective(_) | Op::Scan { .. } | Op::Transfer(_) => {
                self.visit_plain(module, computation, at)
            }
            Op::ReplicaId | Op::PartitionId | asynchronous!() => self.visit_plain(module, computation, at),
        }
    }

    fn constant(&mut self, at: Owner, shape: &Shape) -> Vec<ValueId> {
        let values = self.new_values(at, shape, 0);
        for &value in &values {
            self.pin(value, Pin::Constant);
            self.read(value, FOREVER);
        }
        values
    }

    /// An instruction that reads its operands and writes its results.
    fn visit_plain(&mut self, module: &Module, computation: &Computation, at: Owner) -> Vec<ValueId> {
        let now = self.tick();
        let operands: Vec<Vec<ValueId>> =
            computation.operands(at.1).iter().map(|&o| self.held(at.0, o).to_vec()).collect();
        operands.iter().for_each(|leaves| self.read_all(leaves, now));
        let results = self.new_values(at, computation.shape(at.1), now);
        self.link_in_place(module, computation, at, &operands, &results);
        self.note_reader(module, computation, at, &operands, &results);
        results
    }

    fn link_in_place(
        &mut self,
        module: &Module,
        computation: &Computation,
        at: Owner,
        operands: &[Vec<ValueId>],
        results: &[ValueId],
    ) {
        for (leaf, &to) in results.iter().enumerate() {
            let Some(operand) = in_place_operand(module, computation, at.1, leaf) else { continue };
            let from = operands[operand][0];
            let shape = computation.shape(computation.operand(at.1, operand));
            let same_layout = layout_of(shape, 0) == layout_of(computation.shape(at.1), leaf);
            if count(operands, from) == 1 {
                self.touch(from, to);
            }
            self.link(LinkKind::InPlace(at.0, at.1, operand), 0, from, to, same_layout);
        }
    }

    fn note_reader(
        &mut self,
        module: &Module,
        computation: &Computation,
        at: Owner,
        operands: &[Vec<ValueId>],
        results: &[ValueId],
    ) {
        for (leaf, &result) in results.iter().enumerate() {
            for leaves in operands {
                let &[value] = &leaves[..] else { continue };
                let mut readings = operands.iter().enumerate().filter(|(_, o)| o.contains(&value));
                if readings.all(|(n, _)| may_share_operand(module, computation, at.1, n, leaf)) {
                    self.touch(value, result);
                    self.readers.push(Reader { operand: value, result });
                }
            }
        }
    }

    fn visit_while(&mut self, module: &Module, at: Owner) -> Vec<ValueId> {
        let computation = module.computation(at.0);
        let &[condition, body] = &executed_callees(computation.op(at.1))[..] else { unreachable!("two callees") };
        let init = self.held(at.0, computation.operand(at.1, 0)).to_vec();
        let shape = computation.shape(at.1);
        let start = self.tick();
        let phis = self.new_values(at, shape, start);
        let predicate = self.run(module, condition, std::slice::from_ref(&phis));
        let tested = self.tick();
        self.read_all(&predicate, tested);
        // What the condition leaves is what the loop returns when it ends.
        self.read_all(&phis, tested);
        let next = self.run(module, body, std::slice::from_ref(&phis));
        let ended = self.tick();
        self.read_all(&next, ended);
        let after = self.tick();
        let root = module.computation(body).shape(module.computation(body).root());
        (0..phis.len())
            .map(|leaf| {
                let state = State { init: init[leaf], phi: phis[leaf], next: next[leaf], leaf, start, after };
                let layouts = [computation.shape(computation.operand(at.1, 0)), root].map(|s| layout_of(s, leaf));
                let same_layout = layouts.map(|layout| layout == layout_of(shape, leaf));
                self.close_state(at, body, state, same_layout, leaf_shape(shape, leaf))
            })
            .collect()
    }

    /// Links one element of a while's state; returns the value after the loop.
    fn close_state(
        &mut self,
        at: Owner,
        body: ComputationId,
        state: State,
        same_layout: [bool; 2],
        shape: &Shape,
    ) -> ValueId {
        let State { init, phi, next, leaf, start, after } = state;
        if self.resolve(next) == phi && same_layout == [true, true] {
            let last_use = self.get(phi).last_use.max(after);
            self.same_as[phi.0 as usize] = init;
            self.read(init, last_use);
            return init;
        }
        self.read(init, start);
        self.touch(init, phi);
        let place = Place { computation: at.0, instruction: at.1, leaf };
        let result = self.new_value(place, shape, after);
        self.bound.push((phi, result));
        self.link(LinkKind::WhileInit(at.0, at.1), leaf, init, phi, same_layout[0]);
        self.link(LinkKind::Root(body), leaf, next, phi, same_layout[1]);
        result
    }

    fn visit_conditional(&mut self, module: &Module, at: Owner) -> Vec<ValueId> {
        let computation = module.computation(at.0);
        let branches = executed_callees(computation.op(at.1));
        let operands: Vec<Vec<ValueId>> =
            computation.operands(at.1).iter().map(|&o| self.held(at.0, o).to_vec()).collect();
        let start = self.tick();
        self.read_all(&operands[0], start);
        let mut roots = Vec::new();
        for (n, &branch) in branches.iter().enumerate() {
            let root = self.run(module, branch, std::slice::from_ref(&operands[n + 1]));
            let ended = self.tick();
            self.read_all(&root, ended);
            roots.push(root);
        }
        let after = self.tick();
        let results = self.new_values(at, computation.shape(at.1), after);
        // What a branch makes comes first. What it passes on may live through other branches, and then is copied: a
        // copy of what those make would not be out of its way.
        for of_branch in [true, false] {
            for (&branch, root) in branches.iter().zip(&roots) {
                let shape = module.computation(branch).shape(module.computation(branch).root());
                for (leaf, (&from, &to)) in root.iter().zip(&results).enumerate() {
                    let same_layout = layout_of(shape, leaf) == layout_of(computation.shape(at.1), leaf);
                    if (self.get(self.resolve(from)).defined > start) == of_branch {
                        self.link(LinkKind::Root(branch), leaf, from, to, same_layout);
                    }
                }
            }
        }
        results
    }

    fn link(&mut self, kind: LinkKind, leaf: usize, from: ValueId, to: ValueId, same_layout: bool) {
        if !self.get(from).is_token {
            self.links.push(Link { kind, leaf, from, to, same_layout });
        }
    }

    fn touch(&mut self, before: ValueId, after: ValueId) {
        self.touching.insert((before, after));
    }

    /// Puts the value that each one turned out to be in its place.
    fn resolve_all(&mut self) {
        let final_id: Vec<ValueId> = (0..self.values.len() as u32).map(|i| self.resolve(ValueId(i))).collect();
        let of = |id: ValueId| final_id[id.0 as usize];
        for held in self.held.values_mut().flatten().flatten() {
            *held = of(*held);
        }
        for link in &mut self.links {
            (link.from, link.to) = (of(link.from), of(link.to));
        }
        for (a, b) in &mut self.bound {
            (*a, *b) = (of(*a), of(*b));
        }
        for reader in &mut self.readers {
            reader.operand = of(reader.operand);
        }
        self.touching = self.touching.iter().map(|&(a, b)| (of(a), of(b))).collect();
    }
}

type Owner = (ComputationId, InstructionId);

/// One element of a while's state at its four stations, and the times of two of them.
struct State {
    init: ValueId,
    phi: ValueId,
    next: ValueId,
    leaf: usize,
    start: Time,
    after: Time,
}

impl ValueId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

fn count(operands: &[Vec<ValueId>], value: ValueId) -> usize {
    operands.iter().flatten().filter(|&&v| v == value).count()
}

/// Leaves of element `index` of a tuple.
fn element_leaves(tuple: &Shape, index: usize) -> std::ops::Range<usize> {
    let parts = tuple.as_tuple().unwrap_or_default();
    let start = parts[..index].iter().map(leaf_count).sum();
    start..start + leaf_count(&parts[index])
}

fn leaf_count(shape: &Shape) -> usize {
    match shape {
        Shape::Array(_) | Shape::Token => 1,
        Shape::Tuple(parts) => parts.iter().map(leaf_count).sum(),
    }
}

fn leaf_shape(shape: &Shape, leaf: usize) -> &Shape {
    shape.leaves()[leaf].1
}

fn layout_of(shape: &Shape, leaf: usize) -> Option<&Layout> {
    leaf_shape(shape, leaf).as_array().map(|array| &array.layout)
}

/// The place of an alias's argument: parameter number and leaf.
fn argument_leaf(entry: &Computation, parameter: usize, index: &[usize]) -> Option<(usize, usize)> {
    let shape = entry.shape(*entry.parameters().get(parameter)?);
    let leaf = shape.leaves().iter().position(|(path, _)| path == index)?;
    Some((parameter, leaf))
}

fn is_donated(module: &Module, parameter: usize, leaf: usize) -> bool {
    let aliased = module
        .input_output_aliases
        .iter()
        .any(|alias| argument_leaf(module.entry(), alias.parameter, &alias.parameter_index) == Some((parameter, leaf)));
    aliased || module.buffer_donors.contains(&parameter)
}
