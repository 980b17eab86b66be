//! `ragged-dot`: products of the groups that one dimension of the left operand falls into.
//!
//! An element belongs to one group. With a dimension for the groups put before the left operand, and zeros where an
//! element is of another group, the whole is one product: groups are contracted where the right operand has one matrix
//! for each, and stay where the result has. Their sizes may differ along the dimensions outside of the ragged one.

use super::Table;
use super::contraction::{dimensions, of_operands, precision};
use crate::frontend::hlo_text::cursor::Outcome;
use crate::frontend::hlo_text::site::Site;
use crate::hlo::{
    ArrayLiteral, ArrayShape, BinaryOp, ComparisonDirection, ComparisonOrder, DotDimensionNumbers, ElementType,
    InstructionId, Op,
};

pub const TABLE: Table = &[("ragged-dot", ragged_dot)];

/// `(lhs, rhs, sizes of the groups)`
fn ragged_dot(site: &mut Site) -> Outcome<Op> {
    let mut dims = dimensions(site)?;
    let ragged = site.required_index_in_braces("lhs_ragged_dims")?;
    let groups = site.indices("rhs_group_dims")?;
    let precision = precision(site)?;
    if ragged >= site.operand_array(0)?.rank() {
        return Err(site.error(format!("expected a ragged dimension of lhs, found {ragged}")));
    }
    let rhs = site.operand(1)?;
    if dims.lhs_batch.contains(&ragged) {
        site.operands.truncate(2);
        return of_operands(site, Op::Dot { dims, precision, algorithm: None });
    }
    let prefix = prefix(site, &dims, ragged)?;
    let lhs = in_groups(site, ragged, &prefix)?;
    let one_later = |dims: &mut Vec<usize>| dims.iter_mut().for_each(|dimension| *dimension += 1);
    one_later(&mut dims.lhs_batch);
    one_later(&mut dims.lhs_contracting);
    dims.lhs_contracting.extend(groups.iter().map(|_| 0));
    dims.rhs_contracting.extend(&groups);
    let batch = dims.lhs_batch.len();
    let op = Op::Dot { dims, precision, algorithm: None };
    site.operands = vec![lhs, rhs];
    if !groups.is_empty() || batch == 0 {
        return of_operands(site, op);
    }
    groups_first(site, op, batch)
}

/// The product has the groups behind the batch; the result before it.
fn groups_first(site: &mut Site, op: Op, batch: usize) -> Outcome<Op> {
    let result = site.stated_array()?;
    if batch >= result.rank() {
        return Err(site.error(format!("expected {batch} dimensions of a batch in {result}")));
    }
    let permutation: Vec<usize> = std::iter::once(batch).chain((0..result.rank()).filter(|&d| d != batch)).collect();
    let mut dims = vec![0; result.rank()];
    permutation.iter().zip(&result.dims).for_each(|(&from, &size)| dims[from] = size);
    let operands = site.operands.clone();
    let product = site.add(op, ArrayShape::new(result.element_type, dims), &operands);
    site.operands = vec![product];
    Ok(Op::Transpose { permutation })
}

/// The dimensions of the left operand along which the sizes of groups differ: none, or all that lie outside of the ragged
/// one, batches first, then those of its kind.
fn prefix(site: &Site, dims: &DotDimensionNumbers, ragged: usize) -> Outcome<Vec<usize>> {
    let (lhs, sizes) = (site.operand_array(0)?, site.operand_array(2)?);
    let outer = sizes.dims.split_last().map_or(&[][..], |(_, outer)| outer);
    if outer.is_empty() {
        return Ok(Vec::new());
    }
    let prefix = dims.outside_of(ragged);
    let expected: Vec<usize> = prefix.iter().filter_map(|&d| lhs.dims.get(d).copied()).collect();
    if outer != expected {
        return Err(site.error(format!("expected sizes of groups for each of {expected:?}, found {outer:?}")));
    }
    match prefix.is_sorted() {
        true => Ok(prefix),
        false => Err(site.unsupported("sizes of groups along dimensions out of order are not supported")),
    }
}

