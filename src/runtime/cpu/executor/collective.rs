//! Collectives: the devices of a run exchange what lies in their memory.
//!
//! Members meet before anyone reads what is not its own, and part after everyone has; in between each does its share of
//! the copies and sums, into its own results or, for an all-reduce, a stretch of everybody's.

use super::{Frame, KernelFunction, Place, Shared, copy};
use crate::codegen::spec::{Collective, Exchange, ExchangedArray};
use crate::codegen::thunk::{CollectiveThunk, Slice};
use crate::hlo::{LocationRef, RaggedOperand, RaggedRows, RaggedSender, index_vector};
use crate::runtime::ExecutionError;
use crate::runtime::cpu::pool::Pool;
use crate::runtime::rendezvous::{Brought, Call, OTHER_OPERANDS, Parts, Presence, Readers};

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
    /// Of each operand.
    sizes: Vec<usize>,
}

// SAFETY: members read operands and write disjoint parts of results only between meeting and parting, while the
// memory of all of them is theirs.
unsafe impl Send for Offer {}
// SAFETY: as above.
unsafe impl Sync for Offer {}

impl Parts for Offer {
    fn parts(&self) -> Vec<&[u8]> {
        let operands = self.operands.iter().zip(&self.sizes);
        // SAFETY: the device that offers them waits meanwhile, and leaves its operands as they are.
        operands.map(|(&start, &size)| unsafe { std::slice::from_raw_parts(start, size) }).collect()
    }
}

/// A collective at a member of a group that has met.
struct Exchanging<'e> {
    pool: &'e Pool,
    reducer: Option<KernelFunction>,
    members: &'e [Brought<Offer>],
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
            sizes: self.spec.arrays.iter().map(ExchangedArray::bytes).collect(),
        };
        let group = self.spec.groups.iter().find_map(|group| Some((group, group.iter().position(|&d| d == device)?)));
        let Some((group, position)) = group else {
            // SAFETY: the caller's promise, here and below.
            unsafe {
                self.spec.result_arrays().iter().zip(&offer.results).for_each(|(array, &to)| clear(to, array.bytes()))
            };
            return Ok(());
        };
        let (operation, name, location) = (self.spec.name(), &self.name, &self.location);
        let readers = self.spec.readers();
        let call = Call { operation, name, location, channel_id: self.spec.channel_id, group, readers };
        let gathering = frame.peers.rendezvous.meet(device, &call, offer)?;
        let _presence = Presence::of(&gathering);
        self.check_sizes(&gathering.values, |member| call.is_read(group[member], device))?;
        let source = self.spec.source_of(device).and_then(|source| group.iter().position(|&member| member == source));
        let exchanging = Exchanging { pool: frame.pool, reducer: self.reducer, members: &gathering.values, position };
        if self.spec.exchange == Exchange::RaggedAllToAll {
            return unsafe { self.ragged(&exchanging) };
        }
        for (index, array) in self.spec.arrays.iter().enumerate() {
            unsafe { exchanging.array(&self.spec.exchange, index, array, source) };
        }
        Ok(())
    }
}

impl Collective {
    /// Which members look at what another one brings.
    fn readers(&self) -> Readers<'_> {
        match &self.exchange {
            Exchange::CollectiveBroadcast => Readers::OfFirst,
            Exchange::CollectivePermute { pairs } => Readers::OfSources(pairs),
            Exchange::AllGather
            | Exchange::AllReduce
            | Exchange::AllToAll
            | Exchange::ExchangeOperands
            | Exchange::RaggedAllToAll
            | Exchange::ReduceScatter => Readers::Everyone,
        }
    }
}

impl CollectiveStep {
    /// What other processes have sent is what is read.
    fn check_sizes(&self, members: &[Brought<Offer>], is_read: impl Fn(usize) -> bool) -> Result<(), ExecutionError> {
        let sizes = || self.spec.arrays.iter().map(ExchangedArray::bytes);
        let fits = |member: &Brought<Offer>| match member {
            Brought::Here(_) => true,
            Brought::Sent(parts) => parts.iter().map(|part| part.len()).eq(sizes()),
        };
        if members.iter().enumerate().all(|(position, member)| !is_read(position) || fits(member)) {
            Ok(())
        } else {
            Err(ExecutionError::failed(OTHER_OPERANDS.to_owned()))
        }
    }

    /// The output operand, with the rows of all members.
    ///
    /// # Errors
    /// Rows that do not exist.
    ///
    /// # Safety
    /// Operands and results are as the specification says.
    unsafe fn ragged(&self, exchanging: &Exchanging<'_>) -> Result<(), ExecutionError> {
        let Brought::Here(own) = &exchanging.members[exchanging.position] else { return Ok(()) };
        let [input, output] = [RaggedOperand::Input, RaggedOperand::Output].map(RaggedOperand::index);
        let (result, row) = (own.results[0], self.spec.arrays[input].row_bytes());
        // SAFETY: the caller's promise, here and below.
        unsafe { copy(exchanging.pool, own.operands[output], result, self.spec.arrays[output].bytes()) };
        for member in 0..exchanging.members.len() {
            let sender = unsafe { self.ragged_sender(exchanging, member) };
            let rows = sender.rows_for(exchanging.position, exchanging.members.len());
            let rows = rows
                .map_err(|message| ExecutionError::failed(format!("{} %{}: {message}", self.spec.name(), self.name)))?;
            for RaggedRows { from, to, count } in rows {
                unsafe {
                    let from = exchanging.operand(member, input).add(from * row);
                    copy(exchanging.pool, from, result.add(to * row), count * row);
                }
            }
        }
        Ok(())
    }

