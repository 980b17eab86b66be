//! Random bits: XLA's ThreeFry2x32 (20 rounds) and Philox4x32 (10 rounds), many blocks at a time.

use super::Shared;
use crate::codegen::spec::{Generator, RandomBits};
use crate::runtime::cpu::pool::Pool;

/// Blocks that are made at once: loops over so many become vector instructions.
const LANES: usize = 16;
/// Elements of a task.
const TASK: usize = 1 << 14;

/// Writes the next state and the bits.
///
/// # Safety
/// `state` and `next_state` hold the words that the specification says, `bits` the elements; all are aligned, and
/// results do not overlap the state.
pub unsafe fn random_bits(spec: &RandomBits, pool: &Pool, state: *const u64, next_state: *mut u64, bits: *mut u8) {
    // SAFETY: the caller's promise.
    let words = unsafe { std::slice::from_raw_parts(state, spec.state_words) };
    let state = State::new(words);
    let bits = Shared(bits);
    let bits = &bits;
    // SAFETY: the caller's promise; tasks write different elements.
    let task = |i: usize| unsafe {
        match spec.width {
            1 => fill(spec, &state, i * TASK, elements::<u8>(spec, bits.0, i)),
            2 => fill(spec, &state, i * TASK, elements::<u16>(spec, bits.0, i)),
            4 => fill(spec, &state, i * TASK, elements::<u32>(spec, bits.0, i)),
            _ => fill(spec, &state, i * TASK, elements::<u64>(spec, bits.0, i)),
        }
    };
    pool.parallel_for(spec.elements.div_ceil(TASK), &task);
    let next = state.after(blocks(spec));
    // SAFETY: the caller's promise.
    unsafe { next_state.copy_from_nonoverlapping(next.words.as_ptr(), spec.state_words) };
}

/// The elements of a task.
///
/// # Safety
/// `bits` holds the elements of the specification, which are of this type, and nobody else uses those of the task.
unsafe fn elements<'b, T>(spec: &RandomBits, bits: *mut u8, task: usize) -> &'b mut [T] {
    let (first, last) = (task * TASK, spec.elements.min((task + 1) * TASK));
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts_mut(bits.cast::<T>().add(first), last - first) }
}

/// Blocks that a run uses up.
fn blocks(spec: &RandomBits) -> u64 {
    let count = match spec.generator {
        Generator::ThreeFry { .. } if spec.width == 8 => spec.elements,
        Generator::ThreeFry { length, inner } => match length * inner {
            0 => 0,
            slab => spec.elements / slab * length.div_ceil(2) * inner,
        },
        Generator::Philox => spec.elements.div_ceil(if spec.width == 8 { 2 } else { 4 }),
    };
    count as u64
}

/// Key and counter, as the state's words and as the generators take them.
struct State {
    words: [u64; 3],
    key: u64,
    /// Low word first. A state of two words has the key for its high word.
    counter: [u64; 2],
}

impl State {
    fn new(words: &[u64]) -> State {
        let counter = match *words {
            [key, low] => [low, key],
            _ => [words[1], words[2]],
        };
        State { words: [words[0], words[1], words.get(2).copied().unwrap_or(0)], key: words[0], counter }
    }

    /// The counter of a block.
    fn block(&self, index: u64) -> [u64; 2] {
        let (low, carry) = self.counter[0].overflowing_add(index);
        [low, self.counter[1].wrapping_add(carry.into())]
    }

    fn after(&self, blocks: u64) -> State {
        let [low, high] = self.block(blocks);
        State::new(&[self.words[0], low, high])
    }
}

/// An element that random words are cut to.
trait Element: Copy {
    const WIDE: bool;
    fn cut(word: u64) -> Self;
}

macro_rules! element {
    ($($type:ty, $wide:literal;)*) => { $(impl Element for $type {
        const WIDE: bool = $wide;
        fn cut(word: u64) -> $type {
            word as $type
        }
    })* };
}

element! { u8, false; u16, false; u32, false; u64, true; }

/// Elements from index `first` on, with the vectors that the processor has.
fn fill<E: Element>(spec: &RandomBits, state: &State, first: usize, to: &mut [E]) {
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has it.
        unsafe { fill_avx2(spec, state, first, to) }
    } else {
        fill_portably(spec, state, first, to)
    }
}

#[target_feature(enable = "avx2")]
fn fill_avx2<E: Element>(spec: &RandomBits, state: &State, first: usize, to: &mut [E]) {
    fill_portably(spec, state, first, to)
}

