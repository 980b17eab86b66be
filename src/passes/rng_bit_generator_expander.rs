//! `rng-bit-generator-expander`: writes random bits out as the integer arithmetic of ThreeFry and Philox.
//!
//! The bits are XLA's: ThreeFry2x32 with 20 rounds, Philox4x32 with 10 (also the default algorithm), on counters that
//! start at the state's. Native code has a kernel for both, so that the pipeline `cpu` leaves this pass out. States that
//! are not `u64[2]` or `u64[3]`, and elements under eight bits, stay.

use super::Pass;
use super::expand::expand_all;
use crate::hlo::{
    ArrayShape, BinaryOp, Builder, ComparisonDirection, ComputationId, Diagnostics, ElementType, Instruction,
    InstructionId, Module, Op, RngAlgorithm, Shape,
};

pub const PASS: Pass = Pass {
    name: "rng-bit-generator-expander",
    description: "Writes random bits out as the integer arithmetic of ThreeFry and Philox.",
    run,
};

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    expand_all(module, expand)
}

fn expand(module: &mut Module, owner: ComputationId, id: InstructionId) -> Result<Option<InstructionId>, Diagnostics> {
    let computation = module.computation_mut(owner);
    let instruction = computation.get(id).clone();
    let Op::RngBitGenerator { algorithm } = instruction.op else { return Ok(None) };
    let Some(bits) = expandable(&instruction) else { return Ok(None) };
    let mut b = Builder::new(computation, &instruction.location);
    let state = instruction.operands()[0];
    let words: Vec<InstructionId> = (0..b.dims(state)[0]).map(|i| element(&mut b, state, i)).collect();
    let (words, drawn) = match algorithm {
        RngAlgorithm::ThreeFry => threefry(&mut b, &words, &bits),
        RngAlgorithm::Philox | RngAlgorithm::Default => philox(&mut b, &words, &bits),
    };
    let next: Vec<InstructionId> = words.into_iter().map(|word| b.reshape(word, &[1])).collect();
    let next = b.concatenate(&next, 0);
    let drawn = with_type(&mut b, drawn, bits.element_type);
    let drawn = b.reshape(drawn, &bits.dims);
    let value = b.tuple(&[next, drawn]);
    b.finish()?;
    Ok(Some(value))
}

/// The shape of the bits, if they and the state are of types that are written out.
fn expandable(instruction: &Instruction) -> Option<ArrayShape> {
    let [Shape::Array(state), Shape::Array(bits)] = instruction.shape.as_tuple()? else { return None };
    let is_state = state.element_type == ElementType::U64 && matches!(state.dims[..], [2 | 3]);
    let element_type = bits.element_type;
    let is_number = (element_type.is_integer() || element_type.is_float()) && element_type.bit_width() >= 8;
    (is_state && is_number && bits.element_count() > 0).then(|| bits.clone())
}

/// The new state, and a word an element.
type Drawn = (Vec<InstructionId>, InstructionId);

/// A block of 64 bits is a 64-bit element; of narrower ones it is two neighbours along the first even dimension, else
/// the longest.
fn threefry(b: &mut Builder, state: &[InstructionId], bits: &ArrayShape) -> Drawn {
    let is_wide = bits.element_type.bit_width() == 64;
    let (outer, length, inner) = if is_wide { (1, bits.element_count(), 1) } else { around_pairs(&bits.dims) };
    let rows = if is_wide { length } else { length.div_ceil(2) };
    let dims = [outer, rows, inner];
    let number = numbers(b, &dims);
    let first = b.splat(state[1], &dims);
    let blocks = b.add_values(first, number);
    let [x, y] = threefry_blocks(b, blocks, state[0]);
    let used = b.scalar_integer(ElementType::U64, (outer * rows * inner) as i64);
    let next = vec![state[0], b.add_values(state[1], used)];
    if is_wide {
        return (next, joined(b, x, y));
    }
    let pair = [x, y].map(|word| b.reshape(word, &[outer, rows, 1, inner]));
    let pairs = b.concatenate(&pair, 2);
    let line = b.reshape(pairs, &[outer, 2 * rows, inner]);
    (next, b.slice_dimension(line, 1, 0, length))
}

