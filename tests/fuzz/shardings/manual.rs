//! Operations on elements that each device performs on parts of its own: `shard_map` of one operation.
//!
//! The instruction is marked first and written out in parts last, so that the program stays one that a single device
//! runs too.

use super::annotate::Writer;
use pjrt::hlo::*;

/// The sharding around the parts, theirs, and how many there are in each dimension.
const OUTSIDE: &str = "manual_outside";
const INSIDE: &str = "manual_inside";
const PARTS: &str = "manual_parts";

/// Marks an operation on elements; says whether it did.
pub fn mark(writer: &mut Writer, instruction: &mut Instruction) -> bool {
    let (Op::Unary(_) | Op::Binary(_), Shape::Array(array)) = (&instruction.op, &instruction.shape) else {
        return false;
    };
    let dims = array.dims.clone();
    let outside = writer.tiles(dims.len(), |dimension, tiles| dims[dimension].is_multiple_of(tiles));
    let mut inside = TileAxes::replicated(dims.len());
    let mut parts = vec![1; dims.len()];
    for (dimension, axes) in outside.dims.iter().enumerate() {
        let (manual, rest) = axes.split_at(writer.random.below(axes.len() + 1));
        inside.manual.extend(manual);
        inside.dims[dimension].extend(rest);
        parts[dimension] = tile_count(manual);
    }
    if inside.manual.is_empty() {
        return false;
    }
    let (mesh, outside) = writer.around(&outside);
    let inside = mesh.split(&inside).expect("parts of the axes outside");
    let parts: Vec<String> = parts.iter().map(usize::to_string).collect();
    for (key, value) in [
        (OUTSIDE, outside.sharding(&mesh).to_string()),
        (INSIDE, inside.sharding(&mesh).to_string()),
        (PARTS, parts.join(",")),
    ] {
        instruction.frontend_attributes.insert(key.into(), value.into());
    }
    true
}

/// The module with its marked operations in parts.
pub fn expanded(module: &Module) -> Module {
    let mut module = module.clone();
    for id in module.computation_ids() {
        let computation = module.computation_mut(id);
        for instruction in computation.post_order() {
            if computation.get(instruction).frontend_attributes.contains_key(OUTSIDE) {
                expand(computation, instruction);
            }
        }
    }
    module
}

fn expand(computation: &mut Computation, id: InstructionId) {
    let whole = computation.get(id).clone();
    let [outside, inside, parts] = [OUTSIDE, INSIDE, PARTS].map(|key| whole.frontend_attributes[key].clone());
    let parts: Vec<usize> = parts.split(',').map(|number| number.parse().expect("a number")).collect();
    let part_of = |array: &ArrayShape| {
        let sizes = array.dims.iter().zip(&parts).map(|(size, parts)| size / parts);
        ArrayShape::new(array.element_type, sizes.collect::<Vec<_>>())
    };
    let mut operands = Vec::new();
    for &operand in whole.operands() {
        let array = computation.get(operand).array().clone();
        let entering = call(computation, "Sharding", operand, &outside, array.clone());
        operands.push(call(computation, "SPMDFullToShardShape", entering, &inside, part_of(&array)));
    }
    let mut local = Instruction::new(whole.op.clone(), part_of(whole.array()), operands);
    local.frontend_attributes = whole.frontend_attributes.clone();
    [OUTSIDE, INSIDE, PARTS].iter().for_each(|key| _ = local.frontend_attributes.remove(*key));
    let local = computation.add(local);
    let leaving = call(computation, "Sharding", local, &inside, part_of(whole.array()));
    let left = call(computation, "SPMDShardToFullShape", leaving, &outside, whole.array().clone());
    computation.replace_all_uses(id, left);
}

fn call(
    computation: &mut Computation,
    target: &str,
    operand: InstructionId,
    sharding: &str,
    shape: ArrayShape,
) -> InstructionId {
    let call = CustomCall { target: target.into(), ..CustomCall::default() };
    let mut instruction = Instruction::new(Op::CustomCall(Box::new(call)), shape, [operand]);
    instruction.sharding = Some(sharding.into());
    computation.add(instruction)
}
