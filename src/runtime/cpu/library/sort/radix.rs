//! Stable radix sort by bytes, from the lowest on; in several chunks at once where a row is long.

use crate::runtime::cpu::library::Shared;
use crate::runtime::cpu::library::scratch::Scratch;
use crate::runtime::cpu::pool::Pool;

const BUCKETS: usize = 256;
/// Fewer items than this are sorted by comparisons.
const SMALL: usize = 300;
/// Rows from this length on are worth cutting into chunks.
const LONG: usize = 1 << 15;

/// What is sorted: a key, perhaps with the index it came from.
pub(super) trait Item: Copy + Ord + Send + Sync {
    /// A byte of the key, the lowest being 0.
    fn byte(self, index: u32) -> usize;
}

impl Item for u32 {
    #[inline(always)]
    fn byte(self, index: u32) -> usize {
        (self >> (8 * index)) as usize & 0xff
    }
}

impl Item for u64 {
    #[inline(always)]
    fn byte(self, index: u32) -> usize {
        (self >> (8 * index)) as usize & 0xff
    }
}

/// A key of at most 32 bits, above the index: one word orders both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Narrow(u64);

/// A key of 64 bits with its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Wide(u64, u32);

/// A key that remembers where it came from. The order of indices is that of items before the sort, so that comparing
/// whole items is stable too.
pub(super) trait Indexed: Item {
    fn new(key: u64, index: u32) -> Self;
    fn index(self) -> u32;
}

impl Item for Narrow {
    #[inline(always)]
    fn byte(self, index: u32) -> usize {
        (self.0 >> (32 + 8 * index)) as usize & 0xff
    }
}

impl Indexed for Narrow {
    fn new(key: u64, index: u32) -> Narrow {
        Narrow(key << 32 | u64::from(index))
    }

    fn index(self) -> u32 {
        self.0 as u32
    }
}

impl Item for Wide {
    #[inline(always)]
    fn byte(self, index: u32) -> usize {
        (self.0 >> (8 * index)) as usize & 0xff
    }
}

impl Indexed for Wide {
    fn new(key: u64, index: u32) -> Wide {
        Wide(key, index)
    }

    fn index(self) -> u32 {
        self.1
    }
}

/// Sorts by the lowest `bytes` bytes of the key. Items that are equal there must be in their own order already
/// (ascending indices), as comparisons look at the whole item.
pub(super) fn sort<T: Item>(items: &mut [T], bytes: u32, pool: Option<&Pool>) {
    if items.len() < SMALL {
        return items.sort_unstable();
    }
    sort_by_bytes(items, bytes, pool);
}

/// Sorts by the lowest `bytes` bytes of the key and leaves equal items as they are.
pub(super) fn sort_by_bytes<T: Item>(items: &mut [T], bytes: u32, pool: Option<&Pool>) {
    let aside = Scratch::of::<T>(items.len());
    // SAFETY: room for as many; every item is written before it is read.
    let aside = unsafe { std::slice::from_raw_parts_mut(aside.as_mut_ptr::<T>(), items.len()) };
    let chunks = match pool {
        Some(pool) if items.len() >= LONG => pool.threads(),
        _ => 1,
    };
    // One reading counts all bytes, where there is one chunk: sorting by one byte leaves the counts of the others.
    let mut all = if chunks == 1 { count_all(items, bytes) } else { Vec::new() }.into_iter();
    let (mut from, mut to) = (&mut *items, aside);
    let mut swapped = false;
    for byte in 0..bytes {
        let counts = all.next().map_or_else(|| count(from, byte, chunks, pool), |counts| vec![counts]);
        if trivial(&counts, from.len()) {
            continue;
        }
        scatter(from, to, byte, starts(counts), pool);
        std::mem::swap(&mut from, &mut to);
        swapped = !swapped;
    }
    if swapped {
        to.copy_from_slice(from);
    }
}

fn count_all<T: Item>(items: &[T], bytes: u32) -> Counts {
    match bytes {
        1 => count_bytes::<T, 1>(items),
        2 => count_bytes::<T, 2>(items),
        3..=4 => count_bytes::<T, 4>(items),
        _ => count_bytes::<T, 8>(items),
    }
}

/// With a known number of bytes, shifts are constants.
fn count_bytes<T: Item, const N: usize>(items: &[T]) -> Counts {
    let mut counts = [[0u32; BUCKETS]; N];
    for &item in items {
        for byte in 0..N {
            counts[byte][item.byte(byte as u32)] += 1;
        }
    }
    counts.map(|counts| counts.map(|count| count as usize)).to_vec()
}

type Counts = Vec<[usize; BUCKETS]>;

fn chunk_of(length: usize, chunks: usize, index: usize) -> std::ops::Range<usize> {
    length * index / chunks..length * (index + 1) / chunks
}

fn each_chunk(chunks: usize, pool: Option<&Pool>, body: &(dyn Fn(usize) + Sync)) {
    match pool {
        Some(pool) if chunks > 1 => pool.parallel_for(chunks, body),
        _ => (0..chunks).for_each(body),
    }
}

fn count<T: Item>(items: &[T], byte: u32, chunks: usize, pool: Option<&Pool>) -> Counts {
    let mut counts: Counts = vec![[0; BUCKETS]; chunks];
    let to = Shared(counts.as_mut_ptr());
    let to = &to;
    each_chunk(chunks, pool, &|c| {
        // SAFETY: one task a chunk.
        let counts = unsafe { &mut *to.0.add(c) };
        items[chunk_of(items.len(), chunks, c)].iter().for_each(|item| counts[item.byte(byte)] += 1);
    });
    counts
}

/// Whether all items fall into one bucket.
fn trivial(counts: &Counts, length: usize) -> bool {
    (0..BUCKETS).any(|bucket| counts.iter().map(|c| c[bucket]).sum::<usize>() == length)
}

/// Where each chunk's items of each bucket go.
fn starts(mut counts: Counts) -> Counts {
    let mut next = 0;
    for bucket in 0..BUCKETS {
        for chunk in &mut counts {
            next += std::mem::replace(&mut chunk[bucket], next);
        }
    }
    counts
}

fn scatter<T: Item>(from: &[T], to: &mut [T], byte: u32, mut starts: Counts, pool: Option<&Pool>) {
    let chunks = starts.len();
    let (to, starts) = (Shared(to.as_mut_ptr()), Shared(starts.as_mut_ptr()));
    let (to, starts) = (&to, &starts);
    each_chunk(chunks, pool, &|c| {
        // SAFETY: one task a chunk; the starts of chunks and buckets are apart by as many items as there are.
        unsafe {
            let next = &mut *starts.0.add(c);
            let part = &from[chunk_of(from.len(), chunks, c)];
            match byte {
                0 => scatter_by::<T, 0>(part, to.0, next),
                1 => scatter_by::<T, 1>(part, to.0, next),
                2 => scatter_by::<T, 2>(part, to.0, next),
                3 => scatter_by::<T, 3>(part, to.0, next),
                4 => scatter_by::<T, 4>(part, to.0, next),
                5 => scatter_by::<T, 5>(part, to.0, next),
                6 => scatter_by::<T, 6>(part, to.0, next),
                _ => scatter_by::<T, 7>(part, to.0, next),
            }
        }
    });
}

/// Moves items to the next places of their buckets.
unsafe fn scatter_by<T: Item, const BYTE: u32>(from: &[T], to: *mut T, next: &mut [usize; BUCKETS]) {
    for &item in from {
        let at = &mut next[item.byte(BYTE)];
        // SAFETY: the caller's promise.
        unsafe { *to.add(*at) = item };
        *at += 1;
    }
}
