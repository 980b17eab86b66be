//! How often a kernel computes an element: the indices at which a value is read, seen from the kernel's loops.
//!
//! The kernel loops over its result, major dimension first, and computes what an index needs in the outermost loop
//! that the index depends on. So a value read at indices that only the first `n` loops determine is computed once an
//! iteration of these, whatever the inner loops do.

use crate::hlo::op_class::{algorithm, contraction, control, elementwise, leaf, structure};
use crate::hlo::{ArrayShape, Computation, InstructionId, Op};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The innermost loop that a dimension's index depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// No loop: the index is fixed.
    Fixed,
    /// A loop over the result's dimensions, from 0 for the outermost.
    Result(usize),
    /// A loop of a reduction inside the kernel.
    Inner,
}

/// Bytes from which on a piece of a concatenation is worth a loop of its own.
const PIECE_BYTES: usize = 256;

/// One way in which a kernel reads a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    /// For each dimension of the value.
    pub depths: Vec<Depth>,
    /// Equal for reads at the same indices.
    key: u64,
    /// Elements that the reductions around the read go over, for an iteration of the result's loops.
    reduced: usize,
    /// Part of the result's loops that read the value at all.
    share: f64,
    /// Every index is that of the same dimension of the result, but for dimensions of size 1, or runs along a row of it.
    pub by_rows: bool,
    /// The element lies as far from the start of the value as that of the result does from its start, row-major.
    pub same_place: bool,
}

impl Access {
    /// Each element of the result at its own index.
    pub fn identity(rank: usize) -> Access {
        Access {
            depths: (0..rank).map(Depth::Result).collect(),
            key: 0,
            reduced: 1,
            share: 1.0,
            by_rows: true,
            same_place: true,
        }
    }

    pub fn is_identity(&self) -> bool {
        self.key == 0
    }

    /// Computations of one element of the value, all indices together.
    pub fn evaluations(&self, result: &ArrayShape) -> usize {
        let loops = match self.depths.iter().max() {
            None | Some(Depth::Fixed) => 0,
            Some(Depth::Result(d)) => d + 1,
            Some(Depth::Inner) => self.result_depth(),
        };
        let inner = if self.is_reduced() { self.reduced } else { 1 };
        let all = result.dims[..loops].iter().product::<usize>() * inner;
        (all as f64 * self.share).ceil() as usize
    }

    /// Whether reductions inside the kernel go over the value.
    pub fn is_reduced(&self) -> bool {
        self.depths.contains(&Depth::Inner)
    }

    /// Loops over the result that the index depends on.
    pub fn result_depth(&self) -> usize {
        let depth = |d: &Depth| match d {
            Depth::Result(d) => Some(d + 1),
            Depth::Fixed | Depth::Inner => None,
        };
        self.depths.iter().filter_map(depth).max().unwrap_or(0)
    }

    /// How `user`, itself read in this way, reads its operand `index`.
    pub fn of_operand(&self, computation: &Computation, user: InstructionId, index: usize) -> Access {
        let operand = computation.operand(user, index);
        let Some(shape) = computation.shape(operand).as_array() else { return self.clone() };
        let at = (user, index);
        match computation.op(user) {
            Op::Broadcast { dimensions } => {
                let depths = dimensions.iter().map(|&d| self.depths[d]).collect();
                let leading = dimensions.iter().copied().eq(0..dimensions.len());
                self.moved(depths, at, self.by_rows && leading)
            }
            Op::Transpose { permutation } => {
                let mut depths = vec![Depth::Fixed; shape.rank()];
                permutation.iter().zip(&self.depths).for_each(|(&p, &d)| depths[p] = d);
                self.moved(depths, at, false)
            }
            Op::Reshape => self.reshaped(computation.get(user).array(), shape, at),
            Op::Reduce { dimensions, .. } => self.inside_reduction(shape, dimensions),
            Op::Concatenate { dimension } => self.of_piece(computation.get(user).array(), shape, *dimension, at),
            Op::Slice { .. } | Op::Reverse { .. } | Op::Pad { .. } => self.shifted(shape, at),
            Op::BitcastConvert if shape.rank() != self.depths.len() => {
                self.moved(self.deepest(shape.rank()), at, false)
            }
            // Where a dynamic index points is not known; as deep as the result is a safe guess.
            Op::Gather { .. } | Op::DynamicSlice { .. } => self.moved(self.deepest(shape.rank()), at, false),
            leaf!() | elementwise!() | Op::Copy | Op::BitcastConvert => self.in_place(shape, user),
            // Templates read their operands themselves, and the others are in no kernel with theirs.
            contraction!() | algorithm!() | structure!() | control!() => self.in_place(shape, user),
            Op::DynamicUpdateSlice | Op::Map { .. } | Op::Scatter { .. } => self.in_place(shape, user),
            Op::ReduceWindow { .. } | Op::SelectAndScatter { .. } | Op::Sort { .. } => self.in_place(shape, user),
        }
    }

    /// At the same indices; a scalar's one element, whichever they are.
    fn in_place(&self, operand: &ArrayShape, user: InstructionId) -> Access {
        if operand.is_scalar() { self.moved(Vec::new(), (user, 0), true) } else { self.clone() }
    }

