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

/// A few mutations of one of the files; others lend parts.
pub fn mutated(random: &mut Random, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = corpus[random.below(corpus.len())].clone();
    for _ in 0..1 + random.below(4) {
        let other = &corpus[random.below(corpus.len())];
        mutate(random, &mut bytes, other);
    }
    bytes
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
