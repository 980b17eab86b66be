//! Several processes that run a program together: each has some of the devices, and tells the others what its devices
//! bring to collectives.
//!
//! Process 0 has the first devices, process 1 the next ones, and so on. All make the same runs in the same order, which
//! are numbered. A thread of each process hands what comes in to the run that it is for; whoever sends does so from its
//! own thread. That thread waits for nobody, so that what is sent always comes in; it sends in one process only, which
//! keeps what any device may ask for.

mod device;
pub mod job;
mod message;
#[cfg(feature = "mpi")]
mod mpi;
mod transport;

pub use device::RemoteDevice;
pub use message::{Arrival, Failure, Message};
pub use transport::{Received, Transport};

use super::ExecutionError;
use crate::hlo::Bytes;
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Looks for messages before the thread sleeps between them.
const BUSY_LOOKS: usize = 200;
const NAP: Duration = Duration::from_micros(100);
/// How long a process that has failed waits for the others to leave.
const GRACE: Duration = Duration::from_secs(3);

/// A run, as news of other processes reach it.
pub trait Inbox: Send + Sync {
    /// A device of another process has come to a collective, and brings these operands if this process has members that
    /// look at them.
    fn arrived(&self, arrival: Arrival, parts: Vec<Bytes>);
    /// A device of another process has sent values to a device, which may be one of this process, or to whichever asks.
    fn sent(&self, target: Option<usize>, queue: &str, parts: Vec<Bytes>);
    /// A device of another process asks for values that anybody may have sent.
    fn wanted(&self, device: usize, queue: &str);
    /// The run of a device of another process is over.
    fn ended(&self, device: usize, failure: Option<ExecutionError>);
    /// A process with these devices has left.
    fn left(&self, devices: Range<usize>, failure: Option<ExecutionError>);
}

/// This process among those of its job.
pub struct Processes {
    transport: Box<dyn Transport>,
    /// One message is sent at a time.
    sending: Mutex<()>,
    /// First device of each process, and the number of all devices.
    bounds: Vec<usize>,
    state: Mutex<State>,
    is_over: AtomicBool,
    listener: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Default)]
struct State {
    runs: HashMap<u64, Weak<dyn Inbox>>,
    next_run: u64,
    /// What came for runs that this process has not begun.
    early: HashMap<u64, Vec<(Message, Vec<Bytes>)>>,
    /// Processes that have left, with the error that ended them.
    left: HashMap<usize, Option<Failure>>,
}

