//! Elementwise operations of one and of two operands: everything about them that is data.
//!
//! A line of a table here is what inference, verifier, cost models, both texts, the catalog and the printers know of an
//! operation. What it computes is said twice more: for the evaluator and for native code.
//!
//! Most lines are in groups. A group's name is a pattern, `function!() => …`, for matches that treat the group alike.

use super::ElementType;

/// What a line of the tables says.
pub struct Facts {
    /// Name in HLO text.
    pub name: &'static str,
    /// Name in StableHLO or CHLO, with the dialect.
    pub mlir_name: &'static str,
    /// Element types of the operands.
    pub admits: TypeSet,
    pub result: ResultType,
    pub work: Work,
}

/// A set of element types, with the words for it.
#[derive(Clone, Copy)]
pub struct TypeSet {
    pub words: &'static str,
    pub admits: fn(ElementType) -> bool,
}

pub const FLOAT: TypeSet = TypeSet { words: "float", admits: ElementType::is_float };
pub const INTEGER: TypeSet = TypeSet { words: "integer", admits: ElementType::is_integer };
pub const FLOAT_OR_COMPLEX: TypeSet = TypeSet { words: "float or complex", admits: |t| t.is_float() || t.is_complex() };
pub const NUMBER: TypeSet = TypeSet { words: "integer, float or complex", admits: |t| t != ElementType::Pred };
pub const REAL_NUMBER: TypeSet = TypeSet { words: "integer or float", admits: |t| t.is_integer() || t.is_float() };
pub const SIGNED: TypeSet = TypeSet {
    words: "signed integer, float or complex",
    admits: |t| t != ElementType::Pred && !t.is_unsigned_integer(),
};
pub const BITS: TypeSet = TypeSet { words: "pred or integer", admits: |t| t == ElementType::Pred || t.is_integer() };
pub const REAL: TypeSet = TypeSet { words: "pred, integer or float", admits: |t| !t.is_complex() };
pub const ANY: TypeSet = TypeSet { words: "any", admits: |_| true };

/// Element type of a result, by that of the operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultType {
    /// The operands'.
    Same,
    /// That of a complex operand's parts; a real operand's own.
    Part,
    /// The complex type of these parts, which has to exist.
    Whole,
    Pred,
}
use ResultType::{Part, Pred, Same, Whole};

/// What an element costs: how a cost analysis counts it, and the simple vector instructions that it takes in a kernel.
#[derive(Clone, Copy, Debug)]
pub enum Work {
    /// No arithmetic.
    Free(usize),
    Arithmetic(usize),
    Transcendental(usize),
}
use Work::{Arithmetic, Free, Transcendental};

impl Work {
    /// Simple vector instructions.
    pub fn instructions(self) -> usize {
        match self {
            Free(count) | Arithmetic(count) | Transcendental(count) => count,
        }
    }
}

/// An enum of operations from a table, and the names of the table's groups as patterns.
macro_rules! operations {
    ($(#[$doc:meta])* $name:ident {
        alone { $($lone:ident $lone_facts:tt,)+ }
        $($(#[doc = $group_doc:literal])* $group:ident { $($variant:ident $facts:tt,)+ })+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($lone,)+
            $($($variant,)+)+
        }

        impl $name {
            pub const ALL: [$name; [$($name::$lone,)+ $($($name::$variant,)+)+].len()] =
                [$($name::$lone,)+ $($($name::$variant,)+)+];

            pub fn facts(self) -> &'static Facts {
                match self {
                    $($name::$lone => facts!($lone_facts),)+
                    $($($name::$variant => facts!($facts),)+)+
                }
            }

            /// Name in HLO text.
            pub fn name(self) -> &'static str {
                self.facts().name
            }

            /// Name in StableHLO or CHLO, with the dialect.
            pub fn mlir_name(self) -> &'static str {
                self.facts().mlir_name
            }

            /// The operation of this name in StableHLO or CHLO.
            pub fn of_mlir_name(name: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|op| op.mlir_name() == name)
            }

            /// Whether the operation is defined on elements of this type.
            pub fn admits(self, element_type: ElementType) -> bool {
                (self.facts().admits.admits)(element_type)
            }
        }

        $(
            $(#[doc = $group_doc])*
            macro_rules! $group {
                () => { $($crate::hlo::$name::$variant)|+ };
            }
            pub(crate) use $group;
        )+
    };
}

