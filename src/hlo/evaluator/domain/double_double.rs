//! Sums of products with twice the precision of `f64`, for results that cancel.

/// An unevaluated sum `high + low` with `|low|` at most half an ulp of `high`.
#[derive(Clone, Copy, Debug)]
pub struct DoubleDouble {
    high: f64,
    low: f64,
}

impl DoubleDouble {
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
