//! `lapack-rewriter`: LAPACK's custom calls as operations, where there is one.
//!
//! JAX asks for `potrf` and `trsm` by name; as `cholesky` and `triangular-solve` they run on the platform's own
//! templates, and what surrounds them (masks, checks of `info`) fuses. Calls whose shapes or options are not what these
//! routines take stay calls, and are refused where they are performed.

use super::Pass;
use super::matrix::real;
use crate::hlo::{
    ArrayShape, BinaryOp, Builder, ComparisonDirection, Computation, ComputationId, CustomCall, Diagnostics,
    ElementType, InstructionId, Module, Op, Shape, Transpose, reducer,
};

pub const PASS: Pass =
    Pass { name: "lapack-rewriter", description: "Turns LAPACK's potrf and trsm into operations.", run };

/// A call with an operation to replace it.
#[derive(Clone, Copy)]
enum Routine {
    /// `(a)` to `(factor, info)`
    Potrf { lower: bool },
    /// `(a, b)` to `x`
    Trsm { left_side: bool, lower: bool, unit_diagonal: bool, transpose_a: Transpose },
}

fn run(module: &mut Module) -> Result<bool, Diagnostics> {
    let mut changed = false;
    for owner in module.post_order() {
        for (id, routine) in calls(module.computation(owner)) {
            rewrite(module, owner, id, routine)?;
            changed = true;
        }
    }
    Ok(changed)
}

fn calls(computation: &Computation) -> Vec<(InstructionId, Routine)> {
    computation.ids().filter_map(|id| Some((id, routine(computation, id)?))).collect()
}

/// The routine that an instruction calls, if it calls it as the routine wants.
fn routine(computation: &Computation, id: InstructionId) -> Option<Routine> {
    let Op::CustomCall(call) = computation.op(id) else { return None };
    let name = call.target.strip_prefix("lapack_")?.strip_suffix("_ffi")?;
    let element_type = match name.get(..1)? {
        "s" => ElementType::F32,
        "d" => ElementType::F64,
        "c" => ElementType::C64,
        "z" => ElementType::C128,
        _ => return None,
    };
    let operands = computation.operands(id).iter().map(|&operand| computation.shape(operand).as_array());
    let operands: Vec<_> = operands.collect::<Option<_>>()?;
    let is_one_type = operands.iter().all(|operand| operand.element_type == element_type && operand.rank() >= 2);
    let result = computation.shape(id);
    match (&name[1..], &operands[..]) {
        ("potrf", [a]) if is_one_type && is_square(a) && result.same_type(&potrf_result(a)) => potrf(call),
        ("trsm", [a, b]) if is_one_type && is_square(a) && result.same_type(&Shape::Array((*b).clone())) => {
            trsm(call).filter(|routine| routine.is_conformable(a, b))
        }
        _ => None,
    }
}

fn is_square(a: &ArrayShape) -> bool {
    a.dims[a.rank() - 2] == a.dims[a.rank() - 1]
}

fn potrf_result(a: &ArrayShape) -> Shape {
    let info = Shape::array(ElementType::S32, &a.dims[..a.rank() - 2]);
    Shape::Tuple(vec![Shape::Array(a.clone()), info])
}

impl Routine {
    /// Whether there is a system `a` for every matrix of `b`, of its size.
    fn is_conformable(&self, a: &ArrayShape, b: &ArrayShape) -> bool {
        let is_left = matches!(self, Routine::Trsm { left_side: true, .. });
        let (batch, matrix) = b.dims.split_at(b.rank() - 2);
        let size = if is_left { matrix[0] } else { matrix[1] };
        a.dims[..a.rank() - 2] == *batch && a.dims[a.rank() - 1] == size
    }
}

fn potrf(call: &CustomCall) -> Option<Routine> {
    Some(Routine::Potrf { lower: is_letter(call, "uplo", ['L', 'U'])? })
}