impl Processes {
    /// Waits for all processes of the job; this one has so many devices.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn join(transport: Box<dyn Transport>, devices: usize) -> std::io::Result<Arc<Processes>> {
        let mut processes = Processes {
            transport,
            sending: Mutex::new(()),
            bounds: vec![],
            state: Mutex::default(),
            is_over: AtomicBool::new(false),
            listener: Mutex::default(),
        };
        processes.tell(&Message::Joined { devices }, &[], |_| false);
        processes.bounds = processes.wait_for_all(devices);
        let processes = Arc::new(processes);
        let here = processes.clone();
        let thread = thread::Builder::new().name("pjrt-processes".to_owned()).spawn(move || here.listen())?;
        *processes.listener.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread);
        Ok(processes)
    }

    fn wait_for_all(&self, own: usize) -> Vec<usize> {
        let mut counts = vec![None; self.size()];
        counts[self.rank()] = Some(own);
        while counts.contains(&None) {
            match self.next_message() {
                Some((from, Message::Joined { devices }, _)) => counts[from] = Some(devices),
                Some((from, message, parts)) => self.take(from, message, parts),
                None => thread::sleep(NAP),
            }
        }
        let mut bounds = vec![0];
        bounds.extend(counts.iter().flatten().scan(0, |end, count| {
            *end += count;
            Some(*end)
        }));
        bounds
    }

    /// This process's number.
    pub fn rank(&self) -> usize {
        self.transport.rank()
    }

    pub fn size(&self) -> usize {
        self.transport.size()
    }

    /// Devices of all processes together.
    pub fn device_count(&self) -> usize {
        self.bounds[self.size()]
    }

    /// Ids of a process's devices.
    pub fn devices_of(&self, process: usize) -> Range<usize> {
        self.bounds[process]..self.bounds[process + 1]
    }

    /// Ids of the devices that are here.
    pub fn own_devices(&self) -> Range<usize> {
        self.devices_of(self.rank())
    }

    /// The process that has a device.
    pub fn process_of(&self, device: usize) -> usize {
        self.bounds.partition_point(|&first| first <= device).saturating_sub(1)
    }

    /// Begins a run: `make` gets its number, and the news that have come for it.
    pub fn begin<R: Inbox + 'static>(&self, make: impl FnOnce(u64) -> R) -> Arc<R> {
        let mut state = self.lock();
        let number = state.next_run;
        let run = Arc::new(make(number));
        state.next_run += 1;
        state.runs.retain(|_, run| run.strong_count() > 0);
        let weak: Weak<R> = Arc::downgrade(&run);
        state.runs.insert(number, weak);
        for (message, parts) in state.early.remove(&number).into_iter().flatten() {
            hand_over(&*run, message, parts);
        }
        for (&process, failure) in &state.left {
            run.left(self.devices_of(process), failure.clone().map(Into::into));
        }
        run
    }

    /// Tells every other process; those that want the parts too get them.
    pub fn tell(&self, message: &Message, parts: &[&[u8]], wants_parts: impl Fn(usize) -> bool) {
        let header = serde_json::to_vec(message).expect("messages are plain data");
        let _sending = self.sending.lock().unwrap_or_else(PoisonError::into_inner);
        for process in (0..self.size()).filter(|&process| process != self.rank()) {
            self.transport.send(process, &header, if wants_parts(process) { parts } else { &[] });
        }
    }

    /// Tells the others that this process takes part in nothing any more, with the error that ended it if there was one,
    /// and waits until all have said so. After an error not for long: then the process is to end without them.
    pub fn leave(&self, failure: Option<&ExecutionError>) {
        self.tell(&Message::Left { failure: failure.map(Into::into) }, &[], |_| false);
        let start = Instant::now();
        let has_patience = || failure.is_none() || start.elapsed() < GRACE;
        while self.lock().left.len() + 1 < self.size() && has_patience() {
            thread::sleep(NAP);
        }
        self.is_over.store(true, Ordering::Relaxed);
        let listener = self.listener.lock().unwrap_or_else(PoisonError::into_inner).take();
        if self.lock().left.len() + 1 == self.size() {
            // It has nothing to wait for; a panic in it has been told.
            let _ = listener.map(JoinHandle::join);
            self.transport.finish();
        }
    }

    fn listen(&self) {
        let mut looks = 0;
        while !self.is_over.load(Ordering::Relaxed) && self.lock().left.len() + 1 < self.size() {
            match self.next_message() {
                Some((from, message, parts)) => {
                    looks = 0;
                    self.take(from, message, parts);
                }
                None if looks < BUSY_LOOKS => {
                    looks += 1;
                    thread::yield_now();
                }
                None => thread::sleep(NAP),
            }
        }
    }

    fn next_message(&self) -> Option<(usize, Message, Vec<Bytes>)> {
        let Received { from, header, parts } = self.transport.receive()?;
        // What nobody of this version has sent is no message.
        Some((from, serde_json::from_slice(&header).ok()?, parts))
    }

    fn take(&self, from: usize, message: Message, parts: Vec<Bytes>) {
        let mut state = self.lock();
        match message {
            Message::Joined { .. } => {}
            Message::Left { failure } => {
                let error: Option<ExecutionError> = failure.clone().map(Into::into);
                state.left.insert(from, failure);
                let runs = state.runs.values().filter_map(Weak::upgrade);
                runs.for_each(|run| run.left(self.devices_of(from), error.clone()));
            }
            Message::Arrived { run, .. }
            | Message::Sent { run, .. }
            | Message::Wanted { run, .. }
            | Message::Ended { run, .. } => {
                match state.runs.get(&run).map(Weak::upgrade) {
                    Some(Some(inbox)) => hand_over(&*inbox, message, parts),
                    None if run >= state.next_run => state.early.entry(run).or_default().push((message, parts)),
                    // It is over here.
                    Some(None) | None => {}
                }
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn hand_over(inbox: &dyn Inbox, message: Message, parts: Vec<Bytes>) {
    match message {
        Message::Arrived { arrival, .. } => inbox.arrived(arrival, parts),
        Message::Sent { target, queue, .. } => inbox.sent(target, &queue, parts),
        Message::Wanted { device, queue, .. } => inbox.wanted(device, &queue),
        Message::Ended { device, failure, .. } => inbox.ended(device, failure.map(Into::into)),
        Message::Joined { .. } | Message::Left { .. } => {}
    }
}

impl fmt::Debug for Processes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "process {} of {}", self.rank(), self.size())
    }
}

#[cfg(test)]
mod tests;
