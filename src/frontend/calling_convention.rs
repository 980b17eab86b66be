//! The program's calling convention: its arguments are arrays.
//!
//! XLA can take arguments as tuples. Here each array in one is an argument of its own; a tuple is put together again for
//! those who read it, and aliases and donors follow. A token, which holds nothing, is made in the program.

use crate::hlo::{Computation, Instruction, InstructionId, Module, Op, Shape, ShapeIndex, Sharding};
use std::collections::HashMap;
use std::sync::Arc;

/// Numbers of the new parameters, by the old one's number and the place in it.
type Leaves = HashMap<(usize, ShapeIndex), usize>;

/// Makes every parameter of the entry an array. `donors` are the parameters, and places in them, that may be
/// overwritten.
pub fn flatten_parameters(module: &mut Module, donors: &[(usize, ShapeIndex)]) {
    let mut leaves = Leaves::new();
    let parameters = module.entry().parameters();
    for (number, &id) in parameters.iter().enumerate() {
        for (place, _) in module.entry().shape(id).leaves().iter().filter(|(_, leaf)| leaf.as_array().is_some()) {
            let flat = leaves.len();
            leaves.insert((number, place.clone()), flat);
        }
    }
    let is_flat = |id: &InstructionId| module.entry().shape(*id).as_array().is_some();
    if !parameters.iter().all(is_flat) {
        let entry = module.entry_mut();
        for (number, id) in parameters.into_iter().enumerate() {
            replace(entry, id, number, &leaves);
        }
        for alias in &mut module.input_output_aliases {
            let place = std::mem::take(&mut alias.parameter_index);
            // An alias of what is no leaf stays as it is, for the verifier to report.
            match leaves.get(&(alias.parameter, place.clone())) {
                Some(&flat) => alias.parameter = flat,
                None => alias.parameter_index = place,
            }
        }
    }
    module.buffer_donors = donors.iter().map(|donor| leaves.get(donor).copied().unwrap_or(usize::MAX)).collect();
}

/// Puts a parameter's leaves in its place.
fn replace(entry: &mut Computation, id: InstructionId, number: usize, leaves: &Leaves) {
    let shape = entry.shape(id).clone();
    let mut flattening = Flattening { entry, parameter: id, number, leaves, made: Vec::new() };
    let whole = flattening.assemble(&mut Vec::new(), &shape);
    let made = flattening.made;
    if entry.root() == id || !entry.users(id).is_empty() {
        entry.replace_all_uses(id, whole);
    }
    entry.redirect_control(id, whole);
    if let Some(schedule) = &mut entry.schedule {
        let at = schedule.iter().position(|&other| other == id).unwrap_or(0);
        schedule.splice(at..=at, made);
    }
    entry.remove(id);
}

/// What is said of a leaf of a parameter, or of all of it.
fn leaf_sharding(parameter: &Instruction, place: &ShapeIndex) -> Option<Arc<str>> {
    let text = parameter.sharding.as_ref()?;
    match Sharding::parse(text) {
        Ok(Sharding::Tuple(parts)) => {
            let leaf = parameter.shape.leaves().iter().position(|(other, _)| other == place)?;
            parts.get(leaf).map(|part| part.to_string().into())
        }
        Ok(_) | Err(_) => Some(text.clone()),
    }
}

/// A parameter of any shape whose place its leaves take.
struct Flattening<'a> {
    entry: &'a mut Computation,
    parameter: InstructionId,
    number: usize,
    leaves: &'a Leaves,
    /// What was added, operands first.
    made: Vec<InstructionId>,
}

impl Flattening<'_> {
    /// The parameter of a leaf, or a tuple's parts and the tuple.
    fn assemble(&mut self, place: &mut ShapeIndex, shape: &Shape) -> InstructionId {
        let parameter = self.entry.get(self.parameter).clone();
        let name = parameter.name();
        let instruction = match shape {
            Shape::Tuple(parts) => {
                let mut operands = Vec::new();
                for (i, part) in parts.iter().enumerate() {
                    place.push(i);
                    operands.push(self.assemble(place, part));
                    place.pop();
                }
                Instruction::new(Op::Tuple, shape.clone(), operands).named(format!("{name}.tuple"))
            }
            Shape::Token => Instruction::new(Op::AfterAll, Shape::Token, []),
            Shape::Array(_) => {
                let flat = self.leaves.get(&(self.number, place.clone())).copied().unwrap_or_default();
                let path: String = place.iter().map(|i| format!(".{i}")).collect();
                let leaf = Instruction::new(Op::Parameter { number: flat }, shape.clone(), []);
                let mut leaf = leaf.named(format!("{name}{path}"));
                leaf.sharding = leaf_sharding(&parameter, place);
                leaf
            }
        };
        let id = self.entry.add(instruction.at(&parameter.location));
        self.made.push(id);
        id
    }
}
