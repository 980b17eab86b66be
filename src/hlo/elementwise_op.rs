//! Elementwise operations of one and of two operands.

/// Elementwise operations of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Abs,
    Cbrt,
    Ceil,
    CountLeadingZeros,
    Cosine,
    Erf,
    Exponential,
    ExponentialMinusOne,
    Floor,
    Imag,
    IsFinite,
    Log,
    LogPlusOne,
    Logistic,
    Negate,
    Not,
    PopulationCount,
    Real,
    RoundNearestAfz,
    RoundNearestEven,
    Rsqrt,
    Sign,
    Sine,
    Sqrt,
    Tan,
    Tanh,
}

/// Elementwise operations of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    And,
    Atan2,
    Complex,
    Divide,
    Maximum,
    Minimum,
    Multiply,
    Or,
    Power,
    Remainder,
    ShiftLeft,
    ShiftRightArithmetic,
    ShiftRightLogical,
    Subtract,
    Xor,
}

impl UnaryOp {
    pub const ALL: [UnaryOp; 26] = {
        use UnaryOp::*;
        [
            Abs,
            Cbrt,
            Ceil,
            CountLeadingZeros,
            Cosine,
            Erf,
            Exponential,
            ExponentialMinusOne,
            Floor,
            Imag,
            IsFinite,
            Log,
            LogPlusOne,
            Logistic,
            Negate,
            Not,
            PopulationCount,
            Real,
            RoundNearestAfz,
            RoundNearestEven,
            Rsqrt,
            Sign,
            Sine,
            Sqrt,
            Tan,
            Tanh,
        ]
    };

    /// Name in HLO text.
    pub fn name(self) -> &'static str {
        match self {
            UnaryOp::Abs => "abs",
            UnaryOp::Cbrt => "cbrt",
            UnaryOp::Ceil => "ceil",
            UnaryOp::CountLeadingZeros => "count-leading-zeros",
            UnaryOp::Cosine => "cosine",
            UnaryOp::Erf => "erf",
            UnaryOp::Exponential => "exponential",
            UnaryOp::ExponentialMinusOne => "exponential-minus-one",
            UnaryOp::Floor => "floor",
            UnaryOp::Imag => "imag",
            UnaryOp::IsFinite => "is-finite",
            UnaryOp::Log => "log",
            UnaryOp::LogPlusOne => "log-plus-one",
            UnaryOp::Logistic => "logistic",
            UnaryOp::Negate => "negate",
            UnaryOp::Not => "not",
            UnaryOp::PopulationCount => "popcnt",
            UnaryOp::Real => "real",
            UnaryOp::RoundNearestAfz => "round-nearest-afz",
            UnaryOp::RoundNearestEven => "round-nearest-even",
            UnaryOp::Rsqrt => "rsqrt",
            UnaryOp::Sign => "sign",
            UnaryOp::Sine => "sine",
            UnaryOp::Sqrt => "sqrt",
            UnaryOp::Tan => "tan",
            UnaryOp::Tanh => "tanh",
        }
    }
}

impl BinaryOp {
    pub const ALL: [BinaryOp; 16] = {
        use BinaryOp::*;
        [
            Add,
            And,
            Atan2,
            Complex,
            Divide,
            Maximum,
            Minimum,
            Multiply,
            Or,
            Power,
            Remainder,
            ShiftLeft,
            ShiftRightArithmetic,
            ShiftRightLogical,
            Subtract,
            Xor,
        ]
    };

    /// Name in HLO text.
    pub fn name(self) -> &'static str {
        match self {
            BinaryOp::Add => "add",
            BinaryOp::And => "and",
            BinaryOp::Atan2 => "atan2",
            BinaryOp::Complex => "complex",
            BinaryOp::Divide => "divide",
            BinaryOp::Maximum => "maximum",
            BinaryOp::Minimum => "minimum",
            BinaryOp::Multiply => "multiply",
            BinaryOp::Or => "or",
            BinaryOp::Power => "power",
            BinaryOp::Remainder => "remainder",
            BinaryOp::ShiftLeft => "shift-left",
            BinaryOp::ShiftRightArithmetic => "shift-right-arithmetic",
            BinaryOp::ShiftRightLogical => "shift-right-logical",
            BinaryOp::Subtract => "subtract",
            BinaryOp::Xor => "xor",
        }
    }

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
