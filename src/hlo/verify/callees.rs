//! Rules of called computations: they take what the operation gives them, and return what it needs.

use super::{Check, Site, ensure};
use crate::hlo::infer::ProgramShape;
use crate::hlo::op_class::calls_nothing;
use crate::hlo::shape::join;
use crate::hlo::{ElementType, Op, Shape};

pub(super) fn rules(site: &Site) -> Vec<String> {
    expected_shapes(site).into_iter().zip(&site.callees).filter_map(|(e, callee)| agrees(&e, callee).err()).collect()
}

/// What a called computation should look like, with the word for its role.
struct Expected {
    role: String,
    shape: ProgramShape,
}

fn expected(role: impl Into<String>, parameters: Vec<Shape>, result: Shape) -> Expected {
    Expected { role: role.into(), shape: ProgramShape { parameters, result } }
}

fn agrees(expected: &Expected, found: &ProgramShape) -> Check {
    let wanted = &expected.shape;
    let parameters = wanted.parameters.len() == found.parameters.len()
        && wanted.parameters.iter().zip(&found.parameters).all(|(a, b)| a.same_type(b));
    ensure(parameters && wanted.result.same_type(&found.result), || {
        format!("expected {} of type {}, found {}", expected.role, text(wanted), text(found))
    })
}

fn text(shape: &ProgramShape) -> String {
    format!("({}) -> {}", join(&shape.parameters, ", "), shape.result)
}

/// One for each called computation, in the operation's order.
fn expected_shapes(site: &Site) -> Vec<Expected> {
    let operands = &site.operands;
    match &site.instruction.op {
        Op::Map { .. } => vec![map_c4_computation(site)],
        Op::Reduce { .. } | Op::ReduceWindow { .. } => {
            vec![reduce_c6_body("a reducer", &operands[operands.len() / 2..])]
        }
        Op::Scatter { .. } => vec![reduce_c6_body("an update computation", &operands[..operands.len() / 2])],
        Op::SelectAndScatter { .. } => {
            vec![select_and_scatter_c9_select(operands[0]), reduce_c6_body("a scatter computation", &operands[..1])]
        }
        Op::Sort { .. } => vec![sort_c5_comparator(operands)],
        Op::While { .. } => vec![while_c1_condition(operands[0]), while_c2_body(operands[0])],
        Op::Conditional { .. } => case_branches(site),
        Op::Scan { dimension, carries, .. } => vec![scan_body(site, *dimension, *carries)],
        Op::Call { .. } | Op::Fusion { .. } => vec![call_takes_operands(site)],
        Op::Collective(_) => site.callees.iter().map(|_| all_reduce_c5_computation(operands[0])).collect(),
        Op::AsyncStart(_) => async_start(site),
        Op::CustomCall(_) | calls_nothing!() => Vec::new(),
    }
}

/// What the operation that is started expects.
fn async_start(site: &Site) -> Vec<Expected> {
    let started = site.instruction.started();
    let of = |started| expected_shapes(&Site::new(site.computation, &started, site.callees.clone()));
    started.map(of).unwrap_or_default()
}

/// A scalar of an array's elements.
fn element(shape: &Shape) -> Shape {
    shape.as_array().map_or_else(|| shape.clone(), |array| Shape::scalar(array.element_type))
}

fn map_c4_computation(site: &Site) -> Expected {
    let parameters = site.operands.iter().map(|operand| element(operand)).collect();
    expected("a computation", parameters, element(&site.instruction.shape))
}

/// Accumulators, then elements, to accumulators. Reduce-window's C13 and scatter's C23 say the same.
fn reduce_c6_body(role: &str, accumulators: &[&Shape]) -> Expected {
    let elements: Vec<Shape> = accumulators.iter().map(|shape| element(shape)).collect();
    let result = match &elements[..] {
        [single] => single.clone(),
        several => Shape::Tuple(several.to_vec()),
    };
    expected(role, [&elements[..], &elements].concat(), result)
}

/// Two elements to one. Several operands are reduced each for itself. Reduce-scatter's C7 says the same.
fn all_reduce_c5_computation(operand: &Shape) -> Expected {
    expected("a reducer", vec![element(operand); 2], element(operand))
}

fn select_and_scatter_c9_select(operand: &Shape) -> Expected {
    expected("a select computation", vec![element(operand); 2], Shape::scalar(ElementType::Pred))
}

fn sort_c5_comparator(operands: &[&Shape]) -> Expected {
    let pairs = operands.iter().flat_map(|operand| [element(operand), element(operand)]);
    expected("a comparator", pairs.collect(), Shape::scalar(ElementType::Pred))
}

fn while_c1_condition(state: &Shape) -> Expected {
    expected("a condition", vec![state.clone()], Shape::scalar(ElementType::Pred))
}

fn while_c2_body(state: &Shape) -> Expected {
    expected("a body", vec![state.clone()], state.clone())
}

fn case_branches(site: &Site) -> Vec<Expected> {
    let branches = site.operands.iter().skip(1).enumerate();
    let result = &site.instruction.shape;
    branches.map(|(i, &operand)| expected(format!("branch {i}"), vec![operand.clone()], result.clone())).collect()
}

