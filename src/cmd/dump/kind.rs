//! Kinds of instructions that graphs tell apart by colour.

use crate::hlo::{Op, OpClass};

/// As [`OpClass`], with those apart that readers look for first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Parameter,
    Constant,
    Fusion,
    Other(OpClass),
}

impl Kind {
    pub fn of(op: &Op) -> Kind {
        match (op, op.class()) {
            (Op::Parameter { .. }, _) => Kind::Parameter,
            (Op::Constant(_), _) => Kind::Constant,
            (Op::Fusion { .. }, _) => Kind::Fusion,
            (_, class) => Kind::Other(class),
        }
    }

    /// A word of small letters.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Parameter => "parameter",
            Kind::Constant => "constant",
            Kind::Fusion => "fusion",
            Kind::Other(OpClass::Leaf) => "leaf",
            Kind::Other(OpClass::Elementwise) => "elementwise",
            Kind::Other(OpClass::Movement) => "movement",
            Kind::Other(OpClass::Indexing) => "indexing",
            Kind::Other(OpClass::Contraction) => "contraction",
            Kind::Other(OpClass::Application) => "application",
            Kind::Other(OpClass::Algorithm) => "algorithm",
            Kind::Other(OpClass::Structure) => "structure",
            Kind::Other(OpClass::Control) => "control",
        }
    }

    /// A light colour that black text stands on.
    pub fn fill(self) -> &'static str {
        match self {
            Kind::Parameter => "#ffe0b2",
            Kind::Constant | Kind::Other(OpClass::Leaf) => "#eceff1",
            Kind::Fusion => "#f5f5f5",
            Kind::Other(OpClass::Elementwise) => "#fff9c4",
            Kind::Other(OpClass::Movement) => "#c8e6c9",
            Kind::Other(OpClass::Indexing) => "#b2dfdb",
            Kind::Other(OpClass::Contraction) => "#bbdefb",
            Kind::Other(OpClass::Application) => "#e1bee7",
            Kind::Other(OpClass::Algorithm) => "#d1c4e9",
            Kind::Other(OpClass::Structure) => "#ffffff",
            Kind::Other(OpClass::Control) => "#ffcdd2",
        }
    }
}
