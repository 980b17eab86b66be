//! `reduce-window` at an index: a loop over the window, with the padding as elements that equal the init value.

use super::affine::{Affine, Index, Space};
use super::evaluate::{Computed, Evaluator, Result};
use super::guard::InBounds;
use super::reduce::Seed;
use super::reducer::Reduction;
use crate::codegen::math::Value;
use crate::hlo::{InstructionId, Window, WindowDimension};

/// Windows up to this size are combined without a loop.
const STRAIGHT_LINE: usize = 32;

/// The place in an input dimension that a window reads, and when there is an element.
fn window_place(
    space: &mut Space,
    window: &WindowDimension,
    size: usize,
    at: &Affine,
    offset: &Affine,
) -> (Affine, Vec<InBounds>) {
    let offset = if window.reversal { Affine::constant(window.size as i64 - 1).minus(offset) } else { offset.clone() };
    let spread = offset.times(window.window_dilation as i64);
    let padded = at.times(window.stride as i64).plus(&spread).plus_constant(-window.padding_low);
    let dilation = window.base_dilation as i64;
    let place = space.floor_div(&padded, dilation);
    let mut conditions = vec![InBounds { place: place.clone(), size: size as i64 }];
    if dilation > 1 {
        conditions.push(InBounds { place: padded.plus_scaled(&place, -dilation), size: 1 });
    }
    (place, conditions)
}

/// The input index that a window at `index` reads at `offsets`, and when there is an element.
pub fn window_source(
    space: &mut Space,
    window: &Window,
    dims: &[usize],
    index: &[Affine],
    offsets: &[Affine],
) -> (Index, Vec<InBounds>) {
    let mut source = Index::new();
    let mut all = Vec::new();
    for (d, dimension) in window.iter().enumerate() {
        let (place, conditions) = window_place(space, dimension, dims[d], &index[d], &offsets[d]);
        source.push(place);
        all.extend(conditions);
    }
    (source, all)
}

impl<'ctx> Evaluator<'_, 'ctx> {
    /// All results of a reduce-window at an index.
    pub(super) fn reduced_window(&mut self, id: InstructionId, window: &Window, index: &Index) -> Result<()> {
        let reduction = Reduction::of(self.fragment, id).expect("a reduce-window is a reduction");
        let depth = self.f.space.index_depth(index);
        let inner = self.f.enter(depth);
        let lanes = self.f.lanes;
        self.f.lanes = if self.f.space.is_uniform_index(index) { 1 } else { lanes };
        let group = [reduction];
        let state = self.seeded(&group, Seed::Init)?;
        let straight = window.iter().map(|d| d.size).product::<usize>() <= STRAIGHT_LINE;
        let state = self.window_loops(&group, window, index, Vec::new(), state, straight)?;
        let values = self.narrowed(&group, state);
        self.remember_reduction(&group, index, values, depth);
        self.f.lanes = lanes;
        self.f.leave(inner);
        Ok(())
    }

    fn window_loops(
        &mut self,
        group: &[Reduction; 1],
        window: &Window,
        index: &Index,
        mut offsets: Vec<Affine>,
        state: Vec<Value<'ctx>>,
        straight: bool,
    ) -> Result<Vec<Value<'ctx>>> {
        let Some(dimension) = window.get(offsets.len()) else {
            let elements = self.window_elements(&group[0], window, index, &offsets)?;
            return self.combined(group, state, elements);
        };
        let size = dimension.size as i64;
        if straight || size == 1 {
            return (0..size).try_fold(state, |state, n| {
                let offsets = [offsets.as_slice(), &[Affine::constant(n)]].concat();
                self.window_loops(group, window, index, offsets, state, straight)
            });
        }
        let carried: Vec<_> = state.iter().flat_map(|v| v.parts()).collect();
        let open = self.f.open_loop(self.f.int(0), self.f.int(size), 1, &carried);
        offsets.push(Affine::var(self.f.counter_var(&open, 0, size - 1)));
        let mut parts = open.carried().into_iter();
        let inside = state.iter().map(|v| v.map(|_| parts.next().expect("as many parts as before"))).collect();
        let next = self.window_loops(group, window, index, offsets, inside, straight)?;
        let parts: Vec<_> = next.iter().flat_map(|v| v.parts()).collect();
        self.f.close_loop(open, &parts);
        Ok(next)
    }

    /// One element of each input, in accumulator type.
    fn window_elements(
        &mut self,
        reduction: &Reduction,
        window: &Window,
        index: &Index,
        offsets: &[Affine],
    ) -> Result<Vec<Value<'ctx>>> {
        let dims = &self.fragment.get(reduction.inputs[0]).array().dims;
        let (source, conditions) = window_source(&mut self.f.space, window, dims, index, offsets);
        let mut elements = Vec::new();
        for (n, (&input, &init)) in reduction.inputs.iter().zip(&reduction.inits).enumerate() {
            let outside = |e: &mut Self| e.value(init, &Index::new());
            let value: Computed<'ctx> = self.guarded(&conditions, input, &source, &outside)?;
            let (from, to) = (reduction.types[n], reduction.accumulators[n]);
            let wide = self.combine(&[value], |math, v| math.convert(from, to, v[0]));
            elements.push(self.spread(wide));
        }
        Ok(elements)
    }
}
