//! The worker pool behind every parallel loop of the CPU runtime.
//!
//! Thunks are short (often tens of microseconds), so what counts is how soon a worker sees new work: workers spin for
//! a moment before they sleep, tasks are claimed with one atomic exchange, and the caller works along.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering, fence};
use std::sync::{Arc, Condvar, Mutex, PoisonError, TryLockError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long an idle worker looks for work before it sleeps.
const SPIN: Duration = Duration::from_micros(40);

/// What a parallel loop does for one task index.
type Body = dyn Fn(usize) + Sync;

thread_local! {
    /// Set while this thread runs a task: a loop started there runs inline.
    static INSIDE_TASK: Cell<bool> = const { Cell::new(false) };
}

/// A fixed set of threads that run loops together with their caller.
pub struct Pool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

struct Shared {
    /// Tasks of the current loop that nobody has claimed yet. Whoever claims one may read `job` until it is done.
    unclaimed: AtomicUsize,
    /// Tasks of the current loop that have not ended.
    unfinished: AtomicUsize,
    job: Cell<Option<Job>>,
    /// Held by the thread whose loop this is.
    owner: Mutex<()>,
    sleepers: AtomicUsize,
    sleep: Mutex<()>,
    wake: Condvar,
    closing: AtomicBool,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

#[derive(Clone, Copy)]
struct Job {
    body: *const Body,
    tasks: usize,
}

// SAFETY: `job` is written only by the owner while no task is unclaimed or unfinished, and read only by the holder of
// a claim, which keeps its loop unfinished. Everything else is atomic or locked.
unsafe impl Sync for Shared {}
// SAFETY: the body a job points to is `Sync`.
unsafe impl Send for Shared {}

impl Pool {
    /// A pool of `threads` threads in all, the caller of each loop being one of them; 0 counts as 1.
    pub fn new(threads: usize) -> Pool {
        let shared = Arc::new(Shared::new());
        let spawn = |index| {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new().name(format!("pjrt-cpu-{index}")).spawn(move || shared.work())
        };
        // Fewer threads than asked for still give right results.
        let workers = (1..threads).map_while(|index| spawn(index).ok()).collect();
        Pool { shared, workers }
    }

    /// Threads that take part in a loop, the caller included.
    pub fn threads(&self) -> usize {
        self.workers.len() + 1
    }

    /// Runs `body(0)`, …, `body(tasks - 1)`, in any order and on any thread, and returns when all have ended.
    ///
    /// Runs inline from inside a task, and while another thread's loop holds the pool.
    ///
    /// # Panics
    /// When a task panics: after all tasks have ended, on the caller's thread.
    pub fn parallel_for(&self, tasks: usize, body: &(dyn Fn(usize) + Sync)) {
        if tasks <= 1 || self.workers.is_empty() || INSIDE_TASK.get() {
            return (0..tasks).for_each(body);
        }
        let _owner = match self.shared.owner.try_lock() {
            Ok(owner) => owner,
            // Poison only says that a task of an earlier loop panicked.
            Err(TryLockError::Poisoned(poison)) => poison.into_inner(),
            Err(TryLockError::WouldBlock) => return (0..tasks).for_each(body),
        };
        self.shared.run(tasks, body);
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.closing.store(true, Ordering::SeqCst);
        self.shared.wake_sleepers();
        for worker in self.workers.drain(..) {
            // A worker contains the panics of its tasks and has none of its own.
            let _ = worker.join();
        }
    }
}

impl Shared {
    fn new() -> Shared {
        Shared {
            unclaimed: AtomicUsize::new(0),
            unfinished: AtomicUsize::new(0),
            job: Cell::new(None),
            owner: Mutex::new(()),
            sleepers: AtomicUsize::new(0),
            sleep: Mutex::new(()),
            wake: Condvar::new(),
            closing: AtomicBool::new(false),
            panic: Mutex::new(None),
        }
    }

    fn run(&self, tasks: usize, body: &(dyn Fn(usize) + Sync)) {
        // SAFETY: this only forgets the lifetime. No one touches the body once `unfinished` is zero, which is
        // awaited below.
        let body = unsafe { std::mem::transmute::<*const (dyn Fn(usize) + Sync + '_), *const Body>(body) };
        self.job.set(Some(Job { body, tasks }));
        self.unfinished.store(tasks, Ordering::Relaxed);
        self.unclaimed.store(tasks, Ordering::Release);
        fence(Ordering::SeqCst);
        if self.sleepers.load(Ordering::Relaxed) > 0 {
            self.wake_sleepers();
        }
        while self.run_one() {}
        self.wait();
        if let Some(panic) = lock(&self.panic).take() {
            resume_unwind(panic);
        }
    }

    /// Claims a task and runs it; false when none is left.
    fn run_one(&self) -> bool {
        let claim = |left: usize| left.checked_sub(1);
        let Ok(left) = self.unclaimed.fetch_update(Ordering::Acquire, Ordering::Relaxed, claim) else { return false };
        if let Some(job) = self.job.get() {
            self.run_task(job, job.tasks - left);
        }
        self.unfinished.fetch_sub(1, Ordering::Release);
        true
    }

    fn run_task(&self, job: Job, index: usize) {
        INSIDE_TASK.set(true);
        // SAFETY: the claim keeps the loop, and with it the body, alive.
        let outcome = catch_unwind(AssertUnwindSafe(|| unsafe { (*job.body)(index) }));
        INSIDE_TASK.set(false);
        if let Err(panic) = outcome {
            lock(&self.panic).get_or_insert(panic);
        }
    }

    /// Waits for tasks that others have claimed.
    fn wait(&self) {
        let mut spins = 0u32;
        while self.unfinished.load(Ordering::Acquire) > 0 {
            spins = spins.wrapping_add(1);
            // A worker that lost its core cannot end its task while we burn it.
            if spins.is_multiple_of(1024) { std::thread::yield_now() } else { std::hint::spin_loop() }
        }
    }

    fn wake_sleepers(&self) {
        drop(lock(&self.sleep));
        self.wake.notify_all();
    }

    /// A worker's life.
    fn work(&self) {
        while !self.closing.load(Ordering::Relaxed) {
            if !self.run_one() && !self.spin() {
                self.sleep();
            }
        }
    }

    /// Looks for work for a moment; false when none came.
    fn spin(&self) -> bool {
        let start = Instant::now();
        loop {
            for _ in 0..64 {
                if self.unclaimed.load(Ordering::Relaxed) > 0 {
                    return true;
                }
                std::hint::spin_loop();
            }
            if start.elapsed() > SPIN {
                return false;
            }
        }
    }

    fn sleep(&self) {
        let mut guard = lock(&self.sleep);
        self.sleepers.fetch_add(1, Ordering::Relaxed);
        // Pairs with the fence in `run`: either we see the tasks, or the owner sees a sleeper.
        fence(Ordering::SeqCst);
        while self.unclaimed.load(Ordering::Relaxed) == 0 && !self.closing.load(Ordering::Relaxed) {
            guard = self.wake.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
        self.sleepers.fetch_sub(1, Ordering::Relaxed);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(pool: &Pool, tasks: usize) -> Vec<usize> {
        let counts: Vec<AtomicUsize> = (0..tasks).map(|_| AtomicUsize::new(0)).collect();
        pool.parallel_for(tasks, &|i| {
            counts[i].fetch_add(1, Ordering::Relaxed);
        });
        counts.into_iter().map(AtomicUsize::into_inner).collect()
    }

    #[test]
    fn runs_every_task_once() {
        let pool = Pool::new(4);
        for tasks in [0, 1, 2, 3, 1000] {
            assert_eq!(count(&pool, tasks), vec![1; tasks]);
        }
    }

    #[test]
    fn wakes_workers_that_sleep() {
        let pool = Pool::new(3);
        for _ in 0..20 {
            std::thread::sleep(SPIN * 5);
            assert_eq!(count(&pool, 8), vec![1; 8]);
        }
    }

    #[test]
    fn runs_nested_loops_inline() {
        let pool = Pool::new(2);
        let total = AtomicUsize::new(0);
        pool.parallel_for(8, &|_| {
            pool.parallel_for(8, &|_| {
                total.fetch_add(1, Ordering::Relaxed);
            })
        });
        assert_eq!(total.into_inner(), 64);
    }

    #[test]
    fn serves_several_callers() {
        let pool = Pool::new(2);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..200).for_each(|_| assert_eq!(count(&pool, 5), vec![1; 5])));
            }
        });
    }

    #[test]
    fn gives_a_panic_to_the_caller_and_lives_on() {
        let pool = Pool::new(2);
        let outcome = catch_unwind(AssertUnwindSafe(|| pool.parallel_for(9, &|i| assert_ne!(i, 5))));
        assert!(outcome.is_err());
        assert_eq!(count(&pool, 9), vec![1; 9]);
    }
}
