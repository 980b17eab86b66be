//! Elements from one order in memory to another.

use crate::hlo::{AlignedBytes, ArrayShape};

/// Elements from the order of one layout to that of another, for shapes of the same dimensions.
pub fn reordered(elements: &[u8], from: &ArrayShape, to: &ArrayShape) -> AlignedBytes {
    let width = from.element_type.byte_width();
    let mut out = AlignedBytes::zeroed(elements.len());
    let (from_strides, to_strides) = (from.strides(), to.strides());
    for (number, element) in elements.chunks_exact(width).enumerate() {
        let place: usize = (0..from.rank()).map(|d| number / from_strides[d] % from.dims[d] * to_strides[d]).sum();
        out[place * width..][..width].copy_from_slice(element);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::{ElementType, Layout};

    #[test]
    fn columns_become_rows() {
        let rows = ArrayShape::new(ElementType::S16, [2, 3]);
        let columns = ArrayShape { layout: Layout::new(vec![0, 1]), ..rows.clone() };
        let bytes: Vec<u8> = (0..12).collect();
        let in_rows = reordered(&bytes, &columns, &rows);
        assert_eq!(&in_rows[..], [0, 1, 4, 5, 8, 9, 2, 3, 6, 7, 10, 11]);
        assert_eq!(&reordered(&in_rows, &rows, &columns)[..], bytes);
    }
}
