//! Shared, aligned, immutable memory behind literals and buffers.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::Arc;

/// Alignment of every buffer, in bytes: a cache line, and the widest vector register.
pub const ALIGNMENT: usize = 64;

/// Owned bytes that start at a multiple of [`ALIGNMENT`].
pub struct AlignedBytes {
    start: NonNull<u8>,
    len: usize,
}

// SAFETY: plain memory with one owner.
unsafe impl Send for AlignedBytes {}
// SAFETY: shared access only reads.
unsafe impl Sync for AlignedBytes {}

impl AlignedBytes {
    /// Zero bytes, from fresh pages where they are many.
    pub fn zeroed(len: usize) -> AlignedBytes {
        let layout = Self::layout(len);
        // SAFETY: the layout's size is at least `ALIGNMENT`, never zero.
        let start = unsafe { alloc_zeroed(layout) };
        let Some(start) = NonNull::new(start) else { handle_alloc_error(layout) };
        AlignedBytes { start, len }
    }

    pub fn copy_of(bytes: &[u8]) -> AlignedBytes {
        let mut out = AlignedBytes::zeroed(bytes.len());
        out.copy_from_slice(bytes);
        out
    }

    fn layout(len: usize) -> Layout {
        Layout::from_size_align(len.max(1).next_multiple_of(ALIGNMENT), ALIGNMENT).expect("a verified byte size")
    }
}

impl Drop for AlignedBytes {
    fn drop(&mut self) {
        // SAFETY: allocated in `zeroed` with this layout.
        unsafe { dealloc(self.start.as_ptr(), Self::layout(self.len)) }
    }
}

impl Deref for AlignedBytes {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        // SAFETY: `start` is valid for `len` initialised bytes.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl DerefMut for AlignedBytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        // SAFETY: as in `deref`, and `self` is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl AsRef<[u8]> for AlignedBytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

/// Immutable bytes with shared ownership: allocated here, or mapped from a file.
#[derive(Clone)]
pub struct Bytes {
    owner: Arc<dyn AsRef<[u8]> + Send + Sync>,
    start: usize,
    len: usize,
}

impl Bytes {
    /// All bytes of an owner, which stays alive behind them (a file mapping, say).
    pub fn from_owner(owner: impl AsRef<[u8]> + Send + Sync + 'static) -> Bytes {
        let len = owner.as_ref().len();
        Bytes { owner: Arc::new(owner), start: 0, len }
    }

    pub fn copy_of(bytes: &[u8]) -> Bytes {
        Bytes::from_owner(AlignedBytes::copy_of(bytes))
    }

    /// A part that shares the owner.
    pub fn slice(&self, start: usize, len: usize) -> Bytes {
        assert!(start + len <= self.len, "slice within its bytes");
        Bytes { owner: self.owner.clone(), start: self.start + start, len }
    }
}

impl Deref for Bytes {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &(*self.owner).as_ref()[self.start..self.start + self.len]
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bytes({})", self.len)
    }
}

impl From<AlignedBytes> for Bytes {
    fn from(bytes: AlignedBytes) -> Bytes {
        Bytes::from_owner(bytes)
    }
}
