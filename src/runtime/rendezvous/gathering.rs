//! One meeting: what its members bring, and when all of them are done with it.

use super::Call;
use crate::hlo::{Bytes, LocationRef};
use crate::runtime::processes::Arrival;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};

/// What a member brings.
#[derive(Debug)]
pub enum Brought<T> {
    /// A device of this process.
    Here(T),
    /// A device of another process: its operands, if this process has members that look at them.
    Sent(Vec<Bytes>),
}

/// Where a collective is in the program, for messages.
#[derive(Clone, Debug)]
pub enum Place {
    Known(LocationRef),
    /// As another process says.
    Told(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Known(Some(location)) => location.fmt(f),
            Place::Known(None) => Ok(()),
            Place::Told(text) => f.write_str(text),
        }
    }
}

/// A meeting that is not complete yet.
pub struct Meeting<T> {
    pub operation: String,
    pub name: String,
    pub place: Place,
    pub group: Vec<usize>,
    /// Values by position.
    brought: Mutex<Vec<Option<Brought<T>>>>,
    gathered: OnceLock<Arc<Gathering<T>>>,
}

/// What all members have brought, by position.
pub struct Gathering<T> {
    pub values: Arc<[Brought<T>]>,
    /// Members of this process that still look at the values.
    present: Mutex<usize>,
    all_left: Condvar,
}

impl<T> Meeting<T> {
    pub fn of(call: &Call<'_>) -> Meeting<T> {
        let place = Place::Known(call.location.clone());
        Meeting::new(call.operation, call.name, place, call.group)
    }

    /// That another process has come to first.
    pub fn told(arrival: &Arrival) -> Meeting<T> {
        let place = Place::Told(arrival.place.clone());
        Meeting::new(&arrival.operation, &arrival.name, place, &arrival.group)
    }

    fn new(operation: &str, name: &str, place: Place, group: &[usize]) -> Meeting<T> {
        Meeting {
            operation: operation.to_owned(),
            name: name.to_owned(),
            place,
            group: group.to_vec(),
            brought: Mutex::new(group.iter().map(|_| None).collect()),
            gathered: OnceLock::new(),
        }
    }

    /// Brings a member's value; gives all of them where it was the last one.
    pub fn arrive(&self, device: usize, value: Brought<T>) -> Option<Arc<Gathering<T>>> {
        let mut brought = self.brought.lock().unwrap_or_else(PoisonError::into_inner);
        let mine = self.group.iter().zip(brought.iter_mut()).find(|(member, _)| **member == device);
        *mine?.1 = Some(value);
        if brought.iter().any(Option::is_none) {
            return None;
        }
        let values: Arc<[Brought<T>]> = std::mem::take(&mut *brought).into_iter().flatten().collect();
        let present = Mutex::new(values.iter().filter(|value| matches!(value, Brought::Here(_))).count());
        Some(self.gathered.get_or_init(|| Arc::new(Gathering { values, present, all_left: Condvar::new() })).clone())
    }

    pub fn gathered(&self) -> Option<Arc<Gathering<T>>> {
        self.gathered.get().cloned()
    }

    /// Members who have come, and who have not.
    pub fn attendance(&self) -> (Vec<usize>, Vec<usize>) {
        let brought = self.brought.lock().unwrap_or_else(PoisonError::into_inner);
        let has_come =
            |member: &usize| self.group.iter().zip(&*brought).any(|(m, value)| m == member && value.is_some());
        self.group.iter().partition(|member| has_come(member))
    }
}

/// A member that looks at the values until this is dropped.
pub struct Presence<'g, T>(&'g Gathering<T>);

impl<T> Presence<'_, T> {
    pub fn of(gathering: &Gathering<T>) -> Presence<'_, T> {
        Presence(gathering)
    }
}

impl<T> Drop for Presence<'_, T> {
    fn drop(&mut self) {
        self.0.leave();
    }
}

impl<T> Gathering<T> {
    /// Says that this member looks at no value any more, and waits until nobody does: then what they point to may
    /// change.
    fn leave(&self) {
        let mut present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
        *present -= 1;
        if *present == 0 {
            self.all_left.notify_all();
        }
        while *present > 0 {
            present = self.all_left.wait(present).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
