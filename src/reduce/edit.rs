//! Ways to make a program smaller by one step.

use super::{LARGE, Program, Values, constant_size, is_valid, tidy::tidy};
use crate::hlo::*;
use crate::passes::inline::inline;
use std::collections::HashSet;

/// One way to make a program smaller.
pub enum Edit {
    /// Only one element of the result.
    Output(usize),
    /// The first instructions of the entry; the result is what later ones read of theirs.
    Keep(Vec<InstructionId>),
    /// Instructions of the entry become arguments of their values.
    Cut(Vec<(InstructionId, Literal)>),
    /// An instruction of the entry becomes what one of its computations makes of its operands, once.
    Enter(InstructionId, ComputationId, Vec<InstructionId>),
    /// An instruction becomes its operand.
    Skip(ComputationId, InstructionId, usize),
    /// An instruction becomes a zero.
    Zero(ComputationId, InstructionId),
    /// The argument holds zeros.
    Clear(usize),
    /// The argument holds its first element everywhere.
    Flatten(usize),
}

/// Steps from a program, the largest first.
pub fn edits(program: &Program, values: &Values) -> Vec<Edit> {
    let module = &program.module;
    let entry = module.entry();
    let order = entry.post_order();
    let mut edits = Vec::new();
    // Constants as text cost the most time of all.
    let large: Vec<InstructionId> = order.iter().copied().filter(|&id| constant_size(entry.op(id)) > LARGE).collect();
    edits.extend(cut(entry, &large, values).map(Edit::Cut));
    if let Op::Tuple = entry.op(entry.root()) {
        edits.extend((0..entry.operands(entry.root()).len()).map(Edit::Output));
    }
    for count in fractions(order.len()) {
        edits.push(Edit::Keep(order[..count].to_vec()));
        edits.extend(cut(entry, &order[..order.len() - count], values).map(Edit::Cut));
    }
    for &id in order.iter().rev() {
        edits.extend(entered(entry, id));
        edits.extend(cut(entry, &[id], values).map(Edit::Cut));
    }
    for id in module.post_order().into_iter().rev() {
        let computation = module.computation(id);
        for instruction in computation.post_order().into_iter().rev() {
            let operands = computation.operands(instruction).iter().enumerate();
            let same = operands.filter(|&(_, &o)| computation.shape(o) == computation.shape(instruction));
            edits.extend(same.map(|(i, _)| Edit::Skip(id, instruction, i)));
            edits.push(Edit::Zero(id, instruction));
        }
    }
    edits.extend((0..program.arguments.len()).map(Edit::Clear));
    edits.extend((0..program.arguments.len()).map(Edit::Flatten));
    edits
}

/// An eighth of a number, two eighths, …
fn fractions(whole: usize) -> Vec<usize> {
    let mut parts: Vec<usize> = (1..8).map(|part| whole * part / 8).filter(|&part| part > 0).collect();
    parts.dedup();
    parts
}

/// The values among these that something else reads, if all are known.
fn cut(entry: &Computation, ids: &[InstructionId], values: &Values) -> Option<Vec<(InstructionId, Literal)>> {
    let read = read_outside(entry, ids);
    let cut: Option<Vec<_>> = read.into_iter().map(|id| Some((id, values.get(&id)?.clone()))).collect();
    cut.filter(|cut| !cut.is_empty())
}

/// The instructions among these whose value others or the caller read; leaves are left where they are.
fn read_outside(entry: &Computation, ids: &[InstructionId]) -> Vec<InstructionId> {
    let inside: HashSet<InstructionId> = ids.iter().copied().collect();
    let is_read = |id: InstructionId| entry.root() == id || entry.users(id).iter().any(|user| !inside.contains(user));
    ids.iter().copied().filter(|&id| !is_leaf(entry.op(id)) && is_read(id)).collect()
}

fn is_leaf(op: &Op) -> bool {
    matches!(op, Op::Parameter { .. } | Op::AfterAll) || matches!(op, Op::Constant(_) if constant_size(op) <= LARGE)
}

