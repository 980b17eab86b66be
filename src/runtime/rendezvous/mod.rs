//! Where the devices of one process meet: a run of a program on several devices has one rendezvous, and every
//! collective in it is a meeting of one group.
//!
//! A meeting lays what each member brings before all of them, in the order of the group. It never hangs in silence: a
//! run that ends without coming, devices that wait for each other, or one that takes too long end it with an error that
//! says who is missed, and the error of one device ends all others.

mod gathering;
mod host;
mod report;

pub use gathering::{Gathering, Presence};

use super::{ExecutionError, ExecutionErrorKind};
use crate::hlo::{DeviceCounts, LocationRef};
use gathering::Meeting;
use host::HostQueues;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a device waits for others.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// After that long somebody is told, once a meeting and device.
    pub warn_after: Duration,
    /// After that long the run fails.
    pub timeout: Duration,
    /// Tells.
    pub warn: fn(&str),
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { warn_after: Duration::from_secs(10), timeout: Duration::from_secs(60), warn: |_| {} }
    }
}

/// A collective that a device has come to.
#[derive(Clone, Copy, Debug)]
pub struct Call<'c> {
    /// Operation: members come for the same one.
    pub operation: &'c str,
    /// Instruction, for messages.
    pub name: &'c str,
    pub location: &'c LocationRef,
    /// With one, only collectives of this channel meet.
    pub channel_id: Option<u64>,
    /// Devices that meet, in order of their position.
    pub group: &'c [usize],
}

/// The meetings of one run on several devices. Members bring values of type `T`.
pub struct Rendezvous<T> {
    counts: DeviceCounts,
    patience: Patience,
    state: Mutex<State<T>>,
    changed: Condvar,
    has_failed: AtomicBool,
    host: HostQueues,
}

struct State<T> {
    /// Meetings that somebody has come to and somebody has not.
    open: HashMap<Key, Arc<Meeting<T>>>,
    /// What each device does.
    standings: Vec<Standing<T>>,
    failure: Option<ExecutionError>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    channel_id: Option<u64>,
    group: Vec<usize>,
}

enum Standing<T> {
    Running,
    Waiting(Arc<Meeting<T>>),
    Ended,
}

type Outcome<O = ()> = Result<O, ExecutionError>;

impl<T> Rendezvous<T> {
    pub fn new(counts: DeviceCounts, patience: Patience) -> Rendezvous<T> {
        let standings = (0..counts.devices()).map(|_| Standing::Running).collect();
        let state = State { open: HashMap::new(), standings, failure: None };
        let (state, changed) = (Mutex::new(state), Condvar::new());
        Rendezvous { counts, patience, state, changed, has_failed: AtomicBool::new(false), host: HostQueues::default() }
    }

    /// Brings a value, and waits for those of the whole group.
    ///
    /// # Errors
    /// A member that cannot come or does not come in time; one that comes for something else; the error that has ended
    /// another device.
    pub fn meet(&self, device: usize, call: &Call<'_>, value: T) -> Outcome<Arc<Gathering<T>>> {
        let mut state = self.lock();
        self.check()?;
        let key = Key { channel_id: call.channel_id, group: call.group.to_vec() };
        let meeting = state.open.entry(key.clone()).or_insert_with(|| Arc::new(Meeting::new(call))).clone();
        if meeting.operation != call.operation {
            return Err(self.fail(&mut state, report::mismatch(self.counts, device, &meeting, call)));
        }
        if let Some(gathering) = meeting.arrive(device, value) {
            state.open.remove(&key);
            call.group.iter().for_each(|&member| state.standings[member] = Standing::Running);
            self.changed.notify_all();
            return Ok(gathering);
        }
        state.standings[device] = Standing::Waiting(meeting.clone());
        self.fail_if_stuck(&mut state);
        self.wait(state, &meeting)
    }

    /// # Errors
    /// The error that has ended the run.
    pub fn check(&self) -> Outcome {
        match self.has_failed.load(Ordering::Relaxed) {
            true => self.lock().failure.clone().map_or(Ok(()), Err),
            false => Ok(()),
        }
    }

    /// A device's run is over. Gives how it has ended: an error names the device that it comes from.
    ///
    /// # Errors
    /// The first one of the run, whichever device it comes from.
    pub fn end(&self, device: usize, outcome: Outcome) -> Outcome {
        let mut state = self.lock();
        state.standings[device] = Standing::Ended;
        match (outcome, state.failure.clone()) {
            (Ok(()), _) => {
                self.fail_if_stuck(&mut state);
                Ok(())
            }
            (Err(_), Some(first)) => Err(first),
            (Err(error), None) if self.counts.devices() == 1 => Err(error),
            (Err(error), None) => {
                let message = format!("{}: {}", self.counts.name(device), error.message);
                Err(self.fail_with(&mut state, ExecutionError { message: message.into(), ..error }))
            }
        }
    }

    fn wait(&self, mut state: MutexGuard<'_, State<T>>, meeting: &Meeting<T>) -> Outcome<Arc<Gathering<T>>> {
        let start = Instant::now();
        let mut next = self.patience.warn_after.min(self.patience.timeout);
        loop {
            if let Some(gathering) = meeting.gathered() {
                return Ok(gathering);
            }
            if let Some(failure) = &state.failure {
                return Err(failure.clone());
            }
            let waited = start.elapsed();
            if waited >= self.patience.timeout {
                let message = report::late(self.counts, &state.standings, meeting, waited);
                return Err(self.fail(&mut state, message));
            }
            if waited >= next {
                (self.patience.warn)(&report::late(self.counts, &state.standings, meeting, waited));
                next = self.patience.timeout;
            }
            let rest = next.saturating_sub(start.elapsed());
            state = self.changed.wait_timeout(state, rest).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Nobody comes any more where every device has ended or waits.
    fn fail_if_stuck(&self, state: &mut State<T>) {
        let waiting = |standing: &Standing<T>| match standing {
            Standing::Waiting(meeting) => Some(meeting.clone()),
            Standing::Running | Standing::Ended => None,
        };
        let runs = state.standings.iter().any(|standing| matches!(standing, Standing::Running));
        if !runs && let Some(meeting) = state.standings.iter().find_map(waiting) {
            let message = report::stuck(self.counts, &state.standings, &meeting);
            self.fail(state, message);
        }
    }

    fn fail(&self, state: &mut State<T>, message: String) -> ExecutionError {
        self.fail_with(state, ExecutionError { kind: ExecutionErrorKind::Failed, message: message.into() })
    }

    fn fail_with(&self, state: &mut State<T>, error: ExecutionError) -> ExecutionError {
        let first = state.failure.get_or_insert(error).clone();
        self.has_failed.store(true, Ordering::Relaxed);
        self.changed.notify_all();
        first
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
