//! Sums of products with twice the precision of `f64`, for results that cancel.

/// An unevaluated sum `high + low` with `|low|` at most half an ulp of `high`.
#[derive(Clone, Copy, Debug)]
pub struct DoubleDouble {
    high: f64,
    low: f64,
}

impl DoubleDouble {
    /// A constant that one float does not hold.
    pub const fn of_parts(high: f64, low: f64) -> DoubleDouble {
        DoubleDouble { high, low }
    }

    pub fn parts(self) -> (f64, f64) {
        (self.high, self.low)
    }

    /// `a * b`, exactly.
    pub fn product(a: f64, b: f64) -> DoubleDouble {
        let high = a * b;
        DoubleDouble { high, low: a.mul_add(b, -high) }
    }

    pub fn plus(self, other: DoubleDouble) -> DoubleDouble {
        let (high, error) = two_sum(self.high, other.high);
        let (high, low) = two_sum(high, error + self.low + other.low);
        DoubleDouble { high, low }
    }

    pub fn negated(self) -> DoubleDouble {
        DoubleDouble { high: -self.high, low: -self.low }
    }

    pub fn minus(self, other: DoubleDouble) -> DoubleDouble {
        self.plus(other.negated())
    }

    pub fn times(self, other: DoubleDouble) -> DoubleDouble {
        let product = DoubleDouble::product(self.high, other.high);
        let (high, low) = two_sum(product.high, product.low + (self.high * other.low + self.low * other.high));
        DoubleDouble { high, low }
    }

    pub fn divided_by(self, other: DoubleDouble) -> DoubleDouble {
        let first = self.high / other.high;
        let rest = self.minus(other.times(first.into()));
        let (high, low) = two_sum(first, rest.high / other.high);
        DoubleDouble { high, low }
    }

    /// Of a positive number.
    pub fn square_root(self) -> DoubleDouble {
        let root = self.high.sqrt();
        let rest = self.minus(DoubleDouble::product(root, root));
        let (high, low) = two_sum(root, rest.high / (root + root));
        DoubleDouble { high, low }
    }

    /// `self * 2^exponent`, where that is a normal number.
    pub fn scaled(self, exponent: i32) -> DoubleDouble {
        DoubleDouble { high: libm::scalbn(self.high, exponent), low: libm::scalbn(self.low, exponent) }
    }

    pub fn value(self) -> f64 {
        self.high + self.low
    }
}

impl From<f64> for DoubleDouble {
    fn from(value: f64) -> DoubleDouble {
        DoubleDouble { high: value, low: 0.0 }
    }
}

/// `a + b` rounded, and what the rounding lost (Knuth).
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}
