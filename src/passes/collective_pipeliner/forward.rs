//! What a turn stores is exchanged during the next turn: the gradients of a loop over layers, mostly.
//!
//! `for i { x = f(…); R[i] = all-reduce(x) }` becomes
//! `x = f(…); for i = 1 … { R[i-1] = all-reduce(x); x = f(…) }; R[n-1] = all-reduce(x)`. Nothing else reads the exchanged
//! value, or the array that it is stored in, and the place follows from the number of the turn.

use super::super::graph::{Graph, edit};
use super::super::inline::inline;
use super::super::while_loops::{Loop, TripCount, copy_value, element_index, replace_root};
use super::super::{Pass, provenance};
use super::{collectives, each_loop, follows_from_turn, set_new_channel};
use crate::hlo::{ArrayLiteral, BinaryOp, Computation, Diagnostics, Instruction, InstructionId, Module, Op, Shape};
use std::collections::HashMap;

pub const PASS: Pass = Pass {
    name: "collective-pipeliner-forward",
    description: "Exchanges what a turn of a loop stores during the turn after it.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    Ok(each_loop(module, |module, found, turns| {
        let late = late(module, &found, turns);
        late.inspect(|late| pipeline(module, found, turns, late)).is_some()
    }))
}

/// A collective whose result the body only stores.
struct Late {
    collective: InstructionId,
    /// Reshapes and the like of the result, and the dynamic-update-slice at last.
    path: Vec<InstructionId>,
    /// The state element that is stored in.
    array: usize,
}

impl Late {
    fn store(&self) -> InstructionId {
        self.path[self.path.len() - 1]
    }
}

/// The first collective of that kind whose operand is not from the turn before already.
fn late(module: &Module, found: &Loop, turns: &TripCount) -> Option<Late> {
    let (body, read) = (module.computation(found.body), found.elements_of_condition(module));
    let passed_through = found.passed_through(module);
    let fits = |late: &Late| {
        let places = &body.operands(late.store())[2..];
        let follows = |&place: &InstructionId| follows_from_turn(body, place, turns.index, &passed_through);
        !read.contains(&late.array) && places.iter().all(follows)
    };
    collectives(body).into_iter().filter_map(|id| stored(body, id)).find(fits)
}

fn stored(body: &Computation, collective: InstructionId) -> Option<Late> {
    let &[operand] = body.operands(collective) else { return None };
    let is_array = matches!(body.shape(collective), Shape::Array(_));
    if !is_array || element_index(body, operand).is_some() {
        return None;
    }
    let mut path = Vec::new();
    let mut value = collective;
    loop {
        let &[user] = body.users(value) else { return None };
        path.push(user);
        match body.op(user) {
            Op::Reshape | Op::Convert | Op::Transpose { .. } => value = user,
            Op::DynamicUpdateSlice if body.operand(user, 1) == value => break,
            _ => return None,
        }
    }
    let store = path[path.len() - 1];
    let array = element_index(body, body.operand(store, 0))?;
    let readers = body.ids().filter(|&id| element_index(body, id) == Some(array));
    let is_own = body.operand(body.root(), array) == store && body.users(store) == [body.root()];
    let is_stored_once = body.operands(body.root()).iter().filter(|&&next| next == store).count() == 1;
    let is_read_once = readers.map(|id| body.users(id)).all(|users| users == [store]);
    (is_own && is_stored_once && is_read_once).then_some(Late { collective, path, array })
}

fn pipeline(module: &mut Module, found: Loop, turns: &TripCount, late: &Late) {
    let own = found.with_own_computations(module);
    let body = module.computation(own.body).clone();
    let after_first = first_turn(module, &own, &body, late);
    own.set_init(module, &after_first);
    edit(module, own.body, |graph| delay(graph, turns, late));
    let made = edit(module, own.owner, |graph| store_last(graph, own.instruction, &body, turns, late));
    set_new_channel(module, &own, made);
}

