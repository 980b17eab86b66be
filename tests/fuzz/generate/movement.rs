//! Operations that move elements.

use super::{Attempt, Choice, Scope};
use pjrt::hlo::*;

impl Scope<'_> {
    pub(super) fn movement(&mut self) -> Attempt {
        const KINDS: [(usize, Choice); 9] = [
            (3, |s| s.broadcast()),
            (3, |s| s.reshape()),
            (3, |s| s.transpose()),
            (2, |s| s.reverse()),
            (3, |s| s.slice()),
            (3, |s| s.pad()),
            (3, |s| s.concatenate()),
            (1, |s| s.copy()),
            (1, |s| s.barrier()),
        ];
        let kind = self.random.weighted(&KINDS);
        kind(self)
    }

    /// New dimensions anywhere among the old ones, which may change their order.
    fn broadcast(&mut self) -> Attempt {
        let x = self.any();
        let old = self.dims(x);
        let rank = old.len() + self.random.below(3);
        let mut dims = self.dims_of_rank(rank);
        let mut dimensions = self.random.permutation(rank)[..old.len()].to_vec();
        if !self.random.one_in(4) {
            dimensions.sort_unstable();
        }
        dimensions.iter().zip(&old).for_each(|(&d, &size)| dims[d] = size);
        let stated = Shape::array(self.element_type(x), dims);
        self.add(Op::Broadcast { dimensions }, &[x], &stated)
    }

    fn reshape(&mut self) -> Attempt {
        let x = self.any();
        let dims = self.regrouped(self.shape(x).element_count());
        let stated = Shape::array(self.element_type(x), dims);
        self.add(Op::Reshape, &[x], &stated)
    }

    /// Factors of a number, with some ones among them.
    fn regrouped(&mut self, mut count: usize) -> Vec<usize> {
        let mut dims = Vec::new();
        if count == 0 {
            return [self.random_dims(), vec![0]].concat();
        }
        for factor in [2, 3, 5, 7] {
            while count.is_multiple_of(factor) && self.random.flag() {
                count /= factor;
                dims.push(factor);
            }
        }
        if count > 1 {
            dims.push(count);
        }
        if self.random.one_in(3) {
            dims.push(1);
        }
        self.random.shuffle(&mut dims);
        dims
    }

    fn transpose(&mut self) -> Attempt {
        let x = self.any();
        let rank = self.shape(x).rank();
        let permutation = self.random.permutation(rank);
        self.derived(Op::Transpose { permutation }, &[x])
    }

    fn reverse(&mut self) -> Attempt {
        let x = self.any();
        let rank = self.shape(x).rank();
        let dimensions = self.random.subset(rank);
        self.derived(Op::Reverse { dimensions }, &[x])
    }

    fn slice(&mut self) -> Attempt {
        let x = self.any();
        let (mut starts, mut limits, mut strides) = (Vec::new(), Vec::new(), Vec::new());
        for size in self.dims(x) {
            let whole = self.random.one_in(3);
            let start = if whole { 0 } else { self.random.below(size + 1) };
            let limit = if whole { size } else { start + self.random.below(size - start + 1) };
            starts.push(start);
            limits.push(limit);
            strides.push(self.random.weighted(&[(4, 1), (1, 2), (1, 3)]));
        }
        self.derived(Op::Slice { starts, limits, strides }, &[x])
    }

    fn pad(&mut self) -> Attempt {
        let x = self.any();
        let value = self.like_scalar(self.element_type(x));
        let mut padding = Vec::new();
        for _ in 0..self.shape(x).rank() {
            let mut edge = || self.random.weighted(&[(4, 0), (2, 1), (1, 2), (1, -1), (1, -2), (1, 5)]);
            let (low, high) = (edge(), edge());
            let interior = self.random.weighted(&[(5, 0), (1, 1), (1, 2)]);
            padding.push(PaddingDimension { low, high, interior });
        }
        self.derived(Op::Pad { padding }, &[x, value])
    }

    /// Several arrays that differ in one dimension.
    fn concatenate(&mut self) -> Attempt {
        let x = self.find(|s| !s.is_scalar())?;
        let mut shape = self.shape(x).clone();
        let dimension = self.random.below(shape.rank());
        let mut operands = vec![x];
        for _ in 0..self.random.below(4) {
            if self.random.flag() {
                shape.dims[dimension] = self.random_size();
            }
            operands.push(self.like(&shape));
        }
        self.random.shuffle(&mut operands);
        self.derived(Op::Concatenate { dimension }, &operands)
    }

    fn copy(&mut self) -> Attempt {
        let x = self.any();
        self.derived(Op::Copy, &[x])
    }

    fn barrier(&mut self) -> Attempt {
        let x = self.any();
        if self.random.flag() {
            return self.derived(Op::OptimizationBarrier, &[x]);
        }
        let y = self.any();
        let both = self.derived(Op::Tuple, &[x, y])?;
        self.derived(Op::OptimizationBarrier, &[both])
    }
}
