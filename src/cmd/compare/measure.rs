//! How far two arrays of one shape are apart.

use crate::cmd::expect::{Tolerance, differing, numbers, position, ulp_distance};
use crate::cmd::value::element_texts;
use crate::hlo::{ArrayLiteral, ArrayShape};
use serde_json::{Value, json};

/// What a comparison of two results has found.
pub struct Measure {
    shape: ArrayShape,
    /// Numbers compared; a complex element is two.
    count: usize,
    /// Numbers beyond the tolerance.
    pub wrong: usize,
    /// Equal bit by bit, but for the bits of a NaN.
    is_equal: bool,
    /// The largest differences between numbers that are none.
    absolute: f64,
    relative: f64,
    /// Of floats alone.
    ulp: Option<u64>,
    /// Numbers that are NaN: of the test, of the reference.
    nans: [usize; 2],
    first: Option<First>,
}

/// The first element that is beyond the tolerance.
struct First {
    index: String,
    found: String,
    expected: String,
}

impl Measure {
    /// # Panics
    /// On arrays of different shapes.
    pub fn of(found: &ArrayLiteral, expected: &ArrayLiteral, tolerance: &Tolerance) -> Measure {
        let (f, e) = (numbers(found), numbers(expected));
        assert_eq!(f.len(), e.len(), "arrays of one shape");
        let wrong = differing(found, expected, tolerance);
        let part = found.element_type().real_part();
        let pairs = || f.iter().copied().zip(e.iter().copied()).filter(|(f, e)| !f.is_nan() && !e.is_nan() && f != e);
        let same = |(f, e): (&f64, &f64)| (f.is_nan() && e.is_nan()) || f.to_bits() == e.to_bits();
        let is_equal = match part.is_float() {
            true => f.iter().zip(&e).all(same),
            false => found.bytes()[..] == expected.bytes()[..],
        };
        let nans = |numbers: &[f64]| numbers.iter().filter(|number| number.is_nan()).count();
        Measure {
            shape: found.shape().clone(),
            count: f.len(),
            is_equal,
            absolute: pairs().map(|(f, e)| (f - e).abs()).fold(0.0, f64::max),
            relative: pairs().map(relative_distance).fold(0.0, f64::max),
            ulp: part.is_float().then(|| pairs().map(|(f, e)| ulp_distance(part, f, e)).max().unwrap_or(0)),
            nans: [nans(&f), nans(&e)],
            first: wrong.first().map(|&number| First::of(number, found, expected)),
            wrong: wrong.len(),
        }
    }

    /// One line: `2x3xf32: 1 of 6 values differ, …`.
    pub fn text(&self) -> String {
        let distance = self.distance();
        let [found, expected] = self.nans;
        let nans = if found == expected { String::new() } else { format!(", NaN: found {found}, expected {expected}") };
        let told = match &self.first {
            Some(First { index, found, expected }) => format!(
                "{} of {} values differ, {distance}{nans}; first at {index}: found {found}, expected {expected}",
                self.wrong, self.count
            ),
            None if self.is_equal => "equal".to_owned(),
            None => format!("close, {distance}"),
        };
        format!("{}: {told}", self.shape.mlir_text())
    }

    fn distance(&self) -> String {
        let ulp = match self.ulp {
            None => String::new(),
            Some(u64::MAX) => ", no count of ulp".to_owned(),
            Some(ulp) => format!(", {ulp} ulp"),
        };
        format!("by up to {:.2e} (relative {:.2e}{ulp})", self.absolute, self.relative)
    }

    /// docs/json.md has the schema.
    pub fn json(&self) -> Value {
        let number = |number: f64| number.is_finite().then_some(number);
        let [found, expected] = self.nans;
        json!({
            "type": self.shape.mlir_text(),
            "values": self.count,
            "differing": self.wrong,
            "equal": self.is_equal,
            "absolute": number(self.absolute),
            "relative": number(self.relative),
            "ulp": self.ulp.filter(|&ulp| ulp != u64::MAX),
            "nan": { "test": found, "reference": expected },
            "first": self.first.as_ref().map(First::json),
        })
    }
}