fn trsm(call: &CustomCall) -> Option<Routine> {
    let transpose_a = match call.letter("trans_x")? {
        'N' => Transpose::NoTranspose,
        'T' => Transpose::Transpose,
        'C' => Transpose::Adjoint,
        _ => return None,
    };
    Some(Routine::Trsm {
        left_side: is_letter(call, "side", ['L', 'R'])?,
        lower: is_letter(call, "uplo", ['L', 'U'])?,
        unit_diagonal: is_letter(call, "diag", ['U', 'N'])?,
        transpose_a,
    })
}

/// Whether an option is the first of two letters; `None` where it is neither.
fn is_letter(call: &CustomCall, option: &str, [first, second]: [char; 2]) -> Option<bool> {
    call.letter(option).filter(|letter| [first, second].contains(letter)).map(|letter| letter == first)
}

fn rewrite(module: &mut Module, owner: ComputationId, id: InstructionId, routine: Routine) -> Result<(), Diagnostics> {
    let instruction = module.computation(owner).get(id).clone();
    let operands = instruction.operands();
    let least = module.add_computation(reducer(BinaryOp::Minimum, ElementType::S32));
    let mut b = Builder::new(module.computation_mut(owner), &instruction.location);
    let value = match routine {
        Routine::Potrf { lower } => factored(&mut b, operands[0], lower, least),
        Routine::Trsm { left_side, lower, unit_diagonal, transpose_a } => {
            let op = Op::TriangularSolve { left_side, lower, unit_diagonal, transpose_a };
            b.add(op, operands, &instruction.shape)
        }
    };
    b.finish()?;
    let computation = module.computation_mut(owner);
    computation.replace_all_uses(id, value);
    computation.remove(id);
    Ok(())
}

/// The factor, with what `a` has in the other triangle, and the order of the first leading minor that is not positive
/// definite, or 0.
fn factored(b: &mut Builder<'_>, a: InstructionId, lower: bool, least: ComputationId) -> InstructionId {
    let (dims, shape) = (b.dims(a), b.shape(a).clone());
    let rank = dims.len();
    let factor = b.add(Op::Cholesky { lower }, &[a], &shape);
    let (row, column) = (b.iota(ElementType::S32, &dims, rank - 2), b.iota(ElementType::S32, &dims, rank - 1));
    let direction = if lower { ComparisonDirection::Ge } else { ComparisonDirection::Le };
    let is_factor = b.compare(direction, row, column);
    let kept = b.select(is_factor, factor, a);
    let info = first_failure(b, factor, least);
    b.tuple(&[kept, info])
}

/// Pivots are the squares of the factor's diagonal: the first one that is not positive counts, from 1.
fn first_failure(b: &mut Builder<'_>, factor: InstructionId, least: ComputationId) -> InstructionId {
    let dims = b.dims(factor);
    let (&size, batch) = dims.split_last().expect("a matrix has dimensions");
    let batch = &batch[..batch.len() - 1];
    let flat = b.reshape(factor, &[batch, &[size * size]].concat());
    let ones = vec![1; batch.len()];
    let limits = [batch, &[size * size]].concat();
    let diagonal = b.slice(flat, &vec![0; limits.len()], &limits, &[&ones[..], &[size + 1]].concat());
    let diagonal = real(b, diagonal);
    let zero = b.full_like(diagonal, 0.0);
    let is_positive = b.compare(ComparisonDirection::Gt, diagonal, zero);
    let place = b.iota(ElementType::S32, &b.dims(diagonal), batch.len());
    let none = b.scalar_integer(ElementType::S32, i64::from(i32::MAX));
    let (one, beyond) = (b.full_like(place, 1.0), b.full_like(place, f64::from(i32::MAX)));
    let order = b.add_values(place, one);
    let failed = b.select(is_positive, beyond, order);
    let first = b.reduce(failed, none, &[batch.len()], least);
    let (beyond, success) = (b.full_like(first, f64::from(i32::MAX)), b.full_like(first, 0.0));
    let is_success = b.compare(ComparisonDirection::Eq, first, beyond);
    b.select(is_success, success, first)
}
