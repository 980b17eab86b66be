//! Which device is which replica and partition of a program.

use super::processes::Processes;
use super::{Buffer, Error, Result};
use crate::hlo::DeviceCounts;
use std::ops::Range;
use std::sync::Arc;

/// The devices that run a program together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceAssignment {
    pub counts: DeviceCounts,
    /// Ids by the program's numbers: replica × number of partitions + partition.
    pub devices: Vec<usize>,
    /// The program's numbers of those devices that are in this process.
    pub addressable: Range<usize>,
}

/// The devices of a client.
#[derive(Clone, Debug)]
pub struct Available {
    /// Of all processes.
    pub devices: usize,
    /// Ids of those of this process.
    pub addressable: Range<usize>,
}

impl Available {
    /// So many here, with those of the other processes if there are any.
    pub fn new(here: usize, processes: Option<&Arc<Processes>>) -> Available {
        let alone = Available { devices: here, addressable: 0..here };
        processes.map_or(alone, |processes| Available {
            devices: processes.device_count(),
            addressable: processes.own_devices(),
        })
    }
}

impl DeviceAssignment {
    /// The first devices of a client, in order.
    ///
    /// # Errors
    /// The client has fewer.
    pub fn first(counts: DeviceCounts, available: &Available) -> Result<DeviceAssignment> {
        let needed = counts.devices();
        let Available { devices, addressable } = available;
        if needed > *devices {
            let are = if *devices == 1 { "is" } else { "are" };
            return Err(Error::Usage(format!(
                "the program runs on {needed} devices ({counts}), and there {are} {devices}: expected \
                 --devices={needed} or more"
            )));
        }
        let addressable = addressable.start.min(needed)..addressable.end.min(needed);
        Ok(DeviceAssignment { counts, devices: (0..needed).collect(), addressable })
    }

    /// Ids of the devices that are in this process.
    pub fn addressable_devices(&self) -> &[usize] {
        &self.devices[self.addressable.clone()]
    }

    /// Arguments are there for each device of this process, and on it.
    ///
    /// # Errors
    /// What is missing or elsewhere.
    pub fn check_arguments(&self, arguments: &[Vec<Arc<dyn Buffer>>]) -> Result<()> {
        let devices = self.addressable_devices();
        let (found, expected) = (arguments.len(), devices.len());
        if found != expected {
            return Err(Error::Usage(format!("arguments of {found} devices, expected {expected}")));
        }
        for (&device, arguments) in devices.iter().zip(arguments) {
            if let Some(number) = arguments.iter().position(|argument| argument.device() != device) {
                let found = arguments[number].device();
                return Err(Error::Usage(format!("argument {number} of device {device} is on device {found}")));
            }
        }
        Ok(())
    }
}
