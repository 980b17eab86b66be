//! The devices of the client: each is this machine's processor and memory, with threads of its own.

use super::dispatch::Dispatcher;
use super::pool::Pool;
use crate::codegen::Target;
use crate::runtime::capacity::total_memory;
use crate::runtime::{Device, MemorySpace};
use std::collections::BTreeMap;

/// Features worth telling people about.
const NOTABLE_FEATURES: [&str; 9] =
    ["sse4.2", "avx", "avx2", "fma", "f16c", "avx512f", "avx512vnni", "avx512bf16", "amx-tile"];

/// `cpu:0`, `cpu:1`, …
pub struct CpuDevice {
    pub id: usize,
    pub process: usize,
    pub target: Target,
    /// Threads that work on its runs.
    pub pool: Pool,
    /// The thread that makes them.
    pub dispatcher: Dispatcher,
}

impl Device for CpuDevice {
    fn id(&self) -> usize {
        self.id
    }

    fn process_index(&self) -> usize {
        self.process
    }

    fn kind(&self) -> String {
        "cpu".to_owned()
    }

    fn attributes(&self) -> BTreeMap<String, String> {
        let features = NOTABLE_FEATURES.into_iter().filter(|f| self.target.has(f)).collect::<Vec<_>>();
        let attributes = [
            ("model", model_name()),
            ("target", self.target.cpu.clone()),
            ("features", features.join(" ")),
            ("threads", self.pool.threads().to_string()),
            ("memory", total_memory().map_or("unknown".to_owned(), |bytes| format!("{} MiB", bytes >> 20))),
        ];
        attributes.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    fn memory_spaces(&self) -> Vec<MemorySpace> {
        let capacity = total_memory();
        ["device", "unpinned_host"].map(|kind| MemorySpace { kind, capacity }).to_vec()
    }
}

/// What the processor calls itself.
fn model_name() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = info.lines().find(|line| line.starts_with("model name"));
    line.and_then(|line| line.split_once(':')).map_or("unknown".to_owned(), |(_, name)| name.trim().to_owned())
}