/// Of two numbers that differ; infinite where the second is.
fn relative_distance((found, expected): (f64, f64)) -> f64 {
    if expected.is_finite() { ((found - expected) / expected).abs() } else { f64::INFINITY }
}

impl First {
    fn of(number: usize, found: &ArrayLiteral, expected: &ArrayLiteral) -> First {
        let parts = if found.element_type().is_complex() { 2 } else { 1 };
        let element = number / parts;
        let text = |array| element_texts(array, element + 1).pop().unwrap_or_default();
        First { index: position(element, found.dims()), found: text(found), expected: text(expected) }
    }

    fn json(&self) -> Value {
        json!({ "index": self.index, "test": self.found, "reference": self.expected })
    }
}

/// Results that the two sides gave, one by one.
pub struct Measures(pub Vec<Measure>);

impl Measures {
    /// # Errors
    /// Results that differ in number or type, said in a sentence.
    pub fn of(found: &[ArrayLiteral], expected: &[ArrayLiteral], tolerance: &Tolerance) -> Result<Measures, String> {
        let shapes =
            |arrays: &[ArrayLiteral]| -> Vec<String> { arrays.iter().map(|a| a.shape().mlir_text()).collect() };
        let (test, reference) = (shapes(found), shapes(expected));
        if test != reference {
            return Err(format!("expected results ({}), found ({})", reference.join(", "), test.join(", ")));
        }
        let pairs = found.iter().zip(expected);
        Ok(Measures(pairs.map(|(found, expected)| Measure::of(found, expected, tolerance)).collect()))
    }

    /// Results beyond the tolerance.
    pub fn wrong(&self) -> usize {
        self.0.iter().filter(|measure| measure.wrong > 0).count()
    }

    /// A line a result.
    pub fn text(&self) -> String {
        let mark = |measure: &Measure| if measure.wrong > 0 { "[FAILED] " } else { "" };
        let lines = self.0.iter().enumerate().map(|(i, m)| format!("{}result[{i}] {}\n", mark(m), m.text()));
        lines.collect()
    }

    pub fn json(&self) -> Value {
        self.0.iter().map(Measure::json).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::ElementType;

    fn text(found: &[f32], expected: &[f32]) -> String {
        let array = |values: &[f32]| ArrayLiteral::from_slice(ElementType::F32, [values.len()], values);
        Measure::of(&array(found), &array(expected), &Tolerance::default()).text()
    }

    #[test]
    fn nan_is_counted_and_no_distance() {
        assert_eq!(
            text(&[f32::NAN, 1.0], &[2.0, 1.0]),
            "2xf32: 1 of 2 values differ, by up to 0.00e0 (relative 0.00e0, 0 ulp), NaN: found 1, expected 0; \
             first at [0]: found nan, expected 2"
        );
        assert_eq!(text(&[f32::NAN], &[-f32::NAN]), "1xf32: equal");
    }

    #[test]
    fn infinities_are_infinitely_far() {
        for (found, expected) in [(f32::INFINITY, 1.0), (1.0, f32::INFINITY), (f32::INFINITY, f32::NEG_INFINITY)] {
            let told = text(&[found], &[expected]);
            assert!(told.contains("by up to inf (relative inf, no count of ulp)"), "{told}");
        }
    }

    #[test]
    fn zeros_are_close_and_not_equal() {
        assert_eq!(text(&[-0.0], &[0.0]), "1xf32: close, by up to 0.00e0 (relative 0.00e0, 0 ulp)");
    }

    #[test]
    fn no_elements_are_equal() {
        assert_eq!(text(&[], &[]), "0xf32: equal");
    }

    #[test]
    fn integers_have_no_ulp() {
        let array = |value: i32| ArrayLiteral::from_slice(ElementType::S32, [1], &[value]);
        let measure = Measure::of(&array(i32::MAX), &array(i32::MAX - 1), &Tolerance::default());
        let expected = "1 of 1 values differ, by up to 1.00e0 (relative 4.66e-10); first at [0]: found 2147483647";
        assert!(measure.text().contains(expected), "{}", measure.text());
    }
}
