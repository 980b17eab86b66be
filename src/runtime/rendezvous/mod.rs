//! Where devices meet: a run of a program on several devices has one rendezvous, and every collective in it is a
//! meeting of one group. Where the devices are in several processes, each process has its own picture of it: what comes
//! of a device is told to all, its operands to those processes that have members of the group.
//!
//! A meeting lays what each member brings before all of them, in the order of the group. It never hangs in silence: a
//! run that ends without coming, devices that wait for each other, or one that takes too long end it with an error that
//! says who is missed, and the error of one device ends all others.

mod gathering;
mod host;
mod others;
mod report;

pub use gathering::{Brought, Gathering, Presence};
pub use others::{OTHER_OPERANDS, Parts};

use super::{ExecutionError, HostTransfers};
use crate::hlo::{DeviceCounts, LocationRef};
use gathering::Meeting;
use host::HostQueues;
use others::Others;
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
    pub readers: Readers<'c>,
}

/// Which members of a group look at what another one brings.
#[derive(Clone, Copy, Debug)]
pub enum Readers<'c> {
    Everyone,
    /// All look at what the first one brings.
    OfFirst,
    /// Each looks at what one member brings, by pairs of source and target.
    OfSources(&'c [(usize, usize)]),
}

impl Call<'_> {
    /// Whether one member looks at what another brings.
    pub fn is_read(&self, source: usize, reader: usize) -> bool {
        match self.readers {
            Readers::Everyone => true,
            Readers::OfFirst => self.group.first() == Some(&source),
            Readers::OfSources(pairs) => pairs.contains(&(source, reader)),
        }
    }
}

/// The meetings of one run on several devices. Members bring values of type `T`.
pub struct Rendezvous<T> {
    counts: DeviceCounts,
    patience: Patience,
    state: Mutex<State<T>>,
    changed: Condvar,
    has_failed: AtomicBool,
    queues: HostQueues,
    /// The host's own part in the run.
    host: Option<Arc<HostTransfers>>,
    /// The processes that have some of the devices.
    others: Option<Others>,
}

struct State<T> {
    meetings: HashMap<Key, Series<T>>,
    /// What each device does.
    standings: Vec<Standing<T>>,
    failure: Option<ExecutionError>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    channel_id: Option<u64>,
    group: Vec<usize>,
}

/// The meetings of one group, one after another.
struct Series<T> {
    /// How many each member has come to, by position.
    rounds: Vec<u64>,
    /// Meetings that somebody has come to and somebody has not, by number.
    open: HashMap<u64, Arc<Meeting<T>>>,
}

/// One of them.
#[derive(Clone)]
struct Round {
    key: Key,
    number: u64,
}

enum Standing<T> {
    Running,
    Waiting(Arc<Meeting<T>>),
    /// For a value in a queue.
    Receiving(String),
    Ended,
}

/// The meeting that a device has come to, and what all bring where it was the last one.
type Arrived<T> = (Arc<Meeting<T>>, Option<Arc<Gathering<T>>>);
type Outcome<O = ()> = Result<O, ExecutionError>;

impl<T> Rendezvous<T> {
    /// Of devices that are all here.
    pub fn new(counts: DeviceCounts, patience: Patience) -> Rendezvous<T> {
        let standings = (0..counts.devices()).map(|_| Standing::Running).collect();
        let state = State { meetings: HashMap::new(), standings, failure: None };
        Rendezvous {
            counts,
            patience,
            state: Mutex::new(state),
            changed: Condvar::new(),
            has_failed: AtomicBool::new(false),
            queues: HostQueues::default(),
            host: None,
            others: None,
        }
    }

    pub fn counts(&self) -> DeviceCounts {
        self.counts
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
        let ended = self.end_here(&mut self.lock(), device, outcome);
        if let Some(others) = &self.others {
            others.tell_end(device, ended.as_ref().err());
        }
        ended
    }