/// Computes the first turn before the loop, without storing; gives the loop's new state, whose last element is what is
/// to be exchanged.
fn first_turn(module: &mut Module, own: &Loop, body: &Computation, late: &Late) -> Vec<InstructionId> {
    let mut first = body.clone();
    let array = first.operand(late.store(), 0);
    let root = first.root();
    first.replace_operand(root, late.array, array);
    let value = first.operand(late.collective, 0);
    late.path.iter().rev().chain([&late.collective]).for_each(|&id| first.remove(id));
    edit(module, own.owner, |graph| {
        let former = graph.operand(own.instruction, 0);
        inline_with(graph.computation, &first, former, value)
    })
}

/// Inlines a body; gives the elements that it returns, and the copy of one more of its values.
fn inline_with(
    owner: &mut Computation,
    body: &Computation,
    argument: InstructionId,
    value: InstructionId,
) -> Vec<InstructionId> {
    let mut body = body.clone();
    let all = [body.operands(body.root()), &[value]].concat();
    let parts = all.iter().map(|&id| body.shape(id).clone()).collect();
    body.add_root(Instruction::new(Op::Tuple, Shape::Tuple(parts), all));
    let result = inline(owner, &body, &[argument]);
    let elements = owner.operands(result).to_vec();
    owner.remove(result);
    elements
}

/// Makes the body exchange and store what the turn before has computed.
fn delay(graph: &mut Graph, turns: &TripCount, late: &Late) {
    let body = graph.computation.clone();
    let parameter = graph.parameters()[0];
    let count = body.operands(body.root()).len();
    let mut former: Vec<InstructionId> = (0..count).map(|index| graph.element(parameter, index)).collect();
    former[turns.index] = turn_before(graph, former[turns.index], turns);
    let value = graph.element(parameter, count);
    let made = store(graph, &body, late, &former, value);
    provenance::note(graph, made.collective, &[late.collective]);
    let mut next = graph.operands(graph.root()).to_vec();
    next[late.array] = made.store();
    next.push(graph.operand(late.collective, 0));
    replace_root(graph, &next);
    late.path.iter().rev().chain([&late.collective]).for_each(|&id| graph.computation.remove(id));
}

/// The counter of the turn before.
fn turn_before(graph: &mut Graph, counter: InstructionId, turns: &TripCount) -> InstructionId {
    let step = i64::try_from(turns.step).expect("a counter of at most 64 bits");
    let step = graph.constant(ArrayLiteral::scalar_integer(graph.element_type(counter), step));
    graph.binary(BinaryOp::Subtract, counter, step)
}

/// Copies the collective with another operand, and the path to where it is stored, with these elements of the state.
fn store(graph: &mut Graph, body: &Computation, late: &Late, state: &[InstructionId], value: InstructionId) -> Late {
    let collective = graph.computation.add(body.get(late.collective).with_operands(vec![value]));
    let mut made = Late { collective, path: Vec::new(), array: late.array };
    let mut copies = HashMap::new();
    let mut result = collective;
    for &step in &late.path {
        let operands = match body.op(step) {
            Op::DynamicUpdateSlice => {
                let places = body.operands(step)[2..].iter();
                let places = places.map(|&place| copy_value(graph.computation, body, state, place, &mut copies));
                [state[late.array], result].into_iter().chain(places.collect::<Vec<_>>()).collect()
            }
            _ => vec![result],
        };
        result = graph.computation.add(body.get(step).with_operands(operands));
        made.path.push(result);
    }
    made
}

/// Exchanges and stores after the loop what its last turn has computed; gives the collective.
fn store_last(
    graph: &mut Graph,
    instruction: InstructionId,
    body: &Computation,
    turns: &TripCount,
    late: &Late,
) -> InstructionId {
    let readers = graph.users(instruction).to_vec();
    let count = body.operands(body.root()).len();
    let mut state: Vec<InstructionId> = (0..count).map(|index| graph.element(instruction, index)).collect();
    state[turns.index] = turn_before(graph, state[turns.index], turns);
    let value = graph.element(instruction, count);
    let made = store(graph, body, late, &state, value);
    provenance::note_names(graph, made.collective, &[body.get(late.collective).name().clone()]);
    for reader in readers {
        if matches!(graph.op(reader), Op::GetTupleElement { index } if *index == late.array) {
            graph.replace(reader, made.store());
        }
    }
    made.collective
}
