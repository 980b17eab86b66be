//! A dynamic-slice by which each device takes its own part of what a collective gave to all.

use super::device_values::on_each_device;
use super::graph::Graph;
use super::scalar::Scalar;
use crate::hlo::{InstructionId, Literal, Op};

/// A part along one dimension, and whose it is.
pub(super) struct OwnPart {
    /// The collective.
    pub source: InstructionId,
    /// Between the collective and the slice, if there is one.
    pub reshape: Option<InstructionId>,
    /// The dimension of the collective's result.
    pub dimension: usize,
    /// Elements of the part along it.
    pub size: usize,
    /// Where the part begins, by device.
    starts: Vec<usize>,
}

impl OwnPart {
    /// What a dynamic-slice takes, if all other dimensions are whole and the place follows from the device's number.
    pub fn of(graph: &Graph, slice: InstructionId) -> Option<OwnPart> {
        let Op::DynamicSlice { sizes } = graph.op(slice) else { return None };
        let from = graph.operand(slice, 0);
        let reshape = matches!(graph.op(from), Op::Reshape).then_some(from);
        let source = reshape.map_or(from, |reshape| graph.operand(reshape, 0));
        let Op::Collective(_) = graph.op(source) else { return None };
        let dims = graph.dims(from);
        let cut: Vec<usize> = (0..dims.len()).filter(|&d| sizes[d] < dims[d]).collect();
        let &[cut] = &cut[..] else { return None };
        let dimension = match reshape {
            Some(_) => same_dimension(dims, cut, graph.dims(source))?,
            None => cut,
        };
        let (size, last) = (sizes[cut], dims[cut] - sizes[cut]);
        let starts = starts(graph, graph.operand(slice, 1 + cut), last)?;
        Some(OwnPart { source, reshape, dimension, size, starts })
    }

    /// Whether each member of these groups takes the part of its position.
    pub fn is_by_position(&self, groups: &[Vec<usize>]) -> bool {
        let takes_own = |(position, &device): (usize, &usize)| self.starts[device] == position * self.size;
        groups.iter().all(|group| group.iter().enumerate().all(takes_own))
    }
}

/// Where a slice begins on each device; the last place where it can begin is `last`.
fn starts(graph: &Graph, start: InstructionId, last: usize) -> Option<Vec<usize>> {
    let number = |literal: &Literal| {
        let array = literal.as_array()?;
        let number = Scalar::from_bytes(array.element_type(), array.bytes())?.as_integer()?;
        usize::try_from(number.clamp(0, last as i128)).ok()
    };
    on_each_device(graph, start)?.iter().map(number).collect()
}

/// The dimension of `source` that a reshape to `dims` leaves as dimension `dimension`.
fn same_dimension(dims: &[usize], dimension: usize, source: &[usize]) -> Option<usize> {
    let before: usize = dims[..dimension].iter().product();
    let is_same = |&d: &usize| source[d] == dims[dimension] && source[..d].iter().product::<usize>() == before;
    (0..source.len()).find(is_same).filter(|_| before > 0)
}