#[inline(always)]
fn fill_portably<E: Element>(spec: &RandomBits, state: &State, first: usize, to: &mut [E]) {
    match spec.generator {
        Generator::ThreeFry { .. } if E::WIDE => {
            in_lanes(to, |i, lanes| {
                let block = |l: usize| state.counter_word().wrapping_add((first + i + l) as u64);
                let (low, high) = threefry(std::array::from_fn(block), state.key);
                lanes.iter_mut().enumerate().for_each(|(l, e)| *e = E::cut(join(low[l], high[l])));
            });
        }
        Generator::ThreeFry { length, inner } => fill_pairs(state, (length, inner), first, to),
        Generator::Philox => fill_philox(state, first, to),
    }
}

impl State {
    /// ThreeFry's counter.
    #[inline(always)]
    fn counter_word(&self) -> u64 {
        self.words[1]
    }
}

#[inline(always)]
fn in_lanes<E>(to: &mut [E], mut body: impl FnMut(usize, &mut [E])) {
    to.chunks_mut(LANES).enumerate().for_each(|(i, lanes)| body(i * LANES, lanes));
}

/// Neighbours along a dimension are the halves of a block. Elements of one index of it are made together.
#[inline(always)]
fn fill_pairs<E: Element>(state: &State, (length, inner): (usize, usize), first: usize, to: &mut [E]) {
    let half = length.div_ceil(2);
    let block_of = |element: usize| {
        let (before, along, after) = (element / (length * inner), element / inner % length, element % inner);
        ((before * half + along / 2) * inner + after, along % 2)
    };
    let mut done = 0;
    while done < to.len() {
        let (block, side) = block_of(first + done);
        let counter = |l: usize| state.counter_word().wrapping_add((block + l) as u64);
        let (low, high) = threefry(std::array::from_fn(counter), state.key);
        if inner == 1 {
            // Blocks follow one another through the row, both halves each but for an odd row's last.
            let row_end = length - (first + done) % length;
            let count = row_end.min(to.len() - done).min(2 * LANES - side);
            for (i, element) in to[done..done + count].iter_mut().enumerate() {
                let word = if (side + i) % 2 == 0 { low[(side + i) / 2] } else { high[(side + i) / 2] };
                *element = E::cut(word.into());
            }
            done += count;
        } else {
            let count = (inner - (first + done) % inner).min(to.len() - done).min(LANES);
            let words = if side == 0 { low } else { high };
            to[done..done + count].iter_mut().zip(words).for_each(|(element, word)| *element = E::cut(word.into()));
            done += count;
        }
    }
}

#[inline(always)]
fn fill_philox<E: Element>(state: &State, first: usize, to: &mut [E]) {
    let each = if E::WIDE { 2 } else { 4 };
    let mut done = 0;
    while done < to.len() {
        let (block, skip) = ((first + done) / each, (first + done) % each);
        let counters: [[u64; 2]; LANES] = std::array::from_fn(|l| state.block((block + l) as u64));
        let words = philox(counters, state.key);
        let count = (each * LANES - skip).min(to.len() - done);
        for (i, element) in to[done..done + count].iter_mut().enumerate() {
            let (lane, word) = ((skip + i) / each, (skip + i) % each);
            *element = E::cut(match E::WIDE {
                true => join(words[2 * word][lane], words[2 * word + 1][lane]),
                false => words[word][lane].into(),
            });
        }
        done += count;
    }
}

fn low(word: u64) -> u32 {
    word as u32
}

fn high(word: u64) -> u32 {
    (word >> 32) as u32
}