/// Sizes before, along and after the dimension whose neighbours share a block.
fn around_pairs(dims: &[usize]) -> (usize, usize, usize) {
    let longest = (0..dims.len()).rev().max_by_key(|&dim| dims[dim]);
    match (0..dims.len()).find(|&dim| dims[dim].is_multiple_of(2)).or(longest) {
        Some(dim) => (dims[..dim].iter().product(), dims[dim], dims[dim + 1..].iter().product()),
        None => (1, 1, 1),
    }
}

/// Threefry-2x32 (Salmon and others, 2011), 20 rounds, of 64-bit blocks and a key.
fn threefry_blocks(b: &mut Builder, blocks: InstructionId, key: InstructionId) -> [InstructionId; 2] {
    const ROTATIONS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
    const PARITY: i64 = 0x1BD1_1BDA;
    let [k0, k1] = halves(b, key);
    let (parity, both) = (b.scalar_integer(ElementType::U32, PARITY), b.binary(BinaryOp::Xor, k0, k1));
    let keys = [k0, k1, b.binary(BinaryOp::Xor, both, parity)];
    let [x, y] = halves(b, blocks);
    let (mut x, mut y) = (plus_scalar(b, x, keys[0]), plus_scalar(b, y, keys[1]));
    for group in 0..5 {
        for rotation in ROTATIONS[group % 2] {
            x = b.add_values(x, y);
            let turned = rotated(b, y, rotation);
            y = b.binary(BinaryOp::Xor, turned, x);
        }
        let count = b.scalar_integer(ElementType::U32, group as i64 + 1);
        let second = b.add_values(keys[(group + 2) % 3], count);
        (x, y) = (plus_scalar(b, x, keys[(group + 1) % 3]), plus_scalar(b, y, second));
    }
    [x, y]
}

/// A block of 128 bits serves four elements of up to 32 bits, or two of 64.
fn philox(b: &mut Builder, state: &[InstructionId], bits: &ArrayShape) -> Drawn {
    // A short state is key and the counter's low word; its high word then is the key too.
    let [low, high] = if let [key, low] = *state { [low, key] } else { [state[1], state[2]] };
    let is_wide = bits.element_type.bit_width() == 64;
    let count = bits.element_count();
    let blocks = count.div_ceil(if is_wide { 2 } else { 4 });
    let number = numbers(b, &[blocks]);
    let [low_blocks, high_blocks] = counted(b, [low, high], number);
    let block = philox_blocks(b, [low_blocks, high_blocks], state[0]);
    let words =
        if is_wide { vec![joined(b, block[0], block[1]), joined(b, block[2], block[3])] } else { block.to_vec() };
    let columns: Vec<InstructionId> = words.into_iter().map(|word| b.reshape(word, &[blocks, 1])).collect();
    let rows = b.concatenate(&columns, 1);
    let line = b.reshape(rows, &[blocks * columns.len()]);
    let used = b.scalar_integer(ElementType::U64, blocks as i64);
    let next = counted(b, [low, high], used);
    let next = [&[state[0]], &next[..state.len() - 1]].concat();
    (next, b.slice_dimension(line, 0, 0, count))
}

/// A 128-bit counter, low word first, and numbers added to it.
fn counted(b: &mut Builder, [low, high]: [InstructionId; 2], number: InstructionId) -> [InstructionId; 2] {
    let dims = b.dims(number);
    let [low, high] = [low, high].map(|word| b.splat(word, &dims));
    let sum = b.add_values(low, number);
    let carries = b.compare(ComparisonDirection::Lt, sum, low);
    let carry = b.convert(carries, ElementType::U64);
    [sum, b.add_values(high, carry)]
}

