//! Gives results the memory of donated arguments that the program bound to no result.
//!
//! Which results lie in whose memory is a promise to the caller. Native code makes only those that the program states:
//! the pipeline `cpu` leaves this pass out.

use super::Pass;
use crate::hlo::{ArrayShape, Diagnostics, InputOutputAlias, Module, ShapeIndex};

pub const PASS: Pass = Pass {
    name: "optimize_input_output_buffer_alias",
    description: "Lets results take over donated arguments of their size.",
    run,
};

pub fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut free = free_results(module);
    let mut changed = false;
    for (parameter, index, shape) in free_donors(module) {
        let Some(at) = free.iter().position(|(_, result)| *result == shape) else { continue };
        let (output, _) = free.remove(at);
        module.input_output_aliases.push(InputOutputAlias { output, parameter, parameter_index: index, must: false });
        changed = true;
    }
    Ok(changed)
}

/// Leaves of the result that live in no argument's memory.
fn free_results(module: &Module) -> Vec<(ShapeIndex, ArrayShape)> {
    let leaves = module.entry().shape(module.entry().root()).leaves();
    let arrays = leaves.into_iter().filter_map(|(path, leaf)| Some((path, leaf.as_array()?.clone())));
    arrays.filter(|(path, _)| module.input_output_aliases.iter().all(|alias| alias.output != *path)).collect()
}

/// Leaves of donated parameters that no result has.
fn free_donors(module: &Module) -> Vec<(usize, ShapeIndex, ArrayShape)> {
    let entry = module.entry();
    let parameters = entry.parameters().into_iter().enumerate();
    let donors = parameters.filter(|(number, _)| module.buffer_donors.contains(number));
    let leaves = donors.flat_map(|(number, id)| {
        let leaves = entry.shape(id).leaves().into_iter();
        leaves.filter_map(move |(path, leaf)| Some((number, path, leaf.as_array()?.clone())))
    });
    let is_bound = |number: usize, path: &ShapeIndex| {
        module.input_output_aliases.iter().any(|alias| alias.parameter == number && alias.parameter_index == *path)
    };
    leaves.filter(|(number, path, _)| !is_bound(*number, path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{Computation, ElementType, Instruction, Op, Shape, UnaryOp};

    #[test]
    fn a_donor_goes_to_a_result_of_its_shape() {
        let shape = Shape::array(ElementType::F32, [4]);
        let mut entry = Computation::new("main");
        let parameter = entry.add_parameter(0, shape.clone(), &None);
        entry.add_root(Instruction::new(Op::Unary(UnaryOp::Negate), shape, [parameter]));
        let mut module = Module::new("m");
        let id = module.add_computation(entry);
        module.set_entry(id);
        assert!(!run(&mut module).unwrap());
        module.buffer_donors.push(0);
        assert!(run(&mut module).unwrap());
        assert_eq!(module.input_output_aliases[0].parameter, 0);
        assert!(!run(&mut module).unwrap());
    }
}