fn join(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

/// Threefry-2x32 (Salmon and others, 2011), 20 rounds: low and high words of every block.
#[inline(always)]
fn threefry(blocks: [u64; LANES], key: u64) -> ([u32; LANES], [u32; LANES]) {
    const ROTATIONS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
    let keys = [low(key), high(key), low(key) ^ high(key) ^ 0x1BD1_1BDA];
    let mut x = blocks.map(|block| low(block).wrapping_add(keys[0]));
    let mut y = blocks.map(|block| high(block).wrapping_add(keys[1]));
    for group in 0..5 {
        for rotation in ROTATIONS[group % 2] {
            for l in 0..LANES {
                x[l] = x[l].wrapping_add(y[l]);
                y[l] = y[l].rotate_left(rotation) ^ x[l];
            }
        }
        x = x.map(|x| x.wrapping_add(keys[(group + 1) % 3]));
        y = y.map(|y| y.wrapping_add(keys[(group + 2) % 3]).wrapping_add(group as u32 + 1));
    }
    (x, y)
}

/// Philox-4x32 (Salmon and others, 2011), 10 rounds: the four words of every block.
#[inline(always)]
fn philox(counters: [[u64; 2]; LANES], key: u64) -> [[u32; LANES]; 4] {
    let mut words = [
        counters.map(|c| low(c[0])),
        counters.map(|c| high(c[0])),
        counters.map(|c| low(c[1])),
        counters.map(|c| high(c[1])),
    ];
    let (mut k0, mut k1) = (low(key), high(key));
    for _ in 0..10 {
        #[allow(clippy::needless_range_loop, reason = "four arrays at once")]
        for l in 0..LANES {
            let a = u64::from(words[0][l]) * 0xD251_1F53;
            let c = u64::from(words[2][l]) * 0xCD9E_8D57;
            (words[0][l], words[2][l]) = (high(c) ^ words[1][l] ^ k0, high(a) ^ words[3][l] ^ k1);
            (words[1][l], words[3][l]) = (low(c), low(a));
        }
        (k0, k1) = (k0.wrapping_add(0x9E37_79B9), k1.wrapping_add(0xBB67_AE85));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{ArrayShape, ElementType, RngAlgorithm};

    #[test]
    fn blocks_are_those_of_the_published_vectors() {
        let (x, y) = threefry([0; LANES], 0);
        assert_eq!([x[0], y[0]], [0x6B20_0159, 0x99BA_4EFE]);
        let words = philox([[0, 0]; LANES], 0).map(|w| w[0]);
        assert_eq!(words, [0x6627_E8D5, 0xE169_C58D, 0xBC57_AC4C, 0x9B00_DBD8]);
    }

    fn run(algorithm: RngAlgorithm, state: &[u64], element_type: ElementType, dims: &[usize]) -> (Vec<u64>, Vec<u64>) {
        let (shape, bits) = (ArrayShape::new(ElementType::U64, [state.len()]), ArrayShape::new(element_type, dims));
        let spec = RandomBits::new(algorithm, &shape, &bits);
        let mut next = vec![0; state.len()];
        let mut out = vec![0u64; bits.element_count()];
        unsafe { random_bits(&spec, &Pool::new(2), state.as_ptr(), next.as_mut_ptr(), out.as_mut_ptr().cast()) };
        let bytes: &[u8] = bytemuck::cast_slice(&out);
        let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, &b| word << 8 | u64::from(b));
        let width = element_type.byte_width();
        (next, bytes.chunks(width).take(bits.element_count()).map(word).collect())
    }

    /// One element at a time.
    fn slowly(algorithm: RngAlgorithm, state: &[u64], wide: bool, dims: &[usize], index: usize) -> u64 {
        if algorithm == RngAlgorithm::Philox {
            let (each, s) = (if wide { 2 } else { 4 }, State::new(state));
            let words = philox([s.block((index / each) as u64); LANES], state[0]).map(|w| w[0]);
            return if wide { join(words[index % 2 * 2], words[index % 2 * 2 + 1]) } else { words[index % 4].into() };
        }
        let block = |i: usize| {
            let (x, y) = threefry([state[1].wrapping_add(i as u64); LANES], state[0]);
            [x[0], y[0]]
        };
        if wide {
            return join(block(index)[0], block(index)[1]);
        }
        let dim = (0..dims.len())
            .find(|&d| dims[d].is_multiple_of(2))
            .unwrap_or_else(|| (0..dims.len()).rev().max_by_key(|&d| dims[d]).unwrap());
        let (length, inner): (usize, usize) = (dims[dim], dims[dim + 1..].iter().product());
        let (before, along, after) = (index / (length * inner), index / inner % length, index % inner);
        block((before * length.div_ceil(2) + along / 2) * inner + after)[along % 2].into()
    }

    #[test]
    fn elements_follow_the_definition() {
        for algorithm in [RngAlgorithm::ThreeFry, RngAlgorithm::Philox] {
            for state in [vec![7, u64::MAX - 5], vec![7 << 40, u64::MAX - 5, 3]] {
                for dims in [&[40000][..], &[3, 5], &[3, 4, 5], &[7, 3, 11], &[6, 100], &[1]] {
                    for element_type in [ElementType::U8, ElementType::U32, ElementType::U64] {
                        let (_, got) = run(algorithm, &state, element_type, dims);
                        let wide = element_type == ElementType::U64;
                        let mask = u64::MAX >> (64 - element_type.bit_width());
                        for (i, &word) in got.iter().enumerate() {
                            assert_eq!(
                                word,
                                slowly(algorithm, &state, wide, dims, i) & mask,
                                "{algorithm:?} {dims:?} {i}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_state_moves_by_the_blocks_used() {
        assert_eq!(run(RngAlgorithm::ThreeFry, &[1, 10], ElementType::U32, &[3, 5]).0, [1, 10 + 9]);
        assert_eq!(run(RngAlgorithm::ThreeFry, &[1, 10], ElementType::U64, &[3, 5]).0, [1, 10 + 15]);
        assert_eq!(run(RngAlgorithm::Philox, &[1, u64::MAX, 5], ElementType::U32, &[5]).0, [1, 1, 6]);
        assert_eq!(run(RngAlgorithm::Philox, &[1, 10], ElementType::U64, &[5]).0, [1, 13]);
    }
}
