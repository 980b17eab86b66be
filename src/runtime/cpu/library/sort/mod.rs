//! Sorts: by integer keys where the comparator is one that is known, by merging where it is not. Always stable, so
//! that there is one right result.

mod key;
mod merge;
mod radix;
mod top_k;

#[cfg(test)]
mod tests;

pub use top_k::TopK;

use super::scratch::Scratch;
use crate::codegen::spec::{self, SortKey, SortOrder};
use crate::runtime::cpu::pool::Pool;
use key::KeyCode;
use radix::{Indexed, Narrow, Wide};

/// Elements that a task should sort.
const TASK: usize = 1 << 12;

/// Whether the first of two elements comes first: for every operand a pointer to the one and a pointer to the other.
pub type Less<'a> = dyn Fn(&[*const u8]) -> bool + Sync + 'a;

/// A sort that is ready to run.
pub struct Sort {
    spec: spec::Sort,
    /// Operand and code of each key; empty for a comparator.
    keys: Vec<(usize, KeyCode)>,
    /// Offsets of rows, for each operand, in elements.
    rows: Vec<Vec<isize>>,
}

/// The buffers of a run.
#[derive(Clone, Copy)]
struct Run<'a> {
    inputs: &'a [*const u8],
    outputs: &'a [*mut u8],
    less: &'a Less<'a>,
    /// To cut rows with; `None` where there are rows enough.
    pool: Option<&'a Pool>,
}

// SAFETY: tasks write different rows.
unsafe impl Sync for Run<'_> {}

impl Sort {
    /// Prepares a sort; `None` where no template takes its keys.
    pub fn new(spec: &spec::Sort) -> Option<Sort> {
        let code = |key: &SortKey| Some((key.operand, KeyCode::new(spec.operands[key.operand].element_type, key)?));
        let keys = match &spec.order {
            SortOrder::Keys(keys) => keys.iter().map(code).collect::<Option<Vec<_>>>()?,
            SortOrder::Comparator => Vec::new(),
        };
        if spec.length > u32::MAX as usize {
            return None;
        }
        let offsets = |strides: &[isize]| {
            spec.rows.iter().zip(strides).fold(vec![0], |outer: Vec<isize>, (&size, &stride)| {
                outer.iter().flat_map(|&base| (0..size as isize).map(move |i| base + i * stride)).collect()
            })
        };
        let rows = spec.operands.iter().map(|operand| offsets(&operand.row_strides)).collect();
        Some(Sort { spec: spec.clone(), keys, rows })
    }

    /// Sorts. `less` is asked only where the order is a comparator.
    ///
    /// # Safety
    /// There is one input and one output an operand; they are aligned and reach what the specification says. An output
    /// may be its own input, and overlaps nothing else.
    pub unsafe fn run(&self, pool: &Pool, inputs: &[*const u8], outputs: &[*mut u8], less: &Less) {
        let rows = self.rows.first().map_or(0, Vec::len);
        if self.spec.length == 0 {
            return;
        }
        let chunk = (TASK / self.spec.length).clamp(1, rows.div_ceil(pool.threads()).max(1));
        let tasks = rows.div_ceil(chunk);
        let inside = (rows < pool.threads()).then_some(pool);
        let run = Run { inputs, outputs, less, pool: inside };
        // SAFETY: the caller's promise.
        let task = |i: usize| (i * chunk..rows.min((i + 1) * chunk)).for_each(|row| unsafe { self.row(&run, row) });
        if inside.is_some() { (0..tasks).for_each(task) } else { pool.parallel_for(tasks, &task) }
    }

    unsafe fn row(&self, run: &Run, row: usize) {
        // SAFETY: the caller's promise.
        unsafe {
            match &self.keys[..] {
                [(0, code)] if self.spec.operands.len() == 1 && code.bits <= 32 => {
                    self.sort_elements::<u32>(run, row, *code)
                }
                [(0, code)] if self.spec.operands.len() == 1 => self.sort_elements::<u64>(run, row, *code),
                [] => {
                    let rows: Vec<Row> = (0..self.rows.len()).map(|o| self.gather(run, row, o)).collect();
                    let order = self.merge(run, &rows);
                    self.store(run, row, &rows, |i| order[i]);
                }
                keys => {
                    let rows: Vec<Row> = (0..self.rows.len()).map(|o| self.gather(run, row, o)).collect();
                    if keys.iter().all(|(_, code)| code.bits <= 32) {
                        let order = order_by_keys::<Narrow>(self.spec.length, keys, &rows, run.pool);
                        self.store(run, row, &rows, |i| order[i].index());
                    } else {
                        let order = order_by_keys::<Wide>(self.spec.length, keys, &rows, run.pool);
                        self.store(run, row, &rows, |i| order[i].index());
                    }
                }
            }
        }
    }

