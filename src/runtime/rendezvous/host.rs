//! Queues of what devices hand each other, through the host or not, and the host's own part in a run.

use super::{Outcome, Rendezvous, Standing, report};
use crate::hlo::ArrayLiteral;
use crate::runtime::custom_call::{Host, Sent};
use crate::runtime::{ExecutionError, ExecutionErrorKind, HostTransfers};
use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a device that waits looks whether the run has failed.
const LOOK: Duration = Duration::from_millis(50);

/// Values by the queue that they wait in, first in first out. Who has the run's state locked may lock them, and not the
/// other way round.
#[derive(Default)]
pub struct HostQueues {
    waiting: Mutex<HashMap<String, VecDeque<Sent>>>,
    sent: Condvar,
}

impl HostQueues {
    pub fn put(&self, queue: &str, values: Sent) {
        self.lock().entry(queue.to_owned()).or_default().push_back(values);
        self.sent.notify_all();
    }

    fn take(&self, queue: &str) -> Option<Sent> {
        self.lock().get_mut(queue).and_then(VecDeque::pop_front)
    }

    pub fn is_empty(&self, queue: &str) -> bool {
        self.lock().get(queue).is_none_or(VecDeque::is_empty)
    }

    /// Waits a while, if nothing is there.
    fn wait(&self, queue: &str) {
        let is_empty =
            |waiting: &mut HashMap<String, VecDeque<Sent>>| waiting.get(queue).is_none_or(VecDeque::is_empty);
        drop(self.sent.wait_timeout_while(self.lock(), LOOK, is_empty).unwrap_or_else(PoisonError::into_inner));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, VecDeque<Sent>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Rendezvous<T> {
    /// What waits in a queue, or who waits for it: a device that finds nothing there.
    fn look(&self, device: usize, queue: &str, source: Option<usize>, since: Instant) -> Outcome<Option<Sent>> {
        let mut state = self.lock();
        if let Some(values) = self.queues.take(queue) {
            state.standings[device] = Standing::Running;
            return Ok(Some(values));
        }
        state.failure.clone().map_or(Ok(()), Err)?;
        // Who has ended has sent all it will.
        if let Some(source) = source.filter(|&source| matches!(state.standings[source], Standing::Ended)) {
            let message = report::unsent(self.counts, &state.standings, (device, queue, Some(source)), None);
            return Err(self.error(message));
        }
        let waited = since.elapsed();
        if waited >= self.patience.timeout {
            let message = report::unsent(self.counts, &state.standings, (device, queue, source), Some(waited));
            return Err(self.error(message));
        }
        state.standings[device] = Standing::Receiving(queue.to_owned());
        self.fail_if_stuck(&mut state);
        state.failure.clone().map_or(Ok(None), Err)
    }
}

impl<T> Host for Rendezvous<T> {
    type Error = ExecutionError;

    fn send(&self, queue: &str, target: Option<usize>, values: Vec<ArrayLiteral>) {
        match (&self.others, target) {
            (Some(others), Some(target)) if !others.is_here(target) => others.tell_sent(target, queue, &values),
            (Some(_) | None, _) => self.queues.put(queue, Sent::Here(values)),
        }
    }

    fn receive(&self, device: usize, queue: &str, source: Option<usize>) -> Outcome<Sent> {
        let start = Instant::now();
        loop {
            match self.look(device, queue, source, start)? {
                Some(values) => return Ok(values),
                None => self.queues.wait(queue),
            }
        }
    }

    fn transfers(&self) -> Option<&HostTransfers> {
        self.host.as_deref()
    }

    fn error(&self, message: String) -> ExecutionError {
        ExecutionError { kind: ExecutionErrorKind::Failed, message: message.into() }
    }
}
