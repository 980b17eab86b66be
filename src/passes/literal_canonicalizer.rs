//! `literal-canonicalizer`: lets equal large constants share their memory.
//!
//! Within a computation `cse` leaves one of them; this is for those of different computations. Constants are read in
//! place from the file of the program, and equal ones there are rare: the pipeline `cpu` leaves this pass out.

use super::Pass;
use crate::hlo::{ArrayLiteral, ComputationId, Diagnostics, InstructionId, Literal, Module, Op};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

pub const PASS: Pass =
    Pass { name: "literal-canonicalizer", description: "Lets equal large constants share their memory.", run };

/// Bytes from which on a constant is looked at.
const LARGE: usize = 1024;

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut seen: HashMap<u64, Vec<ArrayLiteral>> = HashMap::new();
    let mut changed = false;
    for (computation, id) in large_constants(module) {
        let Op::Constant(Literal::Array(array)) = module.computation(computation).op(id) else { continue };
        let alike = seen.entry(hash(array)).or_default();
        match alike.iter().find(|other| *other == array) {
            Some(other) if !shares_memory(other, array) => {
                let shared = Op::Constant(other.clone().into());
                module.computation_mut(computation).get_mut(id).op = shared;
                changed = true;
            }
            Some(_) => {}
            None => alike.push(array.clone()),
        }
    }
    Ok(changed)
}

fn large_constants(module: &Module) -> Vec<(ComputationId, InstructionId)> {
    let is_large = |op: &Op| match op {
        Op::Constant(Literal::Array(array)) => array.bytes().len() >= LARGE,
        _ => false,
    };
    let of_computation = |id: ComputationId| {
        let computation = module.computation(id);
        computation.ids().filter(|&instruction| is_large(computation.op(instruction))).map(move |i| (id, i))
    };
    module.computation_ids().into_iter().flat_map(of_computation).collect()
}

fn hash(array: &ArrayLiteral) -> u64 {
    let mut hasher = DefaultHasher::new();
    array.dims().hash(&mut hasher);
    array.bytes().hash(&mut hasher);
    hasher.finish()
}

fn shares_memory(a: &ArrayLiteral, b: &ArrayLiteral) -> bool {
    std::ptr::eq(a.bytes().as_ptr(), b.bytes().as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{Bytes, ElementType};
    use crate::passes::testing::{define, empty};

    /// A module with a constant of this type in each of two computations.
    fn module(count: usize, types: [ElementType; 2]) -> Module {
        let mut module = empty();
        for (name, element_type) in ["first", "second"].into_iter().zip(types) {
            let id = define(&mut module, name, |g| {
                let bytes = Bytes::copy_of(&vec![7; 4 * count]);
                g.constant(ArrayLiteral::new(element_type, [count], bytes))
            });
            module.set_entry(id);
        }
        module
    }

    fn share_memory(module: &Module) -> bool {
        let constants = large_constants(module);
        let [a, b] = [0, 1].map(|i| match module.computation(constants[i].0).op(constants[i].1) {
            Op::Constant(literal) => literal.expect_array().clone(),
            other => panic!("{other:?}"),
        });
        shares_memory(&a, &b)
    }

    #[test]
    fn equal_constants_become_one() {
        let mut twins = module(256, [ElementType::F32; 2]);
        assert!(run(&mut twins).expect("succeeds") && share_memory(&twins));
        assert!(!run(&mut twins).expect("succeeds"), "they are one already");
    }

    #[test]
    fn others_stay() {
        let mut types = module(256, [ElementType::F32, ElementType::S32]);
        assert!(!run(&mut types).expect("succeeds") && !share_memory(&types));
        assert!(!run(&mut module(255, [ElementType::F32; 2])).expect("succeeds"), "small ones are not looked at");
    }
}