    /// Sorts the elements themselves: one operand, which is the key.
    unsafe fn sort_elements<K: Key>(&self, run: &Run, row: usize, code: KeyCode) {
        let (length, exact) = (self.spec.length, code.exact());
        let keys = Scratch::of::<K>(length);
        // SAFETY: the caller's promise; keys are written before they are read.
        unsafe {
            let input = self.row_of(run.inputs[0], 0, row);
            let keys = keys.as_mut_ptr::<K>();
            input.each(length, |i, bits| *keys.add(i) = K::of(exact.encode(bits)));
            let keys = std::slice::from_raw_parts_mut(keys, length);
            let ambiguous = if code.is_exact() { Ambiguous::default() } else { Ambiguous::find(&input, length, code) };
            radix::sort(keys, code.bits / 8, run.pool);
            let output = self.row_of(run.outputs[0].cast_const(), 0, row);
            output.fill(length, |i| exact.decode(keys[i].into()));
            ambiguous.repair(&output, length, code);
        }
    }

    /// Start of a row of an operand.
    fn row_of(&self, start: *const u8, operand: usize, row: usize) -> Row {
        let o = &self.spec.operands[operand];
        let width = o.element_type.byte_width();
        Row {
            start: start.wrapping_offset(self.rows[operand][row] * width as isize),
            step: o.stride * width as isize,
            width,
            _memory: None,
        }
    }

    /// A dense copy of a row: results may overwrite it.
    unsafe fn gather(&self, run: &Run, row: usize, operand: usize) -> Row {
        let from = self.row_of(run.inputs[operand], operand, row);
        let memory = Scratch::of::<u8>(self.spec.length * from.width);
        let to = Row {
            start: memory.as_mut_ptr::<u8>(),
            step: from.width as isize,
            width: from.width,
            _memory: Some(memory),
        };
        // SAFETY: the caller's promise.
        unsafe { copy(&from, |i| i, &to, self.spec.length) };
        to
    }

    unsafe fn store(&self, run: &Run, row: usize, rows: &[Row], order: impl Fn(usize) -> u32 + Copy) {
        for (operand, from) in rows.iter().enumerate() {
            let to = self.row_of(run.outputs[operand].cast_const(), operand, row);
            // SAFETY: the caller's promise.
            unsafe { copy(from, |i| order(i) as usize, &to, self.spec.length) };
        }
    }

    fn merge(&self, run: &Run, rows: &[Row]) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.spec.length as u32).collect();
        let at: Vec<Start> = rows.iter().map(|row| Start(row.start, row.step)).collect();
        let at = &at;
        merge::sort(&mut order, run.pool, &|a, b| {
            let pair = |s: &Start| [a, b].map(|i| s.0.wrapping_offset(i as isize * s.1));
            // Few sorts have more than four operands.
            let mut pointers = [std::ptr::null(); 8];
            match at.len() {
                0..=4 => {
                    at.iter().enumerate().for_each(|(i, s)| pointers[2 * i..2 * i + 2].copy_from_slice(&pair(s)));
                    (run.less)(&pointers[..2 * at.len()])
                }
                _ => (run.less)(&at.iter().flat_map(pair).collect::<Vec<_>>()),
            }
        });
        order
    }
}

/// First byte of a row, and from one element to the next.
struct Start(*const u8, isize);

// SAFETY: only read.
unsafe impl Sync for Start {}

/// Sorts by the last key first: later sorts keep the order of equal keys.
fn order_by_keys<T: Indexed>(length: usize, keys: &[(usize, KeyCode)], rows: &[Row], pool: Option<&Pool>) -> Vec<T> {
    let mut order: Vec<T> = (0..length as u32).map(|i| T::new(0, i)).collect();
    for (pass, &(operand, code)) in keys.iter().rev().enumerate() {
        // SAFETY: indices are below the length of the row.
        unsafe { rows[operand].encode(&mut order, code) };
        if pass == 0 {
            radix::sort(&mut order, code.bits / 8, pool);
        } else {
            radix::sort_by_bytes(&mut order, code.bits / 8, pool);
        }
    }
    order
}

/// An integer that holds a key without its index.
trait Key: radix::Item + Into<u64> {
    fn of(key: u64) -> Self;
}

impl Key for u32 {
    fn of(key: u64) -> u32 {
        key as u32
    }
}

impl Key for u64 {
    fn of(key: u64) -> u64 {
        key
    }
}

/// Elements of a row, evenly spaced.
struct Row {
    start: *const u8,
    /// Bytes from one to the next.
    step: isize,
    width: usize,
    /// Where it is a copy.
    _memory: Option<Scratch>,
}