    /// At indices as deep as before; a scalar fills or is what it is.
    fn shifted(&self, operand: &ArrayShape, at: (InstructionId, usize)) -> Access {
        match operand.is_scalar() {
            true => self.in_place(operand, at.0),
            false => self.moved(self.depths.clone(), at, false),
        }
    }

    fn reshaped(&self, result: &ArrayShape, operand: &ArrayShape, at: (InstructionId, usize)) -> Access {
        let by_rows = self.by_rows && wide_dims(&operand.dims).eq(wide_dims(&result.dims));
        let moved = self.moved(self.through_reshape(result, operand), at, by_rows);
        Access { same_place: self.same_place && is_row_major(result) && is_row_major(operand), ..moved }
    }

    fn of_piece(
        &self,
        result: &ArrayShape,
        operand: &ArrayShape,
        dimension: usize,
        at: (InstructionId, usize),
    ) -> Access {
        if !self.is_identity() || !has_wide_pieces(operand, dimension) {
            return self.shifted(operand, at);
        }
        // A kernel that returns a concatenation has a loop for each operand.
        let share = operand.element_count() as f64 / result.element_count().max(1) as f64;
        Access { share, ..self.moved(self.depths.clone(), at, false) }
    }

    /// At other indices, for an operand of `user`. Those of rows are equal whichever way they are reached.
    fn moved(&self, depths: Vec<Depth>, (user, operand): (InstructionId, usize), by_rows: bool) -> Access {
        let outside = !depths.contains(&Depth::Inner);
        let key = match by_rows && outside {
            true => hash_of(&depths),
            false => hash_of(&(self.key, user, operand)),
        };
        let reduced = if outside { 1 } else { self.reduced };
        Access { depths, key, reduced, share: self.share, by_rows, same_place: false }
    }

    /// Every dimension as deep as the deepest.
    fn deepest(&self, rank: usize) -> Vec<Depth> {
        vec![self.depths.iter().max().copied().unwrap_or(Depth::Fixed); rank]
    }

    /// A dimension depends on those that it shares elements with: the runs of equal size from the front.
    fn through_reshape(&self, result: &ArrayShape, operand: &ArrayShape) -> Vec<Depth> {
        let mut depths = vec![Depth::Fixed; operand.rank()];
        for (of_operand, of_result) in common_runs(&operand.dims, &result.dims) {
            let deepest = self.depths[of_result].iter().max().copied().unwrap_or(Depth::Fixed);
            depths[of_operand].fill(deepest);
        }
        depths
    }

    fn inside_reduction(&self, input: &ArrayShape, dimensions: &[usize]) -> Access {
        if input.is_scalar() {
            return Access { depths: Vec::new(), same_place: false, ..self.clone() };
        }
        let mut kept = self.depths.iter();
        let depths = (0..input.rank())
            .map(|d| if dimensions.contains(&d) { Depth::Inner } else { *kept.next().unwrap_or(&Depth::Fixed) })
            .collect();
        let first = input.rank() - dimensions.len();
        let trailing = (first..input.rank()).all(|d| dimensions.contains(&d));
        let key = hash_of(&(self.key, dimensions, "reduce"));
        let reduced = dimensions.iter().map(|&d| input.dims[d]).product::<usize>() * self.reduced;
        Access { depths, key, reduced, by_rows: self.by_rows && trailing, same_place: false, ..*self }
    }
}

/// Never that of the identity.
fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish().max(1)
}

/// The sizes that are not 1.
fn wide_dims(dims: &[usize]) -> impl Iterator<Item = usize> + '_ {
    dims.iter().copied().filter(|&size| size != 1)
}

fn has_wide_pieces(operand: &ArrayShape, dimension: usize) -> bool {
    let piece = operand.dims[dimension..].iter().product::<usize>() * operand.element_type.byte_width();
    is_row_major(operand) && piece >= PIECE_BYTES
}

fn is_row_major(shape: &ArrayShape) -> bool {
    shape.layout.is_row_major()
}

/// Runs of dimensions of two shapes that hold the same number of elements, as short as possible.
fn common_runs(a: &[usize], b: &[usize]) -> Vec<(std::ops::Range<usize>, std::ops::Range<usize>)> {
    let (mut i, mut j) = (0, 0);
    let mut runs = Vec::new();
    while i < a.len() || j < b.len() {
        let (start_i, start_j) = (i, j);
        let (mut of_a, mut of_b) = (take(a, &mut i), take(b, &mut j));
        while of_a != of_b && (i < a.len() || j < b.len()) {
            let grow_a = j == b.len() || (of_a < of_b && i < a.len());
            if grow_a { of_a *= take(a, &mut i) } else { of_b *= take(b, &mut j) }
        }
        runs.push((start_i..i, start_j..j));
    }
    runs
}

/// The next size; 1 at the end.
fn take(sizes: &[usize], at: &mut usize) -> usize {
    let size = sizes.get(*at).copied().unwrap_or(1);
    *at = (*at + 1).min(sizes.len());
    size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_end_where_the_products_meet() {
        assert_eq!(common_runs(&[2, 3, 4], &[6, 4]), [(0..2, 0..1), (2..3, 1..2)]);
        assert_eq!(common_runs(&[8], &[2, 4]), [(0..1, 0..2)]);
        assert_eq!(common_runs(&[1, 5], &[5]), [(0..2, 0..1)]);
        assert_eq!(common_runs(&[], &[1]), [(0..0, 0..1)]);
    }
}
