//! From pretty StableHLO text to MLIR's generic form.
//!
//! MLIR knows nothing of StableHLO, but parses any operation in generic form. So the pretty forms, which
//! [`format`] lists, are rewritten to it; everything else is copied. On the way out go the constants' payloads and the
//! locations: both are read here (see [`super::constant`], [`super::location`]), the former for speed, the latter
//! because MLIR would drop an operation's place in the text in favour of the location that the text gives it.

pub mod format;
mod lexer;
mod output;
mod parts;
mod pretty;
mod regions;
mod rewriter;
mod types;

pub use lexer::{Kind, Lexer, Token};
pub use output::Rewritten;
pub use rewriter::{is_ours, rewrite, shortened};

use std::collections::HashMap;
use std::ops::Range;

/// The deepest nesting of brackets and regions that is read.
pub const MAX_NESTING: usize = 256;

/// What calls are named in generic form. MLIR refuses `func.call` inside of operations that it does not know, since it
/// does not find the function from there.
pub const CALL: &str = "call.function";

/// A program in generic form.
pub struct Assembly<'s> {
    pub text: Rewritten,
    /// `dense<…>` or `dense_resource<…>` in the source, by the number in `#dense.at<number>`.
    pub payloads: Vec<Range<usize>>,
    /// Inside of `loc(…)`, by the source offset of the operation's name or of the block argument.
    pub locations: HashMap<usize, Range<usize>>,
    /// Inside of `#name = loc(…)`.
    pub location_aliases: HashMap<&'s str, Range<usize>>,
    /// `{-# … #-}`
    pub file_metadata: Vec<Range<usize>>,
}