/// `("abs" = "stablehlo.abs", SIGNED => Part, Arithmetic(1))`
macro_rules! facts {
    (($name:literal = $mlir_name:literal, $admits:ident => $result:ident, $work:expr)) => {
        &Facts { name: $name, mlir_name: $mlir_name, admits: $admits, result: $result, work: $work }
    };
}

operations! {
    /// Elementwise operations of one operand.
    UnaryOp {
        alone {
            Abs("abs" = "stablehlo.abs", SIGNED => Part, Arithmetic(1)),
            Negate("negate" = "stablehlo.negate", NUMBER => Same, Arithmetic(1)),
            Sign("sign" = "stablehlo.sign", SIGNED => Same, Arithmetic(1)),
        }
        /// Elementary functions of real and complex numbers.
        function {
            Acos("acos" = "chlo.acos", FLOAT_OR_COMPLEX => Same, Transcendental(60)),
            Acosh("acosh" = "chlo.acosh", FLOAT_OR_COMPLEX => Same, Transcendental(60)),
            Asin("asin" = "chlo.asin", FLOAT_OR_COMPLEX => Same, Transcendental(60)),
            Asinh("asinh" = "chlo.asinh", FLOAT_OR_COMPLEX => Same, Transcendental(60)),
            Atanh("atanh" = "chlo.atanh", FLOAT_OR_COMPLEX => Same, Transcendental(60)),
            Cbrt("cbrt" = "stablehlo.cbrt", FLOAT_OR_COMPLEX => Same, Transcendental(30)),
            Cosh("cosh" = "chlo.cosh", FLOAT_OR_COMPLEX => Same, Transcendental(40)),
            Cosine("cosine" = "stablehlo.cosine", FLOAT_OR_COMPLEX => Same, Transcendental(30)),
            Exponential("exponential" = "stablehlo.exponential", FLOAT_OR_COMPLEX => Same, Transcendental(20)),
            ExponentialMinusOne(
                "exponential-minus-one" = "stablehlo.exponential_minus_one", FLOAT_OR_COMPLEX => Same, Transcendental(30)
            ),
            Log("log" = "stablehlo.log", FLOAT_OR_COMPLEX => Same, Transcendental(20)),
            LogPlusOne("log-plus-one" = "stablehlo.log_plus_one", FLOAT_OR_COMPLEX => Same, Transcendental(30)),
            Logistic("logistic" = "stablehlo.logistic", FLOAT_OR_COMPLEX => Same, Transcendental(20)),
            Rsqrt("rsqrt" = "stablehlo.rsqrt", FLOAT_OR_COMPLEX => Same, Transcendental(8)),
            Sine("sine" = "stablehlo.sine", FLOAT_OR_COMPLEX => Same, Transcendental(30)),
            Sinh("sinh" = "chlo.sinh", FLOAT_OR_COMPLEX => Same, Transcendental(40)),
            Sqrt("sqrt" = "stablehlo.sqrt", FLOAT_OR_COMPLEX => Same, Transcendental(8)),
            Tan("tan" = "stablehlo.tan", FLOAT_OR_COMPLEX => Same, Transcendental(30)),
            Tanh("tanh" = "stablehlo.tanh", FLOAT_OR_COMPLEX => Same, Transcendental(20)),
        }
        /// Functions of real numbers alone.
        real_function {
            Ceil("ceil" = "stablehlo.ceil", FLOAT => Same, Arithmetic(1)),
            Erf("erf" = "chlo.erf", FLOAT => Same, Transcendental(30)),
            Floor("floor" = "stablehlo.floor", FLOAT => Same, Arithmetic(1)),
            RoundNearestAfz("round-nearest-afz" = "stablehlo.round_nearest_afz", FLOAT => Same, Arithmetic(4)),
            RoundNearestEven("round-nearest-even" = "stablehlo.round_nearest_even", FLOAT => Same, Arithmetic(1)),
        }
        /// What a float is, and a complex number is made of.
        part_function {
            Imag("imag" = "stablehlo.imag", FLOAT_OR_COMPLEX => Part, Free(1)),
            IsFinite("is-finite" = "stablehlo.is_finite", FLOAT => Pred, Arithmetic(1)),
            Real("real" = "stablehlo.real", FLOAT_OR_COMPLEX => Part, Free(1)),
        }
        /// Functions of an integer's bits.
        bit_function {
            CountLeadingZeros("count-leading-zeros" = "stablehlo.count_leading_zeros", INTEGER => Same, Arithmetic(4)),
            Not("not" = "stablehlo.not", BITS => Same, Arithmetic(1)),
            PopulationCount("popcnt" = "stablehlo.popcnt", INTEGER => Same, Arithmetic(4)),
        }
    }
}

