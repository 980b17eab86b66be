//! The largest elements of rows: a scan against the smallest of the best so far, which few elements pass.

use super::key::KeyCode;
use super::radix::{self, Indexed, Wide};
use crate::codegen::spec::{self, FloatOrder, SortKey};
use crate::runtime::cpu::pool::Pool;

/// Above this many results a row is sorted.
const SCAN: usize = 128;
/// Elements that are compared at once.
const BLOCK: usize = 64;

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
trait Bits: Copy + Ord + Into<u64> {
    fn of(bits: u64) -> Self;
}

macro_rules! bits {
    ($($type:ty)*) => { $(impl Bits for $type {
        fn of(bits: u64) -> $type {
            bits as $type
        }
    })* };
}

bits!(u8 u16 u32 u64);

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
        let best = if k <= SCAN { scan(input, k, self.top.code) } else { sort(input, k, self.top.code) };
        for (i, &(key, index)) in best.iter().enumerate() {
            values[i] = B::of(self.top.code.decode(key));
            indices[i] = index as i32;
        }
    }
}

/// Keys and indices of the largest, in order.
fn scan<B: Bits>(input: &[B], k: usize, code: KeyCode) -> Vec<(u64, u32)> {
    let mut best: Vec<(u64, u32)> = Vec::with_capacity(k + 1);
    for (block, elements) in input.chunks(BLOCK).enumerate() {
        let largest = largest(elements, code);
        if best.len() == k && best.last().is_none_or(|&(smallest, _)| largest <= smallest) {
            continue;
        }
        for (i, &element) in elements.iter().enumerate() {
            let key = code.encode(element.into());
            if best.len() < k || best.last().is_some_and(|&(smallest, _)| key > smallest) {
                let place = best.partition_point(|&(other, _)| other >= key);
                best.truncate(k - 1);
                best.insert(place, (key, (block * BLOCK + i) as u32));
            }
        }
    }
    best
}

/// The largest key.
fn largest<B: Bits>(elements: &[B], code: KeyCode) -> u64 {
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has it.
        return unsafe { largest_avx2(elements, code) };
    }
    elements.iter().map(|&e| code.encode(e.into())).fold(0, u64::max)
}

/// In the type's own width, which is what vectors compare.
#[target_feature(enable = "avx2")]
fn largest_avx2<B: Bits>(elements: &[B], code: KeyCode) -> u64 {
    elements.iter().map(|&e| B::of(code.encode(e.into()))).fold(B::of(0), B::max).into()
}

fn sort<B: Bits>(input: &[B], k: usize, code: KeyCode) -> Vec<(u64, u32)> {
    let item = |(i, &element): (usize, &B)| Wide::new(!code.encode(element.into()), i as u32);
    let mut items: Vec<Wide> = input.iter().enumerate().map(item).collect();
    radix::sort(&mut items, 8, None);
    items[..k].iter().map(|item| (!item.key(), item.index())).collect()
}
