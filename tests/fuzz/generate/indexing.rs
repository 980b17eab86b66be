//! Operations whose operands are indices.

use super::{Attempt, Scope, data};
use pjrt::hlo::*;

impl Scope<'_> {
    pub(super) fn indexing(&mut self) -> Attempt {
        match self.random.below(4) {
            0 => self.dynamic_slice(),
            1 => self.dynamic_update_slice(),
            2 => self.gather(),
            _ => self.scatter(),
        }
    }

    fn index_type(&mut self) -> ElementType {
        use ElementType::*;
        self.random.weighted(&[(6, S32), (2, S64), (1, U32), (1, S8), (1, U8), (1, U64), (1, S16)])
    }

    fn starts(&mut self, dims: &[usize]) -> Vec<InstructionId> {
        let element_type = self.index_type();
        let start = |&size: &usize| {
            let value = data::indices(self.random, &ArrayShape::scalar(element_type), size);
            self.value(value)
        };
        dims.iter().map(start).collect()
    }

    fn part(&mut self, dims: &[usize]) -> Vec<usize> {
        dims.iter().map(|&size| if self.random.one_in(3) { size } else { self.random.below(size + 1) }).collect()
    }

    fn dynamic_slice(&mut self) -> Attempt {
        let x = self.any();
        let dims = self.dims(x);
        let sizes = self.part(&dims);
        let operands = [vec![x], self.starts(&dims)].concat();
        self.derived(Op::DynamicSlice { sizes }, &operands)
    }

    fn dynamic_update_slice(&mut self) -> Attempt {
        let x = self.any();
        let dims = self.dims(x);
        let part = ArrayShape::new(self.element_type(x), self.part(&dims));
        let update = self.like(&part);
        let operands = [vec![x, update], self.starts(&dims)].concat();
        self.derived(Op::DynamicUpdateSlice, &operands)
    }

    fn gather(&mut self) -> Attempt {
        let x = self.any();
        let access = self.access(x);
        let dims = GatherDimensionNumbers {
            offset_dims: access.window_dims,
            collapsed_slice_dims: access.dropped,
            operand_batching_dims: access.batching,
            start_indices_batching_dims: access.indices_batching,
            start_index_map: access.map,
            index_vector_dim: access.index_vector_dim,
        };
        let op = Op::Gather { dims, slice_sizes: access.sizes, indices_are_sorted: false };
        self.derived(op, &[x, access.indices])
    }

    fn scatter(&mut self) -> Attempt {
        let x = self.any();
        let shape = self.shape(x).clone();
        let access = self.access(x);
        let update = access.result(&shape, &self.dims(access.indices));
        let count = self.random.weighted(&[(5, 1), (1, 2)]);
        let inputs: Vec<InstructionId> = (0..count).map(|i| if i == 0 { x } else { self.like(&shape) }).collect();
        let updates: Vec<InstructionId> = (0..count).map(|_| self.like(&update)).collect();
        let (to_apply, _) = self.combiner(&vec![shape.element_type; count]);
        let dims = ScatterDimensionNumbers {
            update_window_dims: access.window_dims,
            inserted_window_dims: access.dropped,
            input_batching_dims: access.batching,
            scatter_indices_batching_dims: access.indices_batching,
            scatter_dims_to_operand_dims: access.map,
            index_vector_dim: access.index_vector_dim,
        };
        let op = Op::Scatter { dims, indices_are_sorted: false, unique_indices: false, to_apply };
        self.derived(op, &[inputs, vec![access.indices], updates].concat())
    }

    /// Random dimension numbers: each dimension of the operand is kept, dropped or batched.
    fn access(&mut self, x: InstructionId) -> Access {
        let dims = self.dims(x);
        let (mut dropped, mut batching, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
        for (d, &size) in dims.iter().enumerate() {
            let role = if size == 0 { 2 } else { self.random.weighted(&[(2, 0), (1, 1), (4, 2)]) };
            match role {
                0 => dropped.push(d),
                1 => batching.push(d),
                _ => {}
            }
            let whole = self.random.one_in(3);
            sizes.push(if role < 2 {
                1
            } else if whole {
                size
            } else {
                self.random.below(size + 1)
            });
        }
        let mut map: Vec<usize> = (0..dims.len()).filter(|d| !batching.contains(d) && self.random.flag()).collect();
        self.random.shuffle(&mut map);
        let free = self.random.below(3);
        self.place(&dims, dropped, batching, sizes, map, free)
    }

    /// Lays the indices out: `free` dimensions of any size, the batching ones, and the index vector.
    fn place(
        &mut self,
        dims: &[usize],
        dropped: Vec<usize>,
        batching: Vec<usize>,
        sizes: Vec<usize>,
        map: Vec<usize>,
        free: usize,
    ) -> Access {
        let batches = free + batching.len();
        let order = self.random.permutation(batches);
        let mut index_dims = self.dims_of_rank(batches);
        let mut indices_batching = order[..batching.len()].to_vec();
        batching.iter().zip(&indices_batching).for_each(|(&of_operand, &d)| index_dims[d] = dims[of_operand]);
        let implicit = map.len() == 1 && self.random.flag();
        let index_vector_dim = if implicit { batches } else { self.random.below(batches + 1) };
        if !implicit {
            index_dims.insert(index_vector_dim, map.len());
            indices_batching.iter_mut().filter(|d| **d >= index_vector_dim).for_each(|d| *d += 1);
        }
        let bound = map.iter().map(|&d| dims[d]).max().unwrap_or(1);
        let shape = ArrayShape::new(self.index_type(), index_dims);
        let value = data::indices(self.random, &shape, bound);
        let indices = self.value(value);
        let kept = dims.len() - dropped.len() - batching.len();
        let mut window_dims = self.random.permutation(batches + kept)[..kept].to_vec();
        window_dims.sort_unstable();
        Access { window_dims, dropped, batching, indices_batching, map, index_vector_dim, sizes, indices }
    }
}

/// What gather and scatter have in common.
struct Access {
    window_dims: Vec<usize>,
    dropped: Vec<usize>,
    batching: Vec<usize>,
    indices_batching: Vec<usize>,
    map: Vec<usize>,
    index_vector_dim: usize,
    sizes: Vec<usize>,
    indices: InstructionId,
}

impl Access {
    /// What a gather gives, and a scatter takes as updates.
    fn result(&self, operand: &ArrayShape, indices: &[usize]) -> ArrayShape {
        let mut batch = indices.iter().enumerate().filter(|&(d, _)| d != self.index_vector_dim).map(|(_, &size)| size);
        let dropped = |d: &usize| self.dropped.contains(d) || self.batching.contains(d);
        let mut window = (0..operand.rank()).filter(|d| !dropped(d)).map(|d| self.sizes[d]);
        let rank = batch.clone().count() + window.clone().count();
        let size = |d| if self.window_dims.contains(&d) { window.next() } else { batch.next() };
        ArrayShape::new(operand.element_type, (0..rank).filter_map(size).collect::<Vec<_>>())
    }
}