/// Runs an expression with `$type` being the unsigned integer of a width in bytes.
macro_rules! with_bits {
    ($width:expr, $type:ident => $body:expr) => {
        match $width {
            1 => {
                type $type = u8;
                $body
            }
            2 => {
                type $type = u16;
                $body
            }
            4 => {
                type $type = u32;
                $body
            }
            8 => {
                type $type = u64;
                $body
            }
            _ => {
                type $type = u128;
                $body
            }
        }
    };
}

impl Row {
    /// Calls with every element's bits.
    #[allow(clippy::unnecessary_cast, reason = "needed for every width but one")]
    unsafe fn each(&self, length: usize, mut body: impl FnMut(usize, u64)) {
        // SAFETY: the caller's promise.
        unsafe {
            with_bits!(self.width, Bits => {
                (0..length).for_each(|i| body(i, *self.start.offset(i as isize * self.step).cast::<Bits>() as u64))
            })
        }
    }

    /// Writes every element from its bits.
    unsafe fn fill(&self, length: usize, bits: impl Fn(usize) -> u64) {
        let start = self.start.cast_mut();
        // SAFETY: the caller's promise.
        unsafe {
            with_bits!(self.width, Bits => {
                (0..length).for_each(|i| *start.offset(i as isize * self.step).cast::<Bits>() = bits(i) as Bits)
            })
        }
    }

    /// Gives every item the key of the element that it stands for.
    #[allow(clippy::unnecessary_cast, reason = "needed for every width but one")]
    unsafe fn encode<T: Indexed>(&self, items: &mut [T], code: KeyCode) {
        // SAFETY: the caller's promise.
        unsafe {
            with_bits!(self.width, Bits => for item in items {
                let element = *self.start.offset(item.index() as isize * self.step).cast::<Bits>();
                *item = T::new(code.encode(element as u64), item.index());
            })
        }
    }
}

/// `to[i] = from[order(i)]`.
unsafe fn copy(from: &Row, order: impl Fn(usize) -> usize, to: &Row, length: usize) {
    let start = to.start.cast_mut();
    // SAFETY: the caller's promise.
    unsafe {
        with_bits!(from.width, Bits => for i in 0..length {
            let element = from.start.offset(order(i) as isize * from.step).cast::<Bits>();
            *start.offset(i as isize * to.step).cast::<Bits>() = element.read_unaligned();
        })
    }
}

/// Elements that a key cannot tell apart, in the order of the input: zeros of two signs, NaNs of all kinds.
#[derive(Default)]
struct Ambiguous {
    zeros: Vec<u64>,
    nans: Vec<u64>,
}

impl Ambiguous {
    unsafe fn find(input: &Row, length: usize, code: KeyCode) -> Ambiguous {
        let mut found = Ambiguous::default();
        let mut any = false;
        // SAFETY: the caller's promise.
        unsafe { input.each(length, |_, bits| any |= code.is_hidden(bits)) };
        if !any {
            return found;
        }
        let (mut any_negative_zero, zero) = (false, code.encode(0));
        // SAFETY: the caller's promise.
        unsafe {
            input.each(length, |_, bits| {
                if code.is_ambiguous(bits) {
                    let is_zero = code.encode(bits) == zero;
                    any_negative_zero |= is_zero && bits != 0;
                    if is_zero { found.zeros.push(bits) } else { found.nans.push(bits) }
                }
            });
        }
        if !any_negative_zero {
            found.zeros.clear();
        }
        found
    }

    /// Sorted by their bits, zeros are together, and NaNs at both ends. Puts them where and in the order they should be.
    unsafe fn repair(&self, output: &Row, length: usize, code: KeyCode) {
        if self.zeros.is_empty() && self.nans.is_empty() {
            return;
        }
        let mut others = Vec::with_capacity(length);
        let zero = code.encode(0);
        // SAFETY: the caller's promise.
        unsafe {
            output.each(length, |_, bits| {
                if !code.is_ambiguous(bits) || (self.zeros.is_empty() && code.encode(bits) == zero) {
                    others.push(bits);
                }
            });
            let first_above = |key: u64| others.partition_point(|&bits| code.encode(bits) < key);
            let (zeros, nans) = (first_above(zero), first_above(code.encode(self.nans.first().copied().unwrap_or(0))));
            let mut all = others.clone();
            let mut insert = |at: usize, new: &[u64]| drop(all.splice(at..at, new.iter().copied()));
            // The later place first, so that the earlier one does not move.
            if nans >= zeros {
                insert(nans, &self.nans);
                insert(zeros, &self.zeros);
            } else {
                insert(zeros, &self.zeros);
                insert(nans, &self.nans);
            }
            output.fill(length, |i| all[i]);
        }
    }
}
