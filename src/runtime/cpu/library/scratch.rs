//! Working memory that stays with its thread: packing a matrix into fresh pages would cost more than multiplying it.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::RefCell;
use std::ptr::NonNull;

const ALIGNMENT: usize = 64;
/// From here on buffers are aligned for huge pages and ask for them.
const HUGE: usize = 2 << 20;

thread_local! {
    static KEPT: RefCell<Vec<Block>> = const { RefCell::new(Vec::new()) };
}

/// Uninitialised memory of this thread; goes back to it when dropped.
pub(super) struct Scratch(Option<Block>);

impl Scratch {
    /// Room for `count` elements of type `T`, at a multiple of 64 bytes.
    pub(super) fn of<T>(count: usize) -> Scratch {
        let bytes = count.saturating_mul(size_of::<T>());
        let kept = KEPT.with_borrow_mut(|kept| {
            let fits =
                (0..kept.len()).filter(|&i| kept[i].layout.size() >= bytes).min_by_key(|&i| kept[i].layout.size());
            fits.map(|i| kept.swap_remove(i))
        });
        Scratch(Some(kept.unwrap_or_else(|| Block::new(bytes))))
    }

    pub(super) fn as_mut_ptr<T>(&self) -> *mut T {
        self.0.as_ref().map_or(std::ptr::null_mut(), |block| block.start.as_ptr().cast())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let Some(block) = self.0.take() else { return };
        // While the thread ends there is nothing left to keep it in: then it is freed here.
        let _ = KEPT.try_with(|kept| kept.borrow_mut().push(block));
    }
}

struct Block {
    start: NonNull<u8>,
    layout: Layout,
}

impl Block {
    fn new(bytes: usize) -> Block {
        // Powers of two, so that a few sizes serve all.
        let size = bytes.max(4096).next_power_of_two();
        let alignment = if size >= HUGE { HUGE } else { ALIGNMENT };
        let layout = Layout::from_size_align(size, alignment).expect("sizes derived from verified shapes");
        // SAFETY: the size is not zero.
        let Some(start) = NonNull::new(unsafe { alloc(layout) }) else { handle_alloc_error(layout) };
        if size >= HUGE {
            // SAFETY: advice about memory that is ours; failure changes nothing.
            unsafe { libc::madvise(start.as_ptr().cast(), size, libc::MADV_HUGEPAGE) };
        }
        Block { start, layout }
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this layout.
        unsafe { dealloc(self.start.as_ptr(), self.layout) }
    }
}
