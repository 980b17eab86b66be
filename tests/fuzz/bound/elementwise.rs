//! Bounds of elementwise operations: their own error, and the operands' by evaluating at the ends of the intervals.

use super::number::{epsilon, largest, spacing};
use super::{Bound, Run, Tracked, part_count, parts};
use pjrt::hlo::evaluator::{Result, evaluate_op};
use pjrt::hlo::float_format::Specials;
use pjrt::hlo::*;

pub fn bound(run: &Run, instruction: &Instruction, operands: &[&Tracked], value: &Literal) -> Result<Bound> {
    let shape = instruction.array();
    let results = parts(value.expect_array());
    let mut bounds = own(run, instruction, operands, &results);
    for corner in corners(operands) {
        let literals: Vec<&Literal> = corner.iter().collect();
        let other = evaluate_op(&instruction.op, &literals, &instruction.shape, &run.context)?;
        for ((bound, &center), end) in bounds.iter_mut().zip(&results).zip(parts(other.expect_array())) {
            *bound = combined(*bound, deviation(shape.element_type, center, end));
        }
    }
    widen(instruction, operands, &mut bounds);
    forget(operands, &mut bounds);
    Ok(Bound::of(bounds))
}

/// The larger bound, where NaN ("a NaN of any bits") gives way to "nothing is known" only.
fn combined(a: f64, b: f64) -> f64 {
    if a.is_infinite() || b.is_infinite() {
        f64::INFINITY
    } else if a.is_nan() || b.is_nan() {
        f64::NAN
    } else {
        a.max(b)
    }
}

/// How far the result at an end of the interval is from the one in its middle. Across a branch cut other points are
/// farther away than the corners of a complex number's square, by less than again as much.
fn deviation(element_type: ElementType, center: f64, end: f64) -> f64 {
    if center.is_nan() || end.is_nan() {
        return if center.is_nan() && end.is_nan() { f64::NAN } else { f64::INFINITY };
    }
    if center == end && center.is_sign_negative() == end.is_sign_negative() {
        return 0.0;
    }
    let number = element_type.is_float() || element_type.is_complex();
    if !number || center.is_infinite() || end.is_infinite() {
        return f64::INFINITY;
    }
    // Zeros of both signs are a bound's width apart that any comparison sees.
    let reach = if element_type.is_complex() { 2.0 } else { 1.0 };
    (reach * (center - end).abs()).max(f64::MIN_POSITIVE * f64::EPSILON)
}

/// Where a function turns inside the interval, the ends do not show it.
fn widen(instruction: &Instruction, operands: &[&Tracked], bounds: &mut [f64]) {
    let op = &instruction.op;
    let rough = |operand: &Tracked| operand.bounds();
    if let Op::Unary(op) = op {
        forget_turns(*op, operands[0], bounds);
    }
    match op {
        Op::Unary(UnaryOp::Sine | UnaryOp::Cosine) => {
            bounds.iter_mut().zip(rough(operands[0])).for_each(|(bound, e)| *bound = combined(*bound, e));
        }
        Op::Binary(BinaryOp::Remainder) | Op::Unary(UnaryOp::Tan) => {
            let doubtful =
                |i: usize| operands.iter().any(|o| rough(o).get(i).is_some_and(|&e| e != 0.0 && !e.is_nan()));
            (0..bounds.len()).filter(|&i| doubtful(i)).for_each(|i| bounds[i] = f64::INFINITY);
        }
        Op::Binary(BinaryOp::Atan2) => {
            // Half a turn has the sign of its zero, and at the origin every angle is possible.
            let is_open = |i: usize| operands.iter().any(|o| rough(o)[i] != 0.0);
            let at_cut = |i: usize| is_open(i) && may_be_zero(operands[0], i) && may_be_at_most_zero(operands[1], i);
            (0..bounds.len()).filter(|&i| at_cut(i)).for_each(|i| bounds[i] = f64::INFINITY);
        }
        Op::Compare { direction: ComparisonDirection::Eq | ComparisonDirection::Ne, .. } => {
            forget_equal(operands[0], operands[1], bounds)
        }
        Op::Convert if instruction.array().element_type == ElementType::Pred => {
            let zero = Tracked::exact(ArrayLiteral::zeros(operands[0].array().shape()));
            forget_equal(operands[0], &zero, bounds)
        }
        Op::Unary(op) => forget_near(poles(*op), operands[0], bounds),
        Op::Binary(BinaryOp::Divide) => forget_near(&[0.0], operands[1], bounds),
        Op::Binary(BinaryOp::Power) => {
            forget_near(&[0.0], operands[0], bounds);
            // Powers of negative numbers have a sign by the exponent, or are NaN.
            let has_any_sign = |i: usize| rough(operands[1])[i] != 0.0 && may_be_at_most_zero(operands[0], i);
            (0..bounds.len()).filter(|&i| has_any_sign(i)).for_each(|i| bounds[i] = f64::INFINITY);
        }
        Op::Map { .. } if operands.iter().any(|o| !o.bound.is_exact()) => bounds.fill(f64::INFINITY),
        _ => {}
    }
}

