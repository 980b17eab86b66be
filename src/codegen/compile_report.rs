//! What compilation did and what that took: for those who ask `pjrt compile -v`.

use super::link;
use crate::hlo::Bytes;
use crate::passes::buffer_assignment::Report;
use std::fmt;
use std::time::Duration;

/// The way from optimized HLO to code.
#[derive(Clone, Debug, Default)]
pub struct CompileReport {
    /// Order of execution, copies, buffer assignment.
    pub planning_time: Duration,
    pub kernels: Vec<KernelReport>,
    /// What LLVM took for each of its modules; they are compiled on several threads.
    pub llvm_times: Vec<Duration>,
    /// Where memory was planned.
    pub memory: Option<Report>,
}

/// An emitted kernel.
#[derive(Clone, Debug)]
pub struct KernelReport {
    pub name: String,
    /// Instructions that it performs: several where they are equal.
    pub instructions: Vec<String>,
    /// Its phases' functions in the object file.
    pub functions: Vec<String>,
    /// What writing LLVM's representation took.
    pub emit_time: Duration,
    /// Machine code, once there is some.
    pub code_bytes: Option<usize>,
}

impl CompileReport {
    pub fn new(planning_time: Duration, kernels: Vec<KernelReport>, llvm_times: Vec<Duration>) -> CompileReport {
        CompileReport { planning_time, kernels, llvm_times, memory: None }
    }

    /// Finds the size of each kernel's code.
    pub(super) fn measure_code(&mut self, objects: &[Bytes]) {
        let sizes = link::function_sizes(objects);
        for kernel in &mut self.kernels {
            kernel.code_bytes = kernel.functions.iter().map(|function| sizes.get(function)).sum();
        }
    }
}

impl KernelReport {
    /// The instructions, of many equal ones the first.
    fn performed(&self) -> String {
        const MOST: usize = 4;
        let names: Vec<String> = self.instructions.iter().take(MOST).map(|name| format!("%{name}")).collect();
        match self.instructions.len() {
            0..=1 => names.join(" "),
            2..=MOST => format!("{} (equal, one code)", names.join(" ")),
            more => format!("{} and {} more (equal, one code)", names.join(" "), more - MOST),
        }
    }
}

/// Kernels, what LLVM took, memory.
impl fmt::Display for CompileReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<40} {:>7} {:>10} {:>10}  instructions", "kernels", "phases", "emit ms", "code bytes")?;
        self.kernels.iter().try_for_each(|kernel| write!(f, "{kernel}"))?;
        for (number, time) in self.llvm_times.iter().enumerate() {
            writeln!(f, "  LLVM on module {number}: {:.3} ms", milliseconds(*time))?;
        }
        match &self.memory {
            Some(memory) => write!(f, "memory\n{}", memory.totals()),
            None => Ok(()),
        }
    }
}

impl fmt::Display for KernelReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.code_bytes.map_or("-".to_owned(), |bytes| bytes.to_string());
        let (phases, time) = (self.functions.len(), milliseconds(self.emit_time));
        writeln!(f, "  {:<38} {phases:>7} {time:>10.3} {code:>10}  {}", self.name, self.performed())
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
