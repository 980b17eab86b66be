//! Collectives: the devices of a run exchange what lies in their memory.
//!
//! Members meet before anyone reads what is not its own, and part after everyone has; in between each does its share of
//! the copies and sums, into its own results or, for an all-reduce, a stretch of everybody's.

use super::{Frame, KernelFunction, Place, Shared, copy};
use crate::codegen::spec::{Collective, Exchange, ExchangedArray};
use crate::codegen::thunk::{CollectiveThunk, Slice};
use crate::hlo::LocationRef;
use crate::runtime::ExecutionError;
use crate::runtime::cpu::pool::Pool;
use crate::runtime::rendezvous::{Call, Presence};

/// Bytes that are combined at a time: what is written there is still in the cache when it is read again.
const BLOCK_BYTES: usize = 16 << 10;
/// Results that no cache holds until they are read: they are written past the caches, which saves reading them first.
const STREAMED_BYTES: usize = 8 << 20;

/// Combined elements, before they go where they belong.
#[repr(align(64))]
struct Block([u8; BLOCK_BYTES]);

/// A collective that is ready to run.
pub struct CollectiveStep {
    spec: Collective,
    /// For messages.
    name: String,
    location: LocationRef,
    reducer: Option<KernelFunction>,
    operands: Vec<Place>,
    results: Vec<Place>,
}

/// Where a device's operands and results lie.
pub struct Offer {
    operands: Vec<*const u8>,
    results: Vec<*mut u8>,
}

// SAFETY: members read operands and write disjoint parts of results only between meeting and parting, while the
// memory of all of them is theirs.
unsafe impl Send for Offer {}
// SAFETY: as above.
unsafe impl Sync for Offer {}

/// A collective at a member of a group that has met.
struct Exchanging<'e> {
    pool: &'e Pool,
    reducer: Option<KernelFunction>,
    members: &'e [Offer],
    position: usize,
}

/// Rows of equal length, some distance apart.
#[derive(Clone, Copy)]
struct Rows {
    start: usize,
    distance: usize,
}

impl CollectiveStep {
    pub fn prepare(
        name: &str,
        location: &LocationRef,
        thunk: &CollectiveThunk,
        reducer: Option<KernelFunction>,
    ) -> CollectiveStep {
        let places = |slices: &[Slice]| slices.iter().map(Place::from).collect();
        CollectiveStep {
            spec: thunk.spec.clone(),
            name: name.to_owned(),
            location: location.clone(),
            reducer,
            operands: places(&thunk.operands),
            results: places(&thunk.results),
        }
    }

    /// # Errors
    /// Members that do not come.
    ///
    /// # Safety
    /// The frame has the memory that the step was planned with.
    pub unsafe fn run(&self, frame: &Frame<'_>) -> Result<(), ExecutionError> {
        let device = frame.peers.device;
        let offer = Offer {
            operands: self.operands.iter().map(|&place| frame.at(place).cast_const()).collect(),
            results: self.results.iter().map(|&place| frame.at(place)).collect(),
        };
        let group = self.spec.groups.iter().find_map(|group| Some((group, group.iter().position(|&d| d == device)?)));
        let Some((group, position)) = group else {
            // SAFETY: the caller's promise, here and below.
            unsafe { self.spec.arrays.iter().zip(&offer.results).for_each(|(array, &to)| clear(to, array.bytes())) };
            return Ok(());
        };
        let (operation, name, location) = (self.spec.name(), &self.name, &self.location);
        let call = Call { operation, name, location, channel_id: self.spec.channel_id, group };
        let gathering = frame.peers.rendezvous.meet(device, &call, offer)?;
        let _presence = Presence::of(&gathering);
        let source = self.spec.source_of(device).and_then(|source| group.iter().position(|&member| member == source));
        let exchanging = Exchanging { pool: frame.pool, reducer: self.reducer, members: &gathering.values, position };
        for (index, array) in self.spec.arrays.iter().enumerate() {
            unsafe { exchanging.array(&self.spec.exchange, index, array, source) };
        }
        Ok(())
    }
}