fn may_be_zero(operand: &Tracked, part: usize) -> bool {
    parts(operand.array())[part].abs() <= operand.bounds()[part]
}

fn may_be_at_most_zero(operand: &Tracked, part: usize) -> bool {
    parts(operand.array())[part] <= operand.bounds()[part]
}

/// Nothing is known of whether two numbers are equal where one is inexact and they may be.
fn forget_equal(x: &Tracked, y: &Tracked, bounds: &mut [f64]) {
    let per = if x.array().element_type().is_complex() { 2 } else { 1 };
    let [(a, e), (b, f)] = [x, y].map(|operand| (parts(operand.array()), operand.bounds()));
    for (element, bound) in bounds.iter_mut().enumerate() {
        let mut places = element * per..(element + 1) * per;
        let is_exact = places.clone().all(|i| e[i] == 0.0 && f[i] == 0.0);
        if !is_exact && places.all(|i| (a[i] - b[i]).abs() <= e[i] + f[i]) {
            *bound = f64::INFINITY;
        }
    }
}

/// Nothing is known of a complex function of a number that may be a part of a turn away.
fn forget_turns(op: UnaryOp, operand: &Tracked, bounds: &mut [f64]) {
    if !operand.array().element_type().is_complex() || !op.is_transcendental() || operand.bound.is_exact() {
        return;
    }
    let widths = operand.bounds();
    let is_wide = |i: usize| widths[i & !1] > 0.5 || widths[i | 1] > 0.5;
    (0..bounds.len()).filter(|&i| is_wide(i)).for_each(|i| bounds[i] = f64::INFINITY);
}

/// Where a function is infinite although it is finite on both sides.
fn poles(op: UnaryOp) -> &'static [f64] {
    use UnaryOp::*;
    match op {
        Log | Rsqrt => &[0.0],
        LogPlusOne => &[-1.0],
        Atanh => &[-1.0, 1.0],
        Abs | Negate | Sign | Acos | Acosh | Asin | Asinh | Cbrt | Cosh | Cosine | Exponential
        | ExponentialMinusOne | Logistic | Sine | Sinh | Sqrt | Tan | Tanh | Ceil | Erf | Floor | RoundNearestAfz
        | RoundNearestEven | Imag | IsFinite | Real | CountLeadingZeros | Not | PopulationCount => &[],
    }
}

/// Nothing is known of the results at an operand that may be at a pole.
fn forget_near(poles: &[f64], operand: &Tracked, bounds: &mut [f64]) {
    let (values, widths) = (parts(operand.array()), operand.bounds());
    let is_complex = operand.array().element_type().is_complex();
    let near = |part: usize, place: f64| (values[part] - place).abs() <= widths[part];
    let at_pole = |i: usize| match is_complex {
        true => {
            let (re, im) = (i & !1, i | 1);
            let is_exact = widths[re] == 0.0 && widths[im] == 0.0;
            !is_exact && poles.iter().any(|&pole| near(re, pole) && near(im, 0.0))
        }
        false => widths[i] != 0.0 && poles.iter().any(|&pole| near(i, pole)),
    };
    (0..bounds.len()).filter(|&i| at_pole(i)).for_each(|i| bounds[i] = f64::INFINITY);
}

