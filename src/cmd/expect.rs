//! `--expect`: are the results what the user expects, and if not, where do they differ?

use super::value::{element_texts, real_parts};
use crate::hlo::{ArrayLiteral, ElementType};

const DEFAULT_RTOL: f64 = 1e-5;

/// How far a result may lie from what is expected. NaN equals NaN.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "What results should be")]
pub struct Tolerance {
    /// Relative tolerance
    #[arg(long, value_name = "NUMBER", default_value_t = DEFAULT_RTOL, value_parser = tolerance)]
    rtol: f64,
    /// Absolute tolerance [default: 1e-4; f16 1e-3, bf16 1e-2, smaller floats 0.1, integers 0]
    #[arg(long, value_name = "NUMBER", value_parser = tolerance)]
    atol: Option<f64>,
    /// Largest distance in units of the last place, instead of rtol and atol
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["rtol", "atol"])]
    ulp: Option<u64>,
    /// Results must equal bit by bit, but for the bits of a NaN
    #[arg(long, conflicts_with_all = ["rtol", "atol", "ulp"])]
    exact: bool,
}

impl Default for Tolerance {
    fn default() -> Tolerance {
        Tolerance { rtol: DEFAULT_RTOL, atol: None, ulp: None, exact: false }
    }
}

impl Tolerance {
    /// The flags that say it.
    pub fn arguments(&self) -> Vec<String> {
        let mut arguments = Vec::new();
        if self.rtol != DEFAULT_RTOL {
            arguments.push(format!("--rtol={:e}", self.rtol));
        }
        arguments.extend(self.atol.map(|atol| format!("--atol={atol:e}")));
        arguments.extend(self.ulp.map(|ulp| format!("--ulp={ulp}")));
        arguments.extend(self.exact.then(|| "--exact".to_owned()));
        arguments
    }
}

fn tolerance(text: &str) -> Result<f64, String> {
    let tolerance = text.parse().ok().filter(|&tolerance: &f64| tolerance >= 0.0);
    tolerance.ok_or_else(|| "expected a number from 0".to_owned())
}

/// A report of the first difference, or nothing.
pub fn difference(
    index: usize,
    actual: &ArrayLiteral,
    expected: &ArrayLiteral,
    tolerance: &Tolerance,
) -> Option<String> {
    let wrong = differing(actual, expected, tolerance);
    let &first = wrong.first()?;
    let (a, e) = (numbers(actual), numbers(expected));
    let parts = a.len() / actual.shape().element_count();
    let element = first / parts;
    let text = |array| element_texts(array, element + 1).pop().unwrap_or_default();
    Some(format!(
        "[FAILED] result[{index}] ({}): element at index {} is {}, expected {}; {} of {} values differ, by up to {:e}",
        actual.shape().mlir_text(),
        position(element, actual.dims()),
        text(actual),
        text(expected),
        wrong.len(),
        a.len(),
        wrong.iter().map(|&i| (a[i] - e[i]).abs()).max_by(f64::total_cmp).unwrap_or(0.0),
    ))
}

/// Indices of the numbers that are not close.
pub fn differing(actual: &ArrayLiteral, expected: &ArrayLiteral, tolerance: &Tolerance) -> Vec<usize> {
    let count = real_parts(actual).shape().element_count();
    if !actual.element_type().real_part().is_float() {
        return (0..count).filter(|&i| !are_near_integers(actual, expected, i, tolerance)).collect();
    }
    let (a, e) = (numbers(actual), numbers(expected));
    let close = closeness(actual.element_type().real_part(), tolerance);
    (0..count).filter(|&i| !close(a[i], e[i])).collect()
}

/// Integers differ by no more than the absolute tolerance, if one is given, or the number of units; truth values do not.
fn are_near_integers(actual: &ArrayLiteral, expected: &ArrayLiteral, index: usize, tolerance: &Tolerance) -> bool {
    let (a, e) = (actual.element_bytes(index), expected.element_bytes(index));
    let element_type = actual.element_type();
    if a == e || tolerance.exact || element_type == ElementType::Pred {
        return a == e;
    }
    let distance = element_type.decode_integer(a).abs_diff(element_type.decode_integer(e));
    match tolerance.ulp {
        Some(limit) => distance <= limit.into(),
        None => tolerance.atol.is_some_and(|limit| distance as f64 <= limit),
    }
}

/// Elements, or parts of complex ones, as doubles.
pub fn numbers(array: &ArrayLiteral) -> Vec<f64> {
    let parts = real_parts(array);
    let element_type = parts.element_type();
    let decode = |bytes| element_type.decode_float(bytes);
    parts.bytes().chunks_exact(element_type.byte_width()).map(decode).collect()
}

