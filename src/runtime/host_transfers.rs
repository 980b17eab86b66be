//! What a run and its host hand each other while it runs: infeed and outfeed, and the channels between the two.
//!
//! The host feeds before the run starts, so that nothing waits: what is not there will not come. PJRT has callbacks of
//! sends and receives for it, in the options of an execution.

use crate::hlo::{ArrayLiteral, ShardedArray};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Both directions, by the program's device and the queue there (`infeed`, `outfeed`, `channel 3`).
#[derive(Debug, Default)]
pub struct HostTransfers(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    fed: HashMap<(usize, String), VecDeque<ArrayLiteral>>,
    given: Vec<Given>,
}

/// What a program gave its host at one time.
#[derive(Clone, Debug)]
pub struct Given {
    pub device: usize,
    pub queue: String,
    pub values: Vec<ArrayLiteral>,
    /// The arrays that these are a device's parts of, one each; none where they are whole.
    pub parts_of: Vec<ShardedArray>,
}

impl HostTransfers {
    /// Feeds a queue of a device with one more array.
    pub fn feed(&self, device: usize, queue: &str, value: ArrayLiteral) {
        self.lock().fed.entry((device, queue.to_owned())).or_default().push_back(value);
    }

    /// The next arrays of a queue; all that are left where these are fewer.
    pub fn take(&self, device: usize, queue: &str, count: usize) -> Vec<ArrayLiteral> {
        let mut state = self.lock();
        let Some(fed) = state.fed.get_mut(&(device, queue.to_owned())) else { return Vec::new() };
        let count = count.min(fed.len());
        fed.drain(..count).collect()
    }

    /// Queues in which every device that is fed has left arrays, and how many at least.
    pub fn left(&self) -> BTreeMap<String, usize> {
        let mut left: BTreeMap<String, usize> = BTreeMap::new();
        for ((_, queue), fed) in &self.lock().fed {
            left.entry(queue.clone()).and_modify(|least| *least = fed.len().min(*least)).or_insert(fed.len());
        }
        left.retain(|_, &mut count| count > 0);
        left
    }

    pub fn give(&self, given: Given) {
        self.lock().given.push(given);
    }

    /// What the devices gave so far, each of them in its order.
    pub fn given(&self) -> Vec<Given> {
        self.lock().given.clone()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
