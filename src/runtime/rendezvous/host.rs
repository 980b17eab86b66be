//! The host's side of a run: queues of what devices send to it and receive from it.

use super::{Outcome, Rendezvous, Standing};
use crate::hlo::ArrayLiteral;
use crate::runtime::custom_call::Host;
use crate::runtime::{ExecutionError, ExecutionErrorKind};
use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

impl<T> Rendezvous<T> {
    fn has_ended(&self, device: usize) -> bool {
        matches!(self.lock().standings[device], Standing::Ended)
    }
}

/// How often a device that waits looks whether the run has failed.
const LOOK: Duration = Duration::from_millis(50);

/// Values by the queue that they wait in, first in first out.
#[derive(Default)]
pub struct HostQueues {
    waiting: Mutex<HashMap<String, VecDeque<Vec<ArrayLiteral>>>>,
    sent: Condvar,
}

impl<T> Host for Rendezvous<T> {
    type Error = ExecutionError;

    fn send(&self, queue: &str, values: Vec<ArrayLiteral>) {
        let mut waiting = self.host.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.entry(queue.to_owned()).or_default().push_back(values);
        self.host.sent.notify_all();
    }

    fn receive(&self, queue: &str, source: Option<usize>) -> Outcome<Vec<ArrayLiteral>> {
        let start = Instant::now();
        loop {
            // Who has ended has sent all it will: what it sent is looked at after that.
            let gone = source.filter(|&source| self.has_ended(source));
            let mut waiting = self.host.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(values) = waiting.get_mut(queue).and_then(VecDeque::pop_front) {
                return Ok(values);
            }
            self.check()?;
            if let Some(source) = gone {
                let source = self.counts.name(source);
                return Err(self.error(format!("nothing was sent to the queue {queue}: {source} has ended")));
            }
            if start.elapsed() >= self.patience.timeout {
                let seconds = start.elapsed().as_secs_f64();
                return Err(self.error(format!("nothing was sent to the queue {queue} for {seconds:.1} s")));
            }
            drop(self.host.sent.wait_timeout(waiting, LOOK).unwrap_or_else(PoisonError::into_inner));
        }
    }

    fn error(&self, message: String) -> ExecutionError {
        ExecutionError { kind: ExecutionErrorKind::Failed, message: message.into() }
    }
}
