//! Queues of what devices hand each other, through the host or not, and the host's own part in a run.

use super::{Others, Outcome, Rendezvous, Standing, report};
use crate::hlo::ArrayLiteral;
use crate::runtime::custom_call::{Host, Sent};
use crate::runtime::{ExecutionError, HostTransfers};
use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often a device that waits looks whether the run has failed.
const LOOK: Duration = Duration::from_millis(50);

/// The device whose process keeps the queues that any device may take from.
pub const KEEPER: usize = 0;

/// Queues by name, first in first out. Who has the run's state locked may lock them, and not the other way round.
#[derive(Default)]
pub struct HostQueues {
    queues: Mutex<HashMap<String, Queue>>,
    sent: Condvar,
}

#[derive(Default)]
struct Queue {
    values: VecDeque<Sent>,
    /// Devices of other processes that wait for one.
    wanting: VecDeque<usize>,
}

impl HostQueues {
    /// Gives the values back where a device of another process has waited for them.
    fn put(&self, name: &str, values: Sent) -> Option<(usize, Sent)> {
        let mut queues = self.lock();
        let queue = queues.entry(name.to_owned()).or_default();
        if let Some(device) = queue.wanting.pop_front() {
            return Some((device, values));
        }
        queue.values.push_back(values);
        self.sent.notify_all();
        None
    }

    fn take(&self, queue: &str) -> Option<Sent> {
        self.lock().get_mut(queue)?.values.pop_front()
    }

    /// For a device of another process, which waits where nothing is there.
    fn take_for(&self, name: &str, device: usize) -> Option<Sent> {
        let mut queues = self.lock();
        let queue = queues.entry(name.to_owned()).or_default();
        let values = queue.values.pop_front();
        if values.is_none() {
            queue.wanting.push_back(device);
        }
        values
    }

    pub fn is_empty(&self, queue: &str) -> bool {
        self.lock().get(queue).is_none_or(|queue| queue.values.is_empty())
    }

    /// Waits a while, if nothing is there.
    fn wait(&self, queue: &str) {
        let is_empty =
            |queues: &mut HashMap<String, Queue>| queues.get(queue).is_none_or(|queue| queue.values.is_empty());
        drop(self.sent.wait_timeout_while(self.lock(), LOOK, is_empty).unwrap_or_else(PoisonError::into_inner));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Queue>> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Rendezvous<T> {
    /// Puts values in a queue of this process, or hands them to the device of another one that waits for them.
    pub fn put(&self, queue: &str, values: Sent) {
        if let (Some((device, values)), Some(others)) = (self.queues.put(queue, values), &self.others) {
            others.tell_sent(device, queue, &values);
        }
    }

    /// A device of another process asks for values from a queue that is kept here.
    pub fn hand(&self, queue: &str, device: usize) {
        if let (Some(values), Some(others)) = (self.queues.take_for(queue, device), &self.others) {
            others.tell_sent(device, queue, &values);
        }
    }

    /// Where the queues that any device may take from are kept by another process, the other processes.
    fn asked(&self) -> Option<&Others> {
        self.others.as_ref().filter(|others| !others.is_here(KEEPER))
    }

    /// Whether this process keeps the queues that any device may take from.
    pub fn is_keeper(&self) -> bool {
        self.asked().is_none()
    }

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
        state.standings[device] = match source {
            // What another process keeps may be on its way.
            None if !self.is_keeper() => Standing::Running,
            None | Some(_) => Standing::Receiving(queue.to_owned()),
        };
        self.fail_if_stuck(&mut state);
        state.failure.clone().map_or(Ok(None), Err)
    }
}

impl<T> Host for Rendezvous<T> {
    type Error = ExecutionError;

    fn send(&self, queue: &str, target: Option<usize>, values: Vec<ArrayLiteral>) {
        let values = Sent::Here(values);
        match (&self.others, target, self.asked()) {
            (Some(others), Some(target), _) if !others.is_here(target) => others.tell_sent(target, queue, &values),
            (_, None, Some(others)) => others.tell_kept(queue, &values),
            (Some(_) | None, Some(_), _) | (_, None, None) => self.put(queue, values),
        }
    }

    fn receive(&self, device: usize, queue: &str, source: Option<usize>) -> Outcome<Sent> {
        let start = Instant::now();
        if let (None, Some(others)) = (source, self.asked()) {
            others.tell_wanted(device, queue);
        }
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

    fn partition(&self, device: usize) -> usize {
        self.counts.partition_of(device)
    }

    fn error(&self, message: String) -> ExecutionError {
        ExecutionError::failed(message)
    }
}
