//! Processes that `mpirun` has started.

use super::{Received, Transport};
use crate::hlo::{AlignedBytes, Bytes};
use ::mpi::environment::{Universe, initialize_with_threading};
use ::mpi::point_to_point::{Message, Status};
use ::mpi::topology::SimpleCommunicator;
use ::mpi::traits::{Communicator, Destination, Equivalence, Source};
use ::mpi::{Rank, Threading};
use std::sync::{Mutex, PoisonError};

/// A message of MPI counts its elements with 31 bits.
const MOST_BYTES: usize = 1 << 30;

/// MPI's processes, all of them.
pub struct Mpi {
    /// Ends MPI when it is dropped.
    universe: Mutex<Option<Universe>>,
    rank: usize,
    size: usize,
}

impl Mpi {
    /// Begins to use MPI, in the thread that is to end it.
    ///
    /// # Errors
    /// It was begun already, or cannot be used by several threads.
    pub fn initialize() -> Result<Mpi, String> {
        let (universe, threading) = initialize_with_threading(Threading::Multiple).ok_or("MPI is in use already")?;
        if threading < Threading::Multiple {
            return Err("this MPI library does not let several threads use it (MPI_THREAD_MULTIPLE)".to_owned());
        }
        let world = universe.world();
        let [rank, size] = [world.rank(), world.size()].map(|number| usize::try_from(number).unwrap_or_default());
        Ok(Mpi { universe: Mutex::new(Some(universe)), rank, size })
    }
}

impl Transport for Mpi {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    /// The lengths of the parts and the header in one message of MPI, then the parts.
    fn send(&self, to: usize, header: &[u8], parts: &[&[u8]]) {
        let lengths = std::iter::once(parts.len()).chain(parts.iter().map(|part| part.len()));
        let mut envelope: Vec<u8> = lengths.flat_map(|length| (length as u64).to_le_bytes()).collect();
        envelope.extend(header);
        let world = SimpleCommunicator::world();
        let process = world.process_at_rank(to as Rank);
        process.send(&envelope[..]);
        parts.iter().flat_map(|part| part.chunks(MOST_BYTES)).for_each(|chunk| process.send(chunk));
    }

    fn receive(&self) -> Option<Received> {
        let world = SimpleCommunicator::world();
        let (message, status) = world.any_process().immediate_matched_probe()?;
        let envelope = received(message, &status);
        let mut numbers =
            envelope.chunks_exact(8).map(|bytes| u64::from_le_bytes(bytes.try_into().unwrap_or_default()));
        let count = numbers.next()? as usize;
        let lengths: Vec<usize> = numbers.take(count).map(|length| length as usize).collect();
        let process = world.process_at_rank(status.source_rank());
        let part = |length: usize| {
            let mut bytes = AlignedBytes::zeroed(length);
            for chunk in bytes.chunks_mut(MOST_BYTES) {
                process.receive_into(chunk);
            }
            Bytes::from(bytes)
        };
        let parts = lengths.into_iter().map(part).collect();
        let header = envelope.get(8 * (count + 1)..)?.to_vec();
        Some(Received { from: status.source_rank() as usize, header, parts })
    }

    fn finish(&self) {
        drop(self.universe.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

fn received(message: Message, status: &Status) -> Vec<u8> {
    let mut bytes = vec![0; usize::try_from(status.count(u8::equivalent_datatype())).unwrap_or_default()];
    message.matched_receive_into(&mut bytes[..]);
    bytes
}
