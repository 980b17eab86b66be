//! Damage to a file: cut short, spliced, with parts doubled, dropped or exchanged, and with bytes changed.

use crate::random::Random;

/// What readers like to trip over.
const FRAGMENTS: [&str; 24] = [
    "-1",
    "0",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "99999999999999999999999999",
    "1e999",
    "0x",
    "0xFFFFFFFFFFFFFFFF",
    "nan",
    "?",
    "*",
    "tensor<",
    ">",
    "dense<",
    "\"",
    "{",
    "}",
    "(",
    "^bb0(",
    "%0",
    "loc(",
    "array<i64: ",
    "\u{feff}é\0",
];

/// A few mutations of one of the texts; others lend parts.
pub fn text(random: &mut Random, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = corpus[random.below(corpus.len())].clone();
    for _ in 0..1 + random.below(4) {
        let other = &corpus[random.below(corpus.len())];
        mutate(random, &mut bytes, other);
    }
    bytes
}

/// Bytes that lengths, numbers and tags are made of: a varint says by its low bits how long it is.
const TAGS: [u8; 12] = [0x00, 0x01, 0x02, 0x03, 0x04, 0x7F, 0x80, 0x81, 0xF0, 0xFE, 0xFF, 0x08];

/// A few mutations of one of the files, mostly in place so that what frames the parts stays whole; or no file at all.
pub fn binary(random: &mut Random, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = corpus[random.below(corpus.len())].clone();
    if random.one_in(30) {
        let noise = 1 + random.below(200);
        bytes.truncate(random.below(12));
        bytes.extend((0..noise).map(|_| random.bits() as u8));
    }
    for _ in 0..1 + random.below(5) {
        let other = &corpus[random.below(corpus.len())];
        damage(random, &mut bytes, other);
    }
    bytes
}

fn damage(random: &mut Random, bytes: &mut Vec<u8>, other: &[u8]) {
    match random.below(12) {
        0..=3 => change_byte(random, bytes),
        4..=6 if !bytes.is_empty() => {
            let at = random.below(bytes.len());
            bytes[at] = random.choose(&TAGS);
        }
        7 => {
            let part = other[range(random, other.len(), 16)].to_vec();
            overwrite(random, bytes, &part);
        }
        8 => {
            let part = bytes[range(random, bytes.len(), 16)].to_vec();
            overwrite(random, bytes, &part);
        }
        9 => overwrite(random, bytes, &[0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]),
        10 => mutate(random, bytes, other),
        _ => {
            let part = vec![random.choose(&TAGS); 1 + random.below(9)];
            insert(random, bytes, &part);
        }
    }
}

fn overwrite(random: &mut Random, bytes: &mut [u8], part: &[u8]) {
    let at = random.below(bytes.len() + 1);
    bytes[at..].iter_mut().zip(part).for_each(|(byte, &new)| *byte = new);
}

fn mutate(random: &mut Random, bytes: &mut Vec<u8>, other: &[u8]) {
    match random.below(9) {
        0 => bytes.truncate(random.below(bytes.len() + 1)),
        1 => _ = bytes.drain(range(random, bytes.len(), 64)),
        2 => {
            let part = bytes[range(random, bytes.len(), 200)].to_vec();
            insert(random, bytes, &part);
        }
        3 => {
            let part = other[range(random, other.len(), 400)].to_vec();
            insert(random, bytes, &part);
        }
        4 => {
            let fragment = random.choose(&FRAGMENTS);
            insert(random, bytes, fragment.as_bytes());
        }
        5 => replace_token(random, bytes, random_token),
        6 => {
            let token = token_of(random, other);
            replace_token(random, bytes, move |_| token);
        }
        7 => exchange_lines(random, bytes),
        _ => change_byte(random, bytes),
    }
}

fn range(random: &mut Random, length: usize, most: usize) -> std::ops::Range<usize> {
    let start = random.below(length + 1);
    start..start + random.below(most.min(length - start) + 1)
}

fn insert(random: &mut Random, bytes: &mut Vec<u8>, part: &[u8]) {
    let at = random.below(bytes.len() + 1);
    bytes.splice(at..at, part.iter().copied());
}

fn change_byte(random: &mut Random, bytes: &mut [u8]) {
    if !bytes.is_empty() {
        let at = random.below(bytes.len());
        bytes[at] = match random.flag() {
            true => bytes[at] ^ 1 << random.below(8),
            false => random.bits() as u8,
        };
    }
}

/// The word, number or other byte around a place.
fn token_at(bytes: &[u8], at: usize) -> std::ops::Range<usize> {
    let in_word = |i: usize| bytes[i].is_ascii_alphanumeric() || matches!(bytes[i], b'_' | b'.' | b'-');
    if !in_word(at) {
        return at..at + 1;
    }
    let start = (0..at).rev().take_while(|&i| in_word(i)).last().unwrap_or(at);
    let end = (at..bytes.len()).find(|&i| !in_word(i)).unwrap_or(bytes.len());
    start..end
}

fn token_of(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    if bytes.is_empty() { Vec::new() } else { bytes[token_at(bytes, random.below(bytes.len()))].to_vec() }
}

fn random_token(random: &mut Random) -> Vec<u8> {
    match random.flag() {
        true => random.choose(&FRAGMENTS).as_bytes().to_vec(),
        false => random.within(-3, 70).to_string().into_bytes(),
    }
}

fn replace_token(random: &mut Random, bytes: &mut Vec<u8>, with: impl FnOnce(&mut Random) -> Vec<u8>) {
    if !bytes.is_empty() {
        let token = token_at(bytes, random.below(bytes.len()));
        let with = with(random);
        bytes.splice(token, with);
    }
}

fn exchange_lines(random: &mut Random, bytes: &mut Vec<u8>) {
    let mut lines: Vec<&[u8]> = bytes.split(|&b| b == b'\n').collect();
    let (a, b) = (random.below(lines.len()), random.below(lines.len()));
    lines.swap(a, b);
    *bytes = lines.join(&b'\n');
}