operations! {
    /// Elementwise operations of two operands.
    BinaryOp {
        alone {
            Add("add" = "stablehlo.add", ANY => Same, Arithmetic(1)),
            Divide("divide" = "stablehlo.divide", NUMBER => Same, Arithmetic(6)),
            Maximum("maximum" = "stablehlo.maximum", ANY => Same, Arithmetic(3)),
            Minimum("minimum" = "stablehlo.minimum", ANY => Same, Arithmetic(3)),
            Multiply("multiply" = "stablehlo.multiply", ANY => Same, Arithmetic(1)),
            Power("power" = "stablehlo.power", NUMBER => Same, Transcendental(40)),
            Remainder("remainder" = "stablehlo.remainder", REAL_NUMBER => Same, Arithmetic(40)),
            Subtract("subtract" = "stablehlo.subtract", NUMBER => Same, Arithmetic(1)),
        }
        /// Of floats, and of complex numbers in part.
        point {
            Atan2("atan2" = "stablehlo.atan2", FLOAT_OR_COMPLEX => Same, Transcendental(40)),
            Complex("complex" = "stablehlo.complex", FLOAT => Whole, Free(1)),
        }
        /// Of bits at the same place.
        bitwise {
            And("and" = "stablehlo.and", BITS => Same, Arithmetic(1)),
            Or("or" = "stablehlo.or", BITS => Same, Arithmetic(1)),
            Xor("xor" = "stablehlo.xor", BITS => Same, Arithmetic(1)),
        }
        /// Of bits to another place.
        shift {
            ShiftLeft("shift-left" = "stablehlo.shift_left", INTEGER => Same, Arithmetic(3)),
            ShiftRightArithmetic(
                "shift-right-arithmetic" = "stablehlo.shift_right_arithmetic", INTEGER => Same, Arithmetic(3)
            ),
            ShiftRightLogical("shift-right-logical" = "stablehlo.shift_right_logical", INTEGER => Same, Arithmetic(3)),
        }
    }
}

impl UnaryOp {
    /// Whether it is counted among exp, log, sine and their like.
    pub fn is_transcendental(self) -> bool {
        matches!(self.facts().work, Transcendental(_))
    }
}

impl BinaryOp {
    /// `a op b == b op a`, bit for bit up to a NaN's payload. The greater of two complex numbers is the second where
    /// neither is above the other: where a real part is NaN, or zeros differ in sign.
    pub fn is_commutative(self, of: ElementType) -> bool {
        use BinaryOp::*;
        match self {
            Maximum | Minimum => !of.is_complex(),
            Add | Multiply | bitwise!() => true,
            Divide | Power | Remainder | Subtract | point!() | shift!() => false,
        }
    }
}
