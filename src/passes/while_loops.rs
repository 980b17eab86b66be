//! What passes want to know about loops, and how they change a loop's state.

use super::dce::remove_dead;
use super::effects::Effects;
use super::graph::{Graph, edit};
use super::scalar::{Scalar, wrapped};
use crate::hlo::{
    BinaryOp, ComparisonDirection, Computation, ComputationId, InstructionId, Literal, Module, Op, Shape,
};
use std::collections::{HashMap, HashSet};

/// A loop over a tuple of state elements that is taken apart by `get-tuple-element` alone.
///
/// Its body's root is a tuple, and so is its init value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    /// The computation that the loop is in.
    pub owner: ComputationId,
    pub instruction: InstructionId,
    pub condition: ComputationId,
    pub body: ComputationId,
}

/// A loop that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TripCount {
    /// The state element that counts.
    pub index: usize,
    pub init: i128,
    pub step: i128,
    /// How often the body runs.
    pub count: i128,
}

impl Loop {
    /// The loops of a computation that have the form that passes handle.
    pub fn all_in(module: &Module, owner: ComputationId) -> Vec<Loop> {
        let computation = module.computation(owner);
        let as_loop = |instruction| match *computation.op(instruction) {
            Op::While { condition, body } => Some(Loop { owner, instruction, condition, body }),
            _ => None,
        };
        computation.ids().filter_map(as_loop).filter(|l| l.is_plain(module)).collect()
    }

    /// Whether the loop is still there, and of that form: changing one loop may have taken another along.
    pub fn is_there(&self, module: &Module) -> bool {
        module.computation(self.owner).contains(self.instruction) && self.is_plain(module)
    }

    fn is_plain(&self, module: &Module) -> bool {
        let (body, condition) = (module.computation(self.body), module.computation(self.condition));
        let owner = module.computation(self.owner);
        let init = owner.operand(self.instruction, 0);
        matches!(body.op(body.root()), Op::Tuple)
            && matches!(owner.op(init), Op::Tuple)
            && is_only_taken_apart(body)
            && is_only_taken_apart(condition)
    }

