//! Devices of other processes.

use crate::runtime::{Device, MemorySpace};
use std::collections::BTreeMap;

/// A device that another process has: it may be named, not used.
pub struct RemoteDevice {
    pub id: usize,
    pub process: usize,
    pub kind: &'static str,
}

impl Device for RemoteDevice {
    fn id(&self) -> usize {
        self.id
    }

    fn kind(&self) -> String {
        self.kind.to_owned()
    }

    fn process_index(&self) -> usize {
        self.process
    }

    fn attributes(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    fn memory_spaces(&self) -> Vec<MemorySpace> {
        Vec::new()
    }
}