    /// # Safety
    /// As for [`CollectiveStep::ragged`].
    unsafe fn ragged_sender(&self, exchanging: &Exchanging<'_>, member: usize) -> RaggedSender {
        let vector = |operand: RaggedOperand| {
            let array = &self.spec.arrays[operand.index()];
            let start = exchanging.operand(member, operand.index());
            // SAFETY: the caller's promise.
            index_vector(unsafe { std::slice::from_raw_parts(start, array.bytes()) }, array.element_bytes)
        };
        RaggedSender {
            input_offsets: vector(RaggedOperand::InputOffsets),
            send_sizes: vector(RaggedOperand::SendSizes),
            output_offsets: vector(RaggedOperand::OutputOffsets),
            input_rows: self.spec.arrays[RaggedOperand::Input.index()].rows,
            output_rows: self.spec.arrays[RaggedOperand::Output.index()].rows,
        }
    }
}

impl Exchanging<'_> {
    /// A member's operand, in memory or as it was sent.
    fn operand(&self, member: usize, index: usize) -> *const u8 {
        match &self.members[member] {
            Brought::Here(offer) => offer.operands[index],
            Brought::Sent(parts) => parts[index].as_ptr(),
        }
    }

    /// Results of the members that are here.
    fn results(&self, index: usize) -> impl Iterator<Item = *mut u8> {
        self.members.iter().filter_map(move |member| match member {
            Brought::Here(offer) => Some(offer.results[index]),
            Brought::Sent(_) => None,
        })
    }

    /// This member's place among those that are here, and how many those are.
    fn share(&self) -> (usize, usize) {
        let here = |members: &[Brought<Offer>]| members.iter().filter(|m| matches!(m, Brought::Here(_))).count();
        (here(&self.members[..self.position]), here(self.members))
    }

    unsafe fn array(&self, exchange: &Exchange, index: usize, array: &ExchangedArray, source: Option<usize>) {
        let (members, row) = (self.members.len(), array.row_bytes());
        let part = row / members;
        let Brought::Here(own) = &self.members[self.position] else { return };
        let result = own.results[index];
        // SAFETY: the caller's promise, here and below: operands and results are as the specification says.
        let copy_whole = |from: *const u8| unsafe { copy(self.pool, from, result, array.bytes()) };
        match exchange {
            Exchange::AllGather => (0..members).for_each(|m| {
                let (from, to) = (Rows { start: 0, distance: row }, Rows { start: m * row, distance: members * row });
                unsafe { self.copy_rows(array.rows, row, (self.operand(m, index), from), (result, to)) };
            }),
            Exchange::AllToAll => (0..members).for_each(|m| {
                let from = Rows { start: self.position * part, distance: row };
                let to = Rows { start: m * part, distance: row };
                unsafe { self.copy_rows(array.rows, part, (self.operand(m, index), from), (result, to)) };
            }),
            Exchange::ExchangeOperands => copy_whole(self.operand(index, self.position)),
            Exchange::CollectiveBroadcast => copy_whole(self.operand(0, index)),
            Exchange::CollectivePermute { .. } => match source {
                Some(source) => copy_whole(self.operand(source, index)),
                None => unsafe { clear(result, array.bytes()) },
            },
            // Its operands are no arrays to exchange alike.
            Exchange::RaggedAllToAll => {}
            Exchange::AllReduce => unsafe { self.all_reduce(index, array) },
            Exchange::ReduceScatter => unsafe { self.reduce_scatter(index, array, result) },
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

    /// This member's stretch of the result of everybody who is here.
    unsafe fn all_reduce(&self, index: usize, array: &ExchangedArray) {
        let elements = array.rows * array.row_elements;
        let (place, members) = self.share();
        let results: Vec<Shared<*mut u8>> = self.results(index).map(Shared).collect();
        let block = (BLOCK_BYTES / array.element_bytes).max(1);
        let bound = |position: usize| (elements * position / members).next_multiple_of(block).min(elements);
        let (begin, end) = (bound(place), bound(place + 1));
        let is_large = array.bytes() >= STREAMED_BYTES;
        self.pool.parallel_for((end - begin).div_ceil(block), &|task| {
            let first = begin + task * block;
            let (offset, count) = (first * array.element_bytes, block.min(end - first));
            let mut memory = Block([0; BLOCK_BYTES]);
            let combined = memory.0.as_mut_ptr();
            // SAFETY: the caller's promise; stretches and blocks lie apart.
            unsafe {
                self.combine(count, array.element_bytes, combined, |m| self.operand(m, index).add(offset));
                for result in &results {
                    let to = result.get().add(offset);
                    match is_large {
                        true => stream(combined, to, count * array.element_bytes),
                        false => std::ptr::copy_nonoverlapping(combined, to, count * array.element_bytes),
                    }
                }
            }
        });
    }

    /// This member's part of every row.
    unsafe fn reduce_scatter(&self, index: usize, array: &ExchangedArray, result: *mut u8) {
        let part = array.row_elements / self.members.len();
        let block = (BLOCK_BYTES / array.element_bytes).max(1);
        let blocks = part.div_ceil(block);
        let result = Shared(result);
        self.pool.parallel_for(array.rows * blocks, &|task| {
            let (row, first) = (task / blocks, task % blocks * block);
            let from = (row * array.row_elements + self.position * part + first) * array.element_bytes;
            let to = result.get().wrapping_add((row * part + first) * array.element_bytes);
            // SAFETY: the caller's promise; rows and blocks lie apart.
            unsafe {
                self.combine(block.min(part - first), array.element_bytes, to, |m| self.operand(m, index).add(from));
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