/// Slices and carries to slices and carries.
fn scan_body(site: &Site, dimension: usize, carries: usize) -> Expected {
    let inputs = site.operands.len() - carries;
    let parameters = site.operands.iter().enumerate().map(|(i, &shape)| sliced_before(shape, i, inputs, dimension));
    let result = match &site.instruction.shape {
        Shape::Tuple(parts) => {
            let outputs = parts.len() - carries;
            let parts = parts.iter().enumerate().map(|(i, part)| sliced_before(part, i, outputs, dimension));
            Shape::Tuple(parts.collect())
        }
        one @ (Shape::Array(_) | Shape::Token) => sliced_before(one, carries, 1, dimension),
    };
    expected("a computation", parameters.collect(), result)
}

/// Without the dimension, where `i` is below `count`.
fn sliced_before(shape: &Shape, i: usize, count: usize, dimension: usize) -> Shape {
    match shape.as_array().filter(|_| i < count) {
        Some(array) => {
            let mut dims = array.dims.clone();
            dims.remove(dimension);
            Shape::array(array.element_type, dims)
        }
        None => shape.clone(),
    }
}

fn call_takes_operands(site: &Site) -> Expected {
    let operands = site.operands.iter().map(|&operand| operand.clone()).collect();
    expected("a computation", operands, site.instruction.shape.clone())
}

#[cfg(test)]
mod tests {
    use super::super::testing::{callee, f32s, findings, parameters};
    use crate::hlo::{ComputationId, ElementType, Instruction, Op, Shape, WindowDimension};

    /// Messages about an operation that calls `(f32[2]) -> f32[2]`.
    fn calling(op: impl FnOnce(ComputationId) -> Op, operands: &[Shape], result: Shape) -> Vec<String> {
        findings(|module, entry| {
            let wrong = callee(module, &[f32s(&[2])], 0);
            let operands = parameters(entry, operands);
            entry.add(Instruction::new(op(wrong), result, operands));
        })
    }

    #[test]
    fn map_c4_computation() {
        let found = calling(|to_apply| Op::Map { to_apply }, &[f32s(&[3])], f32s(&[3]));
        assert_eq!(found, ["map: expected a computation of type (f32[]) -> f32[], found (f32[2]) -> f32[2]"]);
    }

    #[test]
    fn reduce_c6_body() {
        let reduce = |to_apply| Op::Reduce { dimensions: vec![0], to_apply };
        let found = calling(reduce, &[f32s(&[3]), f32s(&[])], f32s(&[]));
        assert_eq!(found, ["reduce: expected a reducer of type (f32[], f32[]) -> f32[], found (f32[2]) -> f32[2]"]);
    }

    #[test]
    fn select_and_scatter_c9_select() {
        let window = vec![WindowDimension::of_size(3)];
        let op = |id| Op::SelectAndScatter { window, select: id, scatter: id };
        let found = calling(op, &[f32s(&[3]), f32s(&[1]), f32s(&[])], f32s(&[3]));
        assert_eq!(
            found,
            [
                "select-and-scatter: expected a select computation of type (f32[], f32[]) -> pred[], \
                 found (f32[2]) -> f32[2]",
                "select-and-scatter: expected a scatter computation of type (f32[], f32[]) -> f32[], \
                 found (f32[2]) -> f32[2]"
            ]
        );
    }

    #[test]
    fn sort_c5_comparator() {
        let sort = |comparator| Op::Sort { dimension: 0, is_stable: true, comparator };
        let found = calling(sort, &[f32s(&[3])], f32s(&[3]));
        assert_eq!(found, ["sort: expected a comparator of type (f32[], f32[]) -> pred[], found (f32[2]) -> f32[2]"]);
    }

    #[test]
    fn while_c1_condition() {
        let op = |id| Op::While { condition: id, body: id };
        let found = calling(op, &[f32s(&[2])], f32s(&[2]));
        assert_eq!(found, ["while: expected a condition of type (f32[2]) -> pred[], found (f32[2]) -> f32[2]"]);
    }

    #[test]
    fn while_c2_body() {
        let op = |id| Op::While { condition: id, body: id };
        let found = calling(op, &[f32s(&[3])], f32s(&[3]));
        assert_eq!(found[1], "while: expected a body of type (f32[3]) -> f32[3], found (f32[2]) -> f32[2]");
    }

    #[test]
    fn case_branches() {
        let index = Shape::scalar(ElementType::S32);
        let op = |id| Op::Conditional { branches: vec![id, id] };
        let found = calling(op, &[index, f32s(&[2]), f32s(&[])], f32s(&[2]));
        assert_eq!(found, ["conditional: expected branch 1 of type (f32[]) -> f32[2], found (f32[2]) -> f32[2]"]);
    }

    #[test]
    fn call_takes_operands() {
        let found = calling(|to_apply| Op::Call { to_apply }, &[f32s(&[3])], f32s(&[2]));
        assert_eq!(found, ["call: expected a computation of type (f32[3]) -> f32[2], found (f32[2]) -> f32[2]"]);
    }
}
