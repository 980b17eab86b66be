//! A run whose devices are in several processes: what is told to the others, and what they tell.

use super::gathering::{Brought, Meeting};
use super::host::KEEPER;
use super::{Call, Key, Outcome, Patience, Rendezvous, Standing};
use crate::hlo::{Bytes, DeviceCounts};
use crate::runtime::custom_call::Sent;
use crate::runtime::processes::{Arrival, Inbox, Message, Processes};
use crate::runtime::{ExecutionError, HostTransfers};
use std::ops::Range;
use std::sync::Arc;

/// What a member brings, as bytes for other processes.
pub trait Parts {
    fn parts(&self) -> Vec<&[u8]>;
}

/// What a device says that gets operands unlike its own.
pub const OTHER_OPERANDS: &str = "another process brings operands of another size: expected the same program on all";

/// The other processes of a run.
pub struct Others {
    processes: Arc<Processes>,
    /// The run's number.
    run: u64,
}

impl<T: Send + Sync + 'static> Rendezvous<T> {
    /// Of devices that may be in several processes, and a host that may take part.
    pub fn begin(
        counts: DeviceCounts,
        patience: Patience,
        processes: Option<&Arc<Processes>>,
        host: Option<Arc<HostTransfers>>,
    ) -> Arc<Rendezvous<T>> {
        let alone = Rendezvous { host, ..Rendezvous::new(counts, patience) };
        match processes {
            None => Arc::new(alone),
            Some(processes) => processes.begin(|run| {
                let others = Some(Others { processes: processes.clone(), run });
                Rendezvous { others, ..alone }
            }),
        }
    }
}

impl Others {
    pub fn tell_arrival(&self, device: usize, call: &Call<'_>, value: &impl Parts) {
        let arrival = Arrival {
            device,
            operation: call.operation.to_owned(),
            name: call.name.to_owned(),
            place: call.location.as_ref().map(|location| location.to_string()).unwrap_or_default(),
            channel_id: call.channel_id,
            group: call.group.to_vec(),
        };
        let is_reader =
            |member: usize, process| self.processes.process_of(member) == process && call.is_read(device, member);
        let has_readers = |process| call.group.iter().any(|&member| is_reader(member, process));
        self.processes.tell(&Message::Arrived { run: self.run, arrival }, &value.parts(), has_readers);
    }

    /// Whether a device is one of this process.
    pub fn is_here(&self, device: usize) -> bool {
        self.processes.own_devices().contains(&device)
    }

    /// Values are sent to a device of another process.
    pub fn tell_sent(&self, target: usize, queue: &str, values: &Sent) {
        let message = Message::Sent { run: self.run, target: Some(target), queue: queue.to_owned() };
        let process = self.processes.process_of(target);
        self.processes.tell(&message, &parts(values), |other| other == process);
    }

    /// Values are sent to whichever device asks for them first.
    pub fn tell_kept(&self, queue: &str, values: &Sent) {
        let message = Message::Sent { run: self.run, target: None, queue: queue.to_owned() };
        let keeper = self.processes.process_of(KEEPER);
        self.processes.tell(&message, &parts(values), |process| process == keeper);
    }

    /// A device asks for values that another process keeps.
    pub fn tell_wanted(&self, device: usize, queue: &str) {
        self.processes.tell(&Message::Wanted { run: self.run, device, queue: queue.to_owned() }, &[], |_| false);
    }

    pub fn tell_end(&self, device: usize, failure: Option<&ExecutionError>) {
        let failure = failure.map(Into::into);
        self.processes.tell(&Message::Ended { run: self.run, device, failure }, &[], |_| false);
    }
}

fn parts(values: &Sent) -> Vec<&[u8]> {
    match values {
        Sent::Here(arrays) => arrays.iter().map(|array| &**array.bytes()).collect(),
        Sent::Elsewhere(parts) => parts.iter().map(|part| &**part).collect(),
    }
}

impl<T: Send + Sync> Inbox for Rendezvous<T> {
    fn arrived(&self, arrival: Arrival, parts: Vec<Bytes>) {
        let mut state = self.lock();
        let devices = self.counts.devices();
        if arrival.device >= devices || arrival.group.iter().any(|&member| member >= devices) {
            let message = format!("another process runs a program of more than {devices} devices");
            self.fail(&mut state, message);
            return;
        }
        let key = Key { channel_id: arrival.channel_id, group: arrival.group.clone() };
        let value = Brought::Sent(parts);
        // Devices that wait get the error.
        let new = || Meeting::told(&arrival);
        let _: Outcome<_> = self.arrive(&mut state, (arrival.device, key), value, (&arrival.operation, new));
    }

    fn sent(&self, target: Option<usize>, queue: &str, parts: Vec<Bytes>) {
        let target = target.unwrap_or(KEEPER);
        if self.others.as_ref().is_some_and(|others| others.is_here(target)) {
            self.put(queue, Sent::Elsewhere(parts));
        }
    }

    fn wanted(&self, device: usize, queue: &str) {
        if self.is_keeper() {
            self.hand(queue, device);
        }
    }

    fn ended(&self, device: usize, failure: Option<ExecutionError>) {
        let mut state = self.lock();
        if let Some(standing) = state.standings.get_mut(device) {
            *standing = Standing::Ended;
        }
        match failure {
            Some(error) => drop(self.fail_with(&mut state, error)),
            None => self.fail_if_stuck(&mut state),
        }
    }

    fn left(&self, devices: Range<usize>, failure: Option<ExecutionError>) {
        let mut state = self.lock();
        let mut is_missed = false;
        for standing in state.standings.iter_mut().take(devices.end).skip(devices.start) {
            is_missed |= !matches!(standing, Standing::Ended);
            *standing = Standing::Ended;
        }
        match failure.filter(|_| is_missed) {
            Some(error) => drop(self.fail_with(&mut state, error)),
            None => self.fail_if_stuck(&mut state),
        }
    }
}
