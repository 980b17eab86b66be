//! Smaller programs that still fail.
//!
//! A step is a number: the position of the chosen candidate among those of the program at hand. A list of steps
//! therefore names a program, together with the seed, and another process can make it too.

use crate::bound::Run;
use crate::generate::Program;
use pjrt::hlo::*;

/// Candidates that a search looks at.
const MAX_TRIALS: usize = 600;

/// Takes steps for as long as the program fails.
pub fn shrink(program: &Program, mut fails: impl FnMut(&Program, &[usize]) -> bool) -> (Program, Vec<usize>) {
    let mut smallest = program.clone();
    let mut path = Vec::new();
    let mut trials = 0;
    'search: while trials < MAX_TRIALS {
        for (step, candidate) in candidates(&smallest).enumerate() {
            trials += 1;
            path.push(step);
            if fails(&candidate, &path) {
                smallest = candidate;
                continue 'search;
            }
            path.pop();
            if trials >= MAX_TRIALS {
                break;
            }
        }
        break;
    }
    (smallest, path)
}

/// Follows steps.
pub fn follow(program: Program, path: &[usize]) -> Program {
    path.iter().fold(program, |program, &step| candidates(&program).nth(step).unwrap_or(program))
}

/// Programs that are smaller by one step, the largest steps first.
fn candidates(program: &Program) -> impl Iterator<Item = Program> + use<> {
    let size = size(program);
    edits(program).into_iter().filter_map({
        let program = program.clone();
        move |edit| {
            let mut candidate = program.clone();
            edit.apply(&mut candidate)?;
            tidy(&mut candidate);
            (verify(&candidate.module).is_ok() && self::size(&candidate) < size).then_some(candidate)
        }
    })
}

/// Instructions, then elements of arguments that are not zero.
fn size(program: &Program) -> (usize, usize) {
    let module = &program.module;
    let instructions = module.post_order().into_iter().map(|id| module.computation(id).len()).sum();
    let bytes = program.arguments.iter().flat_map(|argument| argument.bytes().iter());
    (instructions, bytes.filter(|&&byte| byte != 0).count())
}

/// One way to make a program smaller.
enum Edit {
    /// Only one element of the result.
    Output(usize),
    /// An instruction of the entry becomes an argument of its value.
    Cut(InstructionId, ArrayLiteral),
    /// An instruction becomes its operand.
    Skip(ComputationId, InstructionId, usize),
    /// An instruction becomes a zero.
    Zero(ComputationId, InstructionId),
    /// The argument holds zeros.
    Clear(usize),
    /// The argument holds its first element everywhere.
    Flatten(usize),
}

fn edits(program: &Program) -> Vec<Edit> {
    let module = &program.module;
    let entry = module.entry();
    let mut edits = Vec::new();
    if let Op::Tuple = entry.op(entry.root()) {
        edits.extend((0..entry.operands(entry.root()).len()).map(Edit::Output));
    }
    if let Ok(run) = Run::of(module, &program.arguments) {
        let order = entry.post_order().into_iter().rev();
        let values = order.filter_map(|id| Some((id, run.entry.get(&id)?)));
        let cuts = values.filter(|(id, value)| {
            let is_leaf = matches!(entry.op(*id), Op::Parameter { .. });
            !is_leaf && value.bound.is_exact() && value.value.as_array().is_some()
        });
        edits.extend(cuts.map(|(id, value)| Edit::Cut(id, value.array().clone())));
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

impl Edit {
    fn apply(self, program: &mut Program) -> Option<()> {
        match self {
            Edit::Output(index) => {
                let entry = program.module.entry_mut();
                let output = entry.operand(entry.root(), index);
                entry.set_root(output);
            }
            Edit::Cut(id, value) => {
                let number = program.arguments.len();
                let entry = program.module.entry_mut();
                let parameter = entry.add_parameter(number, value.shape().clone(), &None);
                program.arguments.push(value);
                entry.replace_all_uses(id, parameter);
            }
            Edit::Skip(computation, id, operand) => {
                let computation = program.module.computation_mut(computation);
                let operand = computation.operand(id, operand);
                computation.replace_all_uses(id, operand);
            }
            Edit::Zero(computation, id) => {
                let computation = program.module.computation_mut(computation);
                let zeros = ArrayLiteral::zeros(computation.shape(id).as_array()?);
                let is_leaf = matches!(computation.op(id), Op::Parameter { .. });
                let is_zero = matches!(computation.op(id), Op::Constant(value) if *value == zeros.clone().into());
                if is_leaf || is_zero {
                    return None;
                }
                let shape = zeros.shape().clone();
                let zero = computation.add(Instruction::new(Op::Constant(zeros.into()), shape, []));
                computation.replace_all_uses(id, zero);
            }
            Edit::Clear(number) => program.arguments[number] = ArrayLiteral::zeros(program.arguments[number].shape()),
            Edit::Flatten(number) => {
                let argument = &program.arguments[number];
                let count = argument.shape().element_count();
                let first = (count > 1).then(|| argument.element_bytes(0).repeat(count))?;
                program.arguments[number] = ArrayLiteral::from_slice(argument.element_type(), argument.dims(), &first);
            }
        }
        Some(())
    }
}

/// Drops what nothing uses, arguments too.
fn tidy(program: &mut Program) {
    let module = &mut program.module;
    for id in module.computation_ids() {
        let keeps_parameters = id != module.entry_id();
        remove_unused(module.computation_mut(id), keeps_parameters);
    }
    module.remove_unreachable();
    let entry = module.entry_mut();
    let mut arguments = Vec::new();
    for (number, id) in entry.parameters().into_iter().enumerate() {
        if let Op::Parameter { number: old } = entry.op(id) {
            arguments.push(program.arguments[*old].clone());
        }
        entry.get_mut(id).op = Op::Parameter { number };
    }
    program.arguments = arguments;
}

fn remove_unused(computation: &mut Computation, keeps_parameters: bool) {
    for id in computation.post_order().into_iter().rev() {
        let is_parameter = matches!(computation.op(id), Op::Parameter { .. });
        let unused = computation.users(id).is_empty() && computation.root() != id;
        if unused && !(is_parameter && keeps_parameters) {
            computation.remove(id);
        }
    }
}
