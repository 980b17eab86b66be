//! The thread that makes the runs, in the order in which they were dispatched.

use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;

type Task = Box<dyn FnOnce() + Send>;

/// A queue with one thread behind it. Dropping it waits for what was dispatched.
pub struct Dispatcher {
    tasks: Option<Sender<Task>>,
    thread: Option<JoinHandle<()>>,
}

impl Dispatcher {
    /// # Errors
    /// The system gives no thread.
    pub fn new() -> std::io::Result<Dispatcher> {
        let (tasks, waiting) = channel::<Task>();
        let serve = move || waiting.into_iter().for_each(|task| task());
        let thread = std::thread::Builder::new().name("pjrt-cpu-run".to_owned()).spawn(serve)?;
        Ok(Dispatcher { tasks: Some(tasks), thread: Some(thread) })
    }

    pub fn dispatch(&self, task: Task) {
        if let Some(tasks) = &self.tasks {
            // The thread ends only after the sender is gone.
            let _ = tasks.send(task);
        }
    }
}

impl Drop for Dispatcher {
    fn drop(&mut self) {
        self.tasks = None;
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != std::thread::current().id()
        {
            // A task's panic was caught in the task.
            let _ = thread.join();
        }
    }
}
