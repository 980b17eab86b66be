//! `convolution` of any layout.

use super::{Lowering, Site};
use crate::codegen::spec::{self, GroupCounts};
use crate::codegen::thunk::ThunkKind;
use crate::hlo::{Diagnostics, Op};

pub fn lower(lowering: &Lowering<'_>, site: &Site<'_>) -> Result<ThunkKind, Diagnostics> {
    let Op::Convolution { window, dims, feature_group_count, batch_group_count, .. } = &site.instruction.op else {
        unreachable!("a convolution")
    };
    let shapes = (site.operand_shape(0), site.operand_shape(1), site.instruction.array());
    let groups = GroupCounts { feature: *feature_group_count, batch: *batch_group_count };
    let spec = spec::Convolution::new(shapes, window, dims, groups);
    Ok(ThunkKind::Convolution {
        spec,
        lhs: lowering.operand(site, 0),
        rhs: lowering.operand(site, 1),
        output: lowering.results(site)[0],
    })
}
