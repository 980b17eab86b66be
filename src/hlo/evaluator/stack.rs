//! Room for calls that nest deeply.

use std::panic::resume_unwind;

/// The stack of a thread that evaluates.
pub const STACK_BYTES: usize = 1 << 28;

/// Works on a thread of its own with room for an evaluation. A panic there is one here.
///
/// # Errors
/// The system gives no thread.
pub fn with_room<T: Send>(work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("interpreter".into()).stack_size(STACK_BYTES);
        Ok(thread.spawn_scoped(scope, work)?.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
