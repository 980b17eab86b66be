//! Which device is which replica and partition of a program.

use super::{Buffer, Error, Result};
use crate::hlo::DeviceCounts;
use std::sync::Arc;

/// The devices that run a program together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceAssignment {
    pub counts: DeviceCounts,
    /// Ids by the program's numbers: replica × number of partitions + partition.
    pub devices: Vec<usize>,
}

impl DeviceAssignment {
    /// The first devices of a client, in order.
    ///
    /// # Errors
    /// The client has fewer.
    pub fn first(counts: DeviceCounts, available: usize) -> Result<DeviceAssignment> {
        let needed = counts.devices();
        if needed > available {
            let DeviceCounts { replicas, partitions } = counts;
            return Err(Error::Usage(format!(
                "the program runs on {needed} devices ({replicas} replicas of {partitions} partitions), and there are \
                 {available}: expected --devices={needed} or more"
            )));
        }
        Ok(DeviceAssignment { counts, devices: (0..needed).collect() })
    }

    /// Arguments are there for each device, and on it.
    ///
    /// # Errors
    /// What is missing or elsewhere.
    pub fn check_arguments(&self, arguments: &[Vec<Arc<dyn Buffer>>]) -> Result<()> {
        let (found, expected) = (arguments.len(), self.devices.len());
        if found != expected {
            return Err(Error::Usage(format!("arguments of {found} devices, expected {expected}")));
        }
        for (&device, arguments) in self.devices.iter().zip(arguments) {
            if let Some(number) = arguments.iter().position(|argument| argument.device() != device) {
                let found = arguments[number].device();
                return Err(Error::Usage(format!("argument {number} of device {device} is on device {found}")));
            }
        }
        Ok(())
    }
}