    /// Initial values of the state elements.
    pub fn init<'m>(&self, module: &'m Module) -> &'m [InstructionId] {
        let owner = module.computation(self.owner);
        owner.operands(owner.operand(self.instruction, 0))
    }

    /// Whether nothing but `get-tuple-element` reads the result.
    pub fn is_result_taken_apart(&self, module: &Module) -> bool {
        let owner = module.computation(self.owner);
        let is_element = |&user: &InstructionId| matches!(owner.op(user), Op::GetTupleElement { .. });
        owner.root() != self.instruction && owner.users(self.instruction).iter().all(is_element)
    }

    /// The state elements that the condition reads.
    pub fn elements_of_condition(&self, module: &Module) -> HashSet<usize> {
        let condition = module.computation(self.condition);
        condition.ids().filter_map(|id| element_index(condition, id)).collect()
    }

    /// For each state element, whether the body passes it on as it is.
    pub fn passed_through(&self, module: &Module) -> Vec<bool> {
        let body = module.computation(self.body);
        let next = body.operands(body.root());
        next.iter().enumerate().map(|(i, &value)| element_index(body, value) == Some(i)).collect()
    }

    /// How often the body runs, for loops that count by a constant from a constant to a constant.
    pub fn trip_count(&self, module: &Module) -> Option<TripCount> {
        let condition = module.computation(self.condition);
        let Op::Compare { direction, .. } = *condition.op(condition.root()) else { return None };
        let &[lhs, rhs] = condition.operands(condition.root()) else { return None };
        let index = element_index(condition, lhs)?;
        let bound = integer(condition, rhs)?;
        let init = integer(module.computation(self.owner), self.init(module)[index])?;
        let step = self.step(module, index)?;
        let count = iterations(init, step, bound, direction)?;
        let element_type = condition.get(lhs).shape.as_array()?.element_type;
        let last = init.checked_add(count.checked_mul(step)?)?;
        (wrapped(last, element_type) == last).then_some(TripCount { index, init, step, count })
    }

    /// What the body adds to a state element.
    fn step(&self, module: &Module, index: usize) -> Option<i128> {
        let body = module.computation(self.body);
        let next = body.operand(body.root(), index);
        let Op::Binary(BinaryOp::Add) = body.op(next) else { return None };
        let &[x, y] = body.operands(next) else { return None };
        let constant = if element_index(body, x) == Some(index) {
            y
        } else if element_index(body, y) == Some(index) {
            x
        } else {
            return None;
        };
        integer(body, constant)
    }

    /// Gives the loop a condition and a body of its own to change, and returns it with them.
    pub fn with_own_computations(self, module: &mut Module) -> Loop {
        let condition = module.clone_computation(self.condition);
        let body = module.clone_computation(self.body);
        module.computation_mut(self.owner).get_mut(self.instruction).op = Op::While { condition, body };
        Loop { condition, body, ..self }
    }

    /// Keeps only these state elements, in order.
    ///
    /// Nothing may need the others: neither the body for another element or an effect, nor the condition, nor a user of
    /// the loop, whose users are all `get-tuple-element`.
    pub fn keep_elements(self, module: &mut Module, kept: &[usize], effects: &Effects) {
        let own = self.with_own_computations(module);
        edit(module, own.condition, |graph| narrow_parameter(graph, kept, effects));
        edit(module, own.body, |graph| {
            let root = graph.root();
            let next: Vec<InstructionId> = kept.iter().map(|&i| graph.operand(root, i)).collect();
            replace_root(graph, &next);
            narrow_parameter(graph, kept, effects);
        });
        edit(module, own.owner, |graph| {
            let init = graph.operand(own.instruction, 0);
            let kept_init: Vec<InstructionId> = kept.iter().map(|&i| graph.operand(init, i)).collect();
            let init = graph.tuple(&kept_init);
            graph.computation.replace_operand(own.instruction, 0, init);
            graph.computation.get_mut(own.instruction).shape = graph.shape(init).clone();
            remove_dead(graph.computation, effects);
            // Where what read the loop was dead itself, the loop is gone too.
            if graph.computation.contains(own.instruction) {
                renumber_elements(graph, own.instruction, kept);
            }
        });
    }

    /// Appends state elements that start with these values and that the body passes on; gives the instructions that
    /// read them in the body. The loop must have computations of its own.
    pub fn add_invariants(&self, module: &mut Module, values: &[InstructionId]) -> Vec<InstructionId> {
        let former = self.init(module).to_vec();
        edit(module, self.owner, |graph| keep_whole_uses(graph, self.instruction, former.len()));
        let init = [&former[..], values].concat();
        self.set_init(module, &init);
        edit(module, self.body, |graph| {
            let parameter = graph.parameters()[0];
            let elements: Vec<InstructionId> =
                (former.len()..init.len()).map(|i| graph.element(parameter, i)).collect();
            let next = [graph.operands(graph.root()), &elements].concat();
            replace_root(graph, &next);
            elements
        })
    }

    /// Starts the loop from these values, of whose shapes its result and the parameters of body and condition are then;
    /// the body's root and whoever reads the loop's result have to follow. The loop must have computations of its own.
    pub fn set_init(&self, module: &mut Module, values: &[InstructionId]) {
        let state = edit(module, self.owner, |graph| {
            let init = graph.tuple(values);
            graph.computation.replace_operand(self.instruction, 0, init);
            let state = graph.shape(init).clone();
            graph.computation.get_mut(self.instruction).shape = state.clone();
            state
        });
        for callee in [self.condition, self.body] {
            edit(module, callee, |graph| {
                let parameter = graph.parameters()[0];
                graph.computation.get_mut(parameter).shape = state.clone();
            });
        }
    }
}

/// The tuple of these elements instead of the root.
pub(super) fn replace_root(graph: &mut Graph, elements: &[InstructionId]) {
    let former = graph.root();
    let tuple = graph.tuple(elements);
    graph.computation.set_root(tuple);
    // Something in the body may read the former state too.
    if graph.users(former).is_empty() {
        graph.computation.remove(former);
    }
}

