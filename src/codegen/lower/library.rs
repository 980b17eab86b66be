//! Operations that native templates perform.

use super::{Lowering, Site, sort};
use crate::codegen::spec::{self, GroupCounts, TriangularOptions};
use crate::codegen::thunk::{Epilogue, LibraryCall, ThunkKind};
use crate::hlo::op_class::{
    application, contraction, control, elementwise, indexing, leaf, movement, normalization, structure,
};
use crate::hlo::{ArrayShape, Computation, Diagnostics, ElementType, InstructionId, Op, Shape};
use crate::passes::buffers::OutputFusion;

pub fn lower(lowering: &Lowering<'_>, site: &Site<'_>) -> Result<ThunkKind, Diagnostics> {
    let call = match &site.instruction.op {
        Op::Sort { dimension, comparator, .. } => sort::call(lowering, site, *dimension, *comparator),
        op => match contraction_call(site.computation, site.id) {
            Some(call) => call,
            None => dense_call(site, op)?,
        },
    };
    let (operands, results) = (lowering.operand_leaves(site), lowering.results(site).to_vec());
    Ok(ThunkKind::Library { call, operands, results, epilogue: None })
}

/// A product or convolution, followed by the kernel that was emitted for the rest of the fusion.
pub fn lower_output_fusion(lowering: &Lowering<'_>, site: &Site<'_>, fusion: OutputFusion) -> ThunkKind {
    let Op::Fusion { computation: fused, .. } = site.instruction.op else { unreachable!("a fusion") };
    let fused = lowering.module.computation(fused);
    let argument = |&operand: &InstructionId| match fused.op(operand) {
        Op::Parameter { number } => lowering.operand(site, *number),
        _ => unreachable!("an output fusion's product reads parameters"),
    };
    let results = lowering.results(site).to_vec();
    let phase = lowering.kernels.kernel(site.computation_id, site.id).phases[0].clone();
    ThunkKind::Library {
        call: contraction_call(fused, fusion.contraction).expect("an output fusion has a product or convolution"),
        operands: fused.operands(fusion.contraction).iter().map(argument).collect(),
        results: vec![results[fusion.raw_result]],
        epilogue: Some(Epilogue {
            unit_elements: fused.get(fusion.contraction).array().element_count() / phase.units as usize,
            phase,
            operands: lowering.operand_leaves(site),
            results,
        }),
    }
}

/// The template's call for a product or a convolution.
fn contraction_call(computation: &Computation, id: InstructionId) -> Option<LibraryCall> {
    let instruction = computation.get(id);
    let shape = |n: usize| computation.shape(computation.operand(id, n)).expect_array();
    match &instruction.op {
        Op::Dot { dims, .. } => {
            Some(LibraryCall::Gemm(spec::Gemm::from_dot(shape(0), shape(1), instruction.array(), dims)))
        }
        Op::Convolution { window, dims, feature_group_count, batch_group_count, .. } => {
            let shapes = (shape(0), shape(1), instruction.array());
            let groups = GroupCounts { feature: *feature_group_count, batch: *batch_group_count };
            Some(LibraryCall::Convolution(spec::Convolution::new(shapes, window, dims, groups)))
        }
        _ => None,
    }
}

/// Templates that take row-major arrays.
fn dense_call(site: &Site<'_>, op: &Op) -> Result<LibraryCall, Diagnostics> {
    let operands = site.instruction.operands().iter().map(|&operand| site.computation.shape(operand));
    if !operands.chain([&site.instruction.shape]).all(Shape::is_row_major) {
        return Err(site.unsupported("its template takes row-major arrays only"));
    }
    let operand = site.operand_shape(0);
    if is_linear_algebra(op) && !is_factored(operand.element_type) {
        return Err(site.unsupported(format!("no template takes {}", operand.element_type)));
    }
    match op {
        Op::TopK { k, largest: true } => Ok(LibraryCall::TopK(top_k(operand, *k))),
        Op::Fft { fft_type, length } => Ok(LibraryCall::Fft(spec::Fft::new(operand, *fft_type, length))),
        Op::Cholesky { lower } => Ok(LibraryCall::Cholesky(spec::Cholesky::new(operand, *lower))),
        &Op::TriangularSolve { left_side, lower, unit_diagonal, transpose_a } => {
            let options = TriangularOptions { left_side, lower, unit_diagonal, transpose_a };
            Ok(LibraryCall::TriangularSolve(spec::TriangularSolve::new(site.operand_shape(1), options)))
        }
        Op::RngBitGenerator { algorithm } => {
            let bits = site.instruction.shape.at(&[1]).map(Shape::expect_array);
            let bits = bits.ok_or_else(|| site.unsupported("expected a state and bits as results"))?;
            if bits.element_type.bit_width() < 8 {
                return Err(site.unsupported(format!("no template makes bits of {}", bits.element_type)));
            }
            algorithm.check_state(operand).map_err(|why| site.unsupported(why))?;
            Ok(LibraryCall::RandomBits(spec::RandomBits::new(*algorithm, operand, bits)))
        }
        Op::TopK { largest: false, .. }
        | normalization!()
        | Op::Rng { .. }
        | leaf!()
        | elementwise!()
        | movement!()
        | indexing!()
        | contraction!()
        | application!()
        | structure!()
        | control!() => Err(site.unsupported("no template performs it")),
    }
}

fn top_k(operand: &ArrayShape, k: usize) -> spec::TopK {
    let (length, rows) = operand.dims.split_last().map_or((1, 1), |(&length, rows)| (length, rows.iter().product()));
    spec::TopK { element_type: operand.element_type, rows, length, k }
}

fn is_linear_algebra(op: &Op) -> bool {
    matches!(op, Op::Cholesky { .. } | Op::TriangularSolve { .. })
}

/// What linear algebra is done in.
fn is_factored(element_type: ElementType) -> bool {
    matches!(element_type, ElementType::F32 | ElementType::F64 | ElementType::C64 | ElementType::C128)
}
