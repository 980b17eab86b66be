//! What carries messages from process to process.

use crate::hlo::Bytes;

/// A message that has come.
pub struct Received {
    /// The process that sent it.
    pub from: usize,
    pub header: Vec<u8>,
    pub parts: Vec<Bytes>,
}

/// The processes of a job, as one of them sees them. Messages from one process to another arrive in the order in which
/// they were sent, each once.
pub trait Transport: Send + Sync {
    /// This process's number, from 0.
    fn rank(&self) -> usize;
    /// Processes of the job.
    fn size(&self) -> usize;
    /// Sends a header and the parts that belong to it. Memory may change when this returns. One call at a time.
    fn send(&self, to: usize, header: &[u8], parts: &[&[u8]]);
    /// The next message, if one is there. One call at a time, which may be beside one of [`Transport::send`].
    fn receive(&self) -> Option<Received>;
    /// Ends communication: all processes have said that they leave.
    fn finish(&self);
}