    fn end_here(&self, state: &mut State<T>, device: usize, outcome: Outcome) -> Outcome {
        state.standings[device] = Standing::Ended;
        match (outcome, state.failure.clone()) {
            (Ok(()), _) => {
                self.fail_if_stuck(state);
                Ok(())
            }
            (Err(_), Some(first)) => Err(first),
            (Err(error), None) if self.counts.devices() == 1 => Err(error),
            (Err(error), None) => {
                let message = format!("{}: {}", self.counts.name(device), error.message);
                Err(self.fail_with(state, ExecutionError { message: message.into(), ..error }))
            }
        }
    }

    /// A device comes to the next meeting of its group. Gives what all bring where it was the last one.
    fn arrive(
        &self,
        state: &mut State<T>,
        (device, key): (usize, Key),
        value: Brought<T>,
        (operation, new): (&str, impl Fn() -> Meeting<T>),
    ) -> Outcome<Arrived<T>> {
        let Some((round, meeting)) = state.next_meeting(device, key, &new) else {
            return Err(self.fail(state, format!("{} comes to a group that it is not in", self.counts.name(device))));
        };
        if meeting.operation != operation {
            return Err(self.fail(state, report::mismatch(self.counts, device, &meeting, &new())));
        }
        let gathering = meeting.arrive(device, value);
        match &gathering {
            Some(_) => {
                state.close(&round);
                self.changed.notify_all();
            }
            None => {
                state.standings[device] = Standing::Waiting(meeting.clone());
                self.fail_if_stuck(state);
            }
        }
        Ok((meeting, gathering))
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
        let goes_on = |standing: &Standing<T>| match standing {
            Standing::Running => true,
            Standing::Receiving(queue) => !self.queues.is_empty(queue),
            Standing::Waiting(_) | Standing::Ended => false,
        };
        if !state.standings.iter().any(goes_on)
            && let Some(message) = report::stuck(self.counts, &state.standings)
        {
            self.fail(state, message);
        }
    }

    fn fail(&self, state: &mut State<T>, message: String) -> ExecutionError {
        self.fail_with(state, ExecutionError::failed(message))
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

impl<T: Parts> Rendezvous<T> {
    /// Brings a value, and waits for those of the whole group.
    ///
    /// # Errors
    /// A member that cannot come or does not come in time; one that comes for something else; the error that has ended
    /// another device.
    pub fn meet(&self, device: usize, call: &Call<'_>, value: T) -> Outcome<Arc<Gathering<T>>> {
        self.check()?;
        if let Some(others) = &self.others {
            others.tell_arrival(device, call, &value);
        }
        let mut state = self.lock();
        state.failure.clone().map_or(Ok(()), Err)?;
        let key = Key { channel_id: call.channel_id, group: call.group.to_vec() };
        match self.arrive(&mut state, (device, key), Brought::Here(value), (call.operation, || Meeting::of(call)))? {
            (_, Some(gathering)) => Ok(gathering),
            (meeting, None) => self.wait(state, &meeting),
        }
    }
}

impl<T> State<T> {
    /// The meeting that a member of a group comes to next.
    fn next_meeting(
        &mut self,
        device: usize,
        key: Key,
        new: impl Fn() -> Meeting<T>,
    ) -> Option<(Round, Arc<Meeting<T>>)> {
        let position = key.group.iter().position(|&member| member == device)?;
        let new_series = || Series { rounds: vec![0; key.group.len()], open: HashMap::new() };
        let series = self.meetings.entry(key.clone()).or_insert_with(new_series);
        let number = series.rounds[position];
        series.rounds[position] += 1;
        let meeting = series.open.entry(number).or_insert_with(|| Arc::new(new())).clone();
        Some((Round { key, number }, meeting))
    }

    /// All members have come: they go on.
    fn close(&mut self, round: &Round) {
        if let Some(series) = self.meetings.get_mut(&round.key) {
            series.open.remove(&round.number);
        }
        round.key.group.iter().for_each(|&member| self.standings[member] = Standing::Running);
    }
}

#[cfg(test)]
mod tests;
