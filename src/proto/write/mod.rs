//! A module as a proto.

mod asynchronous;
mod attributes;
mod instruction;
mod literal;
mod metadata;
mod module;
mod shape;
mod sharding;

pub use module::write;

/// Numbers as protos have them.
pub(super) fn numbers(items: &[usize]) -> Vec<i64> {
    items.iter().map(|&item| number(item)).collect()
}

/// No program has a number that does not fit.
pub(super) fn number(item: usize) -> i64 {
    i64::try_from(item).unwrap_or(i64::MAX)
}
