//! `defuser`: takes fusions apart.
//!
//! A module that was optimized for another compiler comes with its fusions: what that compiler's code generator or a
//! library of its machine would do at once. Here they are what they contain, and our own fusion decides again.

use super::Pass;
use super::inline::inline_all;
use crate::hlo::{Diagnostics, Module, Op};

pub const PASS: Pass = Pass { name: "defuser", description: "Puts what fusions contain in their place.", run };

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    inline_all(module, |op| match *op {
        Op::Fusion { computation, .. } => Some(computation),
        _ => None,
    })
}
