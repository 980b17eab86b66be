use crate::codegen::Target;
use crate::codegen::math::testing::Kernel;
use crate::hlo::elementwise_op::ResultType;
use crate::hlo::{BinaryOp, ElementType, UnaryOp};

const TYPES: [ElementType; 6] =
    [ElementType::F16, ElementType::BF16, ElementType::F32, ElementType::F64, ElementType::F8E5M2, ElementType::C64];

/// Linking fails where an object asks for a function of a library, whether this machine can run the code or not.
#[test]
fn no_function_needs_a_library_on_any_target() {
    for cpu in ["x86-64", "x86-64-v2", "x86-64-v3", "sapphirerapids"] {
        let target = Target::parse(cpu).unwrap();
        for ty in TYPES {
            for lanes in [1, 8] {
                link_all(&target, ty, lanes);
            }
        }
    }
}

/// All functions in one kernel, one after the other.
fn link_all(target: &Target, ty: ElementType, lanes: u32) {
    let binary = [BinaryOp::Atan2, BinaryOp::Divide, BinaryOp::Power];
    Kernel::compile(target, lanes, &[ty, ty], ty, |math, v| {
        let keeps_type = |op: &UnaryOp| op.facts().result == ResultType::Same || ty.is_float();
        let ops = UnaryOp::ALL.into_iter().filter(|op| op.admits(ty) && *op != UnaryOp::IsFinite && keeps_type(op));
        let value = ops.fold(v[0], |value, op| math.unary(op, ty, value));
        let value = binary.into_iter().fold(value, |value, op| math.binary(op, ty, value, v[1]));
        if ty.is_float() { math.binary(BinaryOp::Remainder, ty, value, v[1]) } else { value }
    });
}
