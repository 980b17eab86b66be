//! Elementwise operations of one and of two operands.

/// An enum of operations from one list of variants with their names in HLO text.
macro_rules! operations {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($variant,)+
        }

        impl $name {
            pub const ALL: [$name; [$($name::$variant),+].len()] = [$($name::$variant),+];

            /// Name in HLO text.
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)+
                }
            }
        }
    };
}

operations! {
    /// Elementwise operations of one operand.
    UnaryOp {
        Abs = "abs",
        Cbrt = "cbrt",
        Ceil = "ceil",
        CountLeadingZeros = "count-leading-zeros",
        Cosine = "cosine",
        Erf = "erf",
        Exponential = "exponential",
        ExponentialMinusOne = "exponential-minus-one",
        Floor = "floor",
        Imag = "imag",
        IsFinite = "is-finite",
        Log = "log",
        LogPlusOne = "log-plus-one",
        Logistic = "logistic",
        Negate = "negate",
        Not = "not",
        PopulationCount = "popcnt",
        Real = "real",
        RoundNearestAfz = "round-nearest-afz",
        RoundNearestEven = "round-nearest-even",
        Rsqrt = "rsqrt",
        Sign = "sign",
        Sine = "sine",
        Sqrt = "sqrt",
        Tan = "tan",
        Tanh = "tanh",
    }
}

operations! {
    /// Elementwise operations of two operands.
    BinaryOp {
        Add = "add",
        And = "and",
        Atan2 = "atan2",
        Complex = "complex",
        Divide = "divide",
        Maximum = "maximum",
        Minimum = "minimum",
        Multiply = "multiply",
        Or = "or",
        Power = "power",
        Remainder = "remainder",
        ShiftLeft = "shift-left",
        ShiftRightArithmetic = "shift-right-arithmetic",
        ShiftRightLogical = "shift-right-logical",
        Subtract = "subtract",
        Xor = "xor",
    }
}

impl BinaryOp {
    /// `a op b == b op a`, bit for bit up to a NaN's payload.
    pub fn is_commutative(self) -> bool {
        use BinaryOp::*;
        match self {
            Add | And | Maximum | Minimum | Multiply | Or | Xor => true,
            Atan2 | Complex | Divide | Power | Remainder | ShiftLeft | ShiftRightArithmetic | ShiftRightLogical
            | Subtract => false,
        }
    }
}
