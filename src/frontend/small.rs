//! What is soon evaluated while a program is read: short arrays, no loops.

use crate::hlo::{Op, OpClass, Shape};

/// Elements of the largest array that is cheap to evaluate: shapes, and what they are picked from, are short.
const MAX_ELEMENTS: usize = 1 << 10;

pub fn is_small(shape: &Shape) -> bool {
    let leaves = shape.leaves();
    let counts = leaves.iter().map(|(_, leaf)| leaf.as_array().map(|array| array.element_count()));
    counts.sum::<Option<usize>>().is_some_and(|count| count <= MAX_ELEMENTS)
}

/// Whether an operation on short arrays is soon evaluated.
pub fn is_cheap(op: &Op) -> bool {
    match op.class() {
        OpClass::Leaf => !matches!(op, Op::Parameter { .. }),
        OpClass::Contraction => matches!(op, Op::Dot { .. }),
        OpClass::Application => !matches!(op, Op::ReduceWindow { .. } | Op::SelectAndScatter { .. }),
        OpClass::Control => matches!(op, Op::Conditional { .. } | Op::Call { .. }),
        OpClass::Structure => !matches!(op, Op::AfterAll),
        OpClass::Elementwise | OpClass::Movement | OpClass::Indexing => true,
        OpClass::Algorithm => false,
    }
}