fn closeness(element_type: ElementType, tolerance: &Tolerance) -> Box<dyn Fn(f64, f64) -> bool> {
    let same = |a: f64, e: f64| (a.is_nan() && e.is_nan()) || a.to_bits() == e.to_bits();
    if tolerance.exact {
        return Box::new(same);
    }
    if let Some(limit) = tolerance.ulp {
        return Box::new(move |a, e| same(a, e) || ulp_distance(element_type, a, e) <= limit);
    }
    let atol = tolerance.atol.unwrap_or(default_atol(element_type));
    let rtol = tolerance.rtol;
    // An infinite expectation would make an infinite tolerance of the relative one.
    Box::new(move |a, e| same(a, e) || a == e || (e.is_finite() && (a - e).abs() <= atol + rtol * e.abs()))
}

fn default_atol(element_type: ElementType) -> f64 {
    match element_type {
        ElementType::F64 | ElementType::F32 => 1e-4,
        ElementType::F16 => 1e-3,
        ElementType::BF16 => 1e-2,
        _ => 0.1,
    }
}

/// Representable numbers of the type between two numbers; both zeros are one.
pub fn ulp_distance(element_type: ElementType, a: f64, b: f64) -> u64 {
    if !a.is_finite() || !b.is_finite() {
        return if a == b { 0 } else { u64::MAX };
    }
    let bits = |v: f64| {
        let mut wide = [0; 8];
        let narrow = element_type.encode_float(v.abs());
        wide[..narrow.len()].copy_from_slice(&narrow);
        i128::from(u64::from_le_bytes(wide)) * if v < 0.0 { -1 } else { 1 }
    };
    (bits(a) - bits(b)).unsigned_abs() as u64
}

pub fn position(element: usize, dims: &[usize]) -> String {
    let mut rest = element;
    let mut index: Vec<String> = Vec::new();
    for &d in dims.iter().rev() {
        index.push((rest % d).to_string());
        rest /= d;
    }
    index.reverse();
    format!("[{}]", index.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFAULT: Tolerance = Tolerance { rtol: DEFAULT_RTOL, atol: None, ulp: None, exact: false };

    fn array(values: &[f32]) -> ArrayLiteral {
        ArrayLiteral::from_slice(ElementType::F32, [values.len()], values)
    }

    #[test]
    fn the_first_difference_is_named() {
        let report = difference(0, &array(&[1.0, 4.5]), &array(&[1.0, 4.625]), &DEFAULT).unwrap();
        let expected = "[FAILED] result[0] (2xf32): element at index [1] is 4.5, expected 4.625; \
                        1 of 2 values differ, by up to 1.25e-1";
        assert_eq!(report, expected);
    }

    #[test]
    fn nan_equals_nan_and_zeros_differ_only_exactly() {
        assert!(difference(0, &array(&[f32::NAN, 0.0]), &array(&[-f32::NAN, -0.0]), &DEFAULT).is_none());
        let exact = Tolerance { exact: true, ..DEFAULT };
        assert!(difference(0, &array(&[0.0]), &array(&[-0.0]), &exact).is_some());
    }

    #[test]
    fn infinities_equal_themselves_alone() {
        let infinity = array(&[f32::INFINITY]);
        for (actual, close) in [(f32::INFINITY, true), (f32::NEG_INFINITY, false), (1.0, false), (f32::NAN, false)] {
            assert_eq!(difference(0, &array(&[actual]), &infinity, &DEFAULT).is_none(), close, "{actual}");
            assert_eq!(difference(0, &infinity, &array(&[actual]), &DEFAULT).is_none(), close, "{actual}");
        }
    }

    #[test]
    fn a_difference_with_nan_is_nan() {
        let report = difference(0, &array(&[f32::NAN, 2.0]), &array(&[1.0, 1.0]), &DEFAULT).unwrap();
        assert!(report.ends_with("2 of 2 values differ, by up to NaN"), "{report}");
    }

    #[test]
    fn integers_take_the_absolute_tolerance() {
        let of = |values: &[i64]| ArrayLiteral::from_slice(ElementType::S64, [values.len()], values);
        let (actual, expected) = (of(&[7, i64::MIN]), of(&[9, i64::MIN]));
        let report = |tolerance| difference(0, &actual, &expected, &tolerance);
        assert!(report(DEFAULT).is_some());
        assert!(report(Tolerance { atol: Some(1.5), ..DEFAULT }).is_some());
        assert!(report(Tolerance { atol: Some(2.0), ..DEFAULT }).is_none());
        assert!(report(Tolerance { ulp: Some(2), ..DEFAULT }).is_none());
        assert!(difference(0, &of(&[i64::MIN]), &of(&[i64::MAX]), &Tolerance { ulp: Some(2), ..DEFAULT }).is_some());
    }

    #[test]
    fn ulps_are_counted_in_the_element_type() {
        let next = f32::from_bits(1f32.to_bits() + 2);
        let within = |ulp| Tolerance { ulp: Some(ulp), ..DEFAULT };
        assert!(difference(0, &array(&[1.0]), &array(&[next]), &within(1)).is_some());
        assert!(difference(0, &array(&[1.0]), &array(&[next]), &within(2)).is_none());
    }
}
