//! Whole modules.

use super::*;
use crate::hlo::Module;
use crate::hlo::every_op::every_op;
use crate::hlo::{PrintOptions, print, verify};

fn parse(text: &str) -> Result<Module, Diagnostics> {
    let Lowered::Module(module, _) = read(&Source::new("test.hlo", text), None)? else { panic!("sizes are known") };
    verify(&module)?;
    Ok(module)
}

/// All but metadata, which for what has none names the place in the text that was read.
fn without_places(module: &Module) -> String {
    print(module, &PrintOptions { metadata: false, ..PrintOptions::default() })
}

#[test]
fn every_operation_reads_back_as_it_prints() {
    let original = every_op();
    let text = print(&original, &PrintOptions::default());
    let module = parse(&text).unwrap();
    assert_eq!(without_places(&module), without_places(&original));
    let root = |module: &Module| module.entry().get(module.entry().root()).location.clone().unwrap();
    assert_eq!((&root(&module).op_name, &root(&module).frames), (&root(&original).op_name, &root(&original).frames));
    let again = print(&module, &PrintOptions::default());
    assert_eq!(print(&parse(&again).unwrap(), &PrintOptions::default()), again);
}

#[test]
fn the_short_form_reads_too() {
    let module = parse(&print(&every_op(), &PrintOptions::short())).unwrap();
    assert_eq!(print(&module, &PrintOptions::short()), print(&every_op(), &PrintOptions::short()));
}

/// What a mutation puts into a text.
const PIECES: [&str; 24] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    "=",
    "%",
    "\"",
    "/*",
    "//",
    "->",
    "-1",
    "18446744073709551616",
    "ROOT ",
    "f32[",
    "tuple(",
    "bitcast(",
    "nan(0x1)",
    "<=",
    "mesh['x'=2] {'x'}",
    "\n",
    "0",
];

/// A linear congruential generator: the same mutations in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// Cuts, doubles or replaces a piece, or swaps two lines.
fn mutate(text: &mut String, random: &mut Random) {
    let (start, length) = (random.below(text.len()), [0, 1, 3, 20][random.below(4)]);
    let end = (start + length).min(text.len());
    match random.below(4) {
        0 => text.replace_range(start..end, ""),
        1 => {
            let at = random.below(text.len());
            let piece = text[start..end].to_owned();
            text.insert_str(at, &piece);
        }
        2 => text.replace_range(start..end, PIECES[random.below(PIECES.len())]),
        _ => {
            let mut lines: Vec<&str> = text.lines().collect();
            let (a, b) = (random.below(lines.len()), random.below(lines.len()));
            lines.swap(a, b);
            *text = lines.join("\n");
        }
    }
}

/// No text can make the reader panic. `HLO_MUTATIONS` asks for more of them.
#[test]
fn mutated_texts_are_read_or_refused() {
    let original = print(&every_op(), &PrintOptions::default());
    let count = std::env::var("HLO_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(300);
    for seed in 0..count {
        let mut random = Random(seed);
        let mut text = original.clone();
        for _ in 0..=random.below(3) {
            mutate(&mut text, &mut random);
        }
        let outcome = std::panic::catch_unwind(|| parse(&text).map(|module| print(&module, &PrintOptions::default())));
        match outcome {
            Ok(Ok(printed)) => assert!(parse(&printed).is_ok(), "seed {seed}"),
            Ok(Err(findings)) => assert!(!findings.0.is_empty(), "seed {seed}"),
            Err(_) => panic!("seed {seed}"),
        }
    }
}