/// Philox-4x32 (Salmon and others, 2011), 10 rounds, of 128-bit blocks and a key.
fn philox_blocks(b: &mut Builder, [low, high]: [InstructionId; 2], key: InstructionId) -> [InstructionId; 4] {
    let ([mut x, mut y], [mut z, mut w]) = (halves(b, low), halves(b, high));
    let [mut k0, mut k1] = halves(b, key);
    let steps = [0x9E37_79B9, 0xBB67_AE85].map(|step| b.scalar_integer(ElementType::U32, step));
    for _ in 0..10 {
        let [low_x, high_x] = product(b, x, 0xD251_1F53);
        let [low_z, high_z] = product(b, z, 0xCD9E_8D57);
        let (first, third) = (b.binary(BinaryOp::Xor, high_z, y), b.binary(BinaryOp::Xor, high_x, w));
        let [key_first, key_third] = [k0, k1].map(|key| b.splat(key, &b.dims(x)));
        (x, z) = (b.binary(BinaryOp::Xor, first, key_first), b.binary(BinaryOp::Xor, third, key_third));
        (y, w) = (low_z, low_x);
        (k0, k1) = (b.add_values(k0, steps[0]), b.add_values(k1, steps[1]));
    }
    [x, y, z, w]
}

/// Low and high half of the product with a constant.
fn product(b: &mut Builder, word: InstructionId, factor: i64) -> [InstructionId; 2] {
    let wide = b.convert(word, ElementType::U64);
    let factor = b.scalar_integer(ElementType::U64, factor);
    let factor = b.splat(factor, &b.dims(wide));
    let product = b.multiply(wide, factor);
    halves(b, product)
}

/// Low and high half of 64-bit words.
fn halves(b: &mut Builder, words: InstructionId) -> [InstructionId; 2] {
    let width = b.full_like(words, 32.0);
    let high = b.binary(BinaryOp::ShiftRightLogical, words, width);
    [words, high].map(|word| b.convert(word, ElementType::U32))
}

/// 64-bit words of a low and a high half.
fn joined(b: &mut Builder, low: InstructionId, high: InstructionId) -> InstructionId {
    let [low, high] = [low, high].map(|word| b.convert(word, ElementType::U64));
    let width = b.full_like(high, 32.0);
    let high = b.binary(BinaryOp::ShiftLeft, high, width);
    b.binary(BinaryOp::Or, low, high)
}

fn rotated(b: &mut Builder, words: InstructionId, left: u32) -> InstructionId {
    let (up, down) = (b.full_like(words, f64::from(left)), b.full_like(words, f64::from(32 - left)));
    let (high, low) = (b.binary(BinaryOp::ShiftLeft, words, up), b.binary(BinaryOp::ShiftRightLogical, words, down));
    b.binary(BinaryOp::Or, high, low)
}

fn plus_scalar(b: &mut Builder, words: InstructionId, scalar: InstructionId) -> InstructionId {
    let everywhere = b.splat(scalar, &b.dims(words));
    b.add_values(words, everywhere)
}

/// 0, 1, 2, … in row-major order.
fn numbers(b: &mut Builder, dims: &[usize]) -> InstructionId {
    let line = b.iota(ElementType::U64, &[dims.iter().product()], 0);
    b.reshape(line, dims)
}

/// Element `index` of a vector, as a scalar.
fn element(b: &mut Builder, vector: InstructionId, index: usize) -> InstructionId {
    let part = b.slice_dimension(vector, 0, index, index + 1);
    b.reshape(part, &[])
}

/// The lowest bits of words as elements of a type.
fn with_type(b: &mut Builder, words: InstructionId, element_type: ElementType) -> InstructionId {
    let unsigned = element_type.bits_type();
    let cut = b.convert(words, unsigned);
    if element_type == unsigned { cut } else { b.bitcast_convert(cut, element_type) }
}
