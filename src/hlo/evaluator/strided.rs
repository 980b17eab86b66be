//! Copies between arrays along strides: what all operations that only move elements come down to.

/// One side of a copy: where it begins, and how far apart neighbours along each dimension are, in elements.
#[derive(Clone, Debug)]
pub struct Walk {
    pub start: usize,
    pub strides: Vec<isize>,
}

impl Walk {
    /// All of a row-major array.
    pub fn dense(dims: &[usize]) -> Walk {
        Walk { start: 0, strides: row_major_strides(dims) }
    }
}

/// Distance in elements between neighbours along each dimension of a row-major array.
pub fn row_major_strides(dims: &[usize]) -> Vec<isize> {
    let mut strides = vec![1; dims.len()];
    for dim in (1..dims.len()).rev() {
        strides[dim - 1] = strides[dim] * dims[dim] as isize;
    }
    strides
}

/// Copies a box of `dims` elements of `width` bytes.
///
/// # Panics
/// When a side leaves its array, or on a width that no element type has: bugs in the caller.
pub fn copy(width: usize, dims: &[usize], source: (&[u8], &Walk), target: (&mut [u8], &Walk)) {
    match width {
        1 => copy_elements::<u8>(dims, source, target),
        2 => copy_elements::<u16>(dims, source, target),
        4 => copy_elements::<u32>(dims, source, target),
        8 => copy_elements::<u64>(dims, source, target),
        16 => copy_elements::<[u64; 2]>(dims, source, target),
        _ => unreachable!("no element type is {width} bytes wide"),
    }
}

fn copy_elements<T: bytemuck::Pod>(dims: &[usize], source: (&[u8], &Walk), target: (&mut [u8], &Walk)) {
    let Some((&row, outer)) = dims.split_last() else {
        return copy_elements::<T>(&[1], (source.0, &with_unit_dim(source.1)), (target.0, &with_unit_dim(target.1)));
    };
    let (from, to) = (bytemuck::cast_slice::<u8, T>(source.0), bytemuck::cast_slice_mut::<u8, T>(target.0));
    let (from_step, to_step) = (source.1.strides[outer.len()], target.1.strides[outer.len()]);
    if row == 0 {
        return;
    }
    for_each_index(outer, |index| {
        let (from_start, to_start) = (offset(source.1, index), offset(target.1, index));
        if from_step == 1 && to_step == 1 {
            let (from_start, to_start) = (from_start as usize, to_start as usize);
            to[to_start..to_start + row].copy_from_slice(&from[from_start..from_start + row]);
        } else {
            for i in 0..row as isize {
                to[(to_start + i * to_step) as usize] = from[(from_start + i * from_step) as usize];
            }
        }
    });
}

fn with_unit_dim(walk: &Walk) -> Walk {
    Walk { start: walk.start, strides: vec![1] }
}

fn offset(walk: &Walk, index: &[usize]) -> isize {
    let steps = index.iter().zip(&walk.strides).map(|(&i, &stride)| i as isize * stride);
    walk.start as isize + steps.sum::<isize>()
}

/// Calls a function for every index into dimensions, in row-major order: once, with an empty index, without any.
pub fn for_each_index(dims: &[usize], mut visit: impl FnMut(&[usize])) {
    let visited: Result<(), std::convert::Infallible> = try_for_each_index(dims, |index| {
        visit(index);
        Ok(())
    });
    visited.unwrap_or_else(|never| match never {});
}

/// Like [`for_each_index`]; stops at an error.
pub fn try_for_each_index<E>(dims: &[usize], mut visit: impl FnMut(&[usize]) -> Result<(), E>) -> Result<(), E> {
    if dims.contains(&0) {
        return Ok(());
    }
    let mut index = vec![0; dims.len()];
    loop {
        visit(&index)?;
        if !advance(&mut index, dims) {
            return Ok(());
        }
    }
}

/// Steps to the next index in row-major order; false after the last, with all zeros again.
fn advance(index: &mut [usize], dims: &[usize]) -> bool {
    for dim in (0..dims.len()).rev() {
        index[dim] += 1;
        if index[dim] < dims[dim] {
            return true;
        }
        index[dim] = 0;
    }
    false
}

/// Position of an index in a row-major array.
pub fn linear_index(index: &[usize], dims: &[usize]) -> usize {
    index.iter().zip(dims).fold(0, |position, (&i, &size)| position * size + i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_come_in_row_major_order() {
        let mut seen = Vec::new();
        for_each_index(&[2, 2], |index| seen.push(index.to_vec()));
        assert_eq!(seen, [[0, 0], [0, 1], [1, 0], [1, 1]]);
        for_each_index(&[3, 0], |_| panic!("nothing to visit"));
        let mut scalars = 0;
        for_each_index(&[], |_| scalars += 1);
        assert_eq!(scalars, 1);
    }

    #[test]
    fn copies_follow_negative_and_zero_strides() {
        let from = [1u8, 2, 3];
        let mut to = [0u8; 6];
        let source = Walk { start: 2, strides: vec![0, -1] };
        copy(1, &[2, 3], (&from, &source), (&mut to, &Walk::dense(&[2, 3])));
        assert_eq!(to, [3, 2, 1, 3, 2, 1]);
    }
}
