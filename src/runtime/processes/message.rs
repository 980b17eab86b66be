//! What processes tell each other.

use crate::runtime::{ExecutionError, ExecutionErrorKind};
use serde::{Deserialize, Serialize};

/// News for another process. The operands of an arrival, and the values that are sent, follow it as bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Message {
    /// The process is there, with so many devices.
    Joined { devices: usize },
    /// A device has come to a collective.
    Arrived { run: u64, arrival: Arrival },
    /// A device has sent values to another one, or to whichever asks for them first.
    Sent { run: u64, target: Option<usize>, queue: String },
    /// A device asks for values that anybody may have sent.
    Wanted { run: u64, device: usize, queue: String },
    /// A device's run is over.
    Ended { run: u64, device: usize, failure: Option<Failure> },
    /// The process takes part in nothing any more.
    Left { failure: Option<Failure> },
}

/// A collective that a device of another process has come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// Its number in the program.
    pub device: usize,
    pub operation: String,
    pub name: String,
    /// Where the collective is in the program, for messages.
    pub place: String,
    pub channel_id: Option<u64>,
    pub group: Vec<usize>,
}

/// An error of a run, as it travels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    kind: ExecutionErrorKind,
    message: String,
}

impl From<&ExecutionError> for Failure {
    fn from(error: &ExecutionError) -> Failure {
        Failure { kind: error.kind, message: error.message.to_string() }
    }
}

impl From<Failure> for ExecutionError {
    fn from(failure: Failure) -> ExecutionError {
        ExecutionError { kind: failure.kind, message: failure.message.into() }
    }
}
