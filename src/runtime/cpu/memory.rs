//! Blocks of aligned memory that are kept for the next run.

use crate::hlo::ALIGNMENT;
use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, PoisonError};

/// Blocks of at least this size lie on huge pages.
const HUGE_PAGE: usize = 2 << 20;
/// Memory that is held beyond what was ever in use at a time.
const SPARE_BYTES: usize = 32 << 20;

/// Where blocks come from and go back to.
#[derive(Clone, Default)]
pub struct MemoryPool(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// Free blocks by capacity.
    free: BTreeMap<usize, Vec<NonNull<u8>>>,
    free_bytes: usize,
    used_bytes: usize,
    most_used_bytes: usize,
}

// SAFETY: free blocks are plain memory that the state owns.
unsafe impl Send for State {}

/// Memory from a pool, to which it returns. What it holds at first is undefined but initialised.
pub struct Block {
    pool: MemoryPool,
    start: NonNull<u8>,
    size: usize,
    capacity: usize,
}

// SAFETY: plain memory with one owner; writing through a shared block is up to the executor's plan.
unsafe impl Send for Block {}
// SAFETY: as above.
unsafe impl Sync for Block {}

impl MemoryPool {
    /// A block of at least `size` bytes.
    pub fn take(&self, size: usize) -> Block {
        let capacity = capacity_for(size);
        let mut state = self.lock();
        state.used_bytes += capacity;
        state.most_used_bytes = state.used_bytes.max(state.most_used_bytes);
        let start = state.reuse(capacity);
        if start.is_none() {
            state.trim();
        }
        drop(state);
        let start = start.unwrap_or_else(|| fresh(capacity));
        Block { pool: self.clone(), start, size, capacity }
    }

    /// A block with a copy of these bytes.
    pub fn copy_of(&self, bytes: &[u8]) -> Block {
        let block = self.take(bytes.len());
        // SAFETY: fresh from the pool, the block is this function's alone.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), block.start(), bytes.len()) };
        block
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn reuse(&mut self, capacity: usize) -> Option<NonNull<u8>> {
        let blocks = self.free.get_mut(&capacity)?;
        let start = blocks.pop()?;
        if blocks.is_empty() {
            self.free.remove(&capacity);
        }
        self.free_bytes -= capacity;
        Some(start)
    }

    fn give_back(&mut self, start: NonNull<u8>, capacity: usize) {
        self.used_bytes -= capacity;
        self.free_bytes += capacity;
        self.free.entry(capacity).or_default().push(start);
    }

    /// Before fresh memory is asked for: gives up free blocks, large ones first, where more is held than was ever in
    /// use at a time.
    fn trim(&mut self) {
        while self.free_bytes + self.used_bytes > self.most_used_bytes + SPARE_BYTES {
            let Some((&capacity, _)) = self.free.last_key_value() else { return };
            if let Some(start) = self.reuse(capacity) {
                release(start, capacity);
            }
        }
    }
}

impl Drop for State {
    fn drop(&mut self) {
        for (&capacity, blocks) in &self.free {
            blocks.iter().for_each(|&start| release(start, capacity));
        }
    }
}

impl Block {
    /// Where it starts: a multiple of the alignment.
    pub fn start(&self) -> *mut u8 {
        self.start.as_ptr()
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        self.pool.lock().give_back(self.start, self.capacity);
    }
}

impl Deref for Block {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        // SAFETY: `start` is valid for `capacity` initialised bytes, which is at least `size`.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.size) }
    }
}

impl AsRef<[u8]> for Block {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

/// Size classes: an eighth of the size is wasted at most.
fn capacity_for(size: usize) -> usize {
    let step = (size.next_power_of_two() / 16).max(ALIGNMENT);
    let capacity = size.max(1).next_multiple_of(step);
    if capacity >= HUGE_PAGE { capacity.next_multiple_of(HUGE_PAGE) } else { capacity }
}

fn layout(capacity: usize) -> Layout {
    Layout::from_size_align(capacity, ALIGNMENT).expect("a verified byte size")
}

/// Zeroed memory: what a block holds is never undefined to the compiler.
fn fresh(capacity: usize) -> NonNull<u8> {
    let layout = layout(capacity);
    let start = match capacity >= HUGE_PAGE {
        true => map_huge(capacity),
        // SAFETY: the size is not zero.
        false => NonNull::new(unsafe { alloc_zeroed(layout) }),
    };
    start.unwrap_or_else(|| handle_alloc_error(layout))
}

/// Whole huge pages, which the system gives when they are first touched.
fn map_huge(capacity: usize) -> Option<NonNull<u8>> {
    let room = capacity.checked_add(HUGE_PAGE)?;
    let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    // SAFETY: a mapping of our own, at a place of the system's choice.
    let mapped = unsafe { libc::mmap(std::ptr::null_mut(), room, protection, flags, -1, 0) };
    if mapped == libc::MAP_FAILED {
        return None;
    }
    let before = mapped.cast::<u8>().align_offset(HUGE_PAGE);
    // SAFETY: the aligned part lies within the mapping; what is around it is given back; advice changes no content.
    unsafe {
        let start = mapped.cast::<u8>().add(before);
        if before > 0 {
            libc::munmap(mapped, before);
        }
        libc::munmap(start.add(capacity).cast(), HUGE_PAGE - before);
        libc::madvise(start.cast(), capacity, libc::MADV_HUGEPAGE);
        NonNull::new(start)
    }
}

fn release(start: NonNull<u8>, capacity: usize) {
    // SAFETY: obtained in `fresh` with this capacity, and in no one's hands any more.
    unsafe {
        match capacity >= HUGE_PAGE {
            true => {
                libc::munmap(start.as_ptr().cast(), capacity);
            }
            false => dealloc(start.as_ptr(), layout(capacity)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_of_the_same_size_is_used_again() {
        let pool = MemoryPool::default();
        let first = pool.take(1000).start();
        assert_eq!(pool.take(1000).start(), first);
        let (a, b) = (pool.take(1000), pool.take(1000));
        assert_ne!(a.start(), b.start());
        assert_eq!(a.len(), 1000);
    }

    #[test]
    fn idle_memory_is_bounded_by_what_was_in_use() {
        let pool = MemoryPool::default();
        for size in 1..100usize {
            drop(pool.take(size << 20));
        }
        let state = pool.lock();
        assert!(state.free_bytes <= 2 * (100 << 20), "{}", state.free_bytes);
    }

    #[test]
    fn capacities_waste_little() {
        for size in [1, 63, 64, 65, 1000, 100_000, 3 << 20, 100 << 20] {
            let capacity = capacity_for(size);
            assert!(capacity >= size && capacity.is_multiple_of(ALIGNMENT));
            assert!(capacity <= size + (size / 8).max(HUGE_PAGE));
        }
    }
}
