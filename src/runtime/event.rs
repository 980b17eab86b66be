//! Readiness: a promise of success or failure that many may wait for.

use crate::hlo::Crash;
use crate::hlo::evaluator::{EvalError, EvalErrorKind};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Condvar, Mutex};

/// Why a run failed after it was dispatched. Shared by every buffer and event that depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecutionError {
    pub kind: ExecutionErrorKind,
    pub message: Arc<str>,
}

/// What kind of failure it was; decides the exit code of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExecutionErrorKind {
    /// An expectation inside the program (`check.*`) was not met.
    Mismatch,
    /// Everything else.
    Failed,
    /// A runtime of ours panicked.
    Bug,
}

impl ExecutionError {
    pub fn failed(message: impl Into<Arc<str>>) -> ExecutionError {
        ExecutionError { kind: ExecutionErrorKind::Failed, message: message.into() }
    }

    /// A panic of ours; `what` panicked.
    pub fn bug(crash: Crash, what: &str) -> ExecutionError {
        ExecutionError { kind: ExecutionErrorKind::Bug, message: crash.diagnostic(what).to_string().into() }
    }
}

impl From<EvalError> for ExecutionError {
    fn from(error: EvalError) -> ExecutionError {
        let kind = match error.kind {
            EvalErrorKind::Mismatch => ExecutionErrorKind::Mismatch,
            EvalErrorKind::Unsupported | EvalErrorKind::Failed => ExecutionErrorKind::Failed,
        };
        ExecutionError { kind, message: error.to_string().into() }
    }
}

impl std::fmt::Display for ExecutionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ExecutionError {}

type Outcome = Result<(), ExecutionError>;
type Callback = Box<dyn FnOnce(&Outcome) + Send>;

#[derive(Default)]
struct State {
    outcome: Option<Outcome>,
    waiting: Vec<Callback>,
    /// The callbacks have run: whoever waits may go on.
    published: bool,
}

/// Becomes ready once, with success or an error. Clones are the same event.
#[derive(Clone, Default)]
pub struct Event(Arc<(Mutex<State>, Condvar)>);

impl Event {
    /// Not ready until [`Event::set`].
    pub fn pending() -> Event {
        Event::default()
    }

    pub fn ready() -> Event {
        let event = Event::default();
        event.set(Ok(()));
        event
    }

    /// Makes it ready: runs the callbacks, then lets those go on who wait. Only the first call counts.
    pub fn set(&self, outcome: Outcome) {
        let (state, changed) = &*self.0;
        let mut state = state.lock().expect("no holder of this lock panics");
        if state.outcome.is_some() {
            return;
        }
        state.outcome = Some(outcome.clone());
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        waiting.into_iter().for_each(|callback| callback(&outcome));
        self.0.0.lock().expect("no holder of this lock panics").published = true;
        changed.notify_all();
    }

    /// Blocks until ready. Not for a callback of the same event.
    pub fn wait(&self) -> Outcome {
        let (state, changed) = &*self.0;
        let mut state = state.lock().expect("no holder of this lock panics");
        loop {
            match &state.outcome {
                Some(outcome) if state.published => return outcome.clone(),
                Some(_) | None => state = changed.wait(state).expect("no holder of this lock panics"),
            }
        }
    }

    pub fn is_ready(&self) -> bool {
        self.0.0.lock().expect("no holder of this lock panics").published
    }

    /// Calls back once ready: at once where it is.
    pub fn on_ready(&self, callback: impl FnOnce(&Outcome) + Send + 'static) {
        let mut state = self.0.0.lock().expect("no holder of this lock panics");
        match state.outcome.clone() {
            Some(outcome) => {
                drop(state);
                callback(&outcome);
            }
            None => state.waiting.push(Box::new(callback)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_outcome_counts_and_reaches_everyone() {
        let event = Event::pending();
        let (sender, receiver) = std::sync::mpsc::channel();
        event.on_ready(move |outcome| sender.send(outcome.clone()).unwrap());
        assert!(!event.is_ready());
        let error = ExecutionError { kind: ExecutionErrorKind::Failed, message: "lost".into() };
        event.set(Err(error.clone()));
        event.set(Ok(()));
        assert_eq!(event.wait(), Err(error.clone()));
        assert_eq!(receiver.recv().unwrap(), Err(error));
    }
}
