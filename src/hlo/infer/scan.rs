//! Shape of a scan.

use super::ProgramShape;
use super::check::*;
use crate::hlo::{ArrayShape, Shape};

/// `operands` are the inputs, one at least, then the initial values of what is carried.
pub fn scan(
    operands: &[&ArrayShape],
    dimension: usize,
    carries: usize,
    callees: &[ProgramShape],
) -> Result<Shape, String> {
    let [body] = callees else { return Err(format!("expected 1 called computation, found {}", callees.len())) };
    let steps = inputs_have_one_size(operands, dimension, carries)?;
    let returned = body.result.as_tuple().unwrap_or(std::slice::from_ref(&body.result));
    let outputs = returned.len().checked_sub(carries);
    let outputs = outputs.ok_or_else(|| format!("expected {carries} results and more, found {}", returned.len()))?;
    let mut results = Vec::new();
    for (i, shape) in returned.iter().enumerate() {
        let mut result = array(&format!("result {i}"), shape)?.clone();
        if i < outputs {
            below("a dimension", &[dimension], result.rank() + 1)?;
            result.dims.insert(dimension, steps);
            result = ArrayShape::new(result.element_type, result.dims);
        }
        results.push(Shape::Array(result));
    }
    match (&body.result, &mut results[..]) {
        (Shape::Array(_), [one]) => Ok(one.clone()),
        _ => Ok(Shape::Tuple(results)),
    }
}

fn inputs_have_one_size(operands: &[&ArrayShape], dimension: usize, carries: usize) -> Result<usize, String> {
    let inputs = operands.len().checked_sub(carries).filter(|&inputs| inputs > 0);
    let few = || format!("expected an input and {carries} initial values, found {} operands", operands.len());
    let inputs = &operands[..inputs.ok_or_else(few)?];
    inputs.iter().try_for_each(|input| below("a dimension", &[dimension], input.rank()))?;
    let steps = inputs[0].dims[dimension];
    inputs.iter().try_for_each(|input| {
        expect_equal(&format!("inputs whose dimension {dimension} has size"), steps, input.dims[dimension])
    })?;
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::super::check::testing::*;
    use super::*;

    #[test]
    fn outputs_have_a_slice_a_step() {
        let element = Shape::Array(f32s(&[2]));
        let body = |result| [ProgramShape { parameters: vec![element.clone(); 2], result }];
        let both = body(Shape::Tuple(vec![element.clone(); 2]));
        let (input, carry) = (f32s(&[2, 5]), f32s(&[2]));
        assert_eq!(text(scan(&[&input, &carry], 1, 1, &both)), "(f32[2,5], f32[2])");
        assert_eq!(text(scan(&[&input], 1, 0, &body(element.clone()))), "f32[2,5]");
        assert_eq!(text(scan(&[&input], 2, 0, &both)), "expected a dimension below 2, found [2]");
        let error = "expected inputs whose dimension 1 has size 5, found 3";
        assert_eq!(text(scan(&[&input, &f32s(&[2, 3])], 1, 0, &both)), error);
        let error = "expected an input and 2 initial values, found 2 operands";
        assert_eq!(text(scan(&[&input, &carry], 1, 2, &both)), error);
    }
}
