//! The largest elements of rows: a scan against the smallest of the best so far, which few elements pass.

use super::key::KeyCode;
use crate::codegen::spec::{self, FloatOrder, SortKey};
use crate::runtime::cpu::pool::Pool;
use std::cmp::Reverse;
use std::ops::{BitAnd, BitXor};

/// Above this many results a row is searched for the smallest of them.
const SCAN: usize = 128;
/// Elements that are compared at once.
const BLOCK: usize = 64;
/// Elements of a block that are compared at once where the block has some of the largest.
const PART: usize = 8;

/// A selection that is ready to run.
pub struct TopK {
    spec: spec::TopK,
    code: KeyCode,
}

impl TopK {
    /// Prepares a selection; `None` where no template takes its element type.
    pub fn new(spec: &spec::TopK) -> Option<TopK> {
        let key = SortKey { operand: 0, descending: false, floats: FloatOrder::Total };
        Some(TopK { spec: *spec, code: KeyCode::new(spec.element_type, &key)? })
    }

    /// Selects.
    ///
    /// # Safety
    /// `input` holds `rows × length` elements, `values` and `indices` `rows × k`, all dense and aligned; results do
    /// not overlap the input.
    pub unsafe fn run(&self, pool: &Pool, input: *const u8, values: *mut u8, indices: *mut i32) {
        let task = Task { top: self, input, values, indices };
        let task = &task;
        // SAFETY: the caller's promise; one task a row.
        pool.parallel_for(self.spec.rows, &|row| unsafe {
            match task.top.code.bits {
                8 => task.row::<u8>(row),
                16 => task.row::<u16>(row),
                32 => task.row::<u32>(row),
                _ => task.row::<u64>(row),
            }
        });
    }
}

/// The bits of an element.
trait Bits: Copy + Ord + BitXor<Output = Self> + BitAnd<Output = Self> + Into<u64> {
    const ZERO: Self;
    fn of(bits: u64) -> Self;
    /// All ones where the highest bit is set.
    fn spread_sign(self) -> Self;
}

macro_rules! bits {
    ($($type:ident $signed:ident)*) => { $(impl Bits for $type {
        const ZERO: $type = 0;
        fn of(bits: u64) -> $type {
            bits as $type
        }
        #[inline(always)]
        fn spread_sign(self) -> $type {
            (self as $signed >> ($type::BITS - 1)) as $type
        }
    })* };
}

bits!(u8 i8 u16 i16 u32 i32 u64 i64);

/// A code of keys in the width of the elements, which is what vectors compare.
#[derive(Clone, Copy)]
struct Flips<B> {
    always: B,
    negative: B,
}

impl<B: Bits> Flips<B> {
    fn new(code: KeyCode) -> Flips<B> {
        let (always, negative) = code.flips();
        Flips { always: B::of(always), negative: B::of(negative) }
    }

    #[inline(always)]
    fn key(self, element: B) -> B {
        element ^ self.always ^ (element.spread_sign() & self.negative)
    }

    #[inline(always)]
    fn largest(self, elements: &[B]) -> B {
        elements.iter().map(|&element| self.key(element)).fold(B::ZERO, B::max)
    }
}

struct Task<'a> {
    top: &'a TopK,
    input: *const u8,
    values: *mut u8,
    indices: *mut i32,
}

// SAFETY: tasks write different rows.
unsafe impl Sync for Task<'_> {}

impl Task<'_> {
    unsafe fn row<B: Bits>(&self, row: usize) {
        let spec::TopK { length, k, .. } = self.top.spec;
        // SAFETY: the caller's promise.
        let (input, values, indices) = unsafe {
            (
                std::slice::from_raw_parts(self.input.cast::<B>().add(row * length), length),
                std::slice::from_raw_parts_mut(self.values.cast::<B>().add(row * k), k),
                std::slice::from_raw_parts_mut(self.indices.add(row * k), k),
            )
        };
        let flips = Flips::new(self.top.code);
        let best = if k <= SCAN { scan(input, k, flips) } else { select(input, k, flips) };
        for (i, &(key, index)) in best.iter().enumerate() {
            values[i] = B::of(self.top.code.decode(key.into()));
            indices[i] = index as i32;
        }
    }
}

/// Keys and indices of the largest, in order.
fn scan<B: Bits>(input: &[B], k: usize, flips: Flips<B>) -> Vec<(B, u32)> {
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has it.
        return unsafe { scan_avx2(input, k, flips) };
    }
    scan_blocks(input, k, flips)
}

#[target_feature(enable = "avx2")]
fn scan_avx2<B: Bits>(input: &[B], k: usize, flips: Flips<B>) -> Vec<(B, u32)> {
    scan_blocks(input, k, flips)
}

#[inline(always)]
fn scan_blocks<B: Bits>(input: &[B], k: usize, flips: Flips<B>) -> Vec<(B, u32)> {
    let mut best = Best { found: Vec::with_capacity(k + 1), k };
    for (block, elements) in input.chunks(BLOCK).enumerate() {
        if !best.takes(flips.largest(elements)) {
            continue;
        }
        for (part, elements) in elements.chunks(PART).enumerate() {
            if best.takes(flips.largest(elements)) {
                let first = block * BLOCK + part * PART;
                elements.iter().zip(first..).for_each(|(&element, index)| best.offer(flips.key(element), index));
            }
        }
    }
    best.found
}

/// The largest keys so far, with their indices, in order.
struct Best<B> {
    found: Vec<(B, u32)>,
    k: usize,
}

impl<B: Bits> Best<B> {
    /// Whether a key that comes now is among them. Of equal ones the first are.
    #[inline(always)]
    fn takes(&self, key: B) -> bool {
        self.found.len() < self.k || self.found.last().is_some_and(|&(smallest, _)| key > smallest)
    }

    #[inline(always)]
    fn offer(&mut self, key: B, index: usize) {
        if self.takes(key) {
            let place = self.found.partition_point(|&(other, _)| other >= key);
            self.found.truncate(self.k - 1);
            self.found.insert(place, (key, index as u32));
        }
    }
}

/// The same for many: the smallest of the largest is found first, then all that are not below it.
fn select<B: Bits>(input: &[B], k: usize, flips: Flips<B>) -> Vec<(B, u32)> {
    let mut keys: Vec<B> = input.iter().map(|&element| flips.key(element)).collect();
    let (above, &mut smallest, _) = keys.select_nth_unstable_by(k - 1, |a, b| b.cmp(a));
    let mut equal = k - above.iter().filter(|&&key| key > smallest).count();
    let mut best = Vec::with_capacity(k);
    for (index, key) in input.iter().map(|&element| flips.key(element)).enumerate() {
        if key > smallest || (key == smallest && equal > 0) {
            equal -= usize::from(key == smallest);
            best.push((key, index as u32));
        }
    }
    best.sort_unstable_by_key(|&(key, index)| (Reverse(key), index));
    best
}
