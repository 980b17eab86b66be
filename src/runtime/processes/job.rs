//! The job that this process is part of: the one that `mpirun` has started, if it has.

use super::Processes;
use crate::runtime::{Error, ExecutionError, Result};
use std::sync::{Arc, OnceLock};

/// Where OpenMPI, and MPICH and its relatives, say how many processes they have started.
const SIZE_VARIABLES: [&str; 2] = ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE"];

static JOINED: OnceLock<Arc<Processes>> = OnceLock::new();

/// Processes of the job.
pub fn size() -> usize {
    let size = SIZE_VARIABLES.iter().find_map(|name| std::env::var(name).ok()?.parse().ok());
    size.unwrap_or(1).max(1)
}

/// Joins the other processes of the job, with so many devices here; `None` where there are no others.
///
/// # Errors
/// A build without MPI; a second time; an MPI library that does not do.
pub fn join(devices: usize) -> Result<Option<Arc<Processes>>> {
    if size() == 1 {
        return Ok(None);
    }
    let processes = Processes::join(transport()?, devices);
    let processes = processes.map_err(|error| Error::Usage(format!("no thread for messages: {error}")))?;
    Ok(Some(JOINED.get_or_init(|| processes).clone()))
}

/// Leaves the other processes, if there are any: nothing is told or heard afterwards.
pub fn leave(failure: Option<&ExecutionError>) {
    if let Some(processes) = JOINED.get() {
        processes.leave(failure);
    }
}

#[cfg(feature = "mpi")]
fn transport() -> Result<Box<dyn super::Transport>> {
    Ok(Box::new(super::mpi::Mpi::initialize().map_err(Error::Usage)?))
}

#[cfg(not(feature = "mpi"))]
fn transport() -> Result<Box<dyn super::Transport>> {
    let message =
        format!("this pjrt was built without MPI and is one of {} processes: build it with --features mpi", size());
    Err(Error::Usage(message))
}
