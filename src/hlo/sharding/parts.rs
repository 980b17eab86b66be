//! Whole arrays and the parts of them that devices have.

use super::{ShardedArray, ShardedSignature, Sharding};
use crate::hlo::{AlignedBytes, ArrayLiteral};

/// A block of an array: where it begins in the whole, and its size.
struct Block {
    starts: Vec<usize>,
    dims: Vec<usize>,
}

impl Block {
    /// The part of an array that a partition has; none where it has none. What lies beyond the array's end is filled up.
    fn of(array: &ShardedArray, partition: usize) -> Option<Block> {
        let sizes = &array.whole.dims;
        let Sharding::Tiled(tiling) = &array.sharding else {
            return Some(Block { starts: vec![0; sizes.len()], dims: sizes.clone() });
        };
        let mut tile = tiling.devices.list()?.into_iter().position(|device| device == partition)?;
        let mut indices = vec![0; tiling.tiles.len()];
        for (index, &count) in indices.iter_mut().zip(&tiling.tiles).rev() {
            *index = tile % count;
            tile /= count;
        }
        let dims: Vec<usize> = sizes.iter().zip(&tiling.tiles).map(|(size, &count)| size.div_ceil(count)).collect();
        let starts = indices.iter().zip(&dims).map(|(index, size)| index * size).collect();
        Some(Block { starts, dims })
    }

    /// Rows along the last dimension that lie in an array of these sizes: where each begins in it and in the block, and
    /// its length, in elements.
    fn rows(&self, sizes: &[usize]) -> Vec<(usize, usize, usize)> {
        let inside =
            |dimension: usize| self.dims[dimension].min(sizes[dimension].saturating_sub(self.starts[dimension]));
        let Some(last) = sizes.len().checked_sub(1) else { return vec![(0, 0, 1)] };
        let mut rows = vec![(0, 0)];
        for dimension in 0..last {
            let step = |(whole, part): &(usize, usize), index: usize| {
                (whole * sizes[dimension] + self.starts[dimension] + index, part * self.dims[dimension] + index)
            };
            rows = rows.iter().flat_map(|row| (0..inside(dimension)).map(move |index| step(row, index))).collect();
        }
        let length = inside(last);
        let row =
            |(whole, part): (usize, usize)| (whole * sizes[last] + self.starts[last], part * self.dims[last], length);
        rows.into_iter().filter(|_| length > 0).map(row).collect()
    }
}

impl ShardedArray {
    /// The part of the whole that a partition has.
    pub fn part(&self, array: &ArrayLiteral, partition: usize) -> ArrayLiteral {
        let Some(block) = Block::of(self, partition) else { return array.clone() };
        if block.dims == array.dims() {
            return array.clone();
        }
        let width = array.element_type().byte_width();
        let mut bytes = vec![0; block.dims.iter().product::<usize>() * width];
        for (from, to, length) in block.rows(array.dims()) {
            let row = &array.bytes()[from * width..(from + length) * width];
            bytes[to * width..(to + length) * width].copy_from_slice(row);
        }
        ArrayLiteral::new(array.element_type(), block.dims, AlignedBytes::copy_of(&bytes))
    }

    /// The whole of which partitions have these parts: where several have a copy of one, the first partition's.
    pub fn joined(&self, parts: &[&ArrayLiteral]) -> ArrayLiteral {
        let shape = &self.whole;
        let width = shape.element_type.byte_width();
        let mut bytes = vec![0; shape.byte_size()];
        for (partition, part) in parts.iter().enumerate().rev() {
            let Some(block) = Block::of(self, partition) else { continue };
            for (to, from, length) in block.rows(&shape.dims) {
                let row = &part.bytes()[from * width..(from + length) * width];
                bytes[to * width..(to + length) * width].copy_from_slice(row);
            }
        }
        ArrayLiteral::new(shape.element_type, shape.dims.clone(), AlignedBytes::copy_of(&bytes))
    }
}

impl ShardedSignature {
    /// A partition's parts of arguments.
    pub fn parts(&self, arguments: &[ArrayLiteral], partition: usize) -> Vec<ArrayLiteral> {
        arguments.iter().zip(&self.parameters).map(|(array, sharded)| sharded.part(array, partition)).collect()
    }

    /// The results of which each partition has parts.
    pub fn joined(&self, results: &[Vec<ArrayLiteral>]) -> Vec<ArrayLiteral> {
        let parts = |index: usize| results[..self.partitions].iter().map(|parts| &parts[index]).collect::<Vec<_>>();
        self.results.iter().enumerate().map(|(index, array)| array.joined(&parts(index))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{ArrayShape, ElementType};

    #[test]
    fn parts_make_the_whole() {
        for sharding in
            ["{replicated}", "{devices=[2,2]<=[4]}", "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"]
        {
            let whole_array = ArrayLiteral::from_slice(ElementType::S32, [3, 3], &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
            let sharding = Sharding::parse(sharding).unwrap();
            let sharded = ShardedArray { whole: ArrayShape::new(ElementType::S32, [3, 3]), sharding };
            let parts: Vec<ArrayLiteral> = (0..4).map(|partition| sharded.part(&whole_array, partition)).collect();
            assert_eq!(sharded.joined(&parts.iter().collect::<Vec<_>>()), whole_array);
        }
    }

    #[test]
    fn of_copies_that_differ_the_first_partition_has_the_word() {
        let sharding = Sharding::parse("{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}").unwrap();
        let sharded = ShardedArray { whole: ArrayShape::new(ElementType::S32, [2]), sharding };
        let parts = [1, 2, 3, 4].map(|value| ArrayLiteral::from_slice(ElementType::S32, [1], &[value]));
        let joined = sharded.joined(&parts.iter().collect::<Vec<_>>());
        assert_eq!(joined, ArrayLiteral::from_slice(ElementType::S32, [2], &[1, 2]));
    }

    #[test]
    fn uneven_parts_are_filled_up() {
        let array = ArrayLiteral::from_slice(ElementType::S32, [3], &[1, 2, 3]);
        let sharding = Sharding::parse("{devices=[2]<=[2]}").unwrap();
        let sharded = ShardedArray { whole: ArrayShape::new(ElementType::S32, [3]), sharding };
        assert_eq!(sharded.part(&array, 1), ArrayLiteral::from_slice(ElementType::S32, [2], &[3, 0]));
    }
}
