//! `rng-expander`: brings random numbers to what the code generator knows.
//!
//! Draws of a distribution (`rng`) are a call of the runtime, which counts the values drawn so far; random bits of
//! elements under eight bits are cut from bytes.

use super::Pass;
use crate::hlo::{
    ArrayLiteral, BinaryOp, Builder, Computation, ComputationId, CustomCall, Diagnostics, ElementType,
    GatherDimensionNumbers, InstructionId, Module, Op, RngDistribution, Shape,
};
use std::sync::Arc;

pub const PASS: Pass = Pass {
    name: "rng-expander",
    description: "Draws random numbers by calls of the runtime, and cuts small elements from random bytes.",
    run,
};

/// Targets of the calls that draw values.
pub const UNIFORM: &str = "pjrt.rng_uniform";
pub const NORMAL: &str = "pjrt.rng_normal";

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for computation in module.post_order() {
        changed |= expand_all(module, computation)?;
    }
    Ok(changed)
}

fn expand_all(module: &mut Module, owner: ComputationId) -> Result<bool, Diagnostics> {
    let computation = module.computation_mut(owner);
    let ids: Vec<InstructionId> = computation.ids().collect();
    let mut changed = false;
    for id in ids {
        changed |= match *computation.op(id) {
            Op::Rng { distribution } => {
                draw(computation, id, distribution);
                true
            }
            Op::RngBitGenerator { .. } => widen(computation, id)?,
            _ => false,
        };
    }
    Ok(changed)
}

/// The instruction becomes the call; operands and shape are the same.
fn draw(computation: &mut Computation, id: InstructionId, distribution: RngDistribution) {
    let target = match distribution {
        RngDistribution::Uniform => UNIFORM,
        RngDistribution::Normal => NORMAL,
    };
    let call = CustomCall { target: Arc::from(target), has_side_effect: true, ..CustomCall::default() };
    computation.get_mut(id).op = Op::CustomCall(Box::new(call));
}

/// Bits of an element under eight bits are the lowest ones of a byte's.
fn widen(computation: &mut Computation, id: InstructionId) -> Result<bool, Diagnostics> {
    let instruction = computation.get(id).clone();
    let Some([Shape::Array(state), Shape::Array(bits)]) = instruction.shape.as_tuple() else { return Ok(false) };
    let element_type = bits.element_type;
    if element_type.bit_width() >= 8 || !(element_type.is_integer() || element_type.is_float()) {
        return Ok(false);
    }
    let bytes = Shape::Tuple(vec![state.clone().into(), bits.with_element_type(ElementType::U8).into()]);
    let mut b = Builder::new(computation, &instruction.location);
    let wide = b.add(instruction.op.clone(), instruction.operands(), &bytes);
    let parts = b.untuple(wide);
    let narrow = match element_type.is_float() {
        true => represented(&mut b, parts[1], element_type),
        false => b.convert(parts[1], element_type),
    };
    let result = b.tuple(&[parts[0], narrow]);
    b.finish()?;
    computation.replace_all_uses(id, result);
    computation.remove(id);
    Ok(true)
}

/// The floats that the lowest bits of bytes represent, out of a table of all.
fn represented(b: &mut Builder, bytes: InstructionId, element_type: ElementType) -> InstructionId {
    let codes: Vec<u8> = (0..1 << element_type.bit_width()).collect();
    let dims = b.dims(bytes);
    let mask = b.scalar_integer(ElementType::U8, codes.len() as i64 - 1);
    let mask = b.splat(mask, &dims);
    let code = b.binary(BinaryOp::And, bytes, mask);
    let table = b.constant(ArrayLiteral::from_slice(element_type, [codes.len()], &codes));
    let numbers = GatherDimensionNumbers {
        collapsed_slice_dims: vec![0],
        start_index_map: vec![0],
        index_vector_dim: dims.len(),
        ..GatherDimensionNumbers::default()
    };
    let gather = Op::Gather { dims: numbers, slice_sizes: vec![1], indices_are_sorted: false };
    b.add(gather, &[table, code], &Shape::Token)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::RngAlgorithm;
    use crate::passes::testing::{describe, program};

    #[test]
    fn small_integers_are_cut_from_bytes() {
        let mut module = program(|g| {
            let state = g.parameter(0, ElementType::U64, &[2]);
            let parts = [Shape::array(ElementType::U64, [2]), Shape::array(ElementType::S4, [3])];
            g.add(Op::RngBitGenerator { algorithm: RngAlgorithm::Philox }, Shape::Tuple(parts.to_vec()), &[state])
        });
        assert!(run(&mut module).expect("succeeds"));
        let bits = "rng-bit-generator(Arg_0)";
        let expected = format!("tuple(get-tuple-element[0]({bits}), converts4[3](get-tuple-element[1]({bits})))");
        assert_eq!(describe(&module), expected);
    }

    #[test]
    fn draws_are_calls() {
        let mut module = program(|g| {
            let (a, b) = (g.f32(0, &[]), g.f32(1, &[]));
            g.add(Op::Rng { distribution: RngDistribution::Normal }, Shape::array(ElementType::F32, [5]), &[a, b])
        });
        assert!(run(&mut module).expect("succeeds"));
        assert_eq!(describe(&module), "custom-call(Arg_0, Arg_1)");
    }
}