/// Users that want the whole state of a loop get a tuple of its first elements.
fn keep_whole_uses(graph: &mut Graph, instruction: InstructionId, count: usize) {
    let is_element = |&user: &InstructionId| matches!(graph.op(user), Op::GetTupleElement { .. });
    if graph.root() == instruction || !graph.users(instruction).iter().all(is_element) {
        let users = graph.users(instruction).to_vec();
        let elements: Vec<InstructionId> = (0..count).map(|i| graph.element(instruction, i)).collect();
        let tuple = graph.tuple(&elements);
        redirect_whole_uses(graph, instruction, &users, tuple);
    }
}

/// Makes the root and those of these users that do not take the tuple apart use another value.
fn redirect_whole_uses(graph: &mut Graph, tuple: InstructionId, users: &[InstructionId], new: InstructionId) {
    if graph.root() == tuple {
        graph.computation.set_root(new);
    }
    for &user in users {
        for index in 0..graph.operands(user).len() {
            if graph.operand(user, index) == tuple && !matches!(graph.op(user), Op::GetTupleElement { .. }) {
                graph.computation.replace_operand(user, index, new);
            }
        }
    }
}

/// The parameter with only these elements; nothing may need the others.
fn narrow_parameter(graph: &mut Graph, kept: &[usize], effects: &Effects) {
    remove_dead(graph.computation, effects);
    let parameter = graph.parameters()[0];
    let parts = graph.shape(parameter).as_tuple().unwrap_or_default();
    let shape = Shape::Tuple(kept.iter().map(|&i| parts[i].clone()).collect());
    graph.computation.get_mut(parameter).shape = shape;
    renumber_elements(graph, parameter, kept);
}

fn renumber_elements(graph: &mut Graph, tuple: InstructionId, kept: &[usize]) {
    for user in graph.users(tuple).to_vec() {
        if let Op::GetTupleElement { index } = &mut graph.computation.get_mut(user).op {
            *index = kept.iter().position(|k| k == index).expect("only elements that are kept are read");
        }
    }
}

fn is_only_taken_apart(computation: &Computation) -> bool {
    let parameters = computation.parameters();
    let &[parameter] = &parameters[..] else { return false };
    let is_element = |&user: &InstructionId| matches!(computation.op(user), Op::GetTupleElement { .. });
    computation.root() != parameter && computation.users(parameter).iter().all(is_element)
}

/// The index of the state element that a value in a condition or body is.
pub(super) fn element_index(computation: &Computation, value: InstructionId) -> Option<usize> {
    let Op::GetTupleElement { index } = *computation.op(value) else { return None };
    matches!(computation.op(computation.operand(value, 0)), Op::Parameter { .. }).then_some(index)
}

/// Copies a value of the body, with what it needs, to where the state has these elements: before the loop, after it, or
/// a turn later. `copies` are those made so far.
pub(super) fn copy_value(
    target: &mut Computation,
    body: &Computation,
    state: &[InstructionId],
    id: InstructionId,
    copies: &mut HashMap<InstructionId, InstructionId>,
) -> InstructionId {
    let mut work = vec![id];
    while let Some(&next) = work.last() {
        if let Some(index) = element_index(body, next) {
            copies.insert(next, state[index]);
        }
        let missing: Vec<InstructionId> = match copies.contains_key(&next) {
            true => Vec::new(),
            false => body.operands(next).iter().copied().filter(|operand| !copies.contains_key(operand)).collect(),
        };
        if !missing.is_empty() {
            work.extend(missing);
            continue;
        }
        work.pop();
        if !copies.contains_key(&next) {
            let operands = body.operands(next).iter().map(|operand| copies[operand]).collect();
            copies.insert(next, target.add(body.get(next).with_operands(operands)));
        }
    }
    copies[&id]
}

/// An integer constant.
fn integer(computation: &Computation, value: InstructionId) -> Option<i128> {
    let Op::Constant(Literal::Array(array)) = computation.op(value) else { return None };
    if !array.dims().is_empty() || !array.element_type().is_integer() {
        return None;
    }
    Scalar::from_bytes(array.element_type(), array.bytes())?.as_integer()
}

