//! The verifier: what must hold of every module, whoever made it.
//!
//! It finds all that is wrong, not the first thing: a rule is a function, and each instruction meets every rule that
//! concerns it. Rules build on each other in three steps, and a step with findings ends the search: the graph hangs
//! together (a defect here is a bug of ours), computations call each other without recursion, and then instruction
//! by instruction shapes, element types and called computations, the promises about arguments, and the schedule.
//! Rules about shapes alone are those of [`super::infer`].

mod alias;
mod arena;
mod callees;
mod calls;
mod collective;
mod schedule;
mod shapes;
mod types;

use super::infer::ProgramShape;
use super::infer::check::{Check, ensure};
use super::{Computation, Diagnostic, Diagnostics, Instruction, InstructionId, Module, Shape};
use std::collections::HashMap;

/// `Ok` when the module keeps every rule, else all findings.
pub fn verify(module: &Module) -> Result<(), Diagnostics> {
    arena::verify_module(module).into_result()?;
    calls::verify_module(module).into_result()?;
    let mut findings = verify_instructions(module);
    findings.0.extend(alias::verify_module(module));
    findings.0.extend(schedule::verify_module(module));
    findings.into_result()
}

fn verify_instructions(module: &Module) -> Diagnostics {
    let ids = module.computation_ids();
    let shapes: HashMap<_, _> = ids.iter().map(|&id| (id, ProgramShape::of(module.computation(id)))).collect();
    let mut findings = Diagnostics::default();
    for &id in &ids {
        let computation = module.computation(id);
        for instruction in computation.ids().map(|id| computation.get(id)) {
            let callees = instruction.op.called_computations().iter().map(|id| shapes[id].clone()).collect();
            findings.0.extend(Site::new(computation, instruction, callees).findings());
        }
    }
    findings
}

/// `Ok` when one instruction keeps every rule about shapes, types and called computations. The computation need not
/// be finished, nor be part of the module.
pub fn verify_instruction(module: &Module, computation: &Computation, id: InstructionId) -> Result<(), Diagnostics> {
    let instruction = computation.get(id);
    let callees = instruction.op.called_computations();
    let callees = callees.iter().map(|&id| ProgramShape::of(module.computation(id))).collect();
    Diagnostics(Site::new(computation, instruction, callees).findings()).into_result()
}

/// An instruction with what its rules look at.
struct Site<'a> {
    computation: &'a Computation,
    instruction: &'a Instruction,
    operands: Vec<&'a Shape>,
    /// Signatures of the called computations, in the operation's order.
    callees: Vec<ProgramShape>,
}

impl<'a> Site<'a> {
    fn new(computation: &'a Computation, instruction: &'a Instruction, callees: Vec<ProgramShape>) -> Site<'a> {
        let operands = instruction.operands().iter().map(|&id| computation.shape(id)).collect();
        Site { computation, instruction, operands, callees }
    }

    /// Without a right shape, what an instruction's types and computations should be cannot be told.
    fn findings(&self) -> Vec<Diagnostic> {
        let shapes = shapes::rules(self);
        let messages = if shapes.is_empty() {
            [types::rules(self), callees::rules(self), alias::rules(self)].concat()
        } else {
            shapes
        };
        messages.into_iter().map(|message| self.finding(message)).collect()
    }

    fn finding(&self, message: String) -> Diagnostic {
        let message = format!("{}: {message}", self.instruction.op.name());
        in_instruction(Diagnostic::program(message, &self.instruction.location), self.computation, self.instruction)
    }
}

fn in_instruction(finding: Diagnostic, computation: &Computation, instruction: &Instruction) -> Diagnostic {
    finding.with_note(format!("in %{} of computation %{}", instruction.name(), computation.name))
}

/// A defect that only code of ours can cause.
fn defect(computation: &Computation, id: InstructionId, message: String) -> Diagnostic {
    let instruction = computation.get(id);
    in_instruction(Diagnostic::bug(message, &instruction.location), computation, instruction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::every_op::every_op;

    #[test]
    fn a_right_module_has_no_findings() {
        verify(&every_op()).unwrap();
    }
}

/// What the tests of rules share.
#[cfg(test)]
mod testing {
    use super::*;
    use crate::hlo::{ComputationId, ElementType, Op};

    pub fn f32s(dims: &[usize]) -> Shape {
        Shape::array(ElementType::F32, dims)
    }

    /// Messages about a module whose entry is built by `build`, its last instruction being the root.
    pub fn findings(build: impl FnOnce(&mut Module, &mut Computation)) -> Vec<String> {
        let mut module = Module::new("test");
        let mut entry = Computation::new("main");
        build(&mut module, &mut entry);
        let last = entry.ids().last().expect("an instruction");
        entry.set_root(last);
        let id = module.add_computation(entry);
        module.set_entry(id);
        messages(&module)
    }

    pub fn messages(module: &Module) -> Vec<String> {
        let found = verify(module).err().unwrap_or_default();
        found.0.into_iter().map(|finding| finding.message).collect()
    }

    /// Parameters of these shapes.
    pub fn parameters(computation: &mut Computation, shapes: &[Shape]) -> Vec<InstructionId> {
        let numbered = shapes.iter().enumerate();
        numbered.map(|(i, shape)| computation.add_parameter(i, shape.clone(), &None)).collect()
    }

    /// The messages about one operation on parameters of these shapes.
    pub fn findings_of(op: Op, operands: &[Shape], result: Shape) -> Vec<String> {
        findings(|_, entry| {
            let operands = parameters(entry, operands);
            entry.add(Instruction::new(op, result, operands));
        })
    }

    /// A computation that returns a parameter, or a constant-like iota, of a shape.
    pub fn callee(module: &mut Module, parameter_shapes: &[Shape], root: usize) -> ComputationId {
        let mut computation = Computation::new("callee");
        let ids = parameters(&mut computation, parameter_shapes);
        computation.set_root(ids[root]);
        module.add_computation(computation)
    }
}
