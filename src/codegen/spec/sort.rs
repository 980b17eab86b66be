//! Sorts along one dimension, and the largest elements of rows.

use super::strides;
use crate::hlo::{ArrayShape, ElementType};
use serde::{Deserialize, Serialize};

/// A stable sort of one or more arrays of equal dimensions, by keys or by a comparator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sort {
    /// Sizes of the other dimensions.
    pub rows: Vec<usize>,
    /// Size of the dimension that is sorted.
    pub length: usize,
    pub operands: Vec<SortOperand>,
    pub order: SortOrder,
}

/// An array; its result has the same layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SortOperand {
    pub element_type: ElementType,
    /// Distance in elements along the dimension that is sorted, and along the others.
    pub stride: isize,
    pub row_strides: Vec<isize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SortOrder {
    /// The first key decides, then the next.
    Keys(Vec<SortKey>),
    /// A compiled comparator, given when the sort runs.
    Comparator,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SortKey {
    /// Index of the operand.
    pub operand: usize,
    pub descending: bool,
    pub floats: FloatOrder,
}

/// How floating-point keys are ordered; of no meaning for other keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FloatOrder {
    /// IEEE's totalOrder.
    Total,
    /// Zeros are equal, NaNs are equal and greater than all else: JAX's order. Serves for IEEE's partial order too,
    /// which says nothing about NaN.
    EqualZerosAndNans,
}

impl Sort {
    /// A sort of arrays of these shapes.
    pub fn new(operands: &[&ArrayShape], dimension: usize, order: SortOrder) -> Sort {
        let others = |dims: &[usize]| -> Vec<usize> {
            dims.iter().enumerate().filter(|&(d, _)| d != dimension).map(|(_, &size)| size).collect()
        };
        let operand = |shape: &&ArrayShape| {
            let mut row_strides = strides(shape);
            let stride = row_strides.remove(dimension);
            SortOperand { element_type: shape.element_type, stride, row_strides }
        };
        Sort {
            rows: operands.first().map_or(Vec::new(), |shape| others(&shape.dims)),
            length: operands.first().map_or(0, |shape| shape.dims[dimension]),
            operands: operands.iter().map(operand).collect(),
            order,
        }
    }
}

/// The `k` largest elements of each dense row, in descending order (IEEE's totalOrder), and their indices as `s32`.
/// Equal elements keep their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopK {
    pub element_type: ElementType,
    pub rows: usize,
    pub length: usize,
    pub k: usize,
}
