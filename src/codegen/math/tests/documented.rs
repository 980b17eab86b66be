//! The error bounds that `docs/numerics.md` states are those that functions are tested with.

use crate::hlo::UnaryOp;
use crate::hlo::elementwise_op::{bit_function, function, part_function, real_function};

const DOCUMENT: &str = include_str!("../../../../docs/numerics.md");

/// The numbers in the row of an operation, in the table under a heading.
fn row(heading: &str, op: &str) -> Vec<f64> {
    let section = DOCUMENT.split("\n## ").find(|section| section.starts_with(heading)).expect("a section of this name");
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")).map(|line| format!("`{line}"));
    let cells = rows.map(|row| row.split(" | ").map(str::to_string).collect::<Vec<_>>());
    let mut named = cells.filter_map(|cells| {
        let place = cells[0].split(", ").position(|name| names(name, op))?;
        Some((place, cells))
    });
    let (place, cells) = named.next().unwrap_or_else(|| panic!("{op} has no row under '{heading}'"));
    cells[1..].iter().filter_map(|cell| number(cell, place)).collect()
}

/// `` `sine` `` or `` `round-nearest-*` ``
fn names(cell: &str, op: &str) -> bool {
    let name = cell.trim_matches('`');
    name == op || name.strip_suffix('*').is_some_and(|prefix| op.starts_with(prefix))
}

/// A cell has one number for all operations of its row, or one for each.
fn number(cell: &str, place: usize) -> Option<f64> {
    let numbers: Vec<f64> = cell.trim_end_matches(" |").split(", ").map_while(|text| text.parse().ok()).collect();
    numbers.get(place).or(numbers.first()).copied()
}

/// Functions of floats, and whether they are ones of complex numbers too.
pub fn functions() -> impl Iterator<Item = (UnaryOp, bool)> {
    UnaryOp::ALL.into_iter().filter_map(|op| match op {
        function!() => Some((op, true)),
        real_function!() => Some((op, false)),
        UnaryOp::Abs | UnaryOp::Negate | UnaryOp::Sign | part_function!() | bit_function!() => None,
    })
}

/// Largest errors in ulp, of f32 and f64.
pub fn of_real(op: UnaryOp) -> [f64; 2] {
    let errors = row("Errors of real functions", op.name());
    errors[..2].try_into().expect("a column for f32 and one for f64")
}

/// Largest error of c128, in ulp of the larger part.
pub fn of_complex(op: UnaryOp) -> f64 {
    row("Errors of complex functions", op.name())[0]
}

/// How far the result may be from the nearest number, in whole ulps.
pub fn whole_ulps(error: f64) -> f64 {
    (error + 0.5).ceil() - 1.0
}

#[test]
fn rows_are_found() {
    assert_eq!(of_real(UnaryOp::Cosine), of_real(UnaryOp::Sine));
    assert_eq!(of_real(UnaryOp::RoundNearestAfz), [0.0, 0.0]);
    assert!(of_complex(UnaryOp::Sqrt) < of_complex(UnaryOp::Rsqrt));
    assert_eq!([0.0, 0.5, 0.501, 1.49, 1.57].map(whole_ulps), [0.0, 0.0, 1.0, 1.0, 2.0]);
}
