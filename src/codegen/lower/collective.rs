//! Collectives, and the numbers of the device that runs a program.

use super::{Lowering, Site};
use crate::codegen::spec;
use crate::codegen::thunk::{CollectiveThunk, DeviceNumber, ThunkKind};
use crate::hlo::{Diagnostics, Op, Shape};

pub fn lower(lowering: &Lowering<'_>, site: &Site<'_>) -> Result<ThunkKind, Diagnostics> {
    let Op::Collective(op) = &site.instruction.op else { unreachable!("a collective") };
    let operands = site.instruction.operands().iter().map(|&operand| site.computation.shape(operand));
    if !operands.clone().chain([&site.instruction.shape]).all(Shape::is_row_major) {
        return Err(site.unsupported("devices exchange row-major arrays only"));
    }
    let operands: Vec<_> = operands.map(Shape::expect_array).collect();
    let spec = spec::Collective::new(op, lowering.module.device_counts(), &operands);
    let reducer = op.to_apply().map(|_| lowering.kernels.function(site.computation_id, site.id).to_owned());
    Ok(ThunkKind::Collective(CollectiveThunk {
        spec: spec.map_err(|message| site.unsupported(message))?,
        reducer,
        operands: lowering.operand_leaves(site),
        results: lowering.results(site).to_vec(),
    }))
}

pub fn lower_number(lowering: &Lowering<'_>, site: &Site<'_>, number: DeviceNumber) -> ThunkKind {
    ThunkKind::DeviceNumber { number, to: lowering.results(site)[0] }
}
