//! Shapes of tuples and control flow.

use super::ProgramShape;
use super::check::*;
use crate::hlo::{ArrayShape, Shape};

pub fn tuple(operands: &[&Shape]) -> Shape {
    Shape::Tuple(operands.iter().map(|&operand| operand.clone()).collect())
}

pub fn get_tuple_element(operand: &Shape, index: usize) -> Result<Shape, String> {
    let parts = operand.as_tuple().ok_or_else(|| format!("expected operand 0 to be a tuple, found {operand}"))?;
    get_tuple_element_c1_index_is_there(parts, index)
}

fn get_tuple_element_c1_index_is_there(parts: &[Shape], index: usize) -> Result<Shape, String> {
    parts.get(index).cloned().ok_or_else(|| format!("expected an index below {}, found {index}", parts.len()))
}

/// All branches return what the first does.
pub fn conditional(operands: &[&Shape], branches: &[ProgramShape]) -> Result<Shape, String> {
    let first = case_c1_has_branches(branches)?;
    let expected = branches.len() + 1;
    expect_equal("a number of operands of", expected, operands.len())?;
    case_c3_results_agree(first, branches)?;
    Ok(first.result.clone())
}

fn case_c1_has_branches(branches: &[ProgramShape]) -> Result<&ProgramShape, String> {
    branches.first().ok_or_else(|| "expected at least 1 branch, found none".into())
}

fn case_c3_results_agree(first: &ProgramShape, branches: &[ProgramShape]) -> Check {
    branches.iter().enumerate().try_for_each(|(i, branch)| {
        ensure(branch.result.same_type(&first.result), || {
            format!("expected branch {i} to return {}, found {}", first.result, branch.result)
        })
    })
}

/// What the one called computation returns.
pub fn call(callees: &[ProgramShape]) -> Result<Shape, String> {
    let [callee] = callees else { return Err(format!("expected 1 called computation, found {}", callees.len())) };
    Ok(callee.result.clone())
}

pub fn after_all(operands: &[&Shape]) -> Result<Shape, String> {
    operands.iter().enumerate().try_for_each(|(i, operand)| {
        ensure(matches!(operand, Shape::Token), || format!("expected operand {i} to be a token, found {operand}"))
    })?;
    Ok(Shape::Token)
}

/// `stated` is the array whose values count up along `dimension`.
pub fn iota(stated: &Shape, dimension: usize) -> Result<ArrayShape, String> {
    let stated = array("the result", stated)?;
    iota_c1_dimension_is_there(stated, dimension)?;
    Ok(stated.clone())
}

fn iota_c1_dimension_is_there(stated: &ArrayShape, dimension: usize) -> Check {
    below("an iota dimension", &[dimension], stated.rank())
}

#[cfg(test)]
mod tests {
    use super::super::check::testing::*;
    use super::*;

    fn shape(dims: &[usize]) -> Shape {
        Shape::Array(f32s(dims))
    }

    #[test]
    fn get_tuple_element_c1_index_is_there() {
        let pair = tuple(&[&shape(&[2]), &Shape::Token]);
        assert_eq!(text(get_tuple_element(&pair, 1)), "token[]");
        assert_eq!(text(get_tuple_element(&pair, 2)), "expected an index below 2, found 2");
        assert_eq!(text(get_tuple_element(&shape(&[2]), 0)), "expected operand 0 to be a tuple, found f32[2]");
    }

    fn branch(result: &[usize]) -> ProgramShape {
        ProgramShape { parameters: vec![], result: shape(result) }
    }

    #[test]
    fn case_c1_has_branches() {
        assert_eq!(text(conditional(&[&shape(&[])], &[])), "expected at least 1 branch, found none");
    }

    #[test]
    fn case_c3_results_agree() {
        let (index, operand) = (shape(&[]), shape(&[2]));
        let found = text(conditional(&[&index, &operand, &operand], &[branch(&[2]), branch(&[3])]));
        assert_eq!(found, "expected branch 1 to return f32[2], found f32[3]");
        let found = text(conditional(&[&index, &operand], &[branch(&[2]), branch(&[2])]));
        assert_eq!(found, "expected a number of operands of 3, found 2");
    }

    #[test]
    fn after_all_joins_tokens() {
        assert_eq!(text(after_all(&[])), "token[]");
        assert_eq!(text(after_all(&[&shape(&[2])])), "expected operand 0 to be a token, found f32[2]");
    }

    #[test]
    fn iota_c1_dimension_is_there() {
        assert_eq!(text(iota(&shape(&[2]), 1)), "expected an iota dimension below 1, found [1]");
    }
}
