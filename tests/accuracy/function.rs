//! The functions, with the errors that `docs/numerics.md` promises.

/// One elementwise function of floating-point numbers.
pub struct Function {
    /// StableHLO's or CHLO's name.
    pub name: &'static str,
    pub arity: usize,
    /// Largest error in `f32`, in units in the last place.
    f32: f64,
}

impl Function {
    /// The largest error that a type's results may have.
    pub fn bound(&self, element_type: &str) -> f64 {
        match element_type {
            "f32" => self.f32,
            // The nearest number, but for arguments whose value is as good as a tie.
            _ => 0.501,
        }
    }
}

const fn unary(name: &'static str, f32: f64) -> Function {
    Function { name, arity: 1, f32 }
}

const fn binary(name: &'static str, f32: f64) -> Function {
    Function { name, arity: 2, f32 }
}

/// Correctly rounded, or computed in `f64` and rounded once.
const NEAREST: f64 = 0.501;

pub const FUNCTIONS: &[Function] = &[
    unary("stablehlo.cbrt", NEAREST),
    unary("stablehlo.cosine", 1.58),
    unary("stablehlo.exponential", 1.02),
    unary("stablehlo.exponential_minus_one", 1.24),
    unary("stablehlo.log", 0.86),
    unary("stablehlo.log_plus_one", 1.44),
    unary("stablehlo.logistic", 0.81),
    unary("stablehlo.rsqrt", 1.50),
    unary("stablehlo.sine", 1.58),
    unary("stablehlo.sqrt", 0.5),
    unary("stablehlo.tan", NEAREST),
    unary("stablehlo.tanh", 1.47),
    unary("chlo.acos", NEAREST),
    unary("chlo.acosh", NEAREST),
    unary("chlo.asin", NEAREST),
    unary("chlo.asinh", NEAREST),
    unary("chlo.atan", 1.36),
    unary("chlo.atanh", NEAREST),
    unary("chlo.bessel_i1e", NEAREST),
    unary("chlo.cosh", 25.0),
    unary("chlo.digamma", NEAREST),
    unary("chlo.erf", 1.52),
    unary("chlo.erf_inv", 3.76),
    unary("chlo.erfc", NEAREST),
    unary("chlo.lgamma", NEAREST),
    unary("chlo.sinh", 25.0),
    binary("stablehlo.add", 0.5),
    binary("stablehlo.atan2", 1.46),
    binary("stablehlo.divide", 0.5),
    binary("stablehlo.multiply", 0.5),
    binary("stablehlo.power", NEAREST),
    binary("stablehlo.remainder", 0.0),
    binary("chlo.polygamma", NEAREST),
    binary("chlo.zeta", NEAREST),
];
