//! `select_and_scatter` whose regions use outer values: HLO's operation has no room for them, a windowed reduction to
//! the chosen places and a scatter have.

use super::{Applied, Failure, OpLowering, Outcome};
use crate::hlo::infer::ProgramShape;
use crate::hlo::*;

/// The type of places in the operand, counted in row-major order; -1 is none.
const PLACE: ElementType = ElementType::S64;

impl OpLowering<'_, '_> {
    /// The place that `select` chooses in each window; -1 where there is padding alone.
    pub(super) fn chosen_places(&mut self, window: Window, select: &Applied) -> Result<InstructionId, Failure> {
        let operand = self.operands[0];
        let shape = self.array(0)?;
        let types: Vec<ElementType> =
            select.captured.iter().map(|&id| self.shape(id).expect_array().element_type).collect();
        let to_apply = self.choice(shape.element_type, &types, select)?;
        let callee = ProgramShape::of(self.state.module.computation(to_apply));
        let mut b = self.builder();
        let places = b.iota(PLACE, &[shape.element_count()], 0);
        let places = b.reshape(places, &shape.dims);
        let nothing = b.scalar_integer(PLACE, -1);
        let zero = b.scalar(shape.element_type, 0.0);
        let outer: Vec<InstructionId> = select.captured.iter().map(|&id| b.splat(id, &shape.dims)).collect();
        let operands = [&[operand, places], &outer[..], &[zero, nothing], &select.captured[..]].concat();
        let chosen = b.add_calling(Op::ReduceWindow { window, to_apply }, &operands, &Shape::Token, &[callee]);
        let chosen = b.get_tuple_element(chosen, 1);
        b.finish()?;
        Ok(chosen)
    }

    /// `(value, place, outer…; value', place', outer'…)` to the chosen one of the two: the first where it is an
    /// element and either the second is none or `select` prefers it.
    fn choice(
        &mut self,
        value: ElementType,
        outer: &[ElementType],
        select: &Applied,
    ) -> Result<ComputationId, Failure> {
        let select_shape = ProgramShape::of(self.state.module.computation(select.computation));
        let mut computation = Computation::new("choice");
        let types: Vec<ElementType> = [value, PLACE].iter().chain(outer).copied().collect();
        let mut b = Builder::new(&mut computation, &self.node.location);
        let parameters: Vec<InstructionId> = [&types[..], &types]
            .concat()
            .iter()
            .enumerate()
            .map(|(number, &of)| b.parameter(number, Shape::scalar(of)))
            .collect();
        let (old, new) = parameters.split_at(types.len());
        let zero = b.scalar_integer(PLACE, 0);
        let old_is_there = b.compare(ComparisonDirection::Ge, old[1], zero);
        let new_is_none = b.compare(ComparisonDirection::Lt, new[1], zero);
        let arguments = [&[old[0], new[0]], &old[2..]].concat();
        let preferred = b.call(select.computation, &select_shape, &arguments);
        let wins = b.binary(BinaryOp::Or, new_is_none, preferred);
        let stays = b.binary(BinaryOp::And, old_is_there, wins);
        let chosen: Vec<InstructionId> = (0..2).map(|i| b.select(stays, old[i], new[i])).collect();
        let root = b.tuple(&[&chosen, &old[2..]].concat());
        b.finish_with_root(root)?;
        Ok(self.state.module.add_computation(computation))
    }

    /// The initial value everywhere, and the source scattered to places.
    pub(super) fn scatter_to(&mut self, places: InstructionId, scatter: &Applied) -> Outcome {
        let (shape, source) = (self.array(0)?, self.array(1)?);
        let [_, updates, init] = self.operands[..] else {
            return Err(self.node.error("expected 3 operands").into());
        };
        let (size, count) = (shape.element_count(), source.element_count());
        let dims = ScatterDimensionNumbers {
            inserted_window_dims: vec![0],
            scatter_dims_to_operand_dims: vec![0],
            index_vector_dim: 1,
            ..Default::default()
        };
        let to_apply = scatter.computation;
        let mut b = self.builder();
        let splats =
            |b: &mut Builder, size| scatter.captured.iter().map(|&id| b.splat(id, &[size])).collect::<Vec<_>>();
        let empty = b.splat(init, &[size]);
        let updates = b.reshape(updates, &[count]);
        let places = b.reshape(places, &[count, 1]);
        let inputs = [vec![empty], splats(&mut b, size)].concat();
        let updates = [vec![updates], splats(&mut b, count)].concat();
        let op = Op::Scatter { dims, indices_are_sorted: false, unique_indices: false, to_apply };
        let scattered = b.add(op, &[inputs, vec![places], updates].concat(), &Shape::Token);
        let first = if scatter.captured.is_empty() { scattered } else { b.get_tuple_element(scattered, 0) };
        let result = b.reshape(first, &shape.dims);
        b.finish()?;
        Ok(vec![result])
    }
}
