//! Reductions, of dimensions and of windows: a call for each element of each result, in order.

use super::elements::{Callee, element, flat, index_of, splatted, with_element};
use crate::hlo::{
    Builder, ComputationId, Diagnostics, Instruction, InstructionId, Module, Op, PaddingDimension, Shape,
    WindowDimension,
};
use crate::passes::counted_loop::{COUNTER, CountedLoop};

/// A loop over the elements to combine, those of every result after one another.
struct Fold {
    to_apply: ComputationId,
    /// Arrays that elements are fetched from.
    inputs: Vec<InstructionId>,
    inits: Vec<InstructionId>,
    /// Elements combined into a result.
    terms: usize,
    /// Of a result array.
    dims: Vec<usize>,
}

/// reduce(x, init, d) = the fold of x, its reduced dimensions first.
pub fn expand_reduce(
    module: &mut Module,
    owner: ComputationId,
    id: InstructionId,
) -> Result<Option<InstructionId>, Diagnostics> {
    let reduce = module.computation(owner).get(id).clone();
    let Op::Reduce { dimensions, to_apply } = &reduce.op else { return Ok(None) };
    let (inputs, inits) = reduce.operands().split_at(reduce.operands().len() / 2);
    let mut b = Builder::new(module.computation_mut(owner), &reduce.location);
    let all = b.dims(inputs[0]);
    let (reduced, kept): (Vec<usize>, Vec<usize>) = (0..all.len()).partition(|dim| dimensions.contains(dim));
    let permutation = [reduced.clone(), kept.clone()].concat();
    let in_order = inputs.iter().map(|&input| {
        if let Some(scalar) = splatted(&mut b, input) {
            return scalar;
        }
        let reduced_first = b.transpose(input, &permutation);
        flat(&mut b, reduced_first)
    });
    let inputs = in_order.collect();
    b.finish()?;
    let terms = reduced.iter().map(|&dim| all[dim]).product();
    let dims = kept.iter().map(|&dim| all[dim]).collect();
    let fold = Fold { to_apply: *to_apply, inputs, inits: inits.to_vec(), terms, dims };
    fold.write(module, owner, &reduce, |_, turn| vec![turn])
}

/// A window of the padded input, whose index is (place in the window, result), is folded to its result.
pub fn expand_reduce_window(
    module: &mut Module,
    owner: ComputationId,
    id: InstructionId,
) -> Result<Option<InstructionId>, Diagnostics> {
    let reduce = module.computation(owner).get(id).clone();
    let Op::ReduceWindow { window, to_apply } = &reduce.op else { return Ok(None) };
    let (inputs, inits) = reduce.operands().split_at(reduce.operands().len() / 2);
    let padding: Vec<PaddingDimension> = window.iter().map(padding_of).collect();
    let mut b = Builder::new(module.computation_mut(owner), &reduce.location);
    let padded = inputs.iter().zip(inits).map(|(&input, &init)| match splatted(&mut b, input) {
        // Padded by itself.
        Some(scalar) if scalar == init => scalar,
        _ => b.pad(input, init, padding.clone()),
    });
    let inputs: Vec<InstructionId> = padded.collect();
    b.finish()?;
    let sizes: Vec<usize> = window.iter().map(|dimension| dimension.size).collect();
    let dims = reduce.shape.leaves()[0].1.expect_array().dims.clone();
    let terms = sizes.iter().product();
    let space = [&sizes[..], &dims[..]].concat();
    let fold = Fold { to_apply: *to_apply, inputs, inits: inits.to_vec(), terms, dims };
    fold.write(module, owner, &reduce, |b, turn| {
        let index = index_of(b, turn, &space);
        let (inside, result) = index.split_at(window.len());
        window.iter().zip(inside).zip(result).map(|((dimension, &i), &r)| place_of(b, dimension, i, r)).collect()
    })
}

fn padding_of(dimension: &WindowDimension) -> PaddingDimension {
    PaddingDimension {
        low: dimension.padding_low,
        high: dimension.padding_high,
        interior: dimension.base_dilation.saturating_sub(1),
    }
}

/// result * stride + inside * dilation, where a reversed window counts from its end.
fn place_of(
    b: &mut Builder,
    dimension: &WindowDimension,
    inside: InstructionId,
    result: InstructionId,
) -> InstructionId {
    let mut number = |value: usize| b.scalar_integer(COUNTER, value as i64);
    let (last, stride, dilation) =
        (number(dimension.size.saturating_sub(1)), number(dimension.stride), number(dimension.window_dilation));
    let inside = if dimension.reversal { b.subtract(last, inside) } else { inside };
    let (start, offset) = (b.multiply(result, stride), b.multiply(inside, dilation));
    b.add_values(start, offset)
}

impl Fold {
    /// Writes the loop; `place` says where in the inputs a turn finds its elements. Nothing where there is no result,
    /// or where turns cannot be counted.
    fn write(
        self,
        module: &mut Module,
        owner: ComputationId,
        instruction: &Instruction,
        place: impl Fn(&mut Builder, InstructionId) -> Vec<InstructionId>,
    ) -> Result<Option<InstructionId>, Diagnostics> {
        let results: usize = self.dims.iter().product();
        let turns = self.terms.checked_mul(results).filter(|&turns| i32::try_from(turns).is_ok());
        let Some(turns) = turns.filter(|_| results > 0) else { return Ok(None) };
        let callee = Callee::new(self.to_apply, module.computation(self.to_apply));
        let mut b = Builder::new(module.computation_mut(owner), &instruction.location);
        let totals: Vec<InstructionId> = self.inits.iter().map(|&init| b.splat(init, &[results])).collect();
        let count = self.inputs.len();
        let mut state = [self.inputs, totals].concat();
        let shapes: Vec<Shape> = state.iter().map(|&value| b.shape(value).clone()).collect();
        b.finish()?;
        if turns > 0 {
            let name = instruction.op.name();
            let fold = CountedLoop::add(module, name, &instruction.location, turns, &shapes, |b, turn, values| {
                let (inputs, totals) = values.split_at(count);
                let result = index_of(b, turn, &[results])[0];
                let from = place(b, turn);
                let mut arguments: Vec<InstructionId> = totals.iter().map(|&t| element(b, t, &[result])).collect();
                arguments.extend(inputs.iter().map(|&input| element(b, input, &from)));
                let next = callee.call(b, &arguments);
                let totals = totals.iter().zip(next).map(|(&t, value)| with_element(b, t, result, value));
                inputs.iter().copied().chain(totals.collect::<Vec<_>>()).collect()
            })?;
            let mut b = Builder::new(module.computation_mut(owner), &instruction.location);
            state = fold.run(&mut b, &state);
            b.finish()?;
        }
        let mut b = Builder::new(module.computation_mut(owner), &instruction.location);
        let totals: Vec<InstructionId> = state[count..].iter().map(|&total| b.reshape(total, &self.dims)).collect();
        let value = if let [total] = totals[..] { total } else { b.tuple(&totals) };
        b.finish()?;
        Ok(Some(value))
    }
}