/// How many numbers `init, init + step, …` the comparison with `bound` accepts before the first that it refuses.
fn iterations(init: i128, step: i128, bound: i128, direction: ComparisonDirection) -> Option<i128> {
    let ceil_div = |a: i128, b: i128| (a + b - 1) / b;
    let count = match direction {
        ComparisonDirection::Lt if step > 0 => ceil_div(bound - init, step),
        ComparisonDirection::Le if step > 0 => ceil_div(bound - init + 1, step),
        ComparisonDirection::Gt if step < 0 => ceil_div(init - bound, -step),
        ComparisonDirection::Ge if step < 0 => ceil_div(init - bound + 1, -step),
        ComparisonDirection::Ne if step != 0 && (bound - init) % step == 0 && (bound - init) / step >= 0 => {
            (bound - init) / step
        }
        ComparisonDirection::Lt if init >= bound => 0,
        ComparisonDirection::Gt if init <= bound => 0,
        ComparisonDirection::Eq | ComparisonDirection::Ne | ComparisonDirection::Ge => return None,
        ComparisonDirection::Gt | ComparisonDirection::Le | ComparisonDirection::Lt => return None,
    };
    Some(count.max(0))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::passes::testing::{define, empty};

    /// `for (i = init; i < bound; i += step)` over the state (i, x, …), where `update` computes the state after x from
    /// the whole state.
    pub fn counting_loop(
        range: [i32; 3],
        state: &[Shape],
        update: impl FnOnce(&mut Graph, &[InstructionId]) -> Vec<InstructionId>,
    ) -> Module {
        let [init, bound, step] = range;
        let mut module = empty();
        let shapes: Vec<Shape> =
            [Shape::scalar(crate::hlo::ElementType::S32)].into_iter().chain(state.iter().cloned()).collect();
        let tuple = Shape::Tuple(shapes);
        let condition = define(&mut module, "condition", |g| {
            let parameter = g.computation.add_parameter(0, tuple.clone(), &None);
            let (i, bound) = (g.element(parameter, 0), g.constant_s32(bound));
            g.compare(ComparisonDirection::Lt, crate::hlo::ComparisonOrder::Partial, i, bound)
        });
        let body = define(&mut module, "body", |g| {
            let parameter = g.computation.add_parameter(0, tuple.clone(), &None);
            let elements: Vec<InstructionId> = (0..=state.len()).map(|i| g.element(parameter, i)).collect();
            let step = g.constant_s32(step);
            let next = g.binary(BinaryOp::Add, elements[0], step);
            let others = update(g, &elements);
            g.tuple(&[&[next], &others[..]].concat())
        });
        let main = define(&mut module, "main", |g| {
            let init = g.constant_s32(init);
            let arguments: Vec<InstructionId> =
                state.iter().enumerate().map(|(i, s)| g.computation.add_parameter(i, s.clone(), &None)).collect();
            let init = g.tuple(&[&[init], &arguments[..]].concat());
            let shape = g.shape(init).clone();
            let result = g.add(Op::While { condition, body }, shape, &[init]);
            g.element(result, 1)
        });
        module.set_entry(main);
        module
    }

    fn trip_count(range: [i32; 3]) -> Option<i128> {
        let module = counting_loop(range, &[Shape::scalar(crate::hlo::ElementType::F32)], |_, e| e[1..].to_vec());
        let [only] = Loop::all_in(&module, module.entry_id())[..] else { panic!("one loop") };
        only.trip_count(&module).map(|t| t.count)
    }

    #[test]
    fn trip_counts() {
        assert_eq!(trip_count([0, 10, 1]), Some(10));
        assert_eq!(trip_count([0, 10, 3]), Some(4));
        assert_eq!(trip_count([5, 5, 1]), Some(0));
        assert_eq!(trip_count([7, 5, -1]), Some(0));
    }

    #[test]
    fn endless_and_overflowing_loops_have_none() {
        assert_eq!(trip_count([0, 5, -1]), None);
        assert_eq!(trip_count([0, 5, 0]), None);
        assert_eq!(trip_count([0, i32::MAX, 2]), None);
    }
}
