//! Phases that write small neighbouring pieces of one array, taken block by block: a cache line that the first has
//! begun is still there when the others fill it.

use super::function::{KernelFunction, built};
use super::{Emission, Kernel};
use crate::codegen::kernel::Phase;
use inkwell::module::Linkage;

/// Bytes of the result that are worked on at a time: half of a first-level cache.
const BLOCK_BYTES: usize = 1 << 14;
/// Pieces of at least this size fill their cache lines by themselves.
const LARGE_BYTES: usize = 1 << 10;

/// Makes one phase of several that do the same units, each its piece of the result; leaves alone what has nothing
/// to gain.
pub fn interleave(emission: &Emission<'_, '_>, kernel: Kernel, result_bytes: usize) -> Kernel {
    let units = kernel.phases.first().map_or(0, |phase| phase.units);
    let alike = kernel.phases.len() > 1 && kernel.phases.iter().all(|phase| phase.units == units);
    let unit_bytes = result_bytes / (units.max(1) as usize);
    let block = BLOCK_BYTES / unit_bytes.max(1);
    if !alike || unit_bytes >= LARGE_BYTES || units <= block as i64 || kernel.scratch_bytes > 0 {
        return kernel;
    }
    write_driver(emission, &kernel.phases, block as i64);
    let enough = kernel.phases.iter().map(|phase| phase.min_units_per_task).min().unwrap_or(1);
    let min_units_per_task = enough / kernel.phases.len() as i64 + 1;
    let phase = Phase { function: emission.name.to_owned(), units, min_units_per_task };
    Kernel { phases: vec![phase], scratch_bytes: 0 }
}

/// `for start in (begin..end).step_by(block) { every phase for start..min(start + block, end) }`
fn write_driver(emission: &Emission<'_, '_>, phases: &[Phase], block: i64) {
    let llvm = emission.emitter.llvm;
    let mut f = KernelFunction::new(emission.emitter.context, llvm, emission.name, 1);
    let arguments = f.function.get_nth_param(0).expect("the argument table");
    let (begin, end) = f.unit_bounds();
    f.return_unless(begin, end);
    let open = f.open_loop(begin, end, block, &[]);
    let start = open.counter();
    let next = built(f.builder.build_int_nsw_add(start, f.int(block), ""));
    let stop = f.bounded("llvm.smin", next, end);
    for phase in phases {
        let function = llvm.get_function(&phase.function).expect("an emitted function");
        function.set_linkage(Linkage::Internal);
        built(f.builder.build_call(function, &[arguments.into(), start.into(), stop.into()], ""));
    }
    f.close_loop(open, &[]);
    f.finish();
}