/// The left operand once for each group, with zeros where its elements are of another.
fn in_groups(site: &mut Site, ragged: usize, prefix: &[usize]) -> Outcome<InstructionId> {
    let (lhs, array, size_array) = (site.operand(0)?, site.operand_array(0)?.clone(), site.operand_array(2)?.clone());
    let Some(&count) = size_array.dims.last() else {
        return Err(site.error("expected sizes of groups, found a scalar"));
    };
    let dims = [&[count], &array.dims[..]].concat();
    let of_type = |element_type: ElementType| ArrayShape::new(element_type, dims.clone());
    let (whole, numbers, truth) =
        (of_type(array.element_type), of_type(size_array.element_type), of_type(ElementType::Pred));
    let [starts, ends] = edges(site, &size_array)?;
    let place = site.add(Op::Iota { dimension: ragged + 1 }, numbers.clone(), &[]);
    let dimensions: Vec<usize> = std::iter::once(0).chain(prefix.iter().map(|d| d + 1)).collect();
    let compared = |site: &mut Site, edges: InstructionId, direction| {
        let edges = site.add(Op::Broadcast { dimensions: dimensions.clone() }, numbers.clone(), &[edges]);
        let compare = Op::Compare { direction, order: ComparisonOrder::Partial };
        site.add(compare, truth.clone(), &[place, edges])
    };
    let behind = compared(site, starts, ComparisonDirection::Ge);
    let before = compared(site, ends, ComparisonDirection::Lt);
    let mask = site.add(Op::Binary(BinaryOp::And), truth, &[behind, before]);
    let repeated = site.add(Op::Broadcast { dimensions: (1..dims.len()).collect() }, whole.clone(), &[lhs]);
    let scalar = ArrayShape::scalar(array.element_type);
    let zero = site.add(Op::Constant(ArrayLiteral::zeros(&scalar).into()), scalar, &[]);
    let zeros = site.add(Op::Broadcast { dimensions: Vec::new() }, whole.clone(), &[zero]);
    Ok(site.add(Op::Select, whole, &[mask, repeated, zeros]))
}

/// Where each group begins and ends; groups are the first dimension, those outside follow.
fn edges(site: &mut Site, sizes: &ArrayShape) -> Outcome<[InstructionId; 2]> {
    let (mut id, last) = (site.operand(2)?, sizes.rank() - 1);
    let permutation: Vec<usize> = std::iter::once(last).chain(0..last).collect();
    let dims: Vec<usize> = permutation.iter().map(|&d| sizes.dims[d]).collect();
    let turned = ArrayShape::new(sizes.element_type, dims);
    if last > 0 {
        id = site.add(Op::Transpose { permutation }, turned.clone(), &[id]);
    }
    let ends = running_sums(site, id, &turned);
    Ok([site.add(Op::Binary(BinaryOp::Subtract), turned, &[ends, id]), ends])
}

/// The sum of each element and those before it in the first dimension, as a product with a triangle of ones.
fn running_sums(site: &mut Site, sizes: InstructionId, array: &ArrayShape) -> InstructionId {
    let square = |element_type: ElementType| ArrayShape::new(element_type, vec![array.dims[0]; 2]);
    let [row, column] = [0, 1].map(|dimension| site.add(Op::Iota { dimension }, square(array.element_type), &[]));
    let compare = Op::Compare { direction: ComparisonDirection::Le, order: ComparisonOrder::Partial };
    let triangle = site.add(compare, square(ElementType::Pred), &[column, row]);
    let ones = site.add(Op::Convert, square(array.element_type), &[triangle]);
    let dims =
        DotDimensionNumbers { lhs_contracting: vec![1], rhs_contracting: vec![0], ..DotDimensionNumbers::default() };
    let sum = Op::Dot { dims, precision: Default::default(), algorithm: None };
    site.add(sum, array.clone(), &[ones, sizes])
}