/// An instruction's computations in place of it.
fn entered(entry: &Computation, id: InstructionId) -> Vec<Edit> {
    let operands = entry.operands(id);
    match entry.op(id) {
        Op::While { body, .. } => vec![Edit::Enter(id, *body, operands.to_vec())],
        Op::Conditional { branches } => {
            let branches = branches.iter().zip(&operands[1..]);
            branches.map(|(&branch, &operand)| Edit::Enter(id, branch, vec![operand])).collect()
        }
        Op::Call { to_apply: callee } | Op::Fusion { computation: callee, .. } => {
            vec![Edit::Enter(id, *callee, operands.to_vec())]
        }
        _ => Vec::new(),
    }
}

impl Edit {
    /// Whether each instruction of the entry that is left has the value that it had.
    pub fn keeps_values(&self) -> bool {
        match self {
            Edit::Output(_) | Edit::Keep(_) | Edit::Cut(_) => true,
            Edit::Enter(..) | Edit::Skip(..) | Edit::Zero(..) | Edit::Clear(_) | Edit::Flatten(_) => false,
        }
    }

    /// The program after the step; nothing where that is no program.
    pub fn candidate(&self, program: &Program) -> Option<Program> {
        let mut candidate = program.clone();
        self.apply(&mut candidate)?;
        tidy(&mut candidate);
        is_valid(&candidate).then_some(candidate)
    }

    fn apply(&self, program: &mut Program) -> Option<()> {
        match self {
            Edit::Output(index) => {
                let entry = program.module.entry_mut();
                let output = entry.operand(entry.root(), *index);
                set_root(&mut program.module, output);
            }
            Edit::Keep(ids) => keep(&mut program.module, ids)?,
            Edit::Cut(values) => values.iter().for_each(|(id, value)| replace_by_arguments(program, *id, value)),
            Edit::Enter(id, callee, arguments) => {
                let callee = program.module.computation(*callee).clone();
                let entry = program.module.entry_mut();
                let result = inline(entry, &callee, arguments);
                entry.replace_all_uses(*id, result);
            }
            Edit::Skip(computation, id, operand) => {
                let computation = program.module.computation_mut(*computation);
                let operand = computation.operand(*id, *operand);
                computation.replace_all_uses(*id, operand);
            }
            Edit::Zero(computation, id) => replace_by_zero(program.module.computation_mut(*computation), *id)?,
            Edit::Clear(number) => program.arguments[*number] = ArrayLiteral::zeros(program.arguments[*number].shape()),
            Edit::Flatten(number) => program.arguments[*number] = flattened(&program.arguments[*number])?,
        }
        Some(())
    }
}

/// Another value as the module's result; aliases speak of the old one.
fn set_root(module: &mut Module, root: InstructionId) {
    module.entry_mut().set_root(root);
    module.input_output_aliases.clear();
}

fn keep(module: &mut Module, ids: &[InstructionId]) -> Option<()> {
    let entry = module.entry_mut();
    let read = read_outside(entry, ids);
    let root = match read[..] {
        [] => return None,
        [only] => only,
        _ => {
            let shape = Shape::Tuple(read.iter().map(|&id| entry.shape(id).clone()).collect());
            entry.add(Instruction::new(Op::Tuple, shape, read))
        }
    };
    set_root(module, root);
    Some(())
}

fn replace_by_arguments(program: &mut Program, id: InstructionId, value: &Literal) {
    let entry = program.module.entry_mut();
    let shape = entry.shape(id).clone();
    let mut count = program.arguments.len();
    let argument = add_parameters(entry, &shape, &mut count, &entry.get(id).location.clone());
    program.arguments.extend(value.leaves().into_iter().cloned());
    entry.replace_all_uses(id, argument);
}

fn replace_by_zero(computation: &mut Computation, id: InstructionId) -> Option<()> {
    let zeros = ArrayLiteral::zeros(computation.shape(id).as_array()?);
    let is_parameter = matches!(computation.op(id), Op::Parameter { .. });
    let is_zero = matches!(computation.op(id), Op::Constant(value) if *value == zeros.clone().into());
    if is_parameter || is_zero {
        return None;
    }
    let shape = computation.shape(id).clone();
    let zero = computation.add(Instruction::new(Op::Constant(zeros.into()), shape, []));
    computation.replace_all_uses(id, zero);
    Some(())
}

fn flattened(argument: &ArrayLiteral) -> Option<ArrayLiteral> {
    let count = argument.shape().element_count();
    let first = (count > 1).then(|| argument.element_bytes(0).repeat(count))?;
    Some(ArrayLiteral::from_slice(argument.element_type(), argument.dims(), &first))
}