impl Exchanging<'_> {
    unsafe fn array(&self, exchange: &Exchange, index: usize, array: &ExchangedArray, source: Option<usize>) {
        let (members, row) = (self.members.len(), array.row_bytes());
        let part = row / members;
        let result = self.members[self.position].results[index];
        // SAFETY: the caller's promise, here and below: operands and results are as the specification says.
        let copy_whole = |from: *const u8| unsafe { copy(self.pool, from, result, array.bytes()) };
        match exchange {
            Exchange::AllGather => (0..members).for_each(|m| {
                let (from, to) = (Rows { start: 0, distance: row }, Rows { start: m * row, distance: members * row });
                unsafe { self.copy_rows(array.rows, row, (self.members[m].operands[index], from), (result, to)) };
            }),
            Exchange::AllToAll => (0..members).for_each(|m| {
                let from = Rows { start: self.position * part, distance: row };
                let to = Rows { start: m * part, distance: row };
                unsafe { self.copy_rows(array.rows, part, (self.members[m].operands[index], from), (result, to)) };
            }),
            Exchange::ExchangeOperands => copy_whole(self.members[index].operands[self.position]),
            Exchange::CollectiveBroadcast => copy_whole(self.members[0].operands[index]),
            Exchange::CollectivePermute { .. } => match source {
                Some(source) => copy_whole(self.members[source].operands[index]),
                None => unsafe { clear(result, array.bytes()) },
            },
            Exchange::AllReduce => unsafe { self.all_reduce(index, array) },
            Exchange::ReduceScatter => unsafe { self.reduce_scatter(index, array) },
        }
    }

    unsafe fn copy_rows(&self, rows: usize, bytes: usize, from: (*const u8, Rows), to: (*mut u8, Rows)) {
        let rows_per_task = (BLOCK_BYTES / bytes.max(1)).max(1);
        let (source, target) = (Shared(from.0), Shared(to.0));
        self.pool.parallel_for(rows.div_ceil(rows_per_task), &|task| {
            for row in task * rows_per_task..rows.min((task + 1) * rows_per_task) {
                // SAFETY: the caller's promise; rows lie apart.
                unsafe {
                    let source = source.get().add(from.1.start + row * from.1.distance);
                    let target = target.get().add(to.1.start + row * to.1.distance);
                    std::ptr::copy_nonoverlapping(source, target, bytes);
                }
            }
        });
    }

    /// This member's stretch of everybody's result.
    unsafe fn all_reduce(&self, index: usize, array: &ExchangedArray) {
        let (elements, members) = (array.rows * array.row_elements, self.members.len());
        let block = (BLOCK_BYTES / array.element_bytes).max(1);
        let bound = |position: usize| (elements * position / members).next_multiple_of(block).min(elements);
        let (begin, end) = (bound(self.position), bound(self.position + 1));
        let is_large = array.bytes() >= STREAMED_BYTES;
        self.pool.parallel_for((end - begin).div_ceil(block), &|task| {
            let first = begin + task * block;
            let (offset, count) = (first * array.element_bytes, block.min(end - first));
            let mut memory = Block([0; BLOCK_BYTES]);
            let combined = memory.0.as_mut_ptr();
            // SAFETY: the caller's promise; stretches and blocks lie apart.
            unsafe {
                self.combine(count, array.element_bytes, combined, |m| self.members[m].operands[index].add(offset));
                for member in self.members {
                    let to = member.results[index].add(offset);
                    match is_large {
                        true => stream(combined, to, count * array.element_bytes),
                        false => std::ptr::copy_nonoverlapping(combined, to, count * array.element_bytes),
                    }
                }
            }
        });
    }

    /// This member's part of every row.
    unsafe fn reduce_scatter(&self, index: usize, array: &ExchangedArray) {
        let part = array.row_elements / self.members.len();
        let block = (BLOCK_BYTES / array.element_bytes).max(1);
        let blocks = part.div_ceil(block);
        self.pool.parallel_for(array.rows * blocks, &|task| {
            let (row, first) = (task / blocks, task % blocks * block);
            let from = (row * array.row_elements + self.position * part + first) * array.element_bytes;
            let to =
                self.members[self.position].results[index].wrapping_add((row * part + first) * array.element_bytes);
            // SAFETY: the caller's promise; rows and blocks lie apart.
            unsafe {
                self.combine(block.min(part - first), array.element_bytes, to, |m| {
                    self.members[m].operands[index].add(from)
                });
            }
        });
    }

    /// Combines elements of all members, in their order.
    unsafe fn combine(&self, count: usize, width: usize, to: *mut u8, operand: impl Fn(usize) -> *const u8) {
        let Some(reducer) = self.reducer.filter(|_| self.members.len() > 1) else {
            // SAFETY: the caller's promise, here and below.
            return unsafe { std::ptr::copy_nonoverlapping(operand(0), to, count * width) };
        };
        let mut so_far = operand(0);
        for member in 1..self.members.len() {
            let arguments = [so_far.cast_mut(), operand(member).cast_mut(), to];
            unsafe { reducer(arguments.as_ptr(), 0, count as i64) };
            so_far = to;
        }
    }
}

/// # Safety
/// There is room for so many bytes.
unsafe fn clear(to: *mut u8, bytes: usize) {
    // SAFETY: the caller's promise.
    unsafe { std::ptr::write_bytes(to, 0, bytes) };
}

/// Copies past the caches.
///
/// # Safety
/// Both places have so many bytes, and lie apart.
#[cfg(target_arch = "x86_64")]
unsafe fn stream(from: *const u8, to: *mut u8, bytes: usize) {
    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_sfence, _mm_stream_si128};
    let whole = if to.align_offset(16) == 0 { bytes / 16 } else { 0 };
    // SAFETY: the caller's promise; stores go to multiples of 16 bytes.
    unsafe {
        for part in 0..whole {
            _mm_stream_si128(to.cast::<__m128i>().add(part), _mm_loadu_si128(from.cast::<__m128i>().add(part)));
        }
        std::ptr::copy_nonoverlapping(from.add(16 * whole), to.add(16 * whole), bytes - 16 * whole);
        _mm_sfence();
    }
}

/// # Safety
/// Both places have so many bytes, and lie apart.
#[cfg(not(target_arch = "x86_64"))]
unsafe fn stream(from: *const u8, to: *mut u8, bytes: usize) {
    // SAFETY: the caller's promise.
    unsafe { std::ptr::copy_nonoverlapping(from, to, bytes) };
}
