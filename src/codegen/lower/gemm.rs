//! `dot` as a matrix product of any layout.

use super::{Lowering, Site};
use crate::codegen::spec;
use crate::codegen::thunk::ThunkKind;
use crate::hlo::{Diagnostics, Op};

pub fn lower(lowering: &Lowering<'_>, site: &Site<'_>) -> Result<ThunkKind, Diagnostics> {
    let Op::Dot { dims, .. } = &site.instruction.op else { unreachable!("a dot") };
    let (lhs, rhs, output) = (site.operand_shape(0), site.operand_shape(1), site.instruction.array());
    Ok(ThunkKind::Gemm {
        spec: spec::Gemm::from_dot(lhs, rhs, output, dims),
        lhs: lowering.operand(site, 0),
        rhs: lowering.operand(site, 1),
        output: lowering.results(site)[0],
    })
}
