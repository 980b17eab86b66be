//! A spinner for what takes long, on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What ends before this shows nothing.
const SILENT_FOR: Duration = Duration::from_millis(500);

/// Does the work; if it takes over half a second and somebody looks, shows that it goes on.
pub fn while_working<T>(what: &str, work: impl FnOnce() -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work();
    }
    let done = Arc::new(AtomicBool::new(false));
    let watcher = std::thread::spawn({
        let (done, what) = (done.clone(), what.to_string());
        move || watch(&done, &what)
    });
    let result = work();
    done.store(true, Ordering::Release);
    watcher.thread().unpark();
    // A spinner that failed to draw is no reason to lose the result.
    let _ = watcher.join();
    result
}

fn watch(done: &AtomicBool, what: &str) {
    std::thread::park_timeout(SILENT_FOR);
    if done.load(Ordering::Acquire) {
        return;
    }
    let bar = ProgressBar::new_spinner().with_message(what.to_string());
    bar.set_style(
        ProgressStyle::with_template("{spinner} {msg} {elapsed}").unwrap_or(ProgressStyle::default_spinner()),
    );
    while !done.load(Ordering::Acquire) {
        bar.tick();
        std::thread::park_timeout(Duration::from_millis(100));
    }
    bar.finish_and_clear();
}