/// Nothing is known of what comes of an element of which nothing is known.
fn forget(operands: &[&Tracked], bounds: &mut [f64]) {
    for operand in operands.iter().filter(|operand| !operand.bound.is_exact()) {
        let known = operand.bounds();
        let count = bounds.len();
        for (i, bound) in bounds.iter_mut().enumerate() {
            // Real and complex arrays, and scalars among arrays, have other numbers of parts.
            let (first, last) = (i * known.len() / count, (i + 1) * known.len() / count);
            if known[first..last.max(first + 1)].iter().any(|b| b.is_infinite()) {
                *bound = f64::INFINITY;
            }
        }
    }
}

/// Every combination of the ends of the operands' intervals, where there are any.
fn corners(operands: &[&Tracked]) -> Vec<Vec<Literal>> {
    let mut corners: Vec<Vec<Literal>> = vec![Vec::new()];
    for operand in operands {
        let ends = ends(operand);
        corners = corners
            .into_iter()
            .flat_map(|corner| ends.iter().map(move |end| [corner.clone(), vec![end.clone()]].concat()))
            .collect();
    }
    if operands.iter().all(|o| o.bound.is_exact()) { Vec::new() } else { corners }
}

/// A value at the ends of its interval: two, or for complex numbers the four corners of a square.
fn ends(operand: &Tracked) -> Vec<Literal> {
    let array = operand.array();
    if operand.bound.is_exact() {
        return vec![operand.value.clone()];
    }
    let signs: &[[f64; 2]] = match array.element_type().is_complex() {
        true => &[[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]],
        false => &[[1.0, 1.0], [-1.0, -1.0]],
    };
    signs.iter().map(|&signs| shifted(array, &operand.bounds(), signs)).collect()
}

fn shifted(array: &ArrayLiteral, bounds: &[f64], signs: [f64; 2]) -> Literal {
    let part = array.element_type().real_part();
    let is_complex = array.element_type().is_complex();
    let mut bytes = array.bytes().to_vec();
    for (i, &bound) in bounds.iter().enumerate().filter(|&(_, &bound)| bound != 0.0) {
        let sign = signs[if is_complex { i % 2 } else { 0 }];
        let slot = &mut bytes[i * part.byte_width()..][..part.byte_width()];
        let value = part.decode_float(slot);
        let end = match bound.is_nan() {
            true => f64::NAN.copysign(sign),
            false => value + sign * (bound + spacing(part, value) / 2.0),
        };
        slot.copy_from_slice(&part.encode_float(end)[..part.byte_width()]);
    }
    ArrayLiteral::from_slice(array.element_type(), array.dims(), &bytes).into()
}

/// What the operation adds by itself.
fn own(run: &Run, instruction: &Instruction, operands: &[&Tracked], results: &[f64]) -> Vec<f64> {
    let element_type = instruction.array().element_type;
    let mut bounds: Vec<f64> = vec![0.0; part_count(instruction.array())];
    for i in 0..bounds.len() {
        let whole = if element_type.is_complex() { results[i & !1].hypot(results[i | 1]) } else { results[i] };
        bounds[i] = match &instruction.op {
            // Special values of complex functions are open.
            Op::Unary(_) | Op::Binary(_) if element_type.is_complex() && !is_finite(operands, i) => f64::INFINITY,
            Op::Map { to_apply } if !is_exact_region(run.module, *to_apply) => f64::INFINITY,
            // Where one of two products is rounded, and so infinite, and the other is not, a part need not be NaN.
            Op::Binary(BinaryOp::Multiply | BinaryOp::Divide)
                if element_type.is_complex() && doubtful_product(operands, i) =>
            {
                f64::INFINITY
            }
            // The direction of a power that overflows is lost.
            Op::Binary(BinaryOp::Power) if element_type.is_complex() => f64::INFINITY,
            _ if results[i].is_nan() => f64::NAN,
            // Without a code for NaN it is a zero, of any sign.
            _ if results[i] == 0.0 && has_no_nan(element_type) => spacing(element_type, 0.0),
            Op::Unary(op) => unary(*op, operands[0].array().element_type(), results[i], whole),
            Op::Binary(op) => binary(*op, element_type, results[i], whole),
            _ => 0.0,
        };
    }
    if matches!(instruction.op, Op::Convert) && operands[0].array().element_type() == element_type {
        bounds.fill(0.0);
    }
    bounds
}

/// Whether the operands of a complex result are finite at a part of it.
fn is_finite(operands: &[&Tracked], part: usize) -> bool {
    let finite = |o: &&Tracked| {
        let values = parts(o.array());
        o.array().element_type().real_part() == o.array().element_type()
            || [part & !1, part | 1].iter().all(|&i| values[i].is_finite())
    };
    operands.iter().all(finite)
}

fn has_no_nan(element_type: ElementType) -> bool {
    element_type.float_format().is_some_and(|format| format.specials() == Specials::Finite)
}

/// Of functions in ulp, as `docs/numerics.md` has them, with the interpreter's own error.
fn unary(op: UnaryOp, element_type: ElementType, result: f64, whole: f64) -> f64 {
    let is_complex = element_type.is_complex();
    let is_rounded_right = op == UnaryOp::Sqrt && !is_complex;
    if op == UnaryOp::Abs && is_complex {
        function(element_type, result, result)
    } else if (op.is_transcendental() && !is_rounded_right) || (op == UnaryOp::Sign && is_complex) {
        function(element_type, result, whole)
    } else {
        0.0
    }
}

/// A few ulp; of the whole number for complex parts.
fn function(element_type: ElementType, result: f64, whole: f64) -> f64 {
    let part = element_type.real_part();
    if result.is_infinite() {
        return 0.0;
    }
    if element_type.is_complex() {
        return 64.0 * spacing(part, whole.min(largest(part)));
    }
    let ulps = if part.bit_width() <= 16 { 1.0 } else { 5.0 };
    ulps * spacing(part, result)
}

fn binary(op: BinaryOp, element_type: ElementType, result: f64, whole: f64) -> f64 {
    use BinaryOp::*;
    match op {
        Atan2 => function(element_type, result, whole),
        Power if !element_type.is_integer() => function(element_type, result, whole),
        Multiply | Divide if element_type.is_complex() => function(element_type, result, whole),
        Power | Multiply | Divide | Add | And | Complex | Maximum | Minimum | Or | Remainder | ShiftLeft
        | ShiftRightArithmetic | ShiftRightLogical | Subtract | Xor => 0.0,
    }
}

/// Whether a complex product or quotient may leave the range of its parts on the way.
fn doubtful_product(operands: &[&Tracked], part: usize) -> bool {
    let ty = operands[0].array().element_type().real_part();
    let modulus = |operand: &Tracked| {
        let values = parts(operand.array());
        values[part & !1].abs() + values[part | 1].abs()
    };
    let (a, b) = (modulus(operands[0]), modulus(operands[1]));
    let (low, high) = (largest(ty).sqrt().recip() / epsilon(ty), largest(ty).sqrt() / 4.0);
    let fits = |m: f64| m == 0.0 || (low..high).contains(&m);
    !fits(a) || !fits(b)
}

/// Whether a region rounds only as IEEE says.
pub fn is_exact_region(module: &Module, id: ComputationId) -> bool {
    let computation = module.computation(id);
    computation.ids().all(|id| match computation.op(id) {
        Op::Unary(op) => unary(*op, computation.get(computation.operand(id, 0)).array().element_type, 1.0, 1.0) == 0.0,
        Op::Binary(op) => binary(*op, computation.get(id).array().element_type, 1.0, 1.0) == 0.0,
        _ => true,
    })
}
